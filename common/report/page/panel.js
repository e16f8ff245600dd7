// SPDX-License-Identifier: MIT
// One version on the page: its drawing, the facts about a cell, its shader and its result.

const fine = ['right', 'shown', 'not checked', 'skipped'];
const results = { right: 'right', shown: 'shown: wrong on purpose', wrong: 'WRONG', failed: 'FAILED', skipped: 'skipped', '': 'did not finish' };

class Panel {
  constructor(page) {
    this.page = page;
    this.version = null;
    this.step = 0;
    this.part = '';
    this.zoom = 1;
    this.cursor = null;
    this.chosen = null; // the place whose value is followed
    this.hovered = null;
    this.motion = null; // a step under way
    this.guess = null; // a pass that the learner predicts
    this.stage = new Stage(this);
    this.shader = new Shader(this);
    this.calls = new Calls(this);
    this.title = make('h2', {});
    this.result = make('p', {});
    this.gpuTime = make('p', { className: 'gpu' });
    this.reading = make('p', { className: 'reading' });
    this.invitation = make('p', { className: 'try' });
    this.legend = make('div', { className: 'legend' });
    this.facts = make('dl', { className: 'facts' });
    this.hint = make('p', { className: 'quiet' }, 'Point at a cell, or press Tab to reach the drawing and move with the arrow keys.');
    this.live = make('p', { className: 'unseen', 'aria-live': 'polite' });
    this.way = make('p', { className: 'way' });
    this.origin = make('div', { className: 'origin' });
    this.film = make('div', {});
    this.toLine = button('The line that wrote it', () => this.page.setView('lines'), { hidden: true });
    this.problem = make('div', { className: 'problem' });
    this.said = make('div', { className: 'said' });
    this.below = make('div', { className: 'bar' });
    this.parts = make('span', {});
    this.zoomed = make('span', { className: 'zoom' },
      button('−', () => this.zoomBy(1 / 1.5), { 'aria-label': 'Draw smaller' }), button('+', () => this.zoomBy(1.5), { 'aria-label': 'Draw larger' }),
      button('Fit', () => this.zoomBy(0), {}));
    this.ranged = button('Ranges', () => this.range(this.ranged.getAttribute('aria-pressed') !== 'true'), { 'aria-pressed': 'false', title: 'Show sums as the elements that they add up: 0..3 (R)' });
    this.unfollow = button('Stop following', () => this.choose(null), { hidden: true });
    const cells = make('section', { className: 'about', tabIndex: 0, 'aria-label': 'The cell' }, make('div', { className: 'line' }, make('h3', {}, 'The cell'), this.unfollow),
      this.hint, this.facts, this.origin, this.way, this.toLine, this.film, this.live);
    const drawing = make('div', { className: 'drawing' }, make('div', { className: 'head' }, this.title, this.result), this.problem,
      this.gpuTime, this.reading, make('div', { className: 'head' }, this.invitation, make('span', { className: 'tools' }, this.parts, this.ranged, this.zoomed)),
      this.stage.element, this.below, this.legend);
    this.element = make('section', { className: 'panel', tabIndex: -1 },
      make('div', { className: 'work' }, drawing, make('div', { className: 'side' }, this.shader.element, cells)), this.calls.element, this.said);
  }

  get view() {
    return this.views.find((view) => view.id === this.page.view) ?? this.views[0];
  }
  /** The cell under the pointer, or else under the cursor. */
  get looked() {
    return this.hovered ?? this.cursor;
  }

  /** Shows another of the arrays from now on. */
  turnTo(part) {
    this.part = part;
    fill(this.parts, this.version.parts.length > 1 ? choice('Array:', this.version.parts.map((one) => [one, one || 'others']), part, (one) => {
      this.part = one;
      this.range(false);
      this.choose(this.cursor);
    }).label : null);
    this.range(false);
  }
  async show(version) {
    if (this.version === version) return;
    await version.load();
    this.version = version;
    this.views = views.filter((view) => version.steps.length > 0 && view.serves(version));
    this.cursor = this.chosen = this.hovered = this.lineage = this.motion = this.guess = null;
    this.title.textContent = version.idea ? `${version.name}: ${version.idea}` : version.name;
    fill(this.result, make('strong', { className: fine.includes(version.status) ? '' : 'bad' },
      results[version.status] ?? version.status), this.resultWords());
    this.gpuTime.textContent = version.gpuTime;
    this.element.setAttribute('aria-label', version.name);
    this.turnTo(version.firstPart);
    this.say();
  }

  resultWords() {
    const { version } = this;
    const words = [version.passes > 0 ? plural(version.passes, 'pass').replace('passs', 'passes') : '',
      version.passes_checked > 0 && version.passes_checked < version.passes ? `${version.passes_checked} of them checked` : '',
      version.passes_checked > 0 ? version.orders : '', version.time].filter(Boolean).join(', ');
    return words ? ` · ${words}` : '';
  }

  /** Messages, notes and findings of the version, below all else. */
  say() {
    const { version } = this;
    const problem = version.message || (version.status === '' ? this.page.run.problem : ''), [sentence, ...table] = problem.split('\n');
    fill(this.problem, problem ? make('div', { className: 'message', tabIndex: 0, role: 'region', 'aria-label': 'Message' }, sentence, table.length ? make('pre', {}, table.join('\n')) : null) : null,
      problem && version.stepping && version.firstWrong >= 0 ? button('See it line by line', () => this.toFault()) : null);
    fill(this.said,
      version.cause.name ? make('div', { className: 'finding' }, make('strong', {}, `${version.cause.name}: `), version.cause.what, make('p', {}, version.cause.meaning),
        make('details', {}, make('summary', {}, 'A hint'), make('p', {}, version.cause.hints[0]))) : null,
      version.line_notes.length ? make('ul', { className: 'notes' }, ...version.line_notes.map((note) => make('li', {}, make('strong', {}, `${note.file}:${note.line}, ${note.kind}: `), note.text))) : null,
      version.notes.length ? make('ul', { className: 'notes' }, ...version.notes.map((note) => make('li', {}, note))) : null);
  }

  /** Line by line, from the one that wrote the first wrong cell. */
  toFault() {
    const { version, page } = this, step = version.firstWrong, row = version.row(step, version.firstPart), cell = row?.marks?.indexOf(Mark.wrong) ?? -1;
    this.turnTo(version.firstPart);
    this.cursor = cell < 0 ? this.cursor : { step, cell };
    if (this.lines) this.lines.pass = -1; // so that it goes to that cell
    page.go(step);
    page.setView('lines');
  }

  /** Shows a step: draws it, and updates the facts and the shader. */
  draw() {
    const { version } = this;
    if (!version || this.element.hidden) return;
    this.motion = null;
    this.stage.element.hidden = version.steps.length === 0;
    this.shader.element.hidden = true;
    if (version.steps.length === 0) {
      this.showTime();
      this.reading.textContent = 'No pass was recorded.';
      return;
    }
    this.turn();
    if (this.page.held) return;
    if (this.guess && this.guess.step !== this.step) this.guess = null;
    this.drawn = version;
    this.zoomed.hidden = Boolean(this.view.line);
    this.ranged.hidden = Boolean(this.view.show) || !['cells', 'tree', 'history'].includes(this.view.id) || !hasRanges(version, this.part);
    this.stage.update();
    this.hovered = this.stage.pointed(); // another cell may be below the pointer
    this.drawLegend(); // whose notes depend on the layout
    this.reading.textContent = this.page.predict.on ? '' : this.view.sentence(this) + (this.view.rings ? this.followedWords() : '');
    this.invitation.textContent = this.page.predict.on ? `Above: before the pass. Below: ${this.guess?.covers(this.step) ? 'fill in what it leaves' : 'what it left'}.` : this.view.invitation?.(this) ?? '';
    this.showFacts();
    this.shader.update();
    this.calls.update();
    this.showTime();
  }

  /** Turns to the page's step and view; the cursor goes along. */
  turn() {
    const step = clamp(this.page.step, 0, this.version.steps.length - 1), moved = step !== this.step || this.drawnIn !== this.view;
    this.step = step;
    this.drawnIn = this.view;
    if (moved) this.follow();
  }

  /** What a GPU would take, unless the page asks just that. */
  showTime() {
    this.gpuTime.hidden = !this.version.gpuTime || this.page.predict.asksTime;
  }

  /** Moves the cursor into the step that is shown: to where the followed value is now, or else to the same cell. */
  follow() {
    const from = this.chosen ?? this.cursor;
    if (!from) return;
    const { version, part } = this, step = this.view.stepOf?.(this) ?? this.step, row = factsRow(version, part, step), cells = [...this.lineage?.[step] ?? []];
    const nearest = cells.reduce((best, cell) => Math.abs(cell - from.cell) < Math.abs(best - from.cell) ? cell : best, cells[0] ?? from.cell);
    this.cursor = { step, cell: clamp(nearest, 0, Math.max((row?.count ?? 1) - 1, 0)) };
  }

  /** Lets values travel into the step that is shown. */
  move(duration_ms) {
    if (!this.version || this.element.hidden || duration_ms <= 0 || this.stage.shown) return;
    const motion = new Motion(this, this.step, duration_ms);
    if (!motion.works) return;
    this.motion = motion;
    this.stage.draw();
    motion.run();
  }

  /** The value that is followed, in words; null if it is not one cell. */
  followedValue() {
    const cells = this.lineage?.[this.step];
    return cells?.size === 1 ? short(this.version.row(this.step, this.part).values[cells.values().next().value]) : null;
  }
  /** Which cells have rings, in words; nothing if none is followed. */
  followedWords() {
    const { chosen, version, part } = this, row = chosen && this.lineage ? version.row(chosen.step, part) : null;
    if (!row || chosen.cell >= row.count) return '';
    const value = `${textOf(row, chosen.cell)}, ${nameOf(row, chosen.cell)}`;
    if (chosen.step !== this.step && !this.lineage[this.step]?.size) return ` No cell of this row leads to ${value} (${version.title(chosen.step)}).`;
    return chosen.step === this.step ? ` Ringed: ${value}, what it came from and where it goes.` : ` Ringed: what ${value} (${version.title(chosen.step)}), came from and where it goes.`;
  }
  /** A value in the last row to ask about, in words; null if it has none. */
  lastValue() {
    const row = this.version.row(this.version.steps.length - 1, this.part), cells = row && !row.pixels ? cellsInUse(row) : [];
    return cells.length ? short(row.values[cells[Math.floor(cells.length / 2)]]) : null;
  }

  /** True if the last row shows that value once. */
  get lastIsOne() {
    const row = this.version.row(this.version.steps.length - 1, this.part), value = this.lastValue();
    return cellsInUse(row).filter((i) => short(row.values[i]) === value).length === 1;
  }

  drawLegend() {
    const { version, part, view } = this;
    this.legend.hidden = this.parts.hidden = Boolean(view.show) || view.scaled === false;
    if (this.legend.hidden) return;
    const { low, high } = version.scale(part, this.step), row = version.row(this.step, part), { kinds, marks, fans, notes, forms } = signsOf(version, part);
    const scaled = (words, one) => make('span', {}, `${words} `, full(one.low), make('span', { className: 'scale', 'aria-hidden': 'true' }), full(one.high));
    const before = view.id === 'cells' && version.before(this.step, part) ? version.scale(part, version.beforeStep(this.step, part)) : null, two = before && before !== version.scale(part, this.step);
    const items = two ? [scaled('before', before), scaled('after', { low, high })] : [scaled(version.caption.value_name || 'value', { low, high })];
    const asked = this.guess?.covers(this.step) ? new Set(unanswered(version.links(this.step, part)).kind) : null;
    if (asked) for (const kind of asked) items.push(make('span', {}, linkSample(kind), language[kind].words.replace(', unchanged', '')));
    if (view.links !== false && !asked) {
      for (const kind of kinds) items.push(make('span', {}, linkSample(kind), language[kind].words));
      if (view.id !== 'network') for (const [form, fan] of fans) items.push(make('span', {}, fanSample(fan), signs.forms[form]));
      for (const form of forms) if (form !== 'carry' || view.id === 'tree') items.push(make('span', {}, formSample(form), signs.forms[form]));
      if (kinds.some((kind) => directionOf(kind) !== 0)) items.push(make('span', {}, 'An arrow points to where the larger value goes.'));
    }
    for (const [mark, words] of Object.entries(markWords))
      if (marks.has(Number(mark))) items.push(make('span', {}, markSample(Number(mark)), words));
    if (this.ranged.getAttribute('aria-pressed') === 'true') items.push(make('span', {}, '0..3: the sum of elements 0 to 3; 0,4..12: of every fourth'));
    const shown = this.guess?.covers(this.step) ? [] : view.notes?.(this) ?? [], { group, group_name: name } = version.caption;
    if (this.layout?.columns && isDivided(version, this.step, part) && group < row.count * row.span && group * this.layout.columns.cell >= 8)
      items.push(make('span', {}, groupSample(), name ? `between ${name}s, ${plural(group, 'element')} each` : `every ${plural(group, 'element')}`));
    for (const note of shown) if (notes.has(note)) items.push(make('span', {}, noteSamples[note](), signs.notes[note]));
    if (row && !row.pixels && row.total > row.count)
      items.push(make('span', { className: 'notice' }, `Shown: elements ${row.first} to ${row.first + row.count - 1} of ${row.total}`));
    fill(this.legend, ...items);
  }

  /** Shows sums as ranges of elements, in cells wide enough for them, or as values. */
  range(on) {
    const { version, part, stage: { element } } = this, ends = !on && this.ranged.getAttribute('aria-pressed') === 'true';
    this.ranged.setAttribute('aria-pressed', String(on));
    showRanges(version, part, on);
    if (!this.layout?.columns || version !== this.drawn) return;
    if (on) this.scrolled = element.scrollLeft;
    this.zoom = on ? Math.max(1, 46 * this.zoom / this.layout.columns.cell) : 1;
    this.draw();
    if (ends) element.scrollLeft = this.scrolled; // as it was before
    if (on || ends) this.stage.reveal(on ? 40 : 0);
  }

  zoomBy(factor) {
    this.zoom = factor === 0 ? 1 : clamp(this.zoom * factor, 0.1, Math.max(60, this.version.columns(this.part) / 8));
    this.draw();
  }

  /**
   * Moves the cursor to a cell and its step, and follows its value; null: follows nothing. `stays`: the step that is shown
   * remains, as when the pointer is on the upper one of two rows. `echoed`: another panel has already notified the others.
   */
  choose(place, stays = this.pointsAbove(place), echoed = false) {
    if (place && this.guess?.covers(place.step)) return place.cell === null ? null : this.page.predict.point(place.cell);
    if (!echoed) this.page.echo(this, place, stays);
    if (place && place.cell !== null) {
      const step = clamp(place.step, 0, this.version.steps.length - 1), row = factsRow(this.version, this.part, step);
      this.cursor = this.chosen = { step, cell: clamp(place.cell, 0, Math.max((row?.count ?? 1) - 1, 0)) };
      this.lineage = row && !row.pixels ? lineageOf(this.version, this.part, step, this.cursor.cell) : null;
      if (!stays && step !== this.page.step) return this.page.go(step);
    } else {
      this.cursor = this.chosen = this.lineage = null;
      if (place) return this.page.go(place.step);
    }
    this.draw();
  }
  pointsAbove(place) {
    return this.view.id === 'cells' && this.hovered !== null && place?.step === this.version.beforeStep(this.step, this.part);
  }
  /** A cursor to start with when the grid is reached by keyboard; one in the step shown is kept. */
  focusCell() {
    if (this.guess?.covers(this.step)) return this.page.predict.point(this.guess.cell);
    if (!this.cursor) this.choose({ step: this.view.stepOf?.(this) ?? this.step, cell: 0 });
  }
  hover(place) {
    const same = place?.step === this.hovered?.step && place?.cell === this.hovered?.cell;
    if (same) return;
    this.hovered = place;
    this.showFacts();
    this.shader.update();
  }

  /** Shows the facts about the current cell; the cursor's are also read aloud. */
  showFacts() {
    const { version, part, looked, stage } = this;
    const hidden = (place) => Boolean(place && this.guess?.covers(place.step));
    const facts = looked && !hidden(looked) ? factsOf(version, part, looked, this.page.run.element) : [];
    const name = looked ? version.title(looked.step) : '';
    fill(this.facts, ...(facts.length ? [['Pass', name], ...facts] : []).flatMap(([term, words]) => [make('dt', {}, term), make('dd', {
      className: words.startsWith('wrong') ? 'bad' : '' }, words)]));
    this.hint.hidden = facts.length > 0;
    this.showOrigin(facts.length > 0 ? looked : null);
    this.showFilm();
    const { cursor } = this;
    this.toLine.hidden = this.view.id === 'lines' || !version.stepping || !cursor || cursor.cell === null || hidden(cursor) || version.stepping.stepOf(version, part, cursor) < 0;
    const way = this.lineage && this.cursor && !this.guess?.covers(this.step) ? wayOf(version, part, this.lineage) : '';
    this.way.textContent = way;
    this.unfollow.hidden = !this.lineage;
    const columns = version.columns(part);
    stage.grid.setAttribute('aria-label', `Cells of ${version.name}, ${version.title(this.step)}. Arrow keys move.`);
    stage.grid.setAttribute('aria-colcount', String(Math.max(columns, 1)));
    stage.grid.setAttribute('aria-rowcount', String(version.steps.length));
    stage.row.setAttribute('aria-rowindex', String(this.step + 1));
    stage.cell.setAttribute('aria-colindex', String((cursor?.cell ?? 0) % Math.max(columns, 1) + 1));
    const own = cursor && !hidden(cursor) ? factsOf(version, part, cursor, this.page.run.element) : [];
    const spoken = own.map(([term, words]) => `${term} ${words}`).join('. ') || 'No cell is chosen';
    stage.cell.setAttribute('aria-label', spoken);
    if (document.activeElement === stage.cell && this.live.textContent !== spoken) this.live.textContent = spoken;
  }
  /** The stores that the cursor's cell came from. */
  showFilm() {
    const { version, part, cursor } = this, place = cursor && cursor.cell !== null && !this.guess?.covers(cursor.step) ? cursor : null;
    const shown = place ? `${version.name} ${part} ${place.step} ${place.cell}` : '';
    if (shown === this.filmed) return; // the focus may be in it
    this.filmed = shown;
    const steps = place ? filmOf(version, part, place) : [];
    this.film.hidden = steps.length === 0;
    fill(this.film, ...(steps.length ? filmList(this, steps) : []));
  }
  /** The expression of the current cell, back to the input. */
  showOrigin(looked) {
    const { version, part, origin } = this;
    const node = looked && version.before(looked.step, part) ? provenanceOf(version, part, looked.step, looked.cell) : null;
    const words = node ? provenanceWords(version, part, node) : null;
    origin.hidden = !words;
    if (!words) return fill(origin);
    const leaves = leavesOf(node).length;
    fill(origin, make('p', {}, words), leaves > 1 && leaves <= mostLeaves ? provenanceBoxes(version, part, node) : null);
  }
}
