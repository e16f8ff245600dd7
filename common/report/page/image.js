// SPDX-License-Identifier: MIT
// The image that a pass made, and the frames that were drawn of a state.

/** A row's pixels as a canvas of their own, made once. */
const bitmapOf = (row) => row.bitmap ??= painted(row.width, row.height, (words) => words.set(row.pixels));

const channels = (word) => [word & 255, word >>> 8 & 255, word >>> 16 & 255, word >>> 24];
const pixelWords = (word) => {
  const [red, green, blue, alpha] = channels(word);
  return `red ${red}, green ${green}, blue ${blue}${alpha === 255 ? '' : `, alpha ${alpha}`}`;
};

/** The step whose image is shown: this one's, or the last before it, or the first. */
function imageStep(version, step) {
  const has = (at) => [...version.steps[at].rows.values()].some((row) => row.pixels);
  for (let at = step; at >= 0; --at) if (has(at)) return at;
  return version.steps.findIndex((_, at) => has(at));
}

addView({
  id: 'image',
  title: 'Image',
  scaled: false,
  sentence: () => 'The image as the pass left it, pixel by pixel.',
  invitation({ version, step }) {
    if (imageStep(version, step) > step) return 'Try: press → to the pass that made this picture.';
    const later = version.steps.findIndex((one, at) => at > step && [...one.rows.values()].some((row) => row.pixels));
    return later < 0 ? 'Try: point at a pixel, and see its value.' : 'Try: press → until the picture changes; point at a pixel, and see its value.';
  },
  serves: (version) => version.has((row) => Boolean(row.pixels)),
  stepOf: ({ version, step }) => imageStep(version, step),
  size(panel, room) {
    const step = this.stepOf(panel), row = [...panel.version.steps[step].rows.values()].find((one) => one.pixels);
    const fitting = Math.min((room.w - 2 * margin) / row.width, (room.h - 50) / row.height);
    const scale = Math.max(fitting, 0.1) * panel.zoom;
    panel.layout = { row, step, scale };
    return { w: row.width * scale + 2 * margin, h: row.height * scale + 34 };
  },
  draw(c, panel, seen) {
    const { row, step, scale } = panel.layout;
    drawLabel(c, step === panel.step ? row.label : `${row.label} (pass ${panel.version.hasInput ? step : step + 1})`, 16, seen);
    c.imageSmoothingEnabled = scale < 1;
    c.drawImage(bitmapOf(row), margin, 24, row.width * scale, row.height * scale);
    if (!row.wrong) return;
    let drawn = 0;
    for (let i = 0; i < row.count && drawn < 4000; ++i) {
      if (row.marks[i] !== Mark.wrong) continue;
      drawOutline(c, theme.wrong, 2, margin + (i % row.width) * scale, 24 + Math.floor(i / row.width) * scale, Math.max(scale, 2), Math.max(scale, 2));
      ++drawn;
    }
  },
  at(panel, px, py) {
    const { row, step, scale } = panel.layout, x = Math.floor((px - margin) / scale), y = Math.floor((py - 24) / scale);
    return x < 0 || y < 0 || x >= row.width || y >= row.height ? null : { step, cell: y * row.width + x };
  },
  box(panel, { step, cell }) {
    const { row, scale } = panel.layout;
    if (step !== panel.layout.step) return null;
    return { x: margin + (cell % row.width) * scale, y: 24 + Math.floor(cell / row.width) * scale, w: scale, h: scale };
  },
  move(panel, key) {
    const { row, step } = panel.layout, cell = panel.cursor.step === step ? panel.cursor.cell : 0, x = cell % row.width;
    const to = { ArrowLeft: x > 0 ? cell - 1 : cell, ArrowRight: x + 1 < row.width ? cell + 1 : cell, ArrowUp: cell - row.width,
      ArrowDown: cell + row.width, Home: cell - x, End: cell - x + row.width - 1 }[key];
    return to === undefined ? null : { step, cell: to >= 0 && to < row.count ? to : cell };
  },
});

addView({
  id: 'frames',
  title: 'Frames',
  scaled: false,
  sentence: () => 'Drawn from the buffer in which the shader works. The small frames lead to their pass.',
  invitation: () => 'Try: press Play, or click a small frame.',
  serves: (version) => version.frames.length > 0,
  size(panel, room) {
    const frames = panel.version.frames, shown = Math.max(frames.findLastIndex((frame) => frame.pass <= panel.step), 0);
    const { width, height } = frames[shown], ratio = height / width, beside = room.w >= 560, words = 38, space = 12;
    let across = frames.length, small = clamp((room.w - 2 * margin) / frames.length - space, 40, 150), scale;
    if (beside) { // the large one takes half of the room, the small ones as much of the rest as they can use
      scale = Math.max(Math.min((room.h - 60) / height, (room.w / 2 - margin) / width), 0.4) * panel.zoom;
      const side = Math.max(room.w - 2 * margin - width * scale, 200);
      const fits = (many) => Math.min(side / many - space, ((room.h - 32) / Math.ceil(frames.length / many) - words) / ratio);
      across = 1;
      for (let many = 2; many <= frames.length; ++many) if (fits(many) > fits(across)) across = many;
      small = clamp(fits(across), 40, 150);
    } else {
      scale = clamp((room.h - 90 - small * ratio) / height, 0.4, Math.min((room.w - 2 * margin) / width, 3)) * panel.zoom;
    }
    const left = beside ? margin + width * scale + space : margin, strip = beside ? 24 : 40 + height * scale, down = small * ratio + words;
    panel.layout = { frames, shown, scale, small, left, strip, across, wide: small + space, down, ratio };
    return { w: Math.max(margin + width * scale, left + across * (small + space)) + margin, h: Math.max(40 + height * scale, strip + Math.ceil(frames.length / across) * down + 4) };
  },
  draw(c, panel, seen) {
    const { frames, shown, scale, small, left, strip, across, wide, down, ratio } = panel.layout, frame = frames[shown];
    drawLabel(c, frame.label, 16, seen);
    c.imageSmoothingEnabled = scale < 1;
    c.drawImage(bitmapOf(frame), margin, 24, frame.width * scale, frame.height * scale);
    frames.forEach((one, k) => {
      const x = left + (k % across) * wide, y = strip + Math.floor(k / across) * down;
      c.imageSmoothingEnabled = true;
      c.drawImage(bitmapOf(one), x, y, small, small * ratio);
      drawOutline(c, k === shown ? theme.chosen : theme.line, k === shown ? 3 : 1, x, y, small, small * ratio);
      setLetters(c, theme.quiet, 12);
      const [, name, remark] = one.label.match(/^([^,]*)(?:, [0-9.]+ s)?(.*)$/);
      c.fillText(name, x, y + small * ratio + 14, small + 8);
      c.font = font(11);
      c.fillText(cutTo(c, remark.replace(/^[:, ]+/, ''), 1.25 * wide), x, y + small * ratio + 28, wide - 8);
    });
  },
  at(panel, x, y) {
    const { frames, left, strip, across, wide, down } = panel.layout, column = Math.floor((x - left) / wide), k = Math.floor((y - strip) / down) * across + column;
    return y >= strip && column >= 0 && column < across && k < frames.length ? { step: clamp(frames[k].pass, 0, panel.version.steps.length - 1), cell: null } : null;
  },
  box: () => null,
  /** From frame to frame. */
  move(panel, key) {
    const { frames, shown } = panel.layout;
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: frames.length - 1 }[key];
    return to === undefined || !frames[to] ? null : { step: clamp(frames[to].pass, 0, panel.version.steps.length - 1), cell: null };
  },
});
