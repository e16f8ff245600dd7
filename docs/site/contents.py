# SPDX-License-Identifier: MIT
"""The order of the book, for the side bar and the links to the next page: that of the lists in docs/README.md."""
import re


def add_toctrees(app, docname, source):
    """Hangs a hidden toctree for each section with a list of pages behind the contents page."""
    if docname != app.config.root_doc:
        return
    sections, title = {}, ""
    for line in source[0].splitlines():
        if line.startswith("## "):
            title = line[3:]
        page = re.match(r"(?:[-*]|\d+\.) \[[^]]*\]\(([^)#]+)\.md\)", line)
        if page:
            sections.setdefault(title, []).append(page[1])
    for title, names in sections.items():
        source[0] += f"\n\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(names) + "\n```\n"


def setup(app):
    app.connect("source-read", add_toctrees)
    return {"parallel_read_safe": True}
