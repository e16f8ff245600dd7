// SPDX-License-Identifier: MIT
// The cividis scale of the strips, and the colours of the theme that is on.

const cividis = Array.from({ length: 256 }, (_, i) => {
  const t = i / 255;
  // The polynomials that d3-scale-chromatic fitted to the scale of Nunez, Anderton and Renslow (2018).
  return [
    -4.54 - t * (35.34 - t * (2381.73 - t * (6402.7 - t * (7024.72 - t * 2710.57)))),
    32.49 + t * (170.73 + t * (52.82 - t * (131.46 - t * (176.58 - t * 67.37)))),
    81.24 + t * (442.36 - t * (2482.43 - t * (6167.24 - t * (6614.94 - t * 2475.67)))),
  ].map((channel) => Math.round(clamp(channel, 0, 255)));
});
const noNumber = [190, 190, 196];

const css = ([r, g, b]) => `rgb(${r},${g},${b})`;
const cividisCss = cividis.map(css);
/** As words of an image's pixels. */
const cividisWords = cividis.map(([r, g, b]) => (255 << 24 | b << 16 | g << 8 | r) >>> 0);

/** Black or white, whichever reads better on a colour (WCAG relative luminance). */
function inkOn(colour) {
  const [r, g, b] = colour.map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.1791 ? '#000' : '#fff';
}
const cividisInk = cividis.map(inkOn);

/** From the values of some rows to colours; cells that hold nothing, or padding, do not widen it. */
class Scale {
  constructor(rows) {
    this.low = Infinity;
    this.high = -Infinity;
    for (const row of rows) {
      for (let i = 0; i < row.values.length; ++i) {
        const value = row.values[i];
        if (!Number.isFinite(value) || untouched(row, i) || (row.marks && (row.marks[i] === Mark.absent || row.marks[i] === Mark.padded))) continue;
        if (value < this.low) this.low = value;
        if (value > this.high) this.high = value;
      }
    }
    if (this.low > this.high) this.low = this.high = 0;
  }
  /** 0 to 255, or -1 for NaN. */
  place(value) {
    if (Number.isNaN(value)) return -1;
    if (this.high <= this.low) return 128;
    return clamp(Math.round(255 * ((value - this.low) / (this.high - this.low))), 0, 255);
  }
  css(value) {
    const at = this.place(value);
    return at < 0 ? css(noNumber) : cividisCss[at];
  }
  ink(value) {
    const at = this.place(value);
    return at < 0 ? '#000' : cividisInk[at];
  }
  /** Of an outline on the paper. */
  outline(value) {
    const at = this.place(value);
    return at < 0 ? css(noNumber) : theme.outlines[at];
  }
  /** 0 to 1. */
  share(value) {
    return this.high > this.low && Number.isFinite(value) ? clamp((value - this.low) / (this.high - this.low), 0, 1) : 0.5;
  }
}

/** The theme's colours by their names in page.css, read anew when the theme changes. */
const theme = {};
function readTheme() {
  const style = getComputedStyle(document.documentElement);
  for (const name of [...signs.colours, 'paper', 'line', 'chosen', 'asked', 'pale'])
    theme[name] = style.getPropertyValue(`--${name}`).trim();
  const white = Number(style.getPropertyValue('--lift')); // the share of white that sets an outline off from the paper
  theme.outlines = cividis.map((colour) => css(colour.map((channel) => Math.round(channel + white * (255 - channel)))));
}
