# SPDX-License-Identifier: MIT
"""The pages as a site, where ./learn docs has built it: what axe-core finds, and what the keyboard reaches."""
import unittest

import browser

SITE = browser.BUILD / "site"
PAGES = (("docs/README.html", 1280), ("docs/05_bitonic_sort.html", 1280), ("docs/01_workgroup_ids.html", 390), ("search.html", 1280))


@unittest.skipUnless((SITE / "index.html").exists(), "the site is not built: ./learn docs does that")
class Site(browser.PageTest):
    def tearDown(self):
        """axe-core asks for the style sheet, which a browser refuses to pages that are files, and says so."""

    def visit(self, name, width):
        self.browser.look("light", width, 900)
        self.browser.open(SITE / name, ready=False)

    @unittest.skipUnless(browser.AXE.exists(), "axe-core is not installed: .ci/run page does that")
    def test_axe_finds_no_fault(self):
        for name, width in PAGES:
            with self.subTest(page=name, width=width):
                self.visit(name, width)
                self.assertEqual(self.browser.faults(least="minor"), [])

    def test_wide_blocks_and_no_others_are_reached_by_keyboard(self):
        for width in (1280, 390):
            self.visit("docs/01_workgroup_ids.html", width)
            wide, others = self.browser.run("""
                const blocks = [...document.querySelectorAll('main pre, main table')], scrolls = (one) => one.scrollWidth > one.clientWidth;
                return [blocks.filter(scrolls), blocks.filter((one) => !scrolls(one))].map((some) => some.map((one) => one.tabIndex));""")
            self.assertEqual(set(wide), {0})
            self.assertNotIn(0, others)


if __name__ == "__main__":
    unittest.main()
