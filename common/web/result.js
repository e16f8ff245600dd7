// SPDX-License-Identifier: MIT
// What a run came to: a verdict, its findings with the lines that they point to, and tabs for the passes and the numbers.

import { button, fill, make } from '../report/page/dom.js';
import { timeWords } from '../report/page/gpu_time.js';
import { sentence } from './sentence.js';
import { bufferTables, countsTable, sweepTable } from './tables.js';

/** A message: its sentence, and what it quotes or lists below as it is. */
function messageOf(message) {
  const [sentence, ...others] = message.split('\n');
  return [make('p', { className: 'finding bad-finding' }, sentence), others.length ? make('pre', { className: 'message', tabIndex: 0, role: 'region', 'aria-label': 'Message' }, others.join('\n')) : null];
}

export class Result {
  /** `jump(file, line)` leads to a line; `sweep()` runs all subgroup sizes; `frame`: the page of the run. */
  constructor({ jump, sweep, frame }) {
    Object.assign(this, { jump, sweep, frame });
    this.verdict = make('p', { className: 'verdict', role: 'status' });
    this.orders = make('span', {});
    this.found = make('div', { className: 'found' });
    this.numbers = make('div', {});
    this.sizes = make('div', {});
    this.buffers = make('div', {});
    this.unfolded = false;
    this.stale = make('p', { className: 'quiet' });
    this.time = make('p', { className: 'gpu' }); // of a GPU
    this.passes = make('div', { className: 'passes' }, this.stale, this.frame.element);
    this.tabs = [['Passes', this.passes], ['Counts', this.numbers], ['Subgroup sizes', this.sizes], ['Buffers', this.buffers]].map(([words, panel], k) => {
      panel.id = `part-${k}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-label', words);
      const tab = button(words, () => this.choose(k), { role: 'tab', 'aria-controls': panel.id });
      tab.addEventListener('keydown', ({ key }) => {
        const on = this.tabs.filter((one) => !one.tab.hidden), at = on.findIndex((one) => one.tab === tab);
        const to = on[{ ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: on.length - 1 }[key]];
        if (!to) return;
        this.choose(this.tabs.indexOf(to));
        to.tab.focus();
      });
      return { tab, panel };
    });
    this.element = make('section', { className: 'result', 'aria-label': 'Result' },
      make('div', { className: 'line' }, this.verdict, make('div', { role: 'tablist', 'aria-label': 'What to show', className: 'tabs' }, ...this.tabs.map((one) => one.tab))),
      this.found, ...this.tabs.map((one) => one.panel));
    this.choose(0);
  }

  choose(number) {
    this.chosen = number;
    this.tabs.forEach(({ tab, panel }, k) => {
      tab.setAttribute('aria-selected', String(k === number));
      tab.tabIndex = k === number ? 0 : -1;
      panel.hidden = k !== number;
    });
  }

  /** Brings the passes into view, also where the result is below the editor. */
  reveal() {
    this.choose(0);
    this.element.scrollIntoView({ block: 'nearest' });
  }

  /** Which tabs there are: a shader of one's own has buffers besides. */
  offer(kind) {
    const own = kind === 'own';
    this.tabs[3].tab.hidden = !own;
    if (own) this.choose(3);
    if (!own && this.chosen === 3) this.choose(0);
  }

  /** While a run is under way the last result stays in view, paler. */
  wait(words, left = '') {
    if (left) this.orders.textContent = left;
    this.element.classList.toggle('waiting', words !== '');
    if (words) fill(this.verdict, make('span', { className: 'badge' }, words));
  }

  /** Says why nothing has run. */
  rest(words) {
    this.wait('');
    fill(this.verdict, make('span', { className: 'badge' }, 'your turn'));
    fill(this.found, make('p', { className: 'finding' }, words));
    fill(this.numbers);
    this.keep('');
  }

  /** Says that the passes in view are those of an earlier run; '': they are not. */
  keep(words) {
    this.stale.textContent = words;
    this.passes.classList.toggle('stale', words !== '');
  }

  /** Shows an outcome. `before`: the one to compare its counts with. `left`: what is still to do. `more`: what else to say of the verdict. */
  show(outcome, { before, beforeWords, left, more }) {
    this.wait('');
    const { good, verdict, message, findings, errors, passes, orders, milliseconds, notes } = outcome;
    const words = [passes ? `${passes} ${passes === 1 ? 'pass' : 'passes'}` : '', `${Math.round(milliseconds)} ms`];
    this.orders.textContent = left ? `in order; ${left}` : orders;
    const beside = [words.filter(Boolean).join(' · '), ...(left || orders ? [' · ', this.orders] : []), more ? ` · ${more}` : ''];
    fill(this.verdict, make('span', { className: `badge ${good ? 'good' : 'wrong'}` }, verdict), ' ', ...beside);
    fill(this.time, outcome.gpuTime, ...this.payer(outcome.most));
    fill(this.found, ...(message && errors.length === 0 ? messageOf(message) : []),
      ...errors.map((error) => this.finding({ kind: error.kind, text: error.text, places: [error] })),
      ...findings.slice(0, 1).map((finding) => this.finding(finding)), this.others(findings.slice(1)),
      outcome.cause?.name ? make('div', { className: 'finding' }, make('strong', {}, `${outcome.cause.name}: `), outcome.cause.what, make('p', {}, outcome.cause.meaning),
        make('details', {}, make('summary', {}, 'A hint'), make('p', {}, outcome.cause.hints[0]))) : null,
      outcome.gpuTime ? this.time : null,
      notes.length ? make('ul', { className: 'notes' }, ...notes.map((note) => make('li', {}, note))) : null);
    if (outcome.totals) fill(this.numbers, countsTable(outcome.totals, before, beforeWords));
    if (outcome.buffers) fill(this.buffers, ...bufferTables(outcome.buffers));
  }

  /** The findings after the first, folded until they are asked for. */
  others(findings) {
    if (findings.length === 0) return null;
    const made = make('details', { open: this.unfolded }, make('summary', {}, `${findings.length} more ${findings.length === 1 ? 'finding' : 'findings'}`), ...findings.map((finding) => this.finding(finding)));
    made.addEventListener('toggle', () => { this.unfolded = made.open; });
    return made;
  }

  /** A button that leads to a place in a file. */
  place({ file, line }) {
    return button(`${file.split('/').pop()}:${line}`, () => this.jump(file, line), { className: 'place' });
  }
  payer(line) {
    return line ? [' ', this.place(line), ` pays most, ${timeWords(line.us)}.`] : [];
  }

  finding({ kind, text, harmless, places, times }) {
    const at = ({ file, line, role }) => make('li', {}, this.place({ file, line }), role ? ` ${role}` : '');
    return make('div', { className: harmless ? 'finding' : 'finding bad-finding' }, make('p', {}, ...sentence(kind, text), times > 1 ? ` (found ${times} times)` : ''),
      make('ul', { className: 'places' }, ...places.map(at)));
  }

  /** The tab of the sweep: a button, or what it found. */
  offerSweep(sweep, words = '') {
    fill(this.sizes, make('p', {}, 'A kernel that is right with subgroups of 32 may be wrong with 8 or 64. This runs it with subgroups of 4 to 64 lanes, in four orders each.'),
      button('Run all subgroup sizes', this.sweep), words ? make('p', { className: 'bad', role: 'status' }, words) : null, sweep?.length ? sweepTable(sweep) : null);
  }
}
