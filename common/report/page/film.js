// SPDX-License-Identifier: MIT
// Who made the number of a cell: each store that it came from, in a sentence, as the simulator followed them back to the input.

const mostFilmSteps = 40;

/** The stores that a cell came from, the last one first; none where nothing was observed, or something else than what the row shows. */
function filmOf(version, part, { step, cell }) {
  const at = version.steps[step], row = version.row(step, part);
  if (!version.film || !row || row.pixels || at.again >= 0 || cell >= row.count) return [];
  const seen = version.film.rows.find((one) => one.part === row.part && one.pass === step + (version.hasInput ? 0 : 1));
  const last = seen?.steps[row.first + cell], value = seen?.values[row.first + cell], shown = row.values[cell];
  if (!last || !(Object.is(value, shown) || Math.abs(value - shown) <= 1e-5 * Math.abs(value))) return [];
  const found = new Set([last]);
  for (const one of found) version.film.steps[one - 1].from.forEach((from) => found.add(from)); // a set goes on with what is added to it
  return [...found].sort((a, b) => b - a).map((one) => version.film.steps[one - 1]);
}

/** What page::Piece::film holds: steps in the order in which they happened, counted from 1. */
function readFilm(text) {
  if (!text) return null;
  const { files, steps, rows } = JSON.parse(text);
  return {
    steps: steps.pass.map((pass, k) => ({
      pass, file: files[steps.file[k]], line: steps.line[k], invocation: steps.invocation[k], workgroup: steps.workgroup[k], words: steps.words[k],
      from: steps.back[k].map((far) => k + 1 - far), cell: steps.cell[k], at: steps.at[k],
    })),
    rows: rows.map(([pass, part, ids, values]) => ({ pass, part, steps: ids, values })),
  };
}

/** "Pass 6, v1_shared.comp:31, invocation 1 of workgroup 0: tile[3] = …" */
function filmWords({ pass, file, line, invocation, workgroup, words }) {
  if (line === 0) return `Before the first pass: ${words}`;
  return `Pass ${pass}, ${file.split('/').pop()}:${line}, invocation ${invocation} of workgroup ${workgroup}: ${words}`;
}

/** The text of a step's line; empty if the page does not have the file. */
function filmLine(version, { file, line }) {
  const source = line > 0 && version.files.find(({ name }) => file.endsWith(name));
  return source ? (source.text.split('\n')[line - 1] ?? '').trim() : '';
}

/** A list of the steps, each of which goes to its pass, and to its cell if a row shows it. */
function filmList(panel, steps) {
  const { version, part } = panel;
  const go = (one) => {
    if (panel.view.line && one.at >= 0) return panel.lines.go(one.at);
    const step = one.pass - (version.hasInput ? 0 : 1); // as in Version.title()
    if (step < 0 || step >= version.steps.length) return;
    panel.page.go(step);
    const row = version.row(step, part), cell = one.cell < 0 ? panel.cursor?.cell ?? 0 : one.cell - (row?.first ?? 0);
    if (row && cell >= 0 && cell < row.count) panel.choose({ step, cell });
    panel.film.querySelector('button')?.focus(); // the list is another one now
  };
  const shown = steps.slice(0, mostFilmSteps), left = steps.length - shown.length;
  return [make('h4', {}, 'Who made it'),
    make('ol', { className: 'film' }, ...shown.map((one) => make('li', {}, button(filmWords(one), () => go(one)), make('code', {}, filmLine(version, one))))),
    left > 0 ? make('p', { className: 'quiet' }, `… and ${plural(left, 'step')} before that: choose one of these to go on.`) : null].filter(Boolean);
}
