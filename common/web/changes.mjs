// SPDX-License-Identifier: MIT
// The diffs of a page as changes that an editor can make and take back: each with as many lines around it as make it unique in both texts.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runOf } from './figures.mjs';

const count = (text, part) => text.split(part).length - 1;

/** What stands before and after one part of a diff, in whole lines, so that each is found once, in its own text alone. */
function widened(text, before, after, what) {
  const lines = text.split('\n'), old = before.length;
  const at = lines.findIndex((_, k) => before.every((line, j) => lines[k + j] === line));
  if (at < 0) throw new Error(`${what} does not have the lines of a change: ${before[0]}`);
  const changed = [...lines.slice(0, at), ...after, ...lines.slice(at + old)].join('\n');
  for (let more = 1; more < lines.length; ++more) {
    const above = lines.slice(Math.max(at - more, 0), at), below = lines.slice(at + old, at + old + more);
    const from = `\n${[...above, ...before, ...below].join('\n')}\n`, to = `\n${[...above, ...after, ...below].join('\n')}\n`;
    if (count(text, from) === 1 && count(text, to) === 0 && count(changed, to) === 1 && count(changed, from) === 0) return { from, to, changed };
  }
  throw new Error(`a change of ${what} is nowhere unique`);
}

/** The parts of a diff, which lines @@ separate: [{ before, after }], in lines. */
function partsOf(lines) {
  const parts = [{ before: [], after: [] }];
  for (const line of lines) {
    const part = parts[parts.length - 1];
    if (line === '@@') parts.push({ before: [], after: [] });
    else {
      if (line[0] !== '+') part.before.push(line.slice(1));
      if (line[0] !== '-') part.after.push(line.slice(1));
    }
  }
  return parts;
}

/**
 * The changes of a page in order: { path, parts: [{ from, to }], run }. As for the test of these pages, shaders are as the project has them at
 * each section and after each undo. The run is that of the first output below that fails, or else of the first; null where none is a lesson's.
 */
export function changesOf(text, root, catalogue) {
  const found = [], lines = text.split('\n');
  let now = new Map(), waiting = [], code = false;
  for (let k = 0; k < lines.length; ++k) {
    const line = lines[k].trim(), indent = lines[k].search(/\S/);
    if (line.startsWith('```')) code = !code;
    if (code) continue;
    if (/^##+ /.test(line) || line === '<!-- undo -->') [now, waiting] = [new Map(), []];
    const [, path] = /^<!-- change: (\S+) -->$/.exec(line) ?? [], [, words, exit] = /^<!-- output: (\d\d .*?)(?: \| exit (\d))? -->$/.exec(line) ?? [];
    if (path) {
      const diff = [];
      for (k += 2; lines[k].trim() !== '```'; ++k) diff.push(lines[k].slice(indent));
      let before = now.get(path) ?? readFileSync(join(root, path), 'utf8');
      const parts = partsOf(diff).map((part) => {
        const { from, to, changed } = widened(before, part.before, part.after, path);
        before = changed;
        return { from, to };
      });
      now.set(path, before);
      found.push({ path, parts, run: null, failing: false });
      waiting.push(found[found.length - 1]);
    }
    if (words) for (const one of waiting) {
      const { run } = runOf(words, catalogue);
      if (!run || one.failing || (one.run && exit === '0')) continue;
      if (!catalogue.lessons.find(({ number }) => number === run.lesson).versions.find(({ name }) => name === run.version).files.includes(one.path)) continue;
      one.run = run;
      one.failing = exit !== undefined && exit !== '0';
    }
  }
  for (const one of found) {
    delete one.failing;
    one.run ??= runOfShader(one.path, catalogue);
  }
  return found;
}

/** A plain run of the version whose shader this is; null for a file that several versions include. */
function runOfShader(path, catalogue) {
  const [, number] = /^shaders\/(\d\d)_/.exec(path) ?? [], name = basename(path, '.comp');
  const known = catalogue.lessons.find((one) => one.number === number)?.versions.some((one) => one.name === name);
  return known ? { lesson: number, version: name, options: {}, words: '' } : null;
}
