// SPDX-License-Identifier: MIT
// The view of a version line by line: one workgroup, forwards and backwards, with what its invocations and its memory hold.

/** Where a panel is in its version's lines, and the elements that show it. */
class Lines {
  constructor(panel) {
    this.panel = panel;
    this.moment = new Moment(panel.version);
    this.filter = null;
    this.watched = [];
    this.word = null;
    this.pass = -1;
    this.table = new LaneTable((variable) => this.showTime(variable));
    this.words = new WordTable((word) => this.ask(word));
    this.position = make('p', { className: 'position' });
    this.uniforms = make('p', { className: 'position' });
    this.sentence = make('p', { className: 'sentence', 'aria-live': 'polite' });
    this.did = make('p', { className: 'quiet did' });
    this.fault = make('div', { className: 'fault', role: 'status' });
    this.asked = make('div', { className: 'asked' });
    this.stopList = make('div', { className: 'stops' });
    this.orders = make('div', { className: 'stops', role: 'group', 'aria-label': 'Who goes on' });
    this.command = make('p', { className: 'quiet command', role: 'status' });
    this.problem = make('p', { className: 'bad', role: 'status' });
    this.time = new LaneTime(this);
    const act = (words, title, action) => button(words, () => this.act(action), { title });
    const field = (words, example, change) => {
      const input = make('input', { type: 'text', placeholder: example, spellcheck: false, autocomplete: 'off' });
      input.addEventListener('change', () => this.tryTo(() => change(input.value.trim(), input)));
      return make('label', {}, `${words} `, input);
    };
    this.element = make('div', { className: 'lines' },
      make('div', { className: 'controls', role: 'group', 'aria-label': 'Lines' },
        act('|◀', 'First step (Home)', () => this.moment.walk.go(0)), act('◀ Step', 'Back one step (left arrow)', () => this.moment.walk.go(this.moment.at - 1)),
        act('Step ▶', 'Next step (right arrow)', () => this.moment.walk.go(this.moment.at + 1)), act('▶|', 'The end (End)', () => this.moment.walk.go(this.moment.stepping.count)),
        act('Over', 'Over a call (O)', () => this.over()), act('Out', 'Out of a function (U)', () => this.out()), act('Barrier', 'On until this subgroup has come to a barrier (B)', () => this.barrier()),
        act('◀ Run', 'Back to a stop (Shift F)', () => this.run(false)), act('Run ▶', 'On to a stop (F)', () => this.run(true)),
        ...this.moment.faults.length ? [act('◀ Error', 'Back to a line that goes wrong (Shift E)', () => this.toFault(false)), act('Error ▶', 'On to a line that goes wrong (E)', () => this.toFault(true))] : []),
      this.position, this.sentence, this.fault, this.did, this.problem, this.uniforms, this.asked,
      make('div', { className: 'fields' },
        field('Stop before line', '29, or 29 if i < 4', (text, input) => this.addStop(text, input)), field('Show only where', 'i < 4', (text) => this.setFilter(text)),
        field('Also show', 'tile[i] + 1u', (text, input) => this.addWatched(text, input))),
      this.stopList, this.orders, this.command, this.table.element, this.time.element, this.words.element);
  }

  /** Shows it; `step`: the page's, which comes before what was shown last. */
  show(step) {
    if (step !== this.pass) {
      const { cursor, part, version } = this.panel, at = cursor && cursor.cell !== null && cursor.step === step ? this.moment.stepping.stepOf(version, part, cursor) : -1;
      this.moment.walk.go(at >= 0 ? at : this.moment.beginOf(step));
      this.pass = step;
    }
    this.update();
    return this.element;
  }
  /** Goes to a step. */
  go(at) {
    this.act(() => this.moment.walk.go(at));
  }

  /** Does something that may lead elsewhere, and shows where. */
  act(action) {
    this.problem.textContent = '';
    action();
    const { pass } = this.moment, { page } = this.panel;
    this.pass = pass;
    if (page.step === pass) this.panel.draw();
    else page.go(pass);
  }
  tryTo(action) {
    this.problem.textContent = '';
    try {
      action();
    } catch (problem) {
      this.problem.textContent = problem.message;
    }
    this.update();
  }
  say(found, words) {
    if (!found) this.problem.textContent = words;
  }
  over() {
    this.say(this.moment.over(), 'That was its last line.');
  }
  out() {
    if (!(this.moment.site?.depth > 0)) this.say(false, 'This is main, which nobody called.');
    else this.say(this.moment.out(), 'It did not return.');
  }
  barrier() {
    this.say(this.moment.barrier(), 'It comes to no barrier any more.');
  }
  run(forwards) {
    this.say(this.moment.run(forwards), this.moment.stops.length ? 'Nothing stopped it.' : 'There is no stop: name a line, or choose a word of memory.');
  }
  toFault(forwards) {
    this.say(this.moment.toFault(forwards), `Nothing goes wrong ${forwards ? 'after' : 'before'} this.`);
  }

  addStop(text, input) {
    const found = /^(\d+)(?:\s+if\s+(.+))?$/.exec(text);
    if (!found) throw new Error(`'${text}' is neither a line, such as 29, nor a line with a condition, such as 29 if i < 4.`);
    const formula = found[2] ? this.moment.formula(found[2]) : null, file = this.panel.shader.chosen, wanted = lineNumberOf({ file, line: Number(found[1]) });
    const line = this.moment.linesOf(file).find((one) => one >= wanted);
    if (!line) throw new Error(`Nothing ran at line ${found[1]}, or after it.`);
    this.stop(line, formula, line === wanted ? '' : `, the next one that ran`);
    input.value = '';
  }
  stop(line, formula = null, beside = '') {
    this.moment.stops.push({ line, formula, words: `line ${placeOf(line).line}${beside}${formula ? ` if ${formula.text}` : ''}` });
  }
  /** Stops before a line from now on, or no longer. */
  toggleStop(line) {
    const { stops } = this.moment, at = stops.findIndex((one) => one.line === line && !one.formula);
    if (at >= 0) stops.splice(at, 1);
    else if (this.moment.dispatch.sites.some(([one]) => one === line)) this.stop(line);
    this.update();
  }
  setFilter(text) {
    this.filter = null; // also where the new one makes no sense
    this.filter = text ? this.moment.formula(text) : null;
  }
  addWatched(text, input) {
    if (!text) return;
    this.watched.push(this.moment.formula(text));
    input.value = '';
  }

  /** What is known of a word of memory. */
  ask(word) {
    this.word = word;
    this.update();
    this.asked.querySelector('button')?.focus();
  }
  showTime(variable) {
    this.time.variable = this.time.variable === variable ? null : variable;
    this.update();
  }

  update() {
    const { moment, panel } = this, { dispatch, walk, stepping, site } = moment, all = stepping.dispatches.length;
    const dispatches = all > 1 ? `dispatch ${dispatch.number + 1} of ${all}, ` : '';
    this.position.textContent = `Step ${Math.min(walk.at + 1, stepping.count)} of ${stepping.count} · ${dispatches}workgroup ${dispatch.workgroup} of ${dispatch.workgroups}, subgroups of ${plural(dispatch.subgroup_size, 'lane')}`;
    fill(this.sentence, ...(walk.atEnd ? [dispatch.full ? 'Here the recording ends: there is more than a page has room for.' : dispatch.stopped ? 'Here the run was stopped: it would not have ended.' : 'The workgroup has ended.']
      : moment.subgroup < 0 ? ['Next, another workgroup writes.'] : [`Next: ${moment.stepWords(walk.at)}: `, make('code', {}, moment.textOf(site.line))]));
    this.did.textContent = this.didWords();
    this.uniforms.textContent = [...dispatch.uniforms].slice(0, 24).map(([name, value]) => `${name} = ${inWords(value)}`).join(', ');
    this.table.update(moment, this.filter, this.watched);
    this.words.update(moment, this.word);
    this.time.update();
    this.showFault();
    this.showAsked();
    this.showOrders();
    fill(this.stopList, ...moment.stops.map((stop) => button(`Stops ${stop.memory === undefined ? 'before' : 'after'} ${stop.words} ✕`, () => this.tryTo(() => moment.stops.splice(moment.stops.indexOf(stop), 1)), { 'aria-label': `Forget the stop at ${stop.words}` })),
      ...this.watched.map((formula) => button(`${formula.text} ✕`, () => this.tryTo(() => this.watched.splice(this.watched.indexOf(formula), 1)), { 'aria-label': `Do not show ${formula.text}` })));
    panel.page.nameMoment(panel, walk.at);
  }
  /** What goes wrong in the line that comes next. */
  showFault() {
    const { moment } = this, here = moment.faults.filter(({ at }) => at === moment.at), race = here.find(({ other }) => other >= 0), turned = race && moment.turned(race);
    this.fault.hidden = here.length === 0;
    fill(this.fault, ...here.map(({ words }) => make('p', { className: 'bad' }, `This line goes wrong: ${words}`)),
      race ? button(`The other access, step ${race.other + 1}`, () => this.go(race.other)) : null,
      turned ? button('The other way round', () => this.reorder(turned), { title: 'Run again, with these two accesses in the other order' }) : null);
  }
  /** The reader is the scheduler: in a tab the program runs again, and elsewhere the page says how. */
  showOrders() {
    const { moment } = this, able = moment.dispatch.subgroups > 1 && moment.subgroup >= 0 && !moment.walk.atEnd ? moment.able() : [], place = `${moment.dispatch.number} ${moment.at}`;
    const others = able.filter((one) => one !== moment.subgroup).slice(0, 8), known = moment.stepping.orders;
    this.orders.hidden = others.length === 0;
    if (this.offered === place) return; // the focus may be in it
    this.offered = place;
    this.command.textContent = '';
    const choose = (subgroup, accesses) => this.reorder(moment.schedule(subgroup, accesses));
    const dare = known.length ? `Can an order make it wrong? Known: ${known.join('; ')}.` : 'Can an order make it wrong?';
    fill(this.orders, make('span', { className: 'quiet' }, `${dare} Subgroup ${moment.subgroup} goes on here. Instead:`), ...others.flatMap((one) => [
      button(`subgroup ${one}`, () => choose(one, 0), { title: `Run again, with subgroup ${one} from here on until it waits` }),
      button('… one access', () => choose(one, 1), { title: `Run again, with one access to memory of subgroup ${one} first`, 'aria-label': `subgroup ${one}, one access` })]));
  }
  reorder(schedule) {
    if (host.present) return host.reorder(schedule);
    this.command.textContent = `Run it again with --sim-schedule '${schedule}'.`;
  }
  /** What the line before changed, in words. */
  didWords() {
    const { moment: { walk, dispatch } } = this, { subgroup, words } = walk.changes();
    if (walk.at === dispatch.first) return '';
    const changed = [...words].map((one) => one.split(' ').map(Number)).filter(([memory, index]) => dispatch.names.size > 0 && dispatch.nameOf(memory, index) !== 'memory');
    const shown = changed.slice(0, 8).map(([memory, index]) => `${dispatch.nameOf(memory, index)} became ${inWords(walk.word(dispatch.nameOf(memory, index)))}`);
    const who = subgroup < 0 ? 'Before: another workgroup' : `Before: ${this.moment.stepWords(walk.at - 1)}`;
    const waits = subgroup >= 0 && dispatch.steps.waits[walk.step - 1] === 1 ? ` Subgroup ${subgroup} waits at the barrier.` : '';
    return `${who}${shown.length ? `: ${shown.join(', ')}${changed.length > 8 ? ` and ${changed.length - 8} more` : ''}` : ''}.${waits}`;
  }
  showAsked() {
    const { word, moment } = this;
    this.asked.hidden = !word;
    if (!word) return;
    const { memory, index, name } = word, before = moment.walk.writer(memory, index), after = moment.walk.writer(memory, index, true);
    const place = (at) => `step ${at + 1}, ${moment.stepWords(at)}`;
    fill(this.asked, make('p', {}, make('strong', {}, `${name}: ${inWords(moment.walk.word(name))}`), before < 0 ? ' Nobody has changed it yet in this dispatch.' : ` Changed last by ${place(before)}.`),
      before < 0 ? null : button('Go to that', () => this.go(before)), after < 0 ? null : button('Next change', () => this.go(after)),
      button('Stop when it changes', () => this.tryTo(() => moment.stops.push({ memory, index, words: `${name} changes` }))), button('Close', () => this.tryTo(() => { this.word = null; })));
  }
}

/** A variable of all invocations over time: a picture, each line a column. */
class LaneTime {
  constructor(lines) {
    this.lines = lines;
    this.variable = null;
    this.canvas = make('canvas', { 'aria-hidden': 'true' });
    this.words = make('p', { className: 'quiet' });
    this.element = make('div', { className: 'time', hidden: true }, this.words, this.canvas);
    this.canvas.addEventListener('click', ({ offsetX }) => this.lines.go(this.dispatch.first + Math.floor(offsetX / this.across)));
  }
  update() {
    const { moment } = this.lines, { dispatch } = moment, { variable } = this;
    this.element.hidden = !variable || !dispatch.variables.includes(variable);
    if (this.element.hidden) return;
    if (this.drawn !== variable || this.dispatch !== dispatch) this.read(moment, variable);
    this.draw(moment.walk.step);
  }
  /** All its values, step by step. */
  read(moment, variable) {
    this.drawn = variable;
    this.dispatch = moment.dispatch;
    const walk = new Walk(moment.stepping), members = Array.from({ length: this.dispatch.subgroups }, (_, k) => moment.members(k).map((_, lane) => [k, lane])).flat();
    walk.begin(this.dispatch);
    this.members = members.length;
    this.values = new Float64Array(members.length * (this.dispatch.count + 1)).fill(NaN);
    for (let step = 0; step <= this.dispatch.count; ++step) {
      members.forEach(([subgroup, lane], k) => {
        const found = walk.value(variable, subgroup, lane);
        if (found) this.values[step * members.length + k] = Number(found.value);
      });
      if (step < this.dispatch.count) walk.forward();
    }
    this.scale = new Scale([{ values: this.values }]);
  }
  draw(now) {
    const { canvas, members, values, scale, dispatch } = this, columns = dispatch.count + 1, room = Math.max(this.element.clientWidth, 200);
    this.across = clamp(room / columns, 1, 12);
    const high = clamp(160 / members, 1, 10), ratio = window.devicePixelRatio || 1, width = Math.ceil(columns * this.across), height = Math.ceil(members * high);
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const c = canvas.getContext('2d');
    c.scale(ratio, ratio);
    for (let step = 0; step < columns; ++step)
      for (let k = 0; k < members; ++k) {
        const value = values[step * members + k];
        if (Number.isNaN(value)) continue;
        c.fillStyle = scale.css(value);
        c.fillRect(step * this.across, k * high, Math.max(this.across, 1), high);
      }
    drawOutline(c, theme.chosen, 2, now * this.across, 1, Math.max(this.across, 2), height - 2);
    this.words.textContent = `${this.variable.words} over time: a row for each invocation, a column for each step, from ${full(scale.low)} (dark) to ${full(scale.high)} (bright); empty where it is not set. A click goes there.`;
  }
}

addView({
  id: 'lines',
  title: 'Line by line',
  sentence: ({ lines }) => `One workgroup as it ran, line by line${lines?.moment.dispatch.full ? ', as far as it was recorded' : ''}. Pale: invocations that are elsewhere. Marked: what the step before changed. –: not set.`,
  invitation: () => 'Try: → does a step, ← undoes it; press the name of a variable, or a word of memory.',
  links: false,
  scaled: false,
  serves: (version) => Boolean(version.stepping),
  show(panel, step) {
    if (panel.lines?.moment.version !== panel.version) panel.lines = new Lines(panel);
    return panel.lines.show(step);
  },
  /** What the page's keys do in this view; false: what they do elsewhere. */
  key(panel, key) {
    const { lines } = panel, { walk, site, stepping } = lines.moment;
    const actions = {
      ArrowLeft: () => walk.go(walk.at - 1), ArrowRight: () => walk.go(walk.at + 1), Home: () => walk.go(0), End: () => walk.go(stepping.count),
      o: () => lines.over(), u: () => lines.out(), b: () => lines.barrier(), f: () => lines.run(true), F: () => lines.run(false), e: () => lines.toFault(true), E: () => lines.toFault(false), s: () => site && lines.toggleStop(site.line),
    };
    if (!actions[key]) return false;
    lines.act(actions[key]);
    return true;
  },
  /** The line that comes next, for the shader's text. */
  line(panel) {
    const { moment } = panel.lines, { site } = moment;
    return { place: site && placeOf(site.line), here: moment.lanes.length, stops: moment.stops.filter((one) => one.line).map((one) => placeOf(one.line)), program: moment.program() };
  },
});
