// SPDX-License-Identifier: MIT
// What the keyboard does, wherever the focus is, and the page that says so.

const keyWords = [
  ['← →', 'a pass back, a pass forward'], ['Home, End', 'the first pass, the last'], ['Space', 'play or pause'],
  ['W', 'the first wrong pass'], ['V', 'the next view'], ['T', 'light or dark'], ['?', 'this list'],
  ['Tab', 'from control to control; the drawing is one'], ['← → ↑ ↓ in the drawing', 'from cell to cell, and from pass to pass; Home and End go to the ends'],
  ['Escape', 'follow no value'],
];

/** True where an element has a use of its own for the keys of the timeline. */
function takesKeys(element) {
  return ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName) || element.getAttribute('role') === 'tab';
}

function listenToKeys(page) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || page.help.open) return;
    const { target } = event, own = takesKeys(target), presses = own || target.tagName === 'BUTTON' || target.tagName === 'SUMMARY' || target.tagName === 'A';
    const scrolls = target.classList.contains('pane');
    const actions = {
      ArrowLeft: () => !own && !scrolls && page.go(page.step - 1),
      ArrowRight: () => !own && !scrolls && page.go(page.step + 1),
      Home: () => !own && !scrolls && page.go(0),
      End: () => !own && !scrolls && page.go(page.last),
      ' ': () => !presses && page.timeline.play(!page.timeline.timer),
      w: () => target.tagName !== 'SELECT' && page.goWrong(),
      v: () => target.tagName !== 'SELECT' && page.nextView(),
      t: () => target.tagName !== 'SELECT' && page.toggleTheme(),
      '?': () => page.help.showModal(),
      Escape: () => page.panels.forEach((panel) => panel.version && panel.choose(null)),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action && action() !== false) event.preventDefault();
  });
}

function helpDialog() {
  const close = button('Close', () => dialog.close());
  const dialog = make('dialog', { 'aria-labelledby': 'keys' }, make('h2', { id: 'keys' }, 'Keys'),
    make('dl', { className: 'facts' }, ...keyWords.flatMap(([key, words]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, words)])), close);
  return dialog;
}
