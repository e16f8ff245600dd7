# SPDX-License-Identifier: MIT
"""Looks at the built site: every link leads to a file and a place in it, and nothing is fetched from a network."""
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.util import logging

logger = logging.getLogger(__name__)


class Page(HTMLParser):
    """The anchors of a page, what it links to, and what a browser fetches to show it."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.fetched = {"", "top"}, [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors |= {values[name] for name in ("id", "name") if values.get(name)}
        for name in ("href", "src"):
            if values.get(name) is not None:
                (self.links if tag == "a" else self.fetched).append(values[name])


def check(app, exception):
    if exception or app.builder.format != "html":
        return
    site = Path(app.outdir).resolve()
    course = site / "web/index.html"  # there, a fragment is a lesson
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(site)
        for target in page.links + page.fetched:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                if target in page.fetched:
                    logger.warning("%s needs the network for %s", name, target)
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not file.is_file():
                logger.warning("%s links to %s, which is not there", name, target)
            elif file in pages and file != course and unquote(parts.fragment) not in pages[file].anchors:
                logger.warning("%s links to %s: there is no such place on that page", name, target)


def setup(app):
    app.connect("build-finished", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
