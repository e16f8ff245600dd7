// SPDX-License-Identifier: MIT
// A tour of five steps: a box beside what it explains, never over it. Once closed it does not come back on its own.

import { button, make } from '../report/page/dom.js';

const gap = 10, edge = 6;
// What each step explains, first in full; where a screen has no room beside that, a part of it.
const steps = [
  { side: 'read', targets: ['.guide', '.guide > .line'], title: 'The guide', words: 'Read here. A figure is a run: its button, or scrolling to it, opens it in the workshop. Where it says ./learn 01, the workshop has run that already.' },
  { side: 'try', targets: ['.text', '.filebar'], title: 'The shader', words: 'Change it: it runs 300 ms after your last key. Ctrl-Enter runs it at once, and Escape, then Tab leaves the editor.' },
  { side: 'try', targets: ['.verdict'], title: 'The verdict', words: 'Every pass was compared with the same pass on the CPU. What went wrong, and at which line, is listed here.' },
  { side: 'try', targets: ['.frame', '.result .tabs'], title: 'The passes', words: 'Each pass of the run: ← and → step through them, and "Predict" hides the next one for you to fill in.' },
  { side: 'try', targets: ['.choices'], title: 'What runs', words: 'Lessons, their versions, exercises, or a shader of your own. "Contents", in the guide, says how far you are.' },
];

/** Where a box of a size fits beside a target on the screen: { left, top }, or null. */
function placeBeside(target, { width, height }) {
  const within = (at, size, most) => Math.min(Math.max(at, edge), most - size - edge);
  const left = within(target.left, width, innerWidth), top = within(target.top, height, innerHeight);
  const places = [
    { left, top: target.bottom + gap }, { left, top: target.top - gap - height },
    { left: target.right + gap, top }, { left: target.left - gap - width, top },
  ];
  return places.find((one) => one.left >= 0 && one.top >= 0 && one.left + width <= innerWidth && one.top + height <= innerHeight) ?? null;
}

export class Tour {
  /** `app`: the workshop. */
  constructor(app) {
    this.app = app;
    this.at = 0;
    this.title = make('h2', {});
    this.words = make('p', { id: 'tour-words' });
    this.back = button('Back', () => this.go(this.at - 1));
    this.next = button('Next', () => this.go(this.at + 1), { className: 'act' });
    this.element = make('section', { className: 'tour', role: 'dialog', 'aria-describedby': 'tour-words' }, this.title, this.words,
      make('div', { className: 'tools' }, this.next, this.back, button('Close for good', () => this.close())));
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.close();
    });
    this.moved = () => this.place();
  }
  /** Begins, unless it was closed before. */
  offer() {
    if (this.app.store.get('tour') !== 'closed') this.begin();
  }

  begin() {
    this.before = { focus: document.activeElement, side: document.documentElement.dataset.side };
    document.body.append(this.element);
    addEventListener('resize', this.moved);
    this.go(0);
  }

  go(at) {
    if (at >= steps.length) return this.close();
    this.at = at;
    const { side, title, words } = steps[at];
    this.app.course.turn(side);
    this.title.textContent = `${title} (${at + 1} of ${steps.length})`;
    this.element.setAttribute('aria-label', `Tour, ${at + 1} of ${steps.length}: ${title}`);
    this.words.textContent = words;
    this.back.hidden = at === 0;
    this.next.textContent = at + 1 < steps.length ? 'Next' : 'Done';
    this.place();
    this.next.focus({ preventScroll: true });
  }

  place() {
    this.shown?.classList.remove('toured');
    this.shown = null;
    for (const selector of steps[this.at].targets) {
      const target = document.querySelector(selector);
      target.scrollIntoView({ block: 'nearest' });
      const place = placeBeside(target.getBoundingClientRect(), this.element.getBoundingClientRect());
      this.shown = target;
      if (!place) continue;
      Object.assign(this.element.style, { left: `${place.left}px`, top: `${place.top}px` });
      break;
    }
    this.shown.classList.add('toured');
  }

  /** For good: only "Help" shows it again. A narrow screen goes back to the side that it began on. */
  close() {
    this.app.store.set('tour', 'closed');
    this.shown?.classList.remove('toured');
    removeEventListener('resize', this.moved);
    this.element.remove();
    this.app.course.turn(this.before.side);
    this.before.focus?.focus?.({ preventScroll: true });
  }
}
