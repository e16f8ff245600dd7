// SPDX-License-Identifier: MIT
// Finds words in the guide, section by section.

import { nameHeadings } from './anchors.js';

const around = 70, most = 24;

/** The sections of a page: each heading with the text below it. */
function sectionsOf({ name, title, html }) {
  const sections = [{ page: name, title, heading: title, anchor: '', text: '' }];
  const walk = (element) => {
    for (const child of element.children) {
      if (/^H[2-6]$/.test(child.tagName)) sections.push({ page: name, title, heading: child.textContent, anchor: child.id.replace('read-', ''), text: '' });
      else sections[sections.length - 1].text += `${child.textContent.replace(/\s+/g, ' ')} `;
    }
  };
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  nameHeadings(body);
  walk(body);
  return sections.map((one) => ({ ...one, low: `${one.heading} ${one.text}`.toLowerCase(), lowHeading: one.heading.toLowerCase() })).filter(({ low }) => low.trim());
}

export class Search {
  constructor(pages) {
    this.pages = pages;
    this.sections = null; // read when somebody looks for something
  }

  /** Sections with all of the words, those whose heading has them first: [{ page, title, heading, anchor, excerpt, words }]. */
  find(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.join('').length < 2) return [];
    this.sections ??= this.pages.flatMap(sectionsOf);
    const score = ({ low, lowHeading }) => words.reduce((sum, word) => sum + (lowHeading.includes(word) ? 50 : 0) + Math.min(low.split(word).length - 1, 9), 0);
    return this.sections.filter(({ low }) => words.every((word) => low.includes(word))).map((one) => ({ ...one, score: score(one) }))
      .sort((a, b) => b.score - a.score).slice(0, most).map((one) => ({ ...one, words, excerpt: this.excerpt(one.text, words) }));
  }

  /** The text around the first of the words. */
  excerpt(text, words) {
    const low = text.toLowerCase(), at = Math.max(Math.min(...words.map((word) => low.indexOf(word)).filter((one) => one >= 0), low.length), 0);
    const found = at === low.length ? 0 : at, from = Math.max(found - around, 0), to = found + 2 * around;
    return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`;
  }
}

/** An excerpt with its words marked, as [text, marked text, text ...]. */
export function marked(excerpt, words) {
  const any = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi');
  return excerpt.split(any);
}
