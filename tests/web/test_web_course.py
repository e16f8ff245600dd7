# SPDX-License-Identifier: MIT
"""The course as a course: progress, continuing, the tour, exercises in their pages and as they open, and predicting a figure."""
import browser
import web
from selenium.webdriver.common.keys import Keys

EXERCISE = "my_exercises/05_bitonic_sort/e1_direction.comp"
SOLUTION = web.shader("shaders/05_bitonic_sort/exercises/e1_direction.comp")  # the marks of its gap are comments
WIDE, LAPTOP, PHONE = (1900, 1000), (1280, 800), (400, 800)
TARGET = """const box = (one) => { const r = one.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
    return [box(document.querySelector('.tour')), box(document.querySelector('.toured')), [0, 0, innerWidth, innerHeight]]"""


class Course(web.Case):
    def judged(self):
        self.page.press("Judge")
        self.page.settle(120)
        return self.page.find(".judging").text

    def contents(self):
        self.page.press("Contents")
        found = self.page.texts("#contents > ul > li")
        self.page.press("Contents")
        return found

    def entry(self, words):
        return next(one for one in self.contents() if one.startswith(words))

    def in_view(self, words):
        """Whether a line of the editor with some words is in view."""
        return self.page.run("""const line = [...document.querySelectorAll('.cm-line')].find((one) => one.textContent.includes(arguments[0]));
            if (!line) return false;
            const box = line.getBoundingClientRect(), text = document.querySelector('.cm-scroller').getBoundingClientRect();
            return box.top >= text.top && box.bottom <= text.bottom""", words)

    # Progress

    def test_the_contents_say_how_far_the_learner_is(self):
        page = self.page
        page.run("localStorage.setItem('pass-by-pass.progress', JSON.stringify({ '05.1': { solved: true, gave_up: false, hints: 0 }, '05.2': { solved: true, gave_up: false, hints: 1 } }))")
        page.visit("#read=04_odd_even_sort")
        self.assertRegex(self.entry("05 Bitonic"), r"2 of 6 solved")
        self.assertRegex(self.entry("06 "), r"0 of \d solved$")
        self.assertIn("read", self.entry("04 "))
        page.choose("Lesson", "07")
        self.assertRegex(self.entry("07 "), r"read · run")
        page.visit()
        self.assertRegex(self.entry("07 "), r"read · run")
        page.press("Contents")
        self.assertRegex(page.find("#contents > p").text, r"^2 of \d\d exercises solved")

    def test_a_visit_by_a_link_can_go_back_to_where_the_last_one_ended(self):
        page = self.page
        page.visit("#05/v3")
        page.run("location.hash = '#read=05_bitonic_sort/sources'")
        page.driver.execute_async_script("setTimeout(arguments[0], 400)")
        far = lambda: page.run("return document.getElementById('read-sources').getBoundingClientRect().top - document.querySelector('.scroller').getBoundingClientRect().top")
        before = far()
        page.visit("#07.1")
        page.press("Contents")
        words = next(one for one in page.texts("#contents button"))
        self.assertEqual(words, "Continue where I was: 05 Bitonic sort, v3_global")
        page.press("Continue where I was")
        page.settle()
        self.assertEqual(page.run("return document.querySelector('[aria-label=Version]').value"), "v3_global")
        self.assertIn("05 Bitonic", page.run("return document.querySelector('.guide article').getAttribute('aria-label')"))
        self.assertLess(abs(far() - before), 10)
        page.press("Contents")
        self.assertEqual(page.texts("#contents button"), [])  # the learner is there

    def test_the_start_screen_names_where_the_learner_was(self):
        page = self.page
        page.visit("#05.2")
        page.visit()
        page.press("Help")
        page.press("Show the start screen")
        self.assertIn("Continue where I was: Exercise 05.2 ", page.find(".start").text)

    # The tour

    def begin_tour(self, size, theme="light", motion="no-preference"):
        self.page.look(theme, *size, motion=motion)
        self.page.forget(first=True)
        self.page.visit()
        self.page.press("Start with lesson 01")
        self.page.settle()
        self.page.wait(lambda: self.page.all(".tour"))

    def test_the_tour_never_covers_what_it_explains(self):
        page = self.page
        for size in (WIDE, LAPTOP, PHONE):
            self.begin_tour(size)
            for number in range(1, 6):
                with self.subTest(size=size, step=number):
                    self.assertIn(f"{number} of 5", page.find(".tour").text)
                    self.assertEqual(len(page.all(".toured")), 1)
                    tour, target, screen = page.run(TARGET)
                    self.assertTrue(tour[2] <= target[0] or tour[0] >= target[2] or tour[3] <= target[1] or tour[1] >= target[3], (tour, target))
                    self.assertTrue(all(low >= limit for low, limit in zip(tour[:2], screen[:2])) and all(high <= limit for high, limit in zip(tour[2:], screen[2:])), tour)
                    self.assertTrue(target[1] < screen[3] and target[3] > 0 and target[0] < screen[2] and target[2] > target[0], target)
                    self.assertTrue(page.run("return document.querySelector('.tour').contains(document.activeElement)"))
                    if browser.AXE.exists():
                        self.assertEqual(page.faults(), [])
                    page.press("Next" if number < 5 else "Done")
            self.assertEqual((page.all(".tour"), page.all(".toured")), ([], []))
            self.assertTrue(page.find(".guide article").is_displayed())  # where it began
            page.visit()
            self.assertEqual(page.all(".tour"), [])  # for ever

    def test_the_tour_is_closed_by_a_key_and_shown_again_on_demand(self):
        page = self.page
        self.begin_tour(LAPTOP, "dark", "reduce")
        page.keys(Keys.ENTER)  # the focus is on its next step
        self.assertIn("2 of 5", page.find(".tour").text)
        self.assertEqual(page.find(".tour").get_attribute("role"), "dialog")
        self.assertTrue(page.find(".tour").get_attribute("aria-label"))
        page.keys(Keys.ESCAPE)
        self.assertEqual(page.all(".tour"), [])
        page.forget()  # keeps nothing
        page.visit()
        page.press("Help")
        page.press("Show the tour")
        self.assertIn("1 of 5", page.find(".tour").text)
        page.press("Close")
        self.assertEqual((page.stored("tour"), page.all(".tour")), ("closed", []))

    # Exercises

    def test_a_lesson_has_its_exercises_with_their_state(self):
        page = self.page
        page.look("light", *WIDE)
        page.visit("#read=05_bitonic_sort/exercises")
        listed = page.texts(".exercises li")
        self.assertEqual([one[:4] for one in listed], [f"05.{k}" for k in range(1, 7)])
        page.run("document.querySelector('.exercises button').click()")
        page.settle()
        self.assertEqual(page.run("return document.querySelector('[aria-label=Exercise]').value"), "05.1")
        page.type_all(SOLUTION.replace("== 0u;", "!= 0u;"))
        self.assertTrue(page.texts(".exercises li")[0].endswith("begun"))
        page.type_all(SOLUTION)
        self.judged()
        self.assertTrue(page.texts(".exercises li")[0].endswith("solved"))
        page.visit("#read=exercises")
        self.assertEqual(len(page.texts(".exercises li")), page.run("return document.querySelector('[aria-label=Exercise]').options.length"))
        self.assertEqual(sum(one.endswith("solved") for one in page.texts(".exercises li")), 1)

    def test_a_narrow_screen_goes_to_a_heading_and_back_to_it(self):
        page = self.page
        page.look("light", *PHONE)
        far = lambda: page.run("return document.getElementById('read-exercises').getBoundingClientRect().top - document.querySelector('.scroller').getBoundingClientRect().top")
        page.visit("#read=05_bitonic_sort/exercises")
        page.wait(lambda: abs(far()) < 30)
        page.press("Try")
        page.visit()
        page.press("Read")
        page.wait(lambda: abs(far()) < 30)

    def test_an_exercise_opens_at_its_todo_with_its_task_once(self):
        page = self.page
        for size in (WIDE, LAPTOP, PHONE):
            page.look("light", *size)
            page.forget()
            page.visit()
            for exercise in ("05.1", "03.5", "09.4"):
                with self.subTest(size=size, exercise=exercise):
                    page.choose("What to work on", "exercise")
                    page.choose("Exercise", exercise)
                    self.assertEqual((self.in_view("TODO"), page.run("return scrollY")), (True, 0))  # the editor scrolls, not the page
                    self.assertNotIn("// Given:", page.find(".cm-content").text)  # it is in the task
                    self.assertIn("Given:", page.run("return document.querySelector('.task').textContent"))

    def test_nothing_is_wrong_before_the_learner_has_typed(self):
        page = self.page
        page.visit("#05.1")
        self.assertEqual(page.verdict, "your turn")
        self.assertNotRegex(page.find("main").text, "(?i)wrong|not right|failed")
        self.assertRegex(self.judged(), "^This is still the skeleton")
        self.assertIsNone(page.stored("progress"))
        self.assertEqual(page.all(".cm-line.faulty"), [])
        page.type_all(SOLUTION.replace("== 0u;", "!= 0u;"))
        self.assertEqual(page.verdict, "wrong")
        page.press("Skeleton again")
        page.settle()
        self.assertEqual((page.verdict, page.all(".frame iframe")), ("your turn", []))

    def test_what_is_solved_plays_once_and_then_says_why(self):
        page = self.page
        for motion in ("no-preference", "reduce"):
            page.look("light", *LAPTOP, motion=motion)
            page.forget()
            page.visit("#05.1")
            page.type_all(SOLUTION)
            page.run("""window.seen = [];
                addEventListener('message', ({ data }) => data?.passByPass?.step !== undefined && window.seen.push([data.passByPass.step, data.passByPass.view, document.querySelector('.why').open]))""")
            self.assertRegex(self.judged(), "^Solved")
            page.wait(lambda: page.run("return document.querySelector('.why').open"), 30)
            seen = page.run("return window.seen")
            self.assertEqual(seen[-1][1], "network")
            last = page.in_frame("return Number(document.getElementById('pass').max)")
            self.assertEqual(seen[-1][0], last)
            if motion == "no-preference":
                self.assertEqual([step for step, _, _ in seen if step <= last][-last - 1:], list(range(last + 1)))
            self.assertFalse(any(open_ for step, _, open_ in seen if step < last))
            self.assertNotIn("Not right yet", page.find(".task").text)

    # Predicting

    def test_a_figure_is_predicted_first(self):
        page = self.page
        page.look("light", *WIDE)
        page.visit("#read=05_bitonic_sort")
        page.run("[...document.querySelector('[data-picture=\"v3_global.png\"]').querySelectorAll('button')].find((one) => one.textContent === 'Predict first').click()")
        page.settle()
        page.wait(lambda: page.in_frame("return document.activeElement.className") == "guess")
        self.assertRegex(page.in_frame("return document.querySelector('.predict [role=status]').textContent"), r"^Pass 1 of 10.* What does it leave in the \d framed cells\?")

    def test_prediction_is_offered_where_the_rows_say_enough_and_nowhere_else(self):
        page = self.page
        page.look("light", *WIDE)
        offered = 0
        for name in ("01_workgroup_ids", "02_memory_access", "03_reduction", "04_odd_even_sort", "05_bitonic_sort", "06_subgroup_scan", "07_stream_compaction", "09_radix_sort"):
            page.visit(f"#read={name}")
            for number, words in enumerate(page.run("return [...document.querySelectorAll('.guide figure.live')].map((one) => one.textContent)")):
                with self.subTest(page=name, figure=number):
                    page.run("document.querySelectorAll('.guide figure.live')[arguments[0]].querySelector('button').click()", number)
                    page.settle(120)
                    toggle = page.in_frame("return [...document.querySelectorAll('button')].find((one) => one.textContent === 'Predict').hidden")
                    self.assertEqual("Predict first" in words, not toggle)
                    if toggle:
                        continue
                    offered += 1
                    page.run("[...document.querySelectorAll('.guide figure.live')[arguments[0]].querySelectorAll('button')].find((one) => one.textContent === 'Predict first').click()", number)
                    page.settle(120)
                    page.wait(lambda: page.in_frame("return document.activeElement.className") == "guess")
                    said = page.in_frame("return document.querySelector('.predict').innerText")
                    self.assertNotRegex(said, r"\b0 of 0\b|nothing to predict")
        self.assertGreater(offered, 10)
