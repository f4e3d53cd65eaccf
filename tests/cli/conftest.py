"""The command line, run in this process, and a small scene to run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pliant.cli import main

SCENE = """\
id: flag
gravity: earth
dt: 0.01
seconds: 0.1
bodies:
  - kind: surface
    id: cloth
    shape: {kind: rectangle, width: 1, height: 1}
    grid: [6, 5]
    material: cotton
constraints:
  - {kind: pin, body: cloth, corners: ["00", "10"]}
"""


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder with a scene in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flag.yaml").write_text(SCENE, encoding="utf-8")
    return tmp_path


@pytest.fixture
def pliant(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """`pliant("run", "flag.yaml")` as a shell would call it."""

    def call(*arguments: str) -> Outcome:
        capsys.readouterr()
        with pytest.raises(SystemExit) as exit:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(int(exit.value.code or 0), captured.out, captured.err)

    return call
