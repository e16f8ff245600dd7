// SPDX-License-Identifier: MIT
// Which cells of other passes a cell came from, and which it went to.

/** Those of some cells that a row has. */
function within(cells, row) {
  return new Set([...cells].filter((cell) => cell < row.count));
}

/** Those of some cells that a row kept: not written, or by what links show. */
function keptBy(row, cells) {
  const linked = new Set([...row.from, ...row.to]);
  return new Set([...cells].filter((cell) => !(row.writers?.[cell] > 0) || linked.has(cell)));
}

/** By step, a set of cells; a value that is only swapped is one cell per step. */
function lineageOf(version, part, step, cell) {
  const sets = version.steps.map(() => null);
  sets[step] = new Set([cell]);
  const chain = (at) => version.steps[at].again < 0;
  for (let at = step; at > 0 && chain(at); --at) {
    const row = version.row(at, part), before = version.before(at, part);
    if (!before) break;
    if (!sets[at]) continue;
    const here = sets[at], stayed = keptBy(row, here), from_step = version.beforeStep(at, part), sources = new Set(sets[from_step]);
    for (let k = 0; k < row.from.length; ++k) {
      const from = row.from[k], to = row.to[k], kind = row.kind[k];
      if (swaps(kind)) {
        for (const [one, other] of [[from, to], [to, from]]) {
          if (!here.has(one)) continue;
          if (!here.has(other)) stayed.delete(one);
          sources.add(other);
        }
      } else if (flows(kind) && here.has(to)) {
        if (kind === Kind.moved && from !== to) stayed.delete(to);
        sources.add(from);
      }
    }
    sets[from_step] = within(sources, before);
    const held = version.heldStep(at, part);
    if (held >= 0) sets[held] = within(new Set([...sets[held] ?? [], ...stayed]), version.row(held, part));
  }
  for (let at = step; at + 1 < sets.length && chain(at + 1); ++at) {
    const row = version.row(at + 1, part);
    if (!row || !version.before(at + 1, part)) break;
    if (row.from.length === 0 && row.count !== version.before(at + 1, part).count && !version.continues(at + 1, part)) { // other things than elements
      sets[at + 1] = new Set();
      continue;
    }
    const here = sets[version.beforeStep(at + 1, part)] ?? new Set(), held = version.heldStep(at + 1, part), next = keptBy(row, held >= step ? sets[held] : []);
    for (let k = 0; k < row.from.length; ++k) {
      const from = row.from[k], to = row.to[k], kind = row.kind[k];
      if (swaps(kind)) {
        for (const [one, other] of [[from, to], [to, from]]) {
          if (!here.has(one)) continue;
          if (!here.has(other)) next.delete(one);
          next.add(other);
        }
      } else if (flows(kind)) {
        if (here.has(from)) next.add(to);
        else if (kind === Kind.moved && here.has(to)) next.delete(to);
      }
    }
    sets[at + 1] = within(next, row);
  }
  // What a cell only kept of it is not followed, unless that cell was asked for.
  return sets.map((cells, at) => {
    const row = cells && at !== step ? version.row(at, part) : null;
    return row?.marks && !row.pixels ? new Set([...cells].filter((i) => row.marks[i] !== Mark.idle)) : cells;
  });
}
