// SPDX-License-Identifier: MIT
// Where the value of a cell comes from: the expression that made it, back to the input.

/** What travels into each cell of a step, by cell; worked out once. */
const partsInto = (version, part, step) => once(version, 'parts_into', `${part} ${step}`, () => {
  const into = new Map();
  for (const mover of moversOf(version, part, step)) {
    if (!into.has(mover.to)) into.set(mover.to, []);
    into.get(mover.to).push(mover);
  }
  const rank = (mover) => mover.kind === 'stays' ? -1 : mover.from; // what the cell held comes first
  for (const parts of into.values()) parts.sort((a, b) => rank(a) - rank(b));
  return into;
});

const mostNodes = 4000;

/**
 * The expression of a cell: { step, cell, value, parts }. Without parts it is a leaf: a value that the first row of its array holds, or
 * what the invocation of a cell brought along (`own`). Cells that only kept, swapped or moved a value are passed through. Null beyond mostNodes, and in rows that long.
 */
function provenanceOf(version, part, step, cell) {
  let nodes = 0;
  const made = (at, i) => {
    if (++nodes > mostNodes) return null;
    for (;;) {
      const row = version.row(at, part), value = row.values[i];
      const parts = version.before(at, part) ? partsInto(version, part, at).get(i) ?? [] : [];
      const adds = parts.length > 0 && Object.is(sumOf(row.type, parts.map((one) => one.value)), value);
      const leaf = { step: at, cell: i, value, parts: [] };
      if (parts.length === 0) return leaf;
      if (!adds && !close(row, parts, value)) return { ...leaf, unexplained: true };
      const above = version.beforeStep(at, part);
      const source = (one) => one.above ? above : version.heldStep(at, part);
      if (parts.length === 1 && parts[0].kind !== 'own') {
        const [only] = parts;
        at = source(only);
        i = only.from;
        continue;
      }
      const children = parts.map((one) => one.kind === 'own' ? { step: at, cell: i, value: one.value, parts: [], own: true } : made(source(one), one.from));
      return children.includes(null) ? null : { step: at, cell: i, value, parts: children };
    }
  };
  const row = version.row(step, part);
  return !row || row.pixels || row.count > mostNodes || cell >= row.count || untouched(row, cell) ? null : made(step, cell);
}

/** Floats that were added in another order. */
function close(row, parts, value) {
  if (row.type !== 'float' && row.type !== 'double') return false;
  const size = parts.reduce((sum, one) => sum + Math.abs(one.value), 0);
  return Math.abs(sumOf(row.type, parts.map((one) => one.value)) - value) <= 1e-5 * size;
}

function leavesOf(node) {
  return node.parts.length === 0 ? [node] : node.parts.flatMap(leavesOf);
}

/** "2 + 7", one level of an expression. */
const sumWords = (node) => node.parts.map((one) => full(one.value)).join(' + ').replaceAll('+ -', '− ');

/** Which elements of which row an expression adds up, in words. */
function provenanceWords(version, part, node) {
  const leaves = leavesOf(node), value = full(node.value), where = (leaf) => version.steps[leaf.step].label;
  if (node.unexplained) return null;
  const place = (leaf) => version.row(leaf.step, part).first + leaf.cell;
  if (node.parts.length === 1 && node.parts[0].own) return `Invocations added up this ${value} from numbers of their own, such as 1 for each thing that they count: no other element’s value is in it.`;
  if (node.parts.length === 0) return `This ${value} is the value of ${nameOf(version.row(node.step, part), node.cell)} in the row “${where(node)}”.`;
  const rows = new Set(leaves.map((leaf) => leaf.step));
  const cells = leaves.map(place).sort((a, b) => a - b);
  const first = `${value} = ${node.parts.length <= 8 ? sumWords(node) : `${node.parts.length} values`}`;
  if (leaves.some((leaf) => leaf.own || leaf.unexplained) || rows.size > 1) return `${first}.`;
  const whole = cells.every((cell, k) => k === 0 || cell === cells[k - 1] + 1), twice = cells.some((cell, k) => k > 0 && cell === cells[k - 1]);
  const noun = version.row(leaves[0].step, part).span > 1 ? 'tiles' : 'elements';
  const list = cells.length > 12 ? `${cells.slice(0, 12).join(', ')} …` : cells.join(', ');
  const which = whole ? `${noun} ${cells[0]} to ${cells[cells.length - 1]}` : `${noun} ${list}`;
  return `${first}: the sum of ${which} of the row “${where(leaves[0])}”${twice ? ', some of them more than once' : ''}.`;
}

const mostLeaves = 64;

/** The expression as nested boxes: a sum on top, what it was made of below it. */
function provenanceBoxes(version, part, node) {
  const box = (one) => {
    const scale = version.scale(part, one.step);
    const value = make('span', {}, short(one.value));
    value.style.background = scale.css(one.value);
    value.style.color = scale.ink(one.value);
    const made = make('div', { className: 'node' }, value, one.parts.length ? make('div', { className: 'kids' }, ...one.parts.map(box)) : null);
    made.style.flexGrow = String(leavesOf(one).length);
    return made;
  };
  return make('div', { className: 'expression', role: 'img', 'aria-label': `Expression: ${full(node.value)} = ${sumWords(node)}` }, box(node));
}
