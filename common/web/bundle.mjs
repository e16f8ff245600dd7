// SPDX-License-Identifier: MIT
// node bundle.mjs ENGINE OUT: one HTML file of the page and the engine; run by `build`, which has installed the packages in OUT/npm.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Catalogue } from './catalogue.js';
import { Guide } from './guide.mjs';
import { predictable } from './predictable.mjs';
import { request } from './program.js';

const here = dirname(fileURLToPath(import.meta.url)), [, , engineFolder, out] = process.argv, packages = join(out, 'npm/node_modules');
const { build, transformSync } = createRequire(join(packages, 'esbuild/package.json'))('esbuild');
const read = (...parts) => readFileSync(join(here, ...parts), 'utf8');
const packed = (file) => execFileSync('zopfli', ['--deflate', '--i5', '-c', file], { maxBuffer: 1 << 26 }).toString('base64'); // a twentieth less than zlib
/** As LZMA, with the size that xz leaves open in the header: text becomes a fifth smaller than by deflate. */
const packedText = (file) => {
  const bytes = execFileSync('xz', ['--format=lzma', '-9e', '-k', '-c', file], { maxBuffer: 1 << 26 });
  bytes.writeBigUInt64LE(BigInt(statSync(file).size), 5);
  return bytes.toString('base64');
};
const source = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// The editor's languages are made by calls, so only what is said to have no effect is left out.
const languages = {
  name: 'languages',
  setup: ({ onLoad }) => onLoad({ filter: /legacy-modes\/mode\/clike\.js$/ }, ({ path }) =>
    ({ contents: readFileSync(path, 'utf8').replace(/^(export const \w+ = )clike\(/gm, '$1/* @__PURE__ */ clike(') })),
};

// A part of a package that exports its whole alone.
const parts_of_packages = {
  name: 'parts',
  setup: ({ onResolve }) => onResolve({ filter: /^lzma1\/lib\// }, ({ path }) => ({ path: join(packages, path) })),
};

// The elements, the rows and the words for a GPU's time of the page of a run, scripts among others there, are modules here.
const shared = {
  name: 'shared',
  setup: ({ onLoad }) => onLoad({ filter: /report\/page\/(dom|gpu_time|rows)\.js$/ }, ({ path }) => {
    const contents = readFileSync(path, 'utf8'), names = [...contents.matchAll(/^(?:const|class|(?:async )?function) (\w+)/gm)].map(([, name]) => name);
    return { contents: `${contents}\nexport { ${names.join(', ')} };\n` };
  }),
};

/** The engine itself, to be asked what it has; started as the page's worker does. */
async function started(script) {
  const posted = [], scope = { onmessage: null };
  const run = new Function('postMessage', 'scope', 'require', '__filename', '__dirname', 'module', 'exports', `${script}\nscope.onmessage = onmessage; scope.engine = () => engine;`);
  globalThis.onmessage = null;
  run((what) => posted.push(what), scope, createRequire(import.meta.url), join(engineFolder, 'engine.js'), engineFolder, undefined, undefined);
  await scope.onmessage({ data: { packed: wasm } });
  const failure = posted.find((one) => one.failure);
  if (failure) throw new Error(`the engine does not start: ${failure.failure}`);
  return scope.engine();
}

const wasm = packed(join(engineFolder, 'engine.wasm'));
const engineScript = `${readFileSync(join(engineFolder, 'engine.js'), 'utf8')}\n${read('worker.js')}`;
const engine = await started(engineScript);
const catalogue = JSON.parse(engine.pbp_describe());
// The page of a run, which the engine's build puts together: all of it but {{run}}.
const runScript = readFileSync(join(engineFolder, 'page.js'), 'utf8'), [signs] = /const signs = .*/.exec(runScript);
const ofRun = { script: transformSync(runScript, { minify: true, charset: 'utf8' }).code, style: transformSync(readFileSync(join(engineFolder, 'page.css'), 'utf8'), { loader: 'css', minify: true }).code };
const runParts = { ...ofRun, 'script source': source(ofRun.script), 'style source': source(ofRun.style), title: 'A run', summary: '{}', strips: '', run: '{{run}}' };
const runPage = join(out, 'npm/run.html');
writeFileSync(runPage, read('../report/page/page.html').replace(/{{([a-z ]+)}}/g, (_, name) => runParts[name]));

const marked = await import(pathToFileURL(join(packages, 'marked/lib/marked.esm.js')));
const guide = join(out, 'npm/guide.json');
const about = { root: join(here, '../..'), catalogue, marked }, { runs, inputs } = new Guide({ ...about, predicts: () => false }), can = new Map();
for (const run of runs) {
  const asked = request(new Catalogue(catalogue, inputs), { kind: 'lesson', files: {}, ...run }, { options: { schedule: 'in-order' } }), key = JSON.stringify(run);
  if (!can.has(key)) can.set(key, await predictable(join(here, '../report/page'), signs, JSON.parse(engine.pbp_run(JSON.stringify(asked))).page));
}
writeFileSync(guide, new Guide({ ...about, predicts: (run) => can.get(JSON.stringify(run)) }).text);
const minified = join(out, 'npm/engine.min.js');
writeFileSync(minified, transformSync(engineScript, { minify: true, charset: 'utf8' }).code); // its names at the top stay
const bundled = await build({
  entryPoints: [join(here, 'main.js')], bundle: true, minify: true, write: false, format: 'iife', target: 'es2021', charset: 'utf8', metafile: true,
  nodePaths: [packages], plugins: [shared, languages, parts_of_packages], legalComments: 'none',
});
const licences = new Set(Object.keys(bundled.metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean)
  .map((name) => readFileSync(join(packages, name, 'LICENSE'), 'utf8').replaceAll('--', '- -')));
const script = bundled.outputFiles[0].text.replaceAll('</script', '<\\/script'), guard = read('guard.js');
// As assemble.cmake does for the page of a run: the colours of the pictures' own table.
const colours = [...read('../picture/canvas/signs.inc').matchAll(/^COLOUR\((\w+), 0x(\w+), 0x(\w+)\)/gm)];
const shades = (ground) => colours.map((found) => `--${found[1]}: #${found[ground]};`).join(' ');
const theme = read('../report/page/theme.css').replaceAll('@SIGNS_LIGHT@', shades(2)).replaceAll('@SIGNS_DARK@', shades(3));
const parts = {
  'script sources': [source(script), source(guard), runParts['script source']].join(' '), licences: [...licences].join('\n'), guard, script,
  style: transformSync(theme + read('page.css') + read('guide.css'), { loader: 'css', minify: true }).code, 'engine script': packed(minified), 'run page': packed(runPage),
  guide: packedText(guide), 'engine wasm': wasm,
};
const html = read('page.html').replace(/{{([a-z ]+)}}/g, (_, name) => parts[name]);
writeFileSync(join(out, 'index.html.new'), html);
renameSync(join(out, 'index.html.new'), join(out, 'index.html'));
writeFileSync(join(out, 'service_worker.js'), read('service_worker.js'));
console.log(`${join(out, 'index.html')}: ${(html.length / 1e6).toFixed(2)} MB`);
process.exit(0); // whatever the engine left open
