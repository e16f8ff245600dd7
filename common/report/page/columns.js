// SPDX-License-Identifier: MIT
// The positions of a row's cells across a drawing.

const margin = 12;

class Columns {
  /** `count` cells in `room` pixels; `zoom` 1 fits them in: all of many, and few as long as their numbers are readable. */
  constructor(count, room, zoom, left = margin) {
    const fitting = (room - left - margin) / Math.max(count, 1);
    const least = count <= 128 ? 15 : 0;
    this.count = count;
    this.left = left;
    this.cell = clamp(fitting, least, 64) * zoom;
    this.right = left + count * this.cell;
    this.wide = false;
  }
  /** The columns of a row whose cells stand for several elements each: a tile's total is as wide as its tile. */
  of(row) {
    if (!row || row.span === 1) return this;
    const wide = Object.create(this);
    wide.cell = this.cell * row.span;
    wide.count = Math.ceil(this.count / row.span);
    wide.wide = true;
    return wide;
  }
  /** Too small to be drawn one by one. */
  get tiny() {
    return this.cell < 3;
  }
  get width() {
    return this.right + margin;
  }
  /** Whole pixels, so that cells are sharp. */
  x(i) {
    return Math.round(Math.min(this.left + i * this.cell, this.right));
  }
  middle(i) {
    return (this.left + i * this.cell + Math.min(this.left + (i + 1) * this.cell, this.right)) / 2;
  }
  /** Where a line from x meets a cell: right there if the cell is wide, else its middle. */
  meet(i, x) {
    const inset = Math.min(8, this.cell / 2);
    return this.wide ? clamp(x, this.x(i) + inset, this.x(i + 1) - inset) : this.middle(i);
  }
  /** The cell at x; -1: none. */
  at(x) {
    const i = Math.floor((x - this.left) / this.cell);
    return i >= 0 && i < this.count ? i : -1;
  }
  /** Arrows are drawn one by one, or every n-th where cells are tiny and there are many. */
  strideOf(arrows) {
    return this.tiny ? Math.max(1, Math.ceil(arrows / 1500)) : 1;
  }
  /** First and last cell that are at least partly visible. */
  seen(seen) {
    return [clamp(Math.floor((seen.x - this.left) / this.cell), 0, this.count),
      clamp(Math.ceil((seen.x + seen.w - this.left) / this.cell), 0, this.count)];
  }
}

/** Lines between the groups of a row's elements. */
function drawGroups(c, columns, row, group, top, bottom, seen) {
  if (group <= 0 || group * columns.cell < 8 || !row) return;
  const [begin, end] = columns.seen(seen);
  c.strokeStyle = theme.ink;
  c.lineWidth = 1;
  c.setLineDash([3, 3]);
  c.beginPath();
  for (let i = Math.max(begin, 1); i < Math.min(end, row.count * row.span); ++i) {
    if ((i + row.first * row.span) % group !== 0) continue;
    trace(c, [columns.x(i) + 0.5, top], [columns.x(i) + 0.5, bottom]);
  }
  c.stroke();
  c.setLineDash([]);
}

/** True if a step's row has lines between the groups of its elements. */
function isDivided(version, step, part) {
  const row = version.row(step, part), { group, ungrouped } = version.caption;
  return Boolean(row) && !row.pixels && group > 0 && !row.undivided && step >= (ungrouped ?? 0);
}
