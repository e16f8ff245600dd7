// SPDX-License-Identifier: MIT
// Elements of the page. Text only ever becomes textContent: no text of a run is parsed as markup.

const byId = (id) => document.getElementById(id);

/** An element with properties, attributes (aria-*, role, for ...) and children, of which strings become text. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && !name.startsWith('aria')) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Replaces all children of an element. */
function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A choice among [value, words] pairs, with its label. */
function choice(words, options, chosen, change) {
  const select = make('select', {}, ...options.map(([value, text]) => make('option', { value }, text)));
  select.value = chosen;
  select.addEventListener('change', () => change(select.value));
  return { label: make('label', {}, `${words} `, select), select };
}

function button(words, action, properties = {}) {
  const made = make('button', { type: 'button', ...properties }, words);
  made.addEventListener('click', action);
  return made;
}
