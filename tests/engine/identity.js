// SPDX-License-Identifier: MIT
// node identity.js BUILD NATIVE [LESSON...]: the engine for browsers, BUILD/web, reports what the native programs in NATIVE, a build without
// OpenGL, report with --sim --json, to the last digit: of every version on its default data, of every fault in tests/lessons/mutations,
// and of every exercise, unsolved and solved: a solution is also right. Only times differ, and the engine draws no pictures. Prints a table;
// exit code 77 where one of the two has not been built.
'use strict';
const fs = require('fs'), os = require('os'), path = require('path');
const { spawn } = require('child_process');

const root = path.resolve(__dirname, '../..'), [build, native] = ['build', 'build-simulator'].map((name, k) => path.resolve(process.argv[k + 2] ?? path.join(root, name)));
const engine_file = path.join(build, 'web/engine.js');
const seldom = 20; // differences that are shown
const patient = ['--time-limit', '300']; // for what ends: on a busy machine the usual 10 s may not do, nor leave time for other orders

/** A report without what is about the clock and about pictures. */
function compared(value) {
  if (Array.isArray(value)) return value.map(compared);
  if (value === null || typeof value !== 'object') return value;
  const left_out = new Set(['elapsed_ms', 'spread_ms', 'pictures']);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left_out.has(name)).map(([name, part]) => [name, compared(part)]));
}

/** Where two reports differ first, in words; empty where they are the same. */
function difference(native, engine, where = 'report') {
  if (native === engine) return '';
  const both = [native, engine];
  if (both.some((one) => one === null || typeof one !== 'object') || Array.isArray(native) !== Array.isArray(engine))
    return `${where}: natively ${JSON.stringify(native)?.slice(0, 300)}, here ${JSON.stringify(engine)?.slice(0, 300)}`;
  for (const name of new Set(both.flatMap(Object.keys))) {
    const words = difference(native[name], engine[name], `${where}.${name}`);
    if (words) return words;
  }
  return '';
}

/** The project's folder as the engine has it, for native programs: a copy of the shaders in which files may be replaced. */
class Copy {
  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pbp-identity-'));
    fs.cpSync(path.join(root, 'shaders'), path.join(this.folder, 'shaders'), { recursive: true });
  }
  async run(program, words, files) {
    const before = Object.keys(files).map((name) => [path.join(this.folder, name), fs.readFileSync(path.join(this.folder, name))]);
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(this.folder, name), text);
    try {
      return await new Promise((resolve, reject) => {
        const child = spawn(path.join(native, 'lessons', program), [...words, '--json', '--out', 'out'], {
          cwd: this.folder, env: { ...process.env, PBP_ROOT: this.folder, PBP_SHRINK_MS: '0' }, stdio: ['ignore', 'pipe', 'pipe'] });
        const said = { out: '', err: '' };
        child.stdout.on('data', (some) => { said.out += some; });
        child.stderr.on('data', (some) => { said.err += some; });
        child.on('error', reject);
        child.on('close', (code) => resolve({ code, ...said }));
      });
    } finally {
      for (const [file, text] of before) fs.writeFileSync(file, text);
    }
  }
  remove() { fs.rmSync(this.folder, { recursive: true }); }
}

/** The faults of a lesson's mutations as { file, text, version }. */
function mutations(lesson) {
  const unescaped = (cell) => (cell ?? '').replaceAll('\\n', '\n');
  return fs.readFileSync(path.join(root, 'tests/lessons/mutations', `${lesson}.txt`), 'utf8').split('\n').filter((line) => line && line[0] !== '#')
    .map((line) => {
      const [shader, search, replacement] = line.split('\t').map(unescaped);
      const file = `shaders/${lesson}/${shader}${shader.includes('.glsl') ? '' : '.comp'}`;
      const right = fs.readFileSync(path.join(root, file), 'utf8');
      if (right.split(search).length !== 2) throw new Error(`${file} does not contain '${search}' once`);
      return { file, text: right.split(search).join(replacement), version: /v\d+/.exec(shader)[0] };
    });
}

/** All runs of a lesson, by the column of the table that counts them. */
function* runs(lesson, exercises) {
  for (const version of lesson.versions)
    yield { column: 'versions', words: ['--sim', '--no-pictures', '--only', version.name, ...patient], files: {} };
  for (const { file, text, version } of mutations(lesson.id))
    yield { column: 'faults', words: ['--sim', '--no-pictures', '--only', version], files: { [file]: text } };
  for (const one of exercises.filter(({ lesson: number }) => number === lesson.number)) {
    const card = one.file.replace(/\.comp$/, '.md');
    for (const [column, text, more] of [['unsolved', one.skeleton, []], ['solved', one.solution, patient]])
      yield { column, words: ['judge', card, '--shader', one.file, ...more], judged: ['judge', one.id, one.file, ...more], files: { [one.file]: text } };
  }
}

async function main() {
  if (!fs.existsSync(engine_file)) {
    console.log('skipped: no engine has been built; ./learn web builds it');
    return 77;
  }
  if (!fs.existsSync(path.join(native, 'lessons'))) {
    console.log(`skipped: ${native} has no lessons; cmake -S . -B build-simulator -G Ninja -DPBP_OPENGL=OFF makes such a build`);
    return 77;
  }
  const wasmBinary = fs.readFileSync(path.join(build, 'web/engine.wasm'));
  const engine = await require(engine_file)({ wasmBinary });
  const { lessons, exercises } = JSON.parse(engine.pbp_describe());
  const wanted = process.argv.slice(4), columns = ['versions', 'faults', 'unsolved', 'solved'];
  const copy = new Copy(), differences = [];
  console.log(`lesson${' '.repeat(16)}${columns.map((one) => one.padStart(12)).join('')}`);
  try {
    for (const lesson of lessons) {
      if (wanted.length > 0 && !wanted.some((word) => lesson.id.startsWith(word))) continue;
      const same = Object.fromEntries(columns.map((one) => [one, 0])), all = { ...same };
      for (const { column, words, judged, files } of runs(lesson, exercises)) {
        const under_way = copy.run(lesson.id, words, files);
        const here = JSON.parse(engine.pbp_run(JSON.stringify({ words: judged ?? [lesson.number, ...words], files, page: column === 'versions', shrink_ms: 0 })));
        const natively = await under_way;
        const what = `${lesson.id} ${words.join(' ')}${Object.keys(files).map((file) => ` with another ${file}`).join('')}`;
        let words_of_difference = '';
        if (here.report === null) words_of_difference = `no report: ${here.output}`;
        else if (!natively.out) words_of_difference = `no native report: ${natively.err}`;
        else words_of_difference = difference(compared(JSON.parse(natively.out)), compared(here.report));
        if (!words_of_difference && natively.code !== here.exit_code) words_of_difference = `exit code ${natively.code} natively, ${here.exit_code} here`;
        if (!words_of_difference && column === 'versions' && !here.page?.includes(lesson.id)) words_of_difference = 'no page';
        if (!words_of_difference && column === 'solved' && here.exit_code !== 0) words_of_difference = `the solution is not right: exit code ${here.exit_code}`;
        all[column] += 1;
        if (words_of_difference) differences.push(`${what}\n  ${words_of_difference}`);
        else same[column] += 1;
      }
      console.log(`${lesson.id.padEnd(22)}${columns.map((one) => `${same[one]} of ${all[one]}`.padStart(12)).join('')}`);
    }
  } finally {
    copy.remove();
  }
  for (const one of differences.slice(0, seldom)) console.log(`\n${one}`);
  console.log(differences.length > 0 ? `\n${differences.length} reports differ` : '\nall reports are the same');
  return differences.length > 0 ? 1 : 0;
}

main().then((code) => { process.exitCode = code; }, (error) => { console.error(error); process.exitCode = 1; });
