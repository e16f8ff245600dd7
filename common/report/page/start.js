// SPDX-License-Identifier: MIT
// How the page opens: at which pass, in which view, and which value is followed.

/** True if passes put values in order, whatever they add up to find out where to. */
const moves = (version) => version.has((row) => row.source !== undefined);

/** The view that shows best what a version does. */
function bestView(version, own) {
  const has = (id) => own.some((view) => view.id === id);
  const some = (test) => version.has((row) => row.kind.length > 0 && row.source === undefined && test(row));
  if (version.firstWrong >= 0 && version.status !== 'shown') return has('image') ? 'image' : 'cells';
  for (const id of ['image', 'frames', 'slices']) if (has(id)) return id;
  if (!moves(version) && some((row) => row.kind.some(flows))) return 'tree';
  const neighbours = !some((row) => row.from.some((from, k) => Math.abs(row.to[k] - from) > 1));
  return has('network') ? neighbours ? 'bars' : 'network' : 'cells';
}

/** The view that shows what the strip of a version shows: all passes below each other, with arrows where values flow. */
function stripView({ version, views: own }) {
  if (own.some((view) => view.id === 'image')) return 'image';
  return !moves(version) && version.has((row) => row.kind.some(flows)) ? 'tree' : 'history';
}

/** A reader begins at the first wrong pass, a third into a film, at the first image, or after the first pass that adds, moves or compares. */
function firstStep(version) {
  const last = Math.max(version.steps.length - 1, 0);
  if (version.firstWrong >= 0 && version.status !== 'shown') return version.firstWrong;
  if (version.frames.length) return clamp(version.frames[Math.floor(version.frames.length / 3)].pass, 0, last);
  const image = version.steps.findIndex((step) => [...step.rows.values()].some((row) => row.pixels));
  if (image >= 0) return image;
  if (!version.hasInput) return 0;
  const shaped = version.caption.shape[0] > 1, linked = shaped ? -1 : version.steps.findIndex((step) => [...step.rows.values()].some((row) => row.from.length > 0));
  return Math.min(Math.max(linked, 1), last);
}

/** Indices of the cells of a row that hold a value still in use. */
function cellsInUse(row) {
  const cells = [];
  for (let i = 0; i < row.count; ++i)
    if (!untouched(row, i) && Number.isFinite(row.values[i]) && (!row.marks || row.marks[i] === Mark.plain)) cells.push(i);
  return cells;
}

/** The place whose value is followed at first: a wrong cell, the largest key of a sort, or one value on its way to the end; or null. */
function firstPlace(version, part, step) {
  const row = version.row(step, part);
  if (!row || row.pixels) return null;
  const wrong = row.marks ? row.marks.indexOf(Mark.wrong) : -1;
  if (wrong >= 0) return { step, cell: wrong };
  const last = version.steps.length - 1, links = version.before(last, part) ? version.links(last, part) : null;
  if (links && links.source === undefined && links.kind.length > 1 && links.kind.every((kind) => kind === Kind.moved)) // to where all of them go
    return { step: last, cell: links.to[Math.floor(links.to.length / 2)] };
  const cells = cellsInUse(row);
  if (!version.has((one) => one.kind.length > 0) || cells.length === 0) return null;
  const sorts = moves(version) || !version.has((one) => one.kind.some(flows));
  // Of a sum, one far right: it has a way to go in a reduction, and few sums to go into in a scan.
  const some = cells.filter((i) => row.values[i] !== 0), seen = some.length ? some : cells;
  return { step, cell: sorts ? cells.reduce((best, i) => row.values[i] > row.values[best] ? i : best) : seen[Math.floor(seen.length * 7 / 8)] };
}
