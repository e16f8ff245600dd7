# SPDX-License-Identifier: MIT
"""Sizes and times, printed; limits are several times what two idle cores take. PBP_RUNS=1000 makes the long row of runs longer."""
import gzip
import os
import pathlib
import re
import statistics

import web

RUNS = int(os.environ.get("PBP_RUNS", "60"))
REDRAWN = pathlib.Path(__file__).with_name("redrawn.js").read_text()


class Speed(web.Case):
    def resident_mb(self):
        """What the processes of the browser's pages hold."""
        pids = [self.page.driver.service.process.pid]
        for pid in pids:
            for tasks in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
                pids += map(int, tasks.read_text().split())
        kept = [pathlib.Path(f"/proc/{pid}") for pid in pids]
        pages = [one for one in kept if b"--type=renderer" in (one / "cmdline").read_bytes()]
        return sum(int(re.search(r"VmRSS:\s+(\d+)", (one / "status").read_text()).group(1)) for one in pages) / 1024

    def heap_mb(self):
        """What the page's scripts hold, after a collection."""
        driver = self.page.driver
        driver.execute_cdp_cmd("Performance.enable", {})
        driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        return next(one["value"] for one in driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"] if one["name"] == "JSHeapUsedSize") / 1e6

    def redrawn_ms(self):
        self.page.wait(lambda: self.page.all(".frame iframe") and not self.page.all(".frame .coming"))
        taken = self.page.driver.execute_async_script(f"({REDRAWN}).then(arguments[0])")
        self.page.settle()
        return taken

    def test_one_file_stays_small(self):
        data = web.PAGE.read_bytes()
        packed = len(gzip.compress(data, 9))
        print(f"\n  {len(data) / 1e6:.2f} MB, {packed / 1e6:.2f} MB over a compressing server", end=" ", flush=True)
        self.assertLessEqual(len(data), 3_200_000)
        self.assertLessEqual(packed, 2_000_000)
        self.assertIn(f"one HTML file of {len(data) / 1e6:.1f} MB", (web.ROOT / "docs/browser.md").read_text())

    def test_the_first_run_comes_soon_after_loading(self):
        page = self.page
        page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            addEventListener('DOMContentLoaded', () => new MutationObserver((_, watcher) => {
              if (document.querySelector('.badge.good')) { window.first_ms = performance.now(); watcher.disconnect(); }
            }).observe(document, { childList: true, subtree: true }));"""})
        page.visit()
        first = page.run("return window.first_ms")
        print(f"\n  first result {first:.0f} ms after the start of loading", end=" ", flush=True)
        self.assertLess(first, 5000)

    def test_a_later_run_is_redrawn_at_once(self):
        page = self.page
        page.visit()
        page.set_option("n", "64")
        page.set_option("Order", "in-order")
        times = []
        for _ in range(11):
            times.append(self.redrawn_ms())
        print(f"\n  05 v1 at n = 64 in one order: redrawn after {statistics.median(times):.0f} ms", end=" ", flush=True)
        self.assertLess(statistics.median(times), 1000)

    def test_many_runs_do_not_grow(self):
        page = self.page
        page.visit()
        page.set_option("Order", "in-order")
        sizes, heaps = [], []
        for run in range(RUNS):
            self.redrawn_ms()
            if run % (RUNS // 6) == RUNS // 6 - 1:
                sizes.append(self.resident_mb())
                heaps.append(self.heap_mb())
        print(f"\n  {RUNS} runs: {', '.join(f'{size:.0f}' for size in sizes)} MB, of that {', '.join(f'{heap:.1f}' for heap in heaps)} MB of JavaScript", end=" ", flush=True)
        self.assertLess(sizes[-1], 1.1 * sizes[1] + 20)  # no more for a thousand runs than for sixty
        self.assertLess(heaps[-1] - heaps[1], 0.5 + 0.004 * RUNS)
