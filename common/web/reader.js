// SPDX-License-Identifier: MIT
// The guide beside the workshop: one page at a time, with a table of contents, a search, and where the learner was.

import { button, fill, make } from '../report/page/dom.js';
import { nameHeadings } from './anchors.js';
import { Contents } from './contents.js';
import { Search, marked } from './search.js';

const address_form = /^#read=([\w]{1,40})(?:\/([^/]{1,200}))?$/;
const quiet_ms = 250;

export class Reader {
  /** `pages`: of the guide; `dress(element)`: gives what was just shown its buttons; `moved()`: the learner went somewhere else in it; `earlier()`: see Contents. */
  constructor({ pages, catalogue, progress, store, dress, moved, earlier }) {
    Object.assign(this, { pages, store, dress, moved });
    this.search = new Search(pages);
    this.page = null;
    this.article = make('article', { tabIndex: 0 });
    this.scroller = make('div', { className: 'scroller' }, this.article);
    this.contents = new Contents({ pages, catalogue, progress, earlier });
    this.list = button('Contents', () => this.showContents(this.contents.element.hidden), { 'aria-expanded': 'false', 'aria-controls': 'contents' });
    this.field = make('input', { type: 'search', placeholder: 'Search the guide', 'aria-label': 'Search the guide' });
    this.field.addEventListener('input', () => this.look());
    this.field.addEventListener('keydown', ({ key }) => key === 'Escape' && this.leave());
    this.found = make('div', { className: 'found-in', hidden: true });
    this.count = make('p', { role: 'status', className: 'quiet' });
    this.tools = make('span', { className: 'tools' });
    this.said = make('p', { className: 'quiet paused', role: 'status' });
    this.element = make('aside', { className: 'guide', 'aria-label': 'Guide' },
      make('div', { className: 'line' }, this.list, this.field, this.tools), this.said, this.contents.element, this.found, this.scroller);
    this.scroller.addEventListener('scroll', () => this.scrolled());
    new ResizeObserver(() => { this.scroll(); this.fit(); }).observe(this.scroller);
    this.element.addEventListener('click', ({ target }) => { // also where the address stays the same, of which nobody hears
      const link = target.closest('a[href^="#read="]');
      if (link?.hash === location.hash) this.openAddress(link.hash);
    });
  }

  /** Shows a page; `place`: { anchor, by }, a heading and how many pixels below it. False: there is no such page or heading. */
  show(name, place = {}) {
    const page = this.pages.find((one) => one.name === name), fresh = page !== this.page;
    if (!page) return false;
    if (fresh) {
      this.page = page;
      this.article.innerHTML = page.html; // made from docs/ while bundling: nothing else ever gets here
      nameHeadings(this.article);
      this.article.setAttribute('aria-label', page.title);
      this.dress(this.article);
    }
    this.leave();
    this.place = place;
    this.scroll();
    this.fit();
    return !place.anchor || document.getElementById(`read-${place.anchor}`) !== null;
  }

  /** Goes to the place that was asked for, once the guide is in view. */
  scroll() {
    if (!this.place || this.scroller.clientHeight === 0) return;
    const { anchor, by } = this.place, heading = anchor ? document.getElementById(`read-${anchor}`) : null;
    this.place = null;
    this.scroller.scrollTop = (heading ? heading.offsetTop - 6 : 0) + (by ?? 0);
    this.at = this.scroller.scrollTop;
    this.remember();
  }

  /** Where the learner was on the last visit, or else a page. */
  resume(otherwise) {
    if (!this.go(this.store.get('reading'))) this.show(otherwise);
  }
  /** Shows a place as it was remembered: { page, anchor, by }. */
  go(place) {
    const { page, anchor, by } = place ?? {};
    return this.show(page, { anchor: typeof anchor === 'string' ? anchor : '', by: Number.isFinite(by) ? by : 0 });
  }

  /** Opens what an address such as #read=03_reduction/the-ladder names. Null: it names nothing of the guide; false: it is not there. */
  openAddress(fragment) {
    const [, name, anchor] = address_form.exec(decode(fragment)) ?? [];
    if (!name) return fragment.startsWith('#read=') ? false : null;
    const within = this.element.contains(document.activeElement), good = this.show(name, { anchor });
    if (within) this.article.focus({ preventScroll: true }); // the link may be gone
    if (good) this.moved();
    return good;
  }

  scrolled() {
    clearTimeout(this.timer);
    if (Math.abs(this.scroller.scrollTop - this.at) < 2) return; // the page itself did that
    this.timer = setTimeout(() => {
      this.at = this.scroller.scrollTop;
      this.remember();
      this.moved();
    }, quiet_ms);
  }

  remember() {
    const top = this.scroller.scrollTop, above = [...this.article.querySelectorAll('[id^=read-]')].filter((one) => one.offsetTop - 8 <= top), heading = above[above.length - 1];
    this.store.set('reading', { page: this.page.name, anchor: heading?.id.replace('read-', '') ?? '', by: Math.round(top - (heading ? heading.offsetTop - 6 : 0)) });
  }

  /** What is wider than the column can be scrolled with the keyboard. */
  fit() {
    for (const one of this.article.querySelectorAll('pre, .scrolled')) {
      if (one.scrollWidth > one.clientWidth + 1) one.tabIndex = 0;
      else one.removeAttribute('tabindex');
    }
  }

  /** Opens or closes the table of contents. */
  showContents(open) {
    this.contents.element.hidden = !open;
    this.list.setAttribute('aria-expanded', String(open));
    if (!open) return;
    this.found.hidden = true;
    this.contents.show(this.page, [...this.article.querySelectorAll('h3')].map((one) => ({ anchor: one.id.replace('read-', ''), words: one.textContent })));
  }

  look() {
    const text = this.field.value.trim(), results = text ? this.search.find(text) : [];
    this.showContents(false);
    this.found.hidden = !text;
    this.count.textContent = results.length ? `${results.length} ${results.length === 1 ? 'place' : 'places'}` : 'Nothing found: try fewer or other words.';
    fill(this.found, this.count, make('ol', {}, ...results.map(({ page, title, heading, anchor, excerpt, words }) => {
      const link = make('a', { href: `#read=${page}${anchor ? `/${anchor}` : ''}` }, heading === title ? title : `${title}: ${heading}`);
      return make('li', {}, link, make('p', {}, ...marked(excerpt, words).map((part, k) => (k % 2 ? make('mark', {}, part) : part))));
    })));
  }

  /** Back to the page from the contents or the search. */
  leave() {
    this.showContents(false);
    this.found.hidden = true;
    this.field.value = '';
  }
}

function decode(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
