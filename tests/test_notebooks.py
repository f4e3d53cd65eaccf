"""Every how-to page has a notebook that says the same, and runs from its first cell to its last."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.notebooks import PAGES, render

SUBJECTS = {"material", "energy", "blender", "tear", "explodes", "controller", "fit", "cluster"}


def test_there_is_a_page_for_each_subject():
    assert {page.stem for page in PAGES} >= SUBJECTS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_notebook_says_what_its_page_says(page: Path):
    path = page.with_suffix(".ipynb")
    assert path.read_text(encoding="utf-8") == render(page), "run `python -m tests.notebooks`"
    assert f"({path.name})" in page.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_notebook_runs(page: Path, tmp_path: Path):
    """In Jupyter's own kernel, with a player at the end where the page ends with one."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    if page.stem == "cluster":
        pytest.importorskip("distributed")
    notebook = nbformat.reads(json.dumps(json.loads(render(page))), as_version=4)
    nbformat.validate(notebook)
    client = nbclient.NotebookClient(
        notebook, timeout=900, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute(env={**os.environ, "IPYTHONDIR": str(tmp_path)})
    text = json.dumps(notebook)
    assert ("rec.show()" in text) <= ("text/html" in text)
