# SPDX-License-Identifier: MIT
"""The page on samples: what it reads, each control by mouse and by keyboard, hostile text."""
import json
import pathlib
import re
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import browser

SOURCES = pathlib.Path(__file__).parents[2] / "common/report/page"


class Page(browser.PageTest):
    def open(self, name):
        self.browser.open(self.folder / name / "index.html")
        return self.browser

    def test_every_number_is_read_as_it_was_written(self):
        page = (self.folder / "kinds/index.html").read_text()
        version = json.loads(re.search(r'id="run">(.*?)</script>', page, re.S).group(1))["versions"][0]
        scripts = "".join((SOURCES / name).read_text() for name in ("dom.js", "numbers.js", "rows.js"))
        self.browser.driver.get("about:blank")
        read = self.browser.driver.execute_async_script(scripts + """
            const [heads, packed, done] = arguments;
            const words = (list) => list ? [...list].map((one) => Number.isFinite(one) ? one : full(one)) : [];
            inflated(packed).then((bytes) => done(decodeRows(heads, bytes).map((row) => ({
                cells: row.pixels ? [] : words(row.values), pixels: row.pixels ? [...row.pixels] : [], expected: words(row.expected),
                writers: row.writers ? [...row.writers] : [], lines: row.madeAt ? [...row.madeAt] : [],
                sum: [row.array, row.own, row.ownValues ? [...row.ownValues] : []],
                links: [...row.from].map((from, k) => [from, row.to[k], row.kind[k]])}))));""", browser.heads(version), version["numbers"])
        truth = json.loads((self.folder / "kinds/truth.json").read_text())
        self.assertEqual(len(read), len(truth))
        for number, (one, other) in enumerate(zip(read, truth)):
            with self.subTest(row=number):
                self.assertEqual(one, other)

    def test_keys_step_through_the_passes(self):
        page = self.open("small")
        Select(page.find(".toolbar select")).select_by_value("cells")
        page.all("[role=tab]")[0].click()
        page.wait(lambda: page.find("#panel h2").text.startswith("v1_small"))
        page.find("h1").click()
        page.run("document.activeElement.blur()")
        page.keys(Keys.HOME)
        self.assertEqual(page.label, "Before the first pass: input")
        page.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertEqual(page.label, "Pass 2 of 10: block 4, stride 2")
        page.keys(Keys.ARROW_LEFT)
        self.assertEqual(page.step, 1)
        page.keys(Keys.END)
        self.assertEqual(page.step, 10)
        page.keys(Keys.ARROW_RIGHT)
        self.assertEqual(page.step, 10)
        page.keys(Keys.HOME, Keys.ARROW_LEFT)
        self.assertEqual(page.step, 0)
        page.keys(Keys.SPACE)
        page.wait(lambda: page.step >= 2)
        page.keys(Keys.SPACE)
        self.assertEqual(page.find(".play").text, "Play")
        page.keys("?")
        self.assertTrue(page.run("return document.querySelector('dialog').open"))
        self.assertIn("first wrong pass", page.find("dialog").text)
        page.keys(Keys.ESCAPE)
        self.assertFalse(page.run("return document.querySelector('dialog').open"))
        before = page.run("return document.getElementById('view').value")
        page.keys("v")
        self.assertNotEqual(page.run("return document.getElementById('view').value"), before)
        page.keys("w")  # this version has no wrong pass
        page.keys("t")
        self.assertEqual(page.run("return document.documentElement.dataset.theme"), "dark")
        page.keys("t")
        self.assertEqual(page.run("return document.documentElement.dataset.theme"), "light")

    def test_every_control_is_reached_by_tab_and_works_by_keyboard(self):
        page = self.open("small")
        seen = []
        page.run("document.activeElement.blur()")
        for _ in range(60):
            page.keys(Keys.TAB)
            element = page.focused
            name = page.run("const e = arguments[0]; return e.getAttribute('aria-label') || e.innerText || e.id || e.tagName", element)
            if element.tag_name == "body" or name in seen[:1]:
                break
            if element.tag_name in ("button", "select", "input"):
                ring = page.run("return getComputedStyle(arguments[0]).outlineStyle", element)
                self.assertNotEqual(ring, "none", name)
            seen.append(name)
        everything = page.run(
            "return [...document.querySelectorAll('button, select, input, a, [tabindex=\"0\"], summary')]"
            ".filter((e) => e.offsetParent && e.tabIndex >= 0).length")
        self.assertEqual(len(seen), everything)

        def press(selector, key=Keys.ENTER):
            page.run("arguments[0].focus()", page.find(selector))
            page.keys(key)

        press("[aria-label='First pass']")
        self.assertEqual(page.step, 0)
        press("[aria-label='Forward one pass']", Keys.SPACE)
        self.assertEqual(page.step, 1)
        press("[aria-label='Last pass']")
        self.assertEqual(page.step, 7)
        press("[aria-label='Back one pass']")
        self.assertEqual(page.step, 6)
        press("#pass", Keys.ARROW_RIGHT)
        self.assertEqual(page.step, 7)
        press("#pass", Keys.HOME)
        self.assertEqual(page.step, 0)
        press(".timeline button.bad")
        self.assertEqual(page.step, 7)
        press("[role=tab][aria-selected=true]", Keys.ARROW_LEFT)
        page.wait(lambda: page.find("#panel h2").text.startswith("v1_small"))
        press("[role=tab][aria-selected=true]", Keys.END)
        page.wait(lambda: page.find("#panel h2").text.startswith("v3_other"))
        page.run("document.getElementById('view').focus()")
        page.keys(Keys.ARROW_DOWN)
        self.assertEqual(page.run("return document.getElementById('view').value"), "bars")
        wide = "return document.querySelector('.space').getBoundingClientRect().width"
        before = page.run(wide)
        press("[aria-label='Draw larger']")
        self.assertGreater(page.run(wide), before)
        press("[aria-label='Draw smaller']")
        self.assertAlmostEqual(page.run(wide), before, delta=2)
        press(".play")
        self.assertEqual(page.find(".play").text, "Pause")
        press(".play")
        self.assertEqual(page.find(".play").text, "Play")

    def test_a_cell_says_who_wrote_it_from_what_and_whether_it_is_right(self):
        page = self.open("small")  # begins at the first wrong pass of the version that is wrong
        self.assertEqual(page.step, 7)
        self.assertIn("WRONG", page.find("#panel").text)
        facts = page.facts
        self.assertEqual(facts["Element"], "5 of 16")  # the wrong one is followed
        page.run("document.querySelector('#panel .cursor').focus()")
        page.keys(Keys.HOME)
        for _ in range(5):
            page.keys(Keys.ARROW_RIGHT)
        facts = page.facts
        self.assertEqual(facts["Element"], "5 of 16")
        self.assertEqual(facts["Check"], "wrong: expected 99")
        self.assertEqual(facts["Workgroup"], "0")
        self.assertRegex(facts["Subgroup"], r"^0, lane \d$")
        self.assertRegex(facts["Invocation"], r"^\d of its workgroup, global id \d$")
        self.assertRegex(facts["What happened"], r"compared with element \d+: \d+ here, \d+ there")
        self.assertIn("wrong: expected 99", page.find("#panel [aria-live]").get_attribute("textContent"))
        self.assertIn("Element 5 of 16", page.focused.get_attribute("aria-label"))
        self.assertIn("Its position, pass by pass: ", page.find("#panel .way").text)
        self.assertEqual(len(page.all("#panel .code .made")), 2)
        self.assertEqual(len(page.all("#panel .code .exact")), 1)
        self.assertIn("data race", page.find("#panel .code .note").text)
        self.assertIn("128 sectors", page.find("#panel .code .count").text)
        page.keys(Keys.ARROW_UP)  # the same element, a pass earlier
        self.assertEqual(page.step, 6)
        page.keys(Keys.ESCAPE)
        self.assertEqual(page.find("#panel .way").text, "")

    def test_hovering_tells_of_a_cell_without_choosing_it(self):
        page = self.open("small")
        page.keys(Keys.ESCAPE)  # the page opens with a cell that is followed
        ActionChains(page.driver).move_to_element_with_offset(page.find("#panel .space"), 0, 40).perform()
        self.assertIn("Value", page.texts("#panel .facts dt"))
        ActionChains(page.driver).move_to_element(page.find("h1")).perform()
        self.assertNotIn("Value", page.texts("#panel .facts dt"))

    def test_a_click_in_every_view_chooses_a_cell(self):
        page = self.open("small")
        for view in page.views():
            with self.subTest(view=view):
                page.view(view)
                page.keys(Keys.ESCAPE)
                ActionChains(page.driver).move_to_element_with_offset(page.find("#panel .space"), -200, 30).click().perform()
                self.assertNotEqual(page.find("#panel .way").text, "")
                self.assertEqual(page.focused.get_attribute("role"), "gridcell")

    def test_a_click_on_the_upper_row_follows_the_cell_that_was_clicked(self):
        page = self.open("small")
        way = lambda: page.find("#panel .way").text

        def facts():
            ActionChains(page.driver).move_to_element(page.find("h1")).perform()  # what is shown is the cursor's cell, not one under the pointer
            return page.facts

        def reach(step):  # cell 5 of a step, by keyboard
            page.run("document.activeElement.blur()")
            page.keys(Keys.ESCAPE, Keys.HOME, *[Keys.ARROW_RIGHT] * step)
            page.run("document.querySelector('#panel .cursor').focus()")
            page.keys(Keys.HOME, *[Keys.ARROW_RIGHT] * 5)
            return way(), facts()["Pass"]

        page.view("cells")
        for beside in (False, True):
            with self.subTest(beside=beside):
                if beside:
                    Select(page.all(".toolbar select")[1]).select_by_visible_text("v3_other")
                    page.wait(lambda: len([one for one in page.all(".panel") if one.is_displayed()]) == 2)
                for step in range(2, 8):  # a pass in which this cell's value changes
                    upper, lower = reach(step - 1), reach(step)
                    if upper[0] != lower[0]:
                        break
                self.assertNotEqual(upper[0], lower[0])
                at = page.run("const c = document.querySelector('#panel .cursor').getBoundingClientRect(),"
                              "s = document.querySelector('#panel .space').getBoundingClientRect();"
                              "return [c.x + c.width / 2 - s.x - s.width / 2, 45 - s.height / 2, c.y + c.height / 2 - s.y - s.height / 2]")
                for y, expected in ((at[1], upper), (at[2], lower)):
                    page.run("document.activeElement.blur()")
                    ActionChains(page.driver).move_to_element_with_offset(page.find("#panel .space"), round(at[0]), round(y)).click().perform()
                    self.assertEqual(page.focused.get_attribute("role"), "gridcell")
                    self.assertEqual((way(), facts()["Pass"], facts()["Element"]), (*expected, "5 of 16"))
                    self.assertEqual(page.step, step)  # the pass is not left

    def test_two_versions_side_by_side_stay_in_step(self):
        page = self.open("small")
        Select(page.all(".toolbar select")[1]).select_by_visible_text("v3_other")
        page.wait(lambda: len([one for one in page.all(".panel") if one.is_displayed()]) == 2)
        page.run("document.querySelector('.cursor').focus()")
        page.keys(Keys.ARROW_UP)
        self.assertEqual(page.step, 6)
        self.assertEqual([way != "" for way in page.texts(".way")], [True, True])
        Select(page.all(".toolbar select")[1]).select_by_visible_text("nothing")
        page.wait(lambda: len([one for one in page.all(".panel") if one.is_displayed()]) == 1)

    def test_a_long_array_is_an_overview_that_grows_into_cells(self):
        page = self.open("wide")
        wide = "return document.querySelector('#panel .space').getBoundingClientRect().width"
        room = page.run("return document.querySelector('#panel .stage').clientWidth")
        for view in ("cells", "bars", "history"):
            with self.subTest(view=view):
                page.view(view)
                page.find(".zoom button:last-child").click()
                self.assertLessEqual(page.run(wide), room + 1)
                colours = page.run("const c = document.querySelector('#panel canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
                                   "return new Set(new Uint32Array(d.buffer)).size")
                self.assertGreater(colours, 50)
                self.assertNotIn("Shown:", page.find(".legend").text)  # nothing is left out
        page.view("cells")
        page.run("document.querySelector('#panel .cursor').focus()")
        page.keys(Keys.END)
        facts = page.facts
        self.assertEqual(facts["Element"], "16383 of 16384")
        for _ in range(16):
            page.find("[aria-label='Draw larger']").click()
        self.assertGreaterEqual(page.run(wide), 16384 * 15)  # room for numbers

    def test_no_text_of_a_run_becomes_markup(self):
        page = self.open("hostile")
        for view in page.views():
            page.view(view)
        page.run("document.querySelector('#panel .cursor').focus()")
        page.keys(Keys.ARROW_RIGHT)
        self.assertIsNone(page.run("return document.documentElement.dataset.hacked ?? null"))
        self.assertEqual(page.run("return document.querySelectorAll('#page img, #page script').length"), 0)
        self.assertIn("<script>", page.find("h1").text)

    def test_a_run_without_a_pass_and_a_browser_without_scripts(self):
        page = self.open("empty")
        self.assertIn("No pass was recorded", page.find("#panel").text)
        page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            page.open(self.folder / "hostile/index.html", ready=False)
            self.assertIn("let this browser run scripts", page.find("noscript").text)
            self.assertEqual(len(page.all("noscript img")), 1)
        finally:
            page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
            page.complaints()  # the picture that does not exist

    def test_a_phone_and_large_letters_need_no_scrolling_aside(self):
        for width, scale in ((360, 1), (640, 2)):
            self.browser.look("light", width, 800, scale)
            page = self.open("small")
            for view in page.views():
                page.view(view)
                self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), width, view)

    def test_print_shows_the_pass_without_its_controls(self):
        page = self.open("small")
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.assertFalse(page.find(".controls").is_displayed())
        self.assertTrue(page.find(".pass").is_displayed())
        self.assertTrue(page.find("#panel canvas").is_displayed())
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})

    @unittest.skipUnless(browser.AXE.exists(), "axe-core is not installed: .ci/run page does that")
    def test_axe_finds_no_serious_fault(self):
        for theme in ("light", "dark"):
            self.browser.look(theme)
            rules = browser.COLOURS if theme == "dark" else None
            for sample in ("small", "kinds", "empty"):
                page = self.open(sample)
                for view in page.views() or [None]:
                    if view:
                        page.view(view)
                    with self.subTest(theme=theme, sample=sample, view=view):
                        self.assertEqual(page.faults(rules=rules), [])
                if page.views():
                    page.run("document.querySelector('#panel .cursor').focus()")
                    self.assertEqual(page.faults(rules=rules), [])


if __name__ == "__main__":
    unittest.main()
