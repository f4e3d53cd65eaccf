"""Tables 4.1 to 4.3 of document 001: the time of a frame by formulation and number of model points.

Timed there are "simple Bézier surfaces, having similar elastic properties", on a Sun workstation of about 1992:
preprocessing, and one frame, which is one step (external forces, stiffness matrix, positions) and a wireframe drawing.
Here it is a flat patch of 1 m × 1 m and 100 g that falls, held at its corners; preprocessing is from the scene to the
end of the first step, a frame is one more step, and nothing is drawn. The steps are those of the source: semi-implicit
with K(x) assembled anew (4.32) for the primal formulation; with a constant matrix, which is factorised once, for the
hybrid one; and with the elastic forces on the right-hand side (4.40), where only a diagonal remains, for springs. With
η = k/2 and w₁ = k all resist stretching alike: α = η(G − G⁰) = 2ηε is the tension kε of springs side by side. The
weights of the primal formulation are densities on the unit square, those of springs are per node.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import numpy as np

from pliant.benchmarks.row import Row
from pliant.integrators.spec import Explicit, SemiImplicit
from pliant.model import Hybrid, Raw, Springs, Surface
from pliant.scene.schema import Scene
from pliant.shapes import Bezier
from pliant.simulation import Simulation

SIZES = (3, 5, 10, 15, 20, 25, 30, 35)  # model points along each side
STIFFNESS = 10.0  # k [N/m]
WEIGHT = 0.1  # [kg]
_DRAG = 4.0  # [1/s], times the mass
_STEP = 1e-3  # [s]
_FRAMES = 40  # that are timed


def primal_scene(nodes: int) -> Scene:
    """The formulation of §4.2: K(x) of the metric, assembled in every step."""
    eta = 0.5 * STIFFNESS
    material = Raw(tension=((eta, 0.0), (0.0, eta)), mass=WEIGHT, damping=_DRAG * WEIGHT)
    scene = Scene(collision=False, gravity=9.81, dt=_STEP, integrator=SemiImplicit())
    scene.add(Surface(_patch(), id="patch", grid=(nodes, nodes), material=material, variant="terzopoulos"))
    return _held(scene)


def hybrid_scene(nodes: int) -> Scene:
    """The formulation of §4.1.2: a constant matrix, factorised once."""
    material = Hybrid(slope=STIFFNESS, density=WEIGHT, drag=_DRAG * WEIGHT)
    scene = Scene(collision=False, gravity=9.81, dt=_STEP, integrator=SemiImplicit())
    scene.add(Surface(_patch(), id="patch", grid=(nodes, nodes), material=material))
    return _held(scene)


def spring_scene(nodes: int) -> Scene:
    """The formulation of §4.3: springs between neighbours, and no matrix."""
    mass = WEIGHT / nodes**2
    material = Springs(stiffness=STIFFNESS, damping=0.0, mass=mass, drag=_DRAG * mass)
    scene = Scene(collision=False, gravity=9.81, dt=_STEP, integrator=Explicit())
    scene.add(Surface(_patch(), id="patch", grid=(nodes, nodes), material=material))
    return _held(scene)


def _patch() -> Bezier:
    u = np.linspace(-0.5, 0.5, 4)
    points = [(x, y, 0.0) for x in u for y in u]
    return Bezier(order=3, control_points=points)


def _held(scene: Scene) -> Scene:
    scene.pin("patch", corners=("00", "10", "01", "11"))
    return scene


@dataclass(frozen=True)
class Formulation:
    """One of the tables: its number, the published times [ms] for `SIZES`, and our scene of a size."""

    table: str
    preprocessing: tuple[float, ...]
    frame: tuple[float, ...]
    scene: Callable[[int], Scene]


FORMULATIONS = {
    "primal": Formulation(
        "4.1",
        (0, 1017, 2400, 3950, 6250, 9500, 14216, 21749),
        (67, 83, 283, 600, 1183, 2000, 3883, 26182),
        primal_scene,
    ),
    "hybrid": Formulation(
        "4.2",
        (1483, 2483, 3700, 5500, 8200, 12233, 18749, 31932),
        (67, 83, 233, 400, 650, 1050, 2017, 20166),
        hybrid_scene,
    ),
    "spring": Formulation(
        "4.3",
        (0, 950, 2067, 3500, 5533, 8383, 12350, 17766),
        (67, 83, 200, 433, 817, 1417, 2317, 3867),
        spring_scene,
    ),
}


def rows(sizes: tuple[int, ...] = SIZES) -> list[Row]:
    """All sizes of each formulation, beside the table, and springs over primal at the largest."""
    found, frames = [], {}
    for name, one in FORMULATIONS.items():
        table = f"001 Table {one.table}"
        for nodes in sizes:
            preprocessing, frame = _times(one.scene, nodes)
            published = SIZES.index(nodes)
            frames[name, nodes] = frame
            what = f"{name} formulation, {nodes}×{nodes}"
            found += [
                Row(f"{what}: preprocessing", 1e3 * preprocessing, "ms", table, one.preprocessing[published]),
                Row(f"{what}: one frame", 1e3 * frame, "ms", table, one.frame[published]),
            ]
    largest = sizes[-1]
    at = SIZES.index(largest)
    theirs = FORMULATIONS["spring"].frame[at] / FORMULATIONS["primal"].frame[at]
    ours = frames["spring", largest] / frames["primal", largest]
    what = f"one frame of springs over one of the primal formulation, {largest}×{largest}"
    return [*found, Row(what, ours, "", "001 Tables 4.3 and 4.1", theirs)]


def _times(scene: Callable[[int], Scene], nodes: int) -> tuple[float, float]:
    """Seconds of preprocessing, and of a frame (median)."""
    Simulation(scene(nodes)).step()  # compiled now
    begin = perf_counter()
    simulation = Simulation(scene(nodes))
    simulation.step()  # what is constant is prepared in the first step
    preprocessing, frames = perf_counter() - begin, []
    for _ in range(_FRAMES):
        begin = perf_counter()
        simulation.step()
        frames.append(perf_counter() - begin)
    return preprocessing, median(frames)
