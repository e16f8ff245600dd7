// SPDX-License-Identifier: MIT
// What the engine has: lessons, their versions and shaders, exercises, and the values of options.

const quick = { '08': 1000 }; // particles: the lesson's own number takes a browser most of a second

export class Catalogue {
  /** `inputs`: the texts of the project's files that runs of the guide read, by path. */
  constructor({ lessons, shaders, exercises, options }, inputs) {
    Object.assign(this, { lessons, shaders, exercises, options, inputs });
  }

  lesson(number) {
    return this.lessons.find((one) => one.number === number) ?? null;
  }
  version(number, name) {
    return this.lesson(number)?.versions.find((one) => one.name === name) ?? null;
  }
  /** The elements that a version runs on here, unless another number is chosen. */
  elements(number, name) {
    return Math.min(this.version(number, name).n, quick[number] ?? Infinity);
  }
  exercise(id) {
    return this.exercises.find((one) => one.id === id) ?? null;
  }
  /** The lesson that an exercise belongs to. */
  lessonOf(exercise) {
    return this.lesson(exercise.id.slice(0, 2));
  }
  /** The exercise after another in the list; null: it is the last. */
  next(id) {
    return this.exercises[this.exercises.findIndex((one) => one.id === id) + 1] ?? null;
  }
}
