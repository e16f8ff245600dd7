// SPDX-License-Identifier: MIT
// The positions of a row's cells across a drawing.

const margin = 12;

class Columns {
  /** `count` cells in `room` pixels; `zoom` 1 fits them in, as long as their numbers are readable or there are many. */
  constructor(count, room, zoom, left = margin) {
    const fitting = (room - left - margin) / Math.max(count, 1);
    const least = count <= 128 ? 24 : 1;
    this.count = count;
    this.left = left;
    this.cell = clamp(fitting, least, 64) * zoom;
  }
  get width() {
    return this.left + this.count * this.cell + margin;
  }
  /** Whole pixels, so that cells are sharp. */
  x(i) {
    return Math.round(this.left + i * this.cell);
  }
  middle(i) {
    return this.left + (i + 0.5) * this.cell;
  }
  /** The cell at x; -1: none. */
  at(x) {
    const i = Math.floor((x - this.left) / this.cell);
    return i >= 0 && i < this.count ? i : -1;
  }
  /** First and last cell that are at least partly visible. */
  seen(seen) {
    return [clamp(Math.floor((seen.x - this.left) / this.cell), 0, this.count),
      clamp(Math.ceil((seen.x + seen.w - this.left) / this.cell), 0, this.count)];
  }
}

/** Lines between the elements of two workgroups. */
function drawGroups(c, columns, row, group, top, bottom, seen) {
  if (group <= 0 || group * columns.cell < 8) return;
  const [begin, end] = columns.seen(seen);
  c.strokeStyle = theme.ink;
  c.lineWidth = 1;
  c.setLineDash([3, 3]);
  c.beginPath();
  const first = row ? row.first : 0;
  for (let i = Math.max(begin, 1); i < end; ++i) {
    if ((i + first) % group !== 0) continue;
    c.moveTo(columns.x(i) + 0.5, top);
    c.lineTo(columns.x(i) + 0.5, bottom);
  }
  c.stroke();
  c.setLineDash([]);
}
