// SPDX-License-Identifier: MIT
// The drawing of a panel: a canvas the size of the visible part, in an area that scrolls, and over it a grid of one cell, the one
// under the cursor, which takes the focus and announces its contents.

class Stage {
  constructor(panel) {
    this.panel = panel;
    this.canvas = make('canvas', { 'aria-hidden': 'true' });
    this.cell = make('div', { role: 'gridcell', tabIndex: 0, className: 'cursor' });
    this.row = make('div', { role: 'row' }, this.cell);
    this.grid = make('div', { role: 'grid', className: 'grid' }, this.row);
    this.space = make('div', { className: 'space' }, this.canvas, this.grid);
    this.element = make('div', { className: 'stage' }, this.space);
    this.element.addEventListener('scroll', () => this.draw());
    this.pointer = null; // the last event of a pointer over the drawing
    for (const type of ['pointermove', 'pointerleave']) this.space.addEventListener(type, (event) => {
      this.pointer = type === 'pointermove' ? event : null;
      panel.hover(this.pointed());
    });
    this.space.addEventListener('click', (event) => {
      const place = this.at(event);
      if (!place) return;
      panel.choose(place);
      this.cell.focus({ preventScroll: true });
    });
    this.cell.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const place = panel.view.move(panel, event.key);
      if (!place) return;
      event.preventDefault();
      event.stopPropagation();
      panel.choose(place);
      this.reveal();
    });
    this.cell.addEventListener('focus', () => panel.focusCell());
    this.room = { w: 0, h: 0 };
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  at(event) {
    const frame = this.space.getBoundingClientRect();
    return this.panel.view.at(this.panel, event.clientX - frame.left, event.clientY - frame.top);
  }

  /** The cell under the pointer; null: none. */
  pointed() {
    const place = this.pointer && !this.shown && this.at(this.pointer);
    return place && place.cell !== null ? place : null;
  }

  resized() {
    const { clientWidth: w, clientHeight: h } = this.element, { panel } = this;
    if (w === this.room.w && h === this.room.h) return;
    if (panel.motion) this.update(); // a step under way goes on
    else panel.draw();
  }

  /** Recomputes the layout and draws it. */
  update() {
    const { panel } = this, room = this.room = { w: this.element.clientWidth, h: this.element.clientHeight };
    if (room.w === 0) return;
    this.show();
    if (this.shown) return;
    const size = panel.view.size(panel, room);
    this.space.style.width = `${Math.max(size.w, room.w)}px`;
    this.space.style.height = `${size.h}px`;
    this.size = size;
    this.draw();
    this.place();
    if (panel.guess?.covers(panel.step)) panel.page.predict.place();
  }

  /** Shows a view that is made of elements instead of the drawing, or the drawing again. */
  show() {
    const { panel } = this, shown = panel.view.show?.(panel, panel.step) ?? null;
    if (shown && shown === this.shown) return; // it has brought itself up to date
    if (shown) fill(this.element, shown);
    else if (this.shown) fill(this.element, this.space);
    this.shown = shown;
  }

  draw() {
    if (!this.size || this.shown) return;
    const { canvas, element, panel } = this, ratio = window.devicePixelRatio || 1;
    const seen = { x: element.scrollLeft, y: element.scrollTop, w: element.clientWidth, h: Math.min(element.clientHeight || 600, this.size.h) };
    const width = Math.round(seen.w * ratio), height = Math.round(seen.h * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      canvas.style.width = `${seen.w}px`;
      canvas.style.height = `${seen.h}px`;
    }
    canvas.style.transform = `translate(${seen.x}px, ${seen.y}px)`;
    const context = canvas.getContext('2d');
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = theme.paper;
    context.fillRect(0, 0, width, height);
    context.setTransform(ratio, 0, 0, ratio, -seen.x * ratio, -seen.y * ratio);
    panel.view.draw(context, panel, seen);
    if (panel.guess?.checked && !panel.motion && panel.view.id === 'cells') panel.guess.drawMarks(context, panel);
  }

  /** Moves the grid's one cell to the cursor. */
  place() {
    if (this.shown) return;
    const { panel, cell } = this, { cursor } = panel;
    const box = cursor && panel.view.box(panel, cursor);
    const shown = box ?? { x: margin, y: 24, w: 24, h: 24 };
    cell.style.transform = `translate(${shown.x - 2}px, ${shown.y - 2}px)`;
    cell.style.width = `${shown.w + 4}px`;
    cell.style.height = `${shown.h + 4}px`;
  }

  /** Scrolls to the cursor's cell, and `around` pixels beside it. */
  reveal(around = 40) {
    const { panel, element } = this, box = panel.cursor && panel.view.box(panel, panel.cursor);
    if (!box) return;
    const left = Math.min(element.scrollLeft, Math.max(box.x - 1.5 * around, 0)), top = Math.min(element.scrollTop, Math.max(box.y - around, 0));
    element.scrollLeft = Math.max(left, box.x + box.w + around - element.clientWidth);
    element.scrollTop = Math.max(top, box.y + box.h + around - element.clientHeight);
  }
}
