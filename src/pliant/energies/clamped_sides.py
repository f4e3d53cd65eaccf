"""Clamped sides of triangles: what keeps the direction of a mesh along a line of nodes that are held.

The slope s = Σ a_k x_k across a side is a weighted sum of nodes nearby (`slopes`). Along a side of length L of a
triangle of area A it may not turn out of the plane that it began in, which has the normal n:

    E = ½ K (n·s)² ,   K = 2β D L²/A .                                                                       (1)

D [N·m] is the bending stiffness, and h = 2A/L the height of the triangle. A body that is bent by the moment M per
length turns there by ML/K = (M/D) h/4β, as if it were longer by a hundredth of h.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pliant.energies.clamped import PREFIX
from pliant.energies.elements import ElementEnergy, at, register
from pliant.energies.mesh import RestTriangles
from pliant.model.protocols import StepContext, changed
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.compile import inlined, uint

_FIRM = 25.0  # β


class HeldSlope(NamedTuple):
    """Sides whose slope keeps a direction; the nodes are those of its sum."""

    weights: np.ndarray  # (K, m) a_k [1/m]
    normals: np.ndarray  # (3, m) n; 0 holds nothing
    stiffness: np.ndarray  # (m,) K [N·m]
    reference: np.ndarray  # (1, m), of no use: nothing is damped

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return []


@inlined
def _turned(law, e, s, j):
    """n and n·s."""
    n = law.normals[0, e], law.normals[1, e], law.normals[2, e]
    c = 0.0
    for k in range(law.weights.shape[0]):
        y = n[0] * s.y[at(3 * k, j)] + n[1] * s.y[at(3 * k + 1, j)] + n[2] * s.y[at(3 * k + 2, j)]
        c += law.weights[k, e] * y
    return n, c


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    for j in range(n):
        e = uint(first + j)
        normal, c = _turned(law, e, s, j)
        pull = law.stiffness[e] * c
        total += 0.5 * pull * c
        for k in range(law.weights.shape[0]):
            for i in range(3):
                s.f[at(3 * k + i, j)] = pull * law.weights[k, e] * normal[i]
    return total


@inlined
def _hessian(law, first, n, s, psd):
    count = law.weights.shape[0]
    for j in range(n):
        e = uint(first + j)
        pair = 0
        for k in range(count):
            for m in range(k + 1, count):
                g = law.stiffness[e] * law.weights[k, e] * law.weights[m, e]
                for u in range(3):
                    for v in range(3):
                        s.h[at(9 * pair + 3 * u + v, j)] = g * law.normals[u, e] * law.normals[v, e]
                pair += 1


@inlined
def _measure(law, first, n, s):
    for j in range(n):
        _, s.f[at(0, j)] = _turned(law, uint(first + j), s, j)


register(HeldSlope, gradient=_gradient, hessian=_hessian, measure=_measure)


@dataclass
class SideClamp:
    """(1) along the sides that a clamp holds. The normals (3, m) are in the body's memory; 0 holds nothing."""

    edge: str  # what it is that is held
    held: np.ndarray  # (2, m) flat indices of the ends of sides
    energy: ElementEnergy

    @classmethod
    def build(cls, rest: RestTriangles, edge: str, held: np.ndarray, flexure: np.ndarray) -> SideClamp | None:
        """Of the sides both ends of which are `held`, bool by vertex; `flexure` (P,) [N·m]."""
        _, whole = rest.sides()
        ends = rest.triangles[:, [[1, 2], [2, 0], [0, 1]]]
        inside = held[whole.vertex[ends]].all(axis=2)
        mine = np.arange(len(ends))[:, None] > whole.next  # of two triangles the second has it
        chosen = np.argwhere(inside & (mine | (whole.next < 0)))
        if not len(chosen):
            return None
        triangle, side = chosen.T
        nodes, weights = rest.side_slopes(chosen)
        ends = ends[triangle, side].T
        square = ((rest.positions[ends[0]] - rest.positions[ends[1]]) ** 2).sum(axis=1)
        stiffness = 2.0 * _FIRM * flexure[ends].mean(axis=0) * square / rest.area[triangle]
        none = np.zeros((3, len(chosen)))
        law = HeldSlope(np.ascontiguousarray(weights.T), none, stiffness, none[:1])
        return cls(edge, ends, ElementEnergy(rest.layout, nodes, law))

    def __post_init__(self):
        self.pattern = self.energy.pattern

    @property
    def name(self) -> str:
        return PREFIX + self.edge

    @property
    def turns(self) -> np.ndarray:
        """Flat indices of the nodes that it turns about those that are held."""
        return np.unique(self.energy.nodes)

    def direction(self, x: np.ndarray) -> np.ndarray:
        """n (3, m) of the present positions."""
        slope = np.einsum("cmk,mk->cm", x[:, self.energy.nodes], self.energy.law.weights.T)
        n = np.cross(x[:, self.held[1]] - x[:, self.held[0]], slope, axis=0)
        size = np.linalg.norm(n, axis=0)
        return np.divide(n, size, out=np.zeros_like(n), where=size > 0.0)

    def memory(self) -> dict[str, np.ndarray]:
        return {self.name: np.zeros((3, self.held.shape[1]))}

    def at(self, time: float, memory: Mapping[str, np.ndarray]) -> SideClamp:
        if self.name not in memory:
            return self
        law = self.energy.law._replace(normals=memory[self.name])
        return changed(self, energy=changed(self.energy, law=law, _elastic=law, _now=law))

    def freeze(self, step: StepContext) -> SideClamp:
        return self.at(step.time, step.memory)

    def stored(self, x: np.ndarray) -> float:
        return self.energy.stored(x)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return self.energy.add_gradient(x, out)

    def add_hessian(self, x: np.ndarray, matrix: BlockMatrix, psd: bool) -> None:
        self.energy.add_hessian(x, matrix, psd)
