// SPDX-License-Identifier: MIT
// The page of a run inside another page, such as the course in a browser, which names in data-host how to open it: at which pass,
// in which view. It reports what it shows, so that the next run opens there, and an editor marks the lines that made the pass. The other
// page may hand over another run, which takes the place of the one shown, and the time of the version before it.

const longest_s = 8; // of a run that is played once

class Host {
  constructor(root = document.documentElement) {
    this.present = root.dataset.host !== undefined;
    this.wish = this.present ? JSON.parse(root.dataset.host) : {}; // where to open
    this.left = this.wish; // where the page is now
    this.reported = '';
    this.coming = this.taking = null; // the newest run that waits, and the one under way
    this.before = null; // the version before this one, as far as its predicted time is known
    this.again = () => {}; // reports once more
    if (!this.present) return;
    new ResizeObserver(() => this.again()).observe(byId('page')); // a line that wraps later makes the page higher
    addEventListener('message', ({ source, data }) => {
      if (source !== parent) return;
      const { run, theme, before } = data?.passByPass ?? {};
      if (before !== undefined) this.before = before;
      if (typeof run !== 'string') return;
      this.coming = { run, theme };
      this.taking ??= this.takeAll();
    });
  }

  /** One run after the other; of those that come meanwhile only the newest, so that none pile up while somebody types. */
  async takeAll() {
    while (this.coming) {
      const { run, theme } = this.coming;
      this.coming = null;
      await this.take(run, theme).catch(() => {}); // the next one may be whole
    }
    this.taking = null;
  }

  /** Shows another run instead, where this one was left. */
  async take(run, theme) {
    if (theme) document.documentElement.dataset.theme = theme;
    this.wish = this.left;
    this.reported = '';
    await open(run);
  }

  /** What the other page gets to know whenever it changes: the pass, the view, the array, the lines of the pass, and how high all of it is. */
  report(panel, made) {
    if (!this.present || panel !== panel.page.panels[0]) return;
    const { page, version } = panel, program = version.program(panel.step);
    const place = ({ file, line }) => ({ file: version.files[program.files[file]]?.name ?? '', line });
    const shown = { step: page.step, last: page.last, view: page.view, part: panel.part, height: byId('page').scrollHeight,
      moment: panel.view.line && panel.lines ? panel.lines.moment.at : -1, playing: Boolean(page.timeline.timer) && page.step < page.last, predicting: page.predict.on, asksTime: page.predict.asksTime, lines: program ? made.lines.map(place) : [], exact: program && made.exact ? place(made.exact) : null };
    this.left = { step: shown.step, last: shown.last, view: shown.view, part: shown.part, moment: shown.moment };
    const words = JSON.stringify(shown);
    if (words !== this.reported) parent.postMessage({ passByPass: shown }, '*');
    this.reported = words;
    this.again = () => this.report(panel, made);
  }

  /** Asks for the same run in another order. */
  reorder(schedule) {
    parent.postMessage({ passByPass: { schedule } }, '*');
  }

  /** Plays the passes once, in the view that shows best what they do; where motion is not wanted, shows how they end. */
  play(page) {
    const [panel] = page.panels;
    page.setView(bestView(panel.version, panel.views));
    page.go(page.timeline.calm.matches ? page.last : 0);
    if (!page.timeline.calm.matches && page.last > 0) page.timeline.play(true, Math.max(page.timeline.rate, page.last / longest_s));
  }

  /**
   * Opens a version where the last run left off, as far as this run has such a view and such a pass; or as a strip, the printed picture of all
   * passes; or plays it, or has its first pass predicted.
   */
  open(page) {
    const { view, step, part, last, moment, act } = this.wish, [panel] = page.panels;
    if (act) page.release();
    if (this.present && act === 'play') return this.play(page);
    if (this.present && act === 'predict') return void page.predict.set(true);
    if (this.present && moment >= 0 && panel.version.stepping) return page.goToMoment(Math.min(moment, panel.version.stepping.count));
    if (!this.present || step === undefined || panel.version.firstWrong >= 0) return;
    if (panel.version.parts.includes(part)) panel.turnTo(part);
    const wanted = view === 'strip' ? stripView(panel) : view, whole = view === 'strip' && wanted === 'history';
    if (wanted === 'image' && view === 'strip') return; // at the pass with the image
    if (panel.views.some((one) => one.id === wanted)) page.setView(wanted);
    page.go(whole || step === last ? page.last : step);
  }
}
const host = new Host();
