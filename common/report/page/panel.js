// SPDX-License-Identifier: MIT
// One version on the page: its drawing, the facts about a cell, its shader and its result.

const results = { right: 'right', shown: 'shown: wrong on purpose', wrong: 'WRONG', failed: 'FAILED', skipped: 'skipped', '': 'did not finish' };

class Panel {
  constructor(page) {
    this.page = page;
    this.version = null;
    this.step = 0;
    this.part = '';
    this.zoom = 1;
    this.cursor = null;
    this.hovered = null;
    this.stage = new Stage(this);
    this.shader = new Shader(this);
    this.title = make('h2', {});
    this.result = make('p', {});
    this.reading = make('p', { className: 'quiet' });
    this.legend = make('div', { className: 'legend' });
    this.facts = make('dl', { className: 'facts' });
    this.hint = make('p', { className: 'quiet' }, 'Point at a cell, or press Tab to reach the drawing and move with the arrow keys.');
    this.live = make('p', { className: 'unseen', 'aria-live': 'polite' });
    this.way = make('p', { className: 'way' });
    this.said = make('div', { className: 'said' });
    this.parts = make('span', {});
    this.zoomed = make('span', { className: 'zoom' },
      button('−', () => this.zoomBy(1 / 1.5), { 'aria-label': 'Draw smaller' }), button('+', () => this.zoomBy(1.5), { 'aria-label': 'Draw larger' }),
      button('Fit', () => this.zoomBy(0), {}));
    this.unfollow = button('Stop following', () => this.choose(null), { hidden: true });
    const cells = make('section', { className: 'about' }, make('h3', {}, 'The cell'), this.hint, this.facts, this.way, this.unfollow, this.live);
    this.element = make('section', { className: 'panel', tabIndex: -1 }, this.title, this.result,
      make('div', { className: 'head' }, this.reading, make('span', { className: 'tools' }, this.parts, this.zoomed)),
      this.stage.element, this.legend, make('div', { className: 'below' }, cells, this.shader.element), this.said);
  }

  get view() {
    return this.views.find((view) => view.id === this.page.view) ?? this.views[0];
  }
  /** The cell under the pointer, or else under the cursor. */
  get looked() {
    return this.hovered ?? this.cursor;
  }

  async show(version) {
    if (this.version === version) return;
    await version.load();
    this.version = version;
    this.views = views.filter((view) => version.steps.length > 0 && view.serves(version));
    this.part = version.parts[0] ?? '';
    this.cursor = this.hovered = this.lineage = null;
    this.title.textContent = `${version.name}: ${version.idea}`;
    fill(this.result, make('strong', { className: version.status === 'right' || version.status === 'shown' || version.status === 'skipped' ? '' : 'bad' },
      results[version.status] ?? version.status), this.resultWords());
    this.element.setAttribute('aria-label', version.name);
    fill(this.parts, version.parts.length > 1 ? choice('Array:', version.parts.map((part) => [part, part]), this.part, (part) => {
      this.part = part;
      this.choose(this.cursor);
    }).label : null);
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
    const problem = version.message || (version.status === '' ? this.page.run.problem : '');
    fill(this.said, problem ? make('pre', { className: 'message' }, problem) : null,
      ...version.findings.map((finding) => make('div', { className: 'finding' }, make('strong', {}, `${finding.pattern}: `), finding.what, make('p', {}, finding.meaning),
        make('details', {}, make('summary', {}, 'A hint'), make('p', {}, finding.hints[0] ?? '')))),
      version.line_notes.length ? make('ul', { className: 'notes' }, ...version.line_notes.map((note) => make('li', {}, make('strong', {}, `${note.file}:${note.line}, ${note.kind}: `), note.text))) : null,
      version.notes.length ? make('ul', { className: 'notes' }, ...version.notes.map((note) => make('li', {}, note))) : null);
  }

  /** Shows a step: draws it, and updates the facts and the shader. */
  draw() {
    const { version } = this;
    if (!version || this.element.hidden) return;
    this.stage.element.hidden = version.steps.length === 0;
    this.shader.element.hidden = true;
    if (version.steps.length === 0) {
      this.reading.textContent = 'No pass was recorded.';
      return;
    }
    this.step = clamp(this.page.step, 0, version.steps.length - 1);
    this.stage.update();
    const how = { cells: version.caption.how_to_read, bars: 'Each bar is an element, as high as its value; below it is what the pass did.',
      network: 'Each wire is an element; a line joins two that a pass compares, solid if they were swapped. Click a wire to follow its value.',
      tree: 'Each row is the array after a pass; each curve shows where a value was added or moved.',
      history: 'Each row is the array after a pass; the framed one is shown now. Click a cell to go there.',
      slices: 'Elements are the cells of a grid, shown as slices side by side.', image: 'The image as the pass left it.',
      frames: 'Drawn from the buffer in which the shader works. Click a small frame to go there.' };
    if (!version.before(this.step, this.part)) how.cells ||= 'What the pass left in each element.';
    this.reading.textContent = how[this.view.id] || 'Above: the values before the pass. Below: the values after it.';
    this.drawLegend();
    this.showFacts();
    this.shader.update();
  }

  drawLegend() {
    const { version, part, view } = this;
    if (view.id === 'image' || view.id === 'frames') {
      this.legend.hidden = true;
      return;
    }
    this.legend.hidden = false;
    const { low, high } = version.scale(part), row = version.row(this.step, part);
    const items = [make('span', {}, `${version.caption.value_name || 'value'} `, full(low), make('span', { className: 'scale', 'aria-hidden': 'true' }), full(high))];
    if (view.id !== 'history' && view.id !== 'slices') for (const [words, kind] of linkLegend(version)) {
      const sample = make('span', { className: swaps(kind) || flows(kind) ? 'sample whole' : 'sample', 'aria-hidden': 'true' });
      sample.style.borderColor = linkColour(kind);
      items.push(make('span', {}, sample, words));
    }
    if (version.has((one) => one.wrong > 0)) items.push(make('span', {}, make('span', { className: 'ring', 'aria-hidden': 'true' }), 'differs from the CPU twin'));
    if (row && !row.pixels && row.total > row.count)
      items.push(make('span', { className: 'notice' }, `Shown: elements ${row.first} to ${row.first + row.count - 1} of ${row.total}`));
    fill(this.legend, ...items);
  }

  zoomBy(factor) {
    this.zoom = factor === 0 ? 1 : clamp(this.zoom * factor, 0.1, 60);
    this.draw();
  }

  /**
   * Moves the cursor to a cell and its step, and follows its value; null: follows nothing. `stays`: the step that is shown
   * remains, as when the pointer is on the upper one of two rows. `echoed`: another panel has already notified the others.
   */
  choose(place, stays = this.pointsAbove(place), echoed = false) {
    if (!echoed) this.page.echo(this, place, stays);
    if (place && place.cell !== null) {
      const step = clamp(place.step, 0, this.version.steps.length - 1), row = factsRow(this.version, this.part, step);
      this.cursor = { step, cell: clamp(place.cell, 0, Math.max((row?.count ?? 1) - 1, 0)) };
      this.lineage = row && !row.pixels ? lineageOf(this.version, this.part, step, this.cursor.cell) : null;
      this.chosenAt = stays ? this.step : step;
      if (!stays && step !== this.page.step) return this.page.go(step);
    } else {
      this.cursor = this.lineage = null;
      if (place) return this.page.go(place.step);
    }
    this.draw();
  }
  pointsAbove(place) {
    return this.view.id === 'cells' && this.hovered !== null && place?.step === this.step - 1;
  }
  /** A cursor to start with when the grid is reached by keyboard; one chosen in the step shown is kept. */
  focusCell() {
    if (!this.cursor || this.chosenAt !== this.step) {
      const cell = this.cursor ? this.cursor.cell : 0;
      this.choose({ step: this.view.id === 'image' ? this.layout.step : this.step, cell });
    }
  }
  hover(place) {
    const same = place?.step === this.hovered?.step && place?.cell === this.hovered?.cell;
    if (same) return;
    this.hovered = place && place.cell !== null ? place : null;
    this.showFacts();
    this.shader.update();
  }

  /** Shows the facts about the current cell; the cursor's are also read aloud. */
  showFacts() {
    const { version, part, looked, stage } = this;
    const facts = looked ? factsOf(version, part, looked, this.page.run.element) : [];
    const name = looked ? version.title(looked.step) : '';
    fill(this.facts, ...(facts.length ? [['Pass', name], ...facts] : []).flatMap(([term, words]) => [make('dt', {}, term), make('dd', {
      className: words.startsWith('wrong') ? 'bad' : '' }, words)]));
    this.hint.hidden = facts.length > 0;
    const way = this.lineage && this.cursor ? wayOf(version, this.lineage) : '';
    this.way.textContent = way ? `Position through all passes: ${way}` : '';
    this.unfollow.hidden = !this.lineage;
    const { cursor } = this, columns = version.columns(part);
    stage.grid.setAttribute('aria-label', `Cells of ${version.name}, ${version.title(this.step)}. Arrow keys move.`);
    stage.grid.setAttribute('aria-colcount', String(Math.max(columns, 1)));
    stage.grid.setAttribute('aria-rowcount', String(version.steps.length));
    stage.row.setAttribute('aria-rowindex', String(this.step + 1));
    stage.cell.setAttribute('aria-colindex', String((cursor?.cell ?? 0) % Math.max(columns, 1) + 1));
    const own = cursor ? factsOf(version, part, cursor, this.page.run.element) : [];
    const spoken = own.map(([term, words]) => `${term} ${words}`).join('. ') || 'No cell is chosen';
    stage.cell.setAttribute('aria-label', spoken);
    if (document.activeElement === stage.cell && this.live.textContent !== spoken) this.live.textContent = spoken;
  }
}
