"""Curves, solids and meshes without a scene around them: specimens for contracts, and bodies to be stepped.

A new energy of elements gets a row in `ELASTIC_POINTS`, and every contract is checked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pliant.energies.continuum import moduli_of
from pliant.energies.curve import RestCurve, curve_energies
from pliant.energies.elements import ElementEnergy
from pliant.energies.mesh import (
    RestTetrahedra,
    RestTriangles,
    hinge_energy,
    membrane_energy,
    tetrahedra_energy,
)
from pliant.energies.solid import RestSolid, solid_energy
from pliant.energies.springs import bend_steps, grid_pairs, shear_steps, spring_energy, structural_steps
from pliant.forces.kernels import GravityEnergy
from pliant.integrators.implicit import ImplicitStepper
from pliant.integrators.spec import BDF2, BackwardEuler
from pliant.integrators.system import BodyState, BodySystem, StepReport
from pliant.numerics.points import PointLayout
from pliant.solvers.spec import SolverSpec


@dataclass(frozen=True)
class RestPoints:
    positions: np.ndarray  # (3, P)


@dataclass(frozen=True)
class PointBody:
    """A body of points: its layout, rest positions, masses, and its elastic energies."""

    name: str
    layout: PointLayout
    shape: RestPoints
    system: BodySystem
    elastic: tuple[ElementEnergy, ...]


def body_of(layout: PointLayout, points: np.ndarray, mass: np.ndarray, energies: list) -> PointBody:
    flat = np.reshape(points, (-1, 3))
    size = float(np.linalg.norm(np.ptp(flat, axis=0)))
    system = BodySystem("body", layout, mass, list(energies), size=size)
    return PointBody("body", layout, RestPoints(layout.spread(flat)), system, tuple(energies))


def box(shape: tuple[int, int, int], size: tuple[float, float, float]) -> np.ndarray:
    """The nodes of a box with one corner at the origin, (L, M, N, 3) [m]."""
    axes = [np.linspace(0.0, edge, count) for edge, count in zip(size, shape, strict=True)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)


def solid_body(
    points: np.ndarray,
    *,
    young: float,
    poisson: float,
    density: float = 1000.0,
    relaxation: float = 0.0,
    periodic: tuple[bool, bool, bool] = (False, False, False),
) -> PointBody:
    """A solid on a grid, from its points (L, M, N, 3)."""
    layout = PointLayout(points.shape[:3], periodic)
    rest = RestSolid.build(layout, points)
    energy = solid_energy(rest, *moduli_of(young, poisson), relaxation=relaxation)
    return body_of(layout, points, density * rest.node_volume, [energy])


def curve_body(
    points: np.ndarray, *, closed: bool = False, density: float = 1.0, **stiffness: Any
) -> PointBody:
    """A curve through points (N, 3) with a density [kg/m] and the stiffnesses of `curve_energies`."""
    layout = PointLayout((len(points),), (closed,))
    rest = RestCurve.build(layout, points)
    return body_of(layout, points, density * rest.node_length, curve_energies(rest, **stiffness))


def triangle_body(
    points: np.ndarray,
    faces: np.ndarray,
    membrane: np.ndarray,
    bending: float,
    *,
    density: float = 1.0,
    relaxation: float = 0.0,
) -> PointBody:
    """A triangle mesh with a membrane stiffness (3, 3) [N/m], D [N·m] and a density [kg/m²]."""
    layout = PointLayout((len(points),))
    rest = RestTriangles.build(layout, points, faces)
    energies = [membrane_energy(rest, membrane, relaxation=relaxation)]
    hinges = hinge_energy(rest, bending, relaxation=relaxation) if bending else None
    energies += [] if hinges is None else [hinges]
    return body_of(layout, points, density * rest.node_area, energies)


def tetrahedra_body(
    points: np.ndarray,
    cells: np.ndarray,
    *,
    young: float,
    poisson: float,
    density: float = 1000.0,
    relaxation: float = 0.0,
) -> PointBody:
    layout = PointLayout((len(points),))
    rest = RestTetrahedra.build(layout, points, cells)
    energy = tetrahedra_energy(rest, *moduli_of(young, poisson), relaxation=relaxation)
    return body_of(layout, points, density * rest.node_volume, [energy])


def spring_body(points: np.ndarray, *, damping: float = 0.0) -> PointBody:
    """Springs of all kinds and of different stiffness [N/m] on a grid of points (…, 3)."""
    shape = points.shape[:-1]
    layout, closed = PointLayout(shape), (False,) * len(shape)
    steps = [*structural_steps(len(shape)), *shear_steps(len(shape)), *bend_steps(len(shape))]
    pairs = np.concatenate([grid_pairs(shape, closed, step) for step in steps])
    x = points.reshape(-1, 3)
    length = np.linalg.norm(x[pairs[:, 1]] - x[pairs[:, 0]], axis=1)
    stiffness = np.linspace(50.0, 150.0, len(pairs))
    return body_of(
        layout,
        points,
        layout.spread(np.ones(shape)),
        [spring_energy(layout, pairs, length, stiffness, damping)],
    )


# ---------------------------------------------------------------- moving


@dataclass
class Motion:
    """A body being stepped by itself: `pinned` (count,) says which nodes are held where they start."""

    body: PointBody
    gravity: tuple[float, float, float] = (0.0, 0.0, 0.0)
    pinned: np.ndarray | None = None
    integrator: BDF2 | BackwardEuler = field(default_factory=BDF2)
    solver: SolverSpec = field(default_factory=SolverSpec)

    def __post_init__(self):
        body, layout = self.body, self.body.layout
        system = BodySystem(
            body.name, layout, body.system.mass, [*body.system.energies], size=body.system.size
        )
        if any(self.gravity):
            weight = np.asarray(self.gravity)[:, None] * system.mass
            system.energies.append(GravityEnergy(layout, weight))
        self.system = system
        self.state = BodyState.at(layout, body.shape.positions.copy(), layout.zeros(3))
        if self.pinned is not None:
            self.state.free[layout.nodes[np.ravel(self.pinned)]] = 0.0
        self.stepper = ImplicitStepper(self.integrator, system, system.make_solver(self.solver))
        self.time = 0.0

    @property
    def positions(self) -> np.ndarray:
        """(count, 3) [m]."""
        return self.body.layout.gather(self.state.x)

    def place(self, points: np.ndarray) -> None:
        """Put the nodes somewhere, at rest; pinned ones stay there."""
        self.state.x[:] = self.body.layout.spread(np.reshape(points, (-1, 3)))
        self.state.target[:] = self.state.x
        self.state.v[:] = 0.0
        self.state.history[0] = 0.0

    def step(self, dt: float) -> StepReport:
        report = self.stepper.step(self.state, self.time, dt)
        self.time += dt
        return report


def settled(motion: Motion, *, steps: int = 3, dt: float = 1e4) -> Motion:
    """In equilibrium: steps of backward Euler that are long against everything, with no velocity in between."""
    motion.stepper.spec = BackwardEuler(tolerance=1e-9, newton_iterations=200)
    for _ in range(steps):
        motion.state.v[:] = 0.0
        motion.step(dt)
    return motion


# ---------------------------------------------------------------- specimens

_TURN = np.linspace(0.0, 4.0, 7)
_HELIX = np.stack([0.5 * np.cos(_TURN), 0.5 * np.sin(_TURN), 0.2 * _TURN], axis=1)
_ANGLE = 2.0 * np.pi * np.arange(8) / 8
_RING = np.stack([0.5 * np.cos(_ANGLE), 0.5 * np.sin(_ANGLE), 0.2 * np.sin(2.0 * _ANGLE)], axis=1)
_LINE = np.linspace(0.0, 1.0, 7)[:, None] * np.array([1.0, 0.3, -0.2])
_ROD: dict[str, Any] = {
    "stretching_stiffness": 100.0,
    "bending_stiffness": 0.2,
    "torsional_stiffness": 0.3,
}
_RUBBER: dict[str, Any] = {"young": 1e3, "poisson": 0.3}
_MEMBRANE = np.array([[900.0, 100.0, 30.0], [100.0, 600.0, 20.0], [30.0, 20.0, 200.0]])


def _tube(count: int = 5) -> np.ndarray:
    angle = 2.0 * np.pi * np.arange(count) / count
    radius = np.array([0.4, 0.7])
    return np.stack(
        [
            np.multiply.outer(np.cos(angle), radius)[:, :, None] * np.ones(3),
            np.multiply.outer(np.sin(angle), radius)[:, :, None] * np.ones(3),
            np.ones((count, 2, 1)) * np.array([0.0, 0.3, 0.7]),
        ],
        axis=-1,
    )


def dome() -> tuple[np.ndarray, np.ndarray]:
    """Points and triangles of a bulging, irregular sheet."""
    from scipy.spatial import Delaunay

    flat = np.random.default_rng(5).uniform(size=(12, 2))
    height = 0.5 * flat[:, 0] * (1.0 - flat[:, 1])
    return np.column_stack([flat, height]), Delaunay(flat).simplices


def lump() -> tuple[np.ndarray, np.ndarray]:
    """Points and tetrahedra of an irregular lump."""
    from scipy.spatial import Delaunay

    points = np.random.default_rng(5).uniform(size=(10, 3))
    return points, Delaunay(points).simplices


ELASTIC_POINTS: dict[str, Callable[[], PointBody]] = {
    "solid": lambda: solid_body(box((3, 4, 3), (1.0, 1.2, 0.8)), **_RUBBER),
    "nearly incompressible solid": lambda: solid_body(
        box((3, 3, 3), (1.0, 1.2, 0.8)), young=1e3, poisson=0.49
    ),
    "auxetic solid": lambda: solid_body(box((3, 3, 3), (1.0, 1.2, 0.8)), young=1e3, poisson=-0.3),
    "closed solid": lambda: solid_body(_tube(), periodic=(True, False, False), **_RUBBER),
    "solid, internal damping": lambda: solid_body(
        box((3, 3, 3), (1.0, 1.0, 0.8)), relaxation=0.05, **_RUBBER
    ),
    "curve": lambda: curve_body(_HELIX, **_ROD),
    "closed curve": lambda: curve_body(_RING, closed=True, **_ROD),
    "straight curve": lambda: curve_body(_LINE, **_ROD),
    "curve, internal damping": lambda: curve_body(_HELIX, relaxation=0.05, **_ROD),
    "triangles": lambda: triangle_body(*dome(), _MEMBRANE, 3.0),
    "triangles, internal damping": lambda: triangle_body(*dome(), _MEMBRANE, 3.0, relaxation=0.05),
    "springs": lambda: spring_body(box((3, 3, 3), (1.0, 1.2, 0.8))),
    "springs, internal damping": lambda: spring_body(box((3, 4, 1), (1.0, 1.2, 0.8))[:, :, 0], damping=3.0),
    "tetrahedra": lambda: tetrahedra_body(*lump(), **_RUBBER),
    "tetrahedra, internal damping": lambda: tetrahedra_body(*lump(), relaxation=0.05, **_RUBBER),
}
# What knows of a plane is not blind to rotation out of it.
PLANAR_POINTS: dict[str, Callable[[], PointBody]] = {
    "planar curve": lambda: curve_body(_RING, closed=True, normal=(0.0, 0.0, 1.0), **_ROD),
    "planar curve, internal damping": lambda: curve_body(
        _HELIX, normal=(0.0, 0.6, 0.8), relaxation=0.05, **_ROD
    ),
}


def energies_of(name: str) -> Iterator[tuple[str, PointBody, ElementEnergy]]:
    """Each energy of a specimen with a name for tables."""
    body = {**ELASTIC_POINTS, **PLANAR_POINTS}[name]()
    for energy in body.elastic:
        yield f"{type(energy.law).__name__}, {name}", body, energy
