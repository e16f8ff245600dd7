// SPDX-License-Identifier: MIT
// The elements after the pass as bars, as high as their values; below them what the pass did.

addView({
  id: 'bars',
  title: 'Bars',
  sentence: ({ layout }) => layout?.columns?.tiny ? 'Each column has the largest and the smallest of its elements after the pass; draw it larger to see single ones.'
    : 'Each bar is an element after the pass, as high as its value. Below the bars: what the pass did.',
  invitation(panel) {
    const value = panel.followedValue();
    if (value === null) return null;
    return panel.version.status === 'shown' ? `Try: press Play and watch ${value}, the framed bar. This version is wrong on purpose: does ${value} get home, and do all others?`
      : `Try: press Play and watch ${value}, the framed bar, on its way home.`;
  },
  serves: (version) => version.has((row) => !row.pixels),
  size(panel, room) {
    const { version, step, part } = panel;
    const columns = new Columns(version.columns(part), room.w, panel.zoom);
    const row = version.row(step, part);
    const links = row && !row.pixels && version.before(step, part) ? version.links(step, part) : null;
    const below = links && links.from.length ? clamp(12 * (tracksOf(links).count + 1), 40, 160) : 0;
    const height = clamp(room.h - 44 - 40, 120, 640) - Math.max(below - 40, 0);
    panel.layout = { columns, top: 22, height: Math.max(height, 100), below };
    return { w: columns.width, h: 22 + panel.layout.height + 22 + below };
  },
  draw(c, panel, seen) {
    const { version, step, part, motion, layout: { top, height, below } } = panel;
    const row = version.row(step, part), columns = panel.layout.columns.of(row), scale = version.scale(part, step);
    if (!row || row.pixels) return drawWords(c, noRowWords(row, part), seen);
    const [begin, end] = columns.seen(seen), chosen = panel.lineage?.[step];
    const base = top + height, moving = motion && !motion.arrived;
    if (columns.tiny && !moving) this.overview(c, panel, row, seen);
    for (let i = begin; i < Math.min(end, row.count) && !columns.tiny && !moving; ++i) {
      const mark = row.marks ? row.marks[i] : Mark.plain;
      if (mark === Mark.absent || untouched(row, i)) continue;
      const bar = this.bar(panel, row.values[i]), x = columns.x(i);
      const width = Math.max(columns.x(i + 1) - x - (columns.cell >= 4 ? 1 : 0), 1);
      c.globalAlpha = mark === Mark.idle ? 0.28 : 1;
      c.fillStyle = mark === Mark.padded ? theme.pale : scale.css(row.values[i]);
      c.fillRect(x, base - bar, width, bar);
      c.globalAlpha = 1;
      if (mark === Mark.padded) {
        c.strokeStyle = theme.line;
        c.strokeRect(x + 0.5, base - bar + 0.5, width - 1, bar - 1);
      }
      if (mark === Mark.wrong) drawWrong(c, x, base - bar, width, bar);
      if (chosen?.has(i)) drawChosen(c, x, base - bar, width, bar);
    }
    if (isDivided(version, step, part)) drawGroups(c, panel.layout.columns, row, version.caption.group, top, base + 2, seen);
    drawRuler(c, panel.layout.columns, row, base + 14, seen);
    if (below) {
      const before = version.before(step, part), place = { above: panel.layout.columns.of(before), below: columns, top: base + 20, bottom: base + 20 + below };
      drawLinks(c, place, version.links(step, part), before, seen, panel.lineage?.[version.beforeStep(step, part)], chosen);
    }
    if (moving) drawMovers(c, panel, seen, scale, 0);
  },
  /** Bars too narrow to be drawn one by one: for each column of pixels its largest and its smallest value. */
  overview(c, panel, row, seen) {
    const { version, step, part, layout: { columns, top, height } } = panel, scale = version.scale(part, step), chosen = panel.lineage?.[step];
    for (let x = Math.floor(seen.x); x < seen.x + seen.w; ++x) {
      const first = Math.max(Math.floor((x - columns.left) / columns.cell), 0), last = Math.min(Math.max(Math.ceil((x + 1 - columns.left) / columns.cell), first + 1), row.count);
      let low = Infinity, high = -Infinity;
      for (let i = x < columns.left ? last : first; i < last; ++i) {
        const mark = row.marks ? row.marks[i] : Mark.plain;
        if (mark === Mark.absent || mark === Mark.padded || untouched(row, i) || !Number.isFinite(row.values[i])) continue;
        low = Math.min(low, row.values[i]);
        high = Math.max(high, row.values[i]);
      }
      for (const value of high > low ? [high, low] : high === low ? [high] : []) {
        const bar = this.bar(panel, value);
        c.fillStyle = scale.css(value);
        c.fillRect(x, top + height - bar, 1, bar);
      }
    }
    if (row.wrong) for (let i = 0; i < row.count; ++i) if (row.marks[i] === Mark.wrong) drawWrong(c, columns.x(i), top, 3, height);
    if (chosen?.size <= 64) for (const i of chosen) drawChosen(c, columns.x(i), top + height - this.bar(panel, row.values[i]), 3, this.bar(panel, row.values[i]));
  },
  /** The height of a bar. */
  bar: (panel, value) => 3 + (panel.layout.height - 3) * panel.version.scale(panel.part, panel.step).share(value),
  path(panel, { from, to, value }, t) {
    const { version, step, part, layout: { columns, top, height } } = panel, bar = this.bar(panel, value);
    const above = columns.of(version.before(step, part)), own = columns.of(version.row(step, part));
    return { x: above.x(from) + t * (own.x(to) - above.x(from)), y: top + height - bar, w: above.cell + t * (own.cell - above.cell), h: bar };
  },
  at(panel, x) {
    const cell = panel.layout.columns.of(panel.version.row(panel.step, panel.part)).at(x);
    return cell < 0 ? null : { step: panel.step, cell };
  },
  box(panel, { step, cell }) {
    const { top, height } = panel.layout, columns = panel.layout.columns.of(panel.version.row(step, panel.part));
    return step === panel.step ? { x: columns.x(cell), y: top, w: columns.cell, h: height } : null;
  },
  move: (panel, key) => moveAlong(panel, key, panel.layout.columns.count),
});
