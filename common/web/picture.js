// SPDX-License-Identifier: MIT
// A small moving picture of a real run: one bar per key, pass after pass.

import { button, make } from '../report/page/dom.js';
import { decodeRows, inflated } from '../report/page/rows.js';

const pause_ms = 900, wide = 480, high = 150;
const svg = (tag, attributes) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

/** What a run holds of its only version: [{ label, values }], the input first. */
export async function passesOf(run) {
  const [version] = JSON.parse(run).versions, heads = JSON.parse(new TextDecoder().decode(await inflated(version.rows)));
  return decodeRows(heads, await inflated(version.numbers)).map(({ label, values }) => ({ label, values: [...values] }));
}

export class Picture {
  constructor(passes) {
    this.passes = passes;
    this.at = 0;
    const [{ values }] = passes, pitch = wide / values.length;
    this.most = Math.max(...values);
    this.bars = values.map((_, k) => svg('rect', { x: k * pitch + 1, width: pitch - 2 }));
    this.words = make('figcaption', {});
    this.playing = button('Pause', () => this.play(!this.timer));
    const drawing = svg('svg', { viewBox: `0 0 ${wide} ${high}`, role: 'img', 'aria-label': `${values.length} keys, sorted pass by pass` });
    drawing.append(...this.bars);
    this.element = make('figure', { className: 'moving' }, drawing, make('div', { className: 'line' }, this.words, this.playing));
    this.draw();
    this.play(!matchMedia('(prefers-reduced-motion: reduce)').matches);
  }

  play(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.step(), pause_ms) : 0;
    this.playing.textContent = on ? 'Pause' : 'Play';
  }
  step() {
    if (!this.element.isConnected) return this.play(false);
    this.at = (this.at + 1) % this.passes.length;
    this.draw();
  }
  draw() {
    const { values, label } = this.passes[this.at], before = this.at ? this.passes[this.at - 1].values : values;
    values.forEach((value, k) => {
      const height = Math.max(value / this.most * (high - 6), 2), bar = this.bars[k];
      bar.setAttribute('y', String(high - height));
      bar.setAttribute('height', String(height));
      bar.classList.toggle('changed', value !== before[k]);
    });
    this.words.textContent = this.at ? `Pass ${this.at} of ${this.passes.length - 1}: ${label}` : 'The input';
  }
}
