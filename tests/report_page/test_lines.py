# SPDX-License-Identifier: MIT
"""A version line by line on its page: what it shows is what was recorded, both ways, and what the keys and fields do."""
import re
import subprocess
import unittest

from selenium.webdriver.common.keys import Keys

import browser

# What TRACE recorded must be what its arguments were in the invocation that is at that line.
TRACED = """
    const { stepping } = version, moment = new Moment(version), found = { compared: 0, wrong: [] };
    for (const { pass, part, at } of stepping.rows) {
      const step = pass - (version.hasInput ? 0 : 1), row = version.row(step, part);
      at.forEach((to, cell) => {
        if (to < 0 || !row || cell - row.first >= row.count || cell < row.first) return;
        moment.walk.go(to);
        const call = /\\bTRACE\\((.*)\\);/.exec(moment.textOf(moment.site.line));
        if (!call) return;
        let index, value;
        try {
          [, index, value] = call[1].split(/,(?![^(\\[]*[)\\]])/).map((words) => moment.formula(words));
        } catch { // it calls a function of the shader
          return;
        }
        const { subgroup } = moment, lane = moment.lanes.find((one) => index.value(moment.look(subgroup, one))?.value === cell);
        const held = lane === undefined ? undefined : value.value(moment.look(subgroup, lane));
        ++found.compared;
        if (!held || Number(held.value) !== row.values[cell - row.first]) found.wrong.push([pass, cell, row.values[cell - row.first], held?.value, moment.textOf(moment.site.line)]);
      });
    }
    return found;"""

# Wherever a walk of 10,000 steps goes, it finds what a walk straight there does.
WALKED = """
    const { stepping } = version, walk = new Walk(stepping), sums = [], last = stepping.count;
    const sum = () => walk.memories.reduce((all, words) => words.reduce((one, word) => Math.imul(one, 16777619) ^ word, all), walk.dispatch.number);
    for (let at = 0; at <= last; ++at) {
      walk.go(at);
      sums.push(sum());
    }
    let state = 1, wrong = 0;
    const random = (below) => { state = Math.imul(state, 1664525) + 1013904223 >>> 0; return Math.floor(state / 4294967296 * below); };
    for (let k = 0; k < 10000; ++k) {
      walk.go(k % 100 === 0 ? random(last + 1) : Math.min(Math.max(walk.at + (random(2) ? 1 : -1), 0), last));
      if (sum() !== sums[walk.at]) ++wrong;
    }
    return { steps: last, wrong };"""


class Lines(browser.PageTest):
    motion = "reduce"

    def page_of(self, number, *words):
        name, done = browser.run_lesson(number, self.out, "--sim", *words)
        self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
        return self.out / name / "index.html"

    def line(self):
        return self.browser.find(".shader [aria-current=step] code").text.strip()

    def variable(self, name):
        return self.browser.run("""
            const row = [...document.querySelectorAll('#panel .lanes tbody tr')].find((one) => one.firstChild.textContent === arguments[0]);
            return row ? [...row.children].slice(1).map((one) => one.textContent) : null;""", name)

    def field(self, number, words):
        field = self.browser.all("#panel .fields input")[number]
        field.clear()
        field.send_keys(words, Keys.ENTER)
        self.browser.run("document.activeElement.blur()")

    def errors_of(self, file):
        """Where E leads to on a page, one after the other: the step, and what goes wrong there."""
        page, found = self.browser, []
        page.open(file)
        page.view("lines")
        page.run("document.activeElement.blur()")
        page.keys(Keys.HOME)
        while page.find("#panel .lines .bad[role=status]").text == "":
            page.keys("e")
            found.append((page.find("#panel .position").text.split(" of ")[0], page.find("#panel .fault").text))
        return found

    def test_what_was_traced_is_what_invocations_had(self):
        for number, versions in (("03", (0, 2)), ("04", (3,)), ("05", (0, 4)), ("06", (0, 1)), ("07", (2,))):
            file = self.page_of(number)
            for version in versions:
                with self.subTest(lesson=number, version=version):
                    found = self.browser.inside(file, version, TRACED)
                    self.assertEqual(found["wrong"], [])
                    self.assertGreater(found["compared"], 9)

    def test_backwards_is_forwards(self):
        for number, versions in (("03", (0, 2, 9)), ("05", (0, 3, 7)), ("06", (1, 5)), ("09", (0, 3))):
            file = self.page_of(number)
            for version in versions:
                with self.subTest(lesson=number, version=version):
                    found = self.browser.inside(file, version, WALKED)
                    self.assertEqual(found["wrong"], 0)
                    self.assertGreater(found["steps"], 20)

    def test_a_wrong_run_leads_to_the_line_that_wrote_it(self):
        text = (browser.ROOT / "shaders/03_reduction/v3_sequential.comp").read_text()
        file = self.out / "moved.comp"
        file.write_text(text.replace("tile[i] + tile[i + stride]", "tile[i] + tile[i + stride - 1u]"))
        page = self.browser
        page.open(self.page_of("03", "--only", "v3", "--shader", str(file)))
        page.find("#panel .problem button").click()
        self.assertEqual(self.line(), "TRACE(pass, element, sum);")
        page.keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.assertEqual(self.line(), "const T sum = tile[i] + tile[i + stride - 1u];")
        self.field(2, "tile[i + stride - 1u]")
        self.assertEqual(self.variable("tile[i + stride - 1u]")[:8], ["5", "2", "7", "4", "6", "4", "5", "4"])
        page.keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.variable("sum")[:9], ["10", "9", "16", "8", "10", "11", "13", "9", "–"])
        self.assertEqual(page.complaints(), [])

    def test_stops_conditions_words_and_links(self):
        page = self.browser
        file = self.page_of("03", "--only", "v3")
        page.open(file)
        page.view("lines")
        page.run("document.activeElement.blur()")
        page.keys(Keys.HOME)
        self.assertEqual(self.line(), "const uint i = gl_LocalInvocationID.x;")
        self.field(0, "24")  # a comment: nothing runs there
        self.assertIn("Stops before line 26, the next one that ran ✕", page.texts("#panel .stops button"))
        page.find("#panel .stops button").click()
        self.field(0, "29 if stride == 2u")
        page.keys("f")
        self.assertEqual(set(self.variable("stride")), {"2"})
        self.assertEqual(page.label, "Pass 4 of 12: dispatch 1, stride 2")  # the passes follow
        page.find("#panel .words button[title='tile[0]']").click()
        asked = page.find("#panel .asked").text
        self.assertIn("tile[0]: ", asked)
        self.assertIn("v3_sequential.comp:30", asked)
        shown = re.search(r"Step (\d+) of", page.find("#panel .lines").text)[1]
        moment = f"#v3_sequential&step={shown}"
        page.wait(lambda: page.run("return location.hash") == moment)  # the address names it a little later
        page.driver.get("about:blank")
        page.driver.get(f"{file.as_uri()}{moment}")
        page.wait(lambda: page.run("return document.documentElement.dataset.ready === 'yes' && document.querySelector('#panel .lanes td') !== null"))
        self.assertEqual(set(self.variable("stride")), {"2"})
        self.field(1, "i < 3")
        self.assertEqual(self.variable("i"), ["0", "1", "2"])
        self.field(1, "")
        self.assertEqual(len(self.variable("i")), 16)
        for words, problem in (("i +", "Column 4: it ends too early."), ("i $ 2", "Column 3: '$' is no part of an expression."),
                               ("nobody < 2", "Column 1: there is no 'nobody'; there are "), ("i 2", "Column 3: it does not go on with '2'."), ("(i", "Column 3: it lacks ')'.")):
            self.field(1, words)
            self.assertIn(problem, page.find("#panel .lines .bad").text)
        self.field(0, "many")
        self.assertIn("'many' is neither a line", page.find("#panel .lines .bad").text)
        self.field(0, "999")
        self.assertEqual(page.find("#panel .lines .bad").text, "Nothing ran at line 999, or after it.")
        self.assertEqual(page.complaints(), [])

    def test_a_link_to_no_step_opens_the_nearest_and_says_so(self):
        page = self.browser
        file = self.page_of("03", "--only", "v3")
        page.driver.get("about:blank")
        page.driver.get(f"{file.as_uri()}#v3_sequential&step=100000")
        page.wait(lambda: page.run("return document.querySelector('#panel .lines .bad')?.textContent"))
        self.assertRegex(page.find("#panel .lines .bad").text, r"^There is no step 100000: this run has \d+\.$")
        self.assertIn("The workgroup has ended.", page.find("#panel .sentence").text)

    def test_the_order_that_a_reader_chooses_is_one_that_a_run_takes(self):
        page = self.browser
        file = self.page_of("03", "--only", "v3", "--sim-subgroup", "4", "--n", "16", "--local-size", "16")
        page.open(file)
        page.view("lines")
        page.run("document.activeElement.blur()")
        page.keys(Keys.HOME, *[Keys.ARROW_RIGHT] * 2)
        self.assertIn("Subgroup 0 goes on here. Instead:", page.find("#panel [aria-label='Who goes on']").text)
        page.find("#panel [aria-label='subgroup 2, one access']").click()
        words = page.find("#panel .command").text
        self.assertRegex(words, r"^Run it again with --sim-schedule 'turns:[\d*,]*2\*1'\.$")
        schedule = words.split("'")[1]
        page.open(self.page_of("03", "--only", "v3", "--sim-subgroup", "4", "--n", "16", "--local-size", "16", "--sim-schedule", schedule))
        self.assertIn("right", page.find("#panel .head").text)  # each order is, of a kernel that is right
        page.view("lines")
        page.run("document.activeElement.blur()")
        page.keys(Keys.HOME, *[Keys.ARROW_RIGHT] * 3)
        self.assertIn("subgroup 2 is at", page.find("#panel .lanes").text)
        hosted = file.parent / "hosted.html"  # in another page, which runs it again
        hosted.write_text(file.read_text().replace('<html lang="en">', '<html lang="en" data-host="{}">', 1))
        page.open(hosted)
        page.run("addEventListener('message', ({ data }) => { window.asked = data.passByPass.schedule ?? window.asked; })")
        page.view("lines")
        page.run("document.activeElement.blur()")
        page.keys(Keys.HOME)
        page.find("#panel [aria-label='Who goes on'] button").click()
        page.wait(lambda: page.run("return window.asked"))
        self.assertRegex(page.run("return window.asked"), r"^turns:")

    def test_a_race_opens_at_its_two_accesses_and_turns_round(self):
        text = (browser.ROOT / "shaders/03_reduction/v3_sequential.comp").read_text()
        self.assertIn("        barrier();  // this level", text)
        shader = self.out / "apart.comp"
        shader.write_text(text.replace("        barrier();  // this level", "        // this level"))
        words = ("03", "--only", "v3", "--sim-subgroup", "4", "--n", "16", "--local-size", "16", "--shader", str(shader), "--sim-schedule")
        page = self.browser
        said = self.errors_of(self.page_of(*words, "reverse"))  # subgroup 3 first: subgroup 0 reads what it wrote
        self.assertIn("Nothing goes wrong after this.", page.find("#panel .lines .bad[role=status]").text)
        races = [one for one in said if "Data race on" in one[1] and "The other access" in one[1]]
        self.assertGreater(len(races), 0, said)
        page.keys("E")
        self.assertIn("goes wrong", page.find("#panel .fault").text)
        across = [one for one in races if "The other way round" in one[1]]
        self.assertGreater(len(across), 0, said)
        step, told = across[0]
        while page.find("#panel .position").text.split(" of ")[0] != step:
            page.keys("E")
        word, reader, writer = re.search(r"Data race on (tile\[\d+\]): invocation (\d+) .* invocation (\d+) of", told).groups()
        page.find("#panel .fault button[title]").click()
        schedule = page.find("#panel .command").text.split("'")[1]
        page.find("#panel .fault button").click()
        there = page.find("#panel .sentence").text
        self.assertIn("apart.comp:", there)
        told = [one for _, one in self.errors_of(self.page_of(*words, schedule))]  # now the later access is the earlier one
        self.assertTrue(any(f"Data race on {word}: invocation {writer} " in one for one in told), (schedule, word, reader, writer, told))

    def test_a_step_of_1024_invocations_takes_no_time(self):
        file = self.out / "many.comp"
        file.write_text("""#version 450
layout(local_size_x = 1024) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[1024];
void main() {
    const uint i = gl_LocalInvocationIndex;
    uint sum = data[i];
    for (uint k = 1u; k < 64u; k *= 2u) {
        tile[i] = sum;
        barrier();
        sum += tile[i ^ k];
        barrier();
    }
    data[i] = sum;
}
""")
        done = subprocess.run([browser.BUILD / "run", file, "--sim", "--n", "1024", "--groups", "1", "--out", self.out], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        page = self.browser
        page.open(next(self.out.glob("run_many/index.html")))
        page.view("lines")
        page.run("document.activeElement.blur()")
        page.keys(Keys.HOME)
        times = page.run(browser.PRESS + """
            const times = [];
            for (let k = 0; k < 60; ++k) {
                const began = performance.now();
                press(document.body, 'ArrowRight');
                document.body.getBoundingClientRect();
                times.push(performance.now() - began);
            }
            return times.sort((a, b) => a - b);""")
        self.assertLess(times[len(times) // 2], 50)
        print(f"a step of 1,024 invocations: median {times[len(times) // 2]:.1f} ms, longest {times[-1]:.1f} ms")

    def test_no_fault_of_accessibility(self):
        if not browser.AXE.exists():
            self.skipTest("axe-core is not installed")
        page = self.browser
        page.open(self.page_of("03", "--only", "v3"))
        page.view("lines")
        page.find("#panel .words button").click()
        self.assertEqual(page.faults("moderate"), [])
        page.look("dark")
        self.assertEqual(page.faults(rules=browser.COLOURS), [])


if __name__ == "__main__":
    unittest.main()
