"""Specimens that are stretched or sheared evenly, by a given amount or a given force: one of every kind of body.

All are 1 m long (springs and rods), 1 m × 0.5 m (sheets), or cubes of 1 m (solids); one end is held. Loads are so small
that geometry is linear; what is read is the force on the far end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.integrators.spec import BDF2, BackwardEuler
from pliant.model import Bulk, Curve, Elastic, Mesh, Rod, Solid, Springs, Surface
from pliant.model.flow import Law
from pliant.scene.schema import Scene
from pliant.shapes import box, line, rectangle
from pliant.simulation import Simulation
from pliant.simulation.state import Shove
from pliant.validation.states import DIRECT

YOUNG = 1e6  # [Pa]
LIMIT = 1e3  # [Pa], at which plastic ones yield
Specimen = Callable[[Law | None], Any]


def spring(flow: Law | None) -> Curve:
    material = Springs(stiffness=10.0, mass=1e-7, damping=0.0)
    return Curve(line((0, 0, 0), (1, 0, 0)), grid=2, material=material, flow=flow)


def rod(flow: Law | None) -> Curve:
    material = Rod(young=YOUNG, radius=0.01, density=1e-3)
    return Curve(line((0, 0, 0), (1, 0, 0)), grid=5, material=material, flow=flow)


def sheet(flow: Law | None) -> Surface:
    material = Elastic(young=YOUNG, poisson=0.0, thickness=1e-3, density=1e-3)
    return Surface(rectangle(1.0, 0.5), grid=(5, 3), material=material, flow=flow)


def triangles(flow: Law | None) -> Mesh:
    u, v = np.meshgrid(np.linspace(0.0, 1.0, 4), np.linspace(0.0, 0.5, 3), indexing="ij")
    points = np.stack([u.ravel(), v.ravel(), np.zeros(12)], axis=1)
    corner = np.array([[3 * i + j for j in range(2)] for i in range(3)]).ravel()
    faces = np.concatenate([corner[:, None] + [0, 3, 4], corner[:, None] + [0, 4, 1]])
    material = Elastic(young=YOUNG, poisson=0.0, thickness=1e-3, density=1e-3)
    return Mesh(vertices=points.tolist(), triangles=faces.tolist(), material=material, flow=flow)


def solid(flow: Law | None) -> Solid:
    return Solid(box(1.0, 1.0, 1.0), grid=(3, 3, 3), material=Bulk(young=YOUNG, density=1e-3), flow=flow)


SPECIMENS: dict[str, Specimen] = {
    "springs": spring,
    "rod": rod,
    "sheet": sheet,
    "triangles": triangles,
    "solid": solid,
}


@dataclass
class Load:
    """A force [N] along x on nodes of a body, by shares that sum to 1."""

    nodes: np.ndarray
    shares: np.ndarray
    force: float = 0.0

    def pull(self, simulation: Simulation, name: str = "load") -> None:
        """For one step, as a push that has come to its strength when the step ends."""
        nodes, shares = tuple(self.nodes.tolist()), tuple(self.shares.tolist())
        begin = simulation.time + simulation.parameters.dt - 1.0
        simulation.state.shoves[name] = Shove("body", nodes, shares, (1.0, 0.0, 0.0), self.force, begin)


class Machine:
    """One specimen in the machine. `sheared` displaces along y instead of x: of solids it is the shape that flows."""

    def __init__(
        self, specimen: Specimen, flow: Law | None, dt: float, *, sheared: bool = False, second: bool = True
    ):
        scheme = BDF2 if second else BackwardEuler
        scene = Scene(
            collision=False, dt=dt, solver=DIRECT, integrator=scheme(tolerance=1e-9, newton_iterations=50)
        )
        scene.add(specimen(flow), id="body")
        self.simulation = Simulation(scene)
        self._body = self.simulation.model.body("body")
        self._state = self.simulation.state.bodies["body"]
        self._axis = 1 if sheared else 0
        self.points = self.simulation.positions("body")
        along = self.points[:, 0]
        self._share = (along - along.min()) / np.ptp(along)
        self.end = np.flatnonzero(self._share > 1.0 - 1e-9)
        self._load: Load | None = None

    def hold(self, amount: float) -> None:
        """Every node is put where an even deformation has it."""
        layout, state = self._body.layout, self._state
        points = self.points.copy()
        points[:, self._axis] += amount * self._share
        state.free[layout.nodes] = 0.0
        layout.fill_halo(state.free)
        state.target[:] = layout.spread(points.reshape(*layout.shape, 3))

    def hang(self, force: float) -> Load:
        """The near end is held, and a force pulls at the far one."""
        layout, state = self._body.layout, self._state
        state.free[layout.nodes[self._share < 1e-9]] = 0.0
        layout.fill_halo(state.free)
        shares = np.ones(len(self.end))
        for across in self.points[self.end, 1:].T:  # the pull along an edge, or over a face, is even
            wide, border = np.ptp(across), np.minimum(across - across.min(), across.max() - across)
            shares[(border < 1e-9) & (wide > 0.0)] *= 0.5
        self._load = Load(self.end, shares / shares.sum(), force)
        return self._load

    def step(self) -> None:
        if self._load is not None:
            self._load.pull(self.simulation)
        self.simulation.step()

    def followed(self, seconds: float, read: Callable[[Machine], float]) -> tuple[np.ndarray, np.ndarray]:
        """Times, and what is read after each step."""
        rows = []
        for _ in range(round(seconds / self.simulation.scene.dt)):
            self.step()
            rows.append((self.simulation.time, read(self)))
        return np.array(rows)[:, 0], np.array(rows)[:, 1]

    @property
    def force(self) -> float:
        """[N] with which the far end pulls back."""
        return -float(self.simulation.elastic_forces("body")[self.end, self._axis].sum())

    @property
    def longer(self) -> float:
        """How far the far end has moved [m]."""
        now = self.simulation.positions("body")[self.end, self._axis]
        return float((now - self.points[self.end, self._axis]).mean())
