# SPDX-License-Identifier: MIT
"""Predict mode: it hides the next pass, takes answers by keyboard and by mouse, and marks them."""
import pathlib
import re
import shutil
import tempfile
import time
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import browser


class Predict(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = browser.samples()
        cls.out = pathlib.Path(tempfile.mkdtemp(prefix="pbp_predict_"))
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        shutil.rmtree(cls.folder)
        shutil.rmtree(cls.out)

    def setUp(self):
        self.browser.look("light", motion="reduce")

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def begin(self, file):
        page = self.browser
        page.open(file)
        page.all("[role=tab]")[0].click()
        page.run("document.activeElement.blur()")
        page.keys(Keys.HOME, "p")
        page.wait(lambda: page.focused.get_attribute("class") == "guess")
        return page

    def asked(self):
        """The element whose prediction is being filled in."""
        return int(re.search(r"element (\d+)$", self.browser.focused.get_attribute("aria-label")).group(1))

    def words(self):
        return self.browser.find(".predict p").text

    def answer(self, values, wrong=0):
        """Fills in everything that is asked, the first `wrong` of them one too high; the last Enter checks. Returns how many were asked."""
        done = []
        while self.browser.focused.get_attribute("class") == "guess":
            cell = self.asked()
            self.assertNotIn(cell, done)
            self.browser.keys(str(values[cell] + (len(done) < wrong)), Keys.ENTER)
            done.append(cell)
        return len(done)

    def test_right_and_wrong_answers_are_told_apart_on_sorts_and_sums(self):
        for number in ("03", "05", "06"):
            name, done = browser.run_lesson(number, self.out, "--sim", "--sim-subgroup", "8")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            file = self.out / name / "index.html"
            rows = self.browser.inside(file, 0, "return version.steps.map((_, step) => [...version.row(step, '').values])")
            page = self.begin(file)
            for wrong in (0, 3):
                with self.subTest(lesson=number, wrong=wrong):
                    step, framed = page.step, int(re.search(r"in the (\d+) framed", self.words()).group(1))
                    count = self.answer(rows[step], wrong)
                    self.assertEqual(count, framed)
                    right = count - min(wrong, count)
                    self.assertTrue(self.words().startswith(f"{right} of {count} right."), self.words())
                    if wrong:
                        self.assertRegex(self.words(), r"Element \d+ is \d+, not \d+: ")
                    self.assertEqual(page.step, step)
                    self.assertEqual(page.focused.text, "Next pass")
                    page.keys(Keys.ENTER)
                    page.wait(lambda: page.step > step and page.focused.get_attribute("class") == "guess")

    def test_the_hidden_pass_shows_nowhere(self):
        page = self.begin(self.folder / "small/index.html")
        hidden = page.run("return document.querySelector('#panel canvas').toDataURL()")
        self.assertEqual(page.step, 1)
        box = "const r = document.querySelector('.guess').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]"
        x, y = page.run(box)
        frame = page.run("const r = document.querySelector('#panel .space').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]")
        for away in (0, 40, 80, 120):  # the pointer over hidden cells
            ActionChains(page.driver).move_to_element_with_offset(page.find("#panel .space"), round(x + away - frame[0]), round(y - frame[1])).perform()
            self.assertEqual(page.texts("#panel .facts dd"), [])
            self.assertEqual(page.find("#panel .origin").text, "")
        self.assertEqual(page.find("#panel .way").text, "")
        page.keys("t", "t")  # typed into the field: not a key of the page
        self.assertNotEqual(page.run("return document.documentElement.dataset.theme"), "dark")
        self.assertFalse(page.all(".panel")[1].is_displayed())
        page.keys(Keys.BACK_SPACE, Keys.BACK_SPACE)
        self.assertEqual(page.run("return document.querySelector('#panel canvas').toDataURL()"), hidden)
        page.keys(Keys.ESCAPE)  # it ends, and the pass is shown
        self.assertNotEqual(page.run("return document.querySelector('#panel canvas').toDataURL()"), hidden)
        self.assertFalse(page.find(".predict").is_displayed())

    def test_it_begins_even_while_the_version_is_still_loading(self):
        page = self.browser
        page.open(self.folder / "small/index.html")
        page.run("document.querySelectorAll('[role=tab]')[0].click();"
                 "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }))")
        page.wait(lambda: page.focused.get_attribute("class") == "guess")
        time.sleep(0.3)  # it stays: nothing that was under way ends it
        self.assertEqual(page.focused.get_attribute("class"), "guess")

    def test_keys_and_the_mouse_reach_every_cell(self):
        page = self.begin(self.folder / "small/index.html")
        first = self.asked()
        page.keys(Keys.ARROW_RIGHT)
        second = self.asked()
        self.assertGreater(second, first)
        page.keys(Keys.ARROW_LEFT)
        self.assertEqual(self.asked(), first)
        page.keys(Keys.ARROW_UP)  # takes the value above
        value = page.focused.get_attribute("value")
        self.assertRegex(value, r"^\d+$")
        x, y = page.run("const r = document.querySelector('.guess').getBoundingClientRect(), s = document.querySelector('#panel .space').getBoundingClientRect();"
                        "return [r.x - s.x - s.width / 2 + r.width / 2, r.y - s.y - s.height / 2 + r.height / 2]")
        ActionChains(page.driver).move_to_element_with_offset(page.find("#panel .space"), round(x + 200), round(y)).click().perform()
        self.assertGreater(self.asked(), first)  # also one that is not asked for
        for cell in range(3):
            page.keys("99999")
        page.keys(Keys.TAB)
        self.assertEqual(page.focused.text, "Check")
        page.keys(Keys.ENTER)
        self.assertRegex(self.words(), r"^\d of \d right")
        page.keys(Keys.TAB, Keys.ENTER)
        self.assertFalse(page.find(".predict").is_displayed())

    def test_on_a_phone_the_question_is_in_view(self):
        self.browser.look("light", 390, 800, motion="reduce")
        page = self.begin(self.folder / "small/index.html")
        top, bottom = page.run("const b = (s) => document.querySelector(s).getBoundingClientRect(); return [b('.predict').bottom, b('.timeline').top]")
        self.assertLessEqual(top, bottom)

    @unittest.skipUnless(browser.AXE.exists(), "axe-core is not installed: .ci/run page does that")
    def test_axe_finds_no_serious_fault(self):
        for theme in ("light", "dark"):
            self.browser.look(theme, motion="reduce")
            page = self.begin(self.folder / "small/index.html")
            self.assertEqual(page.faults(), [], theme)
            page.keys("1", Keys.TAB, Keys.ENTER)
            self.assertEqual(page.faults(), [], theme)


if __name__ == "__main__":
    unittest.main()
