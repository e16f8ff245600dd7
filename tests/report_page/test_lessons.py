# SPDX-License-Identifier: MIT
"""The pages that lessons leave: of right runs, of wrong ones, and of runs that hang midway."""
import json
import pathlib
import re
import unittest

import browser

ROOT = pathlib.Path(__file__).parents[2]


class Lessons(browser.PageTest):
    motion = "reduce"

    def changed(self, shader, old, new):
        text = (ROOT / "shaders" / shader).read_text()
        self.assertEqual(text.count(old), 1, f"{shader} no longer has {old}")
        file = self.out / "changed.comp"
        file.write_text(text.replace(old, new))
        return file

    def run_of(self, number):
        page = next(self.out.glob(f"{number}_*/index.html")).read_text()
        return json.loads(re.search(r'id="run">(.*?)</script>', page, re.S).group(1))

    def test_all_lessons(self):
        page = self.browser
        out, lessons = browser.all_lessons()
        for name, done in lessons.items():
            with self.subTest(lesson=name):
                if done.returncode == 4:
                    self.skipTest("no OpenGL")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                file = out / name / "index.html"
                self.assertIn(f"step through it: {file.as_uri()}", done.stdout)
                page.open(file)
                for number, tab in enumerate(page.all("[role=tab]")):
                    tab.click()
                    page.wait(lambda: page.find("#panel h2").text.startswith(tab.text))
                    colours = page.colours()
                    self.assertTrue(colours)
                    self.assertEqual(set(colours), set(page.views()))
                    for view, some in colours.items():
                        self.assertGreater(some, 3, f"{tab.text}, {view}")  # something other than paper is drawn
                    if browser.AXE.exists() and number in (0, 3):
                        self.assertEqual(page.faults(), [])
                        page.look("dark")
                        self.assertEqual(page.faults(rules=browser.COLOURS), [])
                        page.look("light")
                self.assertEqual(page.complaints(), [])
        page.open(out / "index.html", ready=False)
        self.assertEqual(len(page.all(".runs > li")), len(lessons))
        self.assertEqual(len(page.all(".thumbnail img")), len(lessons))
        odd_even = next(card for card in page.texts(".runs > li") if card.startswith("04"))
        right = len(re.findall(r"(?m)^ +v\d\S+ +right ", lessons["04_odd_even_sort"].stdout))
        self.assertIn(f"{right} versions right, 1 wrong on purpose", odd_even)
        self.assertRegex(odd_even, r"Exercises: \d of \d solved")
        page.run("for (const one of document.images) one.loading = 'eager'")
        page.wait(lambda: page.run("return document.images.length > 0 && [...document.images].every((one) => one.complete && one.naturalWidth > 0)"))
        if browser.AXE.exists():
            for theme in ("light", "dark"):
                page.look(theme)
                self.assertEqual(page.faults(), [])
        self.assertEqual(page.complaints(), [])

    def test_a_wrong_run_opens_at_its_first_wrong_pass(self):
        file = self.changed("05_bitonic_sort/v1_shared.comp", "tile[low] = ascending ? smaller : larger;",
                            "tile[low] = ascending || stride == 4u ? smaller : larger;")
        _, done = browser.run_lesson("05", self.out, "--only", "v1", "--shader", str(file))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("step through it:", done.stdout)
        page = self.browser
        page.open(self.out / "05_bitonic_sort/index.html")
        self.assertIn("WRONG", page.find("#panel").text)
        self.assertIn("block 8, stride 2", page.label)  # the pass before wrote it, this one read it
        self.assertGreater(browser.heads(self.run_of("05")["versions"][0])[-1]["wrong"], 0)
        self.assertIn("changed.comp", page.find(".shader h3").text)
        self.assertEqual(page.complaints(), [])

    def test_the_cell_of_a_sum_names_what_adds_up_to_it(self):
        page, sums = self.browser, 0
        for number, version in (("03", "v1"), ("03", "v5"), ("06", "v1"), ("06", "v2"), ("06", "v3")):
            name, done = browser.run_lesson(number, self.out / "sums", "--sim", "--sim-subgroup", "8", "--only", version)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            page.open(self.out / "sums" / name / "index.html")
            page.view("cells")
            for cell in (0, 1, 9):
                page.run("document.activeElement.blur()")
                page.press("body", "Home")
                for step in range(1, int(page.find("#pass").get_attribute("max")) + 1):
                    page.go_on(cell)
                    facts = page.facts
                    happened, value = facts.get("What happened", ""), facts.get("Value", "").split(" ")[0]
                    parts = [int(one) for one in re.findall(r"(\d+) from element \d+ was added|(\d+) in total, were added|own value, (\d+), was added", happened) for one in one if one]
                    moved = [int(one) for one in re.findall(r"(\d+) came from element", happened)]
                    if not parts or not value.isdigit():
                        continue
                    with self.subTest(version=version, step=step, cell=cell, facts=facts):
                        self.assertEqual(int(value), sum(parts) + sum(moved or [int(facts.get("Before", 0))]))
                        sums += 1
        self.assertGreater(sums, 20)
        self.assertEqual(page.complaints(), [])

    def test_a_run_that_hangs_leaves_a_page_up_to_that_pass(self):
        file = self.changed("05_bitonic_sort/v3_global.comp", "    const uint a = keys[low]",
                            "    while (block == 4u && atomicOr(keys[low], 0u) != 4294967295u) {}\n    const uint a = keys[low]")
        _, done = browser.run_lesson("05", self.out, "--only", "v3", "--shader", str(file), "--n", "4194304", "--time-limit", "1")
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
        run = self.run_of("05")
        self.assertEqual([row["label"] for row in browser.heads(run["versions"][0])], ["input", "block 2, stride 1"])
        self.assertIn("did not end within 1 s", run["problem"])
        page = self.browser
        page.open(self.out / "05_bitonic_sort/index.html")
        self.assertIn("did not finish", page.find("#panel").text)
        self.assertIn("of 4194304", page.find(".legend").text)
        self.assertEqual(page.complaints(), [])

    def test_no_pictures_no_page_and_a_closed_folder_is_said_before_the_run(self):
        out = self.out / "other"
        _, done = browser.run_lesson("03", out, "--no-pictures", "--only", "v1")
        self.assertEqual(done.returncode, 0)
        self.assertFalse(list(out.glob("**/index.html")))
        (out / "03_reduction/index.html").mkdir(parents=True)
        _, done = browser.run_lesson("03", out, "--only", "v1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("03_reduction/index.html is in the way", done.stderr)
        self.assertNotIn("right", done.stdout)


if __name__ == "__main__":
    unittest.main()
