# SPDX-License-Identifier: MIT
"""Exercises and shaders of one's own in the browser; progress as the file that ./learn exercises reads."""
import json
import pathlib
import subprocess
import tempfile

import browser
import web

LESSON = "shaders/05_bitonic_sort"
SUMS_WRONGLY = """#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
uniform uint stride, n;
void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < n) to[i] = from[i] + (i > stride ? from[i - stride] : 0u);
}
"""


class Exercises(web.Case):
    def open(self, exercise):
        self.page.visit(f"#{exercise}")

    def judged(self):
        self.page.press("Judge")
        self.page.settle(120)
        return self.page.run("return document.querySelector('.judging').innerText")  # at once: it may be replaced

    def test_an_exercise_is_solved(self):
        page = self.page
        self.open("05.1")
        self.assertIn("Which way does a pair go?", page.find(".task h2").text)
        for part in ("Wanted: one line. The blocks alternate", "Look at, once it runs: the first row of the picture."):
            self.assertIn(part, page.find(".task").text)
        self.assertRegex(self.judged(), "^This is still the skeleton")  # as in the terminal
        page.type_all(web.shader(f"{LESSON}/exercises/e1_direction.comp").replace("== 0u;", "!= 0u;"))
        self.assertRegex(self.judged(), r"^Not right yet: case \d+ of 14: --n .*\. Wrong after .*: element \d+ is ")
        page.press("Hint")
        self.assertEqual(len(page.all(".hints li")), 1)
        hint, task, acts = (page.run("const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect(); return [top, bottom]", one)
                            for one in (".hints li", ".task", ".acts"))
        self.assertGreaterEqual(hint[0], task[0])  # where the learner sees it
        self.assertLessEqual(hint[1], acts[0])
        self.assertEqual(page.all(".solution"), [])
        page.type_all(web.shader(f"{LESSON}/exercises/e1_direction.comp"))  # the marks of its gap are comments
        self.assertEqual(page.verdict, "right")
        self.assertRegex(self.judged(), r"^Solved\. 14 cases right")
        self.assertEqual((page.verdict, page.find(".passes > p").text), ("right", ""))  # of the passes in view
        self.assertTrue(page.run("""const low = (one) => document.querySelector(one).getBoundingClientRect().bottom;
            return Math.max(low('.acts .tools'), low('.judging')) <= low('.task')"""))  # nothing of them is cut off
        self.assertEqual(page.stored("progress"), {"05.1": {"solved": True, "gave_up": False, "hints": 1}})
        self.assertIn("Why it works", page.find(".task").text)
        self.assertEqual(page.complaints(), [])

    def test_what_repairs_it_is_a_hint(self):
        page = self.page
        self.open("03.1")
        page.type_all(web.shader("shaders/03_reduction/exercises/e1_missing_line.comp").replace("barrier();", "", 1))
        page.settle()
        repairs = lambda: [one.text for one in page.all(".finding") if "barrier()" in one.text]
        self.assertEqual(repairs(), [])
        page.press("Hint")
        page.settle()
        self.assertNotEqual(repairs(), [])

    def test_the_task_is_stated_to_its_end(self):
        for exercise, *parts in (("02.4", "Trace: TRACE\\(2, item, word\\) for the word read"),
                                 ("04.7", "Each key finds its own place in the merged run: its index in its own run, plus the number of keys of the other run that come before it\\."),
                                 ("06.5", "The program runs this kernel on the data, then on the totals themselves", "Wanted: the whole kernel"),
                                 ("06.6", "until it knows their sum, and publishes its prefix, too\\.", "No break or continue in the loop"),
                                 ("09.1", "^09.1 .*\nGive every key its place", "Given: zeros_before"), ("09.4", "\ntake_place")):
            self.open(exercise)
            for part in parts:
                self.assertRegex(self.page.find(".task").text, part)

    def test_what_is_wrong_is_not_solved(self):
        page, solution = self.page, web.shader(f"{LESSON}/exercises/e1_direction.comp")
        self.open("05.1")
        for wrong in (solution.replace("== 0u", "!= 0u"), solution.replace("barrier();", "", 1), "#version 450\nvoid main() {}\n", ""):
            page.type_all(wrong)
            self.assertRegex(self.judged(), "^Not right yet")
        self.assertIsNone(page.stored("progress"))
        page.press("Next exercise")
        page.settle()
        page.type_all(solution)
        self.assertEqual(page.find(".judging").text, "")  # another exercise was judged

    def test_a_click_on_judge_counts_from_the_editor_and_during_a_run(self):
        page = self.page
        self.open("05.1")
        page.find(".cm-content").click()
        where = "return document.querySelector('.acts button').getBoundingClientRect().top"
        focused = page.run(where)
        page.run("document.activeElement.blur()")
        self.assertEqual(page.run(where), focused)  # a click that takes the focus from the editor meets the button
        page.type_all(web.shader(f"{LESSON}/exercises/e1_direction.comp"))
        page.press("Run")
        self.assertRegex(self.judged(), r"^Solved\. 14 cases right")

    def test_giving_up_shows_the_solution_and_is_remembered(self):
        page = self.page
        self.open("05.2")
        page.press("Give up")
        self.assertEqual(len(page.all(".solution")), 1)
        self.assertEqual(page.stored("progress"), {"05.2": {"solved": False, "gave_up": True, "hints": 0}})

    def test_progress_is_the_file_of_the_terminal(self):
        page = self.page
        self.open("05.1")
        page.press("Hint")
        folder = pathlib.Path(tempfile.mkdtemp(prefix="pbp_progress_"))
        page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
        page.press("Help")
        page.press("Save progress.json")
        file = folder / "progress.json"
        page.wait(file.exists)
        page.wait(lambda: file.read_text())
        self.assertEqual(json.loads(file.read_text()), {"05.1": {"solved": False, "gave_up": False, "hints": 1}})
        program = browser.BUILD / "exercises"
        if program.exists():
            listed = subprocess.run([program, "--folder", folder, "list", "--json"], capture_output=True, text=True, check=True)
            self.assertEqual([one["hints"] for one in json.loads(listed.stdout) if one["id"] == "05.1"], [1])

    def test_a_progress_file_is_added_and_a_damaged_one_refused(self):
        page, folder = self.page, pathlib.Path(tempfile.mkdtemp(prefix="pbp_progress_"))
        self.open("05.1")
        page.press("Hint")
        good = folder / "progress.json"
        good.write_text(json.dumps({"05.1": {"solved": True, "gave_up": False, "hints": 0}, "03.2": {"solved": False, "gave_up": True, "hints": 2}}))
        page.find("input[type=file]").send_keys(str(good))
        page.wait(lambda: "Read progress.json" in page.run("return document.body.textContent"))
        self.assertEqual(page.stored("progress"), {"05.1": {"solved": True, "gave_up": False, "hints": 1}, "03.2": {"solved": False, "gave_up": True, "hints": 2}})
        for number, text in enumerate(("", "[]", "null", '{"<img>": {}}', '{"05.1": 3}', '{"__proto__": {"solved": true}}')):
            bad = folder / f"bad{number}.json"
            bad.write_text(text)
            page.find("input[type=file]").send_keys(str(bad))
            page.wait(lambda bad=bad: f"{bad.name} is not a progress.json" in page.run("return document.body.textContent"))
        self.assertEqual(len(page.stored("progress")), 2)

    def test_every_solution_is_right(self):
        page = self.page
        self.open("01.1")
        for exercise in page.run("return [...document.querySelector('[aria-label=Exercise]').options].map((one) => one.value)"):
            with self.subTest(exercise=exercise):
                page.choose("Exercise", exercise)
                page.press("Give up")
                page.type_all(page.run("return document.querySelector('.solution pre').textContent"))
                self.assertRegex(self.judged(), "^Solved")

    def test_a_shader_of_ones_own(self):
        page = self.page
        page.visit()
        page.choose("What to work on", "own")
        self.assertEqual(page.verdict, "no findings")
        self.assertEqual(page.texts(".cell")[:3], ["63", "62", "61"])
        racy = web.shader("tests/run_shader/kernels/racy.comp")
        page.type_all(racy)
        page.set_option("Options", "--groups 1 --buffer Numbers=64:iota")
        self.assertEqual(page.verdict, "data race")  # one cause is one finding, with the change that repairs it
        self.assertRegex(page.find(".found").text, r"Data race on kept\[.*\n?.*With barrier\(\); after line \d+ nothing races")
        page.press("Subgroup sizes")
        page.press("Run all subgroup sizes")
        page.wait(lambda: len(page.all("[aria-label='Subgroup sizes'] td")) == 20)
        self.assertTrue(all(text.startswith("found") for text in page.texts("[aria-label='Subgroup sizes'] td")))
        page.set_option("Options", "--grups 1")
        self.assertEqual(page.verdict, "not possible")
        self.assertIn("--grups", page.find(".found").text)
        self.assertEqual(page.complaints(), [])

    def test_what_is_merely_noted_is_not_red(self):
        page = self.page
        page.visit()
        page.choose("What to work on", "own")
        page.type_all("#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer Values { uint values[]; };\nvoid main() { values[0] = 7u; }\n")
        page.set_option("Options", "--groups 1 --buffer Values=64")
        self.assertEqual(page.verdict, "no errors")
        self.assertRegex(page.find(".found").text, "(?i)^same value written twice")
        self.assertEqual((len(page.all(".finding")), len(page.all(".bad-finding"))), (1, 0))
        self.assertEqual(len(page.all(".note.harmless")), 1)

    def test_an_algorithm_of_ones_own(self):
        page = self.page
        page.visit()
        page.choose("What to work on", "passes")
        self.assertEqual(page.verdict, "right")
        self.assertIn("4 passes", page.find(".verdict").text)
        page.wait(lambda: page.in_frame("return document.querySelector('.pass').textContent").endswith(": stride 1"))
        files = "return [...document.querySelectorAll('.filebar option')].map((one) => one.textContent)"
        self.assertEqual(page.run(files), ["mine.pass.json", "add.comp"])
        page.set_option("n", "32")
        self.assertIn("5 passes", page.find(".verdict").text)
        page.run("const files = document.querySelector('.filebar select'); files.value = 'algorithm/add.comp'; files.dispatchEvent(new Event('change'))")
        page.type_all(SUMS_WRONGLY)
        self.assertEqual(page.verdict, "wrong")
        page.visit()  # it is kept
        self.assertEqual(page.verdict, "wrong")
        page.press("Undo all changes")
        page.settle()
        self.assertEqual(page.verdict, "right")
        self.assertEqual(page.complaints(), [])

    def test_a_description_names_its_files_and_its_errors(self):
        page = self.page
        page.visit()
        page.choose("What to work on", "passes")
        page.type_all('{ "n": 8, "buffers": { "values": { "count": "n", "data": "iota" } }, "passes": [{ "shader": "double.comp" }] }')
        files = "return [...document.querySelectorAll('.filebar option')].map((one) => one.textContent)"
        self.assertEqual(page.run(files), ["mine.pass.json", "double.comp"])
        page.type_all('{ "n": 8, "bufers": {} }')
        self.assertEqual(page.verdict, "not possible")
        self.assertIn("bufers", page.find(".found").text)
        page.type_all("{")
        self.assertEqual(page.verdict, "not possible")
        self.assertEqual(page.complaints(), [])
