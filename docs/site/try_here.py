# SPDX-License-Identifier: MIT
"""Where the course was built for a browser, puts it on the site, and a link to it below each quoted version and its figures."""
import re
import shutil
from pathlib import Path

QUOTE = re.compile(r"<!-- quote: shaders/(\d\d)_\w+/(v\d+_\w+)\.comp.* -->")
FIGURE = re.compile(r"<!-- figure: (\d\d) .*--only (v\d+\w*)\b.* -->")
PAGE = "web/index.html"  # of the site


def course(app):
    """The page of the course; None: ./learn web has not built it."""
    page = Path(app.srcdir) / "build" / PAGE
    return page if page.exists() else None


def add_links(app, docname, source):
    if course(app) is None or not docname.startswith("docs/"):
        return
    lines, link, fences = [], None, 0
    for line in source[0].splitlines():
        lines.append(line)
        found = QUOTE.fullmatch(line) or FIGURE.fullmatch(line)
        if found:
            link, fences = f"../{PAGE}#{found[1]}/{found[2]}", 0
            continue
        fences += line.startswith("```")
        if link and (fences == 2 or line.startswith("![")):
            lines += ["", f'<p class="try"><a href="{link}">Try it here</a></p>', ""]
            link = None
    source[0] = "\n".join(lines) + "\n"


def copy(app, exception):
    page = course(app)
    if page is None or exception or app.builder.format != "html":
        return
    folder = Path(app.outdir) / "web"
    folder.mkdir(exist_ok=True)
    for file in (page, page.parent / "service_worker.js"):
        shutil.copy(file, folder)


def setup(app):
    app.connect("source-read", add_links)
    app.connect("build-finished", copy, priority=400)  # before the links are checked
    return {"parallel_read_safe": True}
