// SPDX-License-Identifier: MIT
// Which runs can be predicted: asked of the page's own scripts, while bundling.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

const scripts = ['numbers', 'gpu_time', 'rows', 'language', 'run', 'film', 'formula', 'stepping', 'lineage', 'columns', 'written', 'marks', 'flows', 'links', 'ranges', 'rules', 'predict'];

/** `folder`: of the page's scripts; `signs`: their line of signs; resolves to whether some pass of the run's only version can be predicted. */
export async function predictable(folder, signs, text) {
  const document = { getElementById: () => null, createElement: () => ({ getContext: () => null }) }; // nothing is drawn
  const source = scripts.map((name) => readFileSync(join(folder, `${name}.js`), 'utf8')).join('\n').replace(/async function inflated/, 'async function unused');
  const read = new Function('document', 'inflated', 'run', `${signs}\nconst byId = document.getElementById;\n${source}
    const version = new Version(run.versions[0], run);
    return version.load().then(() => predictable(version, version.firstPart));`);
  return read(document, (base64) => inflateSync(Buffer.from(base64, 'base64')), JSON.parse(text));
}
