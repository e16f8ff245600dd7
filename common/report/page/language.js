// SPDX-License-Identifier: MIT
// What each mark means and how it looks, the same in every view: the words of the legend and the names of the colours, which
// are those of the strips (`signs`, from common/picture/canvas/signs.inc), and the one way in which a comparison and a flow are drawn.

const language = signs.links;  // by Kind
const markWords = Object.fromEntries([Mark.idle, Mark.padded, Mark.absent, Mark.wrong].map((mark) => [mark, signs.marks[mark]]));

const linkColour = (kind) => theme[language[kind].colour];
/** 1: the larger value goes to the higher index; -1: to the lower one; 0: neither is said. */
const directionOf = (kind) => language[kind].direction;

/** An arrowhead that ends at (x, y) and points along (dx, dy), a unit vector. */
function drawHead(c, x, y, dx, dy, size = 7) {
  c.beginPath();
  c.moveTo(x, y);
  c.lineTo(x - size * dx - size / 2 * dy, y - size * dy + size / 2 * dx);
  c.lineTo(x - size * dx + size / 2 * dy, y - size * dy - size / 2 * dx);
  c.fill();
}

/** Between the lower index at (ax, ay) and the higher one at (bx, by): solid if swapped, dotted if not; the head is where the larger value goes. */
function drawComparison(c, kind, ax, ay, bx, by, wide = false) {
  const length = Math.hypot(bx - ax, by - ay), dx = (bx - ax) / length, dy = (by - ay) / length;
  c.strokeStyle = c.fillStyle = linkColour(kind);
  c.lineWidth = wide ? 3 : swaps(kind) ? 2.2 : 1;
  if (!swaps(kind)) c.setLineDash([2, 3]);
  c.beginPath();
  c.moveTo(ax, ay);
  c.lineTo(bx, by);
  c.stroke();
  c.setLineDash([]);
  if (length < 8) return;
  const direction = directionOf(kind), size = swaps(kind) || wide ? 8 : 6;
  if (direction > 0 || (direction === 0 && swaps(kind))) drawHead(c, bx, by, dx, dy, size);
  if (direction < 0 || (direction === 0 && swaps(kind))) drawHead(c, ax, ay, -dx, -dy, size);
}

/** The curve of a value that is added or moved, as four points of a Bezier curve. */
const flowCurve = (from, to, top, bottom) => [[from, top], [from, (top + bottom) / 2], [to, (top + bottom) / 2], [to, bottom]];

function drawFlow(c, kind, from, to, top, bottom, wide) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = flowCurve(from, to, top, bottom);
  c.strokeStyle = c.fillStyle = linkColour(kind);
  c.lineWidth = wide ? 3 : 1.3;
  c.beginPath();
  c.moveTo(x0, y0);
  c.bezierCurveTo(x1, y1, x2, y2, x3, y3 - 3);
  c.stroke();
  drawHead(c, to, bottom, 0, 1);
}

/** A sample of a link for the legend, drawn by the same code as in the picture. */
function linkSample(kind) {
  const sample = make('canvas', { width: 68, height: 32, className: 'sample', 'aria-hidden': 'true' }), c = sample.getContext('2d');
  c.scale(2, 2);
  if (flows(kind)) drawFlow(c, kind, 6, 28, 1, 15, false);
  else drawComparison(c, kind, 3, 8, 31, 8);
  return sample;
}

/** A sample of a cell with a mark. */
function markSample(mark) {
  const sample = make('canvas', { width: 36, height: 36, className: 'mark', 'aria-hidden': 'true' }), c = sample.getContext('2d');
  c.scale(2, 2);
  const scale = new Scale([]), row = { values: [0], marks: [mark], type: 'float' };
  drawCell(c, row, 0, 2, 2, 15, 14, scale, 0);
  if (mark === Mark.wrong) drawWrong(c, 3, 5, 12, 10);
  return sample;
}

/** Which kinds of links and marks a version has. */
function signsOf(version) {
  if (version.signs) return version.signs;
  const kinds = new Set(), marks = new Set();
  for (const step of version.steps) for (const row of step.rows.values()) {
    for (const kind of row.kind) kinds.add(kind);
    if (row.marks && !row.pixels) for (const mark of row.marks) marks.add(mark);
  }
  marks.delete(Mark.plain);
  return version.signs = { kinds: Object.values(Kind).filter((kind) => kinds.has(kind)), marks };
}
