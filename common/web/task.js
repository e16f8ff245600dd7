// SPDX-License-Identifier: MIT
// An exercise beside the editor: its card, hints one at a time, the judge, and the progress of all of them as a file.

import { button, fill, make } from '../report/page/dom.js';
import { capitalized, prose } from './sentence.js';

/** What a card asks of the technique, line by line. */
function asksOf(card) {
  const found = /^technique:.*\n((?:  .*\n?)+)/m.exec(card);
  return found ? found[1].trim().split('\n').map((line) => line.trim()) : [];
}

/** What the first lines of a skeleton say, line by line joined: [{ name: 'Task', text }], its title apart. Sketches are left to the file. */
function statementOf(skeleton) {
  const entries = [], flush = 3;
  let columns = []; // at which the last entry goes on in the next line
  for (const line of skeleton.split('\n').slice(1)) {
    if (!line.startsWith('//')) break;
    const [, name, text] = /^\/\/ ([A-Z][\w ]{0,30}): +(\S.*)$/.exec(line) ?? [], at = line.slice(2).search(/\S/) + 2, titled = name?.startsWith('Exercise');
    if (name) entries.push({ name, text: titled ? text.replace(/^[^.?]*[.?] */, '') : text });
    else if (columns.includes(at)) entries[entries.length - 1].text += ` ${line.slice(at)}`;
    else if (at === flush) entries.push({ name: '', text: line.slice(at) });
    if (name) columns = [line.indexOf(text), ...titled ? [flush] : []];
    else if (!columns.includes(at)) columns = at === flush ? [flush] : [];
  }
  return entries.filter(({ text }) => text);
}

/** The picture and the report that a task points to are there after the first run. */
const heading = (name, text) => (name === 'Look at' && /\bthe picture(?! of)|\breport\b/.test(text) ? 'Look at, once it runs' : name);
const gap_px = 4;
const most_seen = 300; // characters of a verdict; a longer one is scrolled

export class Task {
  constructor({ progress, judge, reset, next, hinted }) {
    Object.assign(this, { progress, judge, reset, next, hinted });
    this.element = make('section', { className: 'task', 'aria-label': 'Exercise', hidden: true });
    this.judging = '';
    this.judged = false; // what is in the editor
    this.wrong = false; // it was judged, and is not right
  }

  show(exercise) {
    if (!this.judging) this.wrong = this.judged = false;
    this.exercise = exercise;
    this.element.hidden = !exercise;
    if (exercise) this.draw();
  }

  draw() {
    const { exercise, progress } = this, state = progress.of(exercise.id), { hints, cases, why } = exercise, asks = asksOf(exercise.card);
    const shown = Math.min(state.hints, hints.length), seen = state.solved || state.gave_up;
    fill(this.element,
      make('div', { className: 'line' }, make('h2', {}, `${exercise.id} ${exercise.title}`), state.solved ? make('span', { className: this.wrong ? 'badge' : 'badge good' }, this.wrong ? 'solved before' : 'solved') : null),
      ...this.statement(statementOf(exercise.skeleton)),
      make('p', { className: 'quiet' }, `TODO marks what is missing. ${cases.length} cases are judged.`),
      asks.length ? make('details', {}, make('summary', {}, 'How it must work'), make('ul', {}, ...asks.map((line) => make('li', {}, ...prose(line.replace('; ', '; otherwise: ')))))) : null,
      shown ? make('ol', { className: 'hints', 'aria-label': 'Hints' }, ...hints.slice(0, shown).map((hint) => make('li', {}, ...prose(hint)))) : null,
      make('div', { className: 'acts' }, make('div', { className: 'tools' }, button('Judge', this.judge, { className: 'act' }),
        button(shown ? `Another hint (${shown} of ${hints.length})` : 'Hint', () => this.hint(), { disabled: shown === hints.length }),
        button('Skeleton again', this.reset),
        seen ? null : button('Give up', () => this.giveUp(), { title: 'Shows our solution' }), button('Next exercise', this.next)),
        make('p', { role: 'status', className: 'judging', ...this.judging.length > most_seen && { tabIndex: 0 } }, this.judging)),
      seen ? make('details', { className: 'solution' }, make('summary', {}, 'Our solution'), make('pre', { tabIndex: 0, role: 'region', 'aria-label': 'Our solution' }, exercise.solution)) : null,
      state.solved && why ? make('details', { className: 'why', open: this.explained === exercise.id }, make('summary', {}, 'Why it works'), ...why.split('\n\n').map((part) => make('p', {}, ...prose(part)))) : null);
  }

  /** The task in words: what is asked for, and more that is folded on a phone, for the editor's sake. */
  statement(entries) {
    const kept = entries.filter(({ text }) => !text.includes('.png'));
    const words = kept.map(({ name, text }) =>
      make('p', {}, ...(/^(Exercise|Task|$)/.test(name) ? prose(capitalized(text)) : [make('strong', {}, `${heading(name, text)}: `), ...prose(text)])));
    const asked = words.splice(Math.max(0, kept.findIndex(({ name }) => name === 'Task')), 1);
    const pictured = entries.some(({ text }) => text.includes('.png'));
    const made = make('details', { open: this.unfolded ?? matchMedia('(min-width: 36.01rem)').matches }, make('summary', {}, 'The task'), ...words,
      pictured ? make('p', { className: 'quiet' }, 'The picture that the file names is one that the programs write: here you have the passes of your run instead.') : null);
    made.addEventListener('toggle', () => { this.unfolded = made.open; });
    return [...asked, made];
  }

  hint() {
    const { id, hints } = this.exercise;
    this.progress.change(id, { hints: Math.min(this.progress.of(id).hints + 1, hints.length) });
    this.draw();
    const hint = this.element.querySelector('.hints li:last-child');
    hint.style.scrollMarginBottom = `${this.element.querySelector('.acts').offsetHeight + gap_px}px`; // which the buttons cover
    hint.scrollIntoView({ block: 'nearest' });
    this.hinted();
  }

  giveUp() {
    this.progress.change(this.exercise.id, { gave_up: true });
    this.draw();
  }

  /** What to say of a run that is right: it is one of those that are judged. */
  tries(good) {
    return good && this.exercise && !this.judged ? `Judge tries ${this.exercise.cases.length} cases` : '';
  }

  /** What was judged is not what is in the editor any more. */
  edited() {
    if (!this.judged) return;
    this.judged = false;
    this.judging = `Before your last change: ${this.judging}`;
    this.draw();
  }

  /** Tells what the judge said; `solved` is kept. Null: it has not judged. */
  tell(id, words, solved = null) {
    this.wrong = solved === false;
    if (solved) this.progress.change(id, { solved: true });
    this.explained = '';
    this.judging = words;
    this.judged = solved !== null;
    if (this.exercise?.id === id) this.draw();
  }

  /** Opens why a solution works. */
  explain(id) {
    this.explained = id;
    if (this.exercise?.id !== id) return;
    this.draw();
    const why = this.element.querySelector('.why');
    if (why) this.element.scrollTop = why.offsetTop - this.element.offsetTop - this.element.querySelector('.acts').offsetHeight; // which cover the top
  }
}

/** Progress as a file: saved under the name that ./learn exercises reads, and read from there. */
export function progressTools(progress, changed) {
  const said = make('p', { role: 'status' });
  const file = make('input', { type: 'file', accept: '.json,application/json', className: 'unseen', tabIndex: -1, 'aria-label': 'A progress.json' });
  file.addEventListener('change', async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    const good = chosen.size < (1 << 20) && progress.add(await chosen.text());
    file.value = '';
    said.textContent = good ? `Read ${chosen.name}: ${progress.solved} exercises are solved.` : `${chosen.name} is not a progress.json of these exercises: nothing was read.`;
    changed();
  });
  const save = () => {
    const url = URL.createObjectURL(new Blob([progress.file()], { type: 'application/json' }));
    make('a', { href: url, download: 'progress.json' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };
  return make('div', {}, make('div', { className: 'tools' }, button('Save progress.json', save, { title: 'For my_exercises/ of ./learn exercises' }),
    button('Read progress.json', () => file.click()), file), said);
}
