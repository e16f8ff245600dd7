# SPDX-License-Identifier: MIT
"""The course in a browser, open in headless Chromium, and what tests do with it."""
import base64
import contextlib
import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import tempfile
import threading
import time
import unittest
import zlib

import browser
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

ROOT = pathlib.Path(__file__).parents[2]
PAGE = pathlib.Path(os.environ["PBP_BUILD"]) / "web/index.html"
SHADER = "shaders/05_bitonic_sort/v1_shared.comp"


def fragment(value):
    """The fragment of a link: JSON, or text or bytes as they are, deflated."""
    data = value if isinstance(value, bytes) else (value if isinstance(value, str) else json.dumps(value)).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "#p=" + base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")


@contextlib.contextmanager
def served():
    """The page on a server of its own: its address, and the server, which may be shut down earlier."""
    with tempfile.TemporaryDirectory(prefix="pbp_site_") as folder:
        for name in ("index.html", "service_worker.js"):
            shutil.copy(PAGE.parent / name, folder)
        handler = functools.partial(type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None}), directory=folder)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/", server
            server.shutdown()


def shader(path=SHADER):
    return (ROOT / path).read_text()


class Web(browser.Browser):
    def visit(self, fragment="", address=None):
        """Opens the page afresh and waits until its first program has run."""
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get((address or PAGE.as_uri()) + fragment)
        self.settle()

    def settle(self, seconds=60):
        self.wait(lambda: self.run("const { settled } = document.documentElement.dataset; return settled === 'yes'"), seconds)

    def type_all(self, text):
        """Replaces the text in the editor, as pasting does, and waits for the run."""
        self.run("document.querySelector('.cm-content').focus()")
        self.with_control("a")
        self.run("""const data = new DataTransfer();
            data.setData('text/plain', arguments[0]);
            document.querySelector('.cm-content').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))""", text)
        self.settle()

    def with_control(self, key):
        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()

    def choose(self, label, value):
        self.run("""const select = document.querySelector(`select[aria-label="${arguments[0]}"]`);
            select.value = arguments[1];
            select.dispatchEvent(new Event('change'))""", label, value)
        self.settle()

    def press(self, words):
        self.run("[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith(arguments[0]) && one.offsetParent).click()", words)

    def set_option(self, label, value):
        self.run("""const label = [...document.querySelectorAll('.options label')].find((one) => one.textContent.trim().startsWith(arguments[0]));
            const field = label.querySelector('input, select');
            field.value = arguments[1];
            field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input'))""", label, value)
        self.settle()

    @property
    def verdict(self):
        return self.find(".verdict .badge").text

    def notes(self):
        """What the editor has below its lines: { line: text }."""
        return {int(line): text for line, text in self.run("""
            const found = [];
            for (const note of document.querySelectorAll('.cm-content > .note')) {
              let line = note.previousElementSibling;
              while (!line.classList.contains('cm-line')) line = line.previousElementSibling;
              const top = line.getBoundingClientRect().top;
              const number = [...document.querySelectorAll('.cm-lineNumbers .cm-gutterElement')].find((one) => Math.abs(one.getBoundingClientRect().top - top) < 3);
              found.push([number?.textContent ?? 0, note.textContent]);
            }
            return found;""")}

    def in_frame(self, script, *arguments):
        """What a script returns inside the page of the run."""
        for _ in range(20):  # it may be replaced meanwhile
            self.wait(lambda: self.all(".frame iframe") and not self.all(".frame .coming"))
            try:
                self.driver.switch_to.frame(self.find(".frame iframe"))
                return self.run(script, *arguments)
            except WebDriverException:
                time.sleep(0.1)
            finally:
                self.driver.switch_to.default_content()
        raise AssertionError("the page of the run does not stay")

    def stored(self, name):
        return json.loads(self.run("return localStorage.getItem('pass-by-pass.' + arguments[0])", name) or "null")

    def forget(self, first=False):
        """Begins with nothing stored but a closed start screen and lesson 05, whose short shader most tests use; `first`: with nothing at all."""
        self.driver.get(PAGE.as_uri())
        if first:
            self.settle()  # else it may store its program after that
        self.run("localStorage.clear()")
        if not first:
            for name, value in (("start", "closed"), ("program", {"kind": "lesson", "lesson": "05", "version": "v1_shared"})):
                self.run("localStorage.setItem('pass-by-pass.' + arguments[0], arguments[1])", name, json.dumps(value))


class Case(unittest.TestCase):
    """Tests that share a browser; each begins as Web.forget() leaves it."""
    @classmethod
    def setUpClass(cls):
        cls.page = Web()

    @classmethod
    def tearDownClass(cls):
        cls.page.close()

    def setUp(self):
        self.page.look("light", 1400, 900)
        self.page.forget()


def line_of(text, part):
    """The number of the first line with a part."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if re.search(part, line))
