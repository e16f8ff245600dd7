// SPDX-License-Identifier: MIT
// All passes, one row each; as a tree, with what flows between them.

/** The rows of all passes as pixels, one per cell: for cells too small to be drawn one by one. */
const rasterOf = (version, part) => once(version, 'rasters', part, () => {
  const width = Math.max(version.columns(part), 1);
  return painted(width, version.steps.length, (words) => version.steps.forEach((_, step) => {
    const row = version.row(step, part);
    if (row && !row.pixels) paintRow(row, version.scale(part, step), words, step * width);
  }));
});

function rowsView(id, title, serves, edges, words) {
  const ruler = 54; // for the numbers of the passes
  const top = 10;
  const layoutOf = (panel, room) => {
    const { version, part } = panel, steps = version.steps.length;
    const columns = new Columns(version.columns(part), room.w, panel.zoom, ruler);
    const fitting = (room.h - top - 30) / steps, roomy = edges || fitting * panel.zoom >= 14 + idsHeight;
    const ids = roomy && version.has((row) => !row.input && idsFit(row, columns.cell)) ? idsHeight : 0;
    const least = ids ? 11 + ids : 22; // between two rows
    const height = edges ? clamp(Math.min(columns.cell, fitting - least), Math.min(columns.cell, 15), 22) : clamp(Math.min(columns.cell, fitting * panel.zoom - ids), 3, 24);
    const gap = edges ? clamp(fitting - height, least, 70 + ids) : height >= 8 ? 2 + ids : 0;
    return { columns, height, pitch: height + gap, ids };
  };
  return {
    id, title, serves, ...words,
    rings: true,
    size(panel, room) {
      panel.layout = layoutOf(panel, room);
      return { w: panel.layout.columns.width, h: top + panel.version.steps.length * panel.layout.pitch + 26 };
    },
    y: (panel, step) => Math.round(top + step * panel.layout.pitch),
    /** Where the links into a step are drawn. */
    place(panel, step) {
      const { version, part, layout: { columns, height, ids } } = panel, row = version.row(step, part);
      return { above: columns.of(version.before(step, part)), below: columns.of(row), top: this.y(panel, step - 1) + height + 1,
        bottom: this.y(panel, step) - (ids && idsFit(row, columns.cell) ? ids : 0) - 1 };
    },
    draw(c, panel, seen) {
      const { version, part, layout: { columns, height, pitch, ids } } = panel;
      const first = clamp(Math.floor((seen.y - top) / pitch) - 1, 0, version.steps.length);
      const last = clamp(Math.ceil((seen.y + seen.h - top) / pitch) + 1, 0, version.steps.length);
      const small = !edges && (columns.cell < 5 || height < 5);
      if (small) {
        c.imageSmoothingEnabled = columns.cell < 1;
        c.drawImage(rasterOf(version, part), columns.left, top, columns.count * columns.cell, version.steps.length * pitch);
      }
      for (let step = first; step < last; ++step) {
        const row = version.row(step, part), y = this.y(panel, step), scale = version.scale(part, step);
        if (!row || row.pixels) continue;
        if (edges && step > 0 && version.before(step, part) && row.source === undefined) {
          c.globalAlpha = step === panel.step || !panel.lineage ? 1 : 0.45;
          const chosen = panel.lineage?.[step], was = panel.lineage?.[step - 1];
          drawFlows(c, this.place(panel, step), version.links(step, part), version.before(step, part), seen, (from, to) => chosen?.has(to) && was?.has(from));
          c.globalAlpha = 1;
          const held = version.heldStep(step, part), middle = (at) => this.y(panel, at) + height / 2;
          if (isCarried(version, step, part)) drawCarry(c, columns.left + columns.count * columns.cell + 3, middle(held), middle(step));
        }
        if (panel.motion?.step === step && !panel.motion.arrived) drawComing(c, columns, row, y, height, seen);
        else if (!small) drawRow(c, columns, row, y, height, scale, seen, null, writtenCells(version, step, part));
        else if (row.wrong) {
          c.fillStyle = theme.wrong;
          for (let i = 0; i < row.count; ++i)
            if (row.marks[i] === Mark.wrong) c.fillRect(columns.x(i) - 1, y, Math.max(columns.cell, 3), Math.max(pitch, 3));
        }
        if (ids && !row.input && idsFit(row, columns.cell)) drawIds(c, columns, row, y - ids, seen);
        const own = columns.of(row);
        for (const i of panel.lineage?.[step] ?? [])
          if (panel.lineage[step].size <= 64) drawChosen(c, own.x(i), y, own.cell * (small ? 1 : boxOf(row, i, own)), height);
        if (isDivided(version, step, part)) drawGroups(c, columns, row, version.caption.group, y - (step > 0 ? pitch - height : 0), y + height, seen);
      }
      drawOutline(c, theme.chosen, 2, columns.left - 3, this.y(panel, panel.step) - 2, columns.count * columns.cell + 6, height + 4);
      this.numbers(c, panel, seen, first, last);
      if (panel.motion && !panel.motion.arrived) {
        const before = version.before(panel.step, part), row = version.row(panel.step, part);
        drawMovers(c, panel, seen, version.scale(part, panel.step - 1), moverSize(c, before, columns.of(before), columns.of(row), height));
      }
    },
    numbers(c, panel, seen, first, last) {
      const { pitch, height } = panel.layout, every = Math.ceil(16 / pitch);
      c.fillStyle = theme.paper;
      c.fillRect(seen.x, seen.y, ruler - 4, seen.h);
      for (let step = first; step < last; ++step) {
        const current = step === panel.step;
        if (!current && (step % every !== 0 || Math.abs(step - panel.step) < every)) continue;
        setLetters(c, panel.version.steps[step].wrong ? theme.wrong : current ? theme.ink : theme.quiet, 12, 'right', 'middle', current);
        const words = panel.version.hasInput && step === 0 ? 'input' : String(panel.version.hasInput ? step : step + 1);
        c.fillText(current ? `▸ ${words}` : words, seen.x + ruler - 10, this.y(panel, step) + height / 2);
      }
    },
    at(panel, x, y) {
      const { version, part, layout: { columns, pitch, ids } } = panel, step = Math.floor((y - top + ids) / pitch);
      if (step < 0 || step >= version.steps.length) return null;
      const cell = columns.of(version.row(step, part)).at(x);
      return cell < 0 ? null : { step, cell };
    },
    box(panel, { step, cell }) {
      const { height } = panel.layout, columns = panel.layout.columns.of(panel.version.row(step, panel.part));
      return { x: columns.x(cell), y: this.y(panel, step), w: columns.cell, h: height };
    },
    path: edges ? function path(panel, { from, to, link }, t) {
      const { version, step, part, layout: { height } } = panel, place = this.place(panel, step);
      const [x, y] = onFlow(place, version.links(step, part), version.before(step, part), link, from, to, t, this.y(panel, step - 1), this.y(panel, step));
      const [w, wide] = widthsOf(panel, place, from, to, t);
      return { x: x - w / 2, y, w: wide, h: height };
    } : null,
    notes: ({ layout }) => notesAt(layout),
    move: (panel, key) => moveAlong(panel, key, panel.layout.columns.count),
  };
}

addView(rowsView('tree', 'Tree', (version) => version.has((row) => row.source === undefined && row.kind.some(flows)), true, {
  sentence: ({ version }) => `${version.caption.how_to_read || 'Each row is the array after a pass; each curve shows where a value was added or moved.'} The framed row (▸) is shown now.`,
  invitation: (panel) => panel.lastValue() === null ? null
    : `Try: click ${panel.lastIsOne ? 'the' : 'any'} ${panel.lastValue()} in the last row, and see what it came from.`,
}));

addView(rowsView('history', 'All passes', (version) => version.has((row) => !row.pixels), false, {
  links: false,
  sentence: () => 'Each row is the whole array after a pass; time goes down. The framed row (▸) is shown now.',
  invitation: () => 'Try: click any cell; its value is followed through all passes.',
}));
