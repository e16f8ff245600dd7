// SPDX-License-Identifier: MIT
// The anchors of headings, as a code-hosting site makes them: for the reader, its search, and the check of links while bundling.

/** The anchor of a heading's words; `taken` counts those of the page so far. */
export function anchorOf(words, taken) {
  const plain = words.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-'), count = taken.get(plain) ?? 0;
  taken.set(plain, count + 1);
  return count ? `${plain}-${count}` : plain;
}

/** Gives the headings of a page their ids. */
export function nameHeadings(page) {
  const taken = new Map();
  for (const heading of page.querySelectorAll('h2, h3, h4, h5, h6')) heading.id = `read-${anchorOf(heading.textContent, taken)}`;
}
