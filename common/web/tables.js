// SPDX-License-Identifier: MIT
// Small tables beside a run: what it cost, next to the run before it; a sweep over subgroup sizes; the buffers of a shader of one's own.

import { make } from '../report/page/dom.js';
import { counted } from './outcome.js';

const number = (value) => value.toLocaleString('en-GB');
const table = (caption, head, rows) => make('div', { className: 'scrolled', tabIndex: 0, role: 'region', 'aria-label': caption },
  make('table', {}, make('caption', {}, caption), make('thead', {}, make('tr', {}, ...head.map((words) => make('th', { scope: 'col' }, words)))),
    make('tbody', {}, ...rows)));
const row = (name, ...cells) => make('tr', {}, make('th', { scope: 'row' }, name), ...cells.map((cell) => (cell instanceof Node ? cell : make('td', {}, cell))));

/** Counts of a run, of the run before it, and how they differ. */
export function countsTable(now, before, beforeWords) {
  const rows = counted.filter(([key]) => now[key] || before?.[key]).map(([key, , words]) => {
    const change = before ? now[key] - before[key] : 0;
    return row(words, number(now[key]), ...(before ? [number(before[key]), make('td', { className: change > 0 ? 'more' : change < 0 ? 'less' : '' },
      change === 0 ? 'same' : `${change > 0 ? '+' : '−'}${number(Math.abs(change))}`)] : []));
  });
  return table('What the run cost, all dispatches of the first order together', ['', 'this run', ...(before ? [beforeWords, 'change'] : [])], rows);
}

const fine = ['right', 'ran', 'agrees'];

/** Outcomes by subgroup size and order. */
export function sweepTable(sweep) {
  const sizes = [...new Set(sweep.map((one) => one.subgroup_size))].sort((a, b) => a - b), orders = [...new Set(sweep.map((one) => one.schedule))];
  const cell = (size, order) => {
    const one = sweep.find((run) => run.subgroup_size === size && run.schedule === order);
    return make('td', { className: !one || fine.includes(one.outcome) ? '' : 'bad', title: one?.problems.join('\n') ?? '' }, one?.outcome ?? '');
  };
  return table('Subgroup sizes (rows) and orders (columns)', ['lanes', ...orders], sizes.map((size) => row(String(size), ...orders.map((order) => cell(size, order)))));
}

const most_elements = 256;

/** The first elements of each buffer before and after a run; what changed is marked. */
export function bufferTables(buffers) {
  return buffers.flatMap((buffer) => buffer.members.flatMap((member) => member.columns.map((column) => {
    const count = Math.min(column.after.length, most_elements), name = [buffer.name, member.name, column.name].filter(Boolean).join('.');
    const cells = column.after.slice(0, count).map((after, i) => make('span', { className: after === column.before[i] ? 'cell' : 'cell changed', title: `[${i}] was ${column.before[i]}` }, after));
    return make('section', {}, make('h3', {}, `${name}: ${column.type}[${member.count}]`),
      make('p', { className: 'quiet' }, `${buffer.began}; ${member.changed} changed${member.count > count ? `; the first ${count} are shown` : ''}`),
      make('div', { className: 'cells', tabIndex: 0, role: 'region', 'aria-label': `Values of ${name}` }, ...cells));
  })));
}
