// SPDX-License-Identifier: MIT
// A link is a program: the fragment of its address holds the program as JSON, deflated. Nothing of it is sent to a server.

import { checked } from './program.js';
import { packed, unpacked } from './unpack.js';

const most_fragment = 300000, most_bytes = 1 << 20;

/** The fragment of a program: only what differs from the project's own. */
export async function fragmentOf({ kind, lesson, version, exercise, words, options, files }) {
  const own = { lesson: { lesson, version }, exercise: { exercise }, own: {}, passes: {} }[kind];
  return `#p=${await packed(new TextEncoder().encode(JSON.stringify({ kind, ...own, words, options, files })))}`;
}

/**
 * What a fragment asks for: { program }, { problem: one sentence }, or {} where it asks for nothing. Besides #p=..., a page of the guide may link
 * to a lesson, a version or an exercise: #05, #05/v1 or #05/v1_shared, #05.1.
 */
export async function readFragment(catalogue, fragment) {
  const short = /^#(\d\d)(?:\/(v\d+(?:_\w{1,60})?))?$/.exec(fragment), task = /^#(\d\d\.\d{1,2})$/.exec(fragment);
  if (short) {
    const versions = catalogue.lesson(short[1])?.versions ?? [];
    const version = (short[2] ? versions.find(({ name }) => name === short[2] || name.startsWith(`${short[2]}_`)) : versions[0])?.name;
    const program = checked(catalogue, { kind: 'lesson', lesson: short[1], version });
    return program ? { program } : { problem: 'This link names a lesson or a version that this page does not have.' };
  }
  if (task) {
    const program = checked(catalogue, { kind: 'exercise', exercise: task[1] });
    return program ? { program } : { problem: 'This link names an exercise that this page does not have.' };
  }
  if (!fragment.startsWith('#p=')) return {};
  const problem = 'This link is damaged, or was not made by this page: nothing of it was opened.';
  if (fragment.length > most_fragment) return { problem };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await unpacked(fragment.slice(3), most_bytes));
    const program = checked(catalogue, JSON.parse(text));
    return program ? { program, shared: true } : { problem };
  } catch {
    return { problem };
  }
}
