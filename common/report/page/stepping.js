// SPDX-License-Identifier: MIT
// One workgroup line by line, as page::Piece::stepping has it: what each line changed, to be gone through both ways.

/** A dispatch's part of a recording. */
class SteppedDispatch {
  constructor(data, number, first) {
    Object.assign(this, data);
    this.number = number;
    this.first = first; // of its steps, among all
    this.count = data.steps.site.length;
    this.variables = data.variables.map(([name, of, caller, kind, wide, slot]) => ({ name, of, caller, kind, wide: wide === 1, slot, label: of ? `${of}: ${name}` : name }));
    this.uniforms = new Map(data.uniforms.map(([name, kind, wide, low, high]) => [name, wide === 1 ? wideOf(kind, low, high) : { kind, value: decoded(kind, low) }]));
    let index = 0;
    this.changed = { memory: Uint32Array.from(data.changes.memory), index: Uint32Array.from(data.changes.index, (far) => index += far), after: Uint32Array.from(data.changes.after) };
    this.before = new Uint32Array(this.changed.after.length); // known once a walk has been there
    this.ends = Uint32Array.from(data.steps.changes);
    for (let k = 1; k < this.count; ++k) this.ends[k] += this.ends[k - 1];
    this.nameBlocks();
    this.shared = 2 * data.subgroups; // the number of that memory; buffers come after it
    this.names = new Map();
    this.arrays = data.memories.flatMap(({ words }, k) => {
      let word = 0;
      return words.map(([base, start, length, kind]) => {
        const array = { memory: this.shared + k, base, start, length, kind, word };
        for (let i = 0; i < length; ++i) this.names.set(start < 0 ? base : `${base}[${start + i}]`, { memory: array.memory, index: word + i, kind });
        word += length;
        return array;
      });
    });
  }

  /** Gives each variable the line that sets it first; blocks of one function may have variables of one name. */
  nameBlocks() {
    const { memory, index } = this.changed, lines = new Map();
    for (let step = 0, k = 0; step < this.count; ++step)
      for (; k < this.ends[step]; ++k)
        if (memory[k] < 2 * this.subgroups && memory[k] % 2 === 1 && !lines.has(index[k] >> 2)) lines.set(index[k] >> 2, this.siteOf(step).line);
    for (const one of this.variables) {
      one.line = lines.get(one.slot) ?? Infinity;
      if (one.line < Infinity && this.variables.some((other) => other !== one && other.label === one.label && other.caller === one.caller))
        one.words = `${one.label} (line ${placeOf(one.line).line})`;
      one.words ??= one.label;
    }
  }

  /** The first of a step's changes. */
  begin(step) {
    return step === 0 ? 0 : this.ends[step - 1];
  }
  /** Lanes of the step's subgroup that go through it. */
  lanesOf(step) {
    const [high, low] = this.steps.lanes[step].split(',').map((digits) => BigInt(`0x${digits}`)), lanes = [];
    for (let bits = high << 64n | low, lane = 0; bits > 0n; bits >>= 1n, ++lane) if (bits & 1n) lanes.push(lane);
    return lanes;
  }
  siteOf(step) {
    const [line, calls] = this.sites[this.steps.site[step]];
    return { line, calls, depth: calls.length };
  }
  subgroupOf(step) {
    return this.steps.subgroup[step];
  }
  nameOf(memory, index) {
    const array = this.arrays.find((one) => one.memory === memory && index >= one.word && index < one.word + one.length);
    return !array ? 'memory' : array.start < 0 ? array.base : `${array.base}[${array.start + index - array.word}]`;
  }
}

class Stepping {
  constructor(text) {
    const { dispatches, rows, orders } = JSON.parse(text);
    let first = 0;
    this.dispatches = dispatches.map((data, number) => {
      const made = new SteppedDispatch(data, number, first);
      first += made.count;
      return made;
    });
    this.count = first;
    this.rows = rows.map(([pass, part, at]) => ({ pass, part, at }));
    this.orders = orders; // sentences on what other orders give
  }

  /** The steps that go wrong, in order: { at, words, other }; `other`: the step of the access that races with it, or -1. */
  faultsOf(version) {
    const faults = this.dispatches.flatMap(({ found, first }) => found.map(([step, words, other]) => ({ at: first + step, words, other: other < 0 ? -1 : first + other })));
    const ends = this.endsOf(version);
    for (const { pass, part, at } of this.rows) {
      const step = pass - (version.hasInput ? 0 : 1), row = version.row(step, part);
      if (!row?.marks) continue;
      const cells = at.map((to, cell) => [to, cell - row.first]).filter(([to, cell]) => to > (ends[step - 1] ?? -1) && row.marks[cell] === Mark.wrong);
      for (const first of new Set(cells.map(([to]) => to))) {
        const all = cells.filter(([to]) => to === first).map(([, cell]) => cell), shown = all.slice(0, 3).map((cell) => `element ${row.first + cell} becomes ${full(row.values[cell])}${row.expected ? `, and should be ${full(row.expected[cell])}` : ''}`);
        faults.push({ at: first, words: `${shown.join('; ')}${all.length > 3 ? `; and ${all.length - 3} more` : ''}.`, other: -1 });
      }
    }
    return faults.sort((a, b) => a.at - b.at);
  }

  /** The dispatch of a step, and the step within it. */
  place(at) {
    const dispatch = this.dispatches.findLast((one) => one.first <= at && one.count > 0) ?? this.dispatches[0];
    return { dispatch, step: at - dispatch.first };
  }
  /** The step that stored a cell of a version's row; -1: it was not recorded. */
  stepOf(version, part, { step, cell }) {
    const row = version.row(step, part), seen = row && version.steps[step].again < 0 && this.rows.find((one) => one.part === row.part && one.pass === step + (version.hasInput ? 0 : 1));
    return seen?.at[row.first + cell * row.span] ?? seen?.at[row.first + cell] ?? -1;
  }
  /** By the steps of a version's page: the last line that stored a cell of it, or of one before. */
  endsOf(version) {
    const ends = version.steps.map(() => -1);
    for (const { pass, at } of this.rows) {
      const step = pass - (version.hasInput ? 0 : 1);
      if (step >= 0 && step < ends.length) ends[step] = at.reduce((most, one) => Math.max(most, one), ends[step]);
    }
    for (let step = 1; step < ends.length; ++step) ends[step] = Math.max(ends[step], ends[step - 1]);
    return ends;
  }
}

/** A place in a recording: before the step `at`; at the end, `at` is their number. */
class Walk {
  constructor(stepping) {
    this.stepping = stepping;
    this.at = 0;
    this.begin(stepping.place(0).dispatch);
  }
  begin(dispatch) {
    this.dispatch = dispatch;
    this.memories = dispatch.began.map((words) => Uint32Array.from(words));
    this.at = dispatch.first;
  }
  get atEnd() {
    return this.at >= this.stepping.count;
  }
  /** The step that comes, within its dispatch. */
  get step() {
    return this.at - this.dispatch.first;
  }

  go(to) {
    const at = clamp(to, 0, this.stepping.count), { dispatch } = this.stepping.place(Math.min(at, this.stepping.count - 1));
    if (dispatch !== this.dispatch) this.begin(dispatch);
    while (this.at < at) this.forward();
    while (this.at > at) this.back();
  }
  forward() {
    const { dispatch: { changed, before, ends }, step } = this;
    for (let k = this.dispatch.begin(step); k < ends[step]; ++k) {
      const words = this.memories[changed.memory[k]], index = changed.index[k];
      before[k] = words[index];
      words[index] = changed.after[k];
    }
    ++this.at;
  }
  back() {
    --this.at;
    const { dispatch: { changed, before, ends }, step } = this;
    for (let k = ends[step] - 1; k >= this.dispatch.begin(step); --k) this.memories[changed.memory[k]][changed.index[k]] = before[k];
  }

  /** { kind, value } of a variable in a lane of a subgroup; undefined: it is not set. */
  value({ kind, wide, slot }, subgroup, lane) {
    const set = this.memories[2 * subgroup + 1];
    if ((set[4 * slot + (lane >> 5)] >>> (lane & 31) & 1) === 0) return undefined;
    const words = this.memories[2 * subgroup], { row } = this.dispatch;
    return wide ? wideOf(kind, words[slot * row + 2 * lane], words[slot * row + 2 * lane + 1]) : { kind, value: decoded(kind, words[slot * row + lane]) };
  }
  /** Of a word of memory by its name, such as "tile[3]"; undefined: no such word, or nobody has written it. */
  word(name) {
    const place = this.dispatch.names.get(name), word = place && this.memories[place.memory][place.index];
    return place && word !== fillWord ? { kind: place.kind, value: decoded(place.kind, word) } : undefined;
  }
  /** What the last step changed: the variables' places "slot lane" of its subgroup, and the words' "memory index". */
  changes() {
    const variables = new Set(), words = new Set();
    if (this.at === this.dispatch.first) return { subgroup: -1, variables, words };
    const { dispatch: { changed, ends, row, shared, before } } = this, step = this.step - 1;
    for (let k = this.dispatch.begin(step); k < ends[step]; ++k) {
      const memory = changed.memory[k], index = changed.index[k];
      if (memory >= shared) {
        words.add(`${memory} ${index}`);
      } else if (memory % 2 === 1) {
        for (let lane = 0, bits = changed.after[k] & ~before[k]; lane < 32; ++lane) if (bits >>> lane & 1) variables.add(`${index >> 2} ${32 * (index & 3) + lane}`);
      } else {
        const slot = Math.floor(index / row), wide = this.dispatch.variables.find((one) => one.wide && (one.slot === slot || one.slot + 1 === slot));
        variables.add(wide ? `${wide.slot} ${index - wide.slot * row >> 1}` : `${slot} ${index % row}`);
      }
    }
    return { subgroup: this.dispatch.subgroupOf(step), variables, words };
  }
  /** The step before this place that changed a word last; with `after`, the next one that does; -1: none. */
  writer(memory, index, after = false) {
    const { dispatch: { changed, ends, first } } = this;
    const from = this.dispatch.begin(this.step), hits = (k) => changed.memory[k] === memory && changed.index[k] === index;
    let k = after ? from : from - 1;
    for (; k >= 0 && k < changed.after.length && !hits(k);) k += after ? 1 : -1;
    return k < 0 || k >= changed.after.length ? -1 : first + ends.findIndex((end) => end > k);
  }
}

const words32 = new Uint32Array(2), float32 = new Float32Array(words32.buffer), float64 = new Float64Array(words32.buffer);
function decoded(kind, word) {
  words32[0] = word;
  return kind === 'f' ? float32[0] : kind === 'i' ? word | 0 : kind === 'b' ? word !== 0 : word;
}
function wideOf(kind, low, high) {
  [words32[0], words32[1]] = [low, high];
  if (kind === 'f') return { kind, value: float64[0] };
  const bits = BigInt(high) << 32n | BigInt(low);
  return { kind, value: kind === 'i' ? BigInt.asIntN(64, bits) : bits };
}
const inWords = (one) => (one === undefined ? '–' : typeof one.value === 'number' ? full(one.value) : String(one.value));
