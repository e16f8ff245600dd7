// SPDX-License-Identifier: MIT
// Two rows: the values before the pass and after it, and between them what the pass did.

/** Arrows go from cell to cell, and up and down from pass to pass. */
function moveAlong(panel, key, count) {
  const { step, cell } = panel.cursor;
  const to = { ArrowLeft: [step, cell - 1], ArrowRight: [step, cell + 1], ArrowUp: [step - 1, cell],
    ArrowDown: [step + 1, cell], Home: [step, 0], End: [step, count - 1] }[key];
  return to ? { step: to[0], cell: to[1] } : null;
}

const cellsView = {
  id: 'cells',
  title: 'Cells',
  sentence({ version, step, part }) {
    if (!version.before(step, part)) return 'What the pass left in each element.';
    return 'Above: the values before the pass. Below: the values after it. Between them: what the pass did.';
  },
  invitation: ({ version, step }) => step + 1 < version.steps.length ? 'Try: press → and watch one pass; or press P to predict it.' : null,
  serves: (version) => version.has((row) => !row.pixels),
  travels: [0.25, 0.85], // until then the row after the last pass becomes the row before this one
  size(panel, room) {
    const { version, step, part } = panel;
    const columns = new Columns(version.columns(part), room.w, panel.zoom);
    const row = version.row(step, part), before = version.before(step, part);
    const height = columns.cell >= 15 ? 34 : 40;
    const most = clamp(room.h - 2 * height - 80, 60, 360);
    let gap = 34;
    if (before && row) {
      const links = version.links(step, part);
      const pairs = links.kind.some((kind) => !flows(kind));
      gap = links.from.length === 0 ? 90 : pairs ? clamp(26 * (tracksOf(links).count + 1), 90, most) : Math.min(220, most);
    }
    const top = 30, after = before ? top + height + gap : top;
    panel.layout = { columns, height, top, after };
    return { w: columns.width, h: after + height + 34 };
  },
  draw(c, panel, seen) {
    const { version, step, part, layout, motion, guess } = panel;
    const row = version.row(step, part), before = version.before(step, part), scale = version.scale(part, step);
    if (!row || row.pixels) return drawWords(c, noRowWords(row, part), seen);
    const { columns, height, top, after } = layout;
    const hidden = guess?.covers(step), chosen = hidden ? null : panel.lineage?.[step], was = panel.lineage?.[step - 1];
    const old = before ? version.scale(part, (version.steps[step].again >= 0 ? version.steps[step].again : step) - 1) : scale;
    if (before) {
      const y = motion ? after + (top - after) * motion.travel(0, 0.25) : top;
      if (!motion || y === top) drawLabel(c, `before: ${version.steps[step].again >= 0 ? before.label : version.steps[step - 1].label}`, top - 10, seen);
      drawRow(c, columns, before, y, height, old, seen, was);
      if (!hidden && (!motion || y === top)) drawLinks(c, columns, version.links(step, part), top + height + 2, after - 4, seen, chosen);
      if (motion && y !== top) return drawRuler(c, columns, row, after + height + 16, seen);
    }
    if (hidden) guess.draw(c, panel, seen);
    else if (motion && !motion.arrived) drawComing(c, columns, row, after, height, seen);
    else drawRow(c, columns, row, after - (motion?.bounce ?? 0), height + 2 * (motion?.bounce ?? 0), scale, seen, chosen);
    drawGroups(c, columns, row, version.caption.group, top - 4, after + height + 4, seen);
    drawRuler(c, columns, row, after + height + 16, seen);
    if (!before) drawLabel(c, row.label, top - 10, seen);
    if (motion && !motion.arrived) drawMovers(c, panel, seen, old, numberSize(c, [before], columns.cell, height));
  },
  path(panel, { from, to, link, kind }, t) {
    const { columns, height, top, after } = panel.layout, x0 = columns.middle(from), x1 = columns.middle(to), w = columns.cell;
    const begin = top + height / 2, end = after + height / 2;
    let point;
    if (kind === 'swapped') {
      const { track, count } = tracksOf(panel.version.links(panel.step, panel.part)), y = top + height + 2 + (track[link] + 1) * (after - 6 - top - height) / (count + 1);
      point = onLine([[x0, begin], [x0, y], [x1, y], [x1, end]], t);
    } else {
      point = onCurve(flowCurve(x0, x1, begin, end), t);
    }
    return { x: point[0] - w / 2, y: point[1] - height / 2, w, h: height };
  },
  at(panel, x, y) {
    const { columns, height, top, after } = panel.layout, cell = columns.at(x);
    if (cell < 0) return null;
    const upper = panel.version.before(panel.step, panel.part) && y < (top + height + after) / 2;
    return { step: upper ? panel.step - 1 : panel.step, cell };
  },
  box(panel, { step, cell }) {
    const { columns, height, top, after } = panel.layout;
    if (step !== panel.step && step !== panel.step - 1) return null;
    return { x: columns.x(cell), y: step === panel.step ? after : top, w: columns.cell, h: height };
  },
  move: (panel, key) => moveAlong(panel, key, panel.layout.columns.count),
};
addView(cellsView);

/** Indices below the cells, as many as there is room for. */
function drawRuler(c, columns, row, y, seen) {
  const [begin, end] = columns.seen(seen);
  c.font = font(11);
  const widest = c.measureText(String(row.first + row.count)).width + 10;
  let every = 1;
  while (every * columns.cell < widest) every *= 2;
  c.fillStyle = theme.quiet;
  c.textAlign = 'center';
  c.textBaseline = 'alphabetic';
  for (let i = Math.ceil(begin / every) * every; i < Math.min(end, row.count); i += every)
    c.fillText(String(row.first + i), columns.middle(i), y);
}
