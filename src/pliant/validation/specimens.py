"""Small bodies, one for each way to build an energy: what derivatives and invariance are checked on.

Every scene has one body, "body". A new energy gets a row here, and every contract is checked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from pliant.build.model import BodyModel, build
from pliant.contact import (
    Capsule,
    Cylinder,
    Ellipsoid,
    ExponentialPenalty,
    Hyperboloid,
    Penalty,
    Plane,
    QuadraticPenalty,
    Sphere,
    Torus,
    Union,
)
from pliant.energies.elements import ElementEnergy
from pliant.forces import Gravity, Spring
from pliant.forces.hands import GrabEnergy, Pull, Spot
from pliant.integrators.system import BodySystem
from pliant.model import Elastic, Raw, Sheet, Surface, laws
from pliant.model.protocols import Energy, StepContext
from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.matrix import WIDE, GridMatrix
from pliant.scene.events import Grab
from pliant.scene.schema import Scene
from pliant.shapes import bezier, ellipsoid, rectangle
from pliant.validation.points import ELASTIC_POINTS, GAS_POINTS, PLANAR_POINTS

METAL = Elastic(young=2e5, poisson=0.3, thickness=0.05, density=300.0)
CLOTH = Sheet(membrane=(900.0, 100.0, 600.0, 200.0), bending=(3.0, 0.5, 2.0, 0.8), area_density=0.3)
SKEW = [(0.0, 0.0, 0.0), (1.0, 0.1, 0.0), (0.5, 0.9, 0.0), (1.6, 1.0, 0.0)]  # not even a parallelogram
DOME = [(0.4 * j, 0.5 * i, 0.3 * (i == 1) * (j == 1) + 0.1 * j) for i in range(3) for j in range(3)]


def _surface(**changes: Any) -> Scene:
    spec: dict[str, Any] = {"shape": rectangle(1.0, 0.8), "grid": (5, 4), "material": METAL, "id": "body"}
    return Scene(collision=False, bodies=[Surface(**{**spec, **changes})])


def _own_energy(first: Any, second: Any) -> Any:
    shear = 2e5 / 2.6
    return 0.3 * shear * (first - 3.0) + 0.2 * shear * np.log(second / 3.0) * 3.0


LAWS = {
    "neo-Hookean": laws.NeoHookean(),
    "corotated": laws.Corotated(),
    "Mooney–Rivlin": laws.MooneyRivlin(0.3),
    "Ogden": laws.Ogden(),
    "custom": laws.Custom(_own_energy),
}


def _of_law(law: Any, damping: float = 0.0, poisson: float = 0.3, **changes: Any) -> Scene:
    material = METAL.model_copy(update={"law": law, "damping": damping, "poisson": poisson})
    return _surface(material=material, **changes)


ELASTIC: dict[str, Callable[[], Scene]] = {
    "isotropic": lambda: _surface(),
    "four stiffnesses": lambda: _surface(material=CLOTH),
    "fibres at an angle": lambda: _surface(material=CLOTH.model_copy(update={"fibre_angle": 0.4})),
    "curved at rest": lambda: _surface(shape=bezier(DOME, order=2)),
    "skew grid": lambda: _surface(shape=bezier(SKEW, order=1)),
    "tube": lambda: _tube(),
    **{name: partial(_of_law, law) for name, law in LAWS.items()},
    "neo-Hookean skew grid, internal damping": lambda: _of_law(
        laws.NeoHookean(), shape=bezier(SKEW, order=1), damping=0.05
    ),
    "Mooney–Rivlin that keeps its volume, curved and torn": lambda: _of_law(
        laws.MooneyRivlin(0.3), shape=bezier(DOME, order=2), broken_links=[((1, 1), (2, 1))], poisson=0.5
    ),
    "torn": lambda: _surface(broken_links=[((1, 1), (2, 1)), ((2, 2), (2, 3))]),
    "internal damping": lambda: _surface(material=METAL.model_copy(update={"damping": 0.05})),
    "weights of the papers": lambda: _surface(
        material=Raw(tension=((0.5, 0.2), (0.2, 0.4)), bending=0.1, mass=0.1)
    ),
}

LOADS: dict[str, Callable[[], Scene]] = {
    "gravity": lambda: _loaded(Gravity((1.0, 2.0, -9.0))),
    "springs": lambda: _loaded(Spring(30.0, (0.1, 0.2, 0.5))),
    "hand at a node": lambda: _grabbed(node=(2, 1)),
    "hand at a spot": lambda: _grabbed(nodes=[(1, 2), (2, 1), (2, 2)], weights=(0.5, 0.2, 0.3)),
    "hand across a seam": lambda: _grabbed(
        nodes=[(5, 3), (0, 3), (0, 2)], weights=(0.1, 0.6, 0.3), tube=True
    ),
}

_BALL = Sphere(center=(0.05, 0.02, -0.15), radius=0.4)
_EGG = Ellipsoid(center=(0.0, 0.05, -0.1), semi_axes=(0.5, 0.3, 0.35), rotation=(0.3, 0.2, 0.1))
_CAN = Cylinder(center=(0.02, 0.0, 0.0), radius=0.3, height=0.4, rotation=(0.4, 0.0, 0.2))
_PILL = Capsule(center=(0.0, 0.02, 0.01), radius=0.25, length=0.3, rotation=(0.3, 0.5, 0.0))
_RING = Torus(center=(0.0, 0.03, 0.02), radius=0.35, tube=0.12, rotation=(0.2, 0.1, 0.0))
_WAIST = Hyperboloid((0.3, 0.25, 0.2), 0.5, center=(0.0, 0.02, 0.05), rotation=(0.3, 0.1, 0.0))
CONTACTS: dict[str, Callable[[], Scene]] = {
    "plane, penalty": lambda: _touching(Plane(normal=(0.1, 0.2, 1.0)), Penalty(500.0, margin=0.01)),
    "sphere, penalty": lambda: _touching(_BALL, Penalty(500.0, margin=0.01)),
    "sphere, exponential": lambda: _touching(_BALL, ExponentialPenalty(strength=0.01, epsilon=0.05)),
    "sphere, quadratic": lambda: _touching(_BALL, QuadraticPenalty(epsilon=0.05, velocity_test=False)),
    "ellipsoid, penalty": lambda: _touching(_EGG, Penalty(500.0)),
    "cylinder, exponential": lambda: _touching(_CAN, ExponentialPenalty(strength=0.01, epsilon=0.05)),
    "capsule, exponential": lambda: _touching(_PILL, ExponentialPenalty(strength=0.01, epsilon=0.05)),
    "torus, exponential": lambda: _touching(_RING, ExponentialPenalty(strength=0.01, epsilon=0.05)),
    "hyperboloid, penalty": lambda: _touching(_WAIST, Penalty(500.0)),
    "union, exponential": lambda: _touching(
        Union(parts=[_BALL, _CAN]), ExponentialPenalty(strength=0.01, epsilon=0.05)
    ),
}


def _loaded(force: Any) -> Scene:
    scene = _surface()
    scene.add(force)
    return scene


def _grabbed(*, tube: bool = False, **spot: Any) -> Scene:
    scene = _tube() if tube else _surface()
    scene.at(0.0, Grab("body", **spot, to=(0.1, 0.2, 0.5), stiffness=30.0))
    return scene


def _tube() -> Scene:
    return _surface(shape=ellipsoid(0.5, 0.4, 0.6), grid=(6, 5), periodic=(True, False), material=CLOTH)


def _touching(obstacle: Any, response: Any) -> Scene:
    scene = _surface()
    scene.add(obstacle.model_copy(update={"response": response}))
    return scene


_ELASTIC = (ELASTIC, ELASTIC_POINTS, PLANAR_POINTS, GAS_POINTS)


class Probe:
    """Energies of a specimen as plain functions of positions (M, N, 3), or (count, 3) of a body of points."""

    def __init__(self, body: BodyModel, energies: list[Energy]):
        self.body = body
        self.layout = body.system.layout
        self.system = BodySystem(body.name, self.layout, body.system.mass, energies)
        self._frozen = self.system.at()
        self._out = self.layout.zeros(3)

    def begin(self, before: np.ndarray, interval: float = 0.1) -> None:
        """Start a step from positions `before`: what internal damping refers to."""
        x = self.layout.spread(before)
        step = StepContext(x, self.layout.zeros(3), 0.0, interval, x, interval)
        self._frozen = self.system.freeze(step)

    def energy(self, points: np.ndarray) -> float:
        return self._frozen.gradient(self.layout.spread(points), self._out)

    def gradient(self, points: np.ndarray) -> np.ndarray:
        """∂E/∂x, shape (M·N·3,)."""
        self._frozen.gradient(self.layout.spread(points), self._out)
        return self.layout.gather(self._out).ravel()

    def hessian(self, points: np.ndarray, *, psd: bool) -> np.ndarray:
        """∂²E/∂x² as a full matrix."""
        layout = self.layout
        matrix = (
            GridMatrix.zeros(layout, WIDE) if isinstance(layout, GridLayout) else self.system.make_matrix()
        )
        self._frozen.hessian(self.layout.spread(points), matrix, psd)
        return matrix.to_sparse().toarray()


def rest_of(body: BodyModel) -> np.ndarray:
    """Rest positions (M, N, 3)."""
    layout = body.system.layout
    return layout.gather(body.shape.positions).reshape(*layout.shape, 3)


def deformed(body: BodyModel, amount: float = 0.06, seed: int = 1) -> np.ndarray:
    """The rest shape with every node displaced at random [m]; nodes that coincide stay together."""
    layout = body.system.layout
    shift = np.random.default_rng(seed).normal(scale=amount, size=(*layout.shape, 3))
    flat = shift.reshape(-1, 3)
    number = np.full(layout.size, -1)
    number[layout.nodes] = np.arange(layout.count)
    for group in body.system.ties:
        flat[number[group]] = flat[number[group[0]]]
    return rest_of(body) + shift


def probes(scenes: dict[str, Any], only: str | None = None) -> Iterator[tuple[str, Probe]]:
    """Each energy of each scene (or of one) by itself, with a name for tables."""
    for name in scenes if only is None else (only,):
        scene = scenes[name]()
        body = build(scene).bodies[0]
        elastic = {id(energy) for energy in body.elastic}
        for energy in (*body.system.energies, *_hands(scene, body)):
            if (id(energy) in elastic) == any(scenes is group for group in _ELASTIC):
                kind = type(energy.law if isinstance(energy, ElementEnergy) else energy).__name__
                yield f"{kind}, {name}", Probe(body, [energy])


def _hands(scene: Scene, body: BodyModel) -> list[GrabEnergy]:
    """What the hands of the scene's events pull with."""
    return [
        GrabEnergy((Pull(Spot.of(body.layout, *event.spot), event.stiffness, np.array(event.to)),))
        for event in scene.events
        if isinstance(event, Grab) and event.stiffness and event.to
    ]
