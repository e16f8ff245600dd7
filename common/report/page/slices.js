// SPDX-License-Identifier: MIT
// Elements that are the cells of a grid: its slices side by side.

/** Width, height and depth of the grid; a line of elements becomes one row per workgroup. */
function gridOf(version) {
  const [x, y, z] = version.caption.shape, size = version.dispatches[0]?.local_size[0] ?? 0;
  return y === 1 && z === 1 && size > 1 && size < x ? [size, Math.ceil(x / size), 1] : [x, y, z];
}

addView({
  id: 'slices',
  title: 'Grid',
  sentence({ version }) {
    const [width, height, depth] = version.caption.shape;
    if (depth > 1) return `The elements are the cells of a grid, ${width} x ${height} x ${depth}: slice by slice: x goes right, y goes down.`;
    return height > 1 ? `The elements are the cells of a grid, ${width} x ${height}. Thick lines separate workgroups.` : 'Each row has the elements of one workgroup.';
  },
  invitation({ version, step }) {
    if (version.has((row) => row.writers?.some((who) => who > 0))) return 'Try: point at any cell, and see which invocation wrote it.';
    const next = version.steps[step + 1];
    return next ? `Try: press → to see “${next.label}” of the same elements.` : 'Try: press ← to go back, pass by pass.';
  },
  links: false,
  serves(version) {
    const [x, y, z] = version.caption.shape;
    return x > 1 && y > 0 && z > 0 && version.has((row) => !row.pixels && row.total >= x);
  },
  size(panel, room) {
    const { version, part } = panel, [width, height, all] = gridOf(version);
    const shown = Math.min(Math.ceil(version.columns(part) / (width * height)), all);
    // The number of slices side by side that makes cells largest.
    const left = margin + (this.isLine(version) ? 92 : all === 1 ? 22 : 0); // for the names of the rows
    const fits = (across) => Math.min(((room.w - left) / across - 24) / width, ((room.h - 10) / Math.ceil(shown / across) - 34) / height);
    let across = 1;
    for (let many = 2; many <= shown; ++many) if (fits(many) > fits(across)) across = many;
    const cell = clamp(fits(across), 6, 96) * panel.zoom;
    panel.layout = { left, width, height, shown, across, cell, wide: width * cell + 24, high: height * cell + 34 };
    return { w: across * panel.layout.wide + left, h: Math.ceil(shown / across) * panel.layout.high + 10 };
  },
  /** True if the elements are a line, drawn with a row per workgroup. */
  isLine: (version) => version.caption.shape[1] === 1 && gridOf(version)[1] > 1,
  /** The number of elements of the grid. */
  total: (version) => Math.max(...version.steps.flatMap((step) => [...step.rows.values()].map((row) => row.total))),
  place(panel, i) {
    const { left, width, height, across, cell, wide, high } = panel.layout;
    const z = Math.floor(i / (width * height)), y = Math.floor(i / width) % height, x = i % width;
    return { x: left + (z % across) * wide + x * cell, y: 26 + Math.floor(z / across) * high + y * cell };
  },
  draw(c, panel, seen) {
    const { version, step, part, layout: { left, width, height, shown, across, cell, wide, high } } = panel;
    const row = version.row(step, part), scale = version.scale(part, step), chosen = panel.lineage?.[step];
    if (!row || row.pixels || row.total !== this.total(version)) return drawWords(c, 'This pass made an array other than the grid: choose the view Cells.', seen);
    for (let z = 0; z < shown && shown > 1; ++z) {
      setLetters(c, theme.quiet, 13);
      c.fillText(`z = ${z}`, left + (z % across) * wide, 19 + Math.floor(z / across) * high);
    }
    if (shown === 1) this.axes(c, panel, seen);
    const { motion } = panel, moving = motion && !motion.arrived && version.before(step, part)?.total === row.total;
    const size = numberSize(c, [row], { cell, count: 0 }, cell), side = Math.ceil(cell);
    for (let i = 0; i < Math.min(row.count, shown * width * height); ++i) {
      const at = this.place(panel, i);
      if (at.y + side < seen.y || at.y > seen.y + seen.h || at.x + side < seen.x || at.x > seen.x + seen.w) continue;
      if (moving) continue;
      drawCell(c, row, i, Math.round(at.x), Math.round(at.y), side, side - (side >= 8 ? 1 : 0), scale, size);
      if (row.marks && row.marks[i] === Mark.wrong) drawWrong(c, at.x, at.y, side, side);
      if (chosen?.has(i)) drawChosen(c, at.x, at.y, side, side);
    }
    this.workgroups(c, panel, row);
    if (moving) drawMovers(c, panel, seen, scale, size);
  },
  /** Beside a single slice: the numbers of its columns and rows. */
  axes(c, panel, seen) {
    const { left, width, height, cell } = panel.layout, line = this.isLine(panel.version), every = Math.ceil(20 / cell);
    setLetters(c, theme.quiet, 12, 'center');
    for (let x = 0; x < width; x += every) c.fillText(`${!line && x === 0 ? 'x = ' : ''}${x}`, left + (x + 0.5) * cell, 20);
    setLetters(c, theme.quiet, 12, 'right', 'middle');
    for (let y = 0; y < height; y += every)
      if ((y + 1) * cell + 26 > seen.y) c.fillText(line ? `workgroup ${y}` : String(y), left - 7, 26 + (y + 0.5) * cell);
    setLetters(c, theme.quiet, 12);
    c.fillText(line ? 'local index' : 'y', seen.x + margin, 20);
  },
  /** Lines between the workgroups of a dispatch that covers the grid. */
  workgroups(c, panel, row) {
    const dispatch = panel.version.dispatch(row), { width, height, shown, cell } = panel.layout;
    if (!dispatch || cell < 5) return;
    const [groups, sizes] = [dispatch.groups, dispatch.local_size];
    if (Math.ceil(width / sizes[0]) !== groups[0] || Math.ceil(height / sizes[1]) !== groups[1]) return;
    c.strokeStyle = theme.ink;
    c.lineWidth = 2;
    c.beginPath();
    for (let z = 0; z < shown; ++z) {
      const { x, y } = this.place(panel, z * width * height);
      for (let k = sizes[0]; k < width; k += sizes[0]) {
        const at = Math.round(x + k * cell);
        trace(c, [at, y], [at, y + height * cell]);
      }
      for (let k = sizes[1]; k < height; k += sizes[1]) {
        const at = Math.round(y + k * cell);
        trace(c, [x, at], [x + width * cell, at]);
      }
    }
    c.stroke();
  },
  path(panel, { from, to }, t) {
    const a = this.place(panel, from), b = this.place(panel, to), { cell } = panel.layout;
    return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y), w: cell, h: cell };
  },
  at(panel, px, py) {
    const { left, width, height, shown, across, cell, wide, high } = panel.layout;
    const column = Math.floor((px - left) / wide), x = Math.floor((px - left - column * wide) / cell);
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
});
