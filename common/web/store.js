// SPDX-License-Identifier: MIT
// What the browser keeps from visit to visit. It may refuse, as some do for files: then all of it lasts as long as the page.

const prefix = 'pass-by-pass.';

export class Store {
  constructor() {
    this.refused = false;
    this.memory = new Map();
  }

  get(name) {
    if (this.memory.has(name)) return this.memory.get(name);
    try {
      return JSON.parse(localStorage.getItem(prefix + name));
    } catch {
      return null;
    }
  }

  set(name, value) {
    this.memory.set(name, value);
    try {
      localStorage.setItem(prefix + name, JSON.stringify(value));
    } catch {
      this.refused = true;
    }
  }
}
