// SPDX-License-Identifier: MIT
// What the CPU did: the OpenGL calls of the dispatch that made the pass shown; the verb calls records them.

/** The passes of a group, by its title: "v3_global.comp, pass 3 of 15", "passes 1 to 6 of 6"; null: it names none. */
function passesIn(title) {
  const found = /\bpass(?:es)? (\d+)(?: to (\d+))? of \d+/.exec(title);
  return found ? { from: Number(found[1]), to: Number(found[2] ?? found[1]) } : null;
}

class Calls {
  constructor(panel) {
    this.panel = panel;
    this.groups = make('div', { className: 'host' });
    this.explained = make('p', { className: 'quiet', 'aria-live': 'polite' });
    this.all = make('input', { type: 'checkbox' });
    this.all.addEventListener('change', () => this.update());
    this.element = make('section', { hidden: true }, make('h3', {}, 'What the CPU did'),
      make('label', {}, this.all, ' all passes'), this.explained, this.groups);
    this.hint = 'Point at a call, or reach it with Tab, to read what it does.';
  }

  /** The groups of the pass shown; with the first and the last one also what comes before and after. All, where passes have no numbers. */
  shown() {
    const { version, step } = this.panel, { groups } = version.calls, spans = groups.map(({ title }) => passesIn(title));
    const first = spans.findIndex(Boolean), last = spans.length - 1 - [...spans].reverse().findIndex(Boolean);
    if (this.all.checked || first < 0 || version.passes_checked < version.passes) return groups;
    const { again } = version.steps[step], number = (again >= 0 ? again : step) + (version.hasInput ? 0 : 1);
    if (number === 0) return groups.slice(0, first);
    const inside = (at) => (at < first ? number === 1 && !version.hasInput : at > last ? number >= spans[last].to : spans[at] && number >= spans[at].from && number <= spans[at].to);
    return groups.filter((_, at) => inside(at));
  }

  update() {
    const { version } = this.panel, { groups, functions } = version.calls;
    this.element.hidden = groups.length === 0;
    if (groups.length === 0) return;
    this.known = new Map(functions.map((one) => [one.name, one]));
    this.explained.textContent = this.hint;
    fill(this.groups, ...this.shown().map((group) => make('div', {}, make('h4', {}, group.title),
      make('ol', { className: 'calls' }, ...group.calls.map((call) => make('li', {}, this.call(call)))))));
  }

  /** One call, which explains itself when it is pointed at or focused. */
  call({ name, arguments: words, result, times }) {
    const { reference, sentence } = this.known.get(name), explained = `${name}: ${sentence} (reference page ${reference})`;
    const made = make('code', { tabIndex: 0, title: explained, className: 'call' },
      result ? `${result} = ` : '', make('b', {}, name), `(${words})`, times > 1 ? `   ${times} times` : '');
    const tell = () => { this.explained.textContent = explained; };
    made.addEventListener('pointerenter', tell);
    made.addEventListener('focus', tell);
    return made;
  }
}
