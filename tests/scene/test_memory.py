"""A scene tells how much memory it takes before it is built, and one that cannot fit is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pliant as pl
from pliant.numerics import memory
from pliant.scene.memory import bytes_needed


def _sheet(grid: tuple[int, int], **options) -> pl.Scene:
    scene = pl.Scene()
    scene.add(pl.Surface(pl.shapes.rectangle(), grid=grid, **{"material": "cotton", **options}))
    return scene


def test_a_grid_of_a_hundred_million_nodes_is_refused_before_it_takes_memory():
    with pytest.raises(
        pl.SceneError, match=r"bodies\[0\]: the scene needs about 315 GB of memory, and .* are there"
    ):
        pl.Simulation(_sheet((10_000, 10_000)))


def test_fields_over_too_large_a_grid_are_refused(monkeypatch):
    monkeypatch.setenv(memory.VARIABLE, "1")
    with pytest.raises(pl.SceneError, match="grid: 100,000,000 nodes do not fit into 1 GB"):
        _sheet(
            (10_000, 10_000), material={"kind": "sheet", "membrane": 1.0, "area_density": [[1, 2], [1, 2]]}
        )


def test_the_user_says_how_much_may_be_used(monkeypatch):
    monkeypatch.setenv(memory.VARIABLE, "0.001")
    with pytest.raises(pl.SceneError, match="set PLIANT_MEMORY to the gigabytes"):
        pl.Simulation(_sheet((30, 30)))
    monkeypatch.setenv(memory.VARIABLE, "10")
    pl.Simulation(_sheet((30, 30)))
    monkeypatch.setenv(memory.VARIABLE, "much")
    with pytest.raises(pl.PliantError, match=r"gigabytes \(given: 'much'\)"):
        pl.Simulation(_sheet((30, 30)))


def test_the_memory_of_this_machine_is_known():
    there = memory.available()
    assert there is None or 10**7 < there < 10**14


MEASURE = """
import sys, warnings
import numpy as np
import pliant as pl
from pliant.scene.memory import bytes_needed
from tests.scene.test_memory import specimen

def read(name):
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))

def run(kind, nodes):
    scene = specimen(kind, nodes)
    simulation = pl.Simulation(scene)
    simulation.step()
    return scene

warnings.simplefilter("ignore")
kind = sys.argv[1]
run(kind, 700)  # loads the kernels, which stay
before = read("VmRSS")
open("/proc/self/clear_refs", "w").write("5")  # the peak counts from here
scene = run(kind, 16000)
print((read("VmHWM") - before) / bytes_needed(scene))
"""


def specimen(kind: str, nodes: int) -> pl.Scene:
    """A body of about so many nodes."""
    row, side = round(nodes**0.5), round(nodes ** (1 / 3))
    rectangle, box, line = pl.shapes.rectangle(), pl.shapes.box(), pl.shapes.line((0, 0, 0), (1, 0, 0))
    matter, _, integrator = kind.partition("/")
    scene = pl.Scene(gravity="earth", integrator=integrator or "bdf2", dt=1e-4)
    match matter:
        case "surface":
            scene.add(pl.Surface(rectangle, grid=(row, row), material="cotton"))
        case "springs":
            scene.add(
                pl.Surface(rectangle, grid=(row, row), material={"kind": "springs", "shear": 1, "bend": 1})
            )
        case "curve":
            scene.add(pl.Curve(line, grid=(nodes,), material="rope"))
        case "solid":
            scene.add(pl.Solid(box, grid=(side, side, side), material="rubber"))
        case "plastic":
            flow = {"kind": "plastic", "limit": 1e6}
            scene.add(pl.Solid(box, grid=(side, side, side), material="rubber", flow=flow))
        case "direct":
            scene.solver = "direct"
            scene.add(pl.Surface(rectangle, grid=(row, row), material="cotton"))
    return scene


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux tells the peak")
@pytest.mark.parametrize(
    "kind",
    ["surface", "surface/explicit", "springs", "curve", "solid", "solid/explicit", "plastic", "direct"],
)
def test_what_is_told_is_what_is_taken_within_a_factor_of_two(kind):
    done = subprocess.run([sys.executable, "-c", MEASURE, kind], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert 0.5 < float(done.stdout) < 2.0


def test_memory_grows_with_nodes_and_with_what_is_solved():
    small, large = _sheet((20, 20)), _sheet((40, 40))
    assert bytes_needed(large) == 4 * bytes_needed(small)
    implicit = bytes_needed(large)
    large.integrator = "explicit"
    assert bytes_needed(large) < implicit
