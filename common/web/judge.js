// SPDX-License-Identifier: MIT
// The judge of the exercise in the workshop: its verdict, and then the run of what was solved, played once, before the card says why it works.

import { outcomeOf } from './outcome.js';
import { judgement } from './program.js';
import { capitalized } from './sentence.js';

const long_ms = 120000;
export const skeleton_words = 'This is still the skeleton: TODO marks what to fill in. What it does shows here as you type.';

/** What a message says first, and of one that leads to findings the first of them. */
function reasonIn(message, [found]) {
  const first = capitalized(message.split('\n')[0]);
  return first.endsWith(':') && found ? `${first} ${found.text}` : first;
}

export class Judge {
  /** `app`: the workshop. */
  constructor(app) {
    this.app = app;
    this.playing = ''; // the exercise whose run is being played
  }

  async judge() {
    const { app } = this, { exercise } = app.program;
    if (app.untouched) return app.task.tell(exercise, skeleton_words);
    app.task.tell(exercise, 'Judging …');
    const { response, failure } = await app.runs.other(judgement(app.catalogue, app.program, app.repairs), long_ms);
    if (!response) return app.task.tell(exercise, failure);
    const outcome = outcomeOf(response), { good, notes, message, findings } = outcome, here = app.program.exercise === exercise;
    if (here && !good) app.came(outcome, { program: app.program });
    else if (!app.live.checked) await app.runs.now(); // the run in view may be of an earlier text
    const cases = notes.filter((note) => note.startsWith('case')).map((note) => `: ${note}`).join('');
    app.task.tell(exercise, good ? `Solved. ${notes[0] ?? ''}` : `Not right yet${cases}. ${message ? reasonIn(message, findings) : outcome.output}`, good);
    app.choices.show(app.program);
    app.course.update();
    if (good && here) this.play(exercise);
  }

  /** Plays the run in view once; without a picture, says at once why it works. */
  play(exercise) {
    const { frame, stale, outcome } = this.app;
    if (stale || !outcome?.page) return this.app.task.explain(exercise);
    this.playing = exercise;
    frame.show(outcome.page, true, { act: 'play' });
  }
  /** The page of the run reports where it is. */
  hear({ step, last, playing }) {
    if (!this.playing || playing || step !== last) return;
    this.app.task.explain(this.playing);
    this.playing = '';
  }
}
