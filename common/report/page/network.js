// SPDX-License-Identifier: MIT
// A sorting network: one wire per element from left to right, and a line between the two that a pass compares.

addView({
  id: 'network',
  title: 'Network',
  sentence: () => 'Each wire is an element, time goes right. An arrow joins the two wires of a comparison, and points to where the larger value goes; solid: swapped.',
  invitation: (panel) => panel.lastValue() === null ? null : `Try: click the wire of ${panel.lastValue()} at its right end, and see where it began.`,
  serves: (version) => version.has((row) => row.kind.length > 0 && row.kind.every((kind) => !flows(kind))),
  left: 50,
  top: 44, // heads: block, stride and the number of each pass
  size(panel, room) {
    const { version, part } = panel, wires = version.columns(part), steps = version.steps.length;
    const fitting = (room.h - this.top - 14) / wires;
    const pitch = (wires <= 128 ? clamp(fitting, 8, 24) : Math.min(fitting, 24)) * panel.zoom;
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
  /** From where to where the wires have the values that a step left. */
  wire: ({ layout: { x, track } }, step) => [step > 0 ? x[step] - track : x[0] - 16, step + 1 < x.length ? x[step + 1] - track : x[step] + 24],
  draw(c, panel, seen) {
    const { version, part, layout: { pitch, x, wires } } = panel;
    const first = clamp(Math.floor((seen.y - this.top) / pitch), 0, wires), last = clamp(Math.ceil((seen.y + seen.h - this.top) / pitch), 0, wires);
    const from = x.findLastIndex((at) => at < seen.x), to = x.findIndex((at) => at > seen.x + seen.w);
    const begin = Math.max(from, 0), end = to < 0 ? x.length : to + 1;
    if (panel.step > 0) { // the pass that is shown
      c.fillStyle = theme.pale;
      c.fillRect(x[panel.step - 1], this.top - 40, x[panel.step] - x[panel.step - 1], wires * pitch + 44);
    }
    this.blocks(c, panel, begin, end);
    for (let step = begin; step < end; ++step) {
      const row = version.row(step, part), scale = version.scale(part, step);
      if (!row || row.pixels) continue;
      if (pitch < 2) { // wires too close to be drawn one by one
        const [left, right] = this.wire(panel, step);
        c.save();
        c.translate(left, this.top);
        c.transform(0, 1, 1, 0, 0, 0);
        c.imageSmoothingEnabled = pitch < 1;
        c.drawImage(rowImage(row, scale), 0, 0, row.count * pitch, right - left);
        c.restore();
        continue;
      }
      for (let i = first; i < Math.min(last, row.count); ++i) {
        const [left, right] = this.wire(panel, step), y = this.y(panel, i);
        drawLine(c, scale.css(row.values[i]), clamp(pitch / 3, 1.5, 5), [left, y], [right, y]);
      }
    }
    for (let step = Math.max(begin, 1); step < end; ++step) this.comparators(c, panel, step, first, last);
    this.follow(c, panel);
    this.legends(c, panel, seen, first, last, begin, end);
    if (panel.motion) drawMovers(c, panel, seen, version.scale(part, panel.step), 0);
  },
  comparators(c, panel, step, first, last) {
    const { version, part, layout: { pitch, track, x } } = panel, row = version.row(step, part);
    if (!row || row.pixels || !version.before(step, part)) return;
    const followed = panel.lineage?.[step];
    const tracks = tracksOf(row).track, stride = pitch < 2 ? Math.ceil(row.from.length / 64) : 1; // the bands show the rest
    for (let k = 0; k < row.from.length; k += stride) {
      const low = Math.min(row.from[k], row.to[k]), high = Math.max(row.from[k], row.to[k]);
      if (high < first || low > last) continue;
      const at = x[step - 1] + (Math.min(tracks[k], 23) + 0.5) * track, kind = row.kind[k];
      if (pitch * (high - low) < 3) continue;
      const touched = followed && (followed.has(row.from[k]) || followed.has(row.to[k]));
      c.globalAlpha = !followed || touched || step === panel.step ? 1 : 0.4;
      drawComparison(c, kind, at, this.y(panel, low), at, this.y(panel, high));
    }
    c.globalAlpha = 1;
    if (!row.wrong) return;
    c.fillStyle = theme.wrong;
    for (let i = first; i < Math.min(last, row.count); ++i)
      if (row.marks[i] === Mark.wrong) drawWrong(c, x[step] - 4, this.y(panel, i) - 4, 8, 8);
  },
  /** Blocks that end up ascending and descending, as bands in the colours of their arrows. */
  blocks(c, panel, begin, end) {
    const { version, part, layout: { pitch, x, wires } } = panel;
    c.globalAlpha = 0.09;
    for (let step = Math.max(begin, 1); step < end; ++step) {
      const row = version.row(step, part), size = headsOf(version, step)?.block;
      if (!row || !size) continue;
      const kinds = new Map();
      for (let k = 0; k < row.from.length; ++k) kinds.set(Math.floor((row.first + row.from[k]) / size), row.kind[k]);
      for (const [block, kind] of kinds) {
        if (directionOf(kind) === 0) continue;
        const low = Math.max(block * size - row.first, 0), high = Math.min((block + 1) * size - row.first, wires);
        c.fillStyle = linkColour(kind);
        c.fillRect(x[step - 1], this.top + low * pitch + 1, x[step] - x[step - 1], (high - low) * pitch - 2);
      }
    }
    c.globalAlpha = 1;
  },
  path(panel, { from, to, link }, t) {
    const { version, step, part, layout: { x, track, pitch } } = panel, y0 = this.y(panel, from), y1 = this.y(panel, to);
    const [begin] = this.wire(panel, step - 1), end = x[step] - track / 2, side = clamp(pitch - 4, 3, 12);
    const at = link < 0 ? end : x[step - 1] + (Math.min(tracksOf(version.links(step, part)).track[link], 23) + 0.5) * track;
    const [px, py] = onLine([[begin, y0], [at, y0], [at, y1], [end, y1]], t);
    return { x: px - side / 2, y: py - side / 2, w: side, h: side };
  },
  /** The path of the chosen value, from wire to wire. */
  follow(c, panel) {
    if (!panel.lineage) return;
    const points = panel.lineage.flatMap((cells, step) => {
      const cell = cells?.values().next().value;
      return cell === undefined ? [] : this.wire(panel, step).map((x) => [x, this.y(panel, cell)]);
    });
    drawLine(c, theme.paper, 8, ...points);
    drawLine(c, theme.chosen, 4, ...points);
  },
  legends(c, panel, seen, first, last, begin, end) {
    const { version, part, layout: { pitch, x } } = panel, row = version.row(panel.step, part);
    c.fillStyle = theme.paper;
    c.fillRect(seen.x, seen.y, this.left - 20, seen.h);
    setLetters(c, theme.quiet, clamp(pitch - 2, 8, 12), 'right', 'middle');
    const every = Math.ceil(11 / pitch);
    for (let i = Math.ceil(first / every) * every; i < last; i += every)
      c.fillText(String((row?.first ?? 0) + i), seen.x + this.left - 26, this.y(panel, i));
    this.heads(c, panel, begin, end);
    let free = -Infinity;
    for (let step = Math.max(begin, 1); step < end; ++step) {
      const middle = (x[step - 1] + x[step]) / 2, stride = headsOf(panel.version, step)?.stride;
      const words = stride ? `${x[step] - x[step - 1] > 62 ? 'stride ' : ''}${stride}` : String(step);
      if (middle - 10 < free && step !== panel.step) continue;
      setLetters(c, step === panel.step ? theme.ink : theme.quiet, 12, 'center', 'middle', step === panel.step);
      c.fillText(words, middle, this.top - 12);
      free = middle + c.measureText(words).width / 2 + 10;
    }
  },
  /** Above the passes: which block they merge, and at which stride they compare. */
  heads(c, panel, begin, end) {
    const { version, layout: { x } } = panel;
    setLetters(c, theme.quiet, 12, 'center', 'middle');
    c.strokeStyle = theme.quiet;
    for (let step = Math.max(begin, 1); step < end; ++step) {
      const head = headsOf(version, step);
      if (!head) continue;
      let last = step;
      while (headsOf(version, last + 1)?.block === head.block) ++last;
      if (step > 1 && headsOf(version, step - 1)?.block === head.block && step !== Math.max(begin, 1)) continue;
      c.beginPath();
      trace(c, [x[step - 1] + 3, this.top - 25], [x[last] - 3, this.top - 25]);
      c.stroke();
      const room = x[last] - x[step - 1];
      for (const words of [`block ${head.block}`, String(head.block)])
        if (c.measureText(words).width < room) {
          c.fillText(words, (x[step - 1] + x[last]) / 2, this.top - 34);
          break;
        }
    }
  },
  at(panel, px, py) {
    const { layout: { x, pitch, wires, track } } = panel, cell = Math.floor((py - this.top) / pitch);
    if (cell < 0 || cell >= wires) return null;
    const step = x.findLastIndex((at, i) => (i === 0 ? at - 16 : at - track) <= px);
    return { step: Math.max(step, 0), cell };
  },
  box(panel, { step, cell }) {
    const { pitch, track } = panel.layout, [left] = this.wire(panel, step);
    return { x: left, y: this.y(panel, cell) - pitch / 2, w: Math.max(track, 12), h: pitch };
  },
  /** Wires are stacked, passes side by side. */
  move(panel, key) {
    const { step, cell } = panel.cursor;
    const to = { ArrowLeft: [step - 1, cell], ArrowRight: [step + 1, cell], ArrowUp: [step, cell - 1],
      ArrowDown: [step, cell + 1], Home: [step, 0], End: [step, panel.layout.wires - 1] }[key];
    return to ? { step: to[0], cell: to[1] } : null;
  },
});
