// SPDX-License-Identifier: MIT
// A sorting network: one wire per element from left to right, and a line between the two that a pass compares.

const networkView = {
  id: 'network',
  title: 'Network',
  serves: (version) => version.has((row) => row.kind.length > 0 && row.kind.every((kind) => !flows(kind))),
  left: 50,
  top: 26,
  size(panel, room) {
    const { version, part } = panel, wires = version.columns(part), steps = version.steps.length;
    const pitch = clamp(520 / wires, 4, 22) * panel.zoom;
    const tracks = version.steps.map((_, step) => {
      const row = version.row(step, part);
      return row && step > 0 && row.from.length ? Math.min(tracksOf(row).count, 24) : 1;
    });
    const all = tracks.reduce((sum, count) => sum + count + 2, 0);
    const track = clamp((room.w - this.left - 30) / all, 5, 16) * panel.zoom;
    const x = [this.left];
    for (let step = 1; step < steps; ++step) x.push(x[step - 1] + (tracks[step] + 2) * track);
    panel.layout = { pitch, track, x, tracks, wires };
    return { w: x[steps - 1] + 34, h: this.top + wires * pitch + 12 };
  },
  y(panel, wire) {
    return this.top + (wire + 0.5) * panel.layout.pitch;
  },
  draw(c, panel, seen) {
    const { version, part, layout: { pitch, track, x, wires } } = panel, scale = version.scale(part);
    const first = clamp(Math.floor((seen.y - this.top) / pitch), 0, wires), last = clamp(Math.ceil((seen.y + seen.h - this.top) / pitch), 0, wires);
    const from = x.findLastIndex((at) => at < seen.x), to = x.findIndex((at) => at > seen.x + seen.w);
    const begin = Math.max(from, 0), end = to < 0 ? x.length : to + 1;
    if (panel.step > 0) { // the pass that is shown
      c.fillStyle = theme.pale;
      c.fillRect(x[panel.step - 1], this.top - 20, x[panel.step] - x[panel.step - 1], wires * pitch + 24);
    }
    for (let step = begin; step < end; ++step) {
      const row = version.row(step, part);
      if (!row || row.pixels) continue;
      for (let i = first; i < Math.min(last, row.count); ++i) {
        c.strokeStyle = scale.css(row.values[i]);
        c.lineWidth = clamp(pitch / 3, 1.5, 5);
        c.beginPath();
        c.moveTo(step > 0 ? x[step] - track : x[0] - 16, this.y(panel, i));
        c.lineTo(step + 1 < x.length ? x[step + 1] - track : x[step] + 24, this.y(panel, i));
        c.stroke();
      }
    }
    for (let step = Math.max(begin, 1); step < end; ++step) this.comparators(c, panel, step, first, last);
    this.follow(c, panel);
    this.legends(c, panel, seen, first, last, begin, end);
  },
  comparators(c, panel, step, first, last) {
    const { version, part, layout: { pitch, track, x } } = panel, row = version.row(step, part);
    if (!row || row.pixels || !version.before(step, part)) return;
    const tracks = tracksOf(row).track;
    for (let k = 0; k < row.from.length; ++k) {
      const low = Math.min(row.from[k], row.to[k]), high = Math.max(row.from[k], row.to[k]);
      if (high < first || low > last) continue;
      const at = x[step - 1] + (Math.min(tracks[k], 23) + 0.5) * track, kind = row.kind[k];
      c.strokeStyle = c.fillStyle = linkColour(kind);
      c.lineWidth = swaps(kind) ? 2.2 : 1;
      if (!swaps(kind)) c.setLineDash([3, 3]);
      c.beginPath();
      c.moveTo(at, this.y(panel, low));
      c.lineTo(at, this.y(panel, high));
      c.stroke();
      c.setLineDash([]);
      if (pitch < 6) continue;
      for (const wire of [low, high]) {
        c.beginPath();
        c.arc(at, this.y(panel, wire), swaps(kind) ? 3.2 : 2.2, 0, 7);
        c.fill();
      }
    }
    if (!row.wrong) return;
    c.fillStyle = theme.wrong;
    for (let i = first; i < Math.min(last, row.count); ++i)
      if (row.marks[i] === Mark.wrong) drawWrong(c, x[step] - 4, this.y(panel, i) - 4, 8, 8);
  },
  /** The path of the chosen value, from wire to wire. */
  follow(c, panel) {
    if (!panel.lineage) return;
    const { layout: { x, track } } = panel;
    for (const [colour, width] of [[theme.paper, 7], [theme.chosen, 3.5]]) {
      c.strokeStyle = colour;
      c.lineWidth = width;
      c.beginPath();
      let before = null;
      panel.lineage.forEach((cells, step) => {
        const cell = cells?.values().next().value;
        if (cell === undefined) return;
        const y = this.y(panel, cell), begin = step > 0 ? x[step] - track : x[0] - 16;
        if (before === null) c.moveTo(begin, y);
        else c.lineTo(begin, y);
        c.lineTo(step + 1 < x.length ? x[step + 1] - track : x[step] + 24, y);
        before = y;
      });
      c.stroke();
    }
  },
  legends(c, panel, seen, first, last, begin, end) {
    const { version, part, layout: { pitch, x } } = panel, row = version.row(panel.step, part);
    c.fillStyle = theme.paper;
    c.fillRect(seen.x, seen.y, this.left - 20, seen.h);
    c.textBaseline = 'middle';
    c.font = font(clamp(pitch - 2, 8, 12));
    c.fillStyle = theme.quiet;
    c.textAlign = 'right';
    const every = Math.ceil(11 / pitch);
    for (let i = Math.ceil(first / every) * every; i < last; i += every)
      c.fillText(String((row?.first ?? 0) + i), seen.x + this.left - 26, this.y(panel, i));
    c.textAlign = 'center';
    let free = -Infinity;
    for (let step = Math.max(begin, 1); step < end; ++step) {
      const middle = (x[step - 1] + x[step]) / 2, words = String(step);
      if (middle - 10 < free && step !== panel.step) continue;
      c.font = font(12, step === panel.step);
      c.fillStyle = step === panel.step ? theme.ink : theme.quiet;
      c.fillText(words, middle, this.top - 12);
      free = middle + c.measureText(words).width / 2 + 10;
    }
  },
  at(panel, px, py) {
    const { layout: { x, pitch, wires, track } } = panel, cell = Math.floor((py - this.top) / pitch);
    if (cell < 0 || cell >= wires) return null;
    const step = x.findLastIndex((at, i) => (i === 0 ? at - 16 : at - track) <= px);
    return { step: Math.max(step, 0), cell };
  },
  box(panel, { step, cell }) {
    const { layout: { x, pitch, track } } = panel, left = step > 0 ? x[step] - track : x[0] - 16;
    return { x: left, y: this.y(panel, cell) - pitch / 2, w: Math.max(track, 12), h: pitch };
  },
  /** Wires are stacked, passes side by side. */
  move(panel, key) {
    const { step, cell } = panel.cursor;
    const to = { ArrowLeft: [step - 1, cell], ArrowRight: [step + 1, cell], ArrowUp: [step, cell - 1],
      ArrowDown: [step, cell + 1], Home: [step, 0], End: [step, panel.layout.wires - 1] }[key];
    return to ? { step: to[0], cell: to[1] } : null;
  },
};
