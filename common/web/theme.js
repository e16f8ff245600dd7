// SPDX-License-Identifier: MIT
// Light or dark: as the system has it, until one of them is chosen.

const root = document.documentElement;

export function setTheme(name) {
  if (name === 'light' || name === 'dark') root.dataset.theme = name;
}

/** Changes to the other theme, and returns its name. */
export function toggledTheme() {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  setTheme(dark ? 'light' : 'dark');
  return root.dataset.theme;
}
