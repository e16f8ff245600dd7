// SPDX-License-Identifier: MIT
// The controls above the editor: what runs, and on which data.

import { choice, fill, make } from '../report/page/dom.js';

const kinds = [['lesson', 'Lessons'], ['exercise', 'Exercises'], ['own', 'Your own shader'], ['passes', 'Your own algorithm']];
const gpus = ['h200', 'h100'];
const option = (value, words) => make('option', { value }, words);

export class Choices {
  /** `changed(what)`: part of a program that was chosen. */
  constructor(catalogue, progress, changed) {
    Object.assign(this, { catalogue, progress, changed });
    this.kinds = choice('', kinds, 'lesson', (kind) => changed({ kind }));
    this.kinds.select.setAttribute('aria-label', 'What to work on');
    this.lessons = choice('', catalogue.lessons.map((one) => [one.number, `${one.number} ${one.title}`]), '', (lesson) =>
      changed({ lesson, version: catalogue.lesson(lesson).versions[0].name }));
    this.lessons.select.setAttribute('aria-label', 'Lesson');
    this.versions = choice('', [], '', (version) => changed({ version }));
    this.versions.select.setAttribute('aria-label', 'Version');
    this.exercises = choice('', [], '', (exercise) => changed({ exercise }));
    this.exercises.select.setAttribute('aria-label', 'Exercise');
    this.words = make('input', { type: 'text', spellcheck: false, autocapitalize: 'off' });
    this.words.addEventListener('input', () => changed({ words: this.words.value }, true));
    this.wordsName = make('span', {});
    this.wordsLabel = make('label', { className: 'wide' }, this.wordsName, ' ', this.words);
    const { data, sim_subgroup: sizes, sim_schedule: schedules } = catalogue.options;
    this.fields = {
      n: this.field('n', make('input', { type: 'number', min: '1', max: '65536', inputMode: 'numeric' })),
      data: this.field('data', this.select(data, '')),
      seed: this.field('seed', make('input', { type: 'number', min: '0', inputMode: 'numeric', placeholder: '1' })),
      subgroup: this.field('subgroup', this.select(sizes.map(String), '32')),
      schedule: this.field('schedule', this.select(schedules, 'three orders')),
      card: this.field('card', make('select', { title: 'What the run would take on a real GPU, and which line pays' }, option('', 'none'), ...gpus.map((card) => option(card, card.toUpperCase())))),
    };
    this.element = make('div', { className: 'choices' }, this.kinds.label, this.lessons.label, this.versions.label, this.exercises.label);
    const words = { n: 'n', data: 'Data', seed: 'Seed', subgroup: 'Subgroup', schedule: 'Order', card: 'GPU' };
    this.labels = Object.fromEntries(Object.entries(this.fields).map(([name, one]) => [name, make('label', {}, `${words[name]} `, one)]));
    const wide = matchMedia('(min-width: 60.01rem) and (min-height: 44rem)'); // else the options are folded, for the editor's sake
    this.options = make('details', { className: 'options', open: wide.matches }, make('summary', {}, 'Data and options'), make('div', {}, ...Object.values(this.labels), this.wordsLabel));
    wide.addEventListener('change', () => { this.options.open = wide.matches; });
  }

  /** `preset`: what leaving the option out means. */
  select(values, preset) {
    return make('select', {}, option('', preset), ...values.map((value) => option(value, value)));
  }
  field(name, element) {
    element.addEventListener(element.tagName === 'SELECT' ? 'change' : 'input', () => {
      const { value } = element;
      this.changed({ options: { [name]: value } }, element.tagName !== 'SELECT');
    });
    return element;
  }

  show(program) {
    const { catalogue, progress } = this, { kind } = program, own = kind === 'own' || kind === 'passes', exercise = catalogue.exercise(program.exercise);
    const lesson = kind === 'exercise' ? catalogue.lessonOf(exercise) : catalogue.lesson(program.lesson);
    this.kinds.select.value = kind;
    this.lessons.label.hidden = this.versions.label.hidden = kind !== 'lesson';
    this.exercises.label.hidden = kind !== 'exercise';
    this.wordsName.textContent = kind === 'own' ? 'Options' : 'More';
    this.words.placeholder = kind === 'own' ? '--groups, --buffer, --uniform, --image ...' : kind === 'passes' ? '--expect, --input ...' : [...lesson.options.map((one) => one.flag), '--local-size', '--type'].join(', ');
    this.words.title = own ? '' : lesson.options.map((one) => `${one.flag} ${one.value}: ${one.help} [${one.preset}]`).join('\n');
    this.labels.data.hidden = !own && lesson.data === '';
    this.fields.data.options[0].textContent = kind === 'passes' ? 'as described' : kind === 'own' ? 'small' : lesson.data;
    this.lessons.select.value = program.lesson;
    const version = kind === 'exercise' ? exercise.version : program.version;
    fill(this.versions.select, ...catalogue.lesson(program.lesson).versions.map((one) => option(one.name, `${one.name}: ${one.title}`)));
    this.versions.select.value = program.version;
    this.versions.select.title = this.versions.select.selectedOptions[0].textContent; // the menu may have no room for it
    fill(this.exercises.select, ...catalogue.lessons.map(({ number, title }) => make('optgroup', { label: `${number} ${title}` },
      ...catalogue.exercises.filter((one) => one.id.startsWith(number)).map((one) => option(one.id, `${progress.of(one.id).solved ? '✓ ' : ''}${one.id} ${one.title}`)))).filter((group) => group.children.length));
    this.exercises.select.value = program.exercise;
    if (this.words.value !== program.words) this.words.value = program.words;
    this.fields.n.placeholder = kind === 'passes' ? '' : String(catalogue.elements(lesson.number, version));
    for (const [name, element] of Object.entries(this.fields)) {
      const value = program.options[name] ?? '';
      if (element.value !== value) {
        if (element.tagName === 'SELECT' && ![...element.options].some((one) => one.value === value)) element.append(option(value, value));
        element.value = value;
      }
    }
  }
}
