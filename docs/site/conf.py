# SPDX-License-Identifier: MIT
"""The pages as a site: `./learn docs` calls Sphinx with this. The pages stay plain Markdown, as a code-hosting site shows it."""
import sys
from pathlib import Path

here = Path(__file__).parent
root = here.parent.parent
sys.path.insert(0, str(here))
sys.dont_write_bytecode = True  # nothing generated beside the sources

project = "Pass by Pass"
html_title = html_short_title = project
root_doc = "docs/README"
pages = {"docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"}
exclude_patterns = sorted(entry.name for entry in root.iterdir() if entry.name not in pages) + ["docs/site"]

extensions = ["myst_parser", "contents", "sources", "try_here", "links", "access"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4  # as a code-hosting site makes them
highlight_language = "none"  # a fence without a language is no code
smartquotes = False

html_theme = "theme"
html_theme_path = ["."]
html_extra_path = ["index.html"]
html_copy_source = html_show_sourcelink = html_use_index = html_domain_indices = False
html_show_search_summary = False  # needs a server; the titles found are enough
html_show_copyright = False
