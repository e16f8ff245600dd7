// SPDX-License-Identifier: MIT
// The exercises of a page of the guide, in it: each with a button that opens it in the workshop, and how far the learner is.

import { button, fill, make } from '../report/page/dom.js';
import { lessonOf } from './contents.js';
import { fileOf } from './program.js';

export class ExerciseList {
  /** `open(id)`: opens an exercise in the workshop. */
  constructor({ app, open }) {
    Object.assign(this, { app, open });
    this.entries = [];
  }

  /** Puts the list into a page: at the exercises of a lesson, or all of them at the top of the page about exercises. */
  place(article, page) {
    const { catalogue } = this.app, lesson = lessonOf(page), all = catalogue.exercises.filter((one) => page === 'exercises' || one.id.startsWith(`${lesson}.`));
    const at = page === 'exercises' ? article.querySelector('h3') : lesson ? article.querySelector('#read-exercises') : null;
    this.entries = [];
    if (!at || all.length === 0) return;
    const lists = catalogue.lessons.map(({ number, title }) => {
      const own = all.filter((one) => one.id.startsWith(`${number}.`));
      return own.length === 0 ? null : [lesson ? null : make('p', {}, make('strong', {}, `${number} ${title}`)), make('ul', {}, ...own.map((one) => this.entry(one)))];
    });
    const box = make('section', { className: 'exercises', 'aria-label': lesson ? 'Exercises of this lesson' : 'All exercises' }, ...lists.filter(Boolean).flat());
    if (lesson) at.after(box);
    else at.before(box);
    this.update();
  }

  entry({ id, title }) {
    const words = make('span', { className: 'state' }), opener = button(`${id} ${title}`, () => this.open(id));
    this.entries.push({ id, opener, words });
    return make('li', {}, opener, words);
  }

  update() {
    const { program } = this.app, now = program.kind === 'exercise' ? program.exercise : '';
    for (const { id, opener, words } of this.entries) {
      const [state, good] = this.stateOf(id);
      fill(words, state);
      words.classList.toggle('good', good);
      if (id === now) opener.setAttribute('aria-current', 'true');
      else opener.removeAttribute('aria-current');
    }
  }

  /** How far the learner is, in words, and whether that is all. */
  stateOf(id) {
    const { catalogue, progress, program, borrowed, work } = this.app, { solved, gave_up } = progress.of(id), path = fileOf(catalogue.exercise(id));
    if (solved) return ['solved', true];
    if (gave_up) return ['given up', false];
    const begun = typeof work[path] === 'string' || (!borrowed && typeof program.files[path] === 'string');
    return [begun ? 'begun' : '', false];
  }
}
