"""A notched sheet: what it bears does not depend on its cells.

A sheet of the width W with a crack of the length a in from its edge, pulled across it by a stress s far away, has
(Tada, Paris, Irwin 2000, The Stress Analysis of Cracks Handbook, 2.11)

    K = s √(πa) F(a/W) ,   F(x) = 1.122 − 0.231x + 10.55x² − 21.71x³ + 30.382x⁴ ,                            (1)

and its crack runs at K = √(E G_c). A limit σ of stress alone is reached at the tip the sooner, the smaller the cells
are: s falls as √h. With a toughness it is a mean over the length d = 2EG_c/(πσ²) that is compared with it
(`topology.toughness`). Where d is not small beside the crack, a sheet bears less than (1), as it should: that of (1)
would be more than σ for the shortest of cracks. Without a crack it bears σ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import pi, sqrt
from typing import Any

import numpy as np

from pliant.checks import at_most, holds
from pliant.collision.spec import Collision
from pliant.forces.load import Load
from pliant.forces.target import Target
from pliant.integrators.spec import Static
from pliant.model import Elastic, Fracture, Mesh, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

YOUNG, THICKNESS, LIMIT = 1e7, 1e-3, 1e5  # [Pa], [m], [Pa]; the sheet is 1 m wide and 2 m high
NOTCH = 0.25  # a/W
REACHES = (0.02, 0.05, 0.1, 0.2)  # d [m]
COUNTS = (8, 16, 32)  # cells across
SMALL = 1e-3  # of the limit


def factor(x: float) -> float:
    """F of (1)."""
    return 1.122 - 0.231 * x + 10.55 * x**2 - 21.71 * x**3 + 30.382 * x**4


def energy_of(reach: float) -> float:
    """G_c [J/m²] with that d."""
    return 0.5 * pi * reach * LIMIT**2 / YOUNG


def grid(count: int, notch: float, stress: float, toughness: float, poisson: float = 0.3) -> Scene:
    """A sheet of square cells; the crack is along the middle row of links."""
    rows = 2 * count + 2
    middle = rows // 2 - 1
    broken = [((i, middle), (i, middle + 1)) for i in range(round(notch * count))]
    sheet = Surface(
        rectangle(1.0, (rows - 1) / count),
        grid=(count + 1, rows),
        material=_matter(poisson),
        broken_links=broken,
        fracture=Fracture(LIMIT, measure="stress", toughness=toughness),
        id="sheet",
    )
    held, drawn = ([(i, n) for i in range(count + 1)] for n in (0, rows - 1))
    return _pulled(sheet, held, drawn, stress * THICKNESS / count)


def crossed(count: int, notch: float, stress: float, toughness: float, poisson: float = 0.3) -> Scene:
    """Squares of four triangles each."""
    number = np.arange((count + 1) * (2 * count + 1)).reshape(count + 1, -1)
    x, y = np.meshgrid(np.arange(count + 1) / count, np.arange(2 * count + 1) / count, indexing="ij")
    corners = [number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]]
    a, b, c, d = (one.ravel() for one in corners)
    points = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1)
    middle = len(points) + np.arange(len(a))
    points = np.concatenate([points, points[[a, b, c, d]].mean(axis=0)])
    triangles = np.concatenate([np.stack([p, q, middle], 1) for p, q in ((a, b), (b, c), (c, d), (d, a))])
    row = number[:, count]
    broken = [((int(row[i]),), (int(row[i + 1]),)) for i in range(round(notch * count))]
    sheet = Mesh(
        points,
        triangles=triangles,
        material=_matter(poisson),
        broken_links=broken,
        fracture=Fracture(LIMIT, measure="stress", toughness=toughness),
        id="sheet",
    )
    held, drawn = ([(int(k),) for k in number[:, n]] for n in (0, -1))
    return _pulled(sheet, held, drawn, stress * THICKNESS / count)


def _matter(poisson: float) -> Elastic:
    """It bends so hard that it stays flat, where a crack in a thin sheet makes it buckle."""
    return Elastic(young=YOUNG, poisson=poisson, thickness=THICKNESS, density=1000.0, bending=1e4)


def _pulled(sheet: Any, held: list[Any], drawn: list[Any], force: float) -> Scene:
    """With the same stress along its whole end."""
    scene = Scene(dt=0.1, integrator=Static(), collision=Collision(bodies=False, itself=False))
    scene.add(sheet)
    scene.pin("sheet", nodes=held)
    for nodes, share in ((drawn[1:-1], 1.0), ([drawn[0], drawn[-1]], 0.5)):
        scene.add(Load((0.0, share * force, 0.0), per="node", apply_to=[Target("sheet", nodes=nodes)]))
    return scene


class Pulled:
    """A sheet under a small load, and how much more each of its fibres bears."""

    def __init__(self, make: Callable[..., Scene], count: int, notch: float = NOTCH, poisson: float = 0.3):
        simulation = Simulation(make(count, notch, SMALL * LIMIT, energy_of(1.0), poisson))
        simulation.step()
        state, fibres = simulation.state.bodies["sheet"], simulation.model.bodies[0].fibres
        assert fibres is not None
        self.fibres = fibres
        self.loads = np.where(fibres.whole, fibres.load(state.x, state.memory) / LIMIT, 0.0)

    def bears(self, reach: float | None) -> float:
        """The stress s/σ at which the first fibre breaks; without a reach, by the limit alone."""
        assert self.fibres.toughness is not None
        tough = (
            None if reach is None else replace(self.fibres.toughness, reach=np.full(len(self.loads), reach))
        )
        low, high = 0.0, 1.0 / SMALL
        while high - low > 1e-6 * high:
            loads = (middle := 0.5 * (low + high)) * self.loads
            if tough is not None:
                loads = tough.tempered(loads, self.fibres.whole)
            low, high = (low, middle) if (loads > 1.0).any() else (middle, high)
        return high * SMALL


def run() -> Result:
    checks, across = [], np.array(COUNTS, dtype=float)
    plot = Plot("What a notched sheet bears", "cells across", "stress / limit", log_x=True, log_y=True)
    for make, name in ((grid, "grid"), (crossed, "triangles")):
        sheets = [Pulled(make, count) for count in COUNTS]
        for reach in REACHES:
            wanted = sqrt(0.5 * pi * reach) / (sqrt(pi * NOTCH) * factor(NOTCH))
            found = np.array([sheet.bears(reach) for sheet in sheets])
            of = f"{name}, d = {reach:g} m"
            apart, off = float(np.ptp(found) / found.min()), float(np.abs(found / wanted - 1.0).max())
            checks.append(at_most(f"{of}: loads of 8, 16 and 32 cells across differ by", apart, 0.06))
            checks.append(at_most(f"{of}: off K = √(E G_c), relative, at most", off, 0.06))
            plot = plot.computed(of, across, found)
            if make is grid:
                plot = plot.theory(f"K = √(E G_c), d = {reach:g} m", across, np.full(len(across), wanted))
        alone = np.array([sheet.bears(None) for sheet in sheets])
        plot = plot.computed(f"{name}, a limit alone", across, alone)
        checks.append(at_most(f"{name}, a limit alone: 32 cells bear of what 8 do", alone[2] / alone[0], 0.6))
        plain = Pulled(make, 8, 0.0, 0.0).bears(0.1)
        checks.append(at_most(f"{name}: without a notch it bears the limit, off by", abs(plain - 1.0), 1e-3))
    stress = LIMIT * Pulled(grid, 16).bears(0.1)
    for share, broken in ((0.97, False), (1.03, True)):
        simulation = Simulation(grid(16, NOTCH, share * stress, energy_of(0.1)))
        simulation.step()
        links = len(simulation.parameters.bodies[0].broken_links) - round(16 * NOTCH)
        checks.append(
            holds(f"at {share:g} times that load it", (links > 0) == broken, _word(links > 0), _word(broken))
        )
    return Result("toughness", "A notched sheet with a toughness", checks, [plot], __doc__ or "")


def _word(broken: bool) -> str:
    return "breaks" if broken else "holds"
