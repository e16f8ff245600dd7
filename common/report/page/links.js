// SPDX-License-Identifier: MIT
// What happened between the row above and the row below: compared, swapped, added, combined, moved.

/** Assigns tracks to pairs so that none overlap; cached at the row. */
function tracksOf(row) {
  if (row.tracks) return row.tracks;
  const low = (k) => Math.min(row.from[k], row.to[k]), order = [...row.from.keys()].sort((a, b) => low(a) - low(b));
  const found = tracksFor(order.map((k) => [low(k), Math.max(row.from[k], row.to[k])]), 64), track = new Uint16Array(row.from.length);
  order.forEach((k, at) => track[k] = found[at]);
  return row.tracks = { track, count: found.reduce((most, one) => Math.max(most, one + 1), 1) };
}

/** A pair as a bracket; legs with heads lead down to both cells where the two were swapped, and dotted ones where not; where they are too `dense`, as pale as dots. */
function drawPair(c, kind, left, right, y, top, bottom, wide, dense) {
  c.strokeStyle = c.fillStyle = linkColour(kind);
  c.lineWidth = wide ? 3 : swaps(kind) ? 1.8 : 1.5;
  if (!swaps(kind) && dense) c.globalAlpha = 0.4; // of a dotted line's length is drawn, which takes far longer
  else if (!swaps(kind)) c.setLineDash([2, 3]);
  c.beginPath();
  for (const x of [left, right]) trace(c, [x, top], [x, bottom]);
  c.stroke();
  c.setLineDash([]);
  c.globalAlpha = 1;
  drawComparison(c, kind, left, y, right, y, wide);
  if (swaps(kind) && right - left >= 6) for (const x of [left, right]) drawHead(c, x, bottom + 2, 0, 1, 6);
}

/** All links of a row at a place; those that touch a chosen cell of both rows, `was` above and `chosen` below, are drawn last, and wide. */
function drawLinks(c, place, row, before, seen, was, chosen) {
  drawFlows(c, place, row, before, seen, (from, to) => was?.has(from) && chosen?.has(to));
  const { above, below, top, bottom } = place, { track, count } = tracksOf(row), gap = (bottom - top) / (count + 1), touched = [];
  const draw = (k, wide) => {
    const [left, right] = [row.from[k], row.to[k]].map((cell) => above.middle(cell)).sort((a, b) => a - b);
    if (right < seen.x - 8 || left > seen.x + seen.w + 8) return;
    drawPair(c, row.kind[k], left, right, top + (track[k] + 1) * gap, top, bottom, wide, below.tiny);
  };
  const stride = below.strideOf(row.from.length);
  for (let k = 0; k < row.from.length; ++k) {
    if (flows(row.kind[k])) continue;
    if (chosen && (chosen.has(row.from[k]) || chosen.has(row.to[k]))) touched.push(k);
    else if (k % stride === 0) draw(k, false);
  }
  for (const k of touched) draw(k, true);
  drawForms(c, place, row, 'extra');
  drawForms(c, place, row, 'missing');
  if (chosen) drawForms(c, place, row, 'placed', chosen);
}

/** Links of a row that have a form of their own; a pair has one from each of its cells. Of those that go into `chosen` cells, or of all. */
function drawForms(c, { above, below, top, bottom }, row, form, chosen = null) {
  const { from, to, kind } = row[form];
  for (let k = 0; k < from.length; ++k)
    for (const [a, b] of flows(kind[k]) ? [[from[k], to[k]]] : [[from[k], to[k]], [to[k], from[k]]]) {
      if (chosen && !chosen.has(b)) continue;
      const x = below.meet(b, above.middle(a));
      drawForm(c, form, above.meet(a, x), x, top, bottom);
    }
}

const mostStories = 6;

/** Describes what happened to cell i on the way to its row; `held`: its cells held what `before` shows. */
function storiesOf(row, before, held, i) {
  const stories = [], further = [];
  const value = (at) => before && at < before.count ? full(before.values[at]) : 'a value that is not shown';
  for (let k = 0; k < row.from.length; ++k) {
    const from = row.from[k], to = row.to[k], kind = row.kind[k];
    if (to !== i && (from !== i || !held)) continue;
    if (stories.length >= mostStories) {
      if (kind === Kind.added && to === i) further.push(before.values[from]);
      continue;
    }
    const other = from === i ? to : from, name = nameOf(to === i && before ? before : row, other);
    if (kind === Kind.added) {
      stories.push(to === i ? `${value(from)} from ${name} was added` : `its previous value, ${value(i)}, was added to ${name}`);
    } else if (kind === Kind.combined) {
      stories.push(to === i ? `${value(from)} from ${name} was combined with it` : `its previous value, ${value(i)}, was combined with ${name}`);
    } else if (kind === Kind.moved) {
      stories.push(to === i ? `${value(from)} came from ${name}` : `its previous value, ${value(i)}, went to ${name}`);
    } else {
      const way = ['the larger goes left: ', '', 'the larger goes right: '][directionOf(kind) + 1];
      stories.push(`compared with ${name}: ${value(i)} here, ${value(other)} there; ${way}${swaps(kind) ? 'they were swapped' : 'they stay as they are'}`);
    }
  }
  if (further.length) stories.push(`${further.length} more, ${full(sumOf(row.type, further))} in total, were added`);
  if (before.total > before.count && stories.some((one) => one.endsWith('added')))
    stories.push('elements that are not shown may have been added as well');
  if (row.own) stories.push(`an element's own value, ${full(row.ownValues[i])}, was ${row.own > 0 ? 'added' : 'subtracted'}`);
  return stories;
}

/** Which values of the row above decided from where the value of cell i was read, or where it was put; '' where none did. */
function placedBy(row, before, i) {
  const from = [...row.placed.from].filter((_, k) => row.placed.to[k] === i && row.placed.from[k] < before.count);
  const named = from.slice(0, mostStories).map((at) => `${full(before.values[at])} from ${nameOf(before, at)}`);
  return from.length > named.length ? `${named.join(', ')} and ${from.length - named.length} more` : named.join(', ');
}

/** Adds as a shader does: integers modulo 2^32. */
function sumOf(type, values) {
  if (type === 'uint') return values.reduce((sum, value) => (sum + value) >>> 0, 0);
  if (type === 'int') return values.reduce((sum, value) => (sum + value) | 0, 0);
  return values.reduce((sum, value) => sum + value, 0);
}
