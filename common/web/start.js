// SPDX-License-Identifier: MIT
// The start screen over the workshop: what this is, a run that moves, and three ways in. It is shown until one of them is taken.

import { button, make } from '../report/page/dom.js';
import { Picture, passesOf } from './picture.js';
import { pause } from './runs.js';

const dare = { lesson: '06', version: 'v1_hillis_steele', options: { n: '16', subgroup: '8' }, words: '' }, dared = 'barrier();  // all have read before any overwrites';
const shown = { words: ['05', '--only', 'v3_global', '--n', '16', '--seed', '3', '--sim-schedule', 'in-order'], files: {}, page: true };
const most_ms = 20000;

/** What to do with the line that the start screen dares the learner to delete: said above the editor, and said anew once it is gone, or back. */
class Dare {
  constructor(app, line) {
    Object.assign(this, { app, line, gone: false });
    app.say(`Line ${line} is a barrier. Delete it, and watch the verdict and the picture. "Undo all changes" puts it back.`);
  }

  /** The text in the editor was changed. */
  heed(text) {
    const lines = text.split('\n').map((line) => line.trim()), there = lines.some((line) => line.startsWith(dared));
    const begun = !there && lines.some((line) => line && dared.includes(line)); // some of it is still there
    if (begun || there !== this.gone) return;
    this.gone = !there;
    this.app.say(there ? `The barrier is back. Does the verdict agree? ${this.app.course.wide.matches ? 'The guide' : '"Read"'} has more to break: see "Break it" there.` : this.missing);
  }
  get missing() {
    return `Line ${this.line}, the barrier, is gone: the verdict says what that did. "Undo all changes" puts the line back.`;
  }

  /** A run has ended. */
  judged(good) {
    if (this.gone) this.app.say(good ? `Right, and line ${this.line} is still gone: what you wrote does its work.` : this.missing);
  }
}

export class Start {
  /** `been`: the learner was here before. */
  constructor(app, been) {
    this.app = app;
    this.dared = app.catalogue.shaders[`shaders/06_subgroup_scan/${dare.version}.comp`].split('\n').findIndex((line) => line.includes(dared)) + 1;
    this.picture = make('div', { className: 'picture' });
    this.element = make('section', { className: 'start', 'aria-label': 'Start' },
      make('h2', {}, 'Compute shaders, pass by pass'),
      make('p', {}, 'For everyone who can program and wants to know how a GPU computes. Real OpenGL shaders run here on a simulated GPU: change a line, and see what every pass makes of it, and why it broke. This one sorts 16 keys:'),
      this.picture,
      make('div', { className: 'ways' },
        been ? button(`Continue where I was: ${app.course.hereWords}`, () => this.leave(), { className: 'act' }) : null,
        button('Start with lesson 01', () => this.begin(), { className: been ? '' : 'act' }),
        button(`Delete one line and watch a race: line ${this.dared} of a running sum`, () => this.dare()),
        button('Close, and do not show this again', () => this.leave())));
  }

  show() {
    const { main } = this.app;
    main.classList.add('starting');
    main.prepend(this.element);
    this.draw();
  }

  /** Draws once the workshop's own run, which comes first, has ended. */
  async draw() {
    if (this.picture.firstChild) return;
    this.picture.append(make('p', { className: 'quiet' }, 'In a moment, a sort is seen at work here: its shader is being run.'));
    while (this.app.runs.under_way) await pause();
    if (!this.element.isConnected) return;
    const { response } = await this.app.runs.other(shown, most_ms);
    if (this.element.isConnected) this.picture.replaceChildren(...response?.page ? [new Picture(await passesOf(response.page)).element] : []);
  }

  /** Also whenever the workshop opens something. */
  close() {
    this.app.store.set('start', 'closed');
    this.app.main.classList.remove('starting');
    this.element.remove();
    this.app.start = null;
  }

  /** Closed by the learner, who has not seen the workshop before: the tour explains it. */
  leave() {
    this.close();
    this.app.tour.offer();
  }

  begin() {
    const { app } = this, { course } = app, [lesson] = app.catalogue.lessons;
    course.openRun({ lesson: lesson.number, version: lesson.versions[0].name, options: {}, words: '' });
    course.reader.show(course.pageOf(lesson.number));
    course.turn('read');
    course.reader.article.focus({ preventScroll: true });
    app.tour.offer();
  }

  dare() {
    const { app } = this, { course } = app;
    course.reader.show(course.pageOf(dare.lesson), { anchor: 'break-it' });
    course.openRun(dare);
    course.turn('try');
    app.editor.go(Math.max(app.editor.lineOf(dared), 1));
    app.dare = new Dare(app, this.dared);
  }
}
