// SPDX-License-Identifier: MIT
// What the keyboard does, wherever the focus is, and the dialog that lists it.

const keyWords = [
  ['← →', 'previous pass, next pass'], ['Home, End', 'first pass, last pass'], ['Space', 'play or pause'], ['P', 'predict the next pass'],
  ['W', 'first wrong pass'], ['V', 'next view'], ['R', 'sums as ranges of elements, or as values'], ['T', 'light or dark'], ['?', 'this list'],
  ['Tab', 'move between controls; the drawing counts as one'], ['← → ↑ ↓ in the drawing', 'move between cells and passes; Home and End jump to the ends'],
  ['Escape', 'stop following a value'],
  ['Line by line', '← → Home End: steps instead of passes'], ['O, U, B', 'over a call, out of a function, on to a barrier'],
  ['S, F, Shift F', 'stop before this line or no longer, on to a stop, back to one'],
];

/** True if an element uses the timeline's keys itself. */
function takesKeys(element) {
  return ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName) || element.getAttribute('role') === 'tab';
}

function listenToKeys(page, signal) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || page.help.open) return;
    const { target } = event, own = takesKeys(target), presses = own || target.tagName === 'BUTTON' || target.tagName === 'SUMMARY' || target.tagName === 'A';
    const scrolls = target.matches('.pane, .about, .message, .scroller'), [panel] = page.panels;
    if (target.matches('input[type=text]')) return; // what is typed there
    if (!own && !scrolls && panel.version && panel.view?.key?.(panel, event.key)) return event.preventDefault();
    const actions = {
      ArrowLeft: () => !own && !scrolls && page.go(page.step - 1),
      ArrowRight: () => !own && !scrolls && page.forward(),
      Home: () => !own && !scrolls && page.go(0),
      End: () => !own && !scrolls && page.go(page.last),
      ' ': () => !presses && page.timeline.play(!page.timeline.timer),
      p: () => target.tagName !== 'SELECT' && void page.predict.set(!page.predict.on),
      w: () => target.tagName !== 'SELECT' && page.goWrong(),
      v: () => target.tagName !== 'SELECT' && page.nextView(),
      r: () => target.tagName !== 'SELECT' && page.panels.forEach((panel) => panel.version && !panel.ranged.hidden && panel.ranged.click()),
      t: () => target.tagName !== 'SELECT' && page.toggleTheme(),
      '?': () => page.help.showModal(),
      Escape: () => page.predict.on ? void page.predict.set(false) : page.panels.forEach((panel) => panel.version && panel.choose(null)),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action && action() !== false) event.preventDefault();
  }, { signal });
}

function helpDialog() {
  const close = button('Close', () => dialog.close());
  const dialog = make('dialog', { 'aria-labelledby': 'keys' }, make('h2', { id: 'keys' }, 'Keys'),
    make('dl', { className: 'facts' }, ...keyWords.flatMap(([key, words]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, words)])), close);
  return dialog;
}
