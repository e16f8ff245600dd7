// SPDX-License-Identifier: MIT
// The page of a run inside another page, such as the course in a browser, which names in data-host how to open it: at which pass,
// in which view. It reports what it shows, so that the next run opens there, and an editor marks the lines that made the pass.

class Host {
  constructor(root = document.documentElement) {
    this.present = root.dataset.host !== undefined;
    this.wish = this.present ? JSON.parse(root.dataset.host) : {};
    this.reported = '';
  }

  /** What the other page gets to know whenever it changes: the pass, the view, the array, the lines of the pass, and how high all of it is. */
  report(panel, made) {
    if (!this.present || panel !== panel.page.panels[0]) return;
    const { page, version } = panel, program = version.program(panel.step);
    const place = ({ file, line }) => ({ file: version.files[program.files[file]]?.name ?? '', line });
    const shown = { step: page.step, last: page.last, view: page.view, part: panel.part, height: byId('page').scrollHeight,
      lines: program ? made.lines.map(place) : [], exact: program && made.exact ? place(made.exact) : null };
    const words = JSON.stringify(shown);
    if (words !== this.reported) parent.postMessage({ passByPass: shown }, '*');
    this.reported = words;
  }

  /** Opens a version where the last run left off, as far as this run has such a view and such a pass. */
  open(page) {
    const { view, step, part, last } = this.wish, [panel] = page.panels;
    if (!this.present || step === undefined || panel.version.firstWrong >= 0) return;
    if (panel.version.parts.includes(part)) panel.part = part;
    if (panel.views.some((one) => one.id === view)) page.setView(view);
    page.go(step === last ? page.last : step);
  }
}
const host = new Host();
