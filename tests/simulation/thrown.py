"""A small body of every formulation that is thrown: smooth motion, for tests of orders in Δt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import pliant as pl
from pliant.energies.solid import grid_cells
from pliant.simulation import Simulation
from pliant.simulation.energy_balance.entries import Balance
from pliant.validation.states import ACCURATE, SHARP, place

SECONDS = 0.08
IMPLICIT = {"tolerance": SHARP, "newton_iterations": 40}
SCHEMES: dict[str, tuple[Any, int]] = {  # and the order at which matter that flows converges
    "backward_euler": (pl.BackwardEuler(**IMPLICIT), 1),
    "bdf2": (pl.BDF2(**IMPLICIT), 2),
    "feynman": (pl.Feynman(), 2),
    "midpoint": (pl.Midpoint(), 2),
    "rk4": (pl.RK4(), 2),
}

SHEET = pl.Sheet(membrane=60.0, poisson=0.3, bending=1e-3, area_density=0.2)
GEL = pl.Bulk(young=5e4, poisson=0.3, density=1000.0)
CUBE = pl.shapes.box(1, 1, 1)
SQUARE = pl.shapes.rectangle(1, 1)
FLAT = np.array([(x, y, 0.0) for x in (-0.5, 0.0, 0.5) for y in (-0.5, 0.0, 0.5)])


def _with(material: Any, damping: float) -> Any:
    return material.model_copy(update={"damping": damping}) if damping else material


def _triangles(flow: Any, damping: float) -> Any:
    corner = np.array([0, 1, 3, 4])
    faces = np.concatenate([corner[:, None] + [0, 3, 4], corner[:, None] + [0, 4, 1]])
    return pl.Mesh(FLAT, triangles=faces, material=_with(SHEET, damping), flow=flow)


def _tetrahedra(flow: Any, damping: float) -> Any:
    points = CUBE.points((2, 2, 2), (False, False, False)).reshape(-1, 3)
    around = ((4, 6), (6, 2), (2, 3), (3, 1), (1, 5), (5, 4))
    cells = grid_cells((2, 2, 2), (False, False, False))
    elements = np.concatenate([cells[:, [0, a, b, 7]] for a, b in around])
    return pl.Mesh(points, tetrahedra=elements, material=_with(GEL, damping), flow=flow)


def _springs(flow: Any, damping: float) -> Any:
    material = pl.Springs(stiffness=60.0, shear=40.0, bend=10.0, mass=0.01, damping=20.0 * damping)
    return pl.Surface(SQUARE, grid=(3, 3), material=material, flow=flow)


def _curve(flow: Any, damping: float) -> Any:
    cord = pl.Cord(stretching=60.0, bending=0.1, torsion=0.05, line_density=0.1)
    return pl.Curve(pl.shapes.helix(0.3, 0.8, turns=1.0), grid=8, material=_with(cord, damping), flow=flow)


def _sheet(flow: Any, damping: float) -> Any:
    return pl.Surface(SQUARE, grid=(4, 4), material=_with(SHEET, damping), flow=flow)


def _solid(flow: Any, damping: float) -> Any:
    return pl.Solid(CUBE, grid=(2, 2, 2), material=_with(GEL, damping), flow=flow)


def _hybrid(flow: Any, damping: float) -> Any:
    material = pl.Hybrid(slope=60.0, curvature=1e-3, density=0.2)
    return pl.Surface(SQUARE, grid=(4, 4), material=_with(material, damping), flow=flow)


def _layered(flow: Any, damping: float) -> Any:
    material = pl.Layers(
        mass=0.02,
        stiffness=20.0,
        damping=20.0 * damping,
        radius_stiffness=10.0,
        radius_damping=10.0 * damping,
        pressure=0.5,
    )
    return pl.Layered(pl.layers.Ring(count=8), material=material, flow=flow)


BODIES: dict[str, Callable[[Any, float], Any]] = {
    "springs": _springs,
    "curve": _curve,
    "sheet": _sheet,
    "triangles": _triangles,
    "solid": _solid,
    "tetrahedra": _tetrahedra,
    "hybrid": _hybrid,
    "layered": _layered,
}


def thrown(
    kind: str,
    flow: Any,
    integrator: Any,
    steps: int,
    *,
    damping: float = 0.0,
    stretch: tuple[float, float, float] = (1.0, 1.0, 1.0),
    seconds: float = SECONDS,
) -> Simulation:
    """A free body after some steps: it begins stretched, and the faster the farther a node is from the first one."""
    scene = pl.Scene(dt=seconds / steps, integrator=integrator, solver=ACCURATE)
    scene.add(BODIES[kind](flow, damping), id="it")
    simulation = Simulation(scene, energy_balance=True)
    points = simulation.positions("it")
    x, y, z = (points - points[0]).T
    velocity = np.stack([2.0 * x + y * y, 0.5 * x * y - z, 2.0 * x * (1.0 - 0.5 * y) + 1.5 * z], axis=1)
    place(simulation, "it", points * np.array(stretch), velocity)
    for _ in range(steps):
        simulation.step()
    return simulation


@dataclass(frozen=True)
class Found:
    """Orders that were observed, of positions and of the numerical entry, and the energy balance of the finest run."""

    motion: float
    entry: float
    energy_balance: Balance


def orders(kind: str, flow: Any, integrator: Any, steps: int, **options: Any) -> Found:
    """By three runs, each with half the step of the one before."""
    found = [thrown(kind, flow, integrator, n, **options) for n in (steps, 2 * steps, 4 * steps)]
    ends, energy_balance = [one.positions("it") for one in found], [one.energy_balance() for one in found]
    coarse, fine = (np.abs(ends[k] - ends[k + 1]).max() for k in (0, 1))
    entry = 0.5 * np.log2(abs(energy_balance[0].numerical / energy_balance[2].numerical))
    return Found(float(np.log2(coarse / fine)), float(entry), energy_balance[2])
