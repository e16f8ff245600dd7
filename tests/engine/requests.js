// SPDX-License-Identifier: MIT
// node requests.js BUILD: what the engine for browsers answers to right, wrong and hostile requests, and that it does not grow. Exit code
// 77 where no engine has been built.
'use strict';
const assert = require('assert'), fs = require('fs'), path = require('path');

const root = path.resolve(__dirname, '../..'), folder = path.join(path.resolve(process.argv[2] ?? path.join(root, 'build')), 'web');
if (!fs.existsSync(path.join(folder, 'engine.wasm'))) {
  console.log('skipped: no engine has been built; ./learn web builds it');
  process.exit(77);
}
const make = require(path.join(folder, 'engine.js')), bytes = fs.readFileSync(path.join(folder, 'engine.wasm'));
const start = () => make({ wasmBinary: bytes });
const v1 = 'shaders/05_bitonic_sort/v1_shared.comp', text = fs.readFileSync(path.join(root, v1), 'utf8');
const broken = text.replace(/\n *barrier\(\);[^\n]*/, '');
const shader = (body) => `#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
    const uint i = gl_GlobalInvocationID.x;
${body}
}
`;

let engine;
const ask = (words, files = {}, more = {}) => JSON.parse(engine.pbp_run(JSON.stringify({ words, files, shrink_ms: 0, ...more })));
const sort = ['05', '--only', 'v1', '--n', '64'];

/** It is refused in one sentence that contains the words. */
function refused(response, code, ...words) {
  assert.strictEqual(response.exit_code, code, response.output);
  assert.strictEqual(response.report, null);
  for (const word of words) assert.ok(response.output.includes(word), `'${response.output}' lacks '${word}'`);
}

const stories = {
  'a run has a report, and a page where one is wanted': () => {
    const plain = ask(sort), paged = ask(sort, {}, { page: true });
    assert.strictEqual(plain.exit_code, 0);
    assert.strictEqual(plain.page, null);
    assert.deepStrictEqual(plain.report.versions.map(({ name, status }) => [name, status]), [['v1_shared', 'right']]);
    assert.ok(plain.milliseconds > 0);
    const { title, versions: [{ name, numbers }] } = JSON.parse(paged.page);
    assert.deepStrictEqual([title, name], ['bitonic sort', 'v1_shared']);
    assert.ok(numbers.length > 0 && !paged.page.includes('<')); // it is safe inside HTML
  },
  'a barrier that is missing is reported with both lines, and only in that run': () => {
    assert.notStrictEqual(broken, text);
    const { exit_code, report } = ask([...sort, '--sim-schedule', 'in-order'], { [v1]: broken });
    assert.strictEqual(exit_code, 1);
    const findings = report.versions[0].simulation.flatMap((program) => program.findings).filter(({ fault }) => fault === 'data race');
    assert.ok(findings.length > 0, JSON.stringify(report.versions[0].simulation.flatMap((program) => program.findings)));
    for (const { places } of findings) {
      assert.ok(places.length >= 2);
      for (const place of places) assert.strictEqual(place.file, v1);
    }
    assert.strictEqual(ask(sort).exit_code, 0);
  },
  'the repair of a finding is left out where it is a hint, and no guess takes its place': () => {
    const found = (more) => ask([...sort, '--sim-schedule', 'in-order'], { [v1]: broken }, more).report.versions[0].simulation.flatMap((program) => program.findings);
    const [repaired] = found({}).filter(({ repair }) => repair), [kept] = found({ repairs: false }).filter(({ sentence }) => sentence === repaired.sentence);
    assert.match(repaired.repair, /barrier/);
    assert.deepStrictEqual([kept.repair, kept.advice], ['', '']);
  },
  'a line has its instructions once they are asked for': () => {
    const line = text.split('\n').findIndex((one) => /^\s*barrier\(\)/.test(one)) + 1, one_order = [...sort, '--sim-schedule', 'in-order'];
    const listed = (words, files) => ask(words, files).report.versions[0].simulation[0].code;
    assert.deepStrictEqual(listed(one_order), []);
    const code = listed([...one_order, '--sim-spirv']), barrier = code.find((one) => one.file === v1 && one.line === line).instructions;
    assert.ok(barrier.includes('OpControlBarrier Workgroup Workgroup AcquireRelease|WorkgroupMemory'), barrier.join('\n'));
    const moved = listed([...one_order, '--sim-spirv'], { [v1]: text.replace('void main', '\nvoid main') });
    assert.deepStrictEqual(moved.find((one) => one.file === v1 && one.line === line + 1).instructions, barrier);
  },
  'a file that a shader includes can be replaced, too': () => {
    const { versions } = JSON.parse(engine.pbp_describe()).lessons.find(({ number }) => number === '05');
    const included = versions[0].files.find((name) => name.startsWith('shaders/common/'));
    const { exit_code, report } = ask(sort, { [included]: '#error replaced\n' });
    assert.strictEqual(exit_code, 3);
    assert.ok(report.versions[0].message.includes(included), report.versions[0].message);
    assert.strictEqual(ask(sort).exit_code, 0);
  },
  'a shader of one\'s own runs': () => {
    const files = { 'mine.comp': shader('    data[i] = i * i;') };
    const { exit_code, report } = ask(['run', 'mine.comp', '--groups', '2', '--buffer', 'Data=8'], files);
    assert.strictEqual(exit_code, 0);
    assert.deepStrictEqual(report.versions[0].contents.buffers[0].members[0].columns[0].after, ['0', '1', '4', '9', '16', '25', '36', '49']);
    refused(ask(['run', 'mine.comp']), 2, 'mine.comp');
    const { sweep } = ask(['run', 'mine.comp', 'sweep', '--groups', '2', '--buffer', 'Data=8'], files).report.versions[0];
    assert.deepStrictEqual(sweep.map(({ outcome }) => outcome), Array(20).fill('agrees'));
    refused(ask(['run', 'mine.comp', '--dump-passes', 'mine.pass.json'], files), 2, '--dump-passes needs a machine of your own');
  },
  'an index past the end is found': () => {
    const { exit_code, report } = ask(['run', 'mine.comp', '--groups', '2', '--buffer', 'Data=7'], { 'mine.comp': shader('    data[i] = 1u;') });
    assert.strictEqual(exit_code, 1);
    assert.strictEqual(report.versions[0].simulation[0].findings[0].places[0].line, 6);
  },
  'an exercise is judged': () => {
    const { exercises } = JSON.parse(engine.pbp_describe()), one = exercises.find(({ id }) => id === '05.1');
    assert.strictEqual(ask(['judge', one.id, 'mine.comp'], { 'mine.comp': one.skeleton }).exit_code, 1);
    assert.strictEqual(ask(['judge', one.id, 'mine.comp'], { 'mine.comp': one.solution }).exit_code, 0);
    refused(ask(['judge', '05.99', 'mine.comp'], { 'mine.comp': one.solution }), 2, '05.99');
    refused(ask(['judge', '05.1', 'none.comp']), 2, 'none.comp');
    refused(ask(['judge']), 2, 'judge');
  },
  'an algorithm of several passes runs, with its page': () => {
    const description = { n: 8, buffers: { values: { count: 'n', data: 'iota' } }, passes: [{ repeat: 3, shader: 'twice.comp' }], expect: { values: [0, 8, 16, 24, 32, 40, 48, 56] } };
    const twice = shader('    if (i < data.length()) data[i] *= 2u;').replace('Data {', 'Values {');
    const run = (text) => ask(['run', 'mine/a.pass.json'], { 'mine/a.pass.json': JSON.stringify(description), 'mine/twice.comp': text }, { page: true });
    const right = run(twice);
    assert.strictEqual(right.exit_code, 0, right.output);
    assert.ok(right.page);
    assert.strictEqual(right.report.versions[0].passes, 3);
    assert.strictEqual(run(twice.replace('2u', '3u')).exit_code, 1);
    refused(ask(['run', 'mine/a.pass.json'], { 'mine/a.pass.json': '{' }), 2, 'a.pass.json');
  },
  'wrong words are refused as ./learn refuses them': () => {
    refused(ask(['99']), 2, "'99'");
    refused(ask(['00']), 2, "'00'");
    refused(ask([...sort, '--onyl', 'v1']), 2, '--only');
    const three = ask([...sort, '--sim-subgroup', '3']);
    assert.strictEqual(three.exit_code, 2);
    assert.match(three.report.error, /power of two/);
    refused(ask([...sort, '--watch']), 2, '--watch');
    refused(ask([...sort, '--export', 'table.csv']), 2, '--export');
    refused(ask([...sort, '--out', '/tmp']), 2, '--out');
    refused(ask([...sort, '--context', 'egl']), 2, '--context');
    refused(ask([]), 2, 'words');
  },
  'a request of another form is refused': () => {
    for (const request of ['', '{', 'null', '[]', '{"words": "05"}', '{"words": [5]}', '{"words": ["05"], "files": ["x"]}', '{"words": ["05"], "page": 1}']) {
      const response = JSON.parse(engine.pbp_run(request));
      refused(response, 2, 'request');
    }
  },
  'names of files stay in the project': () => {
    for (const name of ['../x.comp', '/etc/passwd', '', '.', 'a/../../x', 'shaders', 'shaders/']) refused(ask(sort, { [name]: 'x' }), 2, name);
    assert.strictEqual(ask(sort, { 'a/new/folder.comp': 'x' }).exit_code, 0);
  },
  'a loop that never ends is ended, with its line': () => {
    const words = ['run', 'mine.comp', '--groups', '1', '--buffer', 'Data=4', '--time-limit', '1'];
    const spinning = ask(words, { 'mine.comp': shader('    while (data[0] == 0u) {}') });
    assert.notStrictEqual(spinning.exit_code, 0);
    const counting = ask(words, { 'mine.comp': shader('    for (;;)\n        data[i] += 1u;') });
    assert.strictEqual(counting.exit_code, 5);
    assert.match(counting.report.versions[0].message, /mine\.comp:[67]/);
    assert.strictEqual(ask(sort).exit_code, 0);
  },
  'memory that there is not is refused, and the next run is right': () => {
    const { exit_code, report } = ask(['05', '--only', 'v3', '--n', '1000000000']);
    assert.notStrictEqual(exit_code, 0);
    const sentence = report.error || report.versions[0].message;
    assert.ok(sentence.length > 20, sentence);
    assert.strictEqual(ask(sort).exit_code, 0);
  },
  'text that is no text does no harm': () => {
    for (const strange of ['\u0000', '\ud800', '\u202e'.repeat(10), '"\\"</script>', 'x'.repeat(1 << 21)]) {
      const { exit_code } = ask(sort, { [v1]: strange });
      assert.notStrictEqual(exit_code, 0);
    }
    assert.strictEqual(ask(sort).exit_code, 0);
  },
  'an expression that is too deep ends this engine alone': async () => {
    const deep = shader(`    data[i] = 1u${' + data[i]'.repeat(50000)};`);
    let failure = null;
    try {
      assert.notStrictEqual(ask(['run', 'mine.comp', '--groups', '1'], { 'mine.comp': deep }).exit_code, 0);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      failure = error;
    }
    if (failure !== null) assert.match(String(failure), /RangeError|RuntimeError/);
    engine = await start();
    assert.strictEqual(ask(sort).exit_code, 0);
  },
  'what a page offers is complete': () => {
    const { lessons, exercises, options, shaders } = JSON.parse(engine.pbp_describe());
    const folders = fs.readdirSync(path.join(root, 'lessons')).filter((name) => fs.existsSync(path.join(root, 'lessons', name, 'main.cpp')));
    assert.deepStrictEqual(lessons.map(({ id }) => id), folders);
    for (const { id, versions } of lessons)
      for (const { name, files } of versions) {
        assert.strictEqual(files[0], `shaders/${id}/${name}.comp`);
        for (const file of files) assert.strictEqual(shaders[file], fs.readFileSync(path.join(root, file), 'utf8'));
      }
    const cards = folders.flatMap((name) => fs.readdirSync(path.join(root, 'shaders', name, 'exercises'))).filter((name) => name.endsWith('.md'));
    assert.strictEqual(exercises.length, cards.length);
    for (const { skeleton, solution, hints, why } of exercises) assert.ok(skeleton && solution && hints.length > 0 && why);
    for (const data of options.data) assert.strictEqual(ask(['03', '--only', 'v1', '--n', '16', '--data', data]).exit_code, 0);
    for (const size of options.sim_subgroup) assert.strictEqual(ask(['03', '--only', 'v1', '--n', '16', '--sim-subgroup', `${size}`]).exit_code, 0);
    for (const order of options.sim_schedule) assert.strictEqual(ask(['03', '--only', 'v1', '--n', '16', '--sim-schedule', order]).exit_code, 0);
  },
  'a thousand runs, right and wrong, need no more memory than a hundred': () => {
    const grown = () => engine.HEAPU8.length, one = ['05', '--only', 'v1', '--n', '64', '--sim-schedule', 'in-order'];
    const round = (k) => ask(one, k % 3 === 0 ? { [v1]: `${broken}// ${k}\n` } : k % 3 === 1 ? { [v1]: `${text}// ${k}\n` } : {}, { page: true });
    for (let k = 0; k < 300; ++k) round(k);
    const before = grown();
    for (let k = 300; k < 1000; ++k) round(k);
    assert.strictEqual(grown(), before);
  },
};

(async () => {
  engine = await start();
  let failed = 0;
  for (const [name, story] of Object.entries(stories)) {
    const began = Date.now();
    try {
      await story();
      console.log(`right   ${name} (${Date.now() - began} ms)`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n        ${error.stack ?? error}`);
      engine = await start();
    }
  }
  process.exitCode = failed > 0 ? 1 : 0;
})();
