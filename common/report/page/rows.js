// SPDX-License-Identifier: MIT
// The numbers of a version's rows, as common/report/row_coder.hpp wrote them.

const Mark = { plain: 0, idle: 1, absent: 2, padded: 3, wrong: 4 };
const Kind = {
  compared: 0, swapped: 1, added: 2, moved: 3, ascending: 4, descending: 5, swappedAscending: 6, swappedDescending: 7, combined: 8,
};
const swaps = (kind) => kind === Kind.swapped || kind === Kind.swappedAscending || kind === Kind.swappedDescending;
const flows = (kind) => kind === Kind.added || kind === Kind.moved || kind === Kind.combined;

async function inflated(base64) {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  take(count) {
    const part = this.bytes.subarray(this.at, this.at + count);
    this.at += count;
    return part;
  }
  /** Words stored with all lowest bytes first. */
  planes(count) {
    const part = this.take(4 * count), words = new Uint32Array(count);
    for (let i = 0; i < count; ++i)
      words[i] = part[i] | part[count + i] << 8 | part[2 * count + i] << 16 | part[3 * count + i] << 24;
    return words;
  }
}

function xor(words, before) {
  if (before) for (let i = 0; i < Math.min(words.length, before.length); ++i) words[i] ^= before[i];
  return words;
}

function readLinks(reader, count) {
  const from = reader.planes(count), to = reader.planes(count), kind = reader.take(count);
  for (let i = 0; i < count; ++i) {
    if (i > 0) from[i] += from[i - 1];
    to[i] += from[i];
  }
  return { from, to, kind };
}

/** What a row is predicted to hold from the row before and its links. */
function expectedWords(before, row) {
  const after = Uint32Array.from(before), size = before.length;
  for (let k = 0; k < row.from.length; ++k) {
    const from = row.from[k], to = row.to[k], kind = row.kind[k];
    if (from >= size || to >= size) continue;
    if (swaps(kind)) {
      after[to] = before[from];
      after[from] = before[to];
    } else if (kind === Kind.moved) {
      after[to] = before[from];
    } else if (kind === Kind.added && (row.type === 'uint' || row.type === 'int')) {
      after[to] += before[from];
    }
  }
  return after;
}

function numbers(type, low, high) {
  if (type === 'uint') return low;
  if (type === 'int') return new Int32Array(low.buffer);
  if (type === 'float') return new Float32Array(low.buffer);
  const pairs = new Uint32Array(2 * low.length);
  for (let i = 0; i < low.length; ++i) {
    pairs[2 * i] = low[i];
    pairs[2 * i + 1] = high[i];
  }
  return new Float64Array(pairs.buffer);
}

/** Reverses, in place, that each channel was stored minus the one of the pixel to its left. */
function unslope(pixels, width) {
  const bytes = new Uint8Array(pixels.buffer);
  for (let i = 1; i < pixels.length; ++i) {
    if (i % width === 0) continue;
    for (let c = 4 * i; c < 4 * i + 4; ++c) bytes[c] += bytes[c - 4];
  }
  return pixels;
}

const fillWord = 0xA5A5A5A5; // of memory that nobody has written
/** True if a cell holds what buffers are filled with before any write. */
function untouched(row, i) {
  return row.low !== undefined && row.low[i] === fillWord && (row.type === 'uint' || row.type === 'int');
}

/** The defaults that a head leaves out. */
const usualHead = {
  label: '', part: '', pass: 0, again: -1, input: false, unchecked: false, frame: false, type: 'uint', cells: 0, width: 0, height: 0, every: 1, links: 0, missing: 0, extra: 0, placed: 0, wrong: 0,
  marks: false, expected: false, written: false, over_before: false, array: 0, own: 0, span: 1, undivided: false, first: 0, total: 0, dispatch: -1, lines: [],
};

/** Rows with their numbers: values, marks, expected (null if all are as expected), from, to, kind, missing, extra, placed, ownValues, writers, lines. */
function decodeRows(heads, bytes) {
  const reader = new Reader(bytes);
  const befores = new Map(); // the last row of each part
  let writers = null, lines = null, image = null;
  return heads.map((one) => {
    const head = { ...usualHead, ...one };
    const row = { ...head, ...readLinks(reader, head.links), count: head.cells };
    row.missing = readLinks(reader, head.missing);
    row.extra = readLinks(reader, head.extra);
    row.placed = readLinks(reader, head.placed);
    const size = head.cells;
    if (head.type === 'pixel') {
      const words = reader.planes(size);
      row.values = row.pixels = image = head.over_before ? xor(words, image) : unslope(words, head.width);
      row.marks = head.marks ? reader.take(size) : null;
      row.expected = head.expected ? xor(reader.planes(size), row.pixels) : null;
      return row;
    }
    const wide = head.type === 'double', before = befores.get(head.part);
    const alike = before && before.type === head.type && before.first === head.first;
    row.low = xor(reader.planes(size), alike ? expectedWords(before.low, row) : null);
    if (wide) row.high = xor(reader.planes(size), alike ? expectedWords(before.high, row) : null);
    row.values = numbers(head.type, row.low, row.high);
    if (head.own) row.ownValues = reader.planes(size);
    row.marks = head.marks ? reader.take(size) : null;
    row.expected = null;
    if (head.expected) {
      const low = xor(reader.planes(size), row.low);
      row.expected = numbers(head.type, low, wide ? xor(reader.planes(size), row.high) : null);
    }
    if (head.written) {
      row.writers = writers = xor(reader.planes(size), writers);
      row.madeAt = lines = xor(reader.planes(size), lines);
    }
    befores.set(head.part, row);
    return row;
  });
}
