# SPDX-License-Identifier: MIT
"""The first view of each lesson's page: what is in it at three sizes, and what it begins with."""
import re
import unittest

import browser

# The view that shows best what a lesson is about, and whether a value is followed in it.
FIRST = {"01": ("slices", False), "02": ("image", False), "03": ("tree", True), "04": ("bars", True), "05": ("network", True), "06": ("tree", True),
         "07": ("slices", False), "08": ("frames", False), "09": ("cells", True)}
SIZES = ((1400, 900), (1920, 1080), (390, 800))
BOX = "const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]"


class Layout(browser.PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        out, lessons = browser.all_lessons()
        cls.files = {}
        for name, done in lessons.items():
            if done.returncode == 4:
                raise unittest.SkipTest("no OpenGL")
            assert done.returncode == 0, done.stdout + done.stderr
            cls.files[name[:2]] = out / name / "index.html"

    def box(self, selector):
        return self.browser.run(BOX, selector)

    def test_drawing_and_code_are_visible_at_once(self):
        page = self.browser
        for number, file in self.files.items():
            for width, height in SIZES[:2]:
                with self.subTest(lesson=number, width=width):
                    page.look("light", width, height)
                    page.open(file)
                    self.assertLessEqual(self.box("header")[3], 120)
                    drawing, code = self.box("#panel .stage"), self.box("#panel .pane")
                    self.assertLess(drawing[1], 270)
                    self.assertGreater(drawing[3] - drawing[1], 400)
                    self.assertLessEqual(max(drawing[3], code[3]), height)
                    self.assertGreater(code[0], drawing[2])
                    self.assertAlmostEqual((drawing[2] - drawing[0]) / width, 0.6, delta=0.03)
                    if page.all("#panel .made"):
                        line = self.box("#panel .made")
                        self.assertGreaterEqual(line[1], code[1])
                        self.assertLessEqual(line[3], code[3])

    def test_on_a_phone_the_drawing_is_first_and_the_controls_are_at_the_bottom(self):
        page = self.browser
        width, height = SIZES[2]
        page.look("light", width, height)
        for number, file in self.files.items():
            with self.subTest(lesson=number):
                page.open(file)
                drawing, controls = self.box("#panel .stage"), self.box(".timeline")
                self.assertLess(drawing[1], 290)
                self.assertGreaterEqual(min(drawing[3], controls[1]) - drawing[1], 300)
                self.assertEqual(round(controls[3]), height)
                self.assertGreater(self.box("#panel .pane")[1], drawing[3])
                self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), width)
                page.run("window.scrollTo(0, document.body.scrollHeight)")
                self.assertEqual(round(self.box(".timeline")[3]), height)
                self.assertLessEqual(self.box(".about")[3], self.box(".timeline")[1])  # nothing ends below the controls

    def test_each_lesson_opens_in_its_best_view_with_something_to_do(self):
        page = self.browser
        page.look("light", *SIZES[0])
        for number, (view, followed) in FIRST.items():
            with self.subTest(lesson=number):
                page.open(self.files[number])
                self.assertEqual(page.run("return document.getElementById('view').value"), view)
                self.assertEqual(page.find("#panel .way").text != "", followed)
                invitation = page.find("#panel .try").text
                self.assertTrue(invitation.startswith("Try: "), invitation)
                self.assertRegex(page.find(".data").text, r"n = \d+")
                if number in ("03", "04", "05", "06", "07", "09"):
                    self.assertRegex(page.find(".data").text, r"shuffled|small|random|sphere")
                if "in the last row" in invitation or "right end" in invitation:
                    last = page.inside(self.files[number], 0, "return [...version.row(version.steps.length - 1, '').values].map(short)")
                    self.assertIn(re.search(r"(?:any|the) (\S+) in|wire of (\S+) at", invitation).group(1) or re.search(r"wire of (\S+) at", invitation).group(1), last)

    def test_nothing_of_the_first_view_is_cut_off(self):
        page = self.browser
        width, height = SIZES[0]
        page.look("light", width, height)
        for number, file in self.files.items():
            with self.subTest(lesson=number):
                page.open(file)
                tabs, controls = page.run("return ['.tabs', '.controls'].map((one) => { const e = document.querySelector(one); return e.scrollWidth - e.clientWidth; })")
                self.assertLessEqual(max(tabs, controls), 1)
                right = page.run("return Math.max(...[...document.querySelectorAll('#panel .wrapped')].map((line) => line.getBoundingClientRect().right))")
                self.assertLessEqual(right, self.box("#panel .pane")[2])
                view, followed = FIRST.get(number, ("", False))  # of another lesson the rest is asked
                if followed:
                    self.assertLess(self.box(".about button")[3], height)
                if view in ("tree", "network", "frames"):  # whole, without scrolling
                    stage = page.run("const e = document.querySelector('#panel .stage'); return [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]")
                    self.assertLessEqual(max(stage), 1)

    def test_the_expression_of_a_sum_of_48_is_in_view(self):
        page = self.browser
        page.look("light", *SIZES[0], motion="reduce")
        page.open(self.files["03"])
        page.run("document.querySelector('[aria-label=\"Last pass\"]').click(); document.querySelector('#panel .cursor').focus()")
        page.wait(lambda: page.all("#panel .expression"))
        leaves = page.run("return [...document.querySelectorAll('#panel .node')].filter((one) => !one.querySelector('.kids')).length")
        self.assertEqual(leaves, 48)
        self.assertLessEqual(self.box("#panel .expression")[3], self.box(".about")[3])

    def test_two_versions_side_by_side_show_the_lines_of_both(self):
        page = self.browser
        page.look("light", *SIZES[0], motion="reduce")
        page.open(self.files["03"])
        page.run("const s = document.querySelectorAll('.toolbar select')[1]; s.value = '2'; s.dispatchEvent(new Event('change'))")
        page.wait(lambda: len([one for one in page.all(".panel") if one.is_displayed()]) == 2)
        for step in (2, 6, 1, 4):
            page.run("const s = document.getElementById('pass'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))", step)
            boxes = page.run("""return [...document.querySelectorAll('.panel')].map((panel) => [panel.querySelector('.made'), panel.querySelector('.pane')]
                .map((one) => { const r = one.getBoundingClientRect(); return [r.top, r.bottom]; }))""")
            for line, pane in boxes:
                self.assertGreaterEqual(line[0], pane[0])
                self.assertLessEqual(line[1], pane[1])

    def test_what_the_invitation_promises_is_there(self):
        page = self.browser
        page.look("light", *SIZES[0], motion="reduce")
        for number in self.files:
            with self.subTest(lesson=number):
                page.open(self.files[number])
                words, label = page.find("#panel .try").text, page.label
                if "press →" in words:
                    page.run("document.querySelector('[aria-label=\"Forward one pass\"]').click()")
                    self.assertNotEqual(page.label, label)
                    for next_one in re.findall("“(.*?)”", words):
                        self.assertTrue(page.label.endswith(next_one), page.label)
                if "which invocation wrote it" in words:
                    page.run("document.querySelector('#panel .cursor').focus()")
                    facts = page.facts
                    self.assertRegex(facts["Invocation"], r"^\d+ of its workgroup")

    def test_both_themes_with_and_without_motion(self):
        page = self.browser
        for number in ("03", "05"):
            for theme in ("light", "dark"):
                for motion in ("no-preference", "reduce"):
                    for width, height in SIZES:
                        with self.subTest(lesson=number, theme=theme, motion=motion, width=width):
                            page.look(theme, width, height, motion=motion)
                            page.open(self.files[number])
                            paper = page.run("return getComputedStyle(document.body).backgroundColor")
                            self.assertEqual(paper, "rgb(22, 24, 28)" if theme == "dark" else "rgb(255, 255, 255)")
                            begun = page.step
                            for passes in range(1, 4 if motion != "reduce" else 2):  # on a busy machine one may be over before it is drawn
                                page.run("document.querySelector('[aria-label=\"Forward one pass\"]').click()")
                                moving = page.run("return new Promise((done) => requestAnimationFrame(() => {"
                                                  "const c = document.querySelector('#panel canvas'), at = c.toDataURL();"
                                                  "setTimeout(() => done(c.toDataURL() !== at), 600); }))")
                                self.assertEqual(page.step, begun + passes)
                                if moving:
                                    break
                            self.assertEqual(moving, motion != "reduce")
                            if browser.AXE.exists() and motion == "reduce":
                                self.assertEqual(page.faults(rules=browser.COLOURS if theme == "dark" else None), [])

    def test_a_default_run_takes_less_than_800_KB(self):
        for number, file in self.files.items():
            size = file.stat().st_size
            print(f"\n  {number}: {size // 1000} KB", end="", flush=True)
            self.assertLess(size, 800_000, number)


if __name__ == "__main__":
    unittest.main()
