"""The programs in `examples/`: each runs as it stands, and draws the picture that the documentation shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import pliant as pl
from tests.documents import ROOT

PROGRAMS = sorted((ROOT / "examples").glob("*.py"))
PAGE = ROOT / "docs" / "examples.md"


def test_the_page_shows_every_program_and_its_picture():
    text = PAGE.read_text(encoding="utf-8")
    shown = re.findall(r"^```\{literalinclude\} \.\./examples/(\w+)\.py$", text, re.MULTILINE)
    pictures = re.findall(r"!\[[^\]]+\]\(examples/(\w+)\.png\)", text)
    assert sorted(shown) == sorted(pictures) == [program.stem for program in PROGRAMS]


def test_programs_are_as_short_as_users_want_them():
    assert len(PROGRAMS) >= 18
    for program in PROGRAMS:
        assert len(program.read_text(encoding="utf-8").splitlines()) <= 45, program.name


def test_programs_pass_mypy(tmp_path: Path):
    pytest.importorskip("mypy")
    command = (
        "--follow-imports",
        "silent",
        "--ignore-missing-imports",
        "--cache-dir",
        str(tmp_path / "cache"),
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *command, *map(str, PROGRAMS)],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(Path(pl.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_program_runs_and_draws_its_picture(program: Path, tmp_path: Path):
    pytest.importorskip("pyvista")
    pytest.importorskip("matplotlib")
    image = pytest.importorskip("PIL.Image")
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:__main__", str(program)],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "PliantWarning" not in done.stderr, done.stderr
    picture = np.asarray(image.open(tmp_path / f"{program.stem}.png").convert("L"))
    assert picture.shape[0] >= 400 and picture.std() > 5.0  # something is in it
