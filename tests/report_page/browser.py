# SPDX-License-Identifier: MIT
"""A headless Chromium with a page open, and what tests do with it."""
import atexit
import base64
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import zlib

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
SOURCES = ROOT / "common/report/page"
BUILD = pathlib.Path(os.environ["PBP_BUILD"])
IMPACTS = ("minor", "moderate", "serious", "critical")
PRESS = """
    const press = (one, ...keys) => {
        for (const key of keys) one.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    };"""
AXE = HERE / "node_modules/axe-core/axe.min.js"
COLOURS = ("color-contrast", "link-in-text-block")  # axe-core's rules that a theme decides


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = os.environ["PBP_CHROMIUM"]
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,1000"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("chromedriver"), options=options)
        self.look("light")

    def look(self, theme, width=1280, height=1000, scale=1, motion="no-preference"):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": theme}, {"name": "prefers-reduced-motion", "value": motion}]})
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})

    def open(self, file, ready=True):
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get(pathlib.Path(file).as_uri())
        if ready:
            self.wait(lambda: self.run("return document.documentElement.dataset.ready === 'yes'"))

    def inside(self, file, number, body, *arguments):
        """What `body` returns, run next to the modules of the page with `version`, loaded, of a page's file."""
        text = pathlib.Path(file).read_text()
        run = json.loads(re.search(r'id="run">(.*?)</script>', text, re.S).group(1))
        self.driver.get("about:blank")
        nouns = ("dom", "numbers", "gpu_time", "colours", "rows", "language", "run", "film", "formula", "stepping", "moment", "lineage", "columns", "written", "marks", "flows", "links", "motion", "provenance", "ranges", "rules", "faster", "predict", "start")
        scripts = re.search(r"const signs = .*", (BUILD / "common/page/page.js").read_text()).group(0) + "".join((SOURCES / f"{noun}.js").read_text() for noun in nouns)
        return self.driver.execute_async_script(scripts + """
            const [data, number, given, done] = arguments;
            const version = new Version(data.versions[number], data);
            version.load().then(() => done((() => {""" + body + """})())).catch((error) => done(String(error)));""", run, number, arguments)

    def hold_frames(self):
        """From the next page on, frames are only drawn by tick(ms), so that motion can be seen at any moment."""
        source = """
            let held = [], now = 1000;
            window.requestAnimationFrame = (draw) => held.push(draw);
            window.tick = (ms) => { now += ms; for (const draw of held.splice(0)) draw(now); };"""
        return self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})["identifier"]

    def release_frames(self, identifier):
        self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": identifier})

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, holds, seconds=20):
        until = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > until:
                raise AssertionError("the page did not get there in time")
            time.sleep(0.02)

    def press(self, selector, *keys):
        """Gives keys to an element, by their names in JavaScript: for the thousand that are no test of the keyboard."""
        self.run(PRESS + "const one = document.querySelector(arguments[0]); one.focus(); press(one, ...arguments[1]);", selector, keys)

    def go_on(self, cell):
        """From no cell, the next pass, and there a cell, by keys."""
        self.run(PRESS + """
            document.activeElement.blur();
            press(document.body, 'Escape', 'ArrowRight');
            const one = document.querySelector('#panel .cursor');
            one.focus();
            press(one, 'Home', ...Array(arguments[0]).fill('ArrowRight'));""", cell)

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def texts(self, selector):
        """What a reader sees of each such element, asked for at once: a question for each takes ten times as long."""
        return self.run("return [...document.querySelectorAll(arguments[0])].map((one) => one.localName === 'option' || one.getClientRects().length ? one.innerText.trim() : '')", selector)

    @property
    def facts(self):
        """What the page says of the cell in view, by name."""
        words = self.texts("#panel .facts :is(dt, dd)")  # in turn
        return dict(zip(words[::2], words[1::2]))

    def colours(self):
        """How many colours each view has, after the first step of the version in view."""
        return self.driver.execute_async_script(PRESS + """
            const done = arguments[0], view = document.getElementById('view'), found = {};
            const drawn = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
            (async () => {
                for (const { value } of [...view.options]) {
                    view.value = value;
                    view.dispatchEvent(new Event('change'));
                    press(document.body, 'Home', 'ArrowRight');
                    await drawn();
                    if (value === 'lines') { // a table
                        found[value] = document.querySelectorAll('#panel .lanes :is(td, th)').length;
                        continue;
                    }
                    const canvas = document.querySelector('#panel canvas');
                    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                    found[value] = new Set(new Uint32Array(data.buffer)).size;
                }
                done(found);
            })();""")

    @property
    def label(self):
        return self.find(".pass").text

    @property
    def step(self):
        return int(self.run("return document.getElementById('pass').value"))

    @property
    def focused(self):
        return self.driver.switch_to.active_element

    def view(self, name):
        self.run("const s = document.getElementById('view'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))", name)

    def views(self):
        return self.run("return [...document.querySelectorAll('#view option')].map((one) => one.value)")

    def complaints(self):
        """What the console received, except about how tests read pixels."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING") and "getImageData" not in entry["message"]]

    def faults(self, least="serious", rules=None):
        """Faults that axe-core finds, in words, from an impact on; `rules` are COLOURS where nothing else has changed."""
        # The page lets no foreign script run; what a driver injects is not bound by its policy.
        if self.run("return typeof axe === 'undefined'"):
            self.run(AXE.read_text())
        found = self.driver.execute_async_script(
            "const [rules, done] = arguments; axe.run({resultTypes: ['violations'], ...(rules && {runOnly: rules})}).then(done)", rules)["violations"]
        return [f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0].get('failureSummary', '')}" for one in found
                if IMPACTS.index(one["impact"]) >= IMPACTS.index(least)]

    def close(self):
        self.driver.quit()


def heads(version):
    """What a version of a page says of each of its rows."""
    return json.loads(zlib.decompress(base64.b64decode(version["rows"])))


@functools.cache
def samples():
    """The folder with the sample pages, made when it is first asked for."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="pbp_page_"))
    atexit.register(shutil.rmtree, folder)
    subprocess.run([BUILD / "tests/page_samples", folder], check=True)
    return folder


def run_lesson(number, out, *words):
    program = next((BUILD / "lessons").glob(f"{number}_*[a-z]"))
    done = subprocess.run([program, "--out", out, *words], capture_output=True, text=True)
    return program.name, done


@functools.cache
def all_lessons():
    """A folder with the runs of all lessons, made when it is first asked for; and how each ended, by its name."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="pbp_lessons_"))
    atexit.register(shutil.rmtree, folder)
    return folder, dict(run_lesson(path.parent.name[:2], folder) for path in sorted(ROOT.glob("lessons/[0-9][0-9]_*/main.cpp")))


class PageTest(unittest.TestCase):
    """Tests that share a browser, and a folder for what they run. None of them leaves a complaint on the console."""
    motion = "no-preference"

    @classmethod
    def setUpClass(cls):
        cls.out = pathlib.Path(tempfile.mkdtemp(prefix="pbp_runs_"))
        cls.addClassCleanup(shutil.rmtree, cls.out)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.pages = {}

    def lesson(self, number, *words):
        """The page of a lesson on subgroups of 8, whose run is right."""
        if (number, words) not in self.pages:
            out = self.out / f"page_{len(self.pages)}"
            name, done = run_lesson(number, out, "--sim", "--sim-subgroup", "8", *words)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.pages[number, words] = out / name / "index.html"
        return self.pages[number, words]

    def setUp(self):
        self.browser.look("light", motion=self.motion)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    @property
    def folder(self):
        return samples()
