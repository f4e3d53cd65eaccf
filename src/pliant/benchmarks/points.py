"""Implicit steps of solids and ropes.

A cube of rubber, N×N×N nodes, held by one face, falls under its weight in steps of 1/60 s with BDF2: the time of a step
per node, and how it grows. A rope of 1,000 nodes swings from one end; it is in real time if a step takes no longer than
what it stands for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from pliant.benchmarks.row import Row
from pliant.benchmarks.scaling import exponent
from pliant.model import Bulk, Cord, Curve, Solid
from pliant.scene.schema import Scene
from pliant.shapes import box, line
from pliant.simulation import Simulation

FRAME = 1.0 / 60.0  # [s]
SIZES = (16, 32)
LARGE = (16, 32, 64)


def solid(nodes: int) -> Scene:
    """A cube of rubber, 1 m wide, that is held by one face."""
    scene = Scene(collision=False, gravity=9.81, dt=FRAME)
    rubber = Bulk(young=1e5, poisson=0.4, density=1000.0)
    scene.add(Solid(box(1.0, 1.0, 1.0), id="body", grid=(nodes, nodes, nodes), material=rubber))
    scene.pin("body", edges=("l0",))
    return scene


def rope(nodes: int) -> Scene:
    """A rope of 2 m that is held by one end and starts level."""
    scene = Scene(collision=False, gravity=9.81, dt=FRAME)
    cord = Cord(stretching=1e4, bending=1e-4, line_density=0.1)
    scene.add(Curve(line((0.0, 0.0, 0.0), (2.0, 0.0, 0.0)), id="body", grid=nodes, material=cord))
    scene.pin("body", corners=("0",))
    return scene


@dataclass(frozen=True)
class Steps:
    """What steps cost: median and shortest time [s], means of Newton's iterations and of those of the linear solver."""

    seconds: float
    shortest: float
    newton: float
    linear: float


def run_steps(scene: Scene, steps: int, warm_up: int = 2) -> Steps:
    """Time some steps after a few that are not timed, which compile and leave the start behind."""
    simulation = Simulation(scene)
    times, reports = [], []
    for step in range(warm_up + steps):
        begin = perf_counter()
        simulation.step()
        if step >= warm_up:
            times.append(perf_counter() - begin)
            reports.append(simulation.reports["body"])
    return Steps(
        median(times),
        min(times),
        sum(r.newton for r in reports) / steps,
        sum(r.linear for r in reports) / steps,
    )


def solid_rows(sizes: Sequence[int] = SIZES) -> list[Row]:
    """The step of cubes of several sizes, per node, and the exponent of its growth."""
    rows, times = [], []
    for nodes in sizes:
        found = run_steps(solid(nodes), steps=5 if nodes <= 32 else 2)
        times.append(found.shortest)  # steps are alike: what takes longer was disturbed
        what = f"solid {nodes}×{nodes}×{nodes}, step of 1/60 s"
        told = f"{found.newton:.1f} Newton, {found.linear:.1f} CG with a multigrid cycle"
        first = 1e6 * times[0] / sizes[0] ** 3
        rows += [
            Row(what, 1e3 * found.shortest, "ms", told),
            Row(f"{what}, per node", 1e6 * found.shortest / nodes**3, "µs", f"at {sizes[0]}³", first),
        ]
    p = exponent([nodes**3 for nodes in sizes], times)
    text = f"solid: exponent p of the time of a step ∝ nodesᵖ, {'…'.join(f'{n}³' for n in sizes)}"
    return [*rows, Row(text, p, "", "1 is linear", 1.0)]


def block_rows() -> list[Row]:
    """The soft block that other simulators were measured with: a cube of half a metre, held by one face."""
    rows = []
    for cells, wanted in ((8, 5.0), (16, 30.0)):
        scene = Scene(collision=False, gravity=9.81, dt=FRAME)
        jelly = Bulk(young=1e5, poisson=0.4, density=1000.0)
        scene.add(Solid(box(0.5, 0.5, 0.5), id="body", grid=(cells + 1,) * 3, material=jelly))
        scene.pin("body", edges=("l0",))
        found = run_steps(scene, steps=10)
        what = f"soft block of {cells}×{cells}×{cells} cells, step of 1/60 s"
        told = f"wanted ({found.newton:.1f} Newton, {found.linear:.1f} CG)"
        rows.append(Row(what, 1e3 * found.shortest, "ms", told, wanted, "at most"))
    return rows


def rope_rows(nodes: int = 1000, steps: int = 120) -> list[Row]:
    found = run_steps(rope(nodes), steps)
    what, told = f"rope of {nodes} nodes, step of 1/60 s", f"real time ({found.newton:.1f} Newton)"
    return [Row(what, 1e3 * found.seconds, "ms", told, 1e3 * FRAME, "at most")]
