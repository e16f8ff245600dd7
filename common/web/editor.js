// SPDX-License-Identifier: MIT
// The editor: one file at a time, each with its own history and cursor.

import { defaultKeymap, history, historyKeymap, indentWithTab, toggleTabFocusMode } from '@codemirror/commands';
import { bracketMatching, codeFolding, foldEffect, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { compareWith, difference, firstChange, lineCounts, putBack } from './difference.js';
import { highlighting } from './glsl.js';
import { nextNote, notes, setCode, setCounts, setMade, setNotes } from './notes.js';

const colours = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--paper)', color: 'var(--ink)', fontSize: '.8rem' },
  '.cm-scroller': { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", lineHeight: '1.45' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--bar)', color: 'var(--quiet)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 9%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent) !important' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--made)', outline: '1px solid var(--line)' },
  '.cm-panels': { backgroundColor: 'var(--bar)', color: 'var(--ink)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--made)' },
  '.cm-changeGutter': { width: '4px' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--accent)' },
  '& .cm-deletedLineGutter': { background: 'var(--wrong) !important' },
  '&.cm-merge-b .cm-changedLine, &.cm-merge-b .cm-changedText': { background: 'none' },
  '&.cm-merge-b.compared .cm-changedLine': { background: 'color-mix(in srgb, var(--added) 14%, transparent)' },
  '&.cm-merge-b.compared .cm-changedText': { background: 'linear-gradient(var(--added), var(--added)) bottom/100% 2px no-repeat' },
  '&.cm-merge-b.compared .cm-deletedChunk': { color: 'var(--wrong)', background: 'color-mix(in srgb, var(--wrong) 9%, transparent)' },
  '&.cm-merge-b .cm-deletedText': { background: 'none' },
  '.cm-deletedLine del': { textDecoration: 'line-through' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--bar)', color: 'var(--quiet)', borderColor: 'var(--line)' },
});

/** Comments that draw something do not wrap. */
const drawings = EditorView.decorations.compute(['doc'], ({ doc }) => {
  const lines = Array.from({ length: doc.lines }, (_, k) => doc.line(k + 1)).filter(({ text }) => text.startsWith('//   '));
  return Decoration.set(lines.map(({ from }) => Decoration.line({ class: 'drawing' }).range(from)));
});

export class Editor {
  /** `changed(path, text)` after each edit; `run()` on Ctrl-Enter; `code()` on F2. */
  constructor(parent, { changed, run, code }) {
    this.states = new Map(); // by path
    this.path = '';
    this.coming = null; // { at, near }: the place that comes into view without moving the page around the editor, but, if `near`, as far as it must
    const now = () => { run(); return true; }, listed = () => { code(); return true; };
    this.extensions = [
      lineNumbers(), difference, notes, highlightSpecialChars(), history(), drawSelection(), indentOnInput(), bracketMatching(), indentUnit.of('    '),
      highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), codeFolding({ placeholderText: '// … the task, as stated beside this' }), highlighting, colours,
      EditorState.tabSize.of(4), EditorView.lineWrapping, drawings, EditorView.scrollHandler.of((view, { head }) => this.scrollAlone(view, head)), EditorView.contentAttributes.of({ 'aria-label': 'Shader', 'aria-description': 'Escape, then Tab leaves the editor', tabindex: '0', spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' }),
      keymap.of([{ key: 'Mod-Enter', run: now }, { key: 'Mod-s', run: now, preventDefault: true }, { key: 'F2', run: listed }, { key: 'F8', run: nextNote }, { key: 'F9', run: putBack }, { key: 'Ctrl-m', run: toggleTabFocusMode }, indentWithTab,
        ...foldKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed(this.path, update.state.doc.toString());
      }),
    ];
    this.view = new EditorView({ parent, extensions: this.extensions });
  }

  /** Shows a file; one that was open before continues where it was left, if it still has this text. `tasked`: what its first comments say is beside it. */
  open(path, text, tasked = false) {
    if (this.path) this.states.set(this.path, this.view.state);
    this.path = path;
    const kept = this.states.get(path), same = kept?.doc.toString() === text;
    this.view.setState(same ? kept : EditorState.create({ doc: text, extensions: this.extensions }));
    if (tasked && !same) this.goToTask();
  }

  /** Folds the comments that state a task, and shows its TODO, without taking the focus. */
  goToTask() {
    const { doc } = this.view.state, lines = doc.toString().split('\n'), end = lines.findIndex((line, k) => k > 0 && !line.startsWith('//')) , todo = this.lineOf('TODO');
    const effects = end > 1 ? [foldEffect.of({ from: doc.line(2).from, to: doc.line(end).to })] : [];
    this.reveal(todo ? doc.line(todo).from : 0, effects);
  }

  /** Brings a place to the middle of the editor, without taking the focus. The page stays where it is; with `near` it moves as far as it must. */
  reveal(at, effects = [], near = false) {
    this.coming = { at, near };
    this.view.dispatch({ selection: { anchor: at }, effects: [...effects, EditorView.scrollIntoView(at, { y: 'center' })] });
  }
  /** Brings the first line that differs from the project's to the middle. */
  revealChange() {
    const at = firstChange(this.view);
    if (at !== null) this.reveal(at, [], true);
  }
  /** Does for the place that is coming what CodeMirror would do, but CodeMirror would centre it in the page, too; false: it is to do so. */
  scrollAlone(view, at) {
    const { coming } = this, { node } = view.domAtPos(at), box = view.scrollDOM;
    const element = at === coming?.at ? (node.nodeType === Node.TEXT_NODE ? node.parentNode : node).closest('.cm-line') : null;
    this.coming = null;
    if (!element) return false;
    const line = element.getBoundingClientRect();
    box.scrollTop += (line.top + line.bottom) / 2 - box.getBoundingClientRect().top - box.clientHeight / 2;
    if (coming.near) element.scrollIntoView({ block: 'nearest' });
    return true;
  }

  /** Replaces the text, as an edit that can be undone. */
  replace(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Replaces a part of the text, and shows where, without taking the focus. */
  swap(at, before, after) {
    this.view.dispatch({ changes: { from: at, to: at + before.length, insert: after }, selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
  }
  /** The number of the first line with some text; 0: no line has it. */
  lineOf(text) {
    const at = this.view.state.doc.toString().indexOf(text);
    return at < 0 ? 0 : this.view.state.doc.lineAt(at).number;
  }

  /** Marks what differs from a text; `shown`: with its lines. Null takes the marks away. */
  compare(text, shown) {
    compareWith(this.view, text, shown);
  }
  /** How many lines were changed: { added, gone }. */
  get changed() {
    return lineCounts(this.view);
  }
  putBack() {
    putBack(this.view);
    this.view.focus();
  }

  show({ notes: found, counts, code }) {
    this.view.dispatch({ effects: [setNotes.of(found), setCounts.of(counts), setCode.of(code)] });
  }
  mark(made) {
    this.view.dispatch({ effects: setMade.of(made) });
  }

  go(line) {
    const { doc } = this.view.state, at = doc.line(Math.min(Math.max(line, 1), doc.lines)).from;
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    this.view.focus();
  }
}
