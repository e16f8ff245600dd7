// SPDX-License-Identifier: MIT
// Numbers as words: in full for sentences, short for cells.

function full(value) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)));
}

const units = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']];

/** At most about five letters. */
function short(value) {
  if (!Number.isFinite(value)) return full(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e5) return String(value);
  for (const [unit, letter] of units) {
    if (Math.abs(value) >= unit) return `${Number((value / unit).toPrecision(2))}${letter}`;
  }
  return String(Number(value.toPrecision(2)));
}

/** A shader's lines are numbered file by file, from 1000 times its number on, as glsl::Source has them. */
const placeOf = (number) => (number > 1000 ? { file: Math.floor((number - 1) / 1000), line: (number - 1) % 1000 + 1 } : { file: 0, line: number });
const lineNumberOf = ({ file, line }) => 1000 * file + line;

/** "element 5" of a row, or "tile 1" where a cell stands for a tile. */
const nameOf = (row, cell) => `${row.span > 1 ? 'tile' : 'element'} ${row.first + cell}`;

const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** What `make` makes for a key: only once, and then kept in a map of the owner's. */
function once(owner, name, key, make) {
  const all = owner[name] ??= new Map();
  if (!all.has(key)) all.set(key, make());
  return all.get(key);
}
