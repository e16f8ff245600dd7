# SPDX-License-Identifier: MIT
"""Sizes, themes, keyboard, screen readers; browsers that lack something; a page served and then offline."""
import browser
import web
from selenium.webdriver.common.keys import Keys

PHONE = (390, 800)


class Layout(web.Case):
    def box(self, selector):
        return self.page.run("const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]", selector)

    def test_editor_and_passes_are_visible_at_once(self):
        page = self.page
        for width, height in ((1400, 900), (1920, 1080), (1024, 768)):
            page.look("light", width, height)
            page.visit()
            text, frame = self.box(".text"), self.box(".frame")
            self.assertGreater(text[3] - text[1], 0.6 * height)
            self.assertGreater(frame[3] - frame[1], 0.6 * height)
            self.assertLessEqual(max(text[3], frame[3]), height)
            self.assertGreaterEqual(frame[0], text[2])
            self.assertLess(page.in_frame("return document.querySelector('.stage').getBoundingClientRect().top"), 150)
            self.assertGreater(page.in_frame("return document.querySelector('.stage').clientHeight"), 0.25 * height)

    def test_on_a_phone_nothing_is_cut_off(self):
        page = self.page
        page.look("light", *PHONE)
        page.visit()
        for kind in ("lesson", "exercise", "own"):
            page.choose("What to work on", kind)
            self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), PHONE[0])
            text = self.box(".text")
            self.assertLess(text[1], PHONE[1] - 250)  # some of the editor shows at once
            self.assertGreater(self.box(".verdict")[1], text[3])
            if kind == "exercise":
                self.assertIn("Every comparison knows its two places", page.find(".task > p").text)  # the rest is folded
        page.choose("What to work on", "lesson")
        page.wait(lambda: page.in_frame("return document.documentElement.scrollHeight <= innerHeight + 2"))

    def test_axe_finds_nothing(self):
        page = self.page
        if not browser.AXE.exists():
            self.skipTest("axe-core is not installed")
        broken = web.shader().replace("    barrier();\n", "    \n", 1)
        for theme in ("light", "dark"):
            for size in ((1400, 900), (1280, 800), PHONE):
                with self.subTest(theme=theme, size=size):
                    page.look(theme, *size)
                    page.forget()
                    page.visit()
                    page.run("document.querySelector('.filebar [title^=F2] input').click()")
                    page.settle()
                    self.assertEqual((page.faults(), len(page.all(".assembly"))), ([], 1))
                    page.type_all(broken)
                    for tab in ("Counts", "Subgroup sizes", "Passes"):
                        page.press(tab)
                        self.assertEqual(page.faults(), [])
                    page.choose("What to work on", "exercise")
                    self.assertEqual(page.faults(), [])
                    page.choose("What to work on", "own")
                    self.assertEqual(page.faults(), [])
                    page.press("Help")
                    self.assertEqual(page.faults(), [])

    def test_the_theme_is_that_of_the_system_until_it_is_chosen(self):
        page = self.page
        paper = "return getComputedStyle(document.body).backgroundColor"
        page.look("dark", 1400, 900)
        page.visit()
        self.assertEqual((page.run(paper), page.in_frame(paper)), ("rgb(22, 24, 28)",) * 2)
        page.press("Light or dark")
        page.wait(lambda: page.in_frame(paper) == "rgb(255, 255, 255)")
        self.assertEqual(page.run(paper), "rgb(255, 255, 255)")
        page.visit()
        self.assertEqual((page.run(paper), page.in_frame(paper)), ("rgb(255, 255, 255)",) * 2)

    def test_all_is_done_by_keyboard(self):
        page = self.page
        page.visit()
        page.run("document.querySelector('.cm-content').focus()")
        page.with_control("m")  # from now on Tab leaves the editor
        page.keys(Keys.TAB)
        self.assertFalse(page.run("return document.querySelector('.text').contains(document.activeElement)"))
        page.run("document.querySelector('[role=tab]').focus()")
        page.keys(Keys.ARROW_RIGHT)
        self.assertEqual(page.focused.text, "Counts")
        self.assertEqual(page.focused.get_attribute("aria-selected"), "true")
        page.run("[...document.querySelectorAll('.filebar label')].find((one) => one.textContent.includes('while I type')).querySelector('input').click()")
        page.run("document.querySelector('.cm-content').focus()")
        page.with_control(Keys.HOME)
        page.keys("x")
        self.assertEqual(page.verdict, "right")  # not run yet
        page.with_control(Keys.ENTER)
        page.settle()
        self.assertEqual(page.verdict, "does not build")

    def before_the_page(self, script):
        return self.page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})["identifier"]

    def test_browsers_that_lack_something_are_told(self):
        page = self.page
        for lack in ("WebAssembly", "DecompressionStream", "Worker"):
            identifier = self.before_the_page(f"delete window.{lack}")
            page.driver.get(web.PAGE.as_uri())
            self.assertRegex(page.find("#page").text, f"^This browser lacks {lack}, .* Firefox 113, Safari 16.4")
            page.release_frames(identifier)

    def test_a_browser_that_stores_nothing_runs_all_the_same(self):
        page = self.page
        identifier = self.before_the_page("Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } })")
        page.visit("#05.1")
        page.press("Hint")
        self.assertEqual(len(page.all(".hints li")), 1)
        page.release_frames(identifier)

    def test_served_once_it_works_offline(self):
        page = self.page
        with web.served() as (site, server):
            address = f"{site}index.html"
            page.visit("#05", address)
            self.assertEqual(page.verdict, "right")
            page.driver.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
            page.visit("#05", address)  # through the service worker, which keeps it
            server.shutdown()
            server.server_close()
            page.visit("#05", address)
            self.assertEqual(page.verdict, "right")
