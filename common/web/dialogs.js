// SPDX-License-Identifier: MIT
// What the keyboard does, where files go, and the link of a program.

import { button, make } from '../report/page/dom.js';

const keys = [
  ['Ctrl-Enter', 'run now'], ['F2', 'shows or hides what the line at the cursor was compiled to'], ['F8', 'next error or finding'], ['F9', 'puts back the change at the cursor, or the next one'], ['Ctrl-F', 'search'], ['Tab', 'indent'],
  ['Ctrl-M', 'in the editor: makes Tab move to the next control, and back again'], ['Escape, then Tab', 'leaves the editor'],
  ['?', 'in the page of the run: its own keys'],
];

function dialog(title, ...children) {
  const made = make('dialog', { 'aria-label': title }, make('h2', {}, title), ...children);
  made.append(make('p', {}, button('Close', () => made.close())));
  return made;
}

export const helpDialog = (start, tour, progress) => dialog('Help',
  make('p', {}, 'Edit the shader: it runs on a simulated GPU in this page, which checks every pass and points to data races, reads out of bounds, and what each line costs. Nothing leaves this page.'),
  make('p', {}, button('Show the start screen', ({ target }) => { target.closest('dialog').close(); start(); }), ' ', button('Show the tour', ({ target }) => { target.closest('dialog').close(); tour(); })),
  make('dl', { className: 'facts' }, ...keys.flatMap(([key, words]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, words)])),
  make('h3', {}, 'Your progress'),
  make('p', {}, 'Changed shaders and solved exercises are kept in this browser. The file progress.json is that of ./learn exercises.'), progress,
  make('p', {}, make('strong', {}, 'Lesson 00'), ' is plain OpenGL in C++: it needs a driver, so it is not here.'),
  make('p', { className: 'quiet' }, 'Pass by Pass, MIT licence. The editor is CodeMirror, MIT licence.'));

export function linkDialog() {
  const address = make('input', { type: 'text', readOnly: true, id: 'address', className: 'address' }), said = make('p', { role: 'status' });
  const made = dialog('A link to this program', make('p', {}, 'Anyone who opens it gets this shader and these options. The program is in the link itself, not on a server.'),
    make('label', { htmlFor: 'address' }, 'Link '), address, said);
  return Object.assign(made, {
    async showLink(href) {
      address.value = href;
      made.showModal();
      address.select();
      const copied = await navigator.clipboard?.writeText(href).then(() => true, () => false);
      said.textContent = copied ? 'Copied.' : 'Copy it from the field above.';
      if (location.protocol === 'file:') said.textContent += ' The page was opened from a file: who gets the link needs a copy of it, too, and puts the part from # on after its address.';
    },
  });
}
