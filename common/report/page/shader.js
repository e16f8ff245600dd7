// SPDX-License-Identifier: MIT
// The shader's text, with the lines that made the pass marked, and what was found or counted at a line.

class Shader {
  constructor(panel) {
    this.panel = panel;
    this.code = make('ol', { className: 'code' });
    this.name = make('h3', {}, 'Shader');
    this.caption = make('p', { className: 'quiet' });
    this.files = make('span', {});
    this.code.addEventListener('click', ({ target }) => {
      const line = [...this.code.children].indexOf(target.closest('li')) + 1;
      if (line > 0 && panel.view.line) panel.lines.toggleStop(lineNumberOf({ file: this.chosen, line }));
    });
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
    if (numbers.length === 0) {
      const text = version.files[program.files[0]]?.text ?? '';
      const main = text.split('\n').findIndex((line) => /\bvoid\s+main\s*\(/.test(line)) + 1;
      return { lines: main > 0 && row && row.dispatch >= 0 ? [{ file: 0, line: main }] : [], exact: null, traced: false };
    }
    return { lines: numbers.map(placeOf), exact: exact ? placeOf(exact) : null, traced: true };
  }

  update() {
    const { panel } = this, { version, step } = panel, program = version.program(step);
    if (panel.view.line && panel.lines) return this.updateLine(panel.view.line(panel), panel.lines.moment.at);
    this.element.hidden = !program;
    if (!program) return host.report(panel, { lines: [], exact: null });
    const cell = panel.looked?.step === step ? panel.looked.cell : null;
    const { lines, exact, traced } = this.made(program, step, cell);
    host.report(panel, { lines, exact });
    if (lines.length && this.seen !== undefined && this.seen.step !== step && !lines.some((place) => place.file === this.chosen)) this.program = null; // an include made it
    this.showFile(program, lines[0]?.file ?? 0);
    const on = lines.filter((place) => place.file === this.chosen).map((place) => place.line);
    const near = traced ? leadingTo(version.files[program.files[this.chosen]]?.text.split('\n') ?? [], on) : new Set();
    [...this.code.children].forEach((item, k) => {
      const line = k + 1, made = on.includes(line), this_one = exact && exact.file === this.chosen && exact.line === line;
      item.classList.toggle('made', made);
      item.classList.toggle('exact', Boolean(this_one));
      item.classList.toggle('near', near.has(line));
      if (made) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    });
    const words = on.join(', ');
    const file = (place) => version.files[program.files[place.file]].name.split('/').pop(), many = on.length > 1 && exact ? `, line ${exact.line} the chosen cell` : '';
    this.caption.classList.toggle('marked', words !== '');
    this.caption.textContent = lines.length === 0 ? 'No dispatch has run yet.'
      : !words ? `This pass was recorded in ${file(lines[0])}.`
        : traced && host.present ? `In the editor: ${on.length > 1 ? 'lines' : 'line'} ${words} recorded this pass${many}.`
          : traced ? `The shaded lines made this pass: ${on.length > 1 ? 'lines' : 'line'} ${words} recorded it${many}.`
            : `One dispatch of main (line ${on[0]}) made this pass.`;
    if (lines.length && !file({ file: 0 }).startsWith(version.name)) this.caption.textContent += ` ${version.name} dispatches this shader, too.`;
    const first = this.code.children[(exact ?? lines[0])?.line - 1];
    if (first && (this.seen?.step !== step || this.seen.file !== this.chosen || exact)) {
      const { pane } = this, at = first.getBoundingClientRect().top - pane.getBoundingClientRect().top; // within the visible part
      if (at < 20 || at > (traced ? pane.clientHeight - 40 : 0.4 * pane.clientHeight)) pane.scrollTop += at - (traced ? 0.6 : 0.15) * pane.clientHeight; // what made it is above it; what main does, below
    }
    this.seen = { step, file: this.chosen };
  }

  /** Marks the line that comes next. */
  updateLine({ place, here, stops, program }, at) {
    this.element.hidden = !program;
    host.report(this.panel, { lines: place ? [place] : [], exact: place });
    if (!program) return;
    if (place && place.file !== this.chosen && at !== this.seen?.at) this.program = null; // an include comes next
    this.showFile(program, place?.file ?? 0);
    const next = place && place.file === this.chosen ? this.code.children[place.line - 1] : null;
    [...this.code.children].forEach((item, k) => {
      item.classList.remove('made', 'near');
      item.classList.toggle('exact', item === next);
      item.classList.toggle('stop', stops.some(({ file, line }) => file === this.chosen && line === k + 1));
      if (item === next) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    });
    this.caption.classList.add('marked');
    this.caption.textContent = place ? `Next is line ${place.line}, in ${plural(here, 'invocation')}. A click on a line stops there.` : 'The recording has ended.';
    if (next && at !== this.seen?.at) {
      const { pane } = this, top = next.getBoundingClientRect().top - pane.getBoundingClientRect().top;
      if (top < 40 || top > pane.clientHeight - 60) pane.scrollTop += top - 0.4 * pane.clientHeight;
    }
    this.seen = { at, file: this.chosen };
  }

  showFile(program, wanted) {
    const { version } = this.panel;
    if (this.program !== program) {
      this.program = program;
      this.chosen = wanted;
      this.shown = null;
      const many = program.files.length > 1;
      const { label, select } = choice('', program.files.map((file, k) => [String(k), version.files[file].name.split('/').pop()]), String(wanted), (value) => {
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
    fill(this.code, ...lines.map((text, k) => make('li', {}, codeLine(text),
      ...at(version.paying, k + 1).map((line) => make('span', { className: line === version.paying[0] ? 'count pays' : 'count' }, line.time)),
      ...at(version.line_counts, k + 1).filter(({ what }) => what !== gpu_us).map((count) => make('span', { className: 'count' }, `${full(count.value)} ${count.value === 1 ? count.what.replace(/s\b/, '') : count.what}`)),
      ...at(version.line_notes, k + 1).map((note) => make('div', { className: 'note' }, make('strong', {}, `${note.kind}: `), note.text)))));
  }
}

/** A line of code: broken where it is too long, further in than it begins. Comments may be drawings: they keep their form. */
function codeLine(text) {
  const line = make('code', {}, text || ' '), inner = text.length - text.trimStart().length + 4;
  if (/^\s*\/\//.test(text)) return line;
  line.className = 'wrapped';
  line.style.paddingLeft = `${inner}ch`;
  line.style.textIndent = `-${inner}ch`;
  return line;
}

/** The lines before a TRACE that make what it records: back to the loop or function around it, a barrier, or another TRACE. */
function leadingTo(lines, traced) {
  const near = new Set(), indent = (text) => text.length - text.trimStart().length;
  for (const last of traced.filter((line) => line <= lines.length)) {
    let inner = indent(lines[last - 1] ?? '');
    for (let line = last - 1; line > 0; --line) {
      const text = lines[line - 1];
      if (text.trim() === '' || /^\s*\/\//.test(text)) continue;
      if (/\b(barrier|TRACE)\s*\(/.test(text) || (indent(text) < inner && !/^\s*if\b/.test(text))) break;
      inner = Math.min(inner, indent(text));
      near.add(line);
    }
  }
  return near;
}
