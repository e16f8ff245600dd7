# SPDX-License-Identifier: MIT
"""Predict mode: it hides the next pass, takes answers by keyboard and by mouse, and marks them."""
import re
import time
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import browser


class Predict(browser.PageTest):
    motion = "reduce"

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
        return self.browser.find(".predict [role=status]").text

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
            file = self.lesson(number)
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

    def test_the_rule_that_a_question_states_predicts_its_cells(self):
        predicted = 0
        for number, versions in (("03", range(9)), ("04", (1, 5)), ("05", (0, 3)), ("06", range(6)), ("09", (0, 1))):
            for version in versions:
                rules = self.browser.inside(self.lesson(number), version, """
                    return version.steps.map(({ label }, step) => {
                        const row = version.row(step, ''), before = version.before(step, ''), held = version.row(version.heldStep(step, ''), '');
                        if (!before) return null;
                        const links = version.links(step, ''), spans = [row.span, before.span];
                        return { label, rule: ruleOf(version, '', step), row: [...row.values], before: [...before.values], held: held ? [...held.values] : null, spans,
                                 group: version.caption.group, links: [...links.from].map((from, k) => [from, links.to[k]]) };
                    });""")
                for one in filter(None, rules):
                    with self.subTest(lesson=number, version=version, step=one["label"], rule=one["rule"]):
                        predicted += self.follows(**one)
        self.assertGreater(predicted, 1000)

    def follows(self, label, rule, row, before, held, spans, group, links):
        """Does by hand what a rule says, and compares; returns for how many cells."""
        del label
        written = sorted({to for _, to in links})
        if found := re.search(r"adds (?:its|the value (\d+) cells to its) (left|right)(?: neighbour)? to its own", rule):
            offset = int(found.group(1) or 1) * (1 if found.group(2) == "right" else -1)
            self.assertEqual([row[i] for i in written], [before[i] + before[i + offset] for i in written])
        elif found := re.search(r"adds up (?:at most )?(\d+) values, neighbours", rule):
            for cell in written:
                cells = [source for source, to in links if to == cell]
                self.assertLessEqual(len(cells), int(found.group(1)))
                self.assertEqual(cells, list(range(cells[0], cells[0] + len(cells))))
                self.assertEqual(row[cell], sum(before[i] for i in cells))
        elif rule.startswith("Each tile takes the last"):
            ends = [min((i + 1) * spans[0], len(before)) - 1 for i in written]
            self.assertEqual([row[i] for i in written], [before[i] for i in ends])
        elif rule == "Each tile adds up all to its left.":
            self.assertEqual([row[i] for i in written], [sum(before[:i]) for i in written])
        elif rule.startswith("Each cell adds the value of the tile above it to what it held"):
            self.assertEqual([row[i] for i in written], [held[i] + before[i // spans[1]] for i in written])
        elif rule.startswith("Each cell adds up the values above, from the last dashed line"):
            written = range(len(row))
            self.assertEqual(row, [sum(before[i // group * group:i + 1]) for i in written])
        elif rule == "Each cell adds up the values above, from the first to its left neighbour.":
            written = range(len(row))
            self.assertEqual(row, [sum(before[:i]) for i in written])
        elif found := re.search(r"^(?:Neighbours|Elements (\d+) apart) are compared; the larger goes (right|left)(?: in elements 0 to (\d+), left)?", rule):
            pairs = [sorted(pair) for pair in links]
            for low, high in pairs:
                self.assertEqual(high - low, int(found.group(1) or 1))
                rises = found.group(2) == "right" and (not found.group(3) or low // (int(found.group(3)) + 1) % 2 == 0)
                self.assertEqual([row[low], row[high]], sorted([before[low], before[high]], reverse=not rises))
            return 2 * len(pairs)
        else:
            return 0
        return len(written)

    def test_the_question_says_what_is_left_out_and_all_framed_cells_are_in_view(self):
        self.browser.look("light", 1400, 900, motion="reduce")
        for number, skips in (("03", True), ("05", False), ("06", False)):
            with self.subTest(lesson=number):
                page = self.begin(self.lesson(number))
                self.assertEqual(self.words().startswith("Left out, as it changes no value: "), skips, self.words())
                legend = page.find(".legend").text  # of arrows that stay, without what they would give away
                self.assertIn("compared" if number == "05" and "ascending" not in legend else "ascending" if number == "05" else "added to", legend)
                self.assertNotIn("swapped", legend)
                self.assertNotIn("unchanged", legend)
                field, stage = (page.run("const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.top, r.bottom]", one)
                                for one in (".predict", "#panel .stage"))
                self.assertLessEqual(field[1], stage[0])
                framed = int(re.search(r"in the (\d+) framed", self.words()).group(1))
                for _ in range(framed):
                    self.assertEqual(page.run("return document.querySelector('#panel .stage').scrollLeft"), 0)
                    page.keys(Keys.ARROW_RIGHT)

    def test_after_the_last_pass_it_gives_the_total_and_goes_on_with_the_next_version(self):
        page = self.begin(self.lesson("03"))
        page.all("[role=tab]")[5].click()  # a pass of it is in an include
        page.wait(lambda: page.find("#panel h2").text.startswith("v6_subgroup"))
        page.run("document.activeElement.blur()")
        page.keys(Keys.HOME, "p")
        page.wait(lambda: page.focused.get_attribute("class") == "guess")
        asked, said = 0, []
        for _ in range(3):
            while page.focused.get_attribute("class") == "guess":
                page.keys("1", Keys.ENTER)
                asked += 1
            said.append(self.words())
            self.assertNotEqual(page.find(".shader > p").text, "No dispatch has run yet.")
            if page.focused.text == "Next pass":
                page.keys(Keys.ENTER)
                page.wait(lambda: page.focused.get_attribute("class") == "guess")
                self.assertEqual(page.find(".predict .quiet").text, said[-1])  # one Enter too many loses no explanation
                self.assertTrue(page.all("#panel .made"))
        self.assertRegex(said[-1], rf"That was the last pass: \d+ of {asked} right in all\. Go on with v7_one_dispatch")
        self.assertEqual(page.focused.text, "Predict v7_one_dispatch")
        page.keys(Keys.ENTER)
        page.wait(lambda: page.focused.get_attribute("class") == "guess")
        self.assertTrue(page.find("#panel h2").text.startswith("v7_one_dispatch"))

    def test_it_begins_with_the_first_pass_and_waits_for_a_number(self):
        page = self.browser
        for number in ("03", "05"):
            page.open(self.lesson(number))  # in another view, at a pass whose result is seen
            page.keys("p")
            page.wait(lambda: page.focused.get_attribute("class") == "guess")
            self.assertIn(f"Pass {2 if number == '03' else 1} of", self.words())
        asked = self.asked()
        page.keys("3x", Keys.ENTER)
        self.assertEqual((self.asked(), page.focused.get_attribute("aria-invalid")), (asked, "true"))
        page.keys(Keys.BACK_SPACE)
        self.assertEqual(page.focused.get_attribute("aria-invalid"), "false")
        page.keys(Keys.ENTER)
        self.assertNotEqual(self.asked(), asked)

    def test_its_cells_are_as_wide_as_its_own_rows_allow(self):
        page = self.browser
        page.look("light", 1400, 900, motion="reduce")
        page.open(self.lesson("03"))
        page.all("[role=tab]")[5].click()
        page.wait(lambda: page.find("#panel h2").text.startswith("v6_subgroup"))
        page.run("const s = document.getElementById('pass'); s.value = 1; s.dispatchEvent(new Event('input')); document.activeElement.blur()")
        page.keys("p")  # 16 cells, though the input has 48
        page.wait(lambda: page.focused.get_attribute("class") == "guess")
        self.assertGreater(page.run("return document.querySelector('.guess').getBoundingClientRect().width"), 40)

    def test_all_cells_of_the_pass_are_in_view_where_their_numbers_fit(self):
        self.browser.look("light", 1280, 900, motion="reduce")
        page = self.begin(self.lesson("03"))
        self.assertGreaterEqual(page.run("const s = document.querySelector('#panel .stage'); return s.clientWidth - document.querySelector('#panel .space').clientWidth"), -12)
        asked = []
        for _ in range(8):
            asked.append(self.asked())
            page.keys(Keys.ARROW_RIGHT)
        self.assertEqual(len(set(asked)), 8)
        self.assertGreater(max(asked), 40)  # of 48

    def test_a_version_with_nothing_to_predict_says_so(self):
        for number, reason in (("01", "its local index; owners"), ("08", "step 2; step 3; step 4 and ")):
            with self.subTest(lesson=number):
                page = self.browser
                page.open(self.lesson(number))
                page.all("[role=tab]")[0].click()
                page.keys(Keys.HOME, "p")
                page.wait(lambda: self.words() != "")
                self.assertTrue(self.words().startswith(f"Left out, as the rows above do not say what they leave: {reason}"), self.words())
                self.assertIn("That was the last pass: there was nothing to predict. Go on with v2_", self.words())
                self.assertEqual(page.all(".guess")[0].is_displayed(), False)

    def test_the_hidden_pass_shows_nowhere(self):
        page = self.begin(self.folder / "small/index.html")
        hidden = page.run("return document.querySelector('#panel canvas').toDataURL()")
        self.assertNotIn("swapped", page.find(".legend").text)
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
            rules = browser.COLOURS if theme == "dark" else None
            page = self.begin(self.folder / "small/index.html")
            self.assertEqual(page.faults(rules=rules), [], theme)
            page.keys("1", Keys.TAB, Keys.ENTER)
            self.assertEqual(page.faults(rules=rules), [], theme)


if __name__ == "__main__":
    unittest.main()
