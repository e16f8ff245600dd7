// SPDX-License-Identifier: MIT
// Links from and to the page: the address, the bar that says what came by it, and the dialog with a link to share.

import { button, fill, make } from '../report/page/dom.js';
import { linkDialog } from './dialogs.js';
import { fragmentOf, readFragment } from './link.js';

export class Received {
  /** `app`: the workshop. */
  constructor(app) {
    this.app = app;
    this.words = ''; // a problem, in one sentence
    this.element = make('p', { className: 'notice-bar', hidden: true });
    this.dialog = linkDialog();
  }

  async share() {
    this.dialog.showLink(location.href.split('#')[0] + await fragmentOf(this.app.program));
  }

  /** The address asks for nothing any more: a reload opens one's own program. */
  forget() {
    if (location.hash) history.replaceState(null, '', '#');
  }

  /** Opens what the address asks for; false where it asks for nothing. */
  async open() {
    const { program, problem, shared } = await readFragment(this.app.catalogue, location.hash);
    if (program) this.app.open(program, Boolean(shared));
    if (problem) this.notice(problem);
    return Boolean(program);
  }

  /** Says what came by a link, or what was wrong with one. */
  notice(problem = '') {
    const { app } = this;
    this.words = problem;
    this.element.hidden = !problem && !app.borrowed;
    this.element.classList.toggle('bad', Boolean(problem));
    const { added, gone } = app.editor.changed, lines = Math.max(added, gone);
    const changed = lines ? ` It changes ${lines} ${lines === 1 ? 'line' : 'lines'} of ${app.path.split('/').pop()}, marked below.` : '';
    fill(this.element, problem || `This program came by a link.${changed} Your own files are as you left them. `,
      problem ? null : button('Keep these changes', () => this.keep()), problem ? null : button('Back to my own', () => app.choose({ kind: app.program.kind })));
  }

  keep() {
    const { app } = this;
    app.borrowed = false;
    this.forget();
    Object.assign(app.work, app.program.files);
    app.store.set('work', app.work);
    app.keep();
    this.notice();
    app.course.update();
  }
}
