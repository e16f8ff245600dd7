// SPDX-License-Identifier: MIT
// Predicting a pass: its cells are hidden until the learner has filled some in, and then marked.

const mostAsked = 8;

/** Some of a list, spread evenly. */
const spread = (list, count) => list.length <= count ? list : Array.from({ length: count }, (_, k) => list[Math.floor((k + 0.5) * list.length / count)]);

/** Cells of a step to ask for, of the first `room` if there are enough: both ends of some pairs, or cells in which something arrives and some that stay. */
function askedCells(version, part, step, room = Infinity) {
  const row = version.row(step, part), links = version.links(step, part), seen = Math.floor(room / row.span);
  const asks = (i) => i < Math.min(row.count, seen) && !untouched(row, i) && Number.isFinite(row.values[i]) && (!row.marks || row.marks[i] === Mark.plain || row.marks[i] === Mark.wrong);
  const pairs = [...links.kind.keys()].filter((k) => !flows(links.kind[k]) && asks(links.from[k]) && asks(links.to[k]));
  if (pairs.length > 1 || (pairs.length && room === Infinity)) return [...new Set(spread(pairs, mostAsked / 2).flatMap((k) => [links.from[k], links.to[k]]))].sort((a, b) => a - b);
  if (links.kind.some((kind) => !flows(kind)) && room < row.count) return askedCells(version, part, step); // all pairs reach further
  const all = [...Array(row.count).keys()].filter(asks), into = new Set(links.to);
  const arrive = all.filter((i) => into.has(i)), stay = all.filter((i) => !into.has(i));
  const few = spread(stay, Math.max(2, mostAsked - arrive.length));
  const cells = [...spread(arrive, mostAsked - few.length), ...few].sort((a, b) => a - b);
  return cells.length < 2 && room < row.count * row.span ? askedCells(version, part, step) : cells;
}

/** Links as a question may show them: which cells are compared or added, but neither what was swapped nor where values went. */
function unanswered(links) {
  const kinds = [...links.kind], shown = [...kinds.keys()].filter((k) => kinds[k] !== Kind.moved), none = { from: [], to: [], kind: [] };
  const open = { [Kind.swapped]: Kind.compared, [Kind.swappedAscending]: Kind.ascending, [Kind.swappedDescending]: Kind.descending };
  return { from: shown.map((k) => links.from[k]), to: shown.map((k) => links.to[k]), kind: shown.map((k) => open[kinds[k]] ?? kinds[k]), extra: none, missing: none, placed: none };
}

/** What was typed, as a number; NaN: none. */
const typedNumber = (text) => text.trim() === '' ? NaN : Number(text.trim().replace(',', '.').replace('−', '-'));

/** True if a typed number is the value: exactly, or to three digits where values have a fraction. */
function isRight(text, value) {
  const typed = typedNumber(text);
  return typed === value || (!Number.isInteger(value) && Math.abs(typed - value) <= 0.005 * Math.abs(value));
}

/** How many elements of a step are in view at once. */
function roomFor(panel, step) {
  const wide = panel.stage.element.clientWidth, columns = columnsOf(panel, step, wide);
  return columns.right <= wide ? Infinity : Math.max(Math.floor((wide - margin - 40) / columns.cell), mostAsked);
}

/** The prediction of one pass. */
class Guess {
  /** `room`: how many elements are in view at once. */
  constructor(panel, step, room = roomFor(panel, step)) {
    const { version, part } = panel;
    this.step = step;
    this.row = version.row(step, part);
    this.before = version.before(step, part);
    this.rule = this.before && !this.row.pixels ? ruleOf(version, part, step) : '';
    this.asked = this.follows ? askedCells(version, part, step, room) : [];
    this.answers = new Map();
    this.cell = this.asked[0] ?? -1;
    this.checked = false;
  }
  /** True if a reader can tell what the pass leaves from the numbers in view: fractions only by a rule, and where none of them is rounded. */
  get follows() {
    const { row, before, rule } = this;
    if (!before || row.pixels) return false;
    return !['float', 'double'].includes(row.type) || (rule !== '' && before.values.every((value) => !Number.isFinite(value) || Number(short(value)) === Number(full(value))));
  }
  covers(step) {
    return !this.checked && step === this.step;
  }
  /** False for a pass that only loads what the row above shows. */
  get changes() {
    const { before, row } = this;
    return row.count !== before.count || row.values.some((value, i) => !Object.is(value, before.values[i]));
  }
  /** Cells that were asked for or filled in: [cell, text, right]. */
  results() {
    const cells = [...new Set([...this.asked, ...this.answers.keys()])].sort((a, b) => a - b);
    return cells.map((cell) => [cell, this.answers.get(cell) ?? '', isRight(this.answers.get(cell) ?? '', this.row.values[cell])]);
  }
  get open() {
    return this.asked.filter((cell) => !this.answers.has(cell));
  }

  /** The hidden cells: a question mark where one is asked for, and what was filled in. */
  draw(c, panel, seen) {
    const { after, height } = panel.layout, columns = panel.layout.columns.of(this.row), [begin, end] = columns.seen(seen), wide = columns.cell;
    for (let i = begin; i < Math.min(end, this.row.count); ++i) {
      const asked = this.asked.includes(i), text = this.answers.get(i);
      if (this.row.marks?.[i] === Mark.absent) continue;
      c.fillStyle = theme.pale;
      c.fillRect(columns.x(i), after, Math.max(wide - 1, 1), height);
      if (asked) drawOutline(c, theme.asked, 2, columns.x(i) + 1, after + 1, Math.max(wide - 3, 2), height - 2);
      if (wide < 8 || (!asked && text === undefined)) continue;
      setLetters(c, text === undefined ? theme.asked : theme.ink, clamp(wide / 2, 9, 14), 'center', 'middle', asked);
      c.fillText(cutTo(c, text ?? '?', wide + 2), columns.middle(i), after + height / 2 + 1);
    }
  }
  /** Above the revealed cells: a tick, a cross and what was filled in, or a dash where nothing was. */
  drawMarks(c, panel) {
    const { after, height } = panel.layout, columns = panel.layout.columns.of(this.row);
    for (const [cell, text, right] of this.results()) {
      const colour = right ? theme.added : text ? theme.wrong : theme.quiet, words = right ? '✓' : text ? `✗ ${text}` : '–';
      drawOutline(c, colour, 2.5, columns.x(cell) - 0.5, after - 1.5, columns.cell, height + 3);
      setLetters(c, colour, 14, 'center', 'alphabetic', true);
      const wide = panel.layout.ids ? Math.max(columns.cell - 1, 14) : Math.min(c.measureText(words).width, Math.max(columns.cell - 1, 14)); // over an id, or beside an arrow
      c.fillStyle = theme.paper;
      c.fillRect(columns.middle(cell) - wide / 2, after - 18, wide, 15);
      c.fillStyle = colour;
      c.fillText(words, columns.middle(cell), after - 5, wide);
    }
  }
}

/** True if the rows of a version say enough to predict one of its passes. */
function predictable(version, part) {
  return version.steps.some((_, step) => {
    const guess = version.row(step, part) ? new Guess({ version, part }, step, Infinity) : null;
    return guess !== null && guess.asked.length > 0 && guess.changes;
  });
}

/** Predict mode: the bar above the drawing, and the field over the cell that is being filled in. */
class Predict {
  constructor(page) {
    this.page = page;
    this.on = false;
    this.score = { right: 0, asked: 0 };
    this.toggle = button('Predict', () => this.set(!this.on), { 'aria-pressed': 'false', title: 'Hide the next pass and fill it in yourself (P)' });
    this.words = make('p', { role: 'status' });
    this.past = make('p', { className: 'quiet' }); // what was said of the pass before, so that one Enter too many loses nothing
    this.keys = make('p', { className: 'quiet help' }, '← → next cell · ↑ takes the value above · Enter: next empty cell, or check');
    this.check = button('Check', () => this.mark());
    this.next = button('Next pass', () => void (this.ended ? this.nextVersion() : this.forward()));
    this.faster = new Faster((words) => {
      this.say(words);
      this.panel.showTime();
      this.next.focus({ preventScroll: true });
    });
    this.element = make('section', { className: 'predict', 'aria-label': 'Prediction', hidden: true }, make('div', {}, this.past, this.words, this.faster.element, this.keys),
      make('div', { className: 'tools' }, this.check, this.next, button('Stop predicting', () => this.set(false))));
    this.field = make('input', { className: 'guess', inputMode: 'decimal', autocomplete: 'off', hidden: true });
    this.field.addEventListener('input', () => this.type(this.field.value));
    this.next.addEventListener('keydown', (event) => event.repeat && event.preventDefault()); // a key held down goes on no further
    this.field.addEventListener('keydown', (event) => this.key(event));
  }
  get panel() {
    return this.page.panels[0];
  }
  get guess() {
    return this.panel.guess;
  }
  /** True while it asks for the time of the version shown. */
  get asksTime() {
    return this.on && !this.faster.element.hidden;
  }

  /** Offers itself where something can be predicted. */
  offer() {
    const { version, part, views: own } = this.panel;
    this.toggle.hidden = !own.some((view) => view.id === 'cells') || !predictable(version, part);
  }

  async set(on) {
    if (on) await this.page.chosen; // a version that is still loading ends predictions once it is drawn
    if (on === this.on) return;
    const { page, panel } = this;
    if (on && !panel.views?.some((view) => view.id === 'cells')) return;
    this.on = on;
    if (on) this.fromCell = document.activeElement === panel.stage.cell;
    const focused = this.element.contains(document.activeElement) || document.activeElement === this.field;
    this.score = { right: 0, asked: 0 };
    this.toggle.setAttribute('aria-pressed', String(on));
    this.element.hidden = !on;
    this.faster.element.hidden = true;
    panel.guess = null;
    this.field.hidden = true;
    if (!on) {
      panel.zoom = this.zoom;
      page.go(page.step);
      panel.stage.reveal();
      if (focused && this.fromCell) panel.stage.cell.focus({ preventScroll: true }); // where it was before
      return;
    }
    this.zoom = panel.zoom;
    page.timeline.play(false);
    page.beside.value = '';
    page.view = 'cells';
    await page.showBeside('');
    panel.choose(null);
    if (page.fresh || page.step >= page.last) page.go(0); // else it begins where the reader is
    panel.zoom = 1;
    const question = this.faster.ask(page.versions[page.versions.indexOf(panel.version) - 1] ?? host.before, panel.version);
    if (!question) return this.forward();
    page.go(page.step);
    this.say(question);
    this.faster.element.firstChild.focus({ preventScroll: true });
  }

  /** Hides the next pass that can be predicted; shows this one first if it is still hidden. */
  forward() {
    const { page, panel } = this;
    if (this.guess?.covers(page.step)) return this.mark();
    this.faster.element.hidden = true;
    const last = panel.version.steps.length - 1;
    let step = page.step + 1, guess = null;
    const same = [], unknown = []; // passes that are left out
    for (; step <= last; ++step) {
      guess = new Guess(panel, step);
      if (guess.asked.length && guess.changes) break;
      (guess.asked.length ? same : unknown).push(panel.version.steps[step].label);
    }
    const leftOut = (labels, one, many) => labels.length === 0 ? ''
      : `Left out, as ${labels.length > 1 ? many : one}: ${labels.slice(0, 3).join('; ')}${labels.length > 3 ? ` and ${labels.length - 3} more` : ''}. `;
    const skipped = leftOut(same, 'it changes no value', 'they change no value')
      + leftOut(unknown, 'the row above does not say what it leaves', 'the rows above do not say what they leave');
    if (step > last) {
      panel.guess = null;
      this.field.hidden = true;
      page.go(last);
      return this.say(`${skipped}${this.end()}`, true);
    }
    const past = guess.step > 1 && this.missed ? this.words.textContent : '';
    panel.choose(null);
    page.go(step, false, guess);
    const many = guess.asked.length, title = panel.version.title(step);
    this.say(`${skipped}${title}. ${guess.rule || 'The shader says what it does.'} What does it leave in the ${many > 1 ? `${many} framed cells` : '1 framed cell'}?`);
    this.past.textContent = past;
    this.point(guess.cell);
  }
  total() {
    return this.score.asked ? `${this.score.right} of ${this.score.asked} right so far.` : '';
  }
  /** Where to go on once the last pass was predicted. */
  end() {
    const { right, asked } = this.score, next = this.following;
    return `That was the last pass: ${asked ? `${right} of ${asked} right in all` : 'there was nothing to predict'}. ${next ? `Go on with ${next.name}` : 'It was the last version: go on with another lesson, under All runs'}, or stop and play the passes.`;
  }
  /** The version after the one shown. */
  get following() {
    const { page, panel } = this;
    return page.versions[page.versions.indexOf(panel.version) + 1] ?? null;
  }
  async nextVersion() {
    const { page } = this;
    await page.choose(page.versions.indexOf(this.following));
    page.go(0);
    await this.set(true);
  }
  say(words, ended = false) {
    this.words.textContent = words;
    this.past.textContent = '';
    const open = Boolean(this.guess && !this.guess.checked);
    this.ended = ended;
    this.keys.hidden = this.check.hidden = !open;
    this.next.textContent = ended ? `Predict ${this.following?.name}` : 'Next pass';
    this.next.hidden = open || (ended && !this.following);
  }

  /** Puts the field over a cell. */
  point(cell) {
    const { guess, panel, field } = this;
    if (!guess || guess.checked || cell < 0 || cell >= guess.row.count) return;
    guess.cell = cell;
    field.hidden = false;
    field.value = guess.answers.get(cell) ?? '';
    field.setAttribute('aria-invalid', 'false');
    field.setAttribute('aria-label', `Your prediction for element ${guess.row.first + cell}`);
    panel.cursor = { step: guess.step, cell };
    this.place();
    panel.stage.reveal();
    field.focus({ preventScroll: true });
    field.select();
  }
  place() {
    if (this.field.hidden) return;
    const { x, y, w, h } = this.panel.view.box(this.panel, { step: this.guess.step, cell: this.guess.cell }), wide = Math.max(w, 28);
    this.field.style.transform = `translate(${Math.max(x + w / 2 - wide / 2, 0)}px, ${y}px)`;
    this.field.style.width = `${wide}px`;
    this.field.style.height = `${h}px`;
  }
  type(text) {
    const { guess } = this;
    const none = Number.isNaN(typedNumber(text));
    this.field.setAttribute('aria-invalid', String(none && text.trim() !== ''));
    if (none) guess.answers.delete(guess.cell);
    else guess.answers.set(guess.cell, text.trim());
    this.panel.stage.draw();
  }
  key(event) {
    const { guess, panel } = this, at = guess.asked.indexOf(guess.cell);
    const beside = (by) => guess.asked[clamp(at + by, 0, guess.asked.length - 1)] ?? guess.cell;
    const actions = {
      Enter: () => {
        if (this.field.getAttribute('aria-invalid') === 'true') return; // not a number: it stays until it is corrected
        const open = guess.open.find((cell) => cell > guess.cell) ?? guess.open[0];
        if (open === undefined) this.mark();
        else this.point(open);
      },
      ArrowLeft: () => this.point(beside(-1)),
      ArrowRight: () => this.point(beside(1)),
      ArrowUp: () => {
        const { version, part } = panel, above = version.heldRow(guess.step, part) ?? version.before(guess.step, part);
        if (above && above.span === guess.row.span && guess.cell < above.count) this.type(this.field.value = full(above.values[guess.cell]));
      },
    };
    event.stopPropagation();
    if (event.key === 'Escape') return this.set(false);
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  /** Reveals the pass, and says which cells were right and why the first wrong one is not. */
  mark() {
    const { guess, panel, page } = this;
    if (!guess || guess.checked) return;
    guess.checked = true;
    this.field.hidden = true;
    const results = guess.results(), right = results.filter(([, , good]) => good).length, empty = results.filter(([, text]) => !text).length;
    const missed = results.find(([, text, good]) => text && !good) ?? results.find(([, , good]) => !good);
    this.missed = Boolean(missed);
    if (missed) panel.cursor = { step: guess.step, cell: missed[0] };
    this.score.right += right;
    this.score.asked += results.length;
    page.go(guess.step, true, guess);
    panel.stage.reveal();
    const last = guess.step >= page.last, total = last ? this.end() : this.score.asked > results.length ? this.total() : '';
    this.say(`${right} of ${results.length} right${empty ? `, ${empty} left empty` : ''}. ${this.reason(missed)} ${total}`, last);
    this.next.focus({ preventScroll: true });
    if (this.next.hidden) panel.stage.cell.focus({ preventScroll: true });
  }
  /** Why a cell has its value, where nothing shows what it was made from. */
  without(held, cell) {
    const { row, rule } = this.guess;
    if (held && cell < held.count && Object.is(held.values[cell], row.values[cell])) return 'it kept its value';
    return rule ? rule[0].toLowerCase() + rule.slice(1) : 'the shader computed it';
  }
  reason(missed) {
    if (!missed) return '';
    const [cell, text] = missed, { version, part } = this.panel, { row, step } = this.guess, before = version.before(step, part), links = version.links(step, part);
    const held = version.row(version.heldStep(step, part), part), stories = storiesOf(links, before, held === before, cell).filter((one) => !one.startsWith('its previous value'));
    if (links.from.length === 0 && !Object.is(row.values[cell], before.values[cell]) && scans(row, before))
      stories.push(`${full(row.values[cell - 1])} to its left, and its own ${full(before.values[cell])}`);
    if (stories.length === 0 && cell === 0 && / its left/.test(this.guess.rule) && !Object.is(row.values[0], held?.values[0])) stories.push('nothing is to its left');
    const node = stories.length > 2 && links.kind.every(flows) ? provenanceOf(version, part, step, cell) : null;
    if (node?.parts.length > 2 && node.parts.length <= 24) stories.splice(0, stories.length, `${sumWords(node)}, added up`);
    if (stories.length === 0) stories.push(this.without(held, cell));
    return `${row.span > 1 ? 'Tile' : 'Element'} ${row.first + cell} is ${full(row.values[cell])}${text ? `, not ${text}` : ''}: ${stories.join('; ')}`.replace(/\.?$/, '.');
  }
}
