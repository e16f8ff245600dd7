// SPDX-License-Identifier: MIT
// The course in a browser: an editor, a simulator, and the page of each run.

import { button, byId, choice, fill, make } from '../report/page/dom.js';
import { Catalogue } from './catalogue.js';
import { ChangesBar } from './changes_bar.js';
import { Choices } from './choices.js';
import { Course } from './course.js';
import { Editor } from './editor.js';
import { Engine } from './engine.js';
import { Frame } from './frame.js';
import { helpDialog } from './dialogs.js';
import { Judge, skeleton_words } from './judge.js';
import { codeIn, countsIn, notesIn, outcomeOf, samePath } from './outcome.js';
import { addDividers } from './panes.js';
import { Progress } from './progress.js';
import { checked, description_file, first, keepTogether, originals, starter_words, textOf } from './program.js';
import { Received } from './received.js';
import { Result } from './result.js';
import { Runs } from './runs.js';
import { Start } from './start.js';
import { Store } from './store.js';
import { Task, progressTools } from './task.js';
import { setTheme, toggledTheme } from './theme.js';
import { Tour } from './tour.js';
import { textOfLzma, unpacked } from './unpack.js';

const known_browsers = 'It is known to work in Chrome and Edge 103, Firefox 113 and Safari 16.4, and in later versions.';
const unmade = { lines: [], exact: null };
/** Of a program's options those of the next one, too: the GPU, as it is the learner's question and not the lesson's. */
const options_kept = ({ options: { card } }) => (card ? { card } : {});
/** Text whose options, such as --kind, stay in one line. */
const flagged = (text) => text.split(/(--[a-z][\w-]*)/).map((part, k) => (k % 2 ? make('code', {}, part) : part));

class App {
  /** `pages`: of the guide; `template`: of the page of a run. */
  constructor(catalogue, engine, pages, template) {
    Object.assign(this, { catalogue, engine, template });
    this.store = new Store();
    this.progress = new Progress(this.store);
    this.work = this.store.get('work') ?? {}; // texts changed here, by path
    this.program = checked(catalogue, this.store.get('program')) ?? first(catalogue);
    this.borrowed = false; // the program came by a link: nothing of it is kept unless asked for
    this.path = '';
    this.outcome = this.compared = null;
    this.made = unmade; // what the page of the run says about the pass that it shows
    this.stale = false; // that page is of an earlier run
    this.dare = null; // of the start screen, while its program is open
    this.wish = {}; // where that page opens; {}: as it likes
    this.runs = new Runs(catalogue, engine, {
      program: () => this.program, resting: () => this.resting(), repairs: () => this.repairs, waiting: (words, left) => this.result.wait(words, left), came: (outcome, about) => this.came(outcome, about),
      failed: (sentence) => this.failed(sentence), compared: (before) => this.frame.tell(before),
    });
    this.link = new Received(this);
    this.judge = new Judge(this);
    this.tour = new Tour(this);
    this.course = new Course(this, pages);
    this.build();
  }

  build() {
    this.frame = new Frame(this.template, (what) => { this.made = what; this.result.time.hidden = what.asksTime; if (!this.stale) this.mark(what); this.judge.hear(what); }, (schedule) => {
      this.choose({ options: { schedule } });
      this.choices.show(this.program);
    });
    this.result = new Result({ jump: (file, line) => this.jump(file, line), sweep: () => this.sweep(), frame: this.frame });
    this.choices = new Choices(this.catalogue, this.progress, (what, later) => this.choose(what, later));
    this.task = new Task({ progress: this.progress, judge: () => this.judge.judge(), reset: () => this.reset(), next: () => this.nextExercise(), hinted: () => this.runs.now() });
    this.files = choice('File', [], '', (path) => this.openFile(path));
    this.changes = new ChangesBar(this);
    this.live = make('input', { type: 'checkbox', checked: true });
    this.counts = make('input', { type: 'checkbox', checked: true });
    this.counts.addEventListener('change', () => this.annotate());
    this.code = make('input', { type: 'checkbox' });
    this.code.addEventListener('change', () => this.listCode());
    this.about = make('p', { className: 'about quiet' });
    this.said = make('p', { className: 'said', role: 'status' });
    this.help = helpDialog(() => this.showStart(true), () => this.tour.begin(), progressTools(this.progress, () => { this.choices.show(this.program); this.task.show(this.task.exercise); }));
    const text = make('div', { className: 'text' });
    fill(byId('page'),
      make('header', {}, make('h1', {}, 'Pass by Pass'), this.choices.element, make('div', { className: 'tools' }, this.course.switch, button('Share', () => this.link.share(), { title: 'A link that holds this program' }),
        button('Light or dark', () => { this.store.set('theme', toggledTheme()); this.frame.again(); }), button('Help', () => this.help.showModal()))),
      this.link.element, this.course.reader.element,
      this.main = make('main', { 'aria-label': 'Workshop' },
        make('section', { className: 'edit', 'aria-label': 'Program' }, this.about, this.task.element, this.choices.options,
          make('div', { className: 'line filebar' }, this.files.label, this.changes.element, make('span', { className: 'tools' },
            make('label', {}, this.counts, ' counts'), make('label', { title: 'F2: what the line at the cursor was compiled to' }, this.code, ' SPIR-V'), make('label', {}, this.live, ' run while I type'),
            button('Run', () => this.runs.now(true), { className: 'act', title: 'Ctrl-Enter' }))),
          this.said, text, make('p', { className: 'leave quiet' }, 'Escape, then Tab leaves the editor.')),
        this.result.element),
      this.help, this.link.dialog);
    addDividers({ page: byId('page'), guide: this.course.reader.element, main: this.main, edit: text.parentNode, store: this.store });
    this.editor = new Editor(text, { changed: (path, now) => this.edited(path, now), run: () => this.runs.now(true), code: () => this.code.click() });
  }

  /** The start screen; `been`: the learner was here before. */
  showStart(been) {
    this.course.turn('try');
    this.start ??= new Start(this, been);
    this.start.show();
  }

  say(words) {
    this.said.textContent = words;
  }

  /** Opens a program: { kind, lesson, ... }; its files are those changed here, unless it brings its own. `wish`: where the page of its run opens. */
  open(program, borrowed, wish = {}) {
    this.start?.close();
    this.say('');
    this.borrowed = borrowed;
    this.wish = wish;
    this.program = program;
    if (!borrowed) this.program.files = {};
    this.dare = null;
    keepTogether(this.catalogue, program, (id) => this.progress.of(id).solved);
    const known = originals(this.catalogue, program);
    this.changes.shown = borrowed; // what a link changes is in view at once
    if (!borrowed) for (const { path } of known) if (typeof this.work[path] === 'string') program.files[path] = this.work[path];
    this.frame.clear();
    this.mark(this.made = unmade);
    fill(this.about, ...program.kind === 'lesson' ? flagged(this.catalogue.lesson(program.lesson).about) : []);
    this.outcome = this.compared = null;
    this.result.offer(program.kind);
    this.result.offerSweep(null);
    this.task.judging = '';
    this.task.show(program.kind === 'exercise' ? this.catalogue.exercise(program.exercise) : null);
    this.choices.show(program);
    this.offerFiles(known);
    this.openFile((known.find(({ path }) => borrowed && program.files[path] !== undefined) ?? known[0]).path);
    if (borrowed) this.editor.revealChange();
    this.link.notice();
    this.keep();
    this.course.update();
    this.runs.now();
  }

  offerFiles(known) {
    fill(this.files.select, ...known.map(({ path }) => make('option', { value: path }, path.split('/').slice(path.startsWith('shaders/') ? 2 : -1).join('/'))));
    this.files.label.hidden = known.length < 2;
  }

  openFile(path) {
    this.path = path;
    this.files.select.value = path;
    this.editor.open(path, textOf(this.catalogue, this.program, path), this.program.kind === 'exercise');
    this.changes.opened();
    this.annotate();
  }

  edited(path, text) {
    const original = originals(this.catalogue, this.program).find((one) => one.path === path)?.text;
    if (text === original) delete this.program.files[path];
    else this.program.files[path] = text;
    this.changes.update();
    this.dare?.heed(text);
    this.task.edited();
    if (!this.borrowed) {
      if (text === original) delete this.work[path];
      else this.work[path] = text;
      this.store.set('work', this.work);
    }
    if (path === description_file) { // it names the shaders
      this.offerFiles(originals(this.catalogue, this.program));
      this.files.select.value = path;
    }
    this.course.update();
    if (this.live.checked) this.runs.soon();
  }

  reset() {
    for (const path of Object.keys(this.program.files)) {
      delete this.program.files[path];
      if (!this.borrowed) delete this.work[path];
    }
    const known = originals(this.catalogue, this.program);
    this.offerFiles(known);
    if (known.some(({ path }) => path === this.path)) this.editor.replace(textOf(this.catalogue, this.program, this.path));
    else this.openFile(known[0].path);
    this.changes.opened();
    if (!this.borrowed) this.store.set('work', this.work);
    this.course.update();
    this.runs.now();
  }

  /** Something was chosen above the editor. `later`: it is still being typed. */
  choose(what, later) {
    const { options, words } = what, elsewhere = what.lesson || what.exercise || (what.kind && what.kind !== this.program.kind), program = { ...this.program, ...what, options: { ...this.program.options, ...options } };
    for (const [name, value] of Object.entries(program.options)) if (value === '') delete program.options[name];
    if (options || words !== undefined) {
      this.program = program;
      this.keep();
      this.course.update();
      return later ? this.runs.soon() : this.runs.now();
    }
    this.link.forget();
    program.options = options_kept(this.program);
    program.words = program.kind === 'own' ? this.store.get('words') ?? starter_words : '';
    this.open(program, false);
    if (elsewhere) this.course.went();
  }

  keep() {
    if (this.borrowed) return;
    this.store.set('program', { ...this.program, files: {} });
    if (this.program.kind === 'own') this.store.set('words', this.program.words);
  }

  /** True for an exercise in which nobody has typed: it is not run, as nothing of it is the learner's. */
  get untouched() {
    return this.program.kind === 'exercise' && Object.keys(this.program.files).length === 0;
  }
  /** In an exercise, what repairs a finding is a hint. */
  get repairs() {
    return this.program.kind !== 'exercise' || this.progress.of(this.program.exercise).hints > 0;
  }
  resting() {
    if (!this.untouched) return false;
    this.frame.clear();
    this.mark(this.made = unmade);
    this.outcome = null;
    this.result.rest(skeleton_words);
    this.annotate();
    return true;
  }

  /** What a run came to: shows it, unless the program has changed to another since. */
  came(outcome, { program, left = '' }) {
    const shaders = JSON.stringify([program.files, program.options, program.words]), fresh = this.outcome === null;
    if (this.untouched || program.version !== this.program.version || program.kind !== this.program.kind || program.exercise !== this.program.exercise) return;
    if (outcome.totals && this.counted && this.counted.shaders !== shaders && outcome.good) this.compared = this.counted;
    if (fresh) this.compared = this.counted = null;
    if (outcome.totals && outcome.good) this.counted = { totals: outcome.totals, shaders };
    const same = !fresh && this.outcome.page === outcome.page;
    this.outcome = outcome;
    if (program.kind === 'exercise' && !this.progress.of(program.exercise).solved) outcome.notes = outcome.notes.filter((note) => !note.startsWith('gl_')); // they give it away
    this.dare?.judged(outcome.good);
    if (program.kind === 'lesson' && !this.start) this.progress.did(program.lesson, 'run');
    this.result.show(outcome, { before: this.compared?.totals, beforeWords: 'the run before', left, more: this.task.tries(outcome.good) });
    this.stale = !outcome.page || outcome.passes === 0;
    if (!this.stale) {
      const predicted = shaders === this.drawn && (this.made.predicting || this.wish.act === 'predict'); // more orders of a run must not end that
      if (same || (predicted && !fresh)) this.mark(this.made);
      else this.frame.show(outcome.page, fresh, this.wish);
      if (shaders !== this.drawn && !fresh) this.wish = {};
      this.drawn = shaders;
      this.result.keep('');
    } else {
      this.mark(unmade); // its lines are not those of the text any more
      this.result.keep(this.frame.run ? 'The passes below are those of an earlier run.' : '');
    }
    this.annotate();
  }
  failed(sentence) {
    this.came(outcomeOf({ exit_code: 5, report: null, output: sentence, milliseconds: 0, page: null }), { program: this.program });
  }

  /** Writes what the last run found and counted next to the lines of the file in the editor. */
  annotate() {
    const { outcome, path } = this;
    if (!outcome) return this.editor.show({ notes: [], counts: [], code: [] });
    this.editor.show({ notes: notesIn(outcome, path), counts: this.counts.checked ? countsIn(outcome, path) : [], code: this.code.checked ? codeIn(outcome, path) : [] });
  }

  /** Shows the instructions of lines, or hides them; a run lists them once they are asked for. */
  listCode() {
    this.runs.more = this.code.checked ? ['--sim-spirv'] : [];
    if (this.code.checked && !this.outcome?.code.length) this.runs.now();
    else this.annotate();
  }

  /** Marks the lines that made the pass shown. */
  mark({ lines, exact }) {
    const here = (place) => samePath(place.file, this.path);
    this.editor.mark({ lines: lines.filter(here).map((place) => place.line), exact: exact && here(exact) ? exact.line : 0 });
  }

  jump(file, line) {
    const known = originals(this.catalogue, this.program).find((one) => samePath(one.path, file));
    if (!known) return this.say(`${file} is not part of this program.`);
    if (known.path !== this.path) this.openFile(known.path);
    this.editor.go(line);
  }

  async sweep() {
    this.result.offerSweep(null, 'Running …');
    this.result.offerSweep(...await this.runs.sweep());
  }

  nextExercise() {
    const next = this.catalogue.next(this.program.exercise) ?? this.catalogue.exercises[0];
    this.choose({ exercise: next.id });
  }
}

async function open() {
  const part = async (id) => new TextDecoder().decode(await unpacked(byId(id).textContent, 16 << 20));
  const [script, template] = await Promise.all(['engine-script', 'run-page'].map(part));
  const engine = new Engine({ script, packed: () => byId('engine-wasm').textContent });
  const started = engine.start().then(() => '', (error) => error.message); // its worker compiles while the guide is unpacked and the page is built here
  await Promise.race([engine.begun, started]);
  const { pages, inputs, catalogue } = JSON.parse(textOfLzma(byId('guide').textContent));
  const app = new App(new Catalogue(catalogue, inputs), engine, pages, template), { store } = app, been = store.get('program') !== null;
  setTheme(store.get('theme'));
  addEventListener('hashchange', () => app.course.openAddress() || app.link.open());
  const asked = location.hash.length > 1;
  if (!await app.link.open()) {
    const { words } = app.link;
    app.open(app.program, false);
    if (words) app.link.notice(words);
  }
  app.course.begin();
  if (!asked && store.get('start') !== 'closed') app.showStart(been);
  const failure = await started;
  if (failure) return fill(byId('page'), make('p', { className: 'message', role: 'alert' }, failure, ' ', known_browsers));
  document.documentElement.dataset.ready = 'yes';
  if (location.protocol.startsWith('http') && 'serviceWorker' in navigator) navigator.serviceWorker.register('service_worker.js').catch(() => {}); // offline only
}

if (document.documentElement.dataset.unsupported === undefined) open();
