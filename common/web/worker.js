// SPDX-License-Identifier: MIT
// Inside the worker, after the engine's script: compiles the WebAssembly once, and answers one request after the other.

/** Calls an exported function that takes and returns JSON. Its text goes through the heap: the stack is too small for a program. */
function asked(engine, name, words) {
  const size = engine.lengthBytesUTF8(words) + 1, at = engine._malloc(size);
  engine.stringToUTF8(words, at, size);
  try {
    return engine.UTF8ToString(engine[`_${name}`](at));
  } finally {
    engine._free(at);
  }
}

let engine = null;

async function begin({ bytes, module }) {
  const compiled = module ?? await WebAssembly.compile(bytes);
  engine = await createEngine({
    print() {}, printErr() {},
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled), (error) => postMessage({ failure: String(error) }));
      return {};
    },
  });
  postMessage({ ready: true, module: module ? undefined : compiled });
}

onmessage = async ({ data }) => {
  try {
    if (data.request === undefined) await begin(data);
    else postMessage({ response: asked(engine, 'pbp_run', data.request) });
  } catch (error) {
    postMessage({ failure: String(error?.message ?? error) });
  }
};
