// SPDX-License-Identifier: MIT
// A step in motion: each value travels along its arrow from the row above into its cell; sums merge, swapped values cross.

/**
 * What travels into the cells of a step: { from, to, value, kind, link }, cells by index. kind is 'stays', 'swapped', 'added', 'moved', or
 * 'own' for a value that the cell's own invocation adds; link is the index of the arrow, or -1. `above`: the row above shows the value.
 */
function moversOf(version, part, step) {
  const row = version.row(step, part), before = version.before(step, part), movers = [];
  if (!row || !before || isDense(row, before)) return movers;
  const links = version.links(step, part), heldStep = version.heldStep(step, part), held = heldStep < 0 ? null : version.row(heldStep, part);
  const holds = (one, i) => one && i < one.count && !(one.marks && one.marks[i] === Mark.absent);
  const replaced = new Set();
  for (let k = 0; k < links.from.length; ++k) {
    const from = links.from[k], to = links.to[k], kind = links.kind[k];
    const send = (source, target, name) => holds(before, source) && target < row.count &&
      movers.push({ from: source, to: target, value: before.values[source], kind: name, link: k, above: true });
    if (swaps(kind)) {
      send(from, to, 'swapped');
      send(to, from, 'swapped');
      replaced.add(from).add(to);
    } else if (flows(kind)) {
      send(from, to, kind === Kind.moved ? 'moved' : 'added');
      if (kind === Kind.moved) replaced.add(to);
    }
  }
  for (let i = 0; i < row.count; ++i) {
    if (!replaced.has(i) && holds(held, i) && holds(row, i)) movers.push({ from: i, to: i, value: held.values[i], kind: 'stays', link: -1, above: held === before });
    if (row.own) movers.push({ from: i, to: i, value: row.own > 0 ? row.ownValues[i] : -row.ownValues[i], kind: 'own', link: -1, above: false });
  }
  return movers;
}

/** What has arrived in each cell once all have: the sums, added as the shader adds. Not for values that another operator combines. */
function arrivals(movers, type) {
  const parts = new Map();
  for (const { to, value } of movers) parts.set(to, [...parts.get(to) ?? [], value]);
  return new Map([...parts].map(([cell, values]) => [cell, sumOf(type, values)]));
}

const mostMovers = 2048; // beyond that single values are too small to be followed

class Motion {
  constructor(panel, step, duration_ms) {
    this.panel = panel;
    this.step = step;
    this.duration = duration_ms;
    this.movers = panel.view.path && panel.version.columns(panel.part) <= mostMovers ? moversOf(panel.version, panel.part, step) : [];
    this.t = 0;
    this.begin = null;
  }
  get works() {
    return this.movers.length > 0 && this.movers.length <= mostMovers;
  }
  /** Values are under way up to here; then the result appears. */
  get arrived() {
    return this.t >= 0.85;
  }
  /** From 0 to 1 while values travel between two moments of the step, slow at both ends. */
  travel(begin = 0, end = 0.85) {
    const t = clamp((this.t - begin) / (end - begin), 0, 1);
    return t * t * (3 - 2 * t);
  }
  /** By how much the arrived cell is larger for a moment. */
  get bounce() {
    return this.arrived ? 3 * Math.sin(Math.PI * (this.t - 0.85) / 0.15) : 0;
  }

  run() {
    const { panel } = this;
    const frame = (now) => {
      if (panel.motion !== this) return;
      this.begin ??= now;
      this.t = (now - this.begin) / this.duration;
      if (this.t >= 1) panel.motion = null;
      else requestAnimationFrame(frame);
      panel.stage.draw();
    };
    requestAnimationFrame(frame);
  }
}

/** The point of a Bezier curve of four points. */
function onCurve(points, t) {
  const s = 1 - t, weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return [0, 1].map((axis) => points.reduce((sum, point, k) => sum + weights[k] * point[axis], 0));
}

/** The point at a share of the length of a line through points. */
function onLine(points, t) {
  const lengths = points.slice(1).map((point, k) => Math.hypot(point[0] - points[k][0], point[1] - points[k][1]));
  let left = t * lengths.reduce((sum, length) => sum + length, 0);
  for (let k = 0; k < lengths.length; ++k) {
    if (left <= lengths[k] || k === lengths.length - 1) {
      const share = lengths[k] > 0 ? Math.min(left / lengths[k], 1) : 0;
      return [points[k][0] + share * (points[k + 1][0] - points[k][0]), points[k][1] + share * (points[k + 1][1] - points[k][1])];
    }
    left -= lengths[k];
  }
  return points[0];
}

/** The values on their way once those of a bracket have met: from there on they go as their sum. */
function met(version, part, { step, movers }) {
  const links = version.links(step, part), before = version.before(step, part), { fanOf } = flowsOf(links, before), sums = new Map();
  const joins = ({ kind, link }) => kind === 'added' && link >= 0 && fanOf.has(link) && !fanOf.get(link).out;
  for (const mover of movers.filter(joins)) {
    const fan = fanOf.get(mover.link), values = fan.links.map((k) => before.values[links.from[k]]);
    if (mover.link === fan.links[0]) sums.set(mover, { ...mover, value: sumOf(before.type, values), sum: sumOf(before.type, values) });
  }
  return movers.filter((mover) => !joins(mover) || sums.has(mover)).map((mover) => sums.get(mover) ?? mover);
}

/** How wide a cell is on its way from one row to another, and its box. */
function widthsOf({ version, step, part }, { above, below }, from, to, t) {
  const before = version.before(step, part), row = version.row(step, part), w = above.cell + t * (below.cell - above.cell);
  const boxes = (1 - t) * boxOf(before, from, above) + t * boxOf(row, to, below);
  return [w, boxes * w];
}

/** The text size of values on their way between the cells of two rows. */
const moverSize = (c, before, above, below, height) => numberSize(c, [before], above.cell <= below.cell ? above : below, height);

/** The values on their way, those that stay first, so that the others pass over them. */
function drawMovers(c, panel, seen, scale, size) {
  const { motion, view } = panel, t = motion.travel(...view.travels ?? []);
  const followed = panel.lineage?.[panel.version.beforeStep(motion.step, panel.part)], row = panel.version.row(motion.step, panel.part);
  const { version, part } = panel, written = writtenCells(version, motion.step, part);
  const above = version.before(motion.step, part), held = version.row(version.heldStep(motion.step, part), part);
  const sums = new Set(motion.movers.filter((mover) => mover.kind === 'added').map((mover) => mover.to)), merging = 0.7;
  const text = (mover) => mover.sum === undefined ? textOf(mover.above ? above : held ?? above, mover.from) : short(mover.sum), movers = t > 0.5 ? met(version, part, motion) : motion.movers;
  for (const first of [true, false]) for (const mover of movers) {
    if (first !== (mover.kind === 'stays') || mover.kind === 'own') continue;
    const { x, y, w, h } = view.path(panel, mover, mover.above ? t : 1);
    if (x + w < seen.x || x > seen.x + seen.w || y + h < seen.y || y > seen.y + seen.h) continue;
    if (first && written?.[mover.to] === 0 && w >= leastOutlined && (row.marks?.[mover.to] ?? Mark.plain) === Mark.plain) {
      drawKept(c, x, y, w - 1, h, mover.value, scale, size, text(mover));
      continue;
    }
    c.globalAlpha = first && row.marks?.[mover.to] === Mark.idle ? 0.28 : 1;
    const colours = mover.sum === undefined ? scale : version.scale(part, motion.step);
    c.fillStyle = colours.css(mover.value);
    c.fillRect(x, y, Math.max(w - (w >= 8 ? 1 : 0), 1), h);
    c.globalAlpha = 1;
    if (!first && w >= 6) drawOutline(c, theme.ink, 1, x - 0.5, y - 0.5, w, h + 1);
    if (sums.has(mover.to) && t > merging) continue;
    if (!first || w >= roomy || !quietMark(row.marks?.[mover.to])) drawNumber(c, x, y, w - 1, h, text(mover), first && row.marks?.[mover.to] === Mark.idle ? theme.quiet : colours.ink(mover.value), size);
    if (mover.above && followed?.has(mover.from) && panel.lineage[motion.step]?.has(mover.to)) drawChosen(c, x, y, w, h);
  }
  if (t <= merging || view.id === 'bars' || !size) return;
  c.globalAlpha = (t - merging) / (1 - merging); // what is added becomes the sum
  for (const cell of sums) {
    const { x, y, w, h } = view.path(panel, { from: cell, to: cell, link: -1, kind: 'stays' }, 1), own = version.scale(part, motion.step);
    if (x + w < seen.x || x > seen.x + seen.w) continue;
    c.fillStyle = own.css(row.values[cell]);
    c.fillRect(x, y, w - 1, h);
    drawNumber(c, x, y, w - 1, h, textOf(row, cell), own.ink(row.values[cell]), size);
  }
  c.globalAlpha = 1;
}
