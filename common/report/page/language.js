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
  if (!swaps(kind)) c.setLineDash([2, 3]);
  drawLine(c, linkColour(kind), wide ? 3 : swaps(kind) ? 2.2 : 1.4, [ax, ay], [bx, by]);
  c.setLineDash([]);
  if (length < 8) return;
  const direction = directionOf(kind), size = swaps(kind) || wide ? 8 : 6;
  if (direction > 0 || (direction === 0 && swaps(kind))) drawHead(c, bx, by, dx, dy, size);
  if (direction < 0 || (direction === 0 && swaps(kind))) drawHead(c, ax, ay, -dx, -dy, size);
}

/** The curve of a value that is added or moved, as four points of a Bezier curve. */
const flowCurve = (from, to, top, bottom) => [[from, top], [from, (top + bottom) / 2], [to, (top + bottom) / 2], [to, bottom]];

/** Such a curve with a head; `dash`: how its line is broken. */
function drawCurve(c, colour, width, from, to, top, bottom, dash = []) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = flowCurve(from, to, top, bottom);
  c.strokeStyle = c.fillStyle = colour;
  c.lineWidth = width;
  c.setLineDash(dash);
  c.beginPath();
  c.moveTo(x0, y0);
  c.bezierCurveTo(x1, y1, x2, y2, x3, y3 - 3);
  c.stroke();
  c.setLineDash([]);
  drawHead(c, to, bottom, 0, 1);
}

const drawFlow = (c, kind, from, to, top, bottom, wide) => drawCurve(c, linkColour(kind), wide ? 3 : 1.3, from, to, top, bottom);

/** A flow of a form of its own: `extra` of a wrong row, `missing`, which should be and is not, or `placed`, which decided on a place. */
const drawForm = (c, form, from, to, top, bottom) =>
  drawCurve(c, form === 'placed' ? theme.quiet : theme.wrong, 2, from, to, top, bottom, { missing: [5, 4], placed: [2, 4] }[form]);

/** Beside the rows, at x: what the cells of the row at one height held is added to those of the row at the other. */
function drawCarry(c, x, from, to) {
  drawLine(c, theme.added, 2, [x, from], [x + 7, from], [x + 7, to], [x, to]);
  drawHead(c, x, to, -1, 0);
}

/** A sample for the legend, which `draw(c)` draws by the same code as in the picture. */
function sampleOf(className, width, height, draw) {
  const sample = make('canvas', { width: 2 * width, height: 2 * height, className, 'aria-hidden': 'true' }), c = sample.getContext('2d');
  c.scale(2, 2);
  draw(c);
  return sample;
}
const linkSample = (kind) => sampleOf('sample', 34, 16, (c) => (flows(kind) ? drawFlow(c, kind, 6, 28, 1, 15, false) : drawComparison(c, kind, 3, 8, 31, 8)));
/** Three cells and one. */
const fanSample = ({ kind, out }) => sampleOf('fan', 36, 22, (c) => {
  const columns = Object.assign(new Columns(3, 36, 1, 0), { cell: 12, right: 36 }), place = { above: columns, below: columns, top: 0, bottom: 21 };
  drawFan(c, place, { kind, out, first: 0, last: 2, one: 1, track: 0, links: [] });
});
const cellSample = (draw) => sampleOf('mark', 18, 18, draw);
const markSample = (mark) => cellSample((c) => {
  drawCell(c, { values: [0], marks: [mark], type: 'float' }, 0, 2, 2, 15, 14, new Scale([]), 0);
  if (mark === Mark.wrong) drawWrong(c, 3, 5, 12, 10);
});
const groupSample = () => cellSample((c) => {
  const columns = Object.assign(new Columns(2, 18, 1, 0), { cell: 9, right: 18 });
  drawGroups(c, columns, { first: 0, count: 2, span: 1 }, 1, 1, 17, { x: 0, w: 18 });
});
const noteSamples = {
  kept: () => cellSample((c) => drawKept(c, 2, 2, 14, 14, 0, new Scale([]), 0)),
  works: () => cellSample((c) => drawId(c, 1, 2, 16, '3', true)),
  rests: () => cellSample((c) => drawId(c, 1, 2, 16, '', false)),
};
const formSample = (form) => sampleOf('sample', 34, 16, (c) => (form === 'carry' ? drawCarry(c, 12, 3, 13) : drawForm(c, form, 6, 28, 1, 15)));

/** True if cells add to what they held in a row that is not the one before. */
const isCarried = (version, step, part) => Boolean(version.heldRow(step, part)) && grownCells(version.links(step, part), (kind) => kind === Kind.added).length > 0;

/** Which kinds of links, forms, marks and notes a version's array has. */
const signsOf = (version, part) => once(version, 'signs', part, () => {
  const kinds = new Set(), marks = new Set(), notes = new Set(), fans = new Map(), forms = new Set();
  version.steps.forEach((_, step) => {
    const row = version.row(step, part), before = version.before(step, part);
    if (!row || row.pixels) return;
    for (const kind of row.kind) kinds.add(kind);
    for (const form of ['extra', 'missing', 'placed']) if (row[form].from.length) forms.add(form);
    if (isCarried(version, step, part)) forms.add('carry');
    if (row.marks) for (const mark of row.marks) marks.add(mark);
    if (writtenCells(version, step, part)?.some((wrote, i) => wrote === 0 && (row.marks?.[i] ?? Mark.plain) === Mark.plain)) notes.add('kept');
    if (row.writers && row.span === 1) for (const who of row.writers) notes.add(who > 0 ? 'works' : 'rests');
    if (before) for (const fan of flowsOf(version.links(step, part), before).fans) fans.set(fan.out ? 'broadcast' : 'gather', fan);
  });
  marks.delete(Mark.plain);
  return { kinds: Object.values(Kind).filter((kind) => kinds.has(kind)), marks, fans, notes, forms };
});
