"""How the site of the documentation is made: `make docs`."""

from __future__ import annotations

from pliant import __version__

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
html_theme_options = {
    "navbar_align": "left",
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_show_sourcelink = False
