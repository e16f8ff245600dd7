# SPDX-License-Identifier: MIT
"""An order that a reader chose is a link: it replays in the tab as it does natively, step by step. PBP_ORDERS: how many random ones."""
import os
import pathlib
import re
import subprocess
import tempfile

import web

# Random orders as the page of a run makes them, of those that are possible where it is.
ORDERS = """
    const [count, seed] = given, moment = new Moment(version), orders = [];
    let state = seed;
    const random = (below) => { state = Math.imul(state, 1664525) + 1013904223 >>> 0; return Math.floor(state / 4294967296 * below); };
    while (orders.length < count) {
      moment.walk.go(random(moment.stepping.count));
      const able = moment.able();
      orders.push(moment.schedule(able[random(able.length)], random(4)));
    }
    return orders;"""

# A hash of all that was recorded.
HASH = """
    const text = JSON.stringify(version.stepping.dispatches.map(({ steps, changed, began, sites, found }) =>
      [steps, Object.values(changed).map((all) => [...all]), began, sites, found.map(([step, , other]) => [step, other])]));
    let hash = 2166136261;
    for (let k = 0; k < text.length; ++k) hash = Math.imul(hash ^ text.charCodeAt(k), 16777619) >>> 0;
    return `${text.length} ${hash}`;"""

LESSONS = (("03", "v3_sequential", "03_reduction", r"^        barrier\(\);", 16), ("06", "v1_hillis_steele", "06_subgroup_scan", r"^        barrier\(\);", 16),
           ("05", "v1_shared", "05_bitonic_sort", r"^ +barrier\(\);", 8))


class Orders(web.Case):
    def page_of(self, folder, lesson, version, n, shader, *words):
        out = folder / "out"
        done = subprocess.run([pathlib.Path(os.environ["PBP_BUILD"]) / "lessons" / lesson, "--sim", "--only", version, "--n", str(n), "--sim-subgroup", "4", "--shader", shader, "--out", out, *words],
                              capture_output=True, text=True)
        self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
        return out / lesson / "index.html"

    def page_in_tab(self, folder, program):
        """The page of the run of a link."""
        self.page.visit(web.fragment(program))
        self.page.wait(lambda: self.page.all(".frame iframe") and not self.page.all(".frame .coming"))
        file = folder / "tab.html"
        file.write_text(self.page.run("return document.querySelector('.frame iframe').srcdoc"))
        return file

    def test_a_link_replays_as_natively(self):
        page, count, results = self.page, int(os.environ.get("PBP_ORDERS", "9")), set()
        with tempfile.TemporaryDirectory(prefix="pbp_orders_") as name:
            folder = pathlib.Path(name)
            for k, (number, version, lesson, barrier, n) in enumerate(LESSONS):
                path = f"shaders/{lesson}/{version}.comp"
                text = re.sub(barrier, "        //", web.shader(path), count=1, flags=re.M)
                self.assertNotEqual(text, web.shader(path))
                shader = folder / f"{version}.comp"
                shader.write_text(text)
                orders = page.inside(self.page_of(folder, lesson, version, n, shader), 0, ORDERS, (count + len(LESSONS) - 1 - k) // len(LESSONS), 7 + k)
                for order in orders:
                    with self.subTest(version=version, order=order):
                        natively = page.inside(self.page_of(folder, lesson, version, n, shader, "--sim-schedule", order), 0, HASH)
                        program = {"kind": "lesson", "lesson": number, "version": version, "options": {"n": str(n), "subgroup": "4", "schedule": order}, "files": {path: text}}
                        self.assertEqual(page.inside(self.page_in_tab(folder, program), 0, HASH), natively)
                        results.add(natively)
        print(f"{count} orders, {len(results)} different runs")
        self.assertGreater(len(results), count // 3)
