// SPDX-License-Identifier: MIT
// A moment of a recorded workgroup: what its invocations have, and how to get to another moment.

/** Numbers in words: "0 to 7, 9". */
function rangesOf(numbers) {
  const runs = [];
  for (const number of numbers) {
    const last = runs[runs.length - 1];
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  const words = runs.slice(0, 6).map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`));
  return words.join(', ') + (runs.length > 6 ? ` and ${plural(runs.length - 6, 'run')} more` : '');
}

class Moment {
  constructor(version) {
    this.version = version;
    this.stepping = version.stepping;
    this.walk = new Walk(this.stepping);
    this.ends = this.stepping.endsOf(version);
    this.faults = this.stepping.faultsOf(version);
    this.stops = []; // { words, line, formula } or { words, memory, index }
  }

  get at() {
    return this.walk.at;
  }
  get dispatch() {
    return this.walk.dispatch;
  }
  /** The subgroup that comes next, or came last; -1: another workgroup. */
  get subgroup() {
    return this.dispatch.subgroupOf(clamp(this.walk.step, 0, this.dispatch.count - 1));
  }
  get lanes() {
    return this.walk.atEnd ? [] : this.dispatch.lanesOf(this.walk.step);
  }
  get site() {
    return this.walk.atEnd ? null : this.dispatch.siteOf(this.walk.step);
  }
  /** The page's step whose row is being made, and where such a step begins. */
  get pass() {
    const found = this.ends.findIndex((end) => end >= this.at);
    return found < 0 ? this.ends.length - 1 : found;
  }
  beginOf(step) {
    return step > 0 ? this.ends[step - 1] + 1 : 0;
  }

  /** The size of a workgroup, and how many workgroups there are, in x, y and z. */
  get shape() {
    const { local_size = [1, 1, 1], groups = [1, 1, 1] } = this.version.dispatches[this.dispatch.number] ?? {};
    return { local_size, groups };
  }
  /** The invocations of a subgroup, by their numbers within the workgroup. */
  members(subgroup) {
    const { subgroup_size: size } = this.dispatch, all = this.shape.local_size.reduce((a, b) => a * b), first = subgroup * size;
    return Array.from({ length: clamp(all - first, 0, size) }, (_, lane) => first + lane);
  }

  program() {
    return this.version.programs[this.version.dispatches[this.dispatch.number]?.program ?? 0] ?? null;
  }
  fileOf(line) {
    return this.version.files[this.program()?.files[placeOf(line).file]];
  }
  /** "v3_sequential.comp:29" */
  lineWords(line) {
    return `${this.fileOf(line)?.name.split('/').pop() ?? 'line'}:${placeOf(line).line}`;
  }
  textOf(line) {
    return this.fileOf(line)?.text.split('\n')[placeOf(line).line - 1]?.trim() ?? '';
  }
  /** Who goes through a step, and where: "invocations 0 to 7 at v3_sequential.comp:29". */
  stepWords(at) {
    const { dispatch, step } = this.stepping.place(at), subgroup = dispatch.subgroupOf(step);
    if (subgroup < 0) return 'another workgroup';
    const who = dispatch.lanesOf(step).map((lane) => subgroup * dispatch.subgroup_size + lane);
    return `${who.length === 1 ? 'invocation' : 'invocations'} ${rangesOf(who)} at ${this.lineWords(dispatch.siteOf(step).line)}`;
  }

  /** Looks up a name in a lane: a variable, a word of memory, or a built-in variable. */
  look(subgroup, lane) {
    const { walk, dispatch } = this, calls = this.callsOf(subgroup), last = this.lastOf(subgroup), line = last < 0 ? 0 : dispatch.siteOf(last).line;
    const far = ({ caller }) => (calls.includes(caller) ? calls.indexOf(caller) : calls.length), above = (one) => (one.line <= line ? line - one.line : Infinity);
    return (name) => {
      const same = dispatch.variables.filter((one) => one.name === name || one.label === name)
        .sort((a, b) => far(a) - far(b) || above(a) - above(b)); // of the innermost call, and of the block that begins last
      for (const variable of same) {
        const found = walk.value(variable, subgroup, lane);
        if (found) return found;
      }
      return same.length ? undefined : dispatch.uniforms.get(name) ?? walk.word(name) ?? this.builtIn(name, subgroup, lane);
    };
  }
  builtIn(name, subgroup, lane) {
    const { local_size: size, groups } = this.shape, index = subgroup * this.dispatch.subgroup_size + lane, { workgroup } = this.dispatch;
    const spread = (flat, by) => [flat % by[0], Math.floor(flat / by[0]) % by[1], Math.floor(flat / (by[0] * by[1]))];
    const local = spread(index, size), group = spread(workgroup, groups), [base, axis] = name.split('.'), k = 'xyz'.indexOf(axis ?? '?');
    const vectors = { gl_LocalInvocationID: local, gl_WorkGroupID: group, gl_WorkGroupSize: size, gl_NumWorkGroups: groups, gl_GlobalInvocationID: local.map((one, i) => one + group[i] * size[i]) };
    const scalars = { gl_LocalInvocationIndex: index, gl_SubgroupInvocationID: lane, gl_SubgroupID: subgroup, gl_SubgroupSize: this.dispatch.subgroup_size };
    const value = vectors[base]?.[k] ?? scalars[name];
    return value === undefined ? undefined : { kind: 'u', value };
  }
  /** A formula of what there is here. Throws an Error, in one sentence. */
  formula(text) {
    const made = new Formula(text), { variables, uniforms, arrays } = this.dispatch;
    const names = [...new Set([...variables.map((one) => one.name), ...uniforms.keys(), ...arrays.map((one) => (one.start < 0 ? one.base : `${one.base}[]`))])];
    const known = (name) => names.includes(name) || variables.some((one) => one.label === name) || arrays.some((one) => one.start < 0 && one.base.replace(/\[\d+\]/g, '[]') === name) || this.builtIn(name, 0, 0) !== undefined;
    const problem = made.unknown(known, names);
    if (problem) throw new Error(problem);
    return made;
  }

  /** Goes on, or back, until `there` holds; false: it never did. */
  search(there, forwards) {
    const { walk } = this;
    while (forwards ? !walk.atEnd : walk.at > 0) {
      walk.go(walk.at + (forwards ? 1 : -1));
      if (there()) return true;
    }
    return false;
  }
  over() {
    const { subgroup } = this, deep = this.site?.depth ?? 0;
    return this.search(() => !this.walk.atEnd && this.subgroup === subgroup && this.site.depth <= deep, true);
  }
  out() {
    const { subgroup } = this, deep = this.site?.depth ?? 0;
    return this.search(() => !this.walk.atEnd && this.subgroup === subgroup && this.site.depth < deep, true);
  }
  barrier() {
    const { subgroup } = this;
    return this.search(() => this.walk.step > 0 && this.dispatch.subgroupOf(this.walk.step - 1) === subgroup && this.dispatch.steps.waits[this.walk.step - 1] === 1, true);
  }
  run(forwards) {
    return this.search(() => this.stops.some((stop) => this.meets(stop)), forwards);
  }
  /** To the next step that goes wrong, or the one before. */
  toFault(forwards) {
    const found = forwards ? this.faults.find(({ at }) => at > this.at) : this.faults.findLast(({ at }) => at < this.at);
    if (found) this.walk.go(found.at);
    return found !== undefined;
  }
  /** The order in which the two accesses of a race come the other way round; '': they are of one subgroup. */
  turned({ at, other }) {
    const { dispatch, step: last } = this.stepping.place(at), { at: now } = this, late = dispatch.subgroupOf(last), first = other - dispatch.first;
    if (other < 0 || late < 0 || dispatch.subgroupOf(first) === late) return '';
    let accesses = 0;
    for (let step = first; step <= last; ++step) if (dispatch.subgroupOf(step) === late) accesses += dispatch.steps.accesses[step];
    this.walk.go(other);
    const words = this.schedule(late, accesses);
    this.walk.go(now);
    return words;
  }
  meets({ memory, index, line, formula }) {
    if (memory !== undefined) return this.walk.changes().words.has(`${memory} ${index}`);
    if (this.walk.atEnd || this.subgroup < 0 || (line && this.site.line !== line)) return false;
    return !formula || this.lanes.some((lane) => formula.value(this.look(this.subgroup, lane))?.value);
  }
  /** Subgroups that could go on here: those that have neither ended nor wait for others. */
  able() {
    const { dispatch, walk } = this, all = Array.from({ length: dispatch.subgroups }, (_, k) => k);
    const ended = (k) => dispatch.steps.subgroup.indexOf(k, walk.step) < 0, waits = (k) => walk.step > 0 && this.lastBefore(k) >= 0 && dispatch.steps.waits[this.lastBefore(k)] === 1;
    const left = all.filter((k) => !ended(k)), ready = left.filter((k) => !waits(k));
    return ready.length ? ready : left;
  }
  /** The last step that a subgroup has done; -1: none. */
  lastBefore(subgroup) {
    let last = Math.min(this.walk.step, this.dispatch.count) - 1;
    while (last >= 0 && this.dispatch.subgroupOf(last) !== subgroup) --last;
    return last;
  }
  /** The order up to here, in which a subgroup goes on then: what --sim-schedule takes. `accesses`: as far; 0: until it waits. */
  schedule(subgroup, accesses) {
    const { dispatch: { steps, workgroup }, walk } = this, turns = [];
    for (let step = 0; step < walk.step; ++step) {
      const who = steps.subgroup[step], last = turns[turns.length - 1];
      if (who < 0) continue;
      const waits = steps.waits[step] === 1 || steps.subgroup.indexOf(who, step + 1) < 0;
      if (last?.who === who && !last.waits) Object.assign(last, { accesses: last.accesses + steps.accesses[step], waits });
      else turns.push({ who, accesses: steps.accesses[step], waits });
    }
    turns.push({ who: subgroup, accesses, waits: accesses === 0 });
    const words = turns.filter((turn) => turn.waits || turn.accesses > 0).map((turn) => `${workgroup > 0 ? `${workgroup}.` : ''}${turn.who}${turn.waits ? '' : `*${turn.accesses}`}`);
    return `turns:${words.join(',')}`;
  }
  /** The lines of a file that some step is at. */
  linesOf(file) {
    return [...new Set(this.dispatch.sites.map(([line]) => line))].filter((line) => placeOf(line).file === file).sort((a, b) => a - b);
  }

  /** The step that a subgroup does next, or did last, within its dispatch; -1: it has not begun. */
  lastOf(subgroup) {
    const { walk } = this;
    return this.subgroup === subgroup && !walk.atEnd ? walk.step : this.lastBefore(subgroup);
  }
  /** The calls that a subgroup is in, the innermost first; at last 0, for main. */
  callsOf(subgroup) {
    const last = this.lastOf(subgroup);
    return [...last < 0 ? [] : this.dispatch.siteOf(last).calls, 0];
  }
  /** What each subgroup does: "at line 29", "waits at line 31"; '' before it begins. */
  stateOf(subgroup) {
    const { dispatch, walk } = this, last = this.lastOf(subgroup);
    const of = (step) => {
      const { line } = dispatch.siteOf(step), { file, line: number } = placeOf(line);
      return file > 0 ? this.lineWords(line) : `line ${number}`;
    };
    if (last < 0) return 'has not begun';
    if (this.subgroup === subgroup && !walk.atEnd) return `is at ${of(last)}`;
    return dispatch.steps.subgroup.indexOf(subgroup, last + 1) < 0 && !dispatch.full ? 'has ended' : `${dispatch.steps.waits[last] ? 'waits' : 'was'} at ${of(last)}`;
  }
}
