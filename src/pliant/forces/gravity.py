"""Gravity: f = μ g on a node of mass μ [000 (3.5.3)]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, Discriminator, Tag

from pliant.errors import PliantError
from pliant.forces.planets import PLANETS, Planet
from pliant.forces.target import Acting, ForcedBody, ForceSpec
from pliant.model.protocols import Steady
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import Layout
from pliant.numerics.matrix import Matrix
from pliant.problems import did_you_mean
from pliant.spec import Shown, Vec3, measured


def _form(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "vector"
    return "name" if isinstance(value, str) else "number"


def _told(value: Any) -> Any:
    if isinstance(value, str):
        name = value.lower()
        if name not in PLANETS:
            raise ValueError(f"there is no planet named {value!r}; {did_you_mean(name, PLANETS)}")
        return name
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


Acceleration = Annotated[
    Annotated[Vec3, Tag("vector")] | Annotated[float, Tag("number")] | Annotated[Planet, Tag("name")],
    Discriminator(_form),
    BeforeValidator(_told),
    measured("m/s²"),
]


class Gravity(ForceSpec):
    """A uniform field `g` [m/s²]: a vector, a number (downwards, along −z) or the name of a planet."""

    positional: ClassVar = ("g",)

    kind: Literal["gravity"] = "gravity"
    g: Annotated[Acceleration, Shown("Field")] = "earth"

    def build(self, body: ForcedBody) -> Acting:
        weight = gravity_vector(self.g)[:, None] * body.mass * body.chosen
        return Acting(loads=(GravityEnergy(body.layout, weight),) if weight.any() else ())


def gravity_vector(g: Vec3 | float | str | None) -> np.ndarray:
    """The acceleration [m/s²] as a vector (3,); None is weightlessness."""
    if g is None:
        return np.zeros(3)
    if isinstance(g, str):
        if g not in PLANETS:
            raise PliantError(f"there is no planet named {g!r}; {did_you_mean(g, PLANETS)}")
        g = PLANETS[g]
    return np.array([0.0, 0.0, -float(g)]) if isinstance(g, int | float) else np.asarray(g, dtype=float)


@kernel
def linear_energy(x, force, out, span):
    """E = −Σ f·x; out −= f."""
    total = 0.0
    for row in range(span.rows):
        start = span.first + row * span.width
        part = 0.0
        for c in range(3):
            for p in range(start, start + span.columns):
                out[c, p] -= force[c, p]
                part -= force[c, p] * x[c, p]
        total += part
    return total


@dataclass
class GravityEnergy(Steady):
    """E = −Σ μ g·x [000 (3.5.3)]; `weight` (3, P) is μ g [N]."""

    layout: Layout
    weight: np.ndarray

    pattern = ()

    def __post_init__(self):
        self._discard = self.layout.zeros(3)
        self._along = [c for c in range(3) if self.weight[c].any()]

    cause = "gravity"

    def loads(self) -> list[tuple[np.ndarray, np.ndarray]]:
        nodes = self.layout.nodes
        return [(nodes, self.weight[:, nodes])]

    def stored(self, x: np.ndarray) -> float:
        return linear_energy(x, self.weight, self._discard, self.layout.span)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return linear_energy(x, self.weight, out, self.layout.span)

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> None:
        for c in self._along:
            out[c] += self.weight[c]

    def add_hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None: ...
