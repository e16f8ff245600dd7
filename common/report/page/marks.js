// SPDX-License-Identifier: MIT
// How a single cell is drawn: its colour, number and mark.

function font(size, bold = false) {
  return `${bold ? '600 ' : ''}${size}px system-ui, sans-serif`;
}

/** The text size at which a row's numbers fit into its cells; 0: they do not. */
function numberSize(c, rows, cell, height) {
  if (cell < 15 || height < 13) return 0;
  for (const size of [14, 12, 11, 10, 9]) {
    if (size > height - 3) continue;
    c.font = font(size);
    let widest = 0;
    for (const row of rows) {
      const step = Math.max(1, Math.floor(row.count / 64));
      for (let i = 0; i < row.count; i += step) widest = Math.max(widest, untouched(row, i) ? 0 : c.measureText(short(row.values[i])).width);
    }
    if (widest <= cell - 4) return size;
  }
  return 0;
}

function drawCell(c, row, i, x, y, width, height, scale, size) {
  const mark = row.marks ? row.marks[i] : Mark.plain, value = row.values[i];
  const space = width >= 8 ? 1 : 0;
  if (mark === Mark.absent || untouched(row, i)) {
    if (width < 5) return;
    c.strokeStyle = theme.line;
    c.lineWidth = 1;
    c.strokeRect(x + 0.5, y + 0.5, width - 1 - space, height - 1);
    return;
  }
  c.fillStyle = mark === Mark.padded ? theme.pale : scale.css(value);
  if (mark === Mark.idle) c.globalAlpha = 0.28;
  c.fillRect(x, y, Math.max(width - space, 1), height);
  c.globalAlpha = 1;
  if (size === 0) return;
  c.fillStyle = mark === Mark.padded || mark === Mark.idle ? theme.quiet : scale.ink(value);
  c.font = font(size);
  c.textAlign = 'center';
  c.textBaseline = 'middle';
  c.fillText(short(value), x + (width - space) / 2, y + height / 2 + 1);
}

/** Around a cell that differs from its twin: a ring and a pointer above it, so that it is visible without colour. */
function drawWrong(c, x, y, width, height) {
  c.strokeStyle = theme.wrong;
  c.lineWidth = width >= 10 ? 3 : 2;
  c.strokeRect(x - 1, y - 1, Math.max(width, 2) + 1, height + 2);
  const middle = x + width / 2;
  c.fillStyle = theme.wrong;
  c.beginPath();
  c.moveTo(middle - 5, y - 9);
  c.lineTo(middle + 5, y - 9);
  c.lineTo(middle, y - 2);
  c.fill();
}

/** Around a cell that is followed. */
function drawChosen(c, x, y, width, height) {
  c.strokeStyle = theme.paper;
  c.lineWidth = 5;
  c.strokeRect(x + 0.5, y + 0.5, Math.max(width - 2, 2), height - 1);
  c.strokeStyle = theme.chosen;
  c.lineWidth = 2.5;
  c.strokeRect(x + 0.5, y + 0.5, Math.max(width - 2, 2), height - 1);
}

/** A row of cells; only the visible ones are drawn. */
function drawRow(c, columns, row, y, height, scale, seen, chosen) {
  const [begin, end] = columns.seen(seen);
  const size = numberSize(c, [row], columns.cell, height);
  const last = Math.min(end, row.count);
  for (let i = begin; i < last; ++i)
    drawCell(c, row, i, columns.x(i), y, columns.x(i + 1) - columns.x(i), height, scale, size);
  if (row.wrong) {
    for (let i = begin; i < last; ++i)
      if (row.marks[i] === Mark.wrong) drawWrong(c, columns.x(i), y, columns.x(i + 1) - columns.x(i), height);
  }
  if (!chosen) return;
  for (const i of chosen)
    if (i >= begin && i < last) drawChosen(c, columns.x(i), y, columns.x(i + 1) - columns.x(i), height);
}

/** As much of a text as fits. */
function cutTo(c, words, room) {
  let shown = words;
  while (shown && c.measureText(shown === words ? shown : `${shown}…`).width > room) shown = shown.slice(0, -1).trimEnd();
  return shown === words ? words : `${shown}…`;
}

/** A label above a row, within the visible part. */
function drawLabel(c, words, y, seen) {
  c.fillStyle = theme.quiet;
  c.font = font(13);
  c.textAlign = 'left';
  c.textBaseline = 'alphabetic';
  c.fillText(words, seen.x + margin, y);
}

/** Text instead of a drawing. */
function drawWords(c, words, seen) {
  c.fillStyle = theme.quiet;
  c.font = font(15);
  c.textAlign = 'left';
  c.textBaseline = 'alphabetic';
  let line = '', y = 40;
  for (const word of words.split(' ')) {
    if (line && c.measureText(`${line} ${word}`).width > seen.w - 2 * margin) {
      c.fillText(line, seen.x + margin, y);
      line = '';
      y += 22;
    }
    line = line ? `${line} ${word}` : word;
  }
  c.fillText(line, seen.x + margin, y);
}
