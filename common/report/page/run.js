// SPDX-License-Identifier: MIT
// A run and its versions, as the page holds them.

class Version {
  constructor(data, run) {
    Object.assign(this, data);
    this.numbers ??= run.versions[this.numbers_of].numbers; // those of an earlier version are stored there
    this.files = run.files;
    this.steps = null;
    this.paying = payingLines(this.line_counts.filter(({ what }) => what === gpu_us).map(({ file, line, value }) => ({ file, line, us: value })));
  }
  /** What a GPU would take, in words; '': nothing was predicted. */
  get gpuTime() {
    const [most] = this.paying, words = this.predicted?.words ?? '';
    if (!most) return words;
    const file = most.file.split('/').pop();
    return `${words} Line ${most.line}${file.startsWith(this.name) ? '' : ` of ${file}`} pays most, ${timeWords(most.us)}.`;
  }

  /** Reads the numbers, once. */
  async load() {
    if (this.steps) return;
    const packed = [this.rows, this.numbers, this.film, this.stepping];
    const [heads, numbers, film, stepping] = await Promise.all(packed.map((one) => one && inflated(one)));
    const text = (bytes) => new TextDecoder().decode(bytes);
    const rows = decodeRows(JSON.parse(text(heads)), numbers);
    this.film = readFilm(film && text(film));
    this.stepping = stepping ? new Stepping(text(stepping)) : null;
    this.frames = rows.filter((row) => row.frame);
    this.steps = [];
    for (const row of rows) {
      if (row.frame) continue;
      const last = this.steps[this.steps.length - 1];
      const fresh = !last || row.again >= 0 || last.again >= 0 || last.pass !== row.pass;
      if (fresh) this.steps.push({ pass: row.pass, again: row.again, input: row.input, label: row.label, rows: new Map(), wrong: 0 });
      const step = this.steps[this.steps.length - 1];
      step.rows.set(row.part, row);
      step.wrong += row.wrong;
    }
    this.parts = [...new Set(rows.filter((row) => !row.frame).map((row) => row.part))];
    for (const part of this.parts) this.steps.forEach((_, step) => findOrder(this, step, part));
    this.hasInput = this.steps.length > 0 && this.steps[0].input;
  }

  row(step, part) {
    const at = this.steps[step];
    if (!at) return null;
    return at.rows.get(part) ?? (this.parts.length === 1 ? at.rows.values().next().value : null) ?? null;
  }

  /** The array that most passes wrote; of equals the first. */
  mostWritten() {
    const count = (part) => this.steps.filter((step) => step.rows.has(part)).length;
    return this.parts.reduce((best, part) => (count(part) > count(best) ? part : best), this.parts[0] ?? '');
  }
  /** The array to begin with: the first wrong one, or else the most written one. */
  get firstPart() {
    const wrong = this.firstWrong < 0 ? undefined : [...this.steps[this.firstWrong].rows].find(([, row]) => row.wrong > 0);
    return wrong ? wrong[0] : this.mostWritten();
  }
  /** The step that a step started from: the one before it, unless it put the values of an earlier one in order. */
  beforeStep(step, part) {
    const at = this.steps[step];
    return this.row(step, part)?.source ?? (at?.again >= 0 ? at.again : step) - 1;
  }
  /** The row that a step started from; null at the beginning, and if it was a different array. */
  before(step, part) {
    const at = this.steps[step];
    const row = this.row(step, part);
    const earlier = at && this.row(this.beforeStep(step, part), part);
    if (at && row && !this.hasInput && this.parts.length === 1 && row.from.length === 0) return null; // unlike arrays of one dispatch
    return row && earlier && !row.pixels && !earlier.pixels && earlier.first === row.first ? earlier : null;
  }
  /** The step that left what a step's cells held before it: the last one of the same array; -1 where they held nothing. */
  heldStep(step, part) {
    if (!this.before(step, part)) return -1;
    if (this.row(step, part).source !== undefined) return this.row(step, part).source;
    const { array } = this.links(step, part), { again } = this.steps[step];
    for (let at = (again >= 0 ? again : step) - 1; at >= 0; --at)
      if (this.row(at, part)?.array === array) return at;
    return -1;
  }
  /** The row of what a step's cells held before it, where that is not the row before; null otherwise, and if they held nothing. */
  heldRow(step, part) {
    const held = this.heldStep(step, part), row = held < 0 ? null : this.row(held, part);
    return row && row !== this.before(step, part) && row.span === this.row(step, part).span ? row : null;
  }
  /** A row's links; a repeated pass has those of the pass that it repeats. */
  links(step, part) {
    const row = this.row(step, part), again = this.steps[step].again;
    return again >= 0 && row.links === 0 ? this.row(again, part) ?? row : row;
  }
  /** The scale of the rows that a step belongs to: a pass that makes other values out of them, not sums or a new order, starts a new one. */
  scale(part, step) {
    return once(this, 'scales', part, () => {
      const groups = [], scales = [];
      this.steps.forEach((_, at) => {
        const row = this.row(at, part), continues = scales.length > 0 && this.continues(at, part);
        const group = !continues ? scales.push([]) - 1 : row?.source !== undefined ? groups[row.source] : groups[at - 1];
        if (row && !row.pixels) scales[group].push(row);
        groups.push(group);
      });
      const made = scales.map((rows) => new Scale(rows));
      return groups.map((group) => made[group]);
    })[step];
  }
  continues(step, part) {
    const row = this.row(step, part), before = this.before(step, part);
    if (!row || !before) return Boolean(row) === false;
    if (row.own || this.links(step, part).from.length > 0) return true;
    for (let i = 0; i < Math.min(row.count, before.count); ++i)
      if (row.values[i] !== before.values[i] && !(row.marks && row.marks[i] === Mark.wrong)) return row.wrong > 0;
    return true;
  }
  /** The columns of the widest row. */
  columns(part) {
    let most = 0;
    for (let step = 0; step < this.steps.length; ++step) {
      const row = this.row(step, part);
      if (row && !row.pixels) most = Math.max(most, row.count);
    }
    return most;
  }
  get firstWrong() {
    return this.steps.findIndex((step) => step.wrong > 0);
  }
  has(test) {
    return this.steps.some((step) => [...step.rows.values()].some(test));
  }

  /** "Pass 3 of 15: block 4, stride 2". */
  title(step) {
    const at = this.steps[step];
    if (!at) return 'no pass was recorded';
    if (at.input && step === 0) return `Before the first pass: ${at.label}`;
    const number = this.hasInput ? step : step + 1;
    const count = this.steps.length - (this.hasInput ? 1 : 0);
    const words = at.again >= 0 ? `, run another way` : '';
    return `Pass ${number} of ${count}${words}: ${at.label}`;
  }

  program(step) {
    for (let at = step; at < this.steps.length; ++at) {
      for (const row of this.steps[at].rows.values()) {
        if (row.dispatch >= 0 && this.dispatches[row.dispatch]) return this.programs[this.dispatches[row.dispatch].program];
      }
    }
    return this.programs[0] ?? null;
  }
  dispatch(row) {
    return row && row.dispatch >= 0 ? this.dispatches[row.dispatch] ?? null : null;
  }
}

const farthestOrder = 4, mostOrdered = 4096; // steps back; cells

/**
 * Finds what a step without links put in order: values that all differ, and are those of an earlier row, each of which has moved. Sets the
 * row's source, the earlier step, and its links.
 */
function findOrder(version, step, part) {
  const row = version.row(step, part), { again } = version.steps[step];
  const comparable = (one) => one && !one.pixels && one.count === row.count && one.first === row.first;
  if (!row || row.pixels || row.from.length > 0 || row.input || again >= 0 || row.count < 4 || row.count > mostOrdered) return;
  const earlier = Array.from({ length: Math.min(farthestOrder, step) }, (_, k) => step - 1 - k).filter((at) => comparable(version.row(at, part)));
  if (earlier[0] === step - 1 && row.values.every((value, i) => Object.is(value, version.row(step - 1, part).values[i]))) return;
  const places = new Map(Array.from(row.values, (value, i) => [value, i]));
  if (places.size !== row.count) return;
  const source = earlier.find((at) => new Set(version.row(at, part).values).size === row.count && version.row(at, part).values.every((value) => places.has(value)));
  if (source === undefined) return;
  row.source = source;
  row.from = Uint32Array.from({ length: row.count }, (_, i) => i);
  row.to = Uint32Array.from(version.row(source, part).values, (value) => places.get(value));
  row.kind = new Uint8Array(row.count).fill(Kind.moved);
}

/** Who wrote cell i of a row: ids as the shader sees them; null if no invocation did, or if it was not recorded. */
function writerOf(version, row, i) {
  const dispatch = version.dispatch(row);
  if (!dispatch || !row.writers || row.writers[i] === 0) return null;
  const flat = row.writers[i] - 1, [gx, gy] = dispatch.groups, [lx, ly, lz] = dispatch.local_size;
  const global = [flat % (gx * lx), Math.floor(flat / (gx * lx)) % (gy * ly), Math.floor(flat / (gx * lx * gy * ly))];
  const local = [global[0] % lx, global[1] % ly, global[2] % lz];
  const invocation = (local[2] * ly + local[1]) * lx + local[0];
  const group = [Math.floor(global[0] / lx), Math.floor(global[1] / ly), Math.floor(global[2] / lz)];
  const flatGroup = (group[2] * gy + group[1]) * gx + group[0];
  const size = dispatch.subgroup_size;
  return {
    flat, invocation, workgroup: gy * dispatch.groups[2] === 1 ? String(group[0]) : `(${group.join(', ')})`, flatGroup,
    subgroup: size > 0 ? Math.floor(invocation / size) : null, lane: size > 0 ? invocation % size : null,
  };
}
