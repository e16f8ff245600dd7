# SPDX-License-Identifier: MIT
"""What the page draws of a pass, held against the data: who wrote what, boxes for tiles, brackets for many values."""
import re
import subprocess
import unittest

import browser


class Marks(browser.PageTest):
    def test_a_cell_that_was_not_written_holds_what_it_held(self):
        for number, version, some in (("03", 0, True), ("03", 2, True), ("04", 1, True), ("05", 0, False), ("06", 1, True), ("06", 5, False)):
            with self.subTest(lesson=number, version=version):
                left, faults = self.browser.inside(self.lesson(number), version, """
                    let left = 0;
                    const faults = [];
                    version.steps.forEach((_, step) => {
                        const row = version.row(step, ''), before = version.before(step, ''), written = writtenCells(version, step, '');
                        for (let i = 0; written && i < row.count; ++i) {
                            if (written[i]) continue;
                            ++left;
                            const links = version.links(step, '');
                            if (row.values[i] !== before.values[i] || row.writers?.[i] > 0 || links.to.includes(i)) faults.push(`${row.label}, cell ${i}`);
                        }
                    });
                    return [left, faults.slice(0, 5)];""")
                self.assertEqual(faults, [])
                self.assertEqual(left > 0, some)

    def test_every_value_is_on_one_curve_or_one_bracket_and_ends_at_its_cell(self):
        brackets = 0
        for number, versions in (("03", (0, 4, 7)), ("06", (1, 2, 5)), ("07", (1, 2))):
            for version in versions:
                with self.subTest(lesson=number, version=version):
                    found, faults = self.browser.inside(self.lesson(number), version, """
                        const faults = [], columns = new Columns(version.columns(''), 900, 1);
                        let found = 0;
                        version.steps.forEach((_, step) => {
                            const before = version.before(step, ''), row = version.row(step, '');
                            if (!before) return;
                            const links = version.links(step, ''), { fans, fanOf, single } = flowsOf(links, before);
                            if (isDense(links, before)) return; // only those of a chosen cell are drawn
                            found += fans.length;
                            const place = { above: columns.of(before), below: columns.of(row), top: 0, bottom: 60 };
                            for (let k = 0; k < links.from.length; ++k) {
                                if (!flows(links.kind[k])) continue;
                                const fan = fanOf.get(k), name = `${row.label}, link ${k}`;
                                if (Boolean(fan) === single.includes(k)) faults.push(`${name}: drawn twice, or not at all`);
                                const one = fan && (fan.out ? links.from[k] : links.to[k]), many = fan && (fan.out ? links.to[k] : links.from[k]);
                                if (fan && (fan.one !== one || many < fan.first || many > fan.last || fan.links.length !== fan.last - fan.first + 1))
                                    faults.push(`${name}: not of its bracket`);
                                const [from, to] = [0, 1].map((t) => onFlow(place, links, before, k, links.from[k], links.to[k], t));
                                const within = (x, side, cell) => x >= side.x(cell) - 1 && x <= side.x(cell + 1) + 1;
                                if (!within(to[0], place.below, links.to[k]) || Math.abs(to[1] - 60) > 0.01) faults.push(`${name}: ends at ${to}`);
                                if (!within(from[0], place.above, links.from[k]) && !fan) faults.push(`${name}: begins at ${from}`);
                            }
                        });
                        return [found, faults.slice(0, 5)];""")
                    self.assertEqual(faults, [])
                    brackets += found
        self.assertGreater(brackets, 10)

    def test_values_that_a_pass_puts_in_order_are_followed_to_their_places(self):
        for number, versions in (("09", (0, 1, 4, 6)), ("03", (0,)), ("04", (1,)), ("06", (1, 4))):
            for version in versions:
                with self.subTest(lesson=number, version=version):
                    found, faults = self.browser.inside(self.lesson(number), version, """
                        const faults = [];
                        let found = 0;
                        version.steps.forEach(({ label }, step) => {
                            const row = version.row(step, '');
                            if (row?.source === undefined) return;
                            ++found;
                            const before = version.before(step, ''), sources = new Set(row.from), targets = new Set(row.to);
                            if (before !== version.row(row.source, '') || sources.size !== row.count || targets.size !== row.count) faults.push(`${label}: not one place for each`);
                            row.from.forEach((from, k) => { if (before.values[from] !== row.values[row.to[k]]) faults.push(`${label}: ${before.values[from]} is not in ${row.to[k]}`); });
                            const way = lineageOf(version, '', step, row.to[0])[row.source];
                            if (!way?.has(row.from[0])) faults.push(`${label}: not followed back`);
                        });
                        return [found, faults.slice(0, 5)];""")
                    self.assertEqual(faults, [])
                    self.assertEqual(found > 2, number == "09")

    def test_the_boxes_of_narrow_cells_cover_only_cells_that_are_not_used(self):
        for number, versions in (("03", (0, 2, 7)), ("06", (1,))):
            for version in versions:
                with self.subTest(lesson=number, version=version):
                    wide, faults = self.browser.inside(self.lesson(number), version, """
                        const faults = [], columns = new Columns(version.columns(''), 400, 1);
                        let wide = 0;
                        version.steps.forEach(({ label }, step) => {
                            const row = version.row(step, ''), own = columns.of(row);
                            for (let i = 0; i < row.count; ++i) {
                                const cells = boxOf(row, i, own);
                                wide += cells > 1;
                                for (let k = i + 1; k < i + cells && k < row.count; ++k) if (!row.marks || !(quietMark(row.marks[k]) || row.marks[k] === Mark.absent)) faults.push(`${label}: ${i} covers ${k}`);
                                if (i + cells > own.count) faults.push(`${label}: ${i} ends outside`);
                            }
                        });
                        return [wide, faults.slice(0, 5)];""")
                    self.assertEqual(faults, [])
                    if number == "03":
                        self.assertGreater(wide, 20 if version == 0 else 0)

    def test_a_box_is_as_wide_as_its_tile_and_holds_its_total(self):
        file = self.lesson("06", "--only", "v6")
        boxes, faults = self.browser.inside(file, 0, """
            const faults = [], columns = new Columns(version.columns(''), 900, 1), input = version.row(0, '');
            const at = version.steps.findIndex((step) => step.label.startsWith('totals')), row = version.row(at, ''), wide = columns.of(row);
            for (let tile = 0; tile < row.count; ++tile) {
                const first = tile * row.span, end = Math.min(first + row.span, input.count);
                if (wide.x(tile) !== columns.x(first) || wide.x(tile + 1) !== columns.x(end)) faults.push(`box ${tile} is not under its tile`);
                if (row.values[tile] !== sumOf('uint', [...input.values.slice(first, end)])) faults.push(`box ${tile} holds ${row.values[tile]}`);
                if (wide.at((columns.x(first) + columns.x(end)) / 2) !== tile) faults.push(`a click on box ${tile} finds another`);
            }
            return [row.count, faults, row.span];""")[:2]
        self.assertEqual(faults, [])
        self.assertGreater(boxes, 2)
        held = self.browser.inside(file, 0, """
            const last = version.steps.length - 1, row = version.row(last, ''), held = version.heldRow(last, ''), prefixes = version.before(last, '');
            return [held.label, [...row.values].every((value, i) => value === held.values[i] + prefixes.values[Math.floor(i / prefixes.span)])];""")
        self.assertRegex(held[0], "^scan in tiles")
        self.assertTrue(held[1])

    def test_the_legend_names_the_marks_that_the_drawing_has_and_no_others(self):
        page = self.browser
        for number, version, view, idle, kept in (("03", 2, "tree", True, False), ("05", 0, "cells", False, False), ("06", 1, "tree", True, True)):
            with self.subTest(lesson=number, view=view):
                page.open(self.lesson(number))
                page.all("[role=tab]")[version].click()
                name = page.all("[role=tab]")[version].text
                page.wait(lambda: page.find("#panel h2").text.startswith(name))
                page.view(view)
                words = page.find(".legend").text
                self.assertIn("written by invocation 3", words)
                self.assertEqual("no writer" in words, idle)
                self.assertEqual("not written in this pass" in words, kept)
                page.view("bars")
                self.assertNotIn("invocation", page.find(".legend").text)
        self.assertEqual(page.complaints(), [])

    def test_a_range_names_the_elements_that_add_up_to_its_cell(self):
        named = 0
        for number, version, words in (("03", 0, ()), ("03", 2, ()), ("06", 0, ()), ("06", 2, ())):
            with self.subTest(lesson=number, version=version):
                rows = self.browser.inside(self.lesson(number, *words), version, """
                    showRanges(version, '', true);
                    return version.steps.map((_, step) => [[...version.row(step, '').values], version.row(step, '').texts]);""")
                values, last = rows[0][0], rows[-1]
                for held, texts in rows:
                    for value, text in zip(held, texts):
                        if not text or " of " in text or text == "none":
                            continue
                        first, step, end = re.fullmatch(r"(\d+)(?:,(\d+))?(?:\.\.(\d+))?", text).groups()
                        every = int(step) - int(first) if step else 1
                        self.assertEqual(sum(values[int(first):int(end or step or first) + 1:every]), value, text)
                        named += 1
                self.assertEqual(last[1][0 if number == "03" else -1], f"0..{len(values) - 1}")
        self.assertGreater(named, 100)

    def test_a_count_is_said_to_be_the_invocations_own(self):
        folder = self.out / "histogram"
        folder.mkdir()
        for name, text in re.findall(r"<!-- write: (histogram\.\S+) -->\n```\w+\n(.*?)```", (browser.ROOT / "docs/your_own.md").read_text(), re.S):
            (folder / name).write_text(text)
        done = subprocess.run([browser.BUILD / "run", folder / "histogram.pass.json", "--sim", "--out", folder], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        words, count = self.browser.inside(folder / "run_histogram/index.html", 0, """
            const part = version.firstPart, last = version.steps.length - 1, values = [...version.row(last, part).values], cell = values.findIndex((one) => one > 1);
            return [provenanceWords(version, part, provenanceOf(version, part, last, cell)), values[cell]];""")
        self.assertEqual(words, f"Invocations added up this {count} from numbers of their own, such as 1 for each thing that they count: no other element’s value is in it.")

    def test_ranges_are_switched_on_and_off(self):
        page = self.browser
        page.open(self.lesson("03"))
        switch = lambda: next(one for one in page.all("#panel .tools button") if one.text == "Ranges")
        picture = lambda: page.run("return document.querySelector('#panel canvas').toDataURL()")
        page.view("cells")
        before = picture()
        switch().click()
        self.assertEqual(switch().get_attribute("aria-pressed"), "true")
        self.assertIn("0..3: the sum of elements 0 to 3", page.find(".legend").text)
        self.assertNotEqual(picture(), before)
        page.run("document.activeElement.blur()")
        page.keys("r")
        self.assertEqual(switch().get_attribute("aria-pressed"), "false")
        self.assertEqual(picture(), before)
        page.view("bars")
        self.assertFalse(any(one.is_displayed() for one in page.all("#panel .tools button") if one.get_attribute("textContent") == "Ranges"))
        page.open(self.lesson("05"))  # nothing is added
        self.assertFalse(any(one.is_displayed() for one in page.all("#panel .tools button") if one.get_attribute("textContent") == "Ranges"))
        self.assertEqual(page.complaints(), [])

    def test_a_tile_is_called_a_tile(self):
        page = self.browser
        page.open(self.lesson("06", "--only", "v6"))
        page.view("cells")
        page.run("const s = document.getElementById('pass'); s.value = 3; s.dispatchEvent(new Event('input'))")
        page.run("document.querySelector('#panel .cursor').focus()")
        page.keys("\ue011", "\ue014", "\ue014")  # Home, right, right
        facts = page.facts
        self.assertRegex(facts["Tile"], r"^2 of \d+: elements \d+ to \d+$")
        self.assertRegex(facts["What happened"], r"\d+ from tile 0 was added; \d+ from tile 1 was added")
        self.assertEqual(int(facts["Value"]), sum(map(int, re.findall(r"(\d+) from tile", facts["What happened"]))))


if __name__ == "__main__":
    unittest.main()
