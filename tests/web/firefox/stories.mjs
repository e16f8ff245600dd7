// SPDX-License-Identifier: MIT
// node stories.mjs PAGE: what a learner does with the course, in headless Firefox by way of WebDriver BiDi. PBP_FIREFOX is its program.
// The whole suite runs in Chromium (tests/web/*.py); these are its stories in which browsers may differ. The last one prints times and sizes;
// PBP_RUNS=1000 makes its row of runs longer.
import assert from 'node:assert';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..'), address = pathToFileURL(resolve(process.argv[2])).href;
const redrawn = readFileSync(join(root, 'tests/web/redrawn.js'), 'utf8'), runs = Number(process.env.PBP_RUNS ?? 60);
const shader = (path) => readFileSync(join(root, 'shaders', path), 'utf8');
const sort = shader('05_bitonic_sort/v1_shared.comp'), broken = sort.replace('    barrier();\n', '    \n');
let page;

const settled = () => page.waitForFunction(() => document.documentElement.dataset.settled === 'yes', { timeout: 60000 });
const text = (selector) => page.$eval(selector, (element) => element.textContent);
const verdict = () => text('.verdict .badge');
const press = (words) => page.evaluate((start) => [...document.querySelectorAll('button')].find((one) => one.textContent.startsWith(start) && one.offsetParent).click(), words);

async function visit(fragment = '') {
  await page.goto('about:blank');
  await page.goto(address + fragment);
  await settled();
}
async function forget() {
  await page.goto(address);
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem('pass-by-pass.start', '"closed"');
    localStorage.setItem('pass-by-pass.program', '{ "kind": "lesson", "lesson": "05", "version": "v1_shared" }');
  });
}
async function choose(label, value) {
  await page.select(`select[aria-label="${label}"]`, value);
  await settled();
}
async function setOption(label, value) {
  await page.evaluate((start, chosen) => {
    const field = [...document.querySelectorAll('.options label')].find((one) => one.textContent.trim().startsWith(start)).querySelector('input, select');
    field.value = chosen;
    field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input'));
  }, label, value);
  await settled();
}
/** Replaces the text in the editor, as pasting does. */
async function type(words) {
  await page.focus('.cm-content');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.evaluate((pasted) => {
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true }); // which a script cannot give data in Firefox
    Object.defineProperty(event, 'clipboardData', { value: { getData: () => pasted, types: ['text/plain'], files: [] } });
    document.querySelector('.cm-content').dispatchEvent(event);
  }, words);
  await settled();
}
/** The pass that the page of the run shows. */
async function pass() {
  const frame = await (await page.waitForSelector('.frame iframe:not(.coming)')).contentFrame();
  await frame.waitForSelector('.pass');
  return frame.$eval('.pass', (element) => element.textContent);
}

/** What the processes of the browser's pages hold, in MB. */
function residentMB() {
  const found = [browser.process().pid];
  for (const pid of found) {
    for (const task of readdirSync(`/proc/${pid}/task`)) found.push(...readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number));
  }
  const pages = found.filter((pid) => /-contentproc.*\btab\0*$/s.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
  return pages.reduce((sum, pid) => sum + Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024, 0);
}

const stories = {
  'the first program runs and shows its passes': async () => {
    await visit();
    assert.strictEqual(await verdict(), 'right');
    assert.match(await text('.verdict'), /15 passes · \d+ ms · 3 orders/);
    assert.strictEqual(await pass(), 'Pass 1 of 15: block 2, stride 1');
    await page.waitForSelector('.cm-line.made');
  },
  'keys that are typed change the shader': async () => {
    await visit();
    await page.focus('.cm-content');
    await page.keyboard.down('Control');
    await page.keyboard.press('Home');
    await page.keyboard.up('Control');
    await page.keyboard.type('x');
    await settled();
    assert.strictEqual(await verdict(), 'does not build');
    await page.keyboard.press('Backspace');
    await settled();
    assert.strictEqual(await verdict(), 'right');
  },
  'a deleted barrier is found at its lines, and mended': async () => {
    await visit();
    await type(broken);
    assert.strictEqual(await verdict(), 'data race');
    assert.match(await text('.found'), /Data race on tile\[/);
    assert.ok((await page.$$('.cm-content > .note')).length >= 2);
    await type(sort);
    assert.strictEqual(await verdict(), 'right');
    assert.strictEqual((await page.$$('.cm-content > .note')).length, 0);
  },
  'an edit redraws at the same pass': async () => {
    await visit();
    const frame = await (await page.$('.frame iframe')).contentFrame();
    await frame.click('[aria-label="Last pass"]');
    await type(`${sort}// again\n`);
    assert.match(await pass(), /^Pass 15 of 15/);
  },
  'a shader that loops for ever ends with its line': async () => {
    await visit();
    await type(sort.replace('    uint pass = 0u;', '    uint pass = 0u;\n    while (i < 900u) tile[i] += 1u;'));
    assert.strictEqual(await verdict(), 'stopped');
    assert.match(await text('.found'), /did not end within 5 s/);
    await type(sort);
    assert.strictEqual(await verdict(), 'right');
  },
  'a shader that is nested too deeply costs a sentence': async () => {
    await visit();
    await type(sort.replace('uint pass = 0u;', `uint pass = 0u * (i${' + i'.repeat(60000)});`));
    assert.notStrictEqual(await verdict(), 'right');
    await type(sort);
    assert.strictEqual(await verdict(), 'right');
  },
  'an exercise is solved, and that is kept': async () => {
    await visit('#05.1');
    await press('Judge');
    await settled();
    assert.match(await text('.judging'), /^This is still the skeleton/);
    await page.focus('.cm-content');
    await page.keyboard.press('Enter');
    await settled();
    await press('Judge');
    await settled();
    assert.match(await text('.judging'), /^Not right yet: case \d+ of 14/);
    await type(shader('05_bitonic_sort/exercises/e1_direction.comp'));
    await press('Judge');
    await settled();
    assert.match(await text('.judging'), /^Solved\. 14 cases right/);
    await visit('#05.1');
    assert.strictEqual(await text('.task .badge'), 'solved');
  },
  'a link opens the same program': async () => {
    await visit();
    await type(broken);
    const found = await text('.found');
    await press('Share');
    await page.waitForFunction(() => document.querySelector('#address').value !== '');
    const link = await page.$eval('#address', (field) => field.value);
    await forget();
    await visit(`#${link.split('#')[1]}`);
    assert.strictEqual(await text('.found'), found);
    assert.match(await text('.notice-bar'), /came by a link/);
    await visit(`#${link.split('#')[1].slice(0, -9)}`);
    assert.match(await text('.notice-bar'), /^This link is damaged/);
  },
  'every lesson runs': async () => {
    await visit();
    for (const lesson of await page.$$eval('[aria-label=Lesson] option', (all) => all.map((one) => one.value))) {
      await choose('Lesson', lesson);
      assert.ok(['right', 'shown: wrong on purpose', 'not checked'].includes(await verdict()), `${lesson}: ${await verdict()}`);
    }
  },
  'a shader and an algorithm of one\'s own run': async () => {
    await visit();
    await choose('What to work on', 'own');
    assert.strictEqual(await verdict(), 'no findings');
    await choose('What to work on', 'passes');
    assert.strictEqual(await verdict(), 'right');
  },
  'many runs are quick, and do not grow': async () => {
    const script = await page.evaluateOnNewDocument(() => addEventListener('DOMContentLoaded', () => new MutationObserver((_, watcher) => {
      if (document.querySelector('.badge.good')) { window.first = performance.now(); watcher.disconnect(); }
    }).observe(document, { childList: true, subtree: true })));
    await visit();
    console.log(`        first result ${(await page.evaluate('first')).toFixed()} ms after the start of loading`);
    await page.removeScriptToEvaluateOnNewDocument(script.identifier);
    await setOption('n', '64');
    await setOption('Order', 'in-order');
    const sizes = [[], [], [], [], [], []], times = []; // of each sixth of the runs
    for (let run = 1; run <= runs; ++run) {
      await page.waitForFunction(() => document.querySelector('.frame iframe') && !document.querySelector('.frame .coming'));
      times.push(await page.evaluate(redrawn));
      await settled();
      if (run % Math.ceil(runs / 60) === 0) sizes[Math.floor((run - 1) * 6 / runs)].push(residentMB());
    }
    const median = (all) => all.sort((a, b) => a - b)[all.length >> 1], held = sizes.map(median); // a moment before a collection is no growth
    console.log(`        ${runs} runs: redrawn after ${median(times).toFixed()} ms; ${held.map((size) => size.toFixed()).join(', ')} MB, at most ${Math.max(...sizes.flat()).toFixed()}`);
    assert.ok(held[0] > 0 && held[5] < 1.2 * held[1] + 60, `${held[1]} MB became ${held[5]} MB`);
  },
};

const profile = mkdtempSync(join(tmpdir(), 'pbp-firefox-'));
const browser = await puppeteer.launch({ browser: 'firefox', executablePath: process.env.PBP_FIREFOX, headless: true, userDataDir: profile });
console.log(await browser.version());
let failed = 0;
async function openPage() {
  page = await browser.newPage();
  await page.setViewport({ width: 1400, height: 900 });
}
/** A story that hangs fails, and says so; all of them together end within the time that CTest gives them. */
async function within(seconds, story) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`not done within ${seconds} s`)), seconds * 1000); });
  await Promise.race([story(), late]).finally(() => clearTimeout(timer));
}

try {
  await openPage();
  for (const [name, story] of Object.entries(stories)) {
    const began = Date.now();
    try {
      await within(150 + runs / 2, async () => { await forget(); await story(); });
      console.log(`right   ${name} (${Date.now() - began} ms)`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n        ${error.stack ?? error}`);
      page.close().catch(() => {}); // whatever the story was waiting for
      await openPage();
    }
  }
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
