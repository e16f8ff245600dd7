// SPDX-License-Identifier: MIT
// How a finding or an error is said: its kind first, in bold, and once.

import { make } from '../report/page/dom.js';

/** Text with `code` in it, as elements. */
export const prose = (text) => text.split('`').map((part, k) => (k % 2 ? make('code', {}, part) : part));

/** A sentence with a capital, unless it begins with a name, such as that of a file. */
export const capitalized = (text) => text.replace(/^[a-z]+(?=[ ,])/, (word) => word[0].toUpperCase() + word.slice(1));

/** "Data race on tile[2]: ..." of the kind "data race" begins with it; other sentences get it in front. */
export function sentence(kind, text) {
  if (!kind) return prose(text);
  const begins = text.toLowerCase().startsWith(kind.toLowerCase());
  return begins ? [make('strong', {}, text.slice(0, kind.length)), ...prose(text.slice(kind.length))] : [make('strong', {}, `${kind}: `), ...prose(text)];
}
