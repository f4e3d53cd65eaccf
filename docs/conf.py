"""How the site of the documentation is made: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from pliant import __version__
from tests import theory

project, author, release = "pliant", "pliant contributors", __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}
root_doc = "index"

myst_heading_anchors = 3
suppress_warnings = ["myst.xref_missing"]  # links to files beside the documents, such as the licence

default_role = "code"  # `x` in docstrings
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # signatures say them

html_theme = "pydata_sphinx_theme"
html_title = "pliant"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {
    "navbar_align": "left",
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_show_sourcelink = False

BELOW = {"theory": theory.render, "presets": theory.render_presets}
NUMBERED = ("sources",)  # pages that are about the numbers themselves


def complete(_: Any, name: str, source: list[str]) -> None:
    """Put below a page what is made from the code, and say whom references mean."""
    text = source[0] + ("\n" + BELOW[name]() if name in BELOW else "")
    source[0] = text if name in NUMBERED else theory.named(text)


def complete_docstring(_: Any, what: str, name: str, of: Any, options: Any, lines: list[str]) -> None:
    lines[:] = [theory.named(line) for line in lines]


def setup(app: Any) -> None:
    app.connect("source-read", complete)
    app.connect("autodoc-process-docstring", complete_docstring)
