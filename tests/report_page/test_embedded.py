# SPDX-License-Identifier: MIT
"""The page of a run inside the course in a browser: later runs are handed to it. And the course's card of an exercise, without
the engine."""
import re
import unittest

import browser

# Hands over a run again and again, each once the one before it is shown.
ONE_BY_ONE = """
    const [run, count, done] = arguments, root = document.documentElement;
    (async () => {
        for (let k = 0; k < count; ++k) {
            delete root.dataset.ready;
            postMessage({ passByPass: { run } }, '*');
            while (root.dataset.ready !== 'yes') await new Promise((act) => setTimeout(act, 5));
        }
        done();
    })();"""
# Hands over runs at once; counts how many are shown before the last one is.
AT_ONCE = """
    const [runs, done] = arguments, titles = [];
    new MutationObserver(() => {
        const title = document.querySelector('h1').textContent;
        if (titles[titles.length - 1] !== title) titles.push(title);
        if (title.endsWith('last')) setTimeout(() => done(titles), 200);
    }).observe(document.getElementById('page'), { childList: true, subtree: true });
    for (const run of runs) postMessage({ passByPass: { run } }, '*');"""


class Embedded(browser.PageTest):
    def open(self):
        """A page that takes other runs: the window is its own parent. Returns its run."""
        text = (self.folder / "small/index.html").read_text()
        file = self.folder / "hosted.html"
        file.write_text(text.replace('<html lang="en">', '<html lang="en" data-host="{}">', 1))
        self.browser.open(file)
        return re.search(r'id="run">(.*?)</script>', text, re.S).group(1)

    def held(self):
        """What is left after a collection: nodes, listeners, megabytes of JavaScript."""
        driver = self.browser.driver
        driver.execute_cdp_cmd("Performance.enable", {})
        for _ in range(3):
            driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        metrics = {one["name"]: one["value"] for one in driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]}
        return metrics["Nodes"], metrics["JSEventListeners"], metrics["JSHeapUsedSize"] / 1e6

    def test_later_runs_leave_nothing_behind(self):
        run = self.open()[:-1] + ', "more": "' + "x" * 200_000 + '"}'
        self.browser.driver.execute_async_script(ONE_BY_ONE, run, 10)
        nodes, listeners, megabytes = self.held()
        self.browser.driver.execute_async_script(ONE_BY_ONE, run, 25)
        later = self.held()
        self.assertLess(later[0], nodes + 200)
        self.assertLess(later[1], listeners + 30)
        self.assertLess(later[2], megabytes + 0.5)  # a run's text alone has 0.2 MB: 25 of them would be 5

    def test_of_runs_that_come_at_once_only_the_newest_waits(self):
        run = self.open()
        named = lambda title: re.sub(r'"title": ?"small"', f'"title":"{title}"', run)
        self.assertNotEqual(named("last"), run)
        shown = self.browser.driver.execute_async_script(AT_ONCE, [named(f"run {k}") for k in range(20)] + [named("last")])
        self.assertEqual(shown[-1], "05 last")
        self.assertLessEqual(len(shown), 3)

    def test_a_card_never_says_solved_and_not_right_yet_together(self):
        sources = [browser.SOURCES / "dom.js", browser.SOURCES.parents[1] / "web/progress.js", browser.SOURCES.parents[1] / "web/task.js"]
        script = "\n".join(re.sub(r"^export |^import .*$", "", one.read_text(), flags=re.M) for one in sources)
        self.browser.driver.get("about:blank")
        badges = self.browser.driver.execute_script(script + """
            const progress = new Progress({ get: () => null, set() {} }), other = { id: '05.1', title: 'other', card: '', skeleton: '', hints: [], cases: [], why: '', solution: '' };
            const exercise = { ...other, id: '03.1', title: 'one' }, task = new Task({ progress }), seen = [];
            const look = (words) => seen.push([words, task.element.querySelector('.badge')?.textContent ?? '', task.element.querySelector('.judging').textContent]);
            document.body.append(task.element);
            task.show(exercise);
            look('at first');
            task.tell('03.1', 'Judging …');
            task.tell('03.1', 'Not right yet', false);
            look('wrong');
            task.tell('03.1', 'Solved.', true);
            look('right');
            task.tell('03.1', 'Not right yet', false);
            look('wrong again');
            task.judging = '';
            task.show(other);
            task.show(exercise);
            look('opened again');
            return seen;""")
        self.assertEqual(badges, [["at first", "", ""], ["wrong", "", "Not right yet"], ["right", "solved", "Solved."],
                                  ["wrong again", "solved before", "Not right yet"], ["opened again", "solved", ""]])


if __name__ == "__main__":
    unittest.main()
