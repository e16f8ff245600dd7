# SPDX-License-Identifier: MIT
"""The picture of the page in the guide: PBP_UPDATE_FIGURES=1 takes it again."""
import base64
import os
import struct

import web

FIGURE = web.ROOT / "docs/figures/web.png"
SIZE = (1000, 760)


class Figure(web.Case):
    def test_the_guide_shows_the_page(self):
        page, text = self.page, web.shader()
        page.look("light", *SIZE)
        page.visit()
        page.type_all(text.replace("    barrier();\n", "\n", 1))
        page.in_frame("document.querySelector('[aria-label=\"Forward one pass\"]').click()")
        page.run("document.querySelector('.cm-scroller').scrollTop = 232; document.activeElement.blur()")
        page.wait(lambda: "data race" in page.notes().get(web.line_of(text, "uint a = tile"), ""))
        page.wait(lambda: page.in_frame("return document.querySelector('.pass').textContent") == "Pass 2 of 15: block 4, stride 2")
        page.driver.execute_async_script("setTimeout(arguments[0], 1000)")  # the values have travelled
        picture = base64.b64decode(page.driver.get_screenshot_as_base64())
        if os.environ.get("PBP_UPDATE_FIGURES"):
            FIGURE.write_bytes(picture)
        self.assertEqual(struct.unpack(">II", FIGURE.read_bytes()[16:24]), struct.unpack(">II", picture[16:24]))
