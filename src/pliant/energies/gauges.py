"""How much curves, solids and meshes are stretched and bent, for colouring and for the energy balance.

Stretch at a node is the largest principal stretch minus one over the elements that meet there: |e|/|e⁰| of the edges
of a curve and of springs, and the root of the largest eigenvalue of FᵀF of triangles, tetrahedra, and cells at their
centre.

Bending [1/m] of a curve is the change of its turning per length; of a mesh, the size of the change of curvature of the
triangles that meet there, the root of the sum of squares (a cylinder of radius R has 1/R); a solid has none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np

from pliant.energies.curve import RestCurve, turns
from pliant.energies.mesh import RestTetrahedra, RestTriangles
from pliant.energies.slopes import Stencils
from pliant.energies.solid import RestSolid
from pliant.numerics.point_layout import PointLayout


class Gauge(Protocol):
    """Reads stretch and bending off positions x (3, P), at every node: shape (nodes,)."""

    def stretch(self, x: np.ndarray) -> np.ndarray: ...
    def bending(self, x: np.ndarray) -> np.ndarray: ...


def _none() -> np.ndarray:
    return np.empty(0, dtype=np.int32)


def largest_at_nodes(count: int, elements: np.ndarray, values: np.ndarray, least: float) -> np.ndarray:
    """The largest of the values (n,) of the elements (n, k) around each node, (count,); 0 where there are none."""
    out = np.full(count, least)
    for column in elements.T:
        np.maximum.at(out, column, values)
    return np.where(out == least, 0.0, out)


def largest_eigenvalue(g: np.ndarray) -> np.ndarray:
    """Of symmetric matrices (3, 3, n), in closed form."""
    mean = (g[0, 0] + g[1, 1] + g[2, 2]) / 3.0
    a, b, c = g[0, 0] - mean, g[1, 1] - mean, g[2, 2] - mean
    d, e, f = g[0, 1], g[0, 2], g[1, 2]
    p = np.sqrt((a * a + b * b + c * c + 2.0 * (d * d + e * e + f * f)) / 6.0)
    half_det = 0.5 * (a * (b * c - f * f) - d * (d * c - e * f) + e * (d * f - b * e))
    cosine = np.divide(half_det, p**3, out=np.ones_like(p), where=p > 1e-100)
    return mean + 2.0 * p * np.cos(np.arccos(np.clip(cosine, -1.0, 1.0)) / 3.0)


@dataclass(frozen=True)
class CurveGauge:
    """Of a curve; `gone` are the numbers of the edges that are broken, over which nothing is read."""

    rest: RestCurve
    gone: np.ndarray = field(default_factory=_none)

    def stretch(self, x: np.ndarray) -> np.ndarray:
        rest = self.rest
        points = rest.layout.gather(x)
        length = np.linalg.norm(points[rest.edges[:, 1]] - points[rest.edges[:, 0]], axis=1)
        values = length / rest.edge_length - 1.0
        values[self.gone] = -1.0
        return largest_at_nodes(rest.layout.count, rest.edges, values, -1.0)

    def bending(self, x: np.ndarray) -> np.ndarray:
        rest, out = self.rest, np.zeros(self.rest.layout.count)
        if len(rest.bends):
            middle = rest.bends[:, 1]
            change = self._turning(rest.layout.gather(x)) - self._turning(rest.positions)
            out[middle] = np.abs(change) / rest.node_length[middle]
        out[rest.edges[self.gone]] = 0.0
        return out

    def _turning(self, points: np.ndarray) -> np.ndarray:
        return 2.0 * np.arctan(0.5 * np.linalg.norm(turns(points[self.rest.bends]), axis=1))


@dataclass(frozen=True)
class SpringGauge:
    """Of pairs of nodes (n, 2) at distances `length` (n,) at rest; they know no bending."""

    layout: PointLayout
    pairs: np.ndarray
    length: np.ndarray

    @classmethod
    def of(cls, layout: PointLayout, points: np.ndarray, pairs: np.ndarray) -> SpringGauge:
        return cls(layout, pairs, np.linalg.norm(points[pairs[:, 1]] - points[pairs[:, 0]], axis=1))

    def stretch(self, x: np.ndarray) -> np.ndarray:
        points = self.layout.gather(x)
        length = np.linalg.norm(points[self.pairs[:, 1]] - points[self.pairs[:, 0]], axis=1)
        return largest_at_nodes(self.layout.count, self.pairs, length / self.length - 1.0, -1.0)

    def bending(self, x: np.ndarray) -> np.ndarray:
        return np.zeros(self.layout.count)


@dataclass(frozen=True)
class TriangleGauge:
    """Of triangles; `gone` are the numbers of those that are torn, in which nothing is read."""

    rest: RestTriangles
    gone: np.ndarray = field(default_factory=_none)

    @cached_property
    def _flat(self) -> np.ndarray:
        """Inverse of the edges at rest in the plane of each triangle, (2, 2, n)."""
        first, second = self.rest.axes((1.0, 0.0, 0.0))
        x = self.rest.positions[self.rest.triangles]
        edges = [x[:, 1] - x[:, 0], x[:, 2] - x[:, 0]]
        flat = np.array([[np.sum(axis * edge, axis=1) for edge in edges] for axis in (first, second)])
        return np.moveaxis(np.linalg.inv(np.moveaxis(flat, 2, 0)), 0, 2)

    def stretch(self, x: np.ndarray) -> np.ndarray:
        rest = self.rest
        corners = rest.layout.gather(x)[rest.triangles]
        edges = np.stack([corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]])  # (2, n, 3)
        f = np.einsum("enc,ean->can", edges, self._flat)
        g = np.einsum("can,cbn->abn", f, f)
        half, det = 0.5 * (g[0, 0] + g[1, 1]), g[0, 0] * g[1, 1] - g[0, 1] ** 2
        largest = half + np.sqrt(np.maximum(half**2 - det, 0.0))
        values = np.sqrt(largest) - 1.0
        values[self.gone] = -1.0
        return largest_at_nodes(rest.layout.count, rest.triangles, values, -1.0)

    @cached_property
    def _stencils(self) -> Stencils:
        return self.rest.stencils((1.0, 0.0, 0.0), self.gone)

    @cached_property
    def _rest(self) -> np.ndarray:
        return self._curvature(self.rest.positions)

    def bending(self, x: np.ndarray) -> np.ndarray:
        change = self._curvature(self.rest.layout.gather(x)) - self._rest
        values = np.sqrt(change[0] ** 2 + change[1] ** 2 + 2.0 * change[2] ** 2)
        values[self.gone] = -1.0
        return largest_at_nodes(self.rest.layout.count, self.rest.triangles, values, -1.0)

    def _curvature(self, points: np.ndarray) -> np.ndarray:
        """The curvatures 11, 22 and 12 of each triangle, (3, n)."""
        nodes, weights = self._stencils
        corners = points[nodes[:, :3]]
        normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-300
        return np.einsum("nik,nkc,nc->in", weights, points[nodes], normal, optimize=True)


@dataclass(frozen=True)
class CellGauge:
    """Of elements (n, k) with the gradients (k, 3, n) of their nodes."""

    layout: PointLayout
    elements: np.ndarray
    gradients: np.ndarray

    @classmethod
    def of(cls, rest: RestSolid | RestTetrahedra) -> CellGauge:
        if isinstance(rest, RestSolid):
            return cls(rest.layout, rest.cells, rest.samples[0].gradients)
        return cls(rest.layout, *rest.mean)

    def stretch(self, x: np.ndarray) -> np.ndarray:
        f = sum(
            x[:, None, column] * gradient[None]
            for column, gradient in zip(self.elements.T, self.gradients, strict=True)
        )
        g = np.einsum("can,cbn->abn", f, f)
        values = np.sqrt(np.maximum(largest_eigenvalue(g), 0.0)) - 1.0
        values[~self.gradients.any(axis=(0, 1))] = -1.0  # cells without volume
        return largest_at_nodes(self.layout.count, self.elements, values, -1.0)

    def bending(self, x: np.ndarray) -> np.ndarray:
        return np.zeros(self.layout.count)
