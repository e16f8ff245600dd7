// SPDX-License-Identifier: MIT
// Which cells of other passes a cell came from, and which it went to.

/** Those of some cells that a row has. */
function within(cells, row) {
  return new Set([...cells].filter((cell) => cell < row.count));
}

/** By step, a set of cells; a value that only swaps is one cell a step. */
function lineageOf(version, part, step, cell) {
  const sets = version.steps.map(() => null);
  sets[step] = new Set([cell]);
  const chain = (at) => version.steps[at].again < 0;
  for (let at = step; at > 0 && chain(at); --at) {
    const row = version.row(at, part), before = version.before(at, part);
    if (!before) break;
    const sources = new Set(sets[at]);
    for (let k = 0; k < row.from.length; ++k) {
      const from = row.from[k], to = row.to[k], kind = row.kind[k];
      if (swaps(kind)) {
        for (const [here, there] of [[from, to], [to, from]]) {
          if (!sets[at].has(here)) continue;
          if (!sets[at].has(there)) sources.delete(here);
          sources.add(there);
        }
      } else if (flows(kind) && sets[at].has(to)) {
        if (kind === Kind.moved && from !== to) sources.delete(to);
        sources.add(from);
      }
    }
    sets[at - 1] = within(sources, before);
  }
  for (let at = step; at + 1 < sets.length && chain(at + 1); ++at) {
    const row = version.row(at + 1, part);
    if (!row || !version.before(at + 1, part)) break;
    const next = new Set(sets[at]);
    for (let k = 0; k < row.from.length; ++k) {
      const from = row.from[k], to = row.to[k], kind = row.kind[k];
      if (swaps(kind)) {
        for (const [here, there] of [[from, to], [to, from]]) {
          if (!sets[at].has(here)) continue;
          if (!sets[at].has(there)) next.delete(here);
          next.add(there);
        }
      } else if (flows(kind)) {
        if (sets[at].has(from)) next.add(to);
        else if (kind === Kind.moved && sets[at].has(to)) next.delete(to);
      }
    }
    sets[at + 1] = within(next, row);
  }
  return sets;
}
