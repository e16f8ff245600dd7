// SPDX-License-Identifier: MIT
// What happened between the row above and the row below: compared, swapped, added, combined, moved.

/** Assigns tracks to pairs so that none overlap; cached at the row. */
function tracksOf(row) {
  if (row.tracks) return row.tracks;
  const order = [...row.from.keys()].sort((a, b) => Math.min(row.from[a], row.to[a]) - Math.min(row.from[b], row.to[b]));
  const ends = [], track = new Uint16Array(row.from.length);
  for (const k of order) {
    const low = Math.min(row.from[k], row.to[k]), high = Math.max(row.from[k], row.to[k]);
    let free = ends.findIndex((end) => end < low);
    if (free < 0) free = ends.length < 64 ? ends.length : 63;
    ends[free] = high;
    track[k] = free;
  }
  return row.tracks = { track, count: Math.max(ends.length, 1) };
}

/** A pair as a bracket; legs with heads lead down to both cells where the two were swapped. */
function drawPair(c, kind, left, right, y, top, bottom, wide) {
  c.strokeStyle = c.fillStyle = linkColour(kind);
  c.lineWidth = wide ? 3 : swaps(kind) ? 1.8 : 1;
  if (!swaps(kind)) c.setLineDash([2, 3]);
  c.beginPath();
  for (const x of [left, right]) {
    c.moveTo(x, top);
    c.lineTo(x, bottom);
  }
  c.stroke();
  c.setLineDash([]);
  drawComparison(c, kind, left, y, right, y, wide);
  if (swaps(kind) && right - left >= 6) for (const x of [left, right]) drawHead(c, x, bottom + 2, 0, 1, 6);
}

/** All links of a row between two heights; those that touch a chosen cell are drawn last, and wide. */
function drawLinks(c, columns, row, top, bottom, seen, chosen) {
  const { track, count } = tracksOf(row);
  const gap = (bottom - top) / (count + 1), touched = [];
  const draw = (k, wide) => {
    const from = columns.middle(row.from[k]), to = columns.middle(row.to[k]);
    if (Math.max(from, to) < seen.x - 8 || Math.min(from, to) > seen.x + seen.w + 8) return;
    if (flows(row.kind[k])) drawFlow(c, row.kind[k], from, to, top, bottom, wide);
    else drawPair(c, row.kind[k], Math.min(from, to), Math.max(from, to), top + (track[k] + 1) * gap, top, bottom, wide);
  };
  const stride = columns.strideOf(row.from.length);
  for (let k = 0; k < row.from.length; ++k) {
    if (chosen && (chosen.has(row.from[k]) || chosen.has(row.to[k]))) touched.push(k);
    else if (k % stride === 0) draw(k, false);
  }
  for (const k of touched) draw(k, true);
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
    const other = from === i ? to : from, name = `element ${row.first + other}`;
    if (kind === Kind.added) {
      stories.push(to === i ? `${value(from)} from ${name} was added` : `its previous value, ${value(i)}, was added to ${name}`);
    } else if (kind === Kind.combined) {
      stories.push(to === i ? `${value(from)} from ${name} was combined with it` : `its previous value, ${value(i)}, was combined with ${name}`);
    } else if (kind === Kind.moved) {
      stories.push(to === i ? `${value(from)} came from ${name}` : `its previous value, ${value(i)}, went to ${name}`);
    } else {
      const way = kind === Kind.ascending || kind === Kind.swappedAscending ? ' (the smaller goes left)'
        : kind === Kind.descending || kind === Kind.swappedDescending ? ' (the larger goes left)' : '';
      stories.push(`compared with ${name}: ${value(i)} here, ${value(other)} there${way}; ` +
        (swaps(kind) ? 'they were swapped' : 'neither moved'));
    }
  }
  if (further.length) stories.push(`${further.length} more, ${full(sumOf(row.type, further))} in total, were added`);
  if (before.total > before.count && stories.some((one) => one.endsWith('added')))
    stories.push('elements that are not shown may have been added as well');
  if (row.own) stories.push(`an element's own value, ${full(row.ownValues[i])}, was ${row.own > 0 ? 'added' : 'subtracted'}`);
  return stories;
}

/** Adds as a shader does: integers modulo 2^32. */
function sumOf(type, values) {
  if (type === 'uint') return values.reduce((sum, value) => (sum + value) >>> 0, 0);
  if (type === 'int') return values.reduce((sum, value) => (sum + value) | 0, 0);
  return values.reduce((sum, value) => sum + value, 0);
}
