// SPDX-License-Identifier: MIT
// Elements that are the cells of a grid: its slices side by side.

const slicesView = {
  id: 'slices',
  title: 'Slices',
  serves(version) {
    const [x, y, z] = version.caption.shape;
    return x > 1 && y > 1 && z > 0 && version.has((row) => !row.pixels && row.total > x);
  },
  size(panel, room) {
    const { version, part } = panel, [width, height, all] = version.caption.shape;
    const shown = Math.min(Math.ceil(version.columns(part) / (width * height)), all);
    const across = clamp(Math.floor((room.w - margin) / (width * 16 + 24)), 1, Math.max(shown, 1));
    const cell = clamp(((room.w - 2 * margin) / across - 24) / width, 6, 34) * panel.zoom;
    panel.layout = { width, height, shown, across, cell, wide: width * cell + 24, high: height * cell + 34 };
    return { w: across * panel.layout.wide + margin, h: Math.ceil(shown / across) * panel.layout.high + 10 };
  },
  /** The number of elements of the grid. */
  total: (version) => Math.max(...version.steps.flatMap((step) => [...step.rows.values()].map((row) => row.total))),
  place(panel, i) {
    const { width, height, across, cell, wide, high } = panel.layout;
    const z = Math.floor(i / (width * height)), y = Math.floor(i / width) % height, x = i % width;
    return { x: margin + (z % across) * wide + x * cell, y: 26 + Math.floor(z / across) * high + y * cell };
  },
  draw(c, panel, seen) {
    const { version, step, part, layout: { width, height, shown, across, cell, wide, high } } = panel;
    const row = version.row(step, part), scale = version.scale(part), chosen = panel.lineage?.[step];
    if (!row || row.pixels || row.total !== this.total(version)) return drawWords(c, 'This pass made an array other than the grid: choose the view Cells.', seen);
    for (let z = 0; z < shown; ++z) {
      c.fillStyle = theme.quiet;
      c.font = font(13);
      c.textAlign = 'left';
      c.textBaseline = 'alphabetic';
      c.fillText(`z = ${z}`, margin + (z % across) * wide, 19 + Math.floor(z / across) * high);
    }
    const size = numberSize(c, [row], cell, cell), side = Math.ceil(cell);
    for (let i = 0; i < Math.min(row.count, shown * width * height); ++i) {
      const at = this.place(panel, i);
      if (at.y + side < seen.y || at.y > seen.y + seen.h || at.x + side < seen.x || at.x > seen.x + seen.w) continue;
      drawCell(c, row, i, Math.round(at.x), Math.round(at.y), side, side - (side >= 8 ? 1 : 0), scale, size);
      if (row.marks && row.marks[i] === Mark.wrong) drawWrong(c, at.x, at.y, side, side);
      if (chosen?.has(i)) drawChosen(c, at.x, at.y, side, side);
    }
  },
  at(panel, px, py) {
    const { width, height, shown, across, cell, wide, high } = panel.layout;
    const column = Math.floor((px - margin) / wide), x = Math.floor((px - margin - column * wide) / cell);
    const line = Math.floor((py - 26) / high), y = Math.floor((py - 26 - line * high) / cell), z = line * across + column;
    const row = panel.version.row(panel.step, panel.part), i = (z * height + y) * width + x;
    const inside = column >= 0 && column < across && x >= 0 && x < width && y >= 0 && y < height && z < shown;
    return inside && row && row.total === this.total(panel.version) && i < row.count ? { step: panel.step, cell: i } : null;
  },
  box(panel, { step, cell }) {
    if (step !== panel.step) return null;
    return { ...this.place(panel, cell), w: panel.layout.cell, h: panel.layout.cell };
  },
  /** Arrows within a slice, and on into the next. */
  move(panel, key) {
    const { width } = panel.layout, { cell } = panel.cursor, { step } = panel;
    const to = { ArrowLeft: cell - 1, ArrowRight: cell + 1, ArrowUp: cell - width, ArrowDown: cell + width, Home: cell - cell % width,
      End: cell - cell % width + width - 1 }[key];
    return to === undefined ? null : { step, cell: to };
  },
};

const views = [cellsView, barsView, networkView, treeView, slicesView, imageView, framesView, historyView];
