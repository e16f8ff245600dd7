// SPDX-License-Identifier: MIT
// Beside the name of the file: how much of it was changed, with buttons that show the project's lines and put changes back.

import { button, make } from '../report/page/dom.js';
import { originals } from './program.js';

export class ChangesBar {
  /** `app`: the workshop. */
  constructor(app) {
    this.app = app;
    this.shown = false; // the project's lines, above those that replaced them
    this.toggle = button('', () => this.show(!this.shown), { title: 'Show or hide the lines that the project has' });
    this.element = make('span', { className: 'tools', hidden: true }, this.toggle,
      button('Put back', () => app.editor.putBack(), { title: 'F9: the change at the cursor, or the next one' }), button('Undo all changes', () => app.reset()));
  }

  show(on) {
    this.shown = on;
    this.opened();
  }

  /** A file was opened. */
  opened() {
    const { app } = this, { kind } = app.program, original = originals(app.catalogue, app.program).find(({ path }) => path === app.path)?.text ?? null;
    app.editor.compare(kind === 'lesson' || kind === 'exercise' ? original : null, this.shown);
    this.update();
  }

  /** The text was changed. */
  update() {
    const { app } = this, { added, gone } = app.editor.changed, here = added + gone > 0;
    this.element.hidden = Object.keys(app.program.files).length === 0;
    this.toggle.textContent = this.words(added, gone);
    this.toggle.disabled = !here;
    this.toggle.setAttribute('aria-pressed', String(this.shown && here));
  }
  words(added, gone) {
    if (added + gone === 0) return 'No change here';
    return `Changed lines: ${[added ? `${added} new` : '', gone ? `${gone} gone` : ''].filter(Boolean).join(', ')}`;
  }
}
