"""A body that is torn in flight: its pieces have together what it had [002 §4.3].

A free body is thrown, spinning, and stretched so fast that it parts along a weak seam. A break takes away forces
between nodes, but neither nodes nor velocities. So mass, momentum and angular momentum summed over the pieces stay,

    Σ m ,   P = Σ P_k ,   L = Σ (L_k + c_k × P_k)                                                            (1)

with L_k about the centre c_k of piece k, before, while and after it breaks. Explicit steps keep (1) to rounding (see
`conservation`), BDF2 keeps P, and L up to what a step leaves of it. Once apart, each piece keeps its own P_k and L_k;
pieces of hybrid bodies do not: they go on sharing one frame, whose gauge ties them to each other, and keep only sums.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pliant.checks import Check, at_most, between
from pliant.integrators.spec import BDF2, Explicit
from pliant.model import Body, Bulk, Fracture, Hybrid, Mesh, Sheet, Solid, Springs, Surface
from pliant.numerics.grid import cell_triangles
from pliant.scene.schema import Scene
from pliant.shapes import box, rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Curve, Plot, Result
from pliant.validation.states import place

GRID, SECONDS = (9, 8), 0.05
VELOCITY, SPIN = (0.3, -0.2, 1.0), (0.5, 1.0, 6.0)  # [m/s], [rad/s]
RATE = 12.0  # [1/s], at which it is stretched at first
SCHEMES = ((Explicit(), 2e-4), (BDF2(tolerance=1e-9, newton_iterations=30), 1e-3))
SEAM = Fracture(lambda u: 0.02 + np.abs(u[:, 0] - 0.4375))
CLOTH = Sheet(membrane=50.0, bending=1e-3, area_density=0.2)
NET = Springs(stiffness=100.0, shear=50.0, bend=5.0, mass=3e-3, damping=0.01)
SPLINE = Hybrid(slope=50.0, curvature=1e-3, density=0.2)


def _surface(material: Any) -> Surface:
    return Surface(rectangle(0.8, 0.7), grid=GRID, material=material, fracture=SEAM)


def _triangles() -> Mesh:
    points = rectangle(0.8, 0.7).points(GRID, (False, False)).reshape(-1, 3)
    faces = cell_triangles(GRID, (False, False))
    return Mesh(points, triangles=faces, material=CLOTH, fracture=SEAM)


def _solid() -> Solid:
    material = Bulk(young=2e4, poisson=0.3, density=100.0)
    return Solid(box(0.8, 0.3, 0.2), grid=(9, 4, 3), material=material, fracture=SEAM)


BODIES: dict[str, Body] = {
    "sheet": _surface(CLOTH),
    "springs": _surface(NET),
    "hybrid sheet": _surface(SPLINE),
    "triangles": _triangles(),
    "solid": _solid(),
}


# Relative drifts of momentum and angular momentum, of the whole and of a piece once it is apart.
LIMITS = {"explicit": (1e-11, 1e-11, 1e-11), "bdf2": (1e-9, 2e-3, 2e-3)}


class Flight(NamedTuple):
    """What is seen at the start and after every step; momenta are P and L about the origin, (…, 6)."""

    times: np.ndarray
    mass: np.ndarray
    pieces: np.ndarray  # how many
    whole: np.ndarray  # (steps, 6): (1) from the pieces
    parts: np.ndarray  # (2, steps, 6): of the nodes of the two heaviest pieces of the end

    @property
    def apart(self) -> int:
        """The step after which the pieces are what they are at the end."""
        return int(np.flatnonzero(self.pieces != self.pieces[-1]).max()) + 1


def run() -> Result:
    checks, drifts = [], []
    shown: Flight | None = None
    for scheme, dt in SCHEMES:
        for name, body in BODIES.items():
            flight = fly(body, scheme, dt)
            checks += _checks(f"{name}, {scheme.kind}", scheme.kind, flight, shares=name != "hybrid sheet")
            if scheme.kind == "explicit":
                drifts.append(Curve(name, flight.times[1:], _drift(flight.whole)[1:, 1].clip(1e-17)))
                shown = shown or flight
    assert shown is not None
    return Result("torn_pieces", "Torn in flight", checks, [_story(shown), _drifts(drifts)], __doc__ or "")


def fly(body: Body, scheme: Any, dt: float) -> Flight:
    """Throw a body, and follow it until its pieces are well apart."""
    scene = Scene(dt=dt, integrator=scheme)
    scene.add(body, id="body")
    simulation = Simulation(scene)
    model = simulation.model.body("body")
    mass = model.layout.gather(model.system.mass)[:, None]
    away = simulation.positions("body") - (mass * simulation.positions("body")).sum(axis=0) / mass.sum()
    thrown = VELOCITY + np.cross(SPIN, away) + away * (RATE, 0.0, 0.0)
    place(simulation, "body", velocities=thrown)
    times, masses, counts, wholes, nodes = [], [], [], [], []
    for step in range(round(SECONDS / dt) + 1):
        if step:
            simulation.step()
        pieces = simulation.debris("body")
        turning = [piece.angular_momentum + np.cross(piece.centre, piece.momentum) for piece in pieces]
        times.append(simulation.time)
        masses.append(sum(piece.mass for piece in pieces))
        counts.append(len(pieces))
        wholes.append(np.hstack([sum(piece.momentum for piece in pieces), sum(turning)]))
        x, v = simulation.positions("body"), simulation.velocities("body")
        nodes.append(mass * np.hstack([v, np.cross(x, v)]))
    halves = [np.array(nodes)[:, piece.nodes].sum(axis=1) for piece in pieces[:2]]
    return Flight(np.array(times), np.array(masses), np.array(counts), np.array(wholes), np.array(halves))


def _drift(momenta: np.ndarray) -> np.ndarray:
    """(steps, 2): relative change of P and L since the first step."""
    both = momenta.reshape(-1, 2, 3)
    return np.linalg.norm(both - both[0], axis=2) / np.linalg.norm(both[0], axis=1)


def _checks(name: str, scheme: str, flight: Flight, *, shares: bool) -> list[Check]:
    straight, turning, own = LIMITS[scheme]
    drift, broken = _drift(flight.whole), flight.times[np.argmax(flight.pieces > 1)]
    heaviest = flight.parts[:, flight.apart :]
    checks = [
        between(f"{name}: it is torn at", float(broken), 0.1 * SECONDS, 0.5 * SECONDS, "s"),
        at_most(f"{name}: relative change of mass", float(np.ptp(flight.mass) / flight.mass[0]), 1e-12),
        at_most(f"{name}: relative drift of momentum", float(drift[:, 0].max()), straight),
        at_most(f"{name}: relative drift of angular momentum", float(drift[:, 1].max()), turning),
    ]
    if shares:
        worst = max(float(_drift(piece).max()) for piece in heaviest)
        checks.append(at_most(f"{name}: relative drift of the momenta of a piece, once apart", worst, own))
    return checks


def _story(flight: Flight) -> Plot:
    """The halves pull at each other until they are apart."""
    t, along = flight.times, flight.parts[:, :, 0]
    broken = t[flight.apart]
    low, high = float(along.min()), float(along.max())
    every = slice(None, None, 5)
    curves = [
        Curve("the break", [broken, broken], [low, high], "theory"),
        Curve("sum at the start", [0.0, SECONDS], [flight.whole[0, 0]] * 2, "theory"),
        Curve("heavier piece", t[every], along[0, every]),
        Curve("lighter piece", t[every], along[1, every]),
        Curve("sum of all pieces", t[every], flight.whole[every, 0]),
    ]
    return Plot("A sheet that is torn in flight: momentum along x", "time [s]", "P_x [kg·m/s]", curves)


def _drifts(curves: list[Curve]) -> Plot:
    limit = Curve("tolerance", [0.0, SECONDS], [LIMITS["explicit"][1]] * 2, "theory")
    title = "Torn in flight, explicit steps: drift of angular momentum"
    return Plot(title, "time [s]", "|L − L₀| / |L₀|", [limit, *curves], log_y=True)
