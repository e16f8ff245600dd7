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
  serves: (version) => version.has((row) => !row.pixels),
  size(panel, room) {
    const { version, step, part } = panel;
    const columns = new Columns(version.columns(part), room.w, panel.zoom);
    const row = version.row(step, part), before = version.before(step, part);
    const height = columns.cell >= 15 ? 34 : 40;
    let gap = 34;
    if (before && row) {
      const links = version.links(step, part);
      const pairs = links.kind.some((kind) => !flows(kind));
      gap = links.from.length === 0 ? 40 : pairs ? clamp(14 * (tracksOf(links).count + 1), 48, 220) : 110;
    }
    const top = 30, after = before ? top + height + gap : top;
    panel.layout = { columns, height, top, after };
    return { w: columns.width, h: after + height + 34 };
  },
  draw(c, panel, seen) {
    const { version, step, part, layout } = panel;
    const row = version.row(step, part), before = version.before(step, part), scale = version.scale(part);
    if (!row || row.pixels) return drawWords(c, 'This pass made an image: choose the view Image.', seen);
    const { columns, height, top, after } = layout;
    const chosen = panel.lineage?.[step], was = panel.lineage?.[step - 1];
    if (before) {
      drawLabel(c, `before: ${version.steps[step].again >= 0 ? before.label : version.steps[step - 1].label}`, top - 10, seen);
      drawRow(c, columns, before, top, height, scale, seen, was);
      drawLinks(c, columns, version.links(step, part), top + height + 2, after - 4, seen, chosen);
    }
    drawRow(c, columns, row, after, height, scale, seen, chosen);
    drawGroups(c, columns, row, version.caption.group, top - 4, after + height + 4, seen);
    drawRuler(c, columns, row, after + height + 16, seen);
    if (!before) drawLabel(c, row.label, top - 10, seen);
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
