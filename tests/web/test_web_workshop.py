# SPDX-License-Identifier: MIT
"""The workshop's panes, what was changed in it, names in its menus, and how the keyboard leaves the editor."""
import web
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

WIDE, LAPTOP, PHONE = (1900, 1000), (1280, 800), (400, 800)


class Workshop(web.Case):
    def width(self, selector):
        return self.page.run("return document.querySelector(arguments[0]).getBoundingClientRect().width", selector)

    def divider(self, words):
        return self.page.find(f".divider[aria-label='{words}']")

    def text(self):
        return self.page.stored("work").get(web.SHADER, web.shader()) if self.page.stored("work") else web.shader()

    def old_lines(self):
        """The project's lines, where they are in view."""
        return [one.text.strip() for one in self.page.all(".compared .cm-deletedLine")]

    def test_panes_are_resized_by_pointer_and_by_key_and_stay_so(self):
        page = self.page
        page.look("light", *WIDE)
        page.visit()
        for words, pane in (("Width of the guide", ".guide"), ("Width of the editor", ".edit")):
            before, divider = self.width(pane), self.divider(words)
            ActionChains(page.driver).drag_and_drop_by_offset(divider, 120, 0).perform()
            self.assertAlmostEqual(self.width(pane), before + 120, delta=8)
            dragged = self.width(pane)
            page.run("arguments[0].focus()", divider)
            page.keys(Keys.ARROW_LEFT)
            self.assertLess(self.width(pane), dragged)
            self.assertEqual(int(divider.get_attribute("aria-valuenow")), page.run(
                "return Math.round(100 * document.querySelector(arguments[0]).getBoundingClientRect().width / document.querySelector(arguments[0]).parentNode.getBoundingClientRect().width)", pane))
        kept = [self.width(pane) for pane in (".guide", ".edit")]
        page.visit()
        self.assertEqual([self.width(pane) for pane in (".guide", ".edit")], kept)
        for words in ("Width of the guide", "Width of the editor"):
            page.run("arguments[0].focus()", self.divider(words))
            page.keys(Keys.HOME)
        self.assertAlmostEqual(self.width(".edit"), before, delta=160)
        page.look("light", *PHONE)
        page.visit()
        self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), PHONE[0])
        self.assertFalse(any(one.is_displayed() for one in page.all(".divider")))

    def test_changes_are_seen_at_a_glance_and_put_back_with_a_key(self):
        page, text = self.page, web.shader()
        page.visit()
        self.assertFalse(page.all(".cm-changedLineGutter, .cm-deletedLineGutter"))
        lines = text.split("\n")
        removed = next(k for k, line in enumerate(lines) if line == "    barrier();")
        changed = [line.replace("++pass;", "++pass; // mine") for k, line in enumerate(lines) if k != removed]
        page.type_all("\n".join(changed))
        self.assertIn("Changed lines: 1 new, 2 gone", page.find(".filebar").text)
        self.assertEqual((len(page.all(".cm-changedLineGutter")), len(page.all(".cm-deletedLineGutter"))), (1, 2))
        self.assertFalse(self.old_lines())
        page.press("Changed lines")
        self.assertEqual(sorted(self.old_lines()), ["++pass;", "barrier();"])
        page.run("document.querySelector('.cm-content').focus()")
        page.with_control(Keys.HOME)
        page.keys(Keys.F9)
        page.settle()
        self.assertIn("Changed lines: 1 new, 1 gone", page.find(".filebar").text)
        self.assertEqual(page.stored("work")[web.SHADER].count("barrier();"), text.count("barrier();"))
        page.keys(Keys.F9)
        page.settle()
        self.assertEqual((page.stored("work"), page.verdict), ({}, "right"))
        page.with_control("z")
        page.settle()
        self.assertIn("// mine", page.stored("work")[web.SHADER])  # it was an edit

    def test_any_change_is_put_back_exactly(self):
        page, text = self.page, web.shader()
        lines = text.split("\n")
        page.visit()
        for other in ("// first\n" + text, text + "// last", text + "// last\n", "\n".join(lines[3:]), "\n".join(lines[:-4]), "", "x", "\n".join(reversed(lines)), text.replace("\n", "\n\n")):
            page.type_all(other)
            for _ in range(80):
                if not page.stored("work"):
                    break
                page.run("document.querySelector('.cm-content').focus()")
                page.with_control(Keys.HOME)
                page.keys(Keys.F9)
            page.settle()
            self.assertEqual(page.stored("work"), {}, other[:40])

    def test_what_a_link_changes_is_in_view(self):
        page, text = self.page, web.shader()
        page.visit(web.fragment({"kind": "lesson", "lesson": "05", "version": "v1_shared", "files": {web.SHADER: text.replace("    barrier();\n", "", 1)}}))
        self.assertIn("It changes 1 line of v1_shared.comp, marked below.", page.find(".notice-bar").text)
        self.assertEqual(self.old_lines(), ["barrier();"])
        page.visit("#05")
        self.assertEqual((self.old_lines(), page.find(".filebar").text.count("Changed")), ([], 0))

    def test_a_link_opens_at_its_first_change(self):
        page, path = self.page, "shaders/common/wide_look_back.glsl"
        text, changed = web.shader(path), "// the last line, changed"
        for size in (WIDE, PHONE):
            page.look("light", *size)
            page.visit(web.fragment({"kind": "lesson", "lesson": "06", "version": "v6_wide_look_back", "files": {path: f"{text}{changed}\n"}}))
            self.assertIn("It changes 1 line of wide_look_back.glsl", page.find(".notice-bar").text)
            self.assertTrue(page.run("""const line = [...document.querySelectorAll('.cm-line')].find((one) => one.textContent === arguments[0])?.getBoundingClientRect();
                const view = document.querySelector('.cm-scroller').getBoundingClientRect();
                return line?.top >= Math.max(view.top, 0) && line.bottom <= Math.min(view.bottom, innerHeight)""", changed))

    def test_the_line_at_the_cursor_has_its_instructions(self):
        page, lines = self.page, web.shader().split("\n")
        barrier = web.line_of(web.shader(), r"^    barrier\(\);")
        code = lambda: page.texts(".assembly")
        page.visit()
        page.run("document.querySelector('.cm-content').focus()")
        page.with_control(Keys.HOME)
        self.assertEqual(code(), [])
        page.keys(Keys.F2)
        page.settle()
        self.assertEqual((code(), page.verdict), (["No instruction comes from this line."], "right"))
        page.all(".cm-line")[barrier - 1].click()
        self.assertEqual(code(), ["OpControlBarrier Workgroup Workgroup AcquireRelease|WorkgroupMemory"])
        self.assertEqual(page.run("return document.querySelector('.assembly').previousElementSibling.textContent.trim().slice(0, 10)"), "barrier();")
        page.keys(Keys.HOME, Keys.ENTER)  # it moves along while the text is edited, and the next run agrees
        self.assertEqual(len(code()), 1)
        page.settle()
        self.assertIn("OpControlBarrier", code()[0])
        index = web.line_of(web.shader(), "const uint .*gl_LocalInvocationID.x")
        page.all(".cm-line")[index - 1].click()
        self.assertIn("OpAccessChain gl_LocalInvocationID 0", code()[0])
        page.type_all("\n".join(lines).replace("barrier();", "barier();", 1))
        self.assertEqual((code(), page.verdict), ([], "does not build"))
        page.keys(Keys.F2)
        page.type_all("\n".join(lines))
        self.assertEqual((code(), page.verdict), ([], "right"))

    def test_a_run_says_what_it_would_take_on_a_gpu(self):
        page, said = self.page, lambda: " ".join(self.page.texts(".gpu"))
        page.visit()
        self.assertEqual(said(), "")
        page.set_option("GPU", "h200")
        self.assertRegex(said(), r"^An NVIDIA H200 would take about [\d.]+ us, limited by dispatches\. Nine in ten predictions for it are off by 27 % or less\. "
                         r"Short work like this takes up to one and a half times as long\. v1_shared\.comp:\d+ pays most, [\d.]+ us\.$")
        self.assertEqual(page.verdict, "right")
        pays = page.texts(".cm-line:has(.count) .count")
        most = [text for text in pays if "pays most" in text]
        self.assertEqual(len(most), 1, pays)
        self.assertRegex(most[0], r"^[\d.]+ us: pays most · \d+ instr")
        page.press("v1_shared.comp:")
        self.assertIn("pays most", page.find(".cm-activeLine").text)
        page.choose("Lesson", "03")  # the question stays
        self.assertIn("An NVIDIA H200 would take", said())
        page.set_option("Subgroup", "8")
        self.assertRegex(said(), r"^An NVIDIA H200: the model fails here, so there is no time\. Why: v\d_\w+\.comp: its subgroups have 8 invocations, not 32\.$")
        page.choose("What to work on", "own")
        page.set_option("GPU", "h100")
        self.assertRegex(said(), r"^An NVIDIA H100 80GB HBM3 would take about [\d.]+ us, .*mine\.comp:\d+ pays most, [\d.]+ us\.$")

    def test_predict_asks_first_which_version_is_faster_on_the_gpu(self):
        page = self.page
        page.visit()
        page.choose("Lesson", "03")
        page.choose("Version", "v3_sequential")
        page.set_option("GPU", "h200")
        words = lambda: page.in_frame("return document.querySelector('.predict').innerText")
        press = lambda name: page.in_frame(f"[...document.querySelectorAll('button')].find((one) => one.textContent === '{name}').click()")
        page.wait(lambda: page.all(".frame iframe") and not page.all(".frame .coming"))
        press("Predict")
        page.wait(lambda: "which is faster on an NVIDIA H200, v2 or v3, and by how much?" in words())
        page.wait(lambda: not page.find(".gpu").is_displayed())  # it would give the answer away
        page.in_frame("document.querySelector('.predict [role=group] button').click()")
        self.assertRegex(words(), r"(Right|No): .*\. v2 takes about [\d.]+ us, limited by \w+; v3 takes about [\d.]+ us, limited by")
        press("Next pass")
        page.wait(lambda: page.find(".gpu").is_displayed())

    def test_long_lines_wrap_so_that_what_they_cost_is_in_view(self):
        page = self.page
        for width, height in ((1440, 900), PHONE):
            page.look("light", width, height)
            page.visit()
            page.settle()
            self.assertTrue(page.all(".cm-line .count"))
            self.assertEqual(page.run("""const right = document.querySelector('.cm-scroller').getBoundingClientRect().right;
                return [...document.querySelectorAll('.cm-line .count')].filter((one) => one.getBoundingClientRect().right > right).length"""), 0)
            self.assertEqual(page.run("return new Set([...document.querySelectorAll('.cm-line.drawing')].map((one) => one.offsetHeight)).size"), 1)  # one row each

    def test_the_version_menu_has_room_for_whole_names(self):
        page = self.page
        for size in (WIDE, LAPTOP, PHONE):
            page.look("light", *size)
            page.visit()
            for lesson in page.run("return [...document.querySelector('[aria-label=Lesson]').options].map((one) => one.value)"):
                page.choose("Lesson", lesson)
                cut = page.run("""const select = document.querySelector('[aria-label=Version]'), c = document.createElement('canvas').getContext('2d');
                    c.font = getComputedStyle(select).font;
                    return [...select.options].filter((one) => c.measureText(one.value).width > select.clientWidth - 34).map((one) => one.value)""")
                self.assertEqual(cut, [], (size, lesson))
            self.assertTrue(page.run("const select = document.querySelector('[aria-label=Version]'); return select.title === select.selectedOptions[0].textContent"))

    def test_escape_and_tab_leave_the_editor_and_the_page_says_so(self):
        page = self.page
        page.visit()
        self.assertFalse(page.find(".leave").is_displayed())
        page.run("document.querySelector('.cm-content').focus()")
        self.assertEqual(page.find(".leave").text, "Escape, then Tab leaves the editor.")
        page.keys(Keys.ESCAPE, Keys.TAB)
        self.assertFalse(page.run("return document.querySelector('.text').contains(document.activeElement)"))
