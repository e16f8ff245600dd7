// SPDX-License-Identifier: MIT
// What the CPU did: the OpenGL calls of the dispatch that made the pass shown; --calls records them.

class Calls {
  constructor(panel) {
    this.panel = panel;
    this.groups = make('div', { className: 'host' });
    this.told = make('p', { className: 'quiet', 'aria-live': 'polite' });
    this.all = make('input', { type: 'checkbox' });
    this.all.addEventListener('change', () => this.update());
    this.element = make('section', { hidden: true }, make('h3', {}, 'What the CPU did'),
      make('label', {}, this.all, ' all passes'), this.told, this.groups);
    this.hint = 'Point at a call, or reach it with Tab, to read what it does.';
  }

  /** The groups of a step: its dispatch; around the first and the last one also what comes before and after. */
  shown() {
    const { version, step, part } = this.panel, { groups } = version.calls;
    if (this.all.checked) return groups;
    const row = factsRow(version, part, step), dispatch = row && row.dispatch >= 0 ? row.dispatch + 1 : 0;
    if (dispatch > 0) return groups.filter((group) => group.dispatch === dispatch);
    return groups.filter((group) => group.dispatch === 0).slice(0, 1);
  }

  update() {
    const { version } = this.panel, { groups, functions } = version.calls;
    this.element.hidden = groups.length === 0;
    if (groups.length === 0) return;
    this.known = new Map(functions.map((one) => [one.name, one]));
    this.told.textContent = this.hint;
    fill(this.groups, ...this.shown().map((group) => make('div', {}, make('h4', {}, group.title),
      make('ol', { className: 'calls' }, ...group.calls.map((call) => make('li', {}, this.call(call)))))));
  }

  /** One call, which explains itself when it is pointed at or focused. */
  call({ name, arguments: words, result, times }) {
    const { reference, sentence } = this.known.get(name), told = `${name}: ${sentence} (reference page ${reference})`;
    const made = make('code', { tabIndex: 0, title: told, className: 'call' },
      result ? `${result} = ` : '', make('b', {}, name), `(${words})`, times > 1 ? `   ${times} times` : '');
    const tell = () => { this.told.textContent = told; };
    made.addEventListener('pointerenter', tell);
    made.addEventListener('focus', tell);
    return made;
  }
}
