// SPDX-License-Identifier: MIT
// Dividers between guide, editor and result: dragged, or moved with the arrow keys. Home, and a double click, put one back.

import { make } from '../report/page/dom.js';

const least = 15, most = 75, stride = 2; // percent of what a divider divides

class Divider {
  /** `pane`: the one on its left, inside `whole`; `name`: of the custom property that holds its width, kept in `store`. */
  constructor({ whole, pane, name, words, store }) {
    Object.assign(this, { whole, pane, name, store });
    this.element = make('div', { className: 'divider', role: 'separator', tabIndex: 0, 'aria-orientation': 'vertical', 'aria-label': words, 'aria-valuemin': least, 'aria-valuemax': most });
    this.element.addEventListener('pointerdown', (event) => {
      this.element.setPointerCapture(event.pointerId);
      document.body.classList.add('dragging'); // else the page of the run would take the pointer
      event.preventDefault();
    });
    this.element.addEventListener('pointermove', ({ pointerId, clientX }) => {
      const { left, width } = whole.getBoundingClientRect();
      if (this.element.hasPointerCapture(pointerId)) this.set(100 * (clientX - left) / width);
    });
    this.element.addEventListener('lostpointercapture', () => document.body.classList.remove('dragging'));
    this.element.addEventListener('dblclick', () => this.set(null));
    this.element.addEventListener('keydown', ({ key }) => {
      const to = { ArrowLeft: this.share - stride, ArrowRight: this.share + stride, Home: null }[key];
      if (to !== undefined) this.set(to);
    });
    pane.append(this.element);
    this.set(store.get(name));
    new ResizeObserver(() => this.say()).observe(pane);
  }

  /** How much the left pane has, in percent. */
  get share() {
    return 100 * this.pane.getBoundingClientRect().width / Math.max(this.whole.getBoundingClientRect().width, 1);
  }
  say() {
    this.element.setAttribute('aria-valuenow', String(Math.round(this.share)));
  }
  /** A share in percent; null: as the page has it. */
  set(share) {
    const kept = Number.isFinite(share) ? Math.min(Math.max(share, least), most) : null;
    if (kept === null) this.whole.style.removeProperty(`--${this.name}`);
    else this.whole.style.setProperty(`--${this.name}`, `${kept}%`);
    this.store.set(this.name, kept);
    this.say();
  }
}

export function addDividers({ page, guide, main, edit, store }) {
  new Divider({ whole: page, pane: guide, name: 'guide-width', words: 'Width of the guide', store });
  new Divider({ whole: main, pane: edit, name: 'edit-width', words: 'Width of the editor', store });
}
