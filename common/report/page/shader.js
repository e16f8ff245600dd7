// SPDX-License-Identifier: MIT
// The shader's text, with the lines that made the pass marked, and what was found or counted at a line.

class Shader {
  constructor(panel) {
    this.panel = panel;
    this.code = make('ol', { className: 'code' });
    this.name = make('h3', {}, 'Shader');
    this.caption = make('p', { className: 'quiet' });
    this.files = make('span', {});
    this.pane = make('div', { className: 'pane', tabIndex: 0, role: 'region', 'aria-label': 'Text of the shader' }, this.code);
    this.element = make('section', { className: 'shader' }, make('div', { className: 'line' }, this.name, this.files), this.caption, this.pane);
    this.shown = null;
    this.chosen = 0;
  }

  /** Which lines of which file made a step: { file, lines, exact }. */
  made(program, step, cell) {
    const { version, part } = this.panel, row = factsRow(version, part, step);
    let numbers = row?.lines ?? [], exact = null;
    if (row?.madeAt && cell !== null && cell < row.count && row.madeAt[cell]) exact = row.madeAt[cell];
    const place = (number) => ({ file: number > 1000 ? Math.floor((number - 1) / 1000) : 0, line: number > 1000 ? (number - 1) % 1000 + 1 : number });
    if (numbers.length === 0) {
      const text = version.files[program.files[0]]?.text ?? '';
      const main = text.split('\n').findIndex((line) => /\bvoid\s+main\s*\(/.test(line)) + 1;
      return { lines: main > 0 && row && row.dispatch >= 0 ? [{ file: 0, line: main }] : [], exact: null, traced: false };
    }
    return { lines: numbers.map(place), exact: exact ? place(exact) : null, traced: true };
  }

  update() {
    const { panel } = this, { version, step } = panel, program = version.program(step);
    this.element.hidden = !program;
    if (!program) return host.report(panel, { lines: [], exact: null });
    const cell = panel.looked?.step === step ? panel.looked.cell : null;
    const { lines, exact, traced } = this.made(program, step, cell);
    host.report(panel, { lines, exact });
    this.showFile(program, lines[0]?.file ?? 0);
    const on = lines.filter((place) => place.file === this.chosen).map((place) => place.line);
    [...this.code.children].forEach((item, k) => {
      const line = k + 1, made = on.includes(line), this_one = exact && exact.file === this.chosen && exact.line === line;
      item.classList.toggle('made', made);
      item.classList.toggle('exact', Boolean(this_one));
      if (made) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    });
    const words = on.length === 0 ? '' : on.length === 1 ? `Line ${on[0]}` : `Lines ${on.join(', ')}`;
    this.caption.textContent = !words ? 'No dispatch has run yet.'
      : traced ? `${words} recorded this pass${exact ? `; line ${exact.line} recorded the chosen cell` : ''}.`
        : `One dispatch of main (line ${on[0]}) made this pass.`;
    const first = this.code.children[(exact ?? lines[0])?.line - 1];
    if (first && (this.seen !== `${step} ${this.chosen}` || exact)) {
      const top = first.offsetTop - this.pane.clientHeight / 2;
      if (first.offsetTop < this.pane.scrollTop + 20 || first.offsetTop > this.pane.scrollTop + this.pane.clientHeight - 40) this.pane.scrollTop = top;
    }
    this.seen = `${step} ${this.chosen}`;
  }

  showFile(program, wanted) {
    const { version } = this.panel;
    if (this.program !== program) {
      this.program = program;
      this.chosen = wanted;
      this.shown = null;
      const many = program.files.length > 1;
      const { label, select } = choice('', program.files.map((file, k) => [String(k), version.files[file].name]), String(wanted), (value) => {
        this.chosen = Number(value);
        this.update();
      });
      select.setAttribute('aria-label', 'File');
      fill(this.files, many ? label : null);
    }
    const file = version.files[program.files[this.chosen]];
    if (this.shown === file || !file) return;
    this.shown = file;
    this.name.textContent = `Shader: ${file.name.split('/').pop()}`;
    this.pane.setAttribute('aria-label', `Text of ${file.name}`);
    const at = (all, line) => all.filter((one) => one.file === file.name && one.line === line);
    const lines = file.text.replace(/\n$/, '').split('\n');
    fill(this.code, ...lines.map((text, k) => make('li', {}, make('code', {}, text || ' '),
      ...at(version.line_counts, k + 1).map((count) => make('span', { className: 'count' }, `${full(count.value)} ${count.what}`)),
      ...at(version.line_notes, k + 1).map((note) => make('div', { className: 'note' }, make('strong', {}, `${note.kind}: `), note.text)))));
  }
}
