"""A rope that hardly stretches and does not resist bending hangs in a catenary.

Between two points at the same height a distance d apart, a rope of length ℓ > d and of μ per length hangs as

    z(x) = a cosh(x/a) + constant ,    2a sinh(d/2a) = ℓ ,                                                (1)

and pulls at its ends with

    H = μga   across ,    V = ½μgℓ   down .                                                              (2)

The tension H is that of a curve of nodes as well: in equilibrium the edge in the middle has nothing else to carry. The
error of a chain of straight edges in (1) is of second order in their length. A straight elastic rope pulled by its own
weight alone, hung up by one end, is longer by μgℓ²/2EA.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_most, between, close
from pliant.forces import EARTH
from pliant.model import Cord, Curve
from pliant.scene.schema import Scene
from pliant.shapes import bezier_curve, line
from pliant.simulation import Simulation
from pliant.validation.catenary import catenary
from pliant.validation.result import Plot, Result
from pliant.validation.states import BANDED, grid_points, held_forces, settled

LENGTH, SPAN, DENSITY, STRETCHING = 1.2, 0.8, 0.2, 1e5
COUNTS = (17, 33, 65)


def run() -> Result:
    a, chain = catenary(SPAN, LENGTH)
    sag = -float(chain(np.zeros(1))[0])
    hanging, errors = np.zeros((0, 3)), []
    pull = np.zeros(3)
    for count in COUNTS:
        simulation = _hung(count)
        hanging = grid_points(simulation, "rope")
        pull = held_forces(simulation, "rope")[-1]
        errors.append(abs(-hanging[count // 2, 2] / sag - 1.0))
    off = np.abs(hanging[:, 2] - chain(hanging[:, 0])).max() / LENGTH
    order = float(np.log2(errors[0] / errors[2]) / 2.0)
    checks = [
        close("rope, 65 nodes: sag", -float(hanging[COUNTS[-1] // 2, 2]), sag, 1e-3, "m"),
        at_most("rope, 65 nodes: distance from the catenary, relative to its length", float(off), 1e-3),
        close("rope, 65 nodes: pull across at an end, (2)", float(pull[0]), DENSITY * EARTH * a, 2e-3, "N"),
        between("rope: observed order of convergence", order, 1.7, 2.3),
        close("rope hung up by one end: longer by", *_stretched(), 1e-3, "mm"),
    ]
    x = np.linspace(-SPAN / 2, SPAN / 2, 200)
    plots = [
        Plot("A hanging rope", "x [m]", "z [m]", equal=True)
        .theory("catenary", x, chain(x))
        .computed("computed, 65 nodes", hanging[::2, 0], hanging[::2, 2]),
        Plot(
            "A hanging rope: convergence",
            "edge / length",
            "relative error of the sag",
            log_x=True,
            log_y=True,
        )
        .theory("h²", [1 / 16, 1 / 64], [errors[0], errors[0] / 16])
        .computed("computed", [1 / (count - 1) for count in COUNTS], errors),
    ]
    return Result("rope", "Catenary of a rope", checks, plots, __doc__ or "")


def _hung(count: int) -> Simulation:
    scene = Scene(collision=False, gravity=EARTH)
    bow = bezier_curve([(-SPAN / 2, 0, 0), (0, 0, -0.8), (SPAN / 2, 0, 0)])
    scene.add(
        Curve(
            line((0.0, 0.0, 0.0), (LENGTH, 0.0, 0.0)),
            id="rope",
            initial_shape=bow,
            grid=count,
            material=Cord(stretching=STRETCHING, line_density=DENSITY),
        )
    )
    scene.pin("rope", corners=("0", "1"))
    return settled(scene, steps=30, dt=0.2, solver=BANDED)


def _stretched() -> tuple[float, float]:
    """How much longer [mm] a soft rope is that hangs from one end, computed and in theory."""
    soft = 200.0
    scene = Scene(collision=False, gravity=EARTH)
    cord = Cord(stretching=soft, line_density=DENSITY)
    scene.add(Curve(line((0, 0, 0), (0, 0, -LENGTH)), id="rope", grid=33, material=cord))
    scene.pin("rope", corners=("0",))
    low = settled(scene, solver=BANDED).positions("rope")[-1, 2]
    return 1e3 * (-low - LENGTH), 1e3 * DENSITY * EARTH * LENGTH**2 / (2.0 * soft)
