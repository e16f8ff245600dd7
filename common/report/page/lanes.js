// SPDX-License-Identifier: MIT
// What the invocations of a workgroup have at a moment: a column each, and the words of memory below.

const mostColumns = 128, mostWords = 256;

/** A table that keeps its cells: only those that differ are written anew. */
class LaneTable {
  constructor(chosen) {
    this.chosen = chosen; // called with the variable whose name was pressed
    this.table = make('table', { className: 'lanes' });
    this.element = make('div', { className: 'scroller', tabIndex: 0, role: 'region', 'aria-label': 'Variables, a column for each invocation' }, this.table);
  }

  /** `shown`: a filter of columns, or null; `watched`: formulas with a row of their own. */
  update(moment, shown, watched) {
    const { dispatch } = moment, all = Array.from({ length: dispatch.subgroups }, (_, k) => moment.members(k)), many = all.flat().length > mostColumns;
    const current = Math.max(moment.subgroup, 0), groups = all.map((members, subgroup) => ({ subgroup, members })).filter(({ subgroup }) => !many || subgroup === current)
      .map(({ subgroup, members }) => ({ subgroup, members: members.filter((_, lane) => !shown || shown.value(moment.look(subgroup, lane))?.value) })).filter(({ members }) => members.length > 0);
    const calls = new Map(groups.map(({ subgroup }) => [subgroup, moment.callsOf(subgroup)]));
    const variables = dispatch.variables.filter((one) => groups.some(({ subgroup, members }) => calls.get(subgroup).includes(one.caller) && members.some((member) => moment.walk.value(one, subgroup, member % dispatch.subgroup_size))));
    const key = JSON.stringify([dispatch.number, groups, variables.map((one) => one.slot), watched.map((one) => one.text)]);
    if (key !== this.key) this.build(moment, groups, variables, watched);
    this.key = key;
    this.fillIn(moment);
    if (this.seen !== moment.subgroup) this.reveal(moment.subgroup);
    this.seen = moment.subgroup;
  }

  /** Scrolls to the columns of a subgroup, where they are out of sight. */
  reveal(subgroup) {
    const own = this.heads.filter((head) => head.subgroup === subgroup), { element } = this;
    if (own.length === 0) return;
    const names = this.table.querySelector('tbody th')?.offsetWidth ?? 0, left = own[0].cell.offsetLeft - names, last = own[own.length - 1].cell, right = last.offsetLeft + last.offsetWidth;
    if (left < element.scrollLeft || right > element.scrollLeft + element.clientWidth) element.scrollLeft = left;
  }

  build(moment, groups, variables, watched) {
    const { dispatch } = moment, row = (name, of) => {
      const cells = groups.flatMap(({ subgroup, members }) => members.map((member) => ({ subgroup, lane: member % dispatch.subgroup_size, cell: make('td', {}) })));
      return { of, cells, element: make('tr', {}, make('th', { scope: 'row' }, name), ...cells.map((one) => one.cell)) };
    };
    this.states = groups.map(({ subgroup, members }) => ({ subgroup, cell: make('th', { colSpan: members.length, scope: 'colgroup' }) }));
    this.heads = groups.flatMap(({ subgroup, members }) => members.map((member) => ({ subgroup, lane: member % dispatch.subgroup_size, cell: make('th', { scope: 'col' }, String(member)) })));
    this.rows = [...variables.map((one) => row(button(one.words, () => this.chosen(one), { title: `${one.words} over time` }), one)), ...watched.map((one) => row(one.text, one))];
    fill(this.table, make('thead', {}, make('tr', {}, make('td', {}), ...this.states.map((one) => one.cell)), make('tr', {}, make('th', { scope: 'row' }, 'invocation'), ...this.heads.map((one) => one.cell))),
      make('tbody', {}, ...this.rows.map((one) => one.element)));
  }

  fillIn(moment) {
    const { walk } = moment, here = new Set(moment.lanes), { subgroup: changer, variables } = walk.changes();
    const isHere = ({ subgroup, lane }) => subgroup === moment.subgroup && here.has(lane);
    for (const { subgroup, cell } of this.states) {
      const state = moment.stateOf(subgroup);
      put(cell, `subgroup ${subgroup} ${state}`, state.startsWith('waits') ? 'waits' : '');
    }
    for (const head of this.heads) put(head.cell, null, isHere(head) ? 'here' : '');
    for (const { of, cells } of this.rows) {
      for (const one of cells) {
        const { subgroup, lane, cell } = one, isFormula = of instanceof Formula;
        const value = isFormula ? of.value(moment.look(subgroup, lane)) : walk.value(of, subgroup, lane);
        const changed = isFormula ? value !== undefined && cell.textContent !== '' && cell.textContent !== inWords(value) : subgroup === changer && variables.has(`${of.slot} ${lane}`);
        put(cell, inWords(value), `${isHere(one) ? 'here' : ''} ${changed ? 'changed' : ''}`.trim());
      }
    }
  }
}

/** Text and class of an element, where they differ. */
function put(element, text, className) {
  if (text !== null && element.textContent !== text) element.textContent = text;
  if (element.className !== className) element.className = className;
}

/** The words of shared memory and of buffers, each a button. */
class WordTable {
  constructor(chosen) {
    this.chosen = chosen; // called with a word { memory, index, name }
    this.element = make('div', { className: 'words' });
  }

  update(moment, word) {
    const { dispatch, walk } = moment, { words } = walk.changes(), first = this.firsts(dispatch, words);
    const key = JSON.stringify([dispatch.number, first]);
    if (key !== this.key) this.build(dispatch, first);
    this.key = key;
    for (const { memory, index, kind, name, cell } of this.cells) {
      const held = walk.memories[memory][index], value = decoded(kind, held), text = held === fillWord ? '–' : kind === 'b' ? String(value) : short(value);
      if (cell.textContent !== text) cell.setAttribute('aria-label', `${name}: ${held === fillWord ? 'not written' : text}`);
      put(cell, text, [words.has(`${memory} ${index}`) ? 'changed' : '', word?.memory === memory && word.index === index ? 'asked' : ''].filter(Boolean).join(' '));
    }
  }
  /** Of each array the first of the words that are shown: of a long one those around what was changed. */
  firsts(dispatch, words) {
    return dispatch.arrays.map(({ memory, word, length }, k) => {
      const kept = this.first?.[k] ?? 0, hit = [...words].map((one) => one.split(' ').map(Number)).find(([of, index]) => of === memory && index >= word && index < word + length);
      if (!hit || length <= mostWords || (hit[1] - word >= kept && hit[1] - word < kept + mostWords)) return length <= mostWords ? 0 : kept;
      return Math.floor((hit[1] - word) / mostWords) * mostWords;
    });
  }
  build(dispatch, first) {
    this.first = first;
    this.cells = [];
    const groups = new Map(); // words that are no array are shown together
    dispatch.arrays.forEach((array, k) => {
      const title = array.start < 0 ? dispatch.shared === array.memory ? 'shared' : array.base.replace(/[[.].*/, '') : array.base, shown = Math.min(array.length, mostWords);
      const group = groups.get(title) ?? groups.set(title, { items: [], of: 0, first: array.start < 0 ? 0 : array.start + first[k] }).get(title);
      group.of += array.length;
      for (let i = first[k]; i < Math.min(first[k] + shown, array.length) && group.items.length < mostWords; ++i) {
        const name = array.start < 0 ? array.base : `${array.base}[${array.start + i}]`, index = array.word + i;
        const cell = make('button', { type: 'button', title: name });
        cell.addEventListener('click', () => this.chosen({ memory: array.memory, index, name }));
        this.cells.push({ memory: array.memory, index, kind: array.kind, name, cell });
        group.items.push(make('span', {}, make('small', { 'aria-hidden': 'true' }, array.start < 0 ? name : String(array.start + i)), cell));
      }
    });
    fill(this.element, ...[...groups].map(([title, { items, of, first: from }]) => make('section', {},
      make('h3', {}, title, items.length < of ? make('span', { className: 'quiet' }, ` from ${from}: ${items.length} of ${of}`) : null), make('div', { className: 'cells' }, ...items))));
  }
}
