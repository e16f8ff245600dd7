# SPDX-License-Identifier: MIT
"""The guide beside the workshop: its pages, figures that run, following, changes that a page proposes, search, links, narrow screens, start."""
import json
import re

import browser
import web
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

WIDE, NARROW, PHONE = (1600, 900), (1200, 800), (390, 800)
MARK = re.compile(r"^ *<!-- (figure|chart|screenshot): (.*) -->$", re.M)
FLAGS = {"n": "n", "data": "data", "seed": "seed", "sim-subgroup": "subgroup", "sim-schedule": "schedule"}
# What the pictures of lessons show that the page of a run does not draw: each is a diagram for print, and its run opens here.
DIAGRAMS = """addresses lanes tile banks busy loads flag late_read stop_rule layouts hierarchy look_back survivors heights layout careless memory digits
    multisplit levels sim_active sim_banks sim_sectors sim_writers""".split()
DRAWINGS = {"01": ("v2_grid", "v3_volume", "v4_subgroups", "v6_barriers"), "08": ("v2_aos",)}  # named like strips, but none
PRINTED = {  # why nothing in a browser can run it
    "chart": "A chart of measured times", "screenshot": "A picture of this page", "00": "Lesson 00 is plain OpenGL", "tune": "A chart of ./learn tune",
}
CHANGED = ("01_workgroup_ids", "03_reduction", "04_odd_even_sort", "05_bitonic_sort", "06_subgroup_scan", "07_stream_compaction")


def lessons():
    return sorted(path.stem for path in (web.ROOT / "docs").glob("0[1-9]_*.md"))


def text_of(page):
    return (web.ROOT / f"docs/{page}.md").read_text()


def plain(markdown):
    """The words of a line, as the reader shows them."""
    return re.sub(r"\s+", " ", re.sub(r"\[([^\]]*)\]\([^)]*\)|[*`]", r"\1", markdown))


def kind_of(kind, words):
    """live, diagram or printed; and for what is printed why."""
    if kind != "figure":
        return "printed", PRINTED[kind]
    command, picture = words.split(" | ")[:2]
    if command.startswith("00 ") or " tune " in command:
        return "printed", PRINTED["00" if command.startswith("00 ") else "tune"]
    part = re.sub(r"^v\d+_", "", picture.removesuffix(".png"))
    diagram = any(part.endswith("_" + name) for name in DIAGRAMS) and not part == "wide_look_back" or picture.removesuffix(".png") in DRAWINGS.get(command[:2], ())
    return ("diagram" if diagram else "live"), ""


def options_of(command):
    """What a comment asks for: lesson, version, options of the form, and other words. Pictures without --sim were drawn with 8 lanes."""
    number, *words = command.split()
    options, others, only = {}, [], ""
    while words:
        word = words.pop(0)
        if word == "--only":
            only = words.pop(0)
        elif word[2:] in FLAGS:
            options[FLAGS[word[2:]]] = words.pop(0)
        elif word != "--sim":
            others.append(word)
    if "--sim" not in command.split():
        options.setdefault("subgroup", "8")
    return number, only, options, " ".join(others)


def changes_of(page):
    """The diffs of a page: (path, text before, text after)."""
    found = []
    for path, diff in re.findall(r"<!-- change: (\S+) -->\n *```diff\n(.*?)\n *```", text_of(page), re.S):
        lines = [line[3:] if line.startswith("   ") else line for line in diff.split("\n")]
        before, after = ("\n".join(line[1:] for line in lines if line[:1] != sign) for sign in "+-")
        text = (web.ROOT / path).read_text()
        assert ("\n" + text).count("\n" + before + "\n") == 1, path
        changed = ("\n" + text).replace("\n" + before + "\n", "\n" + after + "\n" if after else "\n", 1)[1:]
        found.append((path, text, changed))
    return found


class Reader(web.Case):
    def setUp(self):
        super().setUp()
        self.page.look("light", *WIDE)

    def read(self, page, anchor=""):
        self.page.visit(f"#read={page}" + (f"/{anchor}" if anchor else ""))

    def figures(self):
        return self.page.run("""return [...document.querySelectorAll('.guide figure')].map((one) =>
            ({ kind: one.className.split(' ')[0], words: one.textContent, picture: one.dataset.picture ?? '', shown: one.classList.contains('shown') }))""")

    def scroll_to(self, number):
        """Scrolls the guide as a learner does, until figure `number` is in its upper part."""
        self.page.run("""const box = document.querySelector('.scroller'), one = document.querySelectorAll('.guide figure')[arguments[0]];
            box.scrollTop = one.offsetTop - 200""", number)
        self.page.driver.execute_async_script("setTimeout(arguments[0], 600)")
        self.page.settle()

    def chosen(self):
        """What the workshop's form says."""
        return self.page.run("""const value = (name) => document.querySelector(`select[aria-label="${name}"]`).value, options = {};
            const names = { n: 'n', Data: 'data', Seed: 'seed', Subgroup: 'subgroup', Order: 'schedule' };
            let words = '';
            for (const label of document.querySelectorAll('.options label')) {
              const field = label.querySelector('input, select'), name = label.textContent.trim().split(/\\s/)[0];
              if (names[name] && field.value) options[names[name]] = field.value;
              if (name === 'More') words = field.value;
            }
            return [value('Lesson'), value('Version'), options, words]""")

    def press_in(self, selector, number, words):
        self.page.run("""[...document.querySelectorAll(arguments[0])[arguments[1]].querySelectorAll('button')]
            .find((one) => one.textContent.startsWith(arguments[2])).click()""", selector, number, words)

    def first_verdict(self):
        self.page.wait(lambda: self.page.run("return (document.querySelector('.verdict .badge')?.textContent ?? 'running') !== 'running'"), 90)
        return self.page.verdict

    # Pages and figures

    def test_what_is_for_a_terminal_alone_reads_otherwise_here(self):
        for name in lessons():
            words = re.findall(r"^(?:\d+\. )?<!-- browser: (.*?) -->\n *(.*)$", text_of(name), re.M)
            if not words:
                continue
            self.read(name)
            shown = plain(self.page.find(".guide article").text)
            for here, there in words:
                self.assertIn(plain(here), shown)
                self.assertNotIn(plain(there), shown)
        self.assertNotIn("--shader /tmp", shown)  # the last one's commands

    def test_every_figure_is_live_or_says_why_not(self):
        counts = dict.fromkeys(("live", "diagram", "printed"), 0)
        for page in sorted(path.stem for path in (web.ROOT / "docs").glob("*.md")):
            marks = MARK.findall(text_of(page))
            if not marks:
                continue
            with self.subTest(page=page):
                self.read(page)
                found = self.figures()
                self.assertEqual(len(found), len(marks))
                for (kind, words), figure in zip(marks, found):
                    expected, why = kind_of(kind, words)
                    counts[expected] += 1
                    self.assertEqual(figure["kind"], expected, words)
                    self.assertIn(why, figure["words"])
                    if expected == "printed":
                        self.assertIn("The project's folder docs/ has it.", figure["words"])
                    if expected == "diagram":
                        self.assertIn("The project's folder docs/ has this diagram", figure["words"])
        self.assertIn(f"Of the {sum(counts.values())} figures in the guide, {counts['live']} are drawn by the page of their run. Another {counts['diagram']} are",
                      text_of("browser"))
        self.assertIn(f"The other {counts['printed']} have no run", text_of("browser"))
        self.assertEqual(self.page.complaints(), [])

    def test_every_run_has_the_options_of_its_comment_and_is_right(self):
        for page in lessons():
            self.read(page)
            for number, (kind, words) in enumerate(MARK.findall(text_of(page))):
                if kind_of(kind, words)[0] == "printed":
                    continue
                with self.subTest(page=page, words=words):
                    self.press_in(".guide figure", number, "")
                    lesson, only, options, others = options_of(words.split(" | ")[0])
                    chosen = self.chosen()
                    self.assertEqual(chosen[0], lesson)
                    self.assertEqual(chosen[1].split("_")[0], only)
                    self.assertEqual((chosen[2], chosen[3]), (options, others))
                    self.assertIn(self.first_verdict(), ("right", "shown: wrong on purpose", "not checked"))
                    self.assertTrue(self.figures()[number]["shown"])
        self.assertEqual(self.page.complaints(), [])

    def test_a_picture_opens_in_its_own_view(self):
        page = self.page
        for name, picture, view, array in (("05_bitonic_sort", "v3_global_network", "network", ""), ("05_bitonic_sort", "v3_global", "history", ""), ("03_reduction", "v3_sequential", "tree", ""),
                                           ("07_stream_compaction", "v2_scan_scatter_slices", "slices", ""), ("02_memory_access", "v1_grey_rows", "image", ""),
                                           ("09_radix_sort", "v8_pairs", "history", "keys"), ("09_radix_sort", "v8_pairs_values", "history", "values")):
            with self.subTest(picture):
                self.read(name)
                page.run("addEventListener('message', ({ data }) => { window.part = data?.passByPass?.part ?? window.part; })")
                self.press_in(".guide figure", [one["picture"] for one in self.figures()].index(picture + ".png"), "")
                page.settle()
                page.wait(lambda: page.in_frame("return document.getElementById('view')?.value") == view)
                self.assertEqual(page.run("return window.part"), array)

    # Following

    def test_the_workshop_follows_the_figure_in_sight(self):
        page = self.page
        self.read("06_subgroup_scan")
        for number, version in ((0, "v1_hillis_steele"), (1, "v2_blelloch"), (3, "v3_subgroup")):
            self.scroll_to(number)
            self.assertEqual(self.chosen()[:2], ["06", version])
            self.assertTrue(self.figures()[number]["shown"])
        page.find(".guide input[type=checkbox]").click()
        self.scroll_to(0)
        self.assertEqual(self.chosen()[1], "v3_subgroup")

    def test_following_pauses_on_what_the_learner_typed(self):
        page, shader = self.page, "shaders/06_subgroup_scan/v1_hillis_steele.comp"
        self.read("06_subgroup_scan")
        self.scroll_to(0)
        mine = web.shader(shader) + "// mine\n"
        page.type_all(mine)
        self.scroll_to(1)
        self.assertEqual(self.chosen()[1], "v1_hillis_steele")
        self.assertIn("// mine", page.stored("work")[shader])
        self.assertIn("Following pauses: you changed this program", page.find(".paused").text)
        self.press_in(".guide figure", 1, "Open")  # the learner's own wish
        page.settle()
        self.assertEqual(self.chosen()[1], "v2_blelloch")
        self.scroll_to(0)  # its shader was changed, so it is not what the page shows
        self.assertEqual(self.chosen()[1], "v2_blelloch")
        self.assertIn("as you left it", page.find(".paused").text)
        self.press_in(".guide figure", 0, "Open")
        page.settle()
        self.assertEqual(page.stored("work"), {shader: mine})
        self.assertIn("// mine", page.run("return document.querySelector('.cm-content').textContent"))

    def test_following_pauses_on_what_the_learner_chose(self):
        page = self.page
        self.read("06_subgroup_scan")
        self.scroll_to(0)
        page.set_option("n", "12")
        self.scroll_to(1)
        self.assertEqual(self.chosen()[:3], ["06", "v1_hillis_steele", {"n": "12", "subgroup": "8"}])
        page.choose("What to work on", "exercise")
        self.scroll_to(3)
        self.assertEqual(page.run("return document.querySelector('[aria-label=\"What to work on\"]').value"), "exercise")
        theirs = {"kind": "lesson", "lesson": "05", "version": "v1_shared", "files": {web.SHADER: web.shader().replace("// v1 shared", "// theirs")}}
        page.visit(web.fragment(theirs))
        page.run("location.hash = '#read=06_subgroup_scan'")
        self.scroll_to(1)
        self.assertIn("// theirs", page.run("return document.querySelector('.cm-content').textContent"))
        self.assertIn("came by a link", page.find(".paused").text)

    def test_opening_the_page_does_not_follow(self):
        page = self.page
        self.read("06_subgroup_scan")
        self.scroll_to(1)
        page.set_option("n", "4")
        page.visit()
        self.assertEqual(self.chosen()[2], {"n": "4", "subgroup": "8"})

    # Changes

    def test_a_change_is_made_and_taken_back_exactly(self):
        page = self.page
        for name in CHANGED:
            self.read(name)
            for number, (path, text, changed) in enumerate(changes_of(name)):
                with self.subTest(page=name, path=path):
                    page.run("for (const one of document.querySelectorAll('.guide details')) one.open = true")
                    disabled = lambda: page.run("return [...document.querySelectorAll('.change')[arguments[0]].querySelectorAll('button')].map((one) => one.disabled)", number)
                    self.assertEqual(disabled(), [False, True])
                    self.press_in(".change", number, "Make")
                    self.assertEqual(disabled(), [True, False])
                    page.settle()
                    self.assertEqual(page.stored("work"), {path: changed})
                    self.assertNotEqual(page.verdict, "right")
                    self.press_in(".change", number, "Take")
                    page.settle()
                    self.assertEqual(page.stored("work"), {})
                    self.assertEqual(disabled(), [False, True])
                    self.assertEqual(page.verdict, "right")

    def test_a_change_leaves_the_rest_of_a_text_alone(self):
        page, shader = self.page, "shaders/06_subgroup_scan/v1_hillis_steele.comp"
        [(_, text, changed)] = changes_of("06_subgroup_scan")
        page.visit("#06/v1")
        page.type_all("// mine\n" + text)
        page.run("location.hash = '#read=06_subgroup_scan/break-it'")
        page.wait(lambda: page.all(".change button"))
        self.press_in(".change", 0, "Make")
        page.settle()
        self.assertEqual(page.stored("work")[shader], "// mine\n" + changed)
        self.press_in(".change", 0, "Take")
        page.settle()
        self.assertEqual(page.stored("work")[shader], "// mine\n" + text)
        page.type_all(text.replace("        barrier();  // all have read before any overwrites\n        sum += left;", "        sum += 2u * left;"))
        self.assertEqual(page.run("return [...document.querySelectorAll('.change button')].map((one) => one.disabled)"), [True, True])

    # Getting about

    def test_search_finds_sections_and_shows_why(self):
        page = self.page
        self.read("01_workgroup_ids")
        field = page.find("[type=search]")
        field.send_keys("bank conflict")
        results = page.texts(".found-in li")
        self.assertGreater(len(results), 3)
        self.assertTrue(all("bank" in text.lower() for text in results))
        self.assertIn("bank", [text.lower() for text in page.texts(".found-in mark")])
        page.find(".found-in a").click()
        page.wait(lambda: page.run("return document.querySelector('.scroller').offsetParent !== null"))
        self.assertIn("bank", page.find(".guide article").text.lower())
        field.send_keys("zzqqy")
        self.assertIn("Nothing found", page.find(".found-in").text)
        field.send_keys(Keys.ESCAPE)
        self.assertTrue(page.find(".guide article").is_displayed())
        field.send_keys("<b>x")
        self.assertEqual(page.all(".found-in b"), [])

    def test_contents_list_all_pages(self):
        page = self.page
        self.read("03_reduction")
        page.press("Contents")
        links = page.run("return [...document.querySelectorAll('#contents > ul > li > a')].map((one) => one.hash.slice(6))")
        self.assertEqual(sorted(links), sorted(path.stem for path in (web.ROOT / "docs").glob("*.md")))
        self.assertEqual(page.texts("#contents [aria-current=page]"), ["03 Reduction"])
        page.run("const link = [...document.querySelectorAll('#contents a')].find((one) => one.textContent === 'Glossary'); link.focus(); link.click()")
        page.wait(lambda: page.run("return document.querySelector('.guide article').getAttribute('aria-label')") == "Glossary")
        self.assertTrue(page.run("return document.activeElement === document.querySelector('.guide article')"))

    def test_links_stay_inside_and_lead_somewhere(self):
        page = self.page
        for name in ("03_reduction", "README", "glossary"):
            self.read(name)
            targets = page.run("return [...document.querySelectorAll('.guide article a')].map((one) => one.getAttribute('href'))")
            self.assertTrue(all(re.match(r"#(read=|\d\d)|https?:", target) for target in targets), targets)
        self.read("03_reduction", "break-it")
        self.assertLess(abs(page.run("""const heading = document.getElementById('read-break-it');
            return heading.getBoundingClientRect().top - document.querySelector('.scroller').getBoundingClientRect().top""")), 30)
        for wrong in ("#read=nowhere", "#read=03_reduction/nowhere", "#read=%E0%A4%A", "#read=<img src=x>"):
            page.visit(wrong)
            self.assertIn("does not have", page.find(".notice-bar").text)
            self.assertEqual(page.all("img:not(.cm-widgetBuffer)"), [])

    def test_the_place_in_the_guide_is_remembered(self):
        page = self.page
        self.read("04_odd_even_sort")
        page.run("document.querySelector('.scroller').scrollTop = 1500")
        page.driver.execute_async_script("setTimeout(arguments[0], 500)")
        page.visit()
        self.assertEqual(page.run("return document.querySelector('.guide article').getAttribute('aria-label')"), "04 Odd-even sort")
        self.assertLess(abs(page.run("return document.querySelector('.scroller').scrollTop") - 1500), 30)

    def test_a_lesson_brings_its_page(self):
        page = self.page
        page.visit("#07")
        self.assertIn("07 Stream", page.run("return document.querySelector('.guide article').getAttribute('aria-label')"))
        page.choose("Lesson", "03")
        self.assertIn("03 Red", page.run("return document.querySelector('.guide article').getAttribute('aria-label')"))

    def test_menus_keep_the_lesson(self):
        page = self.page
        now = lambda: page.run("""const chosen = (name) => document.querySelector(`[aria-label=${name}]`).value;
            return [chosen('Lesson'), chosen('Exercise'), document.querySelector('.guide article').getAttribute('aria-label').slice(0, 2)]""")
        page.visit()
        page.choose("Lesson", "06")
        page.choose("What to work on", "exercise")
        self.assertEqual(now(), ["06", "06.1", "06"])
        page.choose("Exercise", "03.2")
        self.assertEqual(now(), ["03", "03.2", "03"])
        page.choose("What to work on", "own")
        page.choose("What to work on", "lesson")
        self.assertEqual(now(), ["03", "03.2", "03"])
        self.read("exercises")
        self.press_in(".exercises", 0, "04.1")
        page.settle()
        self.assertEqual((now()[:2], page.find(".guide article").get_attribute("aria-label")), (["04", "04.1"], "Exercises"))

    def test_narrow_screens_switch_between_reading_and_trying(self):
        page = self.page
        for size in (NARROW, PHONE):
            page.look("light", *size)
            page.forget()
            self.read("03_reduction")
            shown = lambda: [page.find(one).is_displayed() for one in (".guide article", "main")]
            self.assertEqual(shown(), [True, False])
            self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), size[0])
            self.assertLessEqual(page.run("const box = document.querySelector('.scroller'); return box.scrollWidth - box.clientWidth"), 0)
            before = self.chosen()
            self.scroll_to(1)
            self.assertEqual(self.chosen(), before)  # nobody would see it
            self.press_in(".guide figure", 0, "Open")
            page.settle()
            self.assertEqual(shown(), [False, True])
            self.assertEqual(self.chosen()[1], "v3_sequential")
            page.press("Read")
            self.assertEqual(shown(), [True, False])
            self.assertEqual(page.run("return [...document.querySelectorAll('.sides button')].map((one) => one.ariaPressed)"), ["true", "false"])

    # The first minute

    def test_the_start_screen_comes_once(self):
        page = self.page
        page.forget(first=True)
        page.visit()
        self.assertIn("simulated GPU", page.find(".start").text)
        self.assertNotIn("Continue", page.find(".start").text)
        self.assertEqual(self.chosen()[0], "01")
        page.wait(lambda: page.all(".moving rect"))
        drawn = lambda: page.run("return [...document.querySelectorAll('.moving rect')].map((one) => one.getAttribute('y')).join()")
        words = page.find(".moving figcaption").text
        page.wait(lambda: page.find(".moving figcaption").text != words)
        page.wait(lambda: page.find(".moving figcaption").text.startswith("Pass 10 of 10"))
        heights = [float(one) for one in drawn().split(",")]
        self.assertEqual(heights, sorted(heights, reverse=True))  # sorted: it was a real run
        page.press("Start with lesson 01")
        page.settle()
        self.assertEqual(page.all(".start"), [])
        self.assertEqual((self.chosen()[0], page.verdict), ("01", "right"))
        page.visit()
        self.assertEqual(page.all(".start"), [])
        page.press("Help")
        page.press("Show the start screen")
        page.press("Continue where I was")
        self.assertEqual(page.all(".start"), [])
        self.assertEqual(page.complaints(), [])

    def test_reduced_motion_does_not_move(self):
        page = self.page
        page.forget(first=True)
        page.look("light", *WIDE, motion="reduce")
        page.visit()
        page.wait(lambda: page.all(".moving rect"))
        page.driver.execute_async_script("setTimeout(arguments[0], 1500)")
        self.assertEqual(page.find(".moving figcaption").text, "The input")
        page.press("Play")
        page.wait(lambda: page.find(".moving figcaption").text != "The input")

    def test_a_link_needs_no_start_screen(self):
        page = self.page
        for link in ("#05", "#read=03_reduction", "#05.1"):
            page.forget(first=True)
            page.visit(link)
            self.assertEqual(page.all(".start"), [])

    def test_the_dare_is_a_race(self):
        page, shader = self.page, "shaders/06_subgroup_scan/v1_hillis_steele.comp"
        page.forget(first=True)
        page.visit()
        page.press("Delete one line")
        page.settle()
        line = web.line_of(web.shader(shader), "all have read before")
        self.assertEqual(page.find(".cm-lineNumbers .cm-activeLineGutter").text, str(line))
        self.assertIn(f"Line {line} is a barrier", page.find(".said").text)
        self.assertIn("06", page.run("return document.querySelector('.guide article').getAttribute('aria-label')"))
        self.assertEqual(page.verdict, "right")
        ActionChains(page.driver).send_keys(Keys.HOME).key_down(Keys.SHIFT).send_keys(Keys.END).key_up(Keys.SHIFT).send_keys(Keys.DELETE).perform()
        page.settle()
        self.assertEqual(page.verdict, "wrong")
        self.assertRegex(page.find(".found").text, "(?s)^wrong after stride 1 .*: element 8 is 15, expected 7.*Data race on sums")
        self.assertIn(f"Line {line}, the barrier, is gone", page.find(".said").text)
        page.type_all(web.shader(shader).replace("        barrier();  // all have read before any overwrites\n", "")
                      .replace("        sums[i] = sum;", "        barrier();\n        sums[i] = sum;"))
        self.assertEqual(page.verdict, "right")
        self.assertEqual(page.find(".said").text, f"Right, and line {line} is still gone: what you wrote does its work.")
        page.press("Undo all changes")
        page.settle()
        self.assertEqual(page.verdict, "right")
        self.assertRegex(page.find(".said").text, "^The barrier is back")

    # Everybody

    def test_axe_finds_nothing_serious(self):
        page = self.page
        if not browser.AXE.exists():
            self.skipTest("axe-core is not installed")
        for theme in ("light", "dark"):
            for size in (WIDE, PHONE):
                with self.subTest(theme=theme, size=size):
                    page.look(theme, *size)
                    page.forget(first=True)
                    page.visit()
                    page.wait(lambda: page.all(".moving rect"))
                    self.assertEqual(page.faults(), [])
                    page.press("Close")
                    for name in ("03_reduction", "README", "performance"):
                        self.read(name)
                        page.run("for (const one of document.querySelectorAll('.guide details')) one.open = true")
                        self.assertEqual(page.faults(), [])
                    page.press("Contents")
                    self.assertEqual(page.faults(), [])
                    page.find("[type=search]").send_keys("barrier")
                    self.assertEqual(page.faults(), [])

    def test_all_of_it_is_reached_by_keyboard(self):
        page = self.page
        self.read("06_subgroup_scan")
        page.run("[...document.querySelectorAll('.guide button')].find((one) => one.textContent === 'Contents').focus()")
        page.keys(Keys.ENTER)
        self.assertTrue(page.find("#contents").is_displayed())
        page.keys(Keys.ENTER)
        reached = []
        for _ in range(12):
            page.keys(Keys.TAB)
            reached.append(page.run("const one = document.activeElement; return one.type === 'search' ? 'search' : one.type === 'checkbox' ? 'follow' : one.localName"))
        self.assertEqual(reached[:3], ["search", "follow", "article"])
        self.assertIn("a", reached)
        page.run("document.querySelector('.guide figure button').focus()")
        page.keys(Keys.ENTER)
        page.settle()
        self.assertEqual(self.chosen()[1], "v1_hillis_steele")
        self.assertEqual(page.focused.text, "Shown in the workshop")
        landmarks = page.run("return [...document.querySelectorAll('header, aside, main')].filter((one) => one.parentNode.id === 'page').map((one) => one.localName)")
        self.assertEqual(landmarks, ["header", "aside", "main"])
