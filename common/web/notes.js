// SPDX-License-Identifier: MIT
// What a run says at the lines of the editor: errors and findings below their line, counts after it, the lines that made the pass shown, and what
// the line at the cursor was compiled to. They move along with the text while it is edited.

import { RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, WidgetType, gutter } from '@codemirror/view';
import { make } from '../report/page/dom.js';
import { sentence } from './sentence.js';

class Words extends WidgetType {
  constructor(tag, className, kind, text) {
    super();
    Object.assign(this, { tag, className, kind, text });
  }
  eq(other) {
    return other.className === this.className && other.kind === this.kind && other.text === this.text;
  }
  toDOM() {
    return make(this.tag, { className: this.className }, ...sentence(this.kind, this.text));
  }
}

/** The instructions of a line, or a sentence where it has none. */
class Code extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }
  eq({ text }) {
    return text === this.text;
  }
  toDOM() {
    return make('div', { className: 'assembly', role: 'note', ariaLabel: 'SPIR-V of this line' }, this.text);
  }
}

class Sign extends GutterMarker {
  toDOM() {
    return make('span', { className: 'sign', title: 'Something was found at this line' }, '●');
  }
}
const sign = new Sign();

/** Effects: notes [{ line, kind, text }], counts [{ line, text }], made { lines, exact }, code [{ line, instructions }], of no lines where it is not shown. */
export const setNotes = StateEffect.define(), setCounts = StateEffect.define(), setMade = StateEffect.define(), setCode = StateEffect.define();

const known = (doc, all) => all.filter(({ line }) => line >= 1 && line <= doc.lines).sort((a, b) => a.line - b.line);

function noteRanges(doc, notes) {
  const build = new RangeSetBuilder();
  let before = 0;
  for (const { line, kind, text, harmless } of known(doc, notes)) {
    const at = doc.line(line);
    if (line !== before) build.add(at.from, at.from, Decoration.line({ class: harmless ? 'faulty harmless' : 'faulty' }));
    before = line;
    build.add(at.to, at.to, Decoration.widget({ widget: new Words('div', harmless ? 'note harmless' : 'note', kind, text), block: true, side: 1 }));
  }
  return build.finish();
}
function countRanges(doc, counts) {
  return Decoration.set(known(doc, counts).map(({ line, text }) => Decoration.widget({ widget: new Words('span', 'count', '', text), side: 1 }).range(doc.line(line).to)));
}
function madeRanges(doc, { lines, exact }) {
  const unlike = [...new Set(lines)].map((line) => ({ line }));
  return Decoration.set(known(doc, unlike).map(({ line }) => Decoration.line({ class: line === exact ? 'made exact' : 'made' }).range(doc.line(line).from)));
}
const codeOf = (text) => Decoration.widget({ widget: new Code(text), block: true, side: 2 });
function codeRanges(doc, code) {
  return Decoration.set(known(doc, code).map(({ line, instructions }) => codeOf(instructions.join('\n')).range(doc.line(line).to)));
}
/** Of all lines' instructions, those of the line at the cursor. */
function codeHere(all, { doc, selection }) {
  const { from, to } = doc.lineAt(selection.main.head), here = all.update({ filter: (at) => at >= from && at <= to });
  return here.size || !all.size ? here : Decoration.set(codeOf('No instruction comes from this line.').range(to));
}
function signRanges(doc, notes) {
  const build = new RangeSetBuilder();
  for (const line of [...new Set(known(doc, notes).map((one) => one.line))]) build.add(doc.line(line).from, doc.line(line).from, sign);
  return build.finish();
}

/** A field that an effect replaces and that edits move along. */
const field = (effect, ranges, empty, provide) => StateField.define({
  create: () => empty,
  update(value, transaction) {
    let now = value.map(transaction.changes);
    for (const one of transaction.effects) if (one.is(effect)) now = ranges(transaction.state.doc, one.value);
    return now;
  },
  provide,
});

const decorates = (own) => EditorView.decorations.from(own);
const nothing = Decoration.none, noSigns = new RangeSetBuilder().finish();
const notesField = field(setNotes, noteRanges, nothing, decorates);
const countsField = field(setCounts, countRanges, nothing, decorates);
const madeField = field(setMade, madeRanges, nothing, decorates);
const codeField = field(setCode, codeRanges, nothing, (own) => EditorView.decorations.compute([own, 'selection', 'doc'], (state) => codeHere(state.field(own), state)));
const signsField = field(setNotes, signRanges, noSigns);

export const notes = [notesField, countsField, madeField, codeField, signsField, gutter({ class: 'signs', markers: (view) => view.state.field(signsField), initialSpacer: () => sign })];

/** Moves the cursor to the next line with a note, as F8 does. */
export function nextNote(view) {
  const lines = [];
  view.state.field(signsField).between(0, view.state.doc.length, (from) => { lines.push(from); });
  if (lines.length === 0) return false;
  const { head } = view.state.selection.main, to = lines.find((from) => from > view.state.doc.lineAt(head).from) ?? lines[0];
  view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(to, { y: 'center' }) });
  return true;
}
