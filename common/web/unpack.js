// SPDX-License-Identifier: MIT
// Base64 and deflate, with a bound: what is packed may come from anybody. The page's own text is packed by LZMA, which browsers do not know.

import { Decoder } from 'lzma1/lib/decoder.js'; // its index would bring the encoder along, four times as large
import { InputBuffer, OutputBuffer } from 'lzma1/lib/streams.js';

/** The bytes of base64, or of its form for links (- and _ for + and /). Throws where the text is neither. */
export function bytesOf(base64) {
  const text = atob(base64.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Base64 as links carry it. */
export function base64Of(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

async function through(stream, most) {
  const parts = [], reader = stream.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new Error(`more than ${most} bytes`);
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Inflates base64 of a raw deflate stream, up to `most` bytes. Throws where it is damaged or longer. */
export const unpacked = async (base64, most) =>
  through(new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream('deflate-raw')), most);

export const packed = async (bytes) =>
  base64Of(await through(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')), Infinity));

/** The text of base64 of a file that `xz --format=lzma` wrote, with its size in the header. */
export function textOfLzma(base64) {
  const text = new OutputBuffer();
  new Decoder().decompress(new InputBuffer(bytesOf(base64)), text);
  return new TextDecoder().decode(text.toArray());
}
