// SPDX-License-Identifier: MIT
// What a pass does, in a sentence: read off its links, and off its values where it has none.

/** The sentence for a step; empty if no rule was found. */
function ruleOf(version, part, step) {
  const row = version.row(step, part), before = version.before(step, part), links = version.links(step, part);
  if (links.from.length === 0 || (row.span === 1 && before.span === 1 && scans(row, before) !== null)) {
    const inclusive = scans(row, before), begins = inclusive ?? scans(row, before, true);
    return begins ? scanRule(version, part, step, begins, !inclusive) : '';
  }
  if (!links.kind.some(flows)) return pairRule(version, row, links, step);
  const all = [...links.from.keys()].filter((k) => flows(links.kind[k]));
  if (row.source !== undefined) return 'Each value of the row above moves to another place; the shader says where.';
  const added = all.filter((k) => links.kind[k] === Kind.added), moved = all.filter((k) => links.kind[k] === Kind.moved);
  if (added.length && moved.length) return bothRule(links, added, moved);
  if (added.length) return sumRule(version, part, step, row, before, links, added);
  return moved.length ? moveRule(row, before, links, moved) : '';
}

/** The one value that all of some links have; null if they differ. */
function common(list, of) {
  const values = new Set(list.map(of));
  return values.size === 1 ? values.values().next().value : null;
}
const sideOf = (offset) => offset > 0 ? 'right' : 'left';

function pairRule(version, row, links, step) {
  const pairs = [...links.from.keys()].filter((k) => !flows(links.kind[k])).map((k) => [Math.min(links.from[k], links.to[k]), Math.max(links.from[k], links.to[k]), links.kind[k]]);
  const stride = common(pairs, ([low, high]) => high - low), block = headsOf(version, step)?.block;
  const rises = ([low, high, kind]) => directionOf(kind) === 0 ? row.values[low] <= row.values[high] : directionOf(kind) > 0;
  const words = stride === null ? 'Pairs of elements are compared' : stride === 1 ? 'Neighbours are compared' : `Elements ${stride} apart are compared`;
  const way = common(pairs, rises);
  if (way !== null) return `${words}; the larger goes ${way ? 'right' : 'left'}.`;
  if (block && pairs.every((pair) => rises(pair) === (Math.floor((row.first + pair[0]) / block) % 2 === 0)))
    return `${words}; the larger goes right in elements 0 to ${block - 1}, left in the next ${block}, and so on.`;
  return `${words}; the larger goes right in some pairs, left in others.`;
}

/** By cell, the cells that some links lead to it from, in order. */
function sourcesOf(links, some) {
  const sources = new Map();
  for (const k of some) sources.set(links.to[k], [...sources.get(links.to[k]) ?? [], links.from[k]]);
  for (const list of sources.values()) list.sort((a, b) => a - b);
  return [...sources];
}

function sumRule(version, part, step, row, before, links, added) {
  const sources = sourcesOf(links, added), kept = new Set(flowsOf(links, before).kept), noun = row.span > 1 ? 'tile' : 'cell';
  const single = sources.every(([, list]) => list.length === 1), keeps = sources.every(([to]) => kept.has(to));
  if (before.span > row.span) return version.heldRow(step, part) ? 'Each cell adds the value of the tile above it to what it held.' : 'Each cell adds the value of the tile above it.';
  if (row.span > before.span) return `Each ${noun} adds up the values above it.`;
  if (single && keeps) {
    const offset = common(sources, ([to, [from]]) => from - to);
    if (offset !== null) return `Each cell that is written adds ${Math.abs(offset) === 1 ? `its ${sideOf(offset)} neighbour` : `the value ${Math.abs(offset)} cells to its ${sideOf(offset)}`} to its own.`;
  }
  if (keeps) return `Each ${noun} that is written adds values of the row above to its own.`;
  if (sources.length > 1 && sources.every(([to, list]) => list.length <= to && list.every((from, k) => from === k) && list[list.length - 1] === to - 1)) return `Each ${noun} adds up all to its left.`;
  const counts = sources.map(([, list]) => list.length), most = Math.max(...counts), steps = new Set(sources.flatMap(([, list]) => list.slice(1).map((from, k) => from - list[k])));
  const words = `${most > Math.min(...counts) ? 'at most ' : ''}${plural(most, 'value')}`;
  if (steps.size === 1) return `Each cell that is written adds up ${words}${steps.has(1) ? ', neighbours in the row above' : `, ${[...steps][0]} apart in the row above`}.`;
  return `Each cell that is written adds up ${words} of the row above.`;
}

function bothRule(links, added, moved) {
  const add = common(added, (k) => links.from[k] - links.to[k]), move = common(moved, (k) => links.from[k] - links.to[k]);
  if (add === null || move === null || add !== -move) return 'Some values are added to other cells, some move.';
  return `Of two cells ${Math.abs(add)} apart, the ${sideOf(-add)} one adds the ${sideOf(add)} one, which takes the old value of the ${sideOf(-add)} one.`;
}

function moveRule(row, before, links, moved) {
  const lasts = row.span > before.span && moved.every((k) => links.from[k] === Math.min((links.to[k] + 1) * row.span, before.count) - 1);
  if (lasts) return 'Each tile takes the last value above it.';
  const offset = common(moved, (k) => links.to[k] - links.from[k]);
  if (offset) return `Values move ${Math.abs(offset)} to the ${sideOf(offset)}.`;
  if (moved.length === 1) return `The value of ${nameOf(before, links.from[moved[0]])} moves to the first cell of another array.`;
  const every = sourcesOf(links, moved).map(([to, [from]]) => [to, from]).sort(([a], [b]) => a - b), stride = every[1][1] - every[0][1];
  if (row.array !== before.array && every.every(([to, from], k) => to === k && from === k * stride))
    return stride === 1 ? 'Values move to the first cells of another array.' : `The first of every ${stride} values moves to another array, side by side.`;
  return 'Values move to other places.';
}

/**
 * Where the sums of a row begin, if it is a scan; null if not. Each value is the one to its left plus its own old one, or, at a beginning, just
 * that; `exclusive`: plus the old one of its left neighbour, or, at a beginning, 0.
 */
function scans(row, before, exclusive = false) {
  if (!before || row.count !== before.count || row.count < 4 || !(row.type === 'uint' || row.type === 'int')) return null;
  const begins = [], first = (i) => exclusive ? 0 : before.values[i];
  let continued = 0;
  for (let i = 0; i < row.count; ++i) {
    const added = exclusive ? before.values[i - 1] : before.values[i], sum = i > 0 ? sumOf(row.type, [row.values[i - 1], added]) : NaN;
    if (row.values[i] === sum) continued += added !== 0;
    else if (row.values[i] === first(i)) begins.push(i);
    else return null;
  }
  return 4 * continued >= row.count ? begins : null;
}
function scanRule(version, part, step, begins, exclusive) {
  const first = begins.length === 1 ? 'the first' : isDivided(version, step, part) ? 'the last dashed line' : 'the beginning of its tile or block';
  return `Each cell adds up the values above, from ${first} to ${exclusive ? 'its left neighbour' : 'itself'}.`;
}

/** Block and stride of a pass whose label names them. */
function headsOf(version, step) {
  const found = version.steps[step]?.label.match(/^block (\d+), stride (\d+)/);
  return found ? { block: Number(found[1]), stride: Number(found[2]) } : null;
}
