# SPDX-License-Identifier: MIT
"""A link is a program. Whatever else comes by a link is refused, in one sentence."""
import json

import web

EVIL = "<img src=x onerror=\"document.body.dataset.evil='yes'\">"


class Links(web.Case):
    def shared(self):
        self.page.press("Share")
        self.page.wait(lambda: self.page.find("#address").get_attribute("value"))
        return self.page.find("#address").get_attribute("value").split("#", 1)[1]

    def test_a_link_opens_the_same_program(self):
        page, text = self.page, web.shader()
        page.visit()
        broken = text.replace("    barrier();\n", "    \n", 1)
        page.type_all(broken)
        page.set_option("n", "16")
        page.set_option("Subgroup", "8")
        link = self.shared()
        found = page.find(".found").text
        page.forget()
        page.visit("#" + link)
        self.assertEqual((page.verdict, page.find(".found").text), ("data race", found))
        self.assertIn("came by a link", page.find(".notice-bar").text)
        self.assertIsNone(page.stored("work"))
        page.press("Keep these changes")
        self.assertEqual(page.stored("work"), {web.SHADER: broken})

    def test_a_link_leaves_ones_own_files_alone(self):
        page, text = self.page, web.shader()
        page.visit()
        page.type_all(text + "// mine\n")
        theirs = {"kind": "lesson", "lesson": "05", "version": "v1_shared", "options": {}, "files": {web.SHADER: text + "// theirs\n"}}
        page.visit(web.fragment(theirs))
        page.type_all(text + "// theirs, changed\n")
        self.assertEqual(page.stored("work"), {web.SHADER: text + "// mine\n"})
        page.press("Back to my own")
        page.settle()
        page.visit()
        self.assertEqual(page.stored("work"), {web.SHADER: text + "// mine\n"})

    def test_an_algorithm_travels_with_its_shaders(self):
        page = self.page
        description = '{ "n": 4, "buffers": { "values": { "count": "n", "data": "iota" } }, "passes": [{ "shader": "twice.comp" }], "expect": { "values": [0, 2, 4, 6] } }'
        shader = "#version 450\nlayout(local_size_x = 4) in;\nlayout(std430, binding = 0) buffer Values { uint values[]; };\nvoid main() { values[gl_GlobalInvocationID.x] *= 2u; }\n"
        program = {"kind": "passes", "files": {"algorithm/twice.comp": shader, "algorithm/mine.pass.json": description}}
        page.visit(web.fragment(program))
        self.assertEqual(page.verdict, "right")
        link = self.shared()
        page.forget()
        page.visit("#" + link)
        self.assertEqual(page.verdict, "right")
        for files in ({"algorithm/other.comp": shader}, {"algorithm/mine.pass.json": 5}, {"algorithm/mine.pass.json": description, "algorithm/../x.comp": shader}):
            page.visit(web.fragment({"kind": "passes", "files": files}))
            self.assertIn("damaged", page.find(".notice-bar").text)

    def test_short_links_name_lessons_versions_and_exercises(self):
        page = self.page
        for link, kind, shown in (("#03", "lesson", "03"), ("#05/v3", "lesson", "v3_global"), ("#05.2", "exercise", "05.2")):
            page.visit(link)
            value = page.run("return [document.querySelector('[aria-label=\"What to work on\"]').value,"
                             "document.querySelector('[aria-label=Lesson]').value, document.querySelector('[aria-label=Version]').value, document.querySelector('[aria-label=Exercise]').value]")
            self.assertEqual(value[0], kind)
            self.assertIn(shown, value[1:])

    def test_damaged_and_hostile_links_are_refused(self):
        page = self.page
        lesson = {"kind": "lesson", "lesson": "05", "version": "v1_shared"}
        good = web.fragment(lesson)
        page.visit(good)
        self.assertNotIn("damaged", page.find(".notice-bar").text)
        hostile = {
            "cut": good[:-9], "not base64": "#p=%%%", "empty": "#p=", "plain text": "#p=hello",
            "no JSON": web.fragment("{"), "not UTF-8": web.fragment(b"\xff\xfe{}"), "a list": web.fragment([]), "null": web.fragment("null"),
            "no kind": web.fragment({}), "unknown kind": web.fragment({"kind": "constructor"}),
            "unknown lesson": web.fragment({**lesson, "lesson": "99"}), "a lesson of markup": web.fragment({**lesson, "lesson": EVIL}),
            "a version of markup": web.fragment({**lesson, "version": EVIL}), "an object for a version": web.fragment({**lesson, "version": {"toString": 1}}),
            "an option of markup": web.fragment({**lesson, "options": {"n": EVIL}}), "an unknown option": web.fragment({**lesson, "options": {"out": "/"}}),
            "prototypes": web.fragment('{"kind": "lesson", "lesson": "05", "version": "v1_shared", "options": {"__proto__": "1"}}'),
            "a number for an option": web.fragment({**lesson, "options": {"n": 5}}), "an endless n": web.fragment({**lesson, "options": {"n": "9" * 30}}),
            "another file": web.fragment({**lesson, "files": {"shaders/common/../../x": "y"}}), "a file that is no text": web.fragment({**lesson, "files": {web.SHADER: {}}}),
            "a huge file": web.fragment({**lesson, "files": {web.SHADER: "x" * 300000}}), "a bomb": web.fragment(b"0" * 200_000_000),
            "long words": web.fragment({"kind": "own", "words": "a" * 5000}), "an unknown exercise": web.fragment({"kind": "exercise", "exercise": "05.99"}),
            "an unknown short one": "#99", "an unknown version": "#05/v77", "an unknown short exercise": "#05.99",
        }
        for name, link in hostile.items():
            with self.subTest(name):
                page.visit(link)
                notice = page.find(".notice-bar").text
                self.assertRegex(notice, "^This link (is damaged|names)")
                self.assertEqual(notice.count("."), notice.count(". ") + 1 if ". " in notice else 1)
                self.assertEqual(page.verdict, "right")
                self.assertEqual(page.run("return document.body.dataset.evil ?? ''"), "")
                self.assertEqual(len(page.all("img:not(.cm-widgetBuffer)")), 0)
        self.assertEqual(page.complaints(), [])

    def test_markup_in_a_program_stays_text(self):
        page = self.page
        own = {"kind": "own", "words": f"--groups 1 {EVIL}", "files": {"mine.comp": f"#version 450\n// {EVIL}\nlayout(local_size_x = 1) in;\n#error {EVIL}\nvoid main() {{}}\n"}}
        page.visit(web.fragment(own))
        self.assertNotEqual(page.verdict, "no findings")
        self.assertEqual(page.run("return document.body.dataset.evil ?? ''"), "")
        self.assertEqual(len(page.all("img:not(.cm-widgetBuffer)")), 0)
        self.assertIn("<img", page.find(".cm-content").text)

    def test_an_endless_shader_in_a_link_ends(self):
        page = self.page
        own = {"kind": "own", "words": "--groups 1", "files": {"mine.comp": "#version 450\nlayout(local_size_x = 1) in;\nlayout(binding = 0) buffer A { uint a[]; };\nvoid main() {\n    while (true) a[0] += 1u;\n}\n"}}
        page.visit(web.fragment(own))
        self.assertEqual(page.verdict, "stopped")
        self.assertIn("mine.comp:5", json.dumps(page.texts(".found *")))
