// SPDX-License-Identifier: MIT
// The views of a version, in the order of the list. A view is an object:
//   id, title             its name in the page and on it
//   sentence(panel)       how to read it, in one sentence
//   invitation(panel)     something to do with it, in one line; optional
//   serves(version)       whether it has something to show
// It is either drawn on a canvas:
//   size(panel, room)     keeps a layout at panel.layout for room.w x room.h pixels, and returns the size { w, h } of the drawing
//   draw(c, panel, seen)  draws the visible part; panel.motion is what travels meanwhile (motion.js), or null
//   at(panel, x, y)       the place { step, cell } at a point, or null; box(panel, place) is the reverse
//   move(panel, key)      where an arrow key leads from panel.cursor
//   stepOf(panel)         whose cells it shows, optional: the panel's step where left out
//   notes(panel)          which of signs.notes its drawing may have, optional
//   path(panel, mover)    where a value is on its way into a step, optional: a function of 0 .. 1
//   rings                 whether it frames the way of a followed value, and says whose
//   links, scaled         whether its legend shows links, and the scale of values: true where left out
// or made of elements:
//   show(panel, step)     returns the element for a step: the same one where it has brought itself up to date
//   line(panel)           the line that the shader's text marks as the next one, optional
//   key(panel, key)       does what a key of the page means there, optional; false where it means what it does elsewhere
// A file with a new view calls addView() and is listed in common/CMakeLists.txt after this one.

const views = [];
function addView(view) {
  views.push(view);
}
