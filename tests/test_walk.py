"""docs/step.md names the functions of a step in the order in which they are called."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pliant as pl

ROOT = Path(pl.__file__).parent
PAGE = Path(__file__).parents[1] / "docs" / "step.md"


def called() -> list[str]:
    """The functions of pliant that a step calls, each when it is first called."""
    scene = pl.Scene(gravity=pl.EARTH)
    cloth = scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(32, 32), material=pl.materials.COTTON))
    scene.pin(cloth, corners=("00", "10"))
    simulation = pl.Simulation(scene)
    simulation.step()  # kernels are compiled
    found: dict[str, None] = {}

    def hear(frame: FrameType, event: str, _: Any) -> None:
        file = Path(frame.f_code.co_filename)
        if event == "call" and file.is_relative_to(ROOT):
            found[f"{file.relative_to(ROOT).as_posix()}: {frame.f_code.co_qualname}"] = None

    sys.setprofile(hear)
    try:
        simulation.step()
    finally:
        sys.setprofile(None)
    return list(found)


def test_the_walk_through_a_step_is_as_the_step_goes():
    named = re.findall(r"^\| `([\w/]+\.py: [\w.]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(named) > 20
    order = called()
    assert not [name for name in named if name not in order]
    places = [order.index(name) for name in named]
    assert places == sorted(places)
