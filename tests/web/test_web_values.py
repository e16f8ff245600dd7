# SPDX-License-Identifier: MIT
"""Live figures have the values of their pictures. tests/docs holds that docs/figures/NAME.png is what the program draws; the program writes its page
from the same run. So each cell of each row of that page is compared with the run that the figure opens in the tab."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import browser
import test_web_reader
import web

ROWS = """return version.steps.flatMap((step, k) => version.parts.map((part) => {
    const row = version.row(k, part), words = (list) => [...list].map(String).join(' ');
    return row && [step.label, part, row.first, Boolean(row.pixels), words(row.values), row.marks ? words(row.marks) : ''];
}))"""


class Values(web.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.reader = browser.Browser()
        cls.addClassCleanup(cls.reader.close)
        cls.out = pathlib.Path(tempfile.mkdtemp(prefix="pbp_values_"))
        cls.addClassCleanup(shutil.rmtree, cls.out)

    def rows_of_the_program(self, command, number):
        lesson, *words = command.split()
        [program] = (browser.BUILD / "lessons").glob(f"{lesson}_*[a-z]")
        out = self.out / str(number)
        done = subprocess.run([program, *words, "--out", out], capture_output=True, text=True, cwd=web.ROOT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return self.reader.inside(out / program.name / "index.html", 0, ROWS)

    def rows_of_the_tab(self, figure):
        self.page.run("document.querySelectorAll('.guide figure')[arguments[0]].querySelector('button').click()", figure)
        self.page.settle(120)
        file = self.out / "tab.html"
        file.write_text(self.page.run("return document.querySelector('.frame iframe').srcdoc"))
        return self.reader.inside(file, 0, ROWS)

    @staticmethod
    def but_pixels(rows):
        return [row and [*row[:4], len(row[4].split()) if row[3] else row[4], row[5]] for row in rows]

    def rounded(self, ours, theirs):
        """How many pixels differ: by one step of a channel, as a driver and the simulator may round what is in the middle to either side."""
        count = 0
        for one, other in zip(ours, theirs):
            for mine, its in zip(*(row[4].split() if row and row[3] else [] for row in (one, other))):
                if mine != its:
                    steps = [abs(a - b) for a, b in zip(*(int(pixel).to_bytes(4, "little") for pixel in (mine, its)))]
                    self.assertLessEqual(max(steps), 1)
                    count += 1
        return count

    @unittest.skipUnless((browser.BUILD / "lessons").exists(), "the lessons are not built")
    def test_each_live_figure_has_the_values_of_its_picture(self):
        page, compared, cells, rounded = self.page, 0, 0, 0
        page.look("light", 1900, 1000)
        for name in sorted(path.stem for path in (web.ROOT / "docs").glob("*.md")):
            marks = test_web_reader.MARK.findall(test_web_reader.text_of(name))
            live = [(number, words.split(" | ")[0]) for number, (kind, words) in enumerate(marks) if test_web_reader.kind_of(kind, words)[0] == "live"]
            if live:
                page.visit(f"#read={name}")
            for number, command in live:
                with self.subTest(page=name, command=command):
                    theirs, ours = self.rows_of_the_program(command, compared), self.rows_of_the_tab(number)
                    self.assertIsInstance(theirs, list, theirs)
                    self.assertEqual(*(self.but_pixels(rows) for rows in (ours, theirs)))
                    rounded += self.rounded(ours, theirs)
                    compared += 1
                    cells += sum(len(row[4].split()) for row in theirs if row)
        print(f"\n  {compared} figures, {cells} values, {rounded} pixels rounded the other way", end=" ", flush=True)
        self.assertIn(f"{compared} are drawn by the page of their run", test_web_reader.text_of("browser"))
