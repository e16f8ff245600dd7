// SPDX-License-Identifier: MIT
// The page of a run in a frame of its own: it may run its own scripts and nothing else, and has no access to this page. The program's next
// run is handed to it, and takes the place of the one shown. That of another program loads unseen until it is drawn.

import { make } from '../report/page/dom.js';

const silent_ms = 700; // a page without passes reports nothing, and is shown all the same

export class Frame {
  /** `template`: the page of a run, with {{run}} for the run; `shown(what)`: the page of the run reports the lines that made the pass that it shows; `reordered(schedule)`: it asks for another order. */
  constructor(template, shown, reordered) {
    this.template = template;
    this.shown = shown;
    this.reordered = reordered;
    this.element = make('div', { className: 'frame' });
    this.front = this.coming = null;
    this.wish = {}; // where the next run opens: as the one before it was left
    this.run = this.before = null;
    addEventListener('message', ({ source, data }) => {
      const what = data?.passByPass;
      if (typeof what !== 'object' || what === null) return;
      if (this.coming && source === this.coming.contentWindow) this.swap();
      if (this.front && source === this.front.contentWindow) this.hear(what);
    });
  }

  swap() {
    this.front?.remove();
    this.front = this.coming;
    this.coming = null;
    this.front.classList.remove('coming');
    this.front.removeAttribute('aria-hidden');
    this.front.tabIndex = 0;
    this.tell(this.before);
  }

  hear({ step, last, view, part, moment, height, lines, exact, schedule, playing, predicting, asksTime }) {
    if (/^turns:[\d.*,]{1,2000}$/.test(schedule ?? '')) return this.reordered(schedule);
    this.wish = { step, last, view, part, moment };
    this.element.style.setProperty('--high', `${Math.min(Math.max(Number(height) || 0, 300), 4000)}px`);
    const place = (one) => typeof one?.file === 'string' && Number.isInteger(one.line);
    this.shown({ lines: Array.isArray(lines) ? lines.filter(place) : [], exact: place(exact) ? exact : null, step, last, playing: playing === true, predicting: predicting === true, asksTime: asksTime === true });
  }

  /** Shows a run; `fresh`: of another program, so it opens as it likes, or where `wish` says. */
  show(run, fresh, wish = {}) {
    if (fresh) this.wish = wish;
    this.run = run;
    const { theme } = document.documentElement.dataset;
    if (this.front && !this.coming && !fresh) this.front.contentWindow.postMessage({ passByPass: { run, theme } }, '*');
    else this.load(run, theme);
  }

  load(run, theme) {
    const host = JSON.stringify(this.wish).replace(/&/g, '&amp;').replace(/"/g, '&quot;');
    const named = theme === 'dark' || theme === 'light' ? ` data-theme="${theme}"` : '';
    this.coming?.remove();
    this.coming = make('iframe', { title: 'The page of the run: step through its passes', sandbox: 'allow-scripts', className: 'coming', 'aria-hidden': 'true', tabIndex: -1 });
    this.coming.srcdoc = this.template.replace('<html lang="en">', () => `<html lang="en" data-host="${host}"${named}>`).replace('{{run}}', () => run);
    const made = this.coming;
    made.addEventListener('load', () => setTimeout(() => this.coming === made && this.swap(), silent_ms));
    this.element.append(made);
  }
  /** `before`: the version before the one shown, { name, predicted, caption: { n } }, or null: "Predict" asks which of the two is faster. */
  tell(before) {
    this.before = before;
    this.front?.contentWindow.postMessage({ passByPass: { before } }, '*');
  }
  again() {
    if (this.run) this.show(this.run, false);
  }
  clear() {
    this.element.replaceChildren();
    this.front = this.coming = this.run = this.before = null;
  }
}
