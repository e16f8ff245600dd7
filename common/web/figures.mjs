// SPDX-License-Identifier: MIT
// What becomes of a figure of the guide: a run that the workshop opens, drawn by the page's own views, or, where no engine in a browser can make
// it, a sentence that says what it shows.

const fields = { '--n': 'n', '--data': 'data', '--seed': 'seed', '--sim-subgroup': 'subgroup', '--sim-schedule': 'schedule' };
const kept = /^--(local-size|per-invocation|type|operator|threshold|shape|edge|stride|lanes|input)$/; // each with a value
/** Pictures that are no strips, though named like those, and what they show that no row of their run has: the page of a run draws rows alone. */
const own_drawings = {
  '01/v2_grid': 'all invocations, while a row has only those that own an element',
  '01/v3_volume': 'workgroups, and what is inside one of them, while a row has elements',
  '01/v4_subgroups': 'a line per subgroup, while a row has the whole dispatch',
  '01/v6_barriers': 'when each invocation came and went, which differs in each run, so no row has it',
  '08/v2_aos': 'where the particles are in the plane, while a row has one coordinate per particle',
};
const guide_lanes = '8'; // of llvmpipe, which drew the figures without --sim

/** Why a figure has no run here; '' where it has one. */
function unavailable(kind, words) {
  if (kind === 'chart') return 'A chart of measured times: nothing that runs in a browser takes them.';
  if (kind === 'screenshot') return 'A picture of this page.';
  if (words.startsWith('00 ')) return 'Lesson 00 is plain OpenGL in C++, which needs a driver.';
  if (/^\d\d tune /.test(words)) return 'A chart of ./learn tune, which measures times on a GPU.';
  return '';
}

/** Where the page of a run opens so that it shows what a picture shows; {} leaves it to that page. null: a diagram that the page does not draw. */
function wishOf(lesson, version, picture) {
  const what = picture.slice(version.length, -'.png'.length), part = what === '_values' ? 'values' : 'keys'; // of those that have several arrays
  if (what === '_network') return { step: 1, last: -1, view: 'network' };
  if (what === '_slices') return {};
  if (!['', '_values'].includes(what) || own_drawings[`${lesson}/${version}`]) return null;
  return { step: 1, last: -1, view: 'strip', part };
}

/** The run { lesson, version, options, words } of the words of a comment, the file that it reads, and words that a run here has no use for. */
export function runOf(words, catalogue) {
  const [lesson, ...list] = words.split(' '), options = {}, others = [], left = [];
  let only = '', input = '';
  for (let k = 0; k < list.length; ++k) {
    const word = list[k];
    if (['--sim', '--no-pictures'].includes(word)) continue; // always so here
    if (word === '--only') only = list[++k];
    else if (fields[word]) options[fields[word]] = list[++k];
    else if (kept.test(word)) {
      if (word === '--input') input = list[k + 1];
      others.push(word, list[++k]);
    } else left.push(word);
  }
  if (!list.includes('--sim')) options.subgroup ??= guide_lanes;
  const version = catalogue.lessons.find(({ number }) => number === lesson)?.versions.find(({ name }) => name === only || name.startsWith(`${only}_`))?.name;
  return only && version ? { run: { lesson, version, options, words: others.join(' ') }, input, left } : { run: null, input: '', left };
}

/** A figure as HTML: its caption, and its run, which the reader gives its buttons; `predicts(run)`: one of its passes can be predicted. */
export function figureHtml({ kind, words, caption, catalogue, predicts, escaped, attribute }) {
  const why = unavailable(kind, words);
  if (why) return { run: null, html: `<figure class="printed"><figcaption>${escaped(caption)}</figcaption><p class="quiet">${escaped(why)} The project's folder docs/ has it.</p></figure>\n` };
  const [command, picture] = words.split(' | '), { run, input, left } = runOf(command, catalogue);
  if (!run || left.length) return { run: undefined };
  const wish = wishOf(run.lesson, run.version, picture), what = picture === `${run.version}.png` && own_drawings[`${run.lesson}/${run.version}`];
  const shown = wish === null
    ? `<p class="quiet">The project's folder docs/ has this diagram, drawn from the run that opens here: step through its passes.${what ? ` It shows ${what}.` : ''}</p>` : '';
  return { run, input, html: `<figure class="${wish === null ? 'diagram' : 'live'}" data-picture="${escaped(picture)}" data-run='${attribute({ ...run, wish: wish ?? {}, predict: wish !== null && predicts(run) })}'><figcaption>${escaped(caption)}</figcaption>${shown}</figure>\n` };
}
