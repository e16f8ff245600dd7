// SPDX-License-Identifier: MIT
// The facts about one cell: value, position, who wrote it and from what, and what was expected.

/** Facts of a cell as [name, words] pairs. */
function factsOf(version, part, { step, cell }, element) {
  const row = factsRow(version, part, step);
  if (!row || cell === null || cell >= row.count) return [];
  const mark = row.marks ? row.marks[cell] : Mark.plain;
  if (row.pixels) {
    const x = cell % row.width, y = Math.floor(cell / row.width);
    const facts = [['Pixel', `column ${x * row.every}, row ${y * row.every}`], ['Value', pixelWords(row.pixels[cell])]];
    return [...facts, checkFact(row, cell, pixelWords)];
  }
  const index = row.first + cell, facts = [['Element', `${placeIn(version.caption.shape, index, row.total)}${part ? `, ${part}` : ''}`]];
  if (row.span > 1) facts[0] = ['Tile', `${index} of ${row.total}: elements ${index * row.span} to ${Math.min((index + 1) * row.span, version.columns(part)) - 1}`];
  if (mark === Mark.absent) return [...facts, ['Value', 'no value in this pass']];
  if (untouched(row, cell) && mark !== Mark.wrong) facts.push(['Value', 'the fill 0xA5A5A5A5: never written']);
  const notes = { [Mark.idle]: ` (${markWords[Mark.idle]})`, [Mark.padded]: ` (${markWords[Mark.padded]})` };
  if (facts.length === 1) facts.push(['Value', full(row.values[cell]) + (notes[mark] ?? '')]);
  const before = version.before(step, part);
  const heldStep = version.heldStep(step, part), held = heldStep < 0 ? null : version.row(heldStep, part);
  if (held && cell < held.count && version.continues(step, part)) facts.push(['Before', full(held.values[cell])]);
  const stories = before ? storiesOf(version.links(step, part), before, held === before, cell) : [];
  if (stories.length) facts.push(['What happened', stories.join('; ')]);
  const placed = before ? placedBy(version.links(step, part), before, cell) : '';
  if (placed) facts.push(['Its place was decided by', placed]);
  for (const [form, name] of [['extra', 'Should not have happened'], ['missing', 'Should have happened']]) {
    const stories = before ? storiesOf({ ...row, ...row[form], own: 0 }, before, held === before, cell).filter((one) => !one.startsWith('its previous value')) : [];
    if (stories.length) facts.push([name, stories.join('; ')]);
  }
  facts.push(...writerFacts(version, row, cell));
  return row.input && step === 0 ? facts : [...facts, checkFact(row, cell, full)];
}

/** "95 of 126, at (11, 6)" in a grid of 14 x 9; a buffer may have room for more. */
function placeIn([width, height, depth], index, total) {
  const cells = width * height * depth;
  if (height * depth < 2 || index >= cells) return `${index} of ${total}`;
  const x = index % width, y = Math.floor(index / width) % height;
  return `${index} of ${cells}, at (${[x, y, ...depth > 1 ? [Math.floor(index / width / height)] : []].join(', ')})`;
}

/** What a cell was compared with: a lesson's CPU twin, or what the learner expects of an own kernel. */
function checkFact(row, cell, inWords) {
  const wrong = row.marks && row.marks[cell] === Mark.wrong;
  return ['Check', wrong ? `wrong: expected ${inWords(row.expected[cell])}` : row.unchecked ? 'not checked' : 'as expected'];
}

function factsRow(version, part, step) {
  const at = version.steps[step];
  return at ? version.row(step, part) ?? [...at.rows.values()][0] : null;
}

function writerFacts(version, row, cell) {
  const dispatch = version.dispatch(row);
  if (!dispatch) return [];
  const writer = writerOf(version, row, cell);
  if (writer) {
    const facts = [['Workgroup', writer.workgroup]];
    if (writer.subgroup !== null) facts.push(['Subgroup', `${writer.subgroup}, lane ${writer.lane}`]);
    facts.push(['Invocation', `${writer.invocation} of its workgroup, global id ${writer.flat}`]);
    return facts;
  }
  const [x, y, z] = dispatch.groups, [lx, ly, lz] = dispatch.local_size;
  if (row.writers) return [['Invocation', 'not written in this pass']];
  return [['Invocation', `not recorded; the dispatch had ${plural(x * y * z, 'workgroup')} of ${plural(lx * ly * lz, 'invocation')}`]];
}

/** The position of the value pass by pass while it is in one place, and in how many it ends. */
function wayOf(version, part, lineage) {
  if (!lineage) return '';
  const places = [], { length } = lineage;
  let parted = 0;
  lineage.forEach((cells, step) => {
    if (!cells || cells.size === 0) return;
    parted = cells.size > 1 ? cells.size : 0;
    const [cell] = cells, name = parted ? '' : version.row(step, part).span > 1 ? nameOf(version.row(step, part), cell) : String(version.row(step, part).first + cell);
    if (name && places[places.length - 1] !== name) places.push(name);
  });
  const some = places.length > 24 ? [...places.slice(0, 12), '…', ...places.slice(-11)] : places;
  const end = parted && lineage[length - 1]?.size > 1 ? `In the last row it is part of ${plural(parted, 'element')}.` : '';
  if (lineage.some((cells) => cells?.size > 1)) return end || `The framed cells are what it came from, and where it goes.`;
  return `Its position, pass by pass: ${some.join(' → ')}`;
}
