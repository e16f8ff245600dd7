// SPDX-License-Identifier: MIT
// Predicting a pass: its cells are hidden until the learner has filled some in, and then marked.

const mostAsked = 8;
const leastAsked = 34; // pixels of a cell to write into

/** Some of a list, spread evenly. */
const spread = (list, count) => list.length <= count ? list : Array.from({ length: count }, (_, k) => list[Math.floor((k + 0.5) * list.length / count)]);

/** Cells of a step to ask for: both ends of some pairs, or cells in which something arrives and some that stay. */
function askedCells(version, part, step) {
  const row = version.row(step, part), links = version.links(step, part);
  const asks = (i) => i < row.count && !untouched(row, i) && Number.isFinite(row.values[i]) && (!row.marks || row.marks[i] === Mark.plain || row.marks[i] === Mark.wrong);
  const pairs = [...links.kind.keys()].filter((k) => !flows(links.kind[k]) && asks(links.from[k]) && asks(links.to[k]));
  if (pairs.length) return [...new Set(spread(pairs, mostAsked / 2).flatMap((k) => [links.from[k], links.to[k]]))].sort((a, b) => a - b);
  const all = [...Array(row.count).keys()].filter(asks), into = new Set(links.to);
  const arrive = all.filter((i) => into.has(i)), stay = all.filter((i) => !into.has(i));
  const few = spread(stay, Math.max(2, mostAsked - arrive.length));
  return [...spread(arrive, mostAsked - few.length), ...few].sort((a, b) => a - b);
}

/** What was typed, as a number; NaN: none. */
const typedNumber = (text) => text.trim() === '' ? NaN : Number(text.trim().replace(',', '.').replace('−', '-'));

/** True if a typed number is the value: exactly, or to three digits where values have a fraction. */
function isRight(text, value) {
  const typed = typedNumber(text);
  return typed === value || (!Number.isInteger(value) && Math.abs(typed - value) <= 0.005 * Math.abs(value));
}

/** The prediction of one pass. */
class Guess {
  constructor(panel, step) {
    const { version, part } = panel;
    this.step = step;
    this.row = version.row(step, part);
    this.before = version.before(step, part);
    this.asked = this.before && !this.row.pixels ? askedCells(version, part, step) : [];
    this.answers = new Map();
    this.cell = this.asked[0] ?? -1;
    this.checked = false;
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
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    for (let i = begin; i < Math.min(end, this.row.count); ++i) {
      const asked = this.asked.includes(i), text = this.answers.get(i);
      if (this.row.marks?.[i] === Mark.absent) continue;
      c.fillStyle = theme.pale;
      c.fillRect(columns.x(i), after, Math.max(wide - 1, 1), height);
      if (asked) {
        c.strokeStyle = theme.asked;
        c.lineWidth = 2;
        c.strokeRect(columns.x(i) + 1, after + 1, Math.max(wide - 3, 2), height - 2);
      }
      if (wide < 8 || (!asked && text === undefined)) continue;
      c.font = font(clamp(wide / 2, 9, 14), asked);
      c.fillStyle = text === undefined ? theme.asked : theme.ink;
      c.fillText(cutTo(c, text ?? '?', wide + 2), columns.middle(i), after + height / 2 + 1);
    }
  }
  /** Above the revealed cells: a tick, a cross and what was filled in, or a dash where nothing was. */
  drawMarks(c, panel) {
    const { after, height } = panel.layout, columns = panel.layout.columns.of(this.row);
    c.textAlign = 'center';
    c.textBaseline = 'alphabetic';
    for (const [cell, text, right] of this.results()) {
      c.strokeStyle = c.fillStyle = right ? theme.added : text ? theme.wrong : theme.quiet;
      c.lineWidth = 2.5;
      c.strokeRect(columns.x(cell) - 0.5, after - 1.5, columns.cell, height + 3);
      const colour = c.fillStyle, words = right ? '✓' : text ? `✗ ${text}` : '–';
      c.font = font(14, true);
      const wide = Math.min(c.measureText(words).width, Math.max(columns.cell - 1, 14));
      c.fillStyle = theme.paper;
      c.fillRect(columns.middle(cell) - wide / 2, after - 18, wide, 15);
      c.fillStyle = colour;
      c.fillText(words, columns.middle(cell), after - 5, wide);
    }
  }
}

/** Predict mode: the bar below the drawing, and the field over the cell that is being filled in. */
class Predict {
  constructor(page) {
    this.page = page;
    this.on = false;
    this.score = { right: 0, asked: 0 };
    this.toggle = button('Predict', () => this.set(!this.on), { 'aria-pressed': 'false', title: 'Hide the next pass and fill it in yourself (P)' });
    this.words = make('p', { role: 'status' });
    this.check = button('Check', () => this.mark());
    this.next = button('Next pass', () => this.forward());
    this.element = make('section', { className: 'predict', 'aria-label': 'Prediction', hidden: true }, this.words,
      make('div', { className: 'tools' }, this.check, this.next, button('Stop predicting', () => this.set(false))));
    this.field = make('input', { className: 'guess', inputMode: 'decimal', autocomplete: 'off', hidden: true });
    this.field.addEventListener('input', () => this.type(this.field.value));
    this.field.addEventListener('keydown', (event) => this.key(event));
  }
  get panel() {
    return this.page.panels[0];
  }
  get guess() {
    return this.panel.guess;
  }

  async set(on) {
    if (on) await this.page.chosen; // a version that is still loading ends predictions once it is drawn
    if (on === this.on) return;
    const { page, panel } = this;
    if (on && !panel.views?.some((view) => view.id === 'cells')) return;
    this.on = on;
    this.score = { right: 0, asked: 0 };
    this.toggle.setAttribute('aria-pressed', String(on));
    this.element.hidden = !on;
    panel.guess = null;
    this.field.hidden = true;
    if (!on) {
      panel.zoom = this.zoom;
      return page.go(page.step);
    }
    this.zoom = panel.zoom;
    page.timeline.play(false);
    page.beside.value = '';
    page.view = 'cells';
    await page.showBeside('');
    panel.choose(null);
    if (page.step >= page.last) page.go(0);
    if (panel.layout.columns.cell < leastAsked) panel.zoom *= leastAsked / panel.layout.columns.cell;
    this.forward();
  }

  /** Hides the next pass that can be predicted; shows this one first if it is still hidden. */
  forward() {
    const { page, panel } = this;
    if (this.guess?.covers(page.step)) return this.mark();
    const last = panel.version.steps.length - 1;
    let step = page.step + 1, guess = null;
    for (; step <= last; ++step) {
      guess = new Guess(panel, step);
      if (guess.asked.length && guess.changes) break;
    }
    const skipped = step > page.step + 1 ? 'What comes before it changes no value. ' : '';
    if (step > last) {
      panel.guess = null;
      this.field.hidden = true;
      page.go(last);
      return this.say(`That was the last pass. ${this.total()} Go on with another version, above, or another lesson, under All runs.`);
    }
    panel.choose(null);
    page.go(step, false, guess);
    this.say(`${panel.version.title(step)}. ${skipped}What does it leave in the ${guess.asked.length} framed cells? ← → move, ↑ takes the value above, Enter goes on and, in the last cell, checks.`);
    this.point(guess.cell);
  }
  total() {
    return this.score.asked ? `${this.score.right} of ${this.score.asked} right so far.` : '';
  }
  say(words) {
    this.words.textContent = words;
    const open = Boolean(this.guess && !this.guess.checked);
    this.check.hidden = !open;
    this.next.hidden = open || this.page.step >= this.page.last;
  }

  /** Puts the field over a cell. */
  point(cell) {
    const { guess, panel, field } = this;
    if (!guess || guess.checked || cell < 0 || cell >= guess.row.count) return;
    guess.cell = cell;
    field.hidden = false;
    field.value = guess.answers.get(cell) ?? '';
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
    if (Number.isNaN(typedNumber(text))) guess.answers.delete(guess.cell);
    else guess.answers.set(guess.cell, text.trim());
    this.panel.stage.draw();
  }
  key(event) {
    const { guess, panel } = this, at = guess.asked.indexOf(guess.cell);
    const beside = (by) => guess.asked[clamp(at + by, 0, guess.asked.length - 1)] ?? guess.cell;
    const actions = {
      Enter: () => {
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
    if (missed) panel.cursor = { step: guess.step, cell: missed[0] };
    this.score.right += right;
    this.score.asked += results.length;
    page.go(guess.step, true, guess);
    const total = this.score.asked > results.length ? this.total() : '';
    this.say(`${right} of ${results.length} right${empty ? `, ${empty} left empty` : ''}. ${this.reason(missed)} ${total}`);
    this.next.focus({ preventScroll: true });
    if (this.next.hidden) panel.stage.cell.focus({ preventScroll: true });
  }
  reason(missed) {
    if (!missed) return '';
    const [cell, text] = missed, { version, part } = this.panel, before = version.before(this.guess.step, part);
    const held = version.row(version.heldStep(this.guess.step, part), part), stories = storiesOf(version.links(this.guess.step, part), before, held === before, cell);
    return `Element ${this.guess.row.first + cell} is ${full(this.guess.row.values[cell])}${text ? `, not ${text}` : ''}: ${stories.filter((one) => !one.startsWith('its previous value')).join('; ') || 'it kept its value'}.`;
  }
}
