// SPDX-License-Identifier: MIT
// What differs between the text in the editor and the project's own: changed lines are marked in the margin, the project's lines can be shown
// above them, and a key puts a change back.

import { RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, WidgetType, gutter } from '@codemirror/view';
import { make } from '../report/page/dom.js';

const most_lines = 2000; // of a text that is compared line by line; beyond, from its first to its last changed line

/** The changes from one list of lines to another: [{ at, count, lines }], from line `at` of the new text on; `lines` are the old ones. */
export function changesBetween(old, now) {
  let head = 0, tail = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) ++head;
  while (tail < old.length - head && tail < now.length - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) ++tail;
  const a = old.slice(head, old.length - tail), b = now.slice(head, now.length - tail);
  if (a.length + b.length === 0) return [];
  if (a.length * b.length === 0 || a.length + b.length > most_lines) return [{ at: head, count: b.length, lines: a }];
  const kept = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1)); // lines that both have from here on
  for (let i = a.length - 1; i >= 0; --i) for (let j = b.length - 1; j >= 0; --j) kept[i][j] = a[i] === b[j] ? kept[i + 1][j + 1] + 1 : Math.max(kept[i + 1][j], kept[i][j + 1]);
  const found = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      ++i;
      ++j;
      continue;
    }
    const last = found[found.length - 1], open = last && last.at + last.count === head + j && last.end === i ? last : null, one = open ?? { at: head + j, count: 0, lines: [] };
    if (!open) found.push(one);
    if (j < b.length && (i === a.length || kept[i][j + 1] >= kept[i + 1][j])) {
      ++j;
      one.count += 1;
    } else one.lines.push(a[i++]);
    one.end = i;
  }
  return found.map(({ at, count, lines }) => ({ at, count, lines }));
}

class Old extends WidgetType {
  constructor(lines) {
    super();
    this.lines = lines;
  }
  eq(other) {
    return other.lines.join('\n') === this.lines.join('\n');
  }
  toDOM() {
    return make('div', { className: 'old', 'aria-label': 'As the project has it' }, ...this.lines.map((line) => make('div', {}, line || ' ')));
  }
}
class Mark extends GutterMarker {
  constructor(gone) {
    super();
    this.elementClass = gone ? 'differs gone' : 'differs';
  }
}

const setOriginal = StateEffect.define(), setShown = StateEffect.define();
const compared = (doc, original) => (original === null ? [] : changesBetween(original, doc.toString().split('\n')));
/** { original: lines or null, shown: whether the project's lines are, changes }. */
const field = StateField.define({
  create: () => ({ original: null, shown: false, changes: [] }),
  update(value, { docChanged, effects, state }) {
    let now = value;
    for (const one of effects) {
      if (one.is(setOriginal)) now = { ...now, original: one.value, changes: compared(state.doc, one.value) };
      if (one.is(setShown)) now = { ...now, shown: one.value };
    }
    return docChanged ? { ...now, changes: compared(state.doc, now.original) } : now;
  },
  provide: (own) => EditorView.decorations.compute([own], (state) => {
    const build = new RangeSetBuilder(), { changes, shown } = state.field(own), { doc } = state;
    for (const { at, count, lines } of shown ? changes : []) {
      if (lines.length && at < doc.lines) build.add(doc.line(at + 1).from, doc.line(at + 1).from, Decoration.widget({ widget: new Old(lines), block: true, side: -1 }));
      for (let k = at; k < at + count; ++k) build.add(doc.line(k + 1).from, doc.line(k + 1).from, Decoration.line({ class: 'fresh' }));
      if (lines.length && at >= doc.lines) build.add(doc.length, doc.length, Decoration.widget({ widget: new Old(lines), block: true, side: 1 }));
    }
    return build.finish();
  }),
});
const margin = gutter({
  class: 'differences',
  markers: ({ state }) => {
    const build = new RangeSetBuilder(), { doc } = state;
    for (const { at, count } of state.field(field).changes)
      for (let k = at; k < at + Math.max(count, 1); ++k) if (k < doc.lines) build.add(doc.line(k + 1).from, doc.line(k + 1).from, new Mark(count === 0));
    return build.finish();
  },
});

export const difference = [field, margin];

/** Compares with a text from now on; `shown`: the project's lines are in view. */
export const compareWith = (view, text, shown) => view.dispatch({ effects: [setOriginal.of(text === null ? null : text.split('\n')), setShown.of(shown)] });
/** How many lines were changed: { added, gone }. */
export function lineCounts(view) {
  const { changes } = view.state.field(field), sum = (of) => changes.reduce((all, one) => all + of(one), 0);
  return { added: sum(({ count }) => count), gone: sum(({ lines }) => lines.length) };
}

/** Puts back the change at the cursor, or else the next one: an edit that can be undone. */
export function putBack(view) {
  const { doc, selection } = view.state, { changes } = view.state.field(field), here = doc.lineAt(selection.main.head).number - 1;
  const one = changes.find(({ at, count }) => here < at + Math.max(count, 1)) ?? changes[0];
  if (!one) return false;
  const { at, count, lines } = one, past = at >= doc.lines, end = at + count >= doc.lines, text = lines.join('\n');
  const begin = past ? doc.length : doc.line(at + 1).from, to = count === 0 ? begin : end ? doc.length : doc.line(at + count + 1).from;
  const from = lines.length === 0 && end ? Math.max(begin - 1, 0) : begin; // with the end of the line before
  const insert = lines.length === 0 ? '' : past ? `\n${text}` : end && count > 0 ? text : `${text}\n`;
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  return true;
}
