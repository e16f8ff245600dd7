// SPDX-License-Identifier: MIT
// Inside the worker, after the engine's script: compiles the WebAssembly once, and answers one request after the other.

let engine = null;
const smallest = { words: ['run', 'smallest.comp', '--sim-schedule', 'in-order'], files: { 'smallest.comp': '#version 450 core\nlayout(local_size_x = 1) in;\nvoid main() {}\n' } };

/** Compiles base64 of a raw deflate stream while it is inflated. */
function compile(packed) {
  const text = atob(packed), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return WebAssembly.compileStreaming(new Response(inflated, { headers: { 'Content-Type': 'application/wasm' } }));
}

async function begin({ packed, module }) {
  postMessage({ begun: true });
  const compiled = module ?? await compile(packed);
  engine = await PassByPass({
    print() {}, printErr() {},
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled), (error) => postMessage({ failure: String(error) }));
      return {};
    },
  });
  postMessage(module ? { ready: true } : { ready: true, module: compiled });
  engine.pbp_run(JSON.stringify(smallest)); // the compiler's tables are made, while the page builds itself
}

onmessage = async ({ data }) => {
  try {
    if (data.request === undefined) await begin(data);
    else postMessage({ response: engine.pbp_run(data.request) });
  } catch (error) {
    postMessage({ failure: String(error?.message ?? error) });
  }
};
