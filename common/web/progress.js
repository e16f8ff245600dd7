// SPDX-License-Identifier: MIT
// How far somebody has come, in the form of progress.json that ./learn exercises reads: { "05.1": { solved, gave_up, hints } }.

const id_form = /^\d\d\.\d{1,2}$/, most_ids = 1000;

export class Progress {
  constructor(store) {
    this.store = store;
    this.states = read(store.get('progress')) ?? {};
    this.lessons = store.get('lessons') ?? {}; // { "05": { read, run } }, of this browser alone
  }

  /** What the learner did with a lesson: { read, run }. */
  been(lesson) {
    const { read: opened, run } = this.lessons[lesson] ?? {};
    return { read: opened === true, run: run === true };
  }
  did(lesson, what) {
    if (!lesson || this.been(lesson)[what]) return;
    this.lessons = { ...this.lessons, [lesson]: { ...this.been(lesson), [what]: true } };
    this.store.set('lessons', this.lessons);
  }

  of(id) {
    return this.states[id] ?? { solved: false, gave_up: false, hints: 0 };
  }
  change(id, how) {
    this.states = { ...this.states, [id]: { ...this.of(id), ...how } };
    this.store.set('progress', this.states);
  }
  get solved() {
    return Object.values(this.states).filter((one) => one.solved).length;
  }

  /** The text of progress.json. */
  file() {
    const sorted = Object.fromEntries(Object.entries(this.states).sort(([a], [b]) => (a < b ? -1 : 1)));
    return `${JSON.stringify(sorted, null, 1)}\n`;
  }

  /** Adds what a progress.json has: nothing that was solved here is lost. False: the text is no such file. */
  add(text) {
    let found = null;
    try {
      found = read(JSON.parse(text));
    } catch { /* as if it were another file */ }
    if (!found) return false;
    for (const [id, theirs] of Object.entries(found)) {
      const ours = this.of(id);
      this.change(id, { solved: ours.solved || theirs.solved, gave_up: ours.gave_up || theirs.gave_up, hints: Math.max(ours.hints, theirs.hints) });
    }
    return true;
  }
}

/** The states of a progress.json; or null. */
function read(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  if (entries.length > most_ids || entries.some(([id, one]) => !id_form.test(id) || typeof one !== 'object' || one === null)) return null;
  return Object.fromEntries(entries.map(([id, { solved, gave_up, hints }]) =>
    [id, { solved: solved === true, gave_up: gave_up === true, hints: Number.isInteger(hints) ? Math.min(Math.max(hints, 0), 99) : 0 }]));
}
