// SPDX-License-Identifier: MIT
// Inside the worker, after the engine's script: compiles the WebAssembly once, and answers one request after the other.

let engine = null;

async function begin({ bytes, module }) {
  const compiled = module ?? await WebAssembly.compile(bytes);
  engine = await PassByPass({
    print() {}, printErr() {},
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled), (error) => postMessage({ failure: String(error) }));
      return {};
    },
  });
  postMessage(module ? { ready: true } : { ready: true, module: compiled, catalogue: engine.pbp_describe() });
}

onmessage = async ({ data }) => {
  try {
    if (data.request === undefined) await begin(data);
    else postMessage({ response: engine.pbp_run(data.request) });
  } catch (error) {
    postMessage({ failure: String(error?.message ?? error) });
  }
};
