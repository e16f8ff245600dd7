// SPDX-License-Identifier: MIT
// Sums as ranges: "0..3" in a cell that adds up elements 0 to 3 of the input.

const mostRanged = 256; // elements: each cell lists those that it adds up

/** True if cells of an array are sums that can be shown as ranges. */
const hasRanges = (version, part) => version.columns(part) <= mostRanged && version.steps.some((_, step) => version.row(step, part)?.kind.includes(Kind.added));

/**
 * By step and cell, the elements of the first row that the cell adds up, in order; null where it is no such sum, or where they do not add up to
 * its value.
 */
function elementsOf(version, part) {
  const sets = [];
  version.steps.forEach((_, step) => {
    const row = version.row(step, part), input = version.row(0, part);
    if (!row || !input || row.pixels || input.pixels) return sets.push(null);
    if (step === 0) return sets.push([...row.values.keys()].map((i) => [i]));
    const into = partsInto(version, part, step), above = version.beforeStep(step, part);
    const adds = (list, value) => {
      const sum = sumOf(row.type, list.map((i) => input.values[i]));
      return sum === value || close(row, list.map((i) => ({ value: input.values[i] })), value);
    };
    const made = [];
    /** What no link explains: the sum of the left neighbour and the own element, as a scan has, or nothing, as a cell that was set to 0. */
    const unlinked = (value, i) => {
      const left = i > 0 && row.count === input.count ? made[i - 1] : null, scan = left?.length && left[left.length - 1] === i - 1 ? [...left, i] : null;
      return scan && adds(scan, value) ? scan : value === 0 ? [] : null;
    };
    row.values.forEach((value, i) => made.push(elements(value, i)));
    return sets.push(made);

    function elements(value, i) {
      let list = [];
      for (const one of into.get(i) ?? []) {
        const more = one.kind === 'own' ? [i] : sets[one.above ? above : version.heldStep(step, part)]?.[one.from];
        if (!more) return one.kind === 'stays' && into.get(i).length === 1 ? unlinked(value, i) : null;
        list = one.kind === 'own' && row.own < 0 ? list.filter((k) => k !== i) : list.concat(more);
      }
      list.sort((a, b) => a - b);
      if (new Set(list).size === list.length && adds(list, value)) return list;
      return (into.get(i) ?? []).every((one) => one.kind === 'stays') ? unlinked(value, i) : null;
    }
  });
  return sets;
}

/** "3", "0..3", "0,4..12" for every fourth, "5 of 0..9" where the steps vary. */
function rangeWords(list, first) {
  const [low, high] = [list[0] + first, list[list.length - 1] + first], step = list[1] - list[0];
  if (list.length < 2) return list.length ? String(low) : 'none';
  if (list.some((one, k) => k > 0 && one - list[k - 1] !== step)) return `${list.length} of ${low}..${high}`;
  return step === 1 ? `${low}..${high}` : `${low},${low + step}${list.length > 2 ? `..${high}` : ''}`;
}

/** Makes the cells of an array show ranges, or values again. */
function showRanges(version, part, on) {
  const sets = on ? elementsOf(version, part) : null;
  version.steps.forEach((_, step) => {
    const row = version.row(step, part);
    if (row) row.texts = sets?.[step]?.map((list) => list ? rangeWords(list, version.row(0, part).first) : '') ?? null;
  });
}

/** What a cell shows. */
const textOf = (row, i) => row.texts?.[i] || short(row.values[i]);
