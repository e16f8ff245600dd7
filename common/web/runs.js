// SPDX-License-Identifier: MIT
// Runs of the program, one after the other: while it is edited only the latest text counts. A first run in one order is fast; the other
// orders follow.

import { outcomeOf } from './outcome.js';
import { request } from './program.js';

const patience_ms = 800; // a run that takes longer makes way for an edit
const quick_ms = 3000; // a run that takes longer is not repeated in other orders on its own
const limit_ms = 60000, long_ms = 120000, shader_limit = ['--time-limit', '5'];
const again_ms = 150;

/** From one look at whether a run has ended to the next. */
export const pause = () => new Promise((go) => setTimeout(go, again_ms));

export class Runs {
  /** `program()`: what to run now; `resting()`: true where there is nothing to run yet, which it says; `repairs()`: findings may say what repairs them; `waiting(words, left)`, `came(outcome, { program, left })`, `failed(sentence)` and `compared(before)` tell about it. */
  constructor(catalogue, engine, { program, resting, repairs, waiting, came, failed, compared }) {
    Object.assign(this, { catalogue, engine, program, resting, repairs, waiting, came, failed, compared });
    this.timer = null;
    this.under_way = false;
    this.wanted = false;
    this.others = 0; // other requests that wait or run
    this.more = []; // words that every run gets besides
  }

  /** On the page's root, so that tests can wait until all runs have ended, and none is about to begin. */
  settle(yes) {
    document.documentElement.dataset.settled = yes && this.timer === null && this.others === 0 ? 'yes' : 'no';
  }

  /** Runs soon: 300 ms after the last edit. */
  soon() {
    clearTimeout(this.timer);
    this.settle(false);
    this.timer = setTimeout(() => this.now(), 300);
  }

  async now(all_orders = false) {
    clearTimeout(this.timer);
    this.timer = null;
    this.wanted = true;
    this.all_orders = all_orders;
    this.settle(false);
    if (this.under_way) {
      if (performance.now() - this.since > patience_ms) this.engine.cancel();
      else setTimeout(() => this.wanted && performance.now() - this.since > patience_ms && this.engine.cancel(), patience_ms);
      return;
    }
    this.under_way = true;
    while (this.wanted) {
      this.wanted = false;
      await this.once();
    }
    this.under_way = false;
    this.settle(true);
  }

  async once() {
    if (this.resting()) return;
    this.compared(null); // what was known is of an earlier run
    const program = structuredClone(this.program()), one = !program.options.schedule;
    const began = performance.now(), built = await this.ask(program, one ? { schedule: 'in-order' } : {}, one ? 'others follow' : '');
    if (!built || this.wanted) return;
    if (one && (this.all_orders || performance.now() - began < quick_ms)) await this.ask(program, {}, '');
    else if (one) this.waiting('', 'in order; Run tries the other orders');
    if (!this.wanted) await this.compare(program);
  }

  /** Where a GPU's time is asked for: that of the version before this one, for the same number of elements. */
  async compare(program) {
    const { kind, lesson, version, options: { n, card } } = program, versions = kind === 'lesson' && card ? this.catalogue.lesson(lesson).versions : [];
    const before = versions[versions.findIndex(({ name }) => name === version) - 1], elements = n ?? String(this.catalogue.elements(lesson, version));
    if (!before) return;
    this.since = performance.now();
    const { response } = await this.engine.run(request(this.catalogue, { ...program, version: before.name, files: {} }, { options: { n: elements, schedule: 'in-order' }, page: false }), limit_ms);
    const [known] = response?.report?.versions ?? [];
    if (known?.predicted?.card) this.compared({ name: known.name, predicted: known.predicted, caption: { n: Number(elements) } });
  }

  /** One request; `left`: what is still to do after it. False where its answer leaves nothing to look for in other orders. */
  async ask(program, options, left) {
    this.since = performance.now();
    this.waiting('running');
    const result = await this.engine.run(request(this.catalogue, program, { repairs: this.repairs(), options, more: [...this.more, ...program.words.includes('--time-limit') ? [] : shader_limit] }), limit_ms);
    this.waiting('');
    if (result.cancelled) return false;
    if (!result.response) {
      const deep = /call stack|recursion/i.test(result.failure);
      this.failed(deep ? 'The shader is nested too deeply for this browser: divide its longest expression.'
        : result.trap ? `The simulator stopped (${result.failure}) and was started again; if it does so each time, please report the shader.` : result.failure);
      return false;
    }
    const outcome = outcomeOf(result.response), more = outcome.exit_code <= 1;
    this.came(outcome, { program, left: more ? left : '' });
    return more;
  }

  /** Runs all subgroup sizes: what they came to, and a sentence where that is nothing. */
  async sweep() {
    const { response, failure } = await this.other(request(this.catalogue, this.program(), { verb: ['sweep'], options: { subgroup: '', schedule: '', card: '' }, page: false }), long_ms);
    const outcome = response ? outcomeOf(response) : null;
    return [outcome?.sweep, failure ?? (outcome.sweep.length ? '' : outcome.message || outcome.output)];
  }

  /** Another request of the same program, such as a sweep, once what runs has ended: its response, or a sentence. */
  async other(asked, most_ms) {
    this.others += 1;
    this.settle(false);
    while (this.under_way) await pause();
    this.under_way = true;
    const result = await this.engine.run(asked, most_ms);
    this.under_way = false;
    this.others -= 1;
    if (this.wanted) this.now();
    else this.settle(true);
    return result;
  }
}
