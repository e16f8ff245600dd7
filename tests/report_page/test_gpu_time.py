# SPDX-License-Identifier: MIT
"""What a run with --card says on its page of the time on a GPU: the sentence, the lines that pay, and the question in predict mode."""
import json
import re
import unittest

import browser

ROOT = browser.ROOT


class GpuTime(browser.PageTest):
    motion = "reduce"

    def page_of(self, number, *words):
        name, done = browser.run_lesson(number, self.out, "--sim", *words)
        self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
        self.browser.open(self.out / name / "index.html")
        return self.browser

    def sentence(self):
        return "".join(self.browser.texts("#panel .gpu"))

    def test_a_version_has_its_time_what_limits_it_and_what_was_measured(self):
        page = self.page_of("03", "--card", "h200", "--only", "v10", "--n", "2^20")
        said = self.sentence()
        self.assertRegex(said, r"^An NVIDIA H200 would take about 3\.4 us, limited by dispatches\. It took 4\.24 us when it was measured: the prediction is 19 % too short\. Line \d+ pays most, 0\.\d+ us\.$")
        pays = page.texts(".code li:has(.pays) .pays")
        self.assertEqual(len(pays), 1)
        self.assertRegex(pays[0], r"^0\.\d+ us: pays most$")
        line = page.run("const li = document.querySelector('.code li:has(.pays)'); return [...li.parentNode.children].indexOf(li) + 1")
        self.assertIn(f"Line {line} pays most, ", said)

    def test_it_says_how_sure_that_is(self):
        page = self.page_of("05", "--card", "h200", "--only", "v1")
        self.assertRegex(self.sentence(), r"^An NVIDIA H200 would take about [\d.]+ us, limited by dispatches\. "
                         r"Nine in ten predictions for it are off by 27 % or less\. Short work like this takes up to one and a half times as long\. Line \d+ pays most, [\d.]+ us\.$")
        if browser.AXE.exists():
            self.assertEqual(page.faults(), [])
        card = json.loads((ROOT / "docs/data/card-h200.json").read_text())
        (self.out / "mine.json").write_text(json.dumps({**card, "name": "Sample GPU", "off": 0}))
        self.page_of("05", "--card", str(self.out / "mine.json"), "--only", "v1")
        self.assertRegex(self.sentence(), r"^A Sample GPU would take .* Nobody has compared the predictions for this GPU with its times\. Line \d+ pays most, [\d.]+ us\.$")

    def test_where_the_model_fails_its_sentence_is_instead_of_a_number(self):
        text = (ROOT / "shaders/03_reduction/v3_sequential.comp").read_text()
        file = self.out / "unordered.comp"
        file.write_text("\n".join(line for line in text.split("\n") if not re.match(r" +barrier\(\);", line)))
        for words, why in ((("--sim-subgroup", "8"), "v3_sequential.comp: its subgroups have 8 invocations, not 32"), (("--shader", str(file)), "unordered.comp: it has errors")):
            page = self.page_of("03", "--card", "h200", "--only", "v3", *words)
            self.assertEqual(self.sentence(), f"An NVIDIA H200: the model fails here, so there is no time. Why: {why}.")
            self.assertEqual(page.texts(".code .pays"), [])

    def test_without_a_card_nothing_is_said(self):
        page = self.page_of("03", "--only", "v3")
        self.assertEqual((self.sentence(), page.texts(".code .pays")), ("", []))

    def test_predict_mode_asks_first_which_version_is_faster(self):
        page = self.page_of("05", "--card", "h200")
        page.all("[role=tab]")[0].click()
        page.run("document.activeElement.blur()")
        page.keys("p")
        page.wait(lambda: page.focused.get_attribute("class") == "guess")  # nothing comes before v1
        page.keys("\ue00c")  # Escape
        page.all("[role=tab]")[2].click()
        page.wait(lambda: page.find("#panel h2").text.startswith("v3"))
        page.run("document.activeElement.blur()")
        page.keys("p")
        words = lambda: page.find(".predict [role=status]").text
        page.wait(lambda: "faster" in words())
        self.assertEqual(words(), "Before the passes: which is faster on an NVIDIA H200, v2 or v3, and by how much?")
        self.assertEqual(self.sentence(), "")  # it would say too much
        answers = page.texts(".predict [role=group] button")
        self.assertEqual(answers, ["v2, 2 times or more", "v2, by less", "about equal", "v3, by less", "v3, 2 times or more"])
        times = page.run("return JSON.parse(document.getElementById('run').textContent).versions.slice(1, 3).map((one) => one.predicted.us)")
        ratio = times[0] / times[1]
        right = 2 if 1 / 1.1 < ratio < 1.1 else (0 if ratio <= 0.5 else 1) if ratio < 1 else 3 if ratio < 2 else 4
        if browser.AXE.exists():
            self.assertEqual(page.faults(), [])
        page.all(".predict [role=group] button")[right].click()
        self.assertRegex(words(), r"^Right: .*\. v2 takes about [\d.]+ us, limited by [\w ]+; v3 takes about [\d.]+ us, limited by [\w ]+\.$")
        self.assertIn("An NVIDIA H200 would take", self.sentence())
        self.assertEqual((page.focused.text, page.all(".predict [role=group]")[0].is_displayed()), ("Next pass", False))
        page.keys("\ue007")  # Enter
        page.wait(lambda: page.focused.get_attribute("class") == "guess")


if __name__ == "__main__":
    unittest.main()
