"""Writes the notebooks of the how-to pages, docs/howto/*.ipynb: `python -m tests.notebooks`.

The text of a page becomes cells of text, its Python cells of code; links lead to the pages. Outputs are not kept.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.documents import ROOT

PAGES = sorted(path for path in (ROOT / "docs" / "howto").glob("*.md") if path.stem != "index")
_FENCE = re.compile(r"^(?:<!-- [^\n]*-->\n)?```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LAST = re.compile(r"\n+This page as a notebook: .*\n\Z")


def render(page: Path) -> str:
    """The notebook of a page."""
    parts = _FENCE.split(_LAST.sub("\n", page.read_text(encoding="utf-8")))
    cells = [_cell(number, part.strip("\n")) for number, part in enumerate(parts) if part.strip()]
    notebook = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _cell(number: int, text: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"id": f"cell-{number}", "metadata": {}, "source": text.splitlines(keepends=True)}
    if number % 2 == 0:
        return {"cell_type": "markdown", **cell}
    return {"cell_type": "code", "execution_count": None, "outputs": [], **cell}


def main() -> None:
    for page in PAGES:
        page.with_suffix(".ipynb").write_text(render(page), encoding="utf-8")


if __name__ == "__main__":
    main()
