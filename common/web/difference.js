// SPDX-License-Identifier: MIT
// What differs between the text in the editor and the project's own: changed lines are marked in the margin, the project's lines can be shown
// above them, and a key puts a change back.

import { getChunks, getOriginalDoc, rejectChunk, unifiedMergeView } from '@codemirror/merge';
import { Compartment } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const compared = new Compartment();
const chunksOf = (state) => getChunks(state)?.chunks ?? [];
const linesIn = (doc, from, to, end) => (from === to ? 0 : doc.lineAt(end).number - doc.lineAt(from).number + 1);

export const difference = compared.of([]);

/** Compares with a text from now on, or, with null, with none; `shown`: the project's lines are in view. */
export function compareWith(view, text, shown) {
  const made = text === null ? [] : [unifiedMergeView({ original: text, mergeControls: false }), EditorView.editorAttributes.of({ class: shown ? 'compared' : '' })];
  view.dispatch({ effects: compared.reconfigure(made) });
}

/** How many lines were changed: { added, gone }. */
export function lineCounts({ state }) {
  const sum = (of) => chunksOf(state).reduce((all, one) => all + of(one), 0);
  return {
    added: sum(({ fromB, toB, endB }) => linesIn(state.doc, fromB, toB, endB)), gone: sum(({ fromA, toA, endA }) => linesIn(getOriginalDoc(state), fromA, toA, endA)),
  };
}

/** Where the first change is, or null. */
export function firstChange({ state }) {
  const [first] = chunksOf(state);
  return first ? Math.min(first.fromB, state.doc.length) : null;
}

/** Puts back the change at the cursor, or else the next one: an edit that can be undone. */
export function putBack(view) {
  const { head } = view.state.selection.main, chunks = chunksOf(view.state), one = chunks.find(({ endB }) => head <= endB) ?? chunks[0];
  if (!one) return false;
  rejectChunk(view, one.fromB);
  view.dispatch({ selection: { anchor: Math.min(one.fromB, view.state.doc.length) }, scrollIntoView: true });
  return true;
}
