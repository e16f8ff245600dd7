// SPDX-License-Identifier: MIT
// How a single cell is drawn: its colour, number and mark.

const narrowest = 0.75; // numbers may be this much narrower than their typeface makes them

const roomy = 24; // in narrower cells only values in use have numbers, and theirs may extend over cells that are not
const quietMark = (mark) => mark === Mark.idle || mark === Mark.padded;

/** How many cells the boxes of a row's values cover: narrow ones extend over cells to their right that hold nothing in use, all of a row alike. */
function boxOf(row, i, columns) {
  if (columns.cell >= roomy || columns.tiny || columns.wide || (row.marks && row.marks[i] !== Mark.plain)) return 1;
  if (row.apart === undefined) { // how far apart its values are
    const used = [...Array(row.count).keys()].filter((k) => !row.marks || row.marks[k] === Mark.plain), wrong = row.marks?.includes(Mark.wrong);
    row.apart = wrong ? 1 : used.reduce((least, k, at) => at > 0 ? Math.min(least, k - used[at - 1]) : least, Infinity);
    row.lastUsed = used[used.length - 1] ?? 0;
  }
  return Math.max(1, Math.min(row.apart, columns.count - row.lastUsed, Math.ceil((roomy + 6) / columns.cell)));
}

/** The text size at which a row's numbers fit into its cells; 0: they do not. */
function numberSize(c, rows, columns, height) {
  const { cell } = columns;
  if (cell < 15 || height < 13) return 0;
  for (const size of [14, 12, 11, 10, 9]) {
    if (size > height - 3) continue;
    c.font = font(size);
    let widest = 0;
    for (const row of rows) {
      const step = Math.max(1, Math.floor(row.count / 64));
      for (let i = 0; i < row.count; i += step) {
        if (untouched(row, i) || (cell < roomy && row.marks && quietMark(row.marks[i]))) continue;
        widest = Math.max(widest, c.measureText(textOf(row, i)).width * narrowest - (boxOf(row, i, columns) - 1) * cell);
      }
    }
    if (widest <= cell - 2) return size;
  }
  return 0;
}

/** A cell; one that its pass did not write is an outline in the colour of its value, where there is room for one. */
function drawCell(c, row, i, x, y, width, height, scale, size, wrote = true) {
  const mark = row.marks ? row.marks[i] : Mark.plain, value = row.values[i];
  const space = width >= 8 ? 1 : 0;
  if (mark === Mark.absent || untouched(row, i)) {
    if (width < 5) return;
    return drawOutline(c, theme.line, 1, x + 0.5, y + 0.5, width - 1 - space, height - 1);
  }
  if (!wrote && width >= leastOutlined && (mark === Mark.plain || mark === Mark.wrong)) return drawKept(c, x, y, width - space, height, value, scale, size, textOf(row, i));
  c.fillStyle = mark === Mark.padded ? theme.pale : scale.css(value);
  if (mark === Mark.idle) c.globalAlpha = 0.28;
  c.fillRect(x, y, Math.max(width - space, 1), height);
  c.globalAlpha = 1;
  if (width < roomy && quietMark(mark)) return;
  drawNumber(c, x, y, width - space, height, textOf(row, i), quietMark(mark) ? theme.quiet : scale.ink(value), size);
}

function drawNumber(c, x, y, width, height, text, ink, size) {
  if (size === 0) return;
  setLetters(c, ink, size, 'center', 'middle');
  c.fillText(text, x + width / 2, y + height / 2 + 1, width - 1);
}

const leastOutlined = 12;

/** A value that stays where it was. */
function drawKept(c, x, y, width, height, value, scale, size, text = short(value)) {
  c.fillStyle = theme.paper;
  c.fillRect(x, y, width, height);
  drawOutline(c, scale.outline(value), 2, x + 1, y + 1, width - 2, height - 2);
  drawNumber(c, x, y, width, height, text, theme.ink, size);
}

/** Around a cell that differs from its twin: a ring and a pointer above it, so that it is visible without colour. */
function drawWrong(c, x, y, width, height) {
  drawOutline(c, theme.wrong, width >= 10 ? 3 : 2, x - 1, y - 1, Math.max(width, 2) + 1, height + 2);
  const middle = x + width / 2;
  c.fillStyle = theme.wrong;
  c.beginPath();
  trace(c, [middle - 5, y - 9], [middle + 5, y - 9], [middle, y - 2]);
  c.fill();
}

/** Around a cell that is followed. */
function drawChosen(c, x, y, width, height) {
  const wide = Math.max(width, 3);
  drawOutline(c, theme.paper, 1.5, x + 1.5, y + 1.5, wide - 4, height - 3);
  drawOutline(c, theme.chosen, 2.5, x - 0.5, y - 0.5, wide, height + 1);
}

/** A row as an image of one pixel per cell, for cells too small to be drawn one by one; made once. */
const rowImage = (row, scale) => row.image ??= painted(Math.max(row.count, 1), 1, (words) => paintRow(row, scale, words, 0));

/** Writes a row's cells into pixels from `at` on. */
function paintRow(row, scale, words, at) {
  for (let i = 0; i < row.count; ++i) {
    const mark = row.marks ? row.marks[i] : Mark.plain, place = scale.place(row.values[i]);
    if (mark === Mark.absent || mark === Mark.padded || untouched(row, i)) continue;
    const word = place < 0 ? 0xffc4bebe : cividisWords[place];
    words[at + i] = mark === Mark.idle ? (word & 0xffffff | 0x47000000) >>> 0 : word;
  }
}

/** The outlines of the cells that values travel to. */
function drawComing(c, all, row, y, height, seen) {
  const columns = all.of(row), [begin, end] = columns.seen(seen), width = columns.cell;
  if (width < 5) return;
  c.strokeStyle = theme.line;
  c.lineWidth = 1;
  c.beginPath();
  for (let i = begin; i < Math.min(end, row.count); ++i)
    if (!row.marks || row.marks[i] !== Mark.absent) c.rect(columns.x(i) + 0.5, y + 0.5, columns.x(i + 1) - columns.x(i) - 2, height - 1);
  c.stroke();
}

/** A row of cells; only the visible ones are drawn, and tiny ones as an image. `written`: which of them its pass wrote; null: all. */
function drawRow(c, all, row, y, height, scale, seen, chosen, written = null) {
  const columns = all.of(row), [begin, end] = columns.seen(seen);
  const size = numberSize(c, [row], columns, height);
  const last = Math.min(end, row.count);
  if (columns.tiny) {
    c.imageSmoothingEnabled = columns.cell < 1;
    c.imageSmoothingQuality = 'high';
    c.drawImage(rowImage(row, scale), columns.left, y, row.count * columns.cell, height);
  } else {
    for (let i = begin, cells; i < last; i += cells) {
      cells = boxOf(row, i, columns);
      drawCell(c, row, i, columns.x(i), y, columns.x(i + cells) - columns.x(i), height, scale, size, !written || written[i] === 1);
    }
  }
  if (row.wrong) {
    for (let i = begin; i < last; ++i)
      if (row.marks[i] === Mark.wrong) drawWrong(c, columns.x(i), y, columns.x(i + 1) - columns.x(i), height);
  }
  if (!chosen) return;
  for (const i of chosen)
    if (i >= begin && i < last) drawChosen(c, columns.x(i), y, columns.x(i + boxOf(row, i, columns)) - columns.x(i), height);
}

/** As much of a text as fits. */
function cutTo(c, words, room) {
  let shown = words;
  while (shown && c.measureText(shown === words ? shown : `${shown}…`).width > room) shown = shown.slice(0, -1).trimEnd();
  return shown === words ? words : `${shown}…`;
}

/** A label above a row, within the visible part. */
function drawLabel(c, words, y, seen) {
  setLetters(c, theme.quiet, 13);
  c.fillText(words, seen.x + margin, y);
}

/** Why a view of numbers has nothing to draw at a step. */
function noRowWords(row, part) {
  return row ? 'This pass made an image: choose the view Image.' : `This pass did not write ${part || 'this array'}: choose another array.`;
}

/** Text instead of a drawing. */
function drawWords(c, words, seen) {
  setLetters(c, theme.quiet, 15);
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
