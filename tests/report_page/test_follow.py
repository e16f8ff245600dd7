# SPDX-License-Identifier: MIT
"""What the page shows of one cell while passes advance, and where the focus is meanwhile."""
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import browser

INSIDE = """const ring = document.querySelector('#panel .cursor').getBoundingClientRect(), stage = document.querySelector('#panel .stage').getBoundingClientRect();
    return ring.left >= stage.left - 6 && ring.right <= stage.right + 6 && ring.top >= stage.top - 6 && ring.bottom <= stage.bottom + 6;"""


class Follow(browser.PageTest):
    motion = "reduce"

    def lesson(self, number, *words):
        name, done = browser.run_lesson(number, self.out, "--sim", *words)
        self.page_of = self.out / name / "index.html"
        return done

    def test_the_cell_is_that_of_the_pass_in_view(self):
        page = self.browser
        page.open(self.folder / "small/index.html")
        page.all("[role=tab]")[0].click()
        page.wait(lambda: page.find("#panel h2").text.startswith("v1_small"))
        for view in page.views():
            with self.subTest(view=view):
                page.view(view)
                page.keys(Keys.ESCAPE, Keys.HOME)
                page.run("document.querySelector('#panel .cursor').focus()")
                page.keys(Keys.HOME)
                value = page.facts["Value"]
                page.run("document.activeElement.blur()")
                ActionChains(page.driver).move_to_element(page.find("h1")).perform()
                for _ in range(10):
                    page.keys(Keys.ARROW_RIGHT)
                    facts = page.facts
                    self.assertEqual(facts["Pass"], page.label)
                    self.assertEqual(facts["Value"], value)  # a sort moves it: the cell is where the value is
                    self.assertIn(facts["Element"].split(" ")[0], page.find("#panel .way").text.replace(":", "").split(" "))

    def test_the_cell_under_a_resting_pointer_is_that_of_the_pass_in_view(self):
        page = self.browser
        page.open(self.folder / "small/index.html")
        page.view("bars")
        page.keys(Keys.ESCAPE, Keys.HOME)
        ActionChains(page.driver).move_to_element(page.find("#panel canvas")).perform()
        values = set()
        for _ in range(7):
            page.keys(Keys.ARROW_RIGHT)
            self.assertEqual(page.facts["Pass"], page.label)
            values.add(page.facts["Value"])
        self.assertGreater(len(values), 1)
        ActionChains(page.driver).move_to_element(page.find("h1")).perform()

    def test_after_a_click_on_a_version_keys_step_through_its_passes(self):
        page = self.browser
        page.open(self.folder / "small/index.html")
        page.view("cells")
        page.all("[role=tab]")[2].click()
        page.wait(lambda: page.find("#panel h2").text.startswith("v3_other"))
        page.keys(Keys.HOME)
        self.assertEqual(page.step, 0)
        page.keys(Keys.ARROW_RIGHT)
        self.assertEqual(page.step, 1)
        page.keys(Keys.END)
        self.assertEqual(page.step, 10)
        self.assertTrue(page.find("#panel h2").text.startswith("v3_other"))
        page.run("document.querySelectorAll('[role=tab]')[2].focus()")  # reached by keyboard, a tab has its own keys
        page.keys(Keys.HOME)
        page.wait(lambda: page.find("#panel h2").text.startswith("v1_small"))
        page.all("[role=tab]")[1].click()
        page.wait(lambda: page.find("#panel h2").text.startswith("v2_wrong"))
        page.keys(Keys.HOME)
        self.assertEqual(page.step, 0)

    def test_the_ring_stays_on_its_cell_through_ranges_and_a_prediction(self):
        self.assertEqual(self.lesson("03", "--only", "v3").returncode, 0)
        page = self.browser
        page.open(self.page_of)
        for view in ("cells", "tree"):
            with self.subTest(view=view):
                page.view(view)
                page.keys(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
                page.run("document.querySelector('#panel .cursor').focus()")
                page.keys(Keys.HOME, *[Keys.ARROW_RIGHT] * 39)
                for on in (True, False):
                    page.keys("r")
                    self.assertEqual(page.find("[title*='(R)']").get_attribute("aria-pressed"), str(on).lower())
                    self.assertTrue(page.run(INSIDE))
                    self.assertEqual(page.facts["Element"], "39 of 48")
                page.run("document.activeElement.blur()")
        page.view("cells")
        page.run("document.querySelector('#panel .cursor').focus()")
        page.keys("p")
        page.wait(lambda: page.focused.get_attribute("class") == "guess")
        page.keys("1", Keys.ARROW_RIGHT, Keys.ESCAPE)
        self.assertEqual(page.focused.get_attribute("role"), "gridcell")  # where the focus was before
        self.assertEqual(page.facts["Pass"], page.label)
        self.assertTrue(page.run(INSIDE))

    def test_who_made_a_cell_is_a_list_that_leads_there(self):
        self.assertEqual(self.lesson("05", "--only", "v1", "--n", "8").returncode, 0)
        page = self.browser
        page.open(self.page_of)
        page.view("cells")
        page.keys(Keys.ESCAPE, Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        page.run("document.querySelector('#panel .cursor').focus()")
        page.keys(Keys.HOME)
        steps = page.texts("#panel .film button")
        self.assertRegex(steps[0], r"^Pass 2, v1_shared\.comp:\d+, invocation 0 of workgroup 0: data\[0\] = min of \d \(tile\[\d\]\) and \d \(tile\[\d\]\) -> \d")
        self.assertRegex(steps[1], r"^Pass 1, v1_shared\.comp:\d+, invocation \d of workgroup 0: tile\[\d\] = ")
        self.assertRegex(steps[-1], r"^Before the first pass: \d \(input element \d\)$")
        self.assertTrue(page.texts("#panel .film code")[0].startswith("TRACE("))
        page.run("document.querySelectorAll('#panel .film button')[1].focus()")
        page.keys(Keys.ENTER)
        self.assertEqual(page.step, 1)
        self.assertEqual(page.facts["Pass"], page.label)
        self.assertEqual(page.focused.tag_name, "button")  # of the list of that cell
        self.assertTrue(page.texts("#panel .film button")[0].startswith("Pass 1, "))

    def test_what_decided_a_place_is_named_and_what_a_cell_held_elsewhere_is_drawn(self):
        page = self.browser
        self.lesson("07", "--only", "v2", "--n", "40", "--threshold", "60")
        page.open(self.page_of)
        page.view("cells")
        page.keys(Keys.END)
        page.run("document.querySelector('#panel .cursor').focus()")
        page.keys(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertEqual(page.facts["Its place was decided by"], "2 from element 4")
        self.assertIn("decided from where", page.find(".legend").text)
        self.assertEqual(page.find(".way").text, "Its position, pass by pass: 2")  # element 2 of the slots is another's
        self.lesson("06", "--only", "v4", "--n", "16")
        page.open(self.page_of)
        page.view("tree")
        self.assertIn("the values of that row are added", page.find(".legend").text)

    def test_each_array_has_a_name(self):
        self.assertEqual(self.lesson("09", "--only", "v8").returncode, 0)
        page = self.browser
        page.open(self.page_of)
        self.assertEqual(page.texts("#panel .tools select option"), ["keys", "values", "others"])

    def test_the_table_of_a_fault_has_columns(self):
        shader = self.out / "changed.comp"
        text = (browser.HERE.parents[1] / "shaders/03_reduction/v3_sequential.comp").read_text()
        self.assertIn("stride /= 2u", text)
        shader.write_text(text.replace("stride /= 2u", "stride /= 4u"))
        self.assertEqual(self.lesson("03", "--only", "v3", "--shader", str(shader)).returncode, 1)
        page = self.browser
        page.open(self.page_of)
        lines = page.find(".message pre").text.split("\n")
        self.assertTrue(lines[0].startswith("index"))
        wide = page.run("""const pre = document.querySelector('.message pre'), style = getComputedStyle(pre), c = document.createElement('canvas').getContext('2d');
            c.font = style.font;
            return ['1', '^', ' '].map((one) => c.measureText(one.repeat(40)).width);""")
        self.assertEqual(len(set(wide)), 1)
        self.assertEqual(page.run("return getComputedStyle(document.querySelector('.message pre')).whiteSpace"), "pre")  # no line is broken


if __name__ == "__main__":
    unittest.main()
