# SPDX-License-Identifier: MIT
"""The pictures of the page in the guide: PBP_UPDATE_FIGURES=1 takes them again."""
import base64
import html
import os
import struct
import urllib.parse

import web

SHADER = "shaders/06_subgroup_scan/v1_hillis_steele.comp"
RIGHT = web.shader(SHADER)
BARRIER = "barrier();  // all have read"
BROKEN = RIGHT.replace(BARRIER, "// " + BARRIER, 1)
PANEL = (490, 460)
SHEET = """<!DOCTYPE html><style>
    body { margin: 0; padding: 1px; display: grid; grid-template-columns: repeat(2, 490px); gap: 14px 18px; font: 600 15px system-ui, sans-serif; }
    figure { margin: 0; } figcaption { padding: 4px 0; } img { display: block; outline: 1px solid #aaa; }</style>"""


class Figure(web.Case):
    def open(self, size, fragment="#06/v1", address=None):
        self.page.look("light", *size)
        self.page.visit(fragment, address)

    def break_it(self, verdict="data race"):
        page = self.page
        page.set_option("n", "16")
        page.type_all(BROKEN)
        self.assertEqual(page.verdict, verdict)
        self.show_line(web.line_of(RIGHT, r"^ +for \("))
        self.assertIn("Data race on sums[", page.notes()[web.line_of(RIGHT, r"^ {8}sums\[i\] = sum;")])

    def show_line(self, number):
        """Scrolls the editor so that a line is its first, and takes the focus away."""
        page = self.page
        page.run("document.activeElement.blur()")
        page.run("""const line = [...document.querySelectorAll('.cm-lineNumbers .cm-gutterElement')].find((one) => one.textContent === String(arguments[0]));
            document.querySelector('.cm-scroller').scrollTop = line.offsetTop""", number)

    def taken(self):
        self.page.driver.execute_async_script("setTimeout(arguments[0], 1000)")  # the values have travelled
        return base64.b64decode(self.page.driver.get_screenshot_as_base64())

    def is_shown(self, name, picture):
        figure = web.ROOT / "docs/figures" / name
        if os.environ.get("PBP_UPDATE_FIGURES"):
            figure.write_bytes(picture)
        self.assertEqual(struct.unpack(">II", figure.read_bytes()[16:24]), struct.unpack(">II", picture[16:24]),
                         "renew it with: PBP_UPDATE_FIGURES=1 tests/web/run build test_web_figure")

    def test_the_guide_shows_the_page(self):
        self.open((1000, 1010))
        self.break_it()
        self.show_line(web.line_of(RIGHT, "^shared"))
        self.page.wait(lambda: self.page.in_frame("return document.querySelector('.pass').textContent") == "Pass 1 of 4: stride 1")
        self.is_shown("web.png", self.taken())

    def first_visit(self, address):
        """Yields the steps of the story with what to show at the top, and then waits for its picture."""
        page, loop = self.page, web.line_of(RIGHT, r"^ +for \(")
        page.forget(first=True)
        self.open(PANEL, "", address)
        page.wait(lambda: page.all(".start .picture svg"))
        yield "Open the page: a sort is at work.", "header"
        page.press("Delete one line")
        page.settle()
        yield "Take the dare: line 26 is to be deleted.", ".said"
        self.break_it("wrong")
        yield "Without it the race is found as you type.", ".filebar"
        yield "Element 8 took its neighbour's new sum.", ".verdict"
        page.press("Share")
        page.wait(lambda: page.find("#address").get_attribute("value"))
        link = page.find("#address").get_attribute("value").split("#", 1)[1]
        yield "Share it: the link holds the program.", "header"
        page.forget()
        self.open(PANEL, "#" + link, address)
        self.assertEqual(page.verdict, "wrong")
        self.assertIn("Changed lines: 1", page.find(".filebar").text)
        yield "Somebody opens the link: one line differs …", "header"
        page.type_all(RIGHT)
        self.assertEqual(page.verdict, "right")
        self.show_line(loop)
        yield "… and puts the barrier back.", ".filebar"
        self.open(PANEL, "#05.1", address)
        page.type_all(web.shader("shaders/05_bitonic_sort/exercises/e1_direction.comp"))
        page.press("Judge")
        page.settle(120)
        page.wait(lambda: "Solved" in page.find(".judging").text)
        yield "An exercise: solved, in 14 cases.", ".task"

    def test_the_guide_shows_a_first_visit(self):
        page, panels = self.page, ""
        with web.served() as (address, _):
            for number, (words, top) in enumerate(self.first_visit(address), 1):
                page.run("document.activeElement.blur(); document.querySelector(arguments[0]).scrollIntoView()", top)
                panels += f"<figure><figcaption>{number}. {html.escape(words)}</figcaption><img src='data:image/png;base64,{base64.b64encode(self.taken()).decode()}'></figure>"
        page.driver.get("data:text/html," + urllib.parse.quote(SHEET))
        page.run("document.body.innerHTML = arguments[0]", panels)
        page.look("light", 1000, page.run("return document.body.scrollHeight"))
        self.is_shown("web_link.png", self.taken())
