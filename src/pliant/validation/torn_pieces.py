"""A body that tears in flight: its pieces together keep what the whole had.

A break takes forces away, no matter, and internal forces of what is left sum to zero and have no torque. So over all
pieces, each with its mass m, centre c, momentum p and angular momentum l about its own centre,

    Σ m ,    P = Σ p ,    L = Σ (l + c × p)                                                                   (1)

stay what they were before, at and after the break. Once it has parted for good, each of the two heaviest pieces keeps
its own p and l, too: nothing reaches from one to the other. The explicit scheme keeps all of it to rounding
("conservation"), so that nothing hides a force that a break leaves without its counterpart; BDF2 keeps L to its order.
A sheet flies and spins while its ends are thrown apart along x, so that it stretches; a crack runs through it, one link
in a step, and it parts. The elements of a mesh have copies of their vertices, which share the mass and part with the
same velocity.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pliant.checks import at_least, at_most
from pliant.integrators.spec import BDF2, Explicit
from pliant.model import Fracture, Hybrid, Mesh, Sheet, Springs, Surface
from pliant.numerics.grid import cell_triangles
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import SHARP, place

GRID = (10, 6)
DT, STEPS = 2.5e-4, 200
LIMIT = Fracture(0.08, scatter=0.1, at_most=1)
VELOCITY, SPIN = np.array([1.0, -2.0, 0.3]), np.array([1.0, 2.0, 6.0])  # [m/s], [rad/s]
APART = 2.4  # [m/s], of either end
SHEET = Sheet(membrane=50.0, bending=1e-3, area_density=0.2)
HYBRID = Hybrid(slope=50.0, curvature=1e-3, density=0.2)
FREE = (False, False)
BODIES: dict[str, Any] = {
    "primal sheet": lambda: _surface(SHEET),
    "springs": lambda: _surface(Springs(stiffness=100.0, shear=50.0, bend=5.0, mass=3e-3, damping=0.0)),
    "hybrid sheet": lambda: _surface(HYBRID),
    "triangles": lambda: _mesh(SHEET),
    "hybrid triangles": lambda: _mesh(HYBRID),
}


class Flight(NamedTuple):
    """What was read before the first step and after each."""

    time: np.ndarray
    pieces: np.ndarray
    mass: np.ndarray
    momentum: np.ndarray  # P (n, 3)
    angular: np.ndarray  # L (n, 3)
    largest: np.ndarray  # p and l of the two heaviest pieces (n, 2, 2, 3); no number as long as there is one

    @property
    def parted(self) -> float:
        """When it first was in two [s]."""
        return float(self.time[np.argmax(self.pieces > 1)])

    @property
    def apart(self) -> float:
        """How much p and l of the two heaviest pieces change after the last break, relative to what they are."""
        after = self.largest[np.flatnonzero(np.diff(self.pieces))[-1] + 1 :]
        change = np.linalg.norm(after - after[0], axis=3).max(axis=0)
        return float((change / np.linalg.norm(after[0], axis=2)).max())

    def drift(self, of: np.ndarray) -> np.ndarray:
        """Relative to the start."""
        return np.linalg.norm(of - of[0], axis=1) / np.linalg.norm(of[0])


def run() -> Result:
    checks, latest, shown = [], 0.0, None
    drifts = Plot("All pieces together, explicit scheme", "time [s]", "|L − L₀| / |L₀|", log_y=True)
    for name in BODIES:
        flight = fly(name, Explicit())
        shown = flight if name == "hybrid sheet" else shown
        mass = float(np.abs(flight.mass / flight.mass[0] - 1.0).max())
        turning = flight.drift(flight.angular)
        checks += [
            at_least(f"{name}: pieces in the end", int(flight.pieces[-1]), 2),
            at_most(f"{name}: mass of all pieces, relative change", mass, 1e-12),
            at_most(f"{name}: momentum, relative drift", float(flight.drift(flight.momentum).max()), 1e-12),
            at_most(f"{name}: angular momentum, relative drift", float(turning.max()), 1e-12),
            at_most(f"{name}: those of either piece after the last break", flight.apart, 1e-10),
        ]
        drifts = drifts.computed(f"L, {name}", flight.time[1:], np.maximum(turning[1:], 1e-17))
        latest = max(latest, flight.parted)
    implicit = BDF2(tolerance=SHARP, newton_iterations=20)
    coarse, fine = (fly("primal sheet", implicit, dt) for dt in (2 * DT, DT))
    lost = [float(one.drift(one.angular).max()) for one in (coarse, fine)]
    checks.append(at_most("primal sheet, BDF2: momentum", float(fine.drift(fine.momentum).max()), 1e-10))
    checks.append(at_most("primal sheet, BDF2: angular momentum", lost[1], 1e-3))
    checks.append(at_least("the same: halving the step divides the drift by", lost[0] / lost[1], 2.5))
    assert shown is not None
    plots = [_momenta(shown), drifts.theory("the last of them parts", [latest, latest], [1e-16, 1e-12])]
    return Result("torn_pieces", "The pieces of a torn body", checks, plots, __doc__ or "")


def fly(name: str, integrator: Any, dt: float = DT) -> Flight:
    """A body that stretches, flies and spins from the start on, and tears."""
    scene = Scene(collision=False, dt=dt, integrator=integrator)
    scene.add(BODIES[name](), id="body")
    simulation = Simulation(scene)
    x = simulation.positions("body")
    ends = APART / 0.4 * x * np.array([1.0, 0.0, 0.0])
    place(simulation, "body", velocities=VELOCITY + np.cross(SPIN, x) + ends)
    rows = [_read(simulation)]
    for _ in range(round(STEPS * DT / dt)):
        simulation.step()
        rows.append(_read(simulation))
    return Flight(*(np.array(column) for column in zip(*rows, strict=True)))


def _read(simulation: Simulation) -> tuple[Any, ...]:
    """(1), from the pieces as they are told."""
    pieces = simulation.debris("body")
    mass = sum(piece.mass for piece in pieces)
    momentum = sum(piece.momentum for piece in pieces)
    angular = sum(piece.angular_momentum + np.cross(piece.center, piece.momentum) for piece in pieces)
    two = np.full((2, 2, 3), np.nan)
    if len(pieces) > 1:
        two[:] = [(piece.momentum, piece.angular_momentum) for piece in pieces[:2]]
    return simulation.time, len(pieces), mass, momentum, angular, two


def _surface(material: Any) -> Surface:
    return Surface(rectangle(0.8, 0.5), grid=GRID, material=material, fracture=LIMIT)


def _mesh(material: Any) -> Mesh:
    points = rectangle(0.8, 0.5).points(GRID, FREE).reshape(-1, 3)
    return Mesh(points, triangles=cell_triangles(GRID, FREE), material=material, fracture=LIMIT)


def _momenta(flight: Flight) -> Plot:
    t, ends = flight.time, flight.time[[0, -1]]
    plot = Plot("A hybrid sheet that tears in flight", "time [s]", "momentum [kg m/s]")
    for k, axis in enumerate("xyz"):
        plot = plot.theory(f"P_{axis}, as at the start", ends, [flight.momentum[0, k]] * 2)
    for k, axis in enumerate("xyz"):
        plot = plot.computed(f"P_{axis}, all pieces", t[::6], flight.momentum[::6, k])
    parted = flight.parted
    there = np.isfinite(flight.largest[:, 0, 0, 0])
    for k, which in enumerate(("heaviest", "second")):
        plot = plot.computed(f"p_x, {which} piece", t[there][::6], flight.largest[there][::6, k, 0, 0])
    heights = [flight.momentum.min(), flight.momentum.max()]
    return plot.theory("it parts", [parted, parted], heights)
