// SPDX-License-Identifier: MIT
// The engine in its worker: one request at a time, a time limit for each, and a new worker after a trap or an endless loop.

const start_limit_ms = 30000;

export class Engine {
  /** `parts`: the engine's script and this worker's, and a function that returns the packed WebAssembly. */
  constructor({ script, packed }) {
    this.url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    this.packed = packed;
    this.module = null; // compiled once, for all workers
    this.worker = null;
    this.ready = null;
    this.begun = new Promise((resolve) => { this.tellBegun = resolve; }); // a worker has what it compiles: until then it waits for this thread
    this.current = null; // { resolve, timer }: the request under way
    this.starts = 0;
  }

  get busy() {
    return this.current !== null;
  }

  /** Starts a worker, unless one is there; resolves when it takes requests. Throws Error with one sentence. */
  start() {
    this.ready ??= this.begin().catch((error) => {
      this.stop();
      throw error;
    });
    return this.ready;
  }

  async begin() {
    const worker = this.worker = new Worker(this.url);
    this.starts += 1;
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The simulator did not start within 30 s; reload the page.')), start_limit_ms);
      const done = (act, value) => { clearTimeout(timer); act(value); };
      worker.onmessage = ({ data }) => {
        if (data.begun) this.tellBegun();
        if (data.module) this.module = data.module;
        if (data.ready) done(resolve);
        else if (data.failure) done(reject, new Error(`The simulator cannot start: ${data.failure}`));
      };
      worker.onerror = (event) => done(reject, new Error(`The simulator cannot start: ${event.message ?? 'its worker was refused'}`));
      worker.postMessage(this.module ? { module: this.module } : { packed: this.packed() });
    });
    worker.onmessage = ({ data }) => this.finish(data.response !== undefined ? { response: JSON.parse(data.response) } : { failure: data.failure, trap: true });
    worker.onerror = (event) => this.finish({ failure: event.message, trap: true });
  }

  /**
   * Runs a request and resolves to { response }, or to { failure, trap | limit | cancelled }: a sentence, and why there is no response. It never
   * rejects. After a failure the next request gets a new worker.
   */
  async run(request, limit_ms) {
    try {
      await this.start();
    } catch (error) {
      return { failure: error.message, trap: true };
    }
    if (this.current) return { failure: 'The simulator is busy.', cancelled: true };
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.finish({ failure: `The run did not end within ${limit_ms / 1000} s. Look for a loop that never ends, or choose a smaller n.`, limit: true }), limit_ms);
      this.current = { resolve, timer };
      this.worker.postMessage({ request: JSON.stringify(request) });
    });
  }

  /** Ends the request under way: its worker goes, too. */
  cancel() {
    if (this.current) this.finish({ failure: 'The run was cancelled.', cancelled: true });
  }

  finish(result) {
    const { current } = this;
    if (!current) return;
    clearTimeout(current.timer);
    this.current = null;
    if (!result.response) this.stop();
    current.resolve(result);
  }

  /** Ends the worker; a new one starts at once, so that the next run need not wait. */
  stop() {
    this.worker?.terminate();
    this.worker = this.ready = null;
    if (this.module) this.start().catch(() => {}); // the next run reports it
  }
}
