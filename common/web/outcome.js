// SPDX-License-Identifier: MIT
// What a response of the engine means: a verdict, sentences, what was found at which line, and counts.

import { payingLines } from '../report/page/gpu_time.js';

const words_of = {
  right: 'right', shown: 'shown: wrong on purpose', wrong: 'wrong', failed: 'failed', 'not checked': 'not checked', skipped: 'skipped',
};
const fine = ['right', 'shown', 'not checked'];
const endings = { 2: 'not possible', 3: 'does not build', 4: 'not possible here', 5: 'stopped', 6: 'died' };

/** What a line of the simulation is counted by: its key, and what to call it. */
export const counted = [
  ['issued', 'instr', 'instructions issued, once per subgroup'],
  ['sectors', 'sectors', 'memory sectors moved'],
  ['needed_sectors', 'sectors needed', 'memory sectors that the bytes used would fill'],
  ['shared_accesses', 'shared', 'accesses to shared memory, once per subgroup'],
  ['conflict_cycles', 'conflict cycles', 'extra cycles through bank conflicts'],
  ['barriers', 'barriers', 'barriers, once per subgroup'],
  ['atomics', 'atomics', 'atomic operations, once per invocation'],
];

/** Errors in a message: "FILE:LINE: error: TEXT", or "FILE:LINE: TEXT". */
function located(message) {
  const found = [];
  for (const line of message.split('\n')) {
    const at = /^\s*(\S+?\.\w+):(\d+): (?:(error|warning): )?(.+)$/.exec(line);
    if (at) found.push({ file: at[1], line: Number(at[2]), kind: at[3] ?? 'error', text: at[4] });
  }
  const telling = found.filter(({ text }) => !text.startsWith("'' : ")); // glslang's last words, such as: compilation terminated
  return telling.length ? telling : found;
}

/** Each finding with its places; those that are mere notes come last. */
function findingsOf(simulation) {
  const all = simulation.flatMap(({ findings }) => findings).map(({ fault, sentence, advice, repair, note, places, times }) => ({
    kind: fault, text: [sentence, repair || advice].filter(Boolean).join(' '), harmless: note, times, places: places.map(({ file, line, role, text }) => ({ file, line, role, text })),
  }));
  return [...all.filter((one) => !one.harmless), ...all.filter((one) => one.harmless)];
}

function totals(simulation) {
  const sums = Object.fromEntries(counted.map(([key]) => [key, 0]));
  for (const { lines } of simulation) for (const line of lines) for (const [key] of counted) sums[key] += line[key] ?? 0;
  return sums;
}

/** What each line costs, all programs together, and the one that pays most on a GPU; null without a prediction. */
function lineCounts(simulation) {
  const at = new Map();
  for (const { lines } of simulation) {
    for (const line of lines) {
      const key = `${line.line} ${line.file}`, sum = at.get(key) ?? { file: line.file, line: line.line };
      for (const [name] of counted) sum[name] = (sum[name] ?? 0) + (line[name] ?? 0);
      sum.us = (sum.us ?? 0) + line.predicted_us;
      at.set(key, sum);
    }
  }
  const lines = [...at.values()];
  return { lines, most: payingLines(lines)[0] ?? null };
}

const singular = { sectors: 'sector', 'conflict cycles': 'conflict cycle', barriers: 'barrier', atomics: 'atomic' };

/** True if two names are of the same file, one of which may be longer. */
export const samePath = (one, other) => one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);

/** The notes at the lines of a file, one per line: the worst, and how many more there are. */
export function notesIn({ notesAt }, path) {
  const at = new Map();
  for (const note of notesAt) if (samePath(note.file, path)) at.set(note.line, [...at.get(note.line) ?? [], note]);
  return [...at.values()].map((all) => {
    const worst = all.find((note) => note.first && !note.harmless) ?? all.find((note) => !note.harmless) ?? all[0], more = all.length > 1 ? ` (${all.length - 1} more at this line)` : '';
    return { ...worst, text: worst.text + more };
  });
}

/** What the lines of a file cost. */
export const countsIn = ({ lines }, path) => lines.filter(({ file }) => samePath(file, path)).map((line) => ({ line: line.line, text: countWords(line) }));

/** What the lines of a file were compiled to, if the run listed that; by the first program that has a line, where several do. */
export const codeIn = ({ code }, path) => code.filter(({ file, line }, k) => samePath(file, path) && code.findIndex((one) => one.file === file && one.line === line) === k);

/** What to print after a line: its instructions, and what else it costs. */
function countWords(line) {
  const counts = counted.filter(([key]) => key !== 'needed_sectors' && line[key] > 0).map(([key, words]) => {
    const wasted = key === 'sectors' && line.sectors > line.needed_sectors ? ` (${line.needed_sectors} needed)` : '';
    return `${line[key]} ${line[key] === 1 ? singular[words] ?? words : words}${wasted}`;
  });
  return [line.time, ...counts].filter(Boolean).join(' · ');
}

/** A run's verdict in a word or two. `by_luck`: its results are right or were not compared, and something was found. */
function verdictOf(exit_code, version, good, findings, by_luck) {
  const uncompared = version?.status === 'not checked' && version.contents; // a shader of one's own
  if (good && uncompared) return findings.length > 0 ? 'no errors' : 'no findings';
  if (good) return words_of[version?.status];
  if (by_luck) return endings[exit_code] ?? findings[0].kind;
  return endings[exit_code] ?? words_of[version?.status] ?? 'wrong';
}

export function outcomeOf({ exit_code, report, output, milliseconds, page }) {
  const version = report?.versions?.[0], simulation = version?.simulation ?? [];
  const message = version?.message || report?.error || (report ? '' : output.trim());
  const good = exit_code === 0 && (!version || fine.includes(version.status));
  const findings = findingsOf(simulation), { lines, most } = lineCounts(simulation);
  const by_luck = findings.length > 0 && /^(Every pass is right|Nothing was compared)/.test(message); // so "wrong" would not say it
  const verdict = verdictOf(exit_code, version, good, findings, by_luck);
  const errors = exit_code === 3 || exit_code === 5 ? located(message) : [];
  return {
    good, verdict, message, findings, errors, page, milliseconds, exit_code,
    cause: version?.cause, gpuTime: version?.predicted?.words ?? '', most, notes: version?.notes ?? [],
    passes: version?.passes ?? 0, orders: version?.orders ?? '', data: report?.run?.data ?? '', renderer: report?.run?.renderer ?? '',
    smallest: version?.smallest ?? '', sweep: version?.sweep ?? [], buffers: version?.contents?.buffers ?? null,
    totals: simulation.length ? totals(simulation) : null, lines, code: simulation.flatMap(({ code }) => code), output,
    notesAt: [...errors, ...findings.flatMap(({ kind, text, harmless, places }) => places.map(({ file, line, role }, k) =>
      ({ file, line, kind, harmless, first: k === 0, text: k === 0 ? text : role })))],
  };
}
