// SPDX-License-Identifier: MIT
// Guide and workshop as one course: figures that open their runs, following the reader, changes that a page proposes, and which side a narrow
// screen shows.

import { button, make } from '../report/page/dom.js';
import { lessonOf } from './contents.js';
import { ExerciseList } from './exercise_list.js';
import { checked, originals } from './program.js';
import { Reader } from './reader.js';

const both_sides = '(min-width: 84rem)';

/** What runs, without what was typed: equal for equal runs. */
const runKey = ({ kind, lesson, version, exercise, options, words }) =>
  JSON.stringify([kind, kind === 'lesson' ? [lesson, version] : exercise, Object.entries(options).sort(), words]);
const times = (text, part) => text.split(part).length - 1;

export class Course {
  /** `app`: the workshop; `pages`: of the guide. */
  constructor(app, pages) {
    this.app = app;
    this.guided = ''; // the run that the guide opened last: following goes on while the workshop shows it, unchanged
    this.before = { program: checked(app.catalogue, app.store.get('program')), reading: app.store.get('reading') }; // where the last visit ended
    this.exercises = new ExerciseList({ app, open: (id) => { app.choose({ kind: 'exercise', exercise: id }); this.turn('try'); } });
    this.reader = new Reader({ pages, catalogue: app.catalogue, progress: app.progress, store: app.store, dress: (element) => this.dress(element), moved: () => this.moved(), earlier: () => this.earlier() });
    this.following = make('input', { type: 'checkbox', checked: app.store.get('follow') !== false });
    this.following.addEventListener('change', () => {
      app.store.set('follow', this.following.checked);
      this.claim();
      this.follow();
    });
    this.reader.tools.append(make('label', { title: 'The workshop shows the run of the figure in sight' }, this.following, ' Follow'));
    this.wide = matchMedia(both_sides);
    this.sides = ['read', 'try'].map((side) => button(side === 'read' ? 'Read' : 'Try', () => this.turn(side)));
    this.switch = make('div', { className: 'sides', role: 'group', 'aria-label': 'Which side to show' }, ...this.sides);
    this.turn(app.store.get('side') === 'read' ? 'read' : 'try');
  }

  /** Which side a narrow screen shows. */
  turn(side) {
    document.documentElement.dataset.side = side;
    this.sides.forEach((one, k) => one.setAttribute('aria-pressed', String((k === 0) === (side === 'read'))));
    this.app.store.set('side', side);
  }

  /** The guide's page of a lesson. */
  pageOf(lesson) {
    return this.reader.pages.find(({ name }) => name.startsWith(`${lesson}_`))?.name ?? 'README';
  }
  /** What the workshop shows, in words. */
  wordsOf({ kind, lesson, version, exercise }) {
    const { catalogue } = this.app;
    if (kind === 'exercise') return `Exercise ${exercise} ${catalogue.exercise(exercise).title}`;
    return kind === 'lesson' ? `${this.reader.pages.find(({ name }) => name === this.pageOf(lesson)).title}, ${version}` : kind === 'own' ? 'your own shader' : 'your own algorithm';
  }
  get hereWords() {
    return this.wordsOf(this.app.program);
  }

  /** Where the last visit ended, and a way back to it; null where the learner is there. */
  earlier() {
    const { app, before: { program, reading } } = this;
    if (!program || !reading || (!app.borrowed && runKey(program) === runKey(app.program))) return null;
    return { words: this.wordsOf(program), go: () => {
      app.link.forget();
      app.open(structuredClone(program), false);
      this.claim();
      this.reader.go(reading);
    } };
  }

  lessonNow() {
    const { program, catalogue } = this.app;
    return program.kind === 'exercise' ? catalogue.exercise(program.exercise).id.slice(0, 2) : program.lesson;
  }

  /** The workshop shows what the guide could have opened: following may go on from here. */
  claim() {
    const { program, borrowed } = this.app;
    this.guided = program.kind === 'lesson' && !borrowed ? runKey(program) : '';
  }

  /** On opening: where the learner was, unless the address names a place in the guide or a program. */
  begin() {
    this.claim();
    if (this.openAddress()) return;
    if (this.app.borrowed || /^#\d/.test(location.hash)) {
      this.reader.show(this.pageOf(this.lessonNow()));
      this.turn('try');
    } else this.reader.resume(this.pageOf(this.lessonNow()));
  }
  /** Opens what the address names in the guide; false where it names nothing there. */
  openAddress() {
    const good = this.reader.openAddress(location.hash);
    if (good === null) return false;
    if (!this.reader.page) this.reader.resume(this.pageOf(this.lessonNow()));
    if (good) {
      this.turn('read');
      this.app.link.notice();
    } else this.app.link.notice('This link names a place that the guide does not have.');
    return true;
  }
  /** The learner chose a lesson or an exercise in the workshop: the lesson's page is beside it. The page that lists all exercises stays. */
  went() {
    const { program: { kind }, progress } = this.app, lesson = this.lessonNow(), { name } = this.reader.page;
    this.claim();
    if (kind !== 'lesson' && kind !== 'exercise') return;
    if (!name.startsWith(`${lesson}_`) && (kind === 'lesson' || name !== 'exercises')) this.reader.show(this.pageOf(lesson));
    if (kind === 'lesson') progress.did(lesson, 'read');
  }

  /** A program for a run of the guide. */
  programOf({ lesson, version, options, words }) {
    return checked(this.app.catalogue, { kind: 'lesson', lesson, version, options, words });
  }

  openRun(run) {
    const { app } = this;
    app.link.forget();
    app.open(this.programOf(run), false, run.wish);
    this.claim();
    this.update();
  }

  /** Gives figures and changes of a page their buttons. */
  dress(article) {
    this.figures = [...article.querySelectorAll('figure[data-run]')].map((element) => {
      const run = JSON.parse(element.dataset.run), open = button('Open this run', () => { this.openRun(run); this.turn('try'); this.app.result.reveal(); });
      const predict = run.predict ? button('Predict first', () => { this.openRun({ ...run, wish: { act: 'predict' } }); this.turn('try'); }) : null;
      element.append(make('p', { className: 'tools' }, open, predict, make('span', { className: 'quiet' }, `${run.version}${commandWords(run)}`)));
      return { element, run, open, key: runKey(this.programOf(run)) };
    });
    this.changes = [...article.querySelectorAll('.change')].map((element) => {
      const change = JSON.parse(element.dataset.change);
      const make_it = button('Make this change', () => this.change(change, false)), back = button('Take it back', () => this.change(change, true));
      element.append(make_it, back);
      return { change, make_it, back };
    });
    this.exercises.place(article, this.reader.page.name);
    this.update();
  }

  /** Brings the buttons up to date with the workshop. */
  update() {
    const { program, borrowed } = this.app, now = borrowed || Object.keys(program.files).length ? '' : runKey(program);
    for (const { element, open, key } of this.figures ?? []) {
      element.classList.toggle('shown', key === now);
      if (key === now) open.setAttribute('aria-current', 'true');
      else open.removeAttribute('aria-current');
      open.textContent = key === now ? 'Shown in the workshop' : 'Open this run';
    }
    for (const { change, make_it, back } of this.changes ?? []) {
      make_it.disabled = !this.fits(change, 'from');
      back.disabled = !this.fits(change, 'to');
    }
    this.exercises.update();
    if (this.reader.said.textContent && !this.pause()) this.reader.said.textContent = '';
  }

  /** Why following stops; '': it does not. */
  pause() {
    const { program, borrowed } = this.app;
    if (borrowed) return 'Following pauses: this program came by a link.';
    if (Object.keys(program.files).length) return 'Following pauses: you changed this program. The figures have buttons.';
    return runKey(program) === this.guided ? '' : 'Following pauses: you chose this program. The figures have buttons.';
  }

  /** The learner went on reading. */
  moved() {
    this.app.progress.did(lessonOf(this.reader.page.name), 'read');
    this.follow();
  }

  /** Opens the run of the figure in sight, unless that would hide something of the learner's. */
  follow() {
    const { app, reader } = this, figure = this.following.checked && this.wide.matches ? this.figureInSight() : null;
    if (!figure) return;
    const paused = this.pause(), shown = figure.key === runKey(app.program), own = originals(app.catalogue, this.programOf(figure.run)).some(({ path }) => typeof app.work[path] === 'string');
    if (!paused && !own && !shown) this.openRun(figure.run);
    reader.said.textContent = paused || (own ? 'You changed the shader of this figure: its button opens it as you left it.' : 'The workshop shows the run of this figure. Without "Follow" it stays as it is.');
  }

  /** The figure that is most of all in sight: most of it is visible, in the upper part. */
  figureInSight() {
    const { top, bottom, height } = this.reader.scroller.getBoundingClientRect();
    const seen = this.figures.map((figure) => ({ figure, box: figure.element.getBoundingClientRect() }))
      .filter(({ box }) => Math.min(box.bottom, bottom) - Math.max(box.top, top) > .6 * Math.min(box.height, height));
    const far = ({ box }) => Math.abs((box.top + box.bottom) / 2 - top - .35 * height);
    return seen.reduce((best, one) => (!best || far(one) < far(best) ? one : best), null)?.figure ?? null;
  }

  textOf(path) {
    const { app } = this;
    return app.program.files[path] ?? (app.borrowed ? undefined : app.work[path]) ?? app.catalogue.shaders[path] ?? '';
  }
  /** Whether a shader has each part of a change as it is before ('from') or after ('to') it. */
  fits({ path, parts }, side) {
    const text = `\n${this.textOf(path)}`, order = side === 'from' ? parts : [...parts].reverse(), other = side === 'from' ? 'to' : 'from';
    let now = text;
    return order.every((part) => {
      if (times(now, part[side]) !== 1) return false;
      now = now.replace(part[side], () => part[other]);
      return true;
    });
  }

  /** Makes a change in the editor, or takes it back: an edit like any other. */
  change(change, back) {
    const { app } = this, { path, run, parts } = change, program = this.programOf(run);
    const open = app.program.kind === 'lesson' && app.program.version === program.version && app.program.lesson === program.lesson;
    if (!open || (!back && runKey(app.program) !== runKey(program))) this.openRun(run);
    if (app.path !== path) app.openFile(path);
    for (const part of back ? [...parts].reverse() : parts) {
      const [before, after] = back ? [part.to, part.from] : [part.from, part.to], at = `\n${this.textOf(path)}`.indexOf(before);
      if (at < 0) break;
      app.editor.swap(Math.max(at - 1, 0), before.slice(at === 0 ? 1 : 0), after.slice(at === 0 ? 1 : 0));
    }
    if (!app.live.checked) app.runs.now();
    this.update();
    this.turn('try');
  }
}

/** The options of a run, as on a command line. */
function commandWords({ options, words }) {
  const flags = { n: '--n', data: '--data', seed: '--seed', subgroup: '--sim-subgroup', schedule: '--sim-schedule' };
  return [...Object.entries(options).map(([name, value]) => ` ${flags[name]} ${value}`), words ? ` ${words}` : ''].join('');
}
