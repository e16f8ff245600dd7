// SPDX-License-Identifier: MIT
// node timings.js BUILD NATIVE: how large the engine for browsers is and how long it takes, with the native program in NATIVE, a build without
// OpenGL, for comparison. Tests nothing.
'use strict';
const fs = require('fs'), path = require('path'), zlib = require('zlib');
const { execFileSync } = require('child_process');

const root = path.resolve(__dirname, '../..');
const [build, native] = ['build', 'build-simulator'].map((name, k) => path.resolve(process.argv[k + 2] ?? path.join(root, name)));
const file = (name) => path.join(build, 'web', name), wasm = fs.readFileSync(file('engine.wasm'));
const milliseconds = (from) => Number(process.hrtime.bigint() - from) / 1e6;
const say = (what, value, unit) => console.log(`${what.padEnd(60)} ${value.toFixed(unit === 'bytes' ? 0 : 1).padStart(10)} ${unit}`);
const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];

async function main() {
  for (const name of ['engine.js', 'engine.wasm']) {
    const bytes = fs.readFileSync(file(name));
    say(name, bytes.length, 'bytes');
    say(`${name}, gzip -9`, zlib.gzipSync(bytes, { level: 9 }).length, 'bytes');
    say(`${name}, brotli 11`, zlib.brotliCompressSync(bytes).length, 'bytes');
  }
  let from = process.hrtime.bigint();
  const compiled = await WebAssembly.compile(wasm);
  say('compile', milliseconds(from), 'ms');
  const start = () => require(file('engine.js'))({
    instantiateWasm: (imports, done) => { WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled)); return {}; } });
  from = process.hrtime.bigint();
  const engine = await start();
  say('instance', milliseconds(from), 'ms');
  const run = (words, page) => {
    const began = process.hrtime.bigint(), { exit_code, report } = JSON.parse(engine.pbp_run(JSON.stringify({ words, page })));
    if (exit_code !== 0) throw new Error(`${words.join(' ')}: exit code ${exit_code}`);
    return { all: milliseconds(began), simulated: report.versions[0].simulation.reduce((sum, one) => sum + one.elapsed_ms, 0) };
  };
  const one_order = ['--sim-schedule', 'in-order'], sort = ['05', '--only', 'v1', '--n', '64'];
  say('first run: 05 v1, n = 64, one order, with its page', run([...sort, ...one_order], true).all, 'ms');
  say('describe', ((began) => { engine.pbp_describe(); return milliseconds(began); })(process.hrtime.bigint()), 'ms');
  const many = (words, page, times = 15) => Array.from({ length: times }, () => run(words, page));
  say('later: 05 v1, n = 64, one order, with its page (median of 15)', median(many([...sort, ...one_order], true).map(({ all }) => all)), 'ms');
  say('later: 05 v1, n = 64, three orders, with its page', median(many(sort, true).map(({ all }) => all)), 'ms');
  const large = ['--only', 'v3', '--n', '65536', ...one_order], program = path.join(native, 'lessons/03_reduction');
  if (!fs.existsSync(program)) return;
  const natively = () => JSON.parse(execFileSync(program, [...large, '--json', '--no-pictures', '--in-process', '--out', '/tmp/pbp-timings'], { encoding: 'utf8' }))
    .versions[0].simulation.reduce((sum, one) => sum + one.elapsed_ms, 0);
  // The best of many, as other programs may run beside this one.
  const here = Math.min(...many(['03', ...large], false).map(({ simulated }) => simulated)), there = Math.min(...Array.from({ length: 5 }, natively));
  say('03 v3, n = 65536, dispatches, best of 15', here, 'ms');
  say('03 v3, n = 65536, dispatches, natively, best of 5', there, 'ms');
  say('ratio', here / there, 'x');
}

main();
