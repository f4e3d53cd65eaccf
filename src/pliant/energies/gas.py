"""An ideal gas enclosed by a body [003 §2]: P·V = N with N = nRT [J], at constant temperature.

    E = −N ln(V/V₀) ,   ∂E/∂x = −P ∂V/∂x ,   P = N/V                                                          (1)

V is what the outermost layer encloses, by Gauss's theorem a sum over its faces (a, b, c), seen from outside:

    V = ⅙ Σ a·(b × c) ,   ∂V/∂a = ⅙ Σ b × c ,   ∂²V/∂a∂b = −⅙ Σ [c]×                                           (2)

with [c]× v = c × v. V is linear in each node, so that nodes have no blocks of their own. The Hessian of (1) is

    ∂²E = P²/N ∂V ∂Vᵀ − P ∂²V                                                                              (3)

whose first term couples all nodes with all others: it is kept as a vector (`numerics.low_rank`). Newton's method gets
the first term alone, which has no negative eigenvalue.

A ring encloses the area |A|, A = ½ Σ a × b over its edges: a vector, so that a ring in space may turn. E is a function
of s = A·A, E = φ(s) = −½N ln(s/s₀), and with the rows u = e·∂A/∂x = ½ e × (x₋ − x₊) for unit vectors e

    ∂E/∂x = 2φ′ A·∂A ,   ∂²E = Σ (2φ′ + 4φ″(e·A)²) uuᵀ − φ′ [A]× on edges                                        (4)

over three e, one of them along A; Newton's method gets that one, as far as it is not negative. N is then [J] as well:
P is a force per length.

A body that is crushed must come back. Below a twentieth of what it holds at rest, the logarithm goes on as the parabola
that touches it (value, slope and curvature): finite, also for a body turned inside out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from pliant.energies.stress_points import Section
from pliant.model.protocols import Steady
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.compile import kernel
from pliant.numerics.point_layout import PointLayout

_CRUSHED = 0.05  # of the volume at rest


def logarithm(amount: float, q: float, rest: float, least: float) -> tuple[float, float, float]:
    """f = −amount · ln(q/rest), f′ and f″; below q = `least` they go on as a parabola."""
    at = max(q, least)
    value, slope, curvature = -amount * log(at / rest), -amount / at, amount / at / at
    away = min(q - least, 0.0)
    return value + away * (slope + 0.5 * away * curvature), slope + away * curvature, curvature


@kernel
def volume(x, faces, gradient):
    """V of (2) and its gradient, from the corner of a face on: far from the origin nothing is lost."""
    gradient[:] = 0.0
    total, o = 0.0, faces[0, 0]
    ox, oy, oz = x[0, o], x[1, o], x[2, o]
    for f in range(faces.shape[0]):
        for k in range(3):
            a, b, c = faces[f, k], faces[f, (k + 1) % 3], faces[f, (k + 2) % 3]
            bx, by, bz = x[0, b] - ox, x[1, b] - oy, x[2, b] - oz
            cx, cy, cz = x[0, c] - ox, x[1, c] - oy, x[2, c] - oz
            nx, ny, nz = by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx
            gradient[0, a] += nx / 6.0
            gradient[1, a] += ny / 6.0
            gradient[2, a] += nz / 6.0
            if k == 0:
                total += (x[0, a] - ox) * nx + (x[1, a] - oy) * ny + (x[2, a] - oz) * nz
    return total / 6.0


@kernel
def add_volume_hessian(x, faces, slots, scale, values):
    """Add scale · ∂²V of (2); `slots` (n, 3, 2) are those of the pairs 01, 02, 12 and their transposes."""
    o = faces[0, 0]
    for f in range(faces.shape[0]):
        for k in range(3):
            c, turned = faces[f, 2 - k], 1.0 if k == 1 else -1.0  # 20 is the pair that goes round
            add_cross(
                values,
                slots[f, k],
                turned * scale / 6.0,
                x[0, c] - x[0, o],
                x[1, c] - x[1, o],
                x[2, c] - x[2, o],
            )


@kernel
def add_cross(values, slots, scale, x, y, z):
    """Add scale · [(x, y, z)]× to a block and its transpose to the other."""
    for side in range(2):
        row, s = values[slots[side]], scale if side == 0 else -scale
        row[1] -= s * z
        row[2] += s * y
        row[3] += s * z
        row[5] -= s * x
        row[6] -= s * y
        row[7] += s * x


@kernel
def vector_area(x, edges, out):
    """A of a ring with edges (n, 2), into out (3,)."""
    out[:] = 0.0
    o = edges[0, 0]
    for e in range(edges.shape[0]):
        a, b = edges[e, 0], edges[e, 1]
        ax, ay, az = x[0, a] - x[0, o], x[1, a] - x[1, o], x[2, a] - x[2, o]
        bx, by, bz = x[0, b] - x[0, o], x[1, b] - x[1, o], x[2, b] - x[2, o]
        out[0] += 0.5 * (ay * bz - az * by)
        out[1] += 0.5 * (az * bx - ax * bz)
        out[2] += 0.5 * (ax * by - ay * bx)


@kernel
def add_area_row(x, edges, e, scale, out):
    """out += scale · e·∂A/∂x of (4), edge by edge: ½ e × (x₋ − x₊) at a node between two of them."""
    for k in range(edges.shape[0]):
        for side in range(2):
            p, q, s = edges[k, side], edges[k, 1 - side], 0.5 * scale
            if side == 0:
                s = -s
            dx, dy, dz = x[0, q] - x[0, p], x[1, q] - x[1, p], x[2, q] - x[2, p]
            out[0, p] += s * (e[1] * dz - e[2] * dy)
            out[1, p] += s * (e[2] * dx - e[0] * dz)
            out[2, p] += s * (e[0] * dy - e[1] * dx)


@kernel
def add_area_hessian(edges, slots, scale, area, values):
    """Add scale · [A]× on the edges."""
    for k in range(edges.shape[0]):
        add_cross(values, slots[k], scale, area[0], area[1], area[2])


@dataclass
class Gas(Steady):
    """`amount` N [J] of gas inside closed faces (n, 3), counter-clockwise from outside, that hold `rest` [m³]."""

    layout: PointLayout
    faces: np.ndarray
    amount: float
    rest: float
    ranks = 1

    def __post_init__(self):
        self.faces = np.ascontiguousarray(self.faces, dtype=np.int32)
        self.pattern = (self.faces,)
        self._gradient = self.layout.zeros(3)

    def connects(self) -> list[np.ndarray]:
        return []  # it pushes apart

    def stress_points(self, section: Section) -> None:
        return None  # a gas has no shape that could flow

    def damped(self, time: float) -> Gas:
        return self  # nor does it resist changes of it

    def measure(self, x: np.ndarray) -> float:
        """The enclosed volume [m³]."""
        return volume(x, self.faces, self._gradient)

    def pressure(self, x: np.ndarray) -> float:
        """P [Pa]."""
        return -self._terms(self.measure(x))[1]

    def stored(self, x: np.ndarray) -> float:
        return self._terms(self.measure(x))[0]

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        energy, slope, _ = self._terms(self.measure(x))
        self._gradient *= slope
        out += self._gradient
        return energy

    def add_hessian(self, x: np.ndarray, matrix: BlockMatrix, psd: bool) -> None:
        _, slope, curvature = self._terms(self.measure(x))
        assert matrix.low_rank is not None
        matrix.low_rank.add(curvature, self._gradient)
        if psd:
            return
        add_volume_hessian(x, self.faces, matrix.pairs_of(self.faces), slope, matrix.values)

    def _terms(self, v: float) -> tuple[float, float, float]:
        return logarithm(self.amount, v, self.rest, _CRUSHED * self.rest)


@dataclass
class GasInRing(Steady):
    """`amount` N [J] of gas in a ring of edges (n, 2), one after the other, that holds `rest` [m²]."""

    layout: PointLayout
    edges: np.ndarray
    amount: float
    rest: float
    ranks = 3

    def __post_init__(self):
        self.edges = np.ascontiguousarray(self.edges, dtype=np.int32)
        self.pattern = (self.edges,)
        self._area = np.zeros(3)
        self._row = self.layout.zeros(3)

    def connects(self) -> list[np.ndarray]:
        return []  # it pushes apart

    def stress_points(self, section: Section) -> None:
        return None  # a gas has no shape that could flow

    def damped(self, time: float) -> GasInRing:
        return self  # nor does it resist changes of it

    def measure(self, x: np.ndarray) -> float:
        """The enclosed area [m²]."""
        vector_area(x, self.edges, self._area)
        return float(np.sqrt(self._area @ self._area))

    def pressure(self, x: np.ndarray) -> float:
        """P [N/m]."""
        area = self.measure(x)
        return -2.0 * area * self._terms(area)[1]

    def stored(self, x: np.ndarray) -> float:
        return self._terms(self.measure(x))[0]

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        energy, slope, _ = self._terms(self.measure(x))
        add_area_row(x, self.edges, self._area, 2.0 * slope, out)
        return energy

    def add_hessian(self, x: np.ndarray, matrix: BlockMatrix, psd: bool) -> None:
        area = self.measure(x)
        _, slope, curvature = self._terms(area)
        assert matrix.low_rank is not None
        for k, e in enumerate(_frame(self._area)):
            weight = 2.0 * slope + (4.0 * curvature * area * area if k == 0 else 0.0)
            if weight > 0.0 or not psd:
                self._row.fill(0.0)
                add_area_row(x, self.edges, e, 1.0, self._row)
                matrix.low_rank.add(weight, self._row)
        if psd:
            return
        add_area_hessian(self.edges, matrix.pairs_of(self.edges)[:, 0], -slope, self._area, matrix.values)

    def _terms(self, area: float) -> tuple[float, float, float]:
        """φ, φ′ and φ″ at s = |A|²."""
        rest = (
            self.rest * self.rest
        )  # a power would raise an error where a product is infinite, and seen as such
        return logarithm(0.5 * self.amount, area * area, rest, _CRUSHED**2 * rest)


def _frame(along: np.ndarray) -> np.ndarray:
    """Three unit vectors across each other, the first of them along a vector; any, if that is zero."""
    size = np.linalg.norm(along)
    first = along / size if size > 0.0 else np.array([1.0, 0.0, 0.0])
    second = np.cross(first, np.eye(3)[np.argmin(np.abs(first))])
    second /= np.linalg.norm(second)
    return np.stack([first, second, np.cross(first, second)])
