// SPDX-License-Identifier: MIT
// The table of contents: all pages of the guide, how far the learner is in each lesson, and a way back to where an earlier visit ended.

import { button, fill, make } from '../report/page/dom.js';

/** The lesson that a page is about; '': none. */
export const lessonOf = (page) => /^\d\d(?=_)/.exec(page)?.[0] ?? '';

export class Contents {
  /** `earlier()`: { words, go }, where an earlier visit ended, or null. */
  constructor({ pages, catalogue, progress, earlier }) {
    Object.assign(this, { pages, catalogue, progress, earlier });
    this.element = make('nav', { id: 'contents', 'aria-label': 'Pages of the guide', hidden: true });
  }

  /** How far the learner is in the lesson of a page. */
  state(page) {
    const lesson = lessonOf(page.name), of = this.catalogue.exercises.filter((one) => one.id.startsWith(`${lesson}.`));
    if (!lesson) return null;
    const solved = of.filter((one) => this.progress.of(one.id).solved).length, been = this.progress.been(lesson);
    const words = [of.length ? `${solved} of ${of.length} solved` : '', been.read ? 'read' : '', been.run ? 'run' : ''].filter(Boolean).join(' · ');
    return words ? make('span', { className: of.length && solved === of.length ? 'state good' : 'state' }, words) : null;
  }

  /** `page`: the one in view; `headings`: [{ anchor, words }] of it. */
  show(page, headings) {
    const sections = [...new Set(this.pages.map(({ section }) => section))], earlier = this.earlier(), { exercises } = this.catalogue;
    const inner = headings.map(({ anchor, words }) => make('li', {}, make('a', { href: `#read=${page.name}/${anchor}` }, words)));
    const entry = (one) => make('li', {}, make('a', { href: `#read=${one.name}`, ...one === page && { 'aria-current': 'page' } }, one.title), this.state(one),
      one === page ? make('ul', {}, ...inner) : null);
    fill(this.element, earlier ? button(`Continue where I was: ${earlier.words}`, earlier.go) : null,
      make('p', { className: 'line quiet' }, `${this.progress.solved} of ${exercises.length} exercises solved`,
        make('progress', { max: exercises.length, value: this.progress.solved, 'aria-label': 'Exercises solved' })),
      ...sections.flatMap((section) => [section ? make('h2', {}, section) : null, make('ul', {}, ...this.pages.filter((one) => one.section === section).map(entry))]));
    this.element.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }
}
