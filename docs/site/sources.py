# SPDX-License-Identifier: MIT
"""Links that lead out of docs/, to a shader or a folder, lead to a page of the site that shows it."""
import html
import os
import posixpath
from pathlib import Path

from docutils import nodes
from pygments.lexers import get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

FOLDER = "files"  # of the site
LANGUAGES = {".comp": "glsl", ".glsl": "glsl"}


def page_of(path):
    """The site's page that shows a file or a folder of the project."""
    return posixpath.join(FOLDER, path.as_posix())


class SourceLinks(SphinxTransform):
    """Turns links to files and folders that are no pages into links to the pages that show them."""

    default_priority = 400

    def apply(self, **kwargs):
        root = Path(self.env.srcdir)
        page = self.env.docname
        find = getattr(self.document, "findall", None) or self.document.traverse  # its name before docutils 0.18
        for link in list(find(self.leads_out)):
            path = link["reftarget"].split("#")[0]
            target = Path(os.path.normpath(posixpath.join(posixpath.dirname(page), path)))
            if not path or not (root / target).exists() or target.suffix in self.config.source_suffix:
                continue
            uri = posixpath.relpath(page_of(target) + ".html", posixpath.dirname(page))
            reference = nodes.reference("", "", *link.children, refuri=uri, internal=True)
            link.replace_self(reference)
            self.env.metadata[page].setdefault("shown", set()).add(target.as_posix())

    @staticmethod
    def leads_out(node):
        return isinstance(node, (addnodes.download_reference, addnodes.pending_xref)) and node.get("reftype") == "myst"


def language_of(path):
    try:
        return LANGUAGES.get(path.suffix) or get_lexer_for_filename(path.name).aliases[0]
    except ClassNotFound:
        return "none"


def pages(app):
    """Yields the page of each file and folder that is linked, and of each file in such a folder."""
    root = Path(app.srcdir)
    waiting = sorted({Path(name) for meta in app.env.metadata.values() for name in meta.get("shown", ())})
    for path in waiting:
        title = path.as_posix()
        if (root / path).is_dir():
            inside = sorted(entry.relative_to(root) for entry in (root / path).iterdir())
            waiting += [entry for entry in inside if entry not in waiting]
            links = (f'<li><a href="{posixpath.join(path.name, entry.name)}.html"><code>{html.escape(entry.name)}</code></a></li>'
                     for entry in inside)
            body = "<ul>" + "\n".join(links) + "</ul>"
        else:
            text = (root / path).read_text(encoding="utf-8")
            body = app.builder.highlighter.highlight_block(text, language_of(path), linenos="inline")
        yield page_of(path), {"title": title, "body": f"<h1>{html.escape(title)}</h1>{body}"}, "page.html"


def setup(app):
    app.add_transform(SourceLinks)
    app.connect("html-collect-pages", pages)
    return {"parallel_read_safe": True}
