// SPDX-License-Identifier: MIT
// A program: what runs, on which data, with which shaders changed. It is what a link carries, so it comes from anybody: checked() refuses
// whatever the page itself could not have made.

const most_text = 200000, most_files = 12;
export const own_file = 'mine.comp';
const kinds = ['lesson', 'exercise', 'own', 'passes'];
const fields = { n: /^\d{1,7}$/, data: /^[a-z]{1,20}$/, seed: /^\d{1,18}$/, subgroup: /^\d{1,3}$/, schedule: /^(in-order|reverse|all|random:\d{1,9}|turns:[\d.*,]{1,2000})$/, card: /^h[12]00$/ };

export const starter_words = '--groups 4 --buffer Values=256:iota';
export const starter = `#version 450
// A shader of your own. Give it buffers in the line above, such as --groups 4 --buffer Values=256:iota
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Values { uint values[]; };

shared uint tile[64];

void main() {
    const uint lane = gl_LocalInvocationID.x;
    const uint i = gl_GlobalInvocationID.x;
    tile[lane] = values[i];
    barrier();
    values[i] = tile[63u - lane];  // each workgroup reverses its part
}
`;

export const description_file = 'algorithm/mine.pass.json';
const starter_algorithm = {
  'mine.pass.json': `{
  // An algorithm of several passes. The shaders that are named here are in the list of files.
  // Each element adds the one \`stride\` before it: in the end it holds the sum of all up to itself.
  "n": 16,
  "buffers": {
    "values": { "count": "n", "data": "small" },
    "spare": { "count": "n" }
  },
  "passes": [
    { "name": "stride {stride}", "shader": "add.comp",
      "for": { "stride": { "from": 1, "while": "stride < n", "next": "stride * 2" } },
      "bind": { "From": "values", "To": "spare" }, "swap": ["values", "spare"] }
  ],
  "show": ["values"],
  "expect": { "values": "inclusive_scan" }
}
`,
  'add.comp': `#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
uniform uint stride, n;

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= n) return;
    to[i] = from[i] + (i >= stride ? from[i - stride] : 0u);
}
`,
};
const empty_shader = `#version 450
layout(local_size_x = 8) in;

void main() {
    const uint i = gl_GlobalInvocationID.x;
}
`;

/** The description of an algorithm, and the shaders that it names. */
function algorithm(program) {
  const text = starter_algorithm['mine.pass.json'], named = (program.files[description_file] ?? text).matchAll(/"([\w-]{1,40}\.(?:comp|glsl))"/g);
  const names = [...new Set([...named].map(([, name]) => name))].slice(0, most_files - 1);
  return [{ path: description_file, text }, ...names.map((name) => ({ path: `algorithm/${name}`, text: starter_algorithm[name] ?? empty_shader }))];
}

/** Where the file of an exercise is, as ./learn next names it: its skeleton is at shaders/LESSON/exercises/NAME.comp. */
export const fileOf = (exercise) => `my_exercises/${exercise.file.split('/')[1]}/${exercise.file.split('/').pop()}`;

export function first(catalogue) {
  const lesson = catalogue.lesson('01') ?? catalogue.lessons[0];
  return { kind: 'lesson', lesson: lesson.number, version: lesson.versions[0].name, exercise: catalogue.exercises[0]?.id ?? '', words: '', options: {}, files: {} };
}

/** Keeps lesson and exercise of a program together, so that whichever menu is used next begins there. `solved(id)`: an exercise is. */
export function keepTogether(catalogue, program, solved) {
  const exercise = catalogue.exercise(program.exercise), { lesson, kind } = program;
  if (!exercise || exercise.id.startsWith(`${lesson}.`)) return;
  if (kind === 'exercise') Object.assign(program, { lesson: catalogue.lessonOf(exercise).number, version: exercise.version });
  if (kind !== 'lesson') return;
  const own = catalogue.exercises.filter(({ id }) => id.startsWith(`${lesson}.`)), next = own.find(({ id }) => !solved(id)) ?? own[0];
  if (next) program.exercise = next.id;
}

/** The shaders that a program shows, its own first: [{ path, text }], as the project has them. */
export function originals(catalogue, program) {
  if (program.kind === 'own') return [{ path: own_file, text: starter }];
  if (program.kind === 'passes') return algorithm(program);
  const exercise = program.kind === 'exercise' ? catalogue.exercise(program.exercise) : null;
  if (exercise) return [{ path: fileOf(exercise), text: exercise.skeleton }];
  return catalogue.version(program.lesson, program.version).files.map((path) => ({ path, text: catalogue.shaders[path] ?? '' }));
}

/** The text of a program's file: as it was changed, or else as the project has it. */
export function textOf(catalogue, program, path) {
  return program.files[path] ?? originals(catalogue, program).find((one) => one.path === path)?.text ?? '';
}

/** The files to send along with a run. */
function overlay(catalogue, program) {
  const files = {};
  for (const { path, text } of originals(catalogue, program)) {
    const now = program.files[path] ?? text;
    if (now !== text || program.kind !== 'lesson') files[path] = now;
  }
  for (const word of program.words.split(/\s+/)) if (Object.hasOwn(catalogue.inputs, word)) files[word] = catalogue.inputs[word];
  return files;
}

function optionWords({ n, data, seed, subgroup, schedule, card }) {
  const words = [];
  if (n) words.push('--n', n);
  if (data) words.push('--data', data);
  if (seed) words.push('--seed', seed);
  if (subgroup) words.push('--sim-subgroup', subgroup);
  if (schedule) words.push('--sim-schedule', schedule);
  if (card) words.push('--card', card);
  return words;
}

/** A request for the engine. `verb` is what to do, if not to check; `options` replaces some of the program's; `more` are further words; `repairs`: findings may say what repairs them. */
export function request(catalogue, program, { verb = [], options = {}, more = [], page = true, repairs = true } = {}) {
  const typed = program.words.split(/\s+/).filter(Boolean), chosen = { ...program.options, ...options }, files = overlay(catalogue, program);
  const main = { own: own_file, passes: description_file }[program.kind];
  if (main) return { words: ['run', main, ...verb, ...optionWords(chosen), ...typed, ...more], files, page, shrink_ms: 0 };
  const exercise = program.kind === 'exercise' ? catalogue.exercise(program.exercise) : null;
  const number = exercise ? exercise.id.slice(0, 2) : program.lesson, version = exercise ? exercise.version : program.version;
  const instead = exercise ? ['--shader', fileOf(exercise)] : [];
  const own = catalogue.version(number, version).n, here = catalogue.elements(number, version);
  if (here !== own && !chosen.n) chosen.n = String(here);
  return { words: [number, ...verb, '--only', version, ...instead, ...optionWords(chosen), ...typed, ...more], files, page, repairs, shrink_ms: 0 };
}

export const judgement = (catalogue, program, repairs) =>
  ({ words: ['judge', program.exercise, fileOf(catalogue.exercise(program.exercise))], files: overlay(catalogue, program), repairs });

/** A program out of what somebody sent; or null. */
export function checked(catalogue, value) {
  const plain = (one) => typeof one === 'object' && one !== null && !Array.isArray(one);
  if (!plain(value) || !kinds.includes(value.kind)) return null;
  const made = first(catalogue);
  made.kind = value.kind;
  if (value.kind === 'lesson') {
    if (!catalogue.version(value.lesson, value.version)) return null;
    Object.assign(made, { lesson: value.lesson, version: value.version });
  }
  if (value.kind === 'exercise') {
    if (!catalogue.exercise(value.exercise)) return null;
    made.exercise = value.exercise;
  }
  if (value.words !== undefined && (typeof value.words !== 'string' || value.words.length > 1000)) return null;
  made.words = value.words ?? (value.kind === 'own' ? starter_words : '');
  for (const [name, text] of Object.entries(plain(value.options) ? value.options : {})) {
    if (!Object.hasOwn(fields, name) || typeof text !== 'string' || !fields[name].test(text)) return null;
    made.options[name] = text;
  }
  const files = plain(value.files) ? Object.entries(value.files) : [], description = plain(value.files) ? value.files[description_file] : null;
  if (typeof description === 'string') made.files[description_file] = description; // which names the others
  const known = originals(catalogue, made).map((one) => one.path);
  if (files.length > most_files) return null;
  for (const [path, text] of files) {
    if (!known.includes(path) || typeof text !== 'string' || text.length > most_text) return null;
    made.files[path] = text;
  }
  return made;
}
