// SPDX-License-Identifier: MIT
// The page: a run, up to two of its versions side by side, and the pass that both show.

class Page {
  constructor(run) {
    this.run = run;
    this.versions = run.versions.map((version) => new Version(version, run));
    this.step = 0;
    this.last = 0;
    this.view = 'cells';
    this.held = true; // nothing is drawn before it is known where the page opens
    this.panels = [new Panel(this), new Panel(this)];
    this.panels[1].element.hidden = true;
    this.predict = new Predict(this);
    this.timeline = new Timeline(this);
    this.help = helpDialog();
    this.gone = new AbortController();
  }

  /** Takes its place in the document, once what it opens with is loaded: nothing empty is seen. */
  async begin() {
    const worst = this.versions.findIndex(({ status }) => status === 'wrong' || status === 'failed' || status === '');
    const [name, moment] = decodeURIComponent(location.hash.slice(1)).split('&step='), named = this.versions.findIndex((version) => version.name === name), first = named >= 0 ? named : Math.max(worst, 0);
    await this.versions[first]?.load();
    this.build();
    listenToKeys(this, this.gone.signal);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.setTheme(null), { signal: this.gone.signal });
    this.setTheme(keptTheme());
    await this.choose(first);
    if (moment && named >= 0) this.goToMoment(Number(moment) - 1);
  }

  /** Line by line, before the step `at`; one that is no longer there becomes the nearest, and the page says so. */
  goToMoment(at) {
    const [panel] = this.panels, { stepping } = panel.version;
    this.release();
    if (!stepping || !Number.isInteger(at)) return;
    this.setView('lines');
    panel.lines.go(at);
    if (at < 0 || at > stepping.count) panel.lines.problem.textContent = `There is no step ${at + 1}: this run has ${stepping.count}.`;
  }
  /** Puts a moment into the address, as a link to it. */
  nameMoment(panel, at) {
    if (host.present || panel !== this.panels[0]) return;
    clearTimeout(this.naming); // a browser allows few of these per second
    this.naming = setTimeout(() => {
      try {
        history.replaceState(null, '', `#${encodeURIComponent(panel.version.name)}&step=${at + 1}`);
      } catch { /* it may refuse that for files */ }
    }, 200);
  }

  /** Draws from now on. */
  release() {
    if (!this.held) return;
    this.held = false;
    this.go(this.step);
  }

  /** Another page takes its place. */
  close() {
    this.timeline.play(false);
    this.gone.abort();
  }

  build() {
    const { run, versions } = this;
    this.tabs = versions.map((version, k) => {
      const bad = !fine.includes(version.status);
      const tab = make('button', { type: 'button', role: 'tab', id: `tab-${k}`, 'aria-controls': 'panel', className: bad ? 'bad' : '' },
        version.name, bad ? make('span', { className: 'unseen' }, `, ${results[version.status] ?? version.status}`) : null, bad ? ' ✗' : null);
      tab.addEventListener('mousedown', (event) => { // the focus stays where it was, so that arrow keys go on stepping through passes
        event.preventDefault();
        if (this.tabs.includes(document.activeElement)) document.activeElement.blur();
      });
      tab.addEventListener('click', () => this.choose(k));
      tab.addEventListener('keydown', (event) => {
        const to = { ArrowLeft: k - 1, ArrowRight: k + 1, Home: 0, End: versions.length - 1 }[event.key];
        if (to === undefined || !this.tabs[to]) return;
        event.preventDefault();
        this.choose(to);
        this.tabs[to].focus();
      });
      return tab;
    });
    const beside = choice('Beside it:', [['', 'nothing'], ...versions.map((version, k) => [String(k), version.name])], '', (value) => this.showBeside(value));
    this.beside = beside.select;
    this.viewChoice = make('select', { id: 'view' });
    this.viewChoice.addEventListener('change', () => this.setView(this.viewChoice.value));
    this.panels[0].element.id = 'panel';
    this.panels[0].element.setAttribute('role', 'tabpanel');
    this.panels[1].element.setAttribute('role', 'region');
    this.data = make('p', { className: 'quiet data' });
    this.pair = make('div', { className: 'panels' }, ...this.panels.map((panel) => panel.element));
    fill(byId('page'),
      make('header', {},
        make('div', { className: 'line' }, make('h1', {}, /^\d\d_/.test(run.lesson) ? `${run.lesson.slice(0, 2)} ${run.title}` : run.title), this.data,
          make('div', { className: 'tools' }, make('a', { href: '../index.html' }, 'All runs'), button('Light or dark', () => this.toggleTheme()),
            button('Keys', () => this.help.showModal(), { 'aria-label': 'Keys: what the keyboard does' }))),
        make('div', { role: 'tablist', 'aria-label': 'Versions', className: 'tabs' }, ...this.tabs), this.timeline.element,
        make('div', { className: 'toolbar' }, make('label', {}, 'View: ', this.viewChoice), versions.length > 1 ? beside.label : null)),
      make('main', {}, run.problem ? make('p', { className: 'message', role: 'status' }, run.problem) : null, this.pair),
      this.help);
    this.panels[0].below.append(this.predict.element);
    this.panels[0].stage.space.append(this.predict.field);
  }

  /** Shows a version; `chosen` is done once it is drawn. */
  choose(number) {
    return this.chosen = this.load(number);
  }
  async load(number) {
    this.timeline.play(false);
    this.tabs.forEach((tab, k) => {
      tab.setAttribute('aria-selected', String(k === number));
      tab.tabIndex = k === number ? 0 : -1;
    });
    this.tabs[number].scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const [panel] = this.panels, before = panel.version, { run } = this;
    await panel.show(this.versions[number]);
    panel.element.setAttribute('aria-labelledby', `tab-${number}`);
    this.predict.set(false);
    this.data.textContent = [this.dataWords(panel.version), run.renderer, run.began].filter(Boolean).join(' · ');
    this.data.title = this.data.textContent;
    if (!before) this.step = firstStep(panel.version);
    this.predict.offer();
    this.fresh = true; // nobody has stepped through this version yet
    this.setView(before ? this.view : bestView(panel.version, panel.views));
    const place = panel.version.steps.length ? firstPlace(panel.version, panel.part, this.step) : null;
    if (place) panel.choose(place, true);
  }

  /** What the version ran on: its own n where the run has no common one. */
  dataWords({ caption: { n }, steps }) {
    const own = 'each version at its own n', elements = n || steps[0]?.rows.values().next().value.total;
    return elements ? this.run.data.replace(own, `n = ${elements}`) : this.run.data;
  }

  async showBeside(value) {
    const [, other] = this.panels;
    if (value !== '') await other.show(this.versions[Number(value)]);
    other.element.hidden = value === '';
    this.pair.classList.toggle('two', value !== '');
    this.setView(this.view);
  }

  setView(id) {
    const [panel] = this.panels, own = panel.views;
    this.view = own.some((view) => view.id === id) ? id : own[0]?.id ?? 'cells';
    if (this.view !== 'cells') this.predict.set(false);
    fill(this.viewChoice, ...own.map((view) => make('option', { value: view.id }, view.title)));
    this.viewChoice.value = this.view;
    this.go(this.step);
  }
  nextView() {
    const own = this.panels[0].views, at = own.findIndex((view) => view.id === this.view);
    if (own.length) this.setView(own[(at + 1) % own.length].id);
  }

  /** Makes the other panel follow the same cell, if it has one. */
  echo(panel, place, stays) {
    for (const other of this.panels) {
      if (other === panel || !other.version || other.element.hidden) continue;
      const row = place && place.cell !== null ? factsRow(other.version, other.part, place.step) : null;
      if (!place || (row && place.cell < row.count)) other.choose(place, stays, true);
    }
  }

  /** Shows a step on all panels; stays within the longest. `moving`: values travel into it. `guess`: what the learner predicts of it. */
  go(step, moving = false, guess = null) {
    const shown = this.panels.filter((panel) => panel.version && !panel.element.hidden), before = this.step;
    this.last = Math.max(0, ...shown.map((panel) => panel.version.steps.length - 1));
    this.step = clamp(step, 0, this.last);
    if (this.step !== before) this.fresh = false;
    if (guess) this.panels[0].guess = guess;
    for (const panel of shown) {
      panel.draw();
      if (moving && (this.step === before + 1 || guess)) panel.move(this.timeline.motion_ms);
    }
    if (this.held) return;
    this.predict.field.hidden = !this.panels[0].guess?.covers(this.step);
    this.timeline.update();
  }
  /** The next pass: shown at once, or hidden until it is predicted. */
  forward() {
    if (this.predict.on) this.predict.forward();
    else this.go(this.step + 1, true);
  }
  goWrong() {
    const wrong = this.panels.filter((panel) => panel.version && !panel.element.hidden && panel.version.firstWrong >= 0);
    for (const panel of wrong) panel.turnTo(panel.version.firstPart);
    if (wrong.length) this.go(Math.min(...wrong.map((panel) => panel.version.firstWrong)));
  }

  toggleTheme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    this.setTheme(dark ? 'light' : 'dark');
    try {
      localStorage.setItem('theme', root.dataset.theme);
    } catch { /* a browser may not store anything for files */ }
  }
  setTheme(name) {
    if (name) document.documentElement.dataset.theme = name;
    readTheme();
    if (this.panels[0].version) this.go(this.step);
  }
}

/** What the reader chose on an earlier page; null where the system decides. */
function keptTheme() {
  try {
    return localStorage.getItem('theme');
  } catch { // a browser may not store anything for files
    return null;
  }
}

let current = null; // the page in the document

/** Shows a run: JSON, as common/report/page.hpp says. */
async function open(run) {
  const page = new Page(JSON.parse(run));
  await page.begin();
  current?.close();
  current = page;
  host.open(page);
  page.release();
  document.documentElement.dataset.ready = 'yes';
}

if (typeof DecompressionStream === 'undefined') {
  byId('page').append(make('p', { className: 'message' },
    'This browser is too old to unpack the passes: open the page in Chrome or Edge 80, Firefox 113, Safari 16.4, or a later version. The pictures of the run are next to the page.'));
} else {
  open(byId('run').textContent);
}
