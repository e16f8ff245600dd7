// SPDX-License-Identifier: MIT
// The strokes and the letters of a drawing.

function font(size, bold = false) {
  return `${bold ? '600 ' : ''}${size}px system-ui, sans-serif`;
}

/** How the texts that follow look, and where they are beside their point. */
function setLetters(c, colour, size, align = 'left', baseline = 'alphabetic', bold = false) {
  c.fillStyle = colour;
  c.font = font(size, bold);
  c.textAlign = align;
  c.textBaseline = baseline;
}

/** The outline of a rectangle. */
function drawOutline(c, colour, thickness, x, y, width, height) {
  c.strokeStyle = colour;
  c.lineWidth = thickness;
  c.strokeRect(x, y, width, height);
}

/** Adds a line through points to the path. */
function trace(c, ...points) {
  points.forEach(([x, y], k) => (k === 0 ? c.moveTo(x, y) : c.lineTo(x, y)));
}
/** A line through points; a head that follows has its colour. */
function drawLine(c, colour, thickness, ...points) {
  c.strokeStyle = c.fillStyle = colour;
  c.lineWidth = thickness;
  c.beginPath();
  trace(c, ...points);
  c.stroke();
}

/** Cells as an image of one pixel each: `paint` fills in its words. */
function painted(width, height, paint) {
  const image = document.createElement('canvas');
  image.width = width;
  image.height = height;
  const context = image.getContext('2d'), pixels = context.createImageData(width, height);
  paint(new Uint32Array(pixels.data.buffer));
  context.putImageData(pixels, 0, 0);
  return image;
}
