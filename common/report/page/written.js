// SPDX-License-Identifier: MIT
// Which cells were written in a pass, and by whom: the ids of the invocations, in a thin row above the cells.

/** Which cells a step wrote, as far as its links, its writers and the row before tell; null: all of them. */
function writtenCells(version, step, part) {
  const row = version.row(step, part);
  if (!row || row.pixels) return null;
  if (row.wrote === undefined) row.wrote = findWritten(version, step, part);
  return row.wrote;
}

function findWritten(version, step, part) {
  const row = version.row(step, part), before = version.before(step, part), known = row.writers?.some((who) => who > 0);
  if (row.input || !before || row.span !== before.span || row.array !== before.array || row.count !== before.count || row.own) return null;
  const links = version.links(step, part);
  if (links.from.length === 0 && !known) return null;
  const written = new Uint8Array(row.count);
  for (let i = 0; i < row.count; ++i) written[i] = row.writers?.[i] > 0 || !Object.is(row.values[i], before.values[i]) ? 1 : 0;
  for (let k = 0; k < links.from.length; ++k) {
    written[links.to[k]] = 1;
    if (!flows(links.kind[k])) written[links.from[k]] = 1;
  }
  return written.includes(0) ? written : null;
}

const measure = document.createElement('canvas').getContext('2d');
const idsHeight = 15; // of the row of ids and the space below it

/** True if the ids of a row's invocations are known, and fit above cells of a width. */
function idsFit(row, cell) {
  if (!row?.writers || row.span > 1 || cell < 9) return false;
  row.most ??= row.writers.reduce((most, who) => Math.max(most, who), 0);
  measure.font = font(10);
  return row.most > 0 && measure.measureText(String(Math.max(row.most, row.first + row.count) - 1)).width + 2 <= cell;
}

/** Which notes a drawing of rows has room for. */
const notesAt = (layout) => [...layout && layout.columns.cell >= leastOutlined ? ['kept'] : [], ...layout?.ids ? ['works', 'rests'] : []];

/** The ids of the invocations that wrote a row's cells; idle ones in grey, with their ids if each invocation has its own cell. */
function drawIds(c, columns, row, y, seen) {
  const [begin, end] = columns.seen(seen);
  row.owners ??= row.writers.every((who, i) => who === 0 || who - 1 === row.first + i);
  for (let i = begin; i < Math.min(end, row.count); ++i) {
    if (row.marks?.[i] === Mark.absent) continue;
    const who = row.writers[i], named = row.owners && columns.cell >= roomy;
    drawId(c, columns.x(i), y, columns.x(i + 1) - columns.x(i) - 1, who > 0 ? who - 1 : named ? row.first + i : '', who > 0);
  }
}

function drawId(c, x, y, width, id, works) {
  c.fillStyle = works ? theme.quiet : theme.pale;
  c.fillRect(x, y, width, idsHeight - 2);
  setLetters(c, works ? theme.paper : theme.quiet, 10, 'center', 'middle');
  c.fillText(String(id), x + width / 2, y + idsHeight / 2);
}
