// SPDX-License-Identifier: MIT
// Unpacks LZMA, which browsers do not know: text becomes a fifth smaller than by deflate. After Igor Pavlov's specification of the format
// (lzma-specification.txt of the LZMA SDK, public domain).

const even = 1024; // a probability of one half

/** Decides bit by bit, by the probabilities of what came before. */
class Bits {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.range = 0xffffffff;
    this.code = bytes.subarray(at + 1, at + 5).reduce((sum, byte) => sum * 256 + byte, 0);
    this.at = at + 5;
  }
  scale() {
    if (this.range >= 0x1000000) return;
    this.range *= 256;
    this.code = this.code * 256 + this.bytes[this.at++];
  }
  one(odds, k) {
    const bound = (this.range >>> 11) * odds[k], set = this.code >= bound;
    if (set) {
      this.range -= bound;
      this.code -= bound;
      odds[k] -= odds[k] >> 5;
    } else {
      this.range = bound;
      odds[k] += (2048 - odds[k]) >> 5;
    }
    this.scale();
    return set ? 1 : 0;
  }
  /** Bits that are as likely as not. */
  plain(count) {
    let value = 0;
    for (; count > 0; --count) {
      this.range = Math.floor(this.range / 2);
      const set = this.code >= this.range;
      if (set) this.code -= this.range;
      value = value * 2 + (set ? 1 : 0);
      this.scale();
    }
    return value;
  }
  /** A number of some bits, the highest first. */
  tree(odds, at, count) {
    let node = 1;
    for (let k = 0; k < count; ++k) node = node * 2 + this.one(odds, at + node);
    return node - (1 << count);
  }
  /** A number of some bits, the lowest first. */
  lowFirst(odds, at, count) {
    let node = 1, value = 0;
    for (let k = 0; k < count; ++k) {
      const bit = this.one(odds, at + node);
      node = node * 2 + bit;
      value |= bit << k;
    }
    return value;
  }
}

const table = (count) => new Uint16Array(count).fill(even);

/** How long a match is, from 0 on for two bytes. */
class Lengths {
  constructor() {
    Object.assign(this, { longer: table(2), short: table(16 * 8), middle: table(16 * 8), long: table(256) });
  }
  read(bits, place) {
    if (!bits.one(this.longer, 0)) return bits.tree(this.short, place * 8, 3);
    return bits.one(this.longer, 1) ? 16 + bits.tree(this.long, 0, 8) : 8 + bits.tree(this.middle, place * 8, 3);
  }
}

/** The bytes of a file of the form that `xz --format=lzma` writes, with its size in the header. */
export function unlzma(bytes) {
  const [properties] = bytes, context = properties % 9, low = Math.floor(properties / 9) % 5, places = (1 << Math.floor(properties / 45)) - 1;
  const out = new Uint8Array(new DataView(bytes.buffer, bytes.byteOffset).getUint32(5, true)), bits = new Bits(bytes, 13);
  const literals = table(0x300 << (context + low)), matched = table(12 * 16), repeated = table(12), first = table(12), second = table(12), third = table(12), longer = table(12 * 16);
  const slots = table(4 * 64), near = table(128), align = table(16), lengths = new Lengths(), repeats = new Lengths();
  let state = 0, at = 0, last = [1, 1, 1, 1]; // how far back the last four matches were

  const literal = () => {
    const base = 0x300 * (((at & ((1 << low) - 1)) << context) + ((out[at - 1] ?? 0) >> (8 - context)));
    let node = 1, like = state < 7 ? -1 : out[at - last[0]]; // after a match it is unlike the byte that would have followed
    while (node < 0x100) {
      if (like < 0) node = node * 2 + bits.one(literals, base + node);
      else {
        const wanted = (like >> 7) & 1, bit = bits.one(literals, base + ((1 + wanted) << 8) + node);
        node = node * 2 + bit;
        like = bit === wanted ? (like << 1) & 0xff : -1;
      }
    }
    out[at++] = node & 0xff;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  const distance = (length) => {
    const slot = bits.tree(slots, Math.min(length, 3) * 64, 6);
    if (slot < 4) return slot + 1;
    const count = (slot >> 1) - 1, from = (2 | (slot & 1)) << count;
    return 1 + from + (slot < 14 ? bits.lowFirst(near, from - slot, count) : bits.plain(count - 4) * 16 + bits.lowFirst(align, 0, 4));
  };
  const copy = (count) => {
    if (last[0] > at) throw new Error('the packed text is damaged');
    for (const end = Math.min(at + count, out.length); at < end; ++at) out[at] = out[at - last[0]];
  };

  while (at < out.length) {
    const place = at & places, before = state < 7;
    if (!bits.one(matched, state * 16 + place)) literal();
    else if (!bits.one(repeated, state)) {
      const length = lengths.read(bits, place);
      last = [distance(length), last[0], last[1], last[2]];
      state = before ? 7 : 10;
      copy(length + 2);
    } else {
      const back = !bits.one(first, state) ? 0 : !bits.one(second, state) ? 1 : bits.one(third, state) ? 3 : 2;
      const whole = back > 0 || bits.one(longer, state * 16 + place);
      last = [last[back], ...last.filter((_, k) => k !== back)];
      const count = whole ? repeats.read(bits, place) + 2 : 1;
      state = before ? whole ? 8 : 9 : 11;
      copy(count);
    }
  }
  return out;
}
