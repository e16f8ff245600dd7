# SPDX-License-Identifier: MIT
"""Lessons in the browser: run, edit, break, mend."""

import web
from selenium.webdriver.common.keys import Keys


class Lessons(web.Case):
    def test_the_first_program_runs_and_shows_its_passes(self):
        page = self.page
        page.visit()
        self.assertEqual(page.verdict, "right")
        self.assertRegex(page.find(".verdict").text, r"15 passes · \d+ ms · 3 orders")
        self.assertEqual(page.in_frame("return document.querySelector('.pass').textContent"), "Pass 1 of 15: block 2, stride 1")
        page.wait(lambda: page.all(".cm-line.made"))
        self.assertTrue(all("TRACE" in text for text in page.texts(".cm-line.made")))
        self.assertTrue(any("barrier" in text for text in page.texts(".cm-line .count")))
        self.assertEqual(page.complaints(), [])

    def test_a_deleted_barrier_is_found_with_both_lines_and_mended(self):
        page, text = self.page, web.shader()
        page.visit()
        page.type_all(text.replace("    barrier();\n", "    \n", 1))
        self.assertEqual(page.verdict, "data race")  # not "wrong": every value is right
        found = page.find(".found").text
        self.assertRegex(found, r"Every pass is right in this run.*\nData race on tile\[")
        self.assertEqual(found.count("Data race on"), 1)  # one cause is one finding, with the change that mends it
        self.assertRegex(found, r"With barrier\(\); after line \d+ nothing races")
        notes = page.notes()
        written, read = web.line_of(text, r"^    tile\[i\] = keys"), web.line_of(text, r"uint a = tile\[low\]")
        self.assertIn("wrote it", notes[written])
        self.assertIn("Data race on tile[", notes[read])
        page.type_all(text)
        self.assertEqual((page.verdict, page.notes()), ("right", {}))
        self.assertEqual(page.complaints(), [])

    def test_a_finding_leads_to_its_line(self):
        page, text = self.page, web.shader()
        page.visit()
        page.type_all(text.replace("    barrier();\n", "    \n", 1))
        place = page.find(".place")
        line = int(place.text.split(":")[1])
        place.click()
        self.assertEqual(page.find(".cm-lineNumbers .cm-activeLineGutter").text, str(line))
        page.keys(Keys.F8)
        self.assertNotEqual(page.find(".cm-lineNumbers .cm-activeLineGutter").text, str(line))

    def test_an_error_is_at_its_line_and_the_last_passes_stay(self):
        page, text = self.page, web.shader()
        page.visit()
        page.type_all(text.replace("uint pass = 0u", "unt pass = 0u"))
        self.assertEqual(page.verdict, "does not build")
        self.assertIn("'unt'", page.notes()[web.line_of(text, "uint pass = 0u")])
        self.assertIn("an earlier run", page.find(".passes > p").text)
        self.assertEqual(page.in_frame("return document.querySelector('.pass').textContent"), "Pass 1 of 15: block 2, stride 1")

    def test_an_edit_redraws_at_the_same_pass(self):
        page = self.page
        page.visit()
        page.in_frame("document.querySelector('[aria-label=\"Last pass\"]').click()")
        page.set_option("n", "16")
        page.wait(lambda: page.in_frame("return document.querySelector('.pass').textContent").startswith("Pass 10 of 10"))
        page.set_option("n", "32")
        page.wait(lambda: page.in_frame("return document.querySelector('.pass').textContent").startswith("Pass 15 of 15"))

    def test_a_wrong_pass_opens_there(self):
        page, text = self.page, web.shader()
        page.visit()
        page.type_all(text.replace("const bool ascending = (low & block) == 0u", "const bool ascending = true || (low & block) == 0u"))
        self.assertEqual(page.verdict, "wrong")
        self.assertIn("wrong after block 2, stride 1", page.find(".found").text)
        page.wait(lambda: page.in_frame("return document.querySelector('.pass').textContent").startswith("Pass 1 of 1"))

    def test_a_shader_that_loops_for_ever_ends_with_its_line(self):
        page, text = self.page, web.shader()
        page.visit()
        page.type_all(text.replace("    uint pass = 0u;", "    uint pass = 0u;\n    while (i < 900u) tile[i] += 1u;"))
        self.assertEqual(page.verdict, "stopped")
        self.assertIn("did not end within 5 s", page.find(".found").text)
        self.assertIn("did not end", page.notes()[web.line_of(text, "uint pass = 0u") + 1])
        self.assertEqual(page.all(".cm-line.made"), [])  # the passes in view are of other lines
        page.set_option("More", "--time-limit 1")
        self.assertIn("did not end within 1 s", page.find(".found").text)
        page.type_all(text)
        self.assertEqual(page.verdict, "right")
        page.wait(lambda: page.all(".cm-line.made"))
        self.assertTrue(all("TRACE" in text for text in page.texts(".cm-line.made")))

    def test_a_shader_that_overflows_the_stack_costs_a_sentence(self):
        page, text = self.page, web.shader()
        page.visit()
        page.type_all(text.replace("uint pass = 0u;", f"uint pass = 0u * (i{' + i' * 5000});"))
        self.assertEqual(page.verdict, "stopped")
        self.assertIn("nested too deeply", page.find(".found").text)
        page.type_all(text)
        self.assertEqual(page.verdict, "right")

    def test_the_counts_of_two_runs_are_compared(self):
        page, text = self.page, web.shader()
        page.visit()
        page.type_all(text.replace("            ++pass;", "            ++pass;\n            barrier();"))
        page.press("Counts")
        rows = page.texts(".result tbody tr")
        self.assertRegex(next(row for row in rows if row.startswith("barriers")), r"\+15$")
        self.assertRegex(next(row for row in rows if row.startswith("memory sectors moved")), r"same$")

    def test_a_sweep_is_a_table_of_sizes_and_orders(self):
        page = self.page
        page.visit()
        page.press("Subgroup sizes")
        page.press("Run all subgroup sizes")
        page.wait(lambda: len(page.all("[aria-label='Subgroup sizes'] td")) == 20)
        self.assertEqual(set(page.texts("[aria-label='Subgroup sizes'] td")), {"right"})

    def test_every_lesson_and_version_runs(self):
        page = self.page
        page.visit()
        for lesson in page.run("return [...document.querySelector('[aria-label=Lesson]').options].map((one) => one.value)"):
            page.choose("Lesson", lesson)
            for version in page.run("return [...document.querySelector('[aria-label=Version]').options].map((one) => one.value)"):
                with self.subTest(lesson=lesson, version=version):
                    page.choose("Version", version)
                    self.assertIn(page.verdict, ("right", "shown: wrong on purpose", "not checked"))
                    self.assertGreater(page.in_frame("return document.querySelectorAll('canvas').length"), 0)
        self.assertEqual(page.complaints(), [])

    def test_text_of_a_run_is_never_markup(self):
        page, text = self.page, web.shader()
        page.visit()
        evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
        page.type_all(text.replace("void main", f"#error {evil}\nvoid main"))
        self.assertEqual(page.verdict, "does not build")
        self.assertIn("< img", page.find(".found").text)
        self.assertEqual(len(page.all("img:not(.cm-widgetBuffer)")), 0)
        page.type_all(text + f"// {evil}\n")
        self.assertEqual(page.verdict, "right")
        self.assertEqual(len(page.all("img:not(.cm-widgetBuffer)")) + page.in_frame("return document.querySelectorAll('img').length"), 0)
        self.assertEqual(page.complaints(), [])

    def test_work_is_kept_until_it_is_undone(self):
        page, text = self.page, web.shader()
        shown = lambda: page.find(".cm-content").get_attribute("textContent")  # with its spaces
        page.visit()
        page.type_all(text.replace("uint pass", "uint  pass"))
        page.visit()
        self.assertIn("uint  pass", shown())
        page.press("Undo all changes")
        page.settle()
        self.assertNotIn("uint  pass", shown())
        page.visit()
        self.assertNotIn("uint  pass", shown())
