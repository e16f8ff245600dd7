// SPDX-License-Identifier: MIT
// Two rows: the values before the pass and after it, and between them what the pass did.

/** Arrows go from cell to cell, and up and down from pass to pass. */
function moveAlong(panel, key, count) {
  const { step, cell } = panel.cursor;
  const to = { ArrowLeft: [step, cell - 1], ArrowRight: [step, cell + 1], ArrowUp: [step - 1, cell],
    ArrowDown: [step + 1, cell], Home: [step, 0], End: [step, count - 1] }[key];
  return to ? { step: to[0], cell: to[1] } : null;
}

/** The columns of a step: those of the widest row, but while the reader predicts only of the two rows in view, and wide enough to read their numbers. */
function columnsOf({ version, part, zoom, page }, step, room) {
  if (!page.predict.on) return new Columns(version.columns(part), room, zoom);
  const rows = [version.row(step, part), version.before(step, part)].filter(Boolean), count = Math.max(1, ...rows.map((row) => row.count * row.span));
  const fitting = new Columns(Math.min(count, version.columns(part)), room, zoom);
  const wide = [fitting.cell, 15, 18, 24, 32, 46, 64].filter((cell) => cell >= fitting.cell).map((cell) => new Columns(fitting.count, room, zoom * cell / fitting.cell));
  return wide.find((columns) => rows.every((row) => row.pixels || numberSize(measure, [row], columns.of(row), 34) > 0)) ?? wide[wide.length - 1];
}

const heldHeight = 46; // of a third row: what the cells held, if the row before is of other cells

addView({
  id: 'cells',
  title: 'Cells',
  rings: true,
  sentence({ version, step, part }) {
    if (!version.before(step, part)) return 'What the pass left in each element.';
    return 'Above: the values before the pass. Below: the values after it. Between them: what the pass did.';
  },
  invitation(panel) {
    const { version, step, part, page } = panel, ordered = version.row(step, part)?.source !== undefined ? panel.followedValue() : null;
    if (step + 1 >= version.steps.length) return null;
    return ordered ? `Try: press Play and watch ${ordered} on its way, pass by pass.` : `Try: press → and watch one pass${page.predict.toggle.hidden ? '' : '; or press P to predict it'}.`;
  },
  serves: (version) => version.has((row) => !row.pixels),
  travels: [0.25, 0.85], // until then the row after the last pass becomes the row before this one
  size(panel, room) {
    const { version, step, part } = panel;
    const columns = columnsOf(panel, step, room.w), row = version.row(step, part), before = version.before(step, part);
    const height = columns.cell >= 15 ? 34 : 40;
    const most = clamp(room.h - 2 * height - 80, 60, 360);
    let gap = 34;
    if (before && row) {
      const links = version.links(step, part);
      const pairs = links.kind.some((kind) => !flows(kind));
      gap = links.from.length === 0 ? 90 : pairs ? clamp(26 * (tracksOf(links).count + 1), 90, most) : Math.min(220, most);
    }
    const ids = Boolean(before) && idsFit(row, columns.cell), top = 30, held = version.heldRow(step, part) ? heldHeight : 0;
    const after = before ? top + height + gap + (ids ? idsHeight : 0) + held : top;
    panel.layout = { columns, height, top, after, ids, held };
    return { w: columns.width, h: after + height + 34 };
  },
  draw(c, panel, seen) {
    const { version, step, part, layout, motion, guess } = panel;
    const row = version.row(step, part), before = version.before(step, part), scale = version.scale(part, step);
    if (!row || row.pixels) return drawWords(c, noRowWords(row, part), seen);
    const { columns, height, top, after, ids, held } = layout;
    const hidden = guess?.covers(step), chosen = hidden ? null : panel.lineage?.[step], was = panel.lineage?.[version.beforeStep(step, part)];
    const old = before ? version.scale(part, version.beforeStep(step, part)) : scale;
    if (before) {
      const y = motion ? after + (top - after) * motion.travel(0, 0.25) : top;
      if (!motion || y === top) drawLabel(c, `before: ${before.label}`, top - 10, seen);
      drawRow(c, columns, before, y, height, old, seen, was);
      const links = version.links(step, part);
      if (!motion || y === top) drawLinks(c, this.place(panel), hidden ? unanswered(links) : links, before, seen, hidden ? null : was, chosen);
      if (motion && y !== top) return drawRuler(c, columns, row, after + height + 16, seen);
    }
    if (held) {
      const y = after - (ids ? idsHeight : 0) - heldHeight, at = version.heldStep(step, part), own = version.row(at, part);
      drawLabel(c, `and what the cells held: ${own.label}`, y + 13, seen);
      drawRow(c, columns, own, y + 19, 22, version.scale(part, at), seen, hidden ? null : panel.lineage?.[at], new Uint8Array(own.count));
    }
    if (hidden) guess.draw(c, panel, seen);
    else if (motion && !motion.arrived) drawComing(c, columns, row, after, height, seen);
    else drawRow(c, columns, row, after - (motion?.bounce ?? 0), height + 2 * (motion?.bounce ?? 0), scale, seen, chosen, writtenCells(version, step, part));
    if (ids && !hidden) drawIds(c, columns, row, after - idsHeight, seen);
    if (before && isDivided(version, version.beforeStep(step, part), part)) drawGroups(c, columns, before, version.caption.group, top - 4, after - (held ? held + (ids ? idsHeight : 0) : 4), seen);
    if (isDivided(version, step, part)) drawGroups(c, columns, row, version.caption.group, before ? after - 4 : top - 4, after + height + 4, seen);
    drawRuler(c, columns, row, after + height + 16, seen);
    if (!before) drawLabel(c, row.label, top - 10, seen);
    if (motion && !motion.arrived) drawMovers(c, panel, seen, old, moverSize(c, before, columns.of(before), columns.of(row), height));
  },
  /** Where the links are drawn. */
  place({ version, step, part, layout: { columns, height, top, after, ids, held } }) {
    return { above: columns.of(version.before(step, part)), below: columns.of(version.row(step, part)), top: top + height + 2,
      bottom: after - (ids ? idsHeight : 0) - held - (held ? 0 : 4) };
  },
  path(panel, { from, to, link, kind }, t) {
    const { version, step, part, layout: { height, top, after } } = panel, place = this.place(panel), { above, below } = place;
    const begin = top + height / 2, end = after + height / 2, links = version.links(step, part), [w, wide] = widthsOf(panel, place, from, to, t);
    let point;
    if (kind === 'swapped') {
      const { track, count } = tracksOf(links), x0 = above.middle(from), x1 = below.middle(to), y = place.top + (track[link] + 1) * (place.bottom - place.top) / (count + 1);
      point = onLine([[x0, begin], [x0, y], [x1, y], [x1, end]], t);
    } else {
      point = onFlow(place, links, version.before(step, part), link, from, to, t, begin, end);
    }
    return { x: point[0] - w / 2, y: point[1] - height / 2, w: wide, h: height };
  },
  at(panel, x, y) {
    const { version, step, part, layout: { columns, height, top, after } } = panel;
    const upper = version.before(step, part) && y < (top + height + after) / 2, at = upper ? version.beforeStep(step, part) : step, cell = columns.of(version.row(at, part)).at(x);
    return cell < 0 ? null : { step: at, cell };
  },
  box(panel, { step, cell }) {
    const { height, top, after } = panel.layout, columns = panel.layout.columns.of(panel.version.row(step, panel.part));
    if (step !== panel.step && step !== panel.version.beforeStep(panel.step, panel.part)) return null;
    return { x: columns.x(cell), y: step === panel.step ? after : top, w: columns.cell, h: height };
  },
  notes: ({ layout }) => notesAt(layout),
  move: (panel, key) => moveAlong(panel, key, panel.layout.columns.count),
});

/** Indices below the cells, as many as there is room for. */
function drawRuler(c, all, row, y, seen) {
  const columns = all.of(row), [begin, end] = columns.seen(seen);
  const noun = row.span > 1 ? 'tile ' : '';
  setLetters(c, theme.quiet, 11, 'center');
  const widest = c.measureText(`${noun}${row.first + row.count}`).width + 10;
  let every = 1;
  while (every * columns.cell < widest) every *= 2;
  for (let i = Math.ceil(begin / every) * every; i < Math.min(end, row.count); i += every)
    c.fillText(`${noun}${row.first + i}`, columns.middle(i), y);
}
