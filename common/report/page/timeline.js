// SPDX-License-Identifier: MIT
// The passes in time: slider, steps, play and speed.

class Timeline {
  constructor(page) {
    this.page = page;
    this.timer = null;
    this.slider = make('input', { type: 'range', id: 'pass', min: '0', step: '1' });
    this.slider.addEventListener('input', () => page.go(Number(this.slider.value)));
    this.label = make('output', { className: 'pass', 'aria-live': 'polite' });
    this.playing = button('Play', () => this.play(!this.timer), { className: 'play' });
    this.wrong = button('First wrong pass', () => page.goWrong(), { className: 'bad' });
    const speed = choice('', [['0.5', '0.5 passes/s'], ['1', '1 pass/s'], ['2', '2 passes/s'], ['5', '5 passes/s'], ['15', '15 passes/s, no motion']], '2',
      (value) => {
        this.rate = Number(value);
        if (this.timer) this.play(true);
      });
    speed.select.setAttribute('aria-label', 'Passes per second');
    this.rate = 2; // passes per second
    this.calm = matchMedia('(prefers-reduced-motion: reduce)');
    this.element = make('section', { className: 'timeline', 'aria-label': 'Passes' },
      make('div', { className: 'controls' },
        button('|◀', () => page.go(0), { 'aria-label': 'First pass', title: 'First pass (Home)' }),
        button('◀', () => page.go(page.step - 1), { 'aria-label': 'Back one pass', title: 'Back one pass (left arrow)' }),
        this.playing,
        button('▶', () => page.forward(), { 'aria-label': 'Forward one pass', title: 'Forward one pass (right arrow)' }),
        button('▶|', () => page.go(page.last), { 'aria-label': 'Last pass', title: 'Last pass (End)' }),
        speed.label, page.predict.toggle, this.wrong),
      make('label', { className: 'unseen', htmlFor: 'pass' }, 'Pass'), this.slider, this.label);
  }

  /** How long a step takes to move: 400 ms at 2 passes per second; 0 where motion is not wanted. */
  get motion_ms() {
    return this.calm.matches || this.rate > 10 ? 0 : 800 / this.rate;
  }

  update() {
    const { page } = this, { version } = page.panels[0];
    this.slider.max = String(page.last);
    this.slider.value = String(page.step);
    const words = version.title(Math.min(page.step, version.steps.length - 1));
    this.label.title = words;
    this.slider.setAttribute('aria-valuetext', words);
    this.label.textContent = words;
    const shown = page.panels.filter((panel) => panel.version && !panel.element.hidden);
    this.wrong.hidden = shown.every((panel) => panel.version.firstWrong < 0);
    if (this.timer && page.step >= page.last) this.play(false);
  }

  /** Plays on, or pauses; `rate`: in passes per second. */
  play(on, rate = this.rate) {
    clearInterval(this.timer);
    this.timer = null;
    this.playing.textContent = on ? 'Pause' : 'Play';
    if (!on) return;
    this.page.predict.set(false);
    if (this.page.step >= this.page.last) this.page.go(0);
    this.timer = setInterval(() => this.page.go(this.page.step + 1, true), 1000 / rate);
  }
}
