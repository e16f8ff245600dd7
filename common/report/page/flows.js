// SPDX-License-Identifier: MIT
// Values that are added, combined or moved: a curve each; where a run of cells goes into one, or one into a run, a bracket and one
// curve. A place is where they are drawn: { above, below, top, bottom }, the columns and the heights of both rows.

// Between boxes all flows are brackets. Elsewhere two values are, too, if others of the row are: one picture has one style.
const leastFan = 3, leastBesideFans = 2, leastFromBoxes = 2, leastBetweenBoxes = 1;

/** For runs [first, last], in order of `first`: a track each, so that none overlap; at most `most`. */
function tracksFor(runs, most) {
  const ends = [];
  return runs.map(([first, last]) => {
    let free = ends.findIndex((end) => end < first);
    if (free < 0) free = Math.min(ends.length, most - 1);
    ends[free] = last;
    return free;
  });
}

/**
 * The flows of a row: `fans`, { kind, out, first, last, one, track, links }, whose runs go into one cell or (`out`) come out of one; `single`,
 * the other links; `kept`, the cells that values are added to, whose own old value is an operand. Cached at the row.
 */
function flowsOf(row, before) {
  if (row.flows) return row.flows;
  if (isDense(row, before)) return row.flows = { fans: [], fanOf: new Map(), single: [], kept: [] };
  const fans = [], fanOf = new Map(), boxes = before.span > 1 && before.span === row.span;
  let single = [...row.from.keys()].filter((k) => flows(row.kind[k]));
  for (const out of [false, true]) {
    const [one, many] = out ? [row.from, row.to] : [row.to, row.from], runs = [], rest = [];
    single.sort((a, b) => row.kind[a] - row.kind[b] || one[a] - one[b] || many[a] - many[b]);
    for (let begin = 0, end; begin < single.length; begin = end) {
      const first = single[begin], joins = (k) => row.kind[k] === row.kind[first] && one[k] === one[first];
      for (end = begin + 1; end < single.length && joins(single[end]) && many[single[end]] === many[single[end - 1]] + 1;) ++end;
      runs.push(single.slice(begin, end));
    }
    const usual = runs.some((links) => links.length >= leastFan) ? leastBesideFans : leastFan;
    const least = out || before.span === 1 ? usual : boxes ? leastBetweenBoxes : leastFromBoxes;
    for (const links of runs) {
      const [first] = links;
      if (links.length < least || (links.length === 1 && one[first] === many[first])) {
        for (const k of links) rest.push(k);
        continue;
      }
      const fan = { kind: row.kind[first], out, first: many[first], last: many[links[links.length - 1]], one: one[first], track: 0, links };
      fans.push(fan);
      for (const k of links) fanOf.set(k, fan);
    }
    single = rest;
    const own = fans.filter((fan) => fan.out === out).sort((a, b) => a.first - b.first), tracks = tracksFor(own.map((fan) => [fan.first, Math.max(fan.last, boxes ? fan.one : 0)]), 8);
    own.forEach((fan, k) => fan.track = tracks[k]);
  }
  return row.flows = { fans, fanOf, single, kept: keptCells(row, before) };
}

/** True where lines would hide each other: only those of a chosen cell are drawn. */
function isDense(row, before) {
  return row.kind.reduce((count, kind) => count + (flows(kind) ? 1 : 0), 0) > 4 * Math.max(row.count, before.count);
}

function keptCells(row, before) {
  if (row.array !== before.array || row.span !== before.span) return [];
  const empty = (i) => i >= before.count || before.marks?.[i] === Mark.absent || before.marks?.[i] === Mark.padded;
  return grownCells(row, flows).filter((i) => !empty(i));
}

/** The cells that links of some kinds lead to, and that keep what they held for it. */
function grownCells({ kind, to }, grows) {
  const grown = new Set(), replaced = new Set();
  for (let k = 0; k < to.length; ++k) {
    if (kind[k] === Kind.moved) replaced.add(to[k]);
    else if (grows(kind[k])) grown.add(to[k]);
  }
  return [...grown].filter((i) => !replaced.has(i));
}

/** Where a fan's bracket is, { a, b, y }, and the ends of its curve: `middle` on the bracket, `end` at the one cell. */
function fanShape({ above, below, top, bottom }, { out, first, last, one, track }) {
  const [run, other] = out ? [below, above] : [above, below];
  const aside = run.wide ? 14 * track : 0; // boxes have a tick each; the brackets over them overlap
  const a = run.middle(first) + aside, b = run.middle(last) + aside;
  const y = out ? Math.max(bottom - 10 - 6 * track, top + 4) : Math.min(top + 7 + 6 * track, bottom - 10);
  if (run.wide && other.wide && !out) { // the bracket ends over its box
    const end = other.meet(one, b);
    return { a: Math.min(a, end), b: Math.max(b, end), y, middle: end, end, aside };
  }
  const middle = run.wide && !out ? b : clamp(other.middle(one), a, b);
  return { a, b, y, middle, end: other.meet(one, middle), aside };
}

/** The way of one value of a fan, from a height to another: its own part as points, and the curve that it shares with the others. */
function fanWay(place, fan, from, to, begin = place.top, end = place.bottom) {
  const shape = fanShape(place, fan), { y, middle, aside } = shape, { above, below } = place, x = fan.out ? below.middle(to) : above.middle(from) + aside;
  return fan.out ? { curve: flowCurve(shape.end, middle, begin, y), own: [[middle, y], [x, y], [x, end]] }
    : { own: [[x, begin], [x, y], [middle, y]], curve: flowCurve(middle, shape.end, y, end) };
}

function drawFan(c, place, fan) {
  const { a, b, y, middle, end, aside } = fanShape(place, fan), { above, below, top, bottom } = place, run = fan.out ? below : above;
  c.strokeStyle = c.fillStyle = linkColour(fan.kind);
  c.lineWidth = 1.6;
  c.beginPath();
  trace(c, [a, y], [b, y]);
  for (let cell = fan.first; cell <= fan.last; cell += run.wide ? 1 : Math.max(fan.last - fan.first, 1)) {
    const x = run.middle(cell) + aside;
    trace(c, [x, fan.out ? bottom - 3 : top], [x, y]);
  }
  if (fan.out) {
    const [[x0, y0], ...rest] = flowCurve(end, middle, top, y);
    c.moveTo(x0, y0);
    c.bezierCurveTo(...rest.flat());
  }
  c.stroke();
  if (!fan.out) return drawFlow(c, fan.kind, middle, end, y, bottom, false);
  for (const cell of [fan.first, fan.last]) drawHead(c, run.middle(cell), bottom, 0, 1, 6);
}

/** All flows of a row; those for which `touched(from, to)` holds are drawn last, and wide. */
function drawFlows(c, place, row, before, seen, touched) {
  const { above, below, top, bottom } = place, { fans, fanOf, single, kept } = flowsOf(row, before);
  const away = (...xs) => Math.max(...xs) < seen.x - 8 || Math.min(...xs) > seen.x + seen.w + 8;
  const ends = (from, to) => {
    const x = below.meet(to, above.middle(from));
    return [above.meet(from, x), x];
  };
  const flow = (kind, from, to, wide) => {
    const [x0, x1] = ends(from, to);
    if (!away(x0, x1)) drawFlow(c, kind, x0, x1, top, bottom, wide);
  };
  const stride = below.strideOf(row.from.length);
  for (let k = 0; k < kept.length; k += stride) flow(Kind.added, kept[k], kept[k], touched(kept[k], kept[k]));
  for (let k = 0; k < fans.length; k += stride) {
    const { a, b, end } = fanShape(place, fans[k]);
    if (!away(a, b, end)) drawFan(c, place, fans[k]);
  }
  for (let k = 0; k < single.length; k += stride) flow(row.kind[single[k]], row.from[single[k]], row.to[single[k]], false);
  for (let k = 0; k < row.from.length; ++k) {
    if (!flows(row.kind[k]) || !touched(row.from[k], row.to[k])) continue;
    if (!fanOf.has(k)) flow(row.kind[k], row.from[k], row.to[k], true);
    else {
      c.strokeStyle = linkColour(row.kind[k]);
      c.lineWidth = 3;
      c.beginPath();
      const { own, curve: [[x0, y0], ...rest] } = fanWay(place, fanOf.get(k), row.from[k], row.to[k]);
      trace(c, ...own);
      c.moveTo(x0, y0);
      c.bezierCurveTo(...rest.flat());
      c.stroke();
    }
  }
}

/** The point of a value on its way along a link, from a height to another. */
function onFlow(place, row, before, link, from, to, t, begin = place.top, end = place.bottom) {
  const fan = link >= 0 ? flowsOf(row, before).fanOf.get(link) : null, { above, below } = place;
  if (fan) { // what all values of a fan share takes them half of the time, so that they go it together
    const { own, curve } = fanWay(place, fan, from, to, begin, end);
    if (fan.out) return t < 0.5 ? onCurve(curve, 2 * t) : onLine(own, 2 * t - 1);
    return t < 0.5 ? onLine(own, 2 * t) : onCurve(curve, 2 * t - 1);
  }
  const x = below.meet(to, above.middle(from));
  return onCurve(flowCurve(above.meet(from, x), x, begin, end), t);
}
