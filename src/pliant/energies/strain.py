"""How much a surface is stretched and bent, for colouring and for the energy balance.

Stretch at a point of a cell (`cells`) with metric G and rest metric G⁰: the squared principal stretches are the
eigenvalues of

    (G⁰)⁻¹ G .                                                                                             (1)

Bending at a node with curvature B and rest curvature B⁰, both in grid coordinates: the principal changes of curvature
κ₁, κ₂ [1/m] are the eigenvalues of S = (G⁰)⁻¹ (B − B⁰), taken with the rest metric, and what is told is

    √(κ₁² + κ₂²) = √(S : Sᵀ) .                                                                             (2)

A flat sheet rolled up to radius R has 1/R. The curvature across a free edge cannot be sampled and counts as unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pliant.energies.cells import POINTS, Cells, change, edges, mix, strain
from pliant.energies.surface import RestSurface, metric_energy
from pliant.numerics.compile import kernel, uint
from pliant.numerics.differences import cross_difference, forward, second


@kernel
def node_stretch(x, cells, span, halo, out):
    """The largest principal stretch minus one at the points of cells that are near to a node, into out (P,)."""
    w, t, v = span.width, cells.offset, cells.beside
    for p in range(out.shape[0]):
        out[p] = -1.0
    for row in range(span.rows):
        start = span.first + row * w
        for p in range(start, start + span.columns):
            c = uint(p)
            a0, a1, b0, b1 = edges(x, w, p)
            a, b = mix(cells.share[0, c], a0, a1), mix(cells.share[1, c], b0, b1)
            e11, e22, e12, h1, h2 = strain(cells, c, change(cells.rest, 1.0, c, a0, a1, b0, b1, a, b))
            r11, r22, r12 = cells.metric[0, c], cells.metric[1, c], cells.metric[2, c]
            det = r11 * r22 - r12 * r12
            if det <= 0.0:  # edges so nearly along each other that rounding has left no area
                continue
            for point in range(POINTS):
                i, j = point // 2, point % 2
                if cells.area[point, c] == 0.0:
                    continue
                d1, d2 = t[i, c] * h1, t[2 + j, c] * h2
                g11, g22 = r11 + e11 + d1 + v[2, c] * d2, r22 + e22 + v[0, c] * d1 + d2
                g12 = r12 + e12 + v[1, c] * d1 + v[3, c] * d2
                half_trace = 0.5 * (r22 * g11 + r11 * g22 - 2.0 * r12 * g12) / det
                product = (g11 * g22 - g12 * g12) / det
                # the larger eigenvalue of (1)
                largest = half_trace + np.sqrt(max(half_trace * half_trace - product, 0.0))
                node = p + j * w + i
                out[node] = max(out[node], np.sqrt(max(largest, 0.0)) - 1.0)
    for k in range(halo.shape[0]):  # across a seam the last cells end at the first nodes
        out[halo[k, 1]] = max(out[halo[k, 1]], out[halo[k, 0]])
    for p in range(out.shape[0]):
        if out[p] == -1.0:
            out[p] = 0.0


@kernel
def node_forms(x, tangent, masks, span, metric, curvature):
    """G₁₁, G₁₂, G₂₂ and B₁₁, B₁₂, B₂₂ at the nodes in grid coordinates, into arrays (3, P).

    From the mean differences along both axes, as bending has them; B₁₂ is the mean of the adjacent cells. `masks`
    (3, P) say which curvatures can be sampled: at the nodes, for B₁₂ at the cells.
    """
    w = span.width
    for row in range(span.rows):
        start = span.first + row * w
        for p in range(start, start + span.columns):
            o = uint(p)
            f1, b1, f2, b2 = tangent[0, o], tangent[1, o], tangent[2, o], tangent[3, o]
            fx, fy, fz = forward(x, p, w)
            gx, gy, gz = forward(x, p - w, w)
            ax, ay, az = f1 * fx + b1 * gx, f1 * fy + b1 * gy, f1 * fz + b1 * gz
            fx, fy, fz = forward(x, p, 1)
            gx, gy, gz = forward(x, p - 1, 1)
            bx, by, bz = f2 * fx + b2 * gx, f2 * fy + b2 * gy, f2 * fz + b2 * gz
            metric[0, o] = ax * ax + ay * ay + az * az
            metric[1, o] = ax * bx + ay * by + az * bz
            metric[2, o] = bx * bx + by * by + bz * bz
            nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
            area = np.sqrt(nx * nx + ny * ny + nz * nz)
            inverse = 1.0 / area if area > 1e-100 else 0.0
            ux, uy, uz = second(x, p, w)
            vx, vy, vz = second(x, p, 1)
            twist = 0.0
            for i in range(2):
                for j in range(2):
                    cell = p - i * w - j
                    weight = masks[1, cell] * (f1 if i == 0 else b1) * (f2 if j == 0 else b2)
                    tx, ty, tz = cross_difference(x, cell, w)
                    twist += weight * (nx * tx + ny * ty + nz * tz)
            curvature[0, o] = masks[0, o] * inverse * (nx * ux + ny * uy + nz * uz)
            curvature[1, o] = inverse * twist
            curvature[2, o] = masks[2, o] * inverse * (nx * vx + ny * vy + nz * vz)


@kernel
def bending_norm(metric, rest, curvature, span, out):
    """(2) at every node, from the rest metric and the curvatures at rest and now, into out (P,)."""
    for row in range(span.rows):
        start = span.first + row * span.width
        for j in range(span.columns):
            p = uint(start + j)
            g11, g12, g22 = metric[0, p], metric[1, p], metric[2, p]
            det = g11 * g22 - g12 * g12
            inverse = 1.0 / det if det > 0.0 else 0.0
            b11, b12, b22 = (
                curvature[0, p] - rest[0, p],
                curvature[1, p] - rest[1, p],
                curvature[2, p] - rest[2, p],
            )
            s11, s12 = (g22 * b11 - g12 * b12) * inverse, (g22 * b12 - g12 * b22) * inverse
            s21, s22 = (g11 * b12 - g12 * b11) * inverse, (g11 * b22 - g12 * b12) * inverse
            out[p] = np.sqrt(max(s11 * s11 + 2.0 * s12 * s21 + s22 * s22, 0.0))


@dataclass(frozen=True)
class StrainGauge:
    """Reads stretch and bending off positions; `tangent` (4, P) are the weights of the links around a node."""

    rest: RestSurface
    tangent: np.ndarray

    def stretch(self, x: np.ndarray) -> np.ndarray:
        """The largest principal stretch minus one at every node, shape (M·N,)."""
        layout = self.rest.layout
        out = layout.zeros()
        node_stretch(x, self._cells, layout.span, layout.halo, out)
        return layout.gather(out)

    def bending(self, x: np.ndarray) -> np.ndarray:
        """The change of curvature (2) [1/m] at every node, shape (M·N,)."""
        layout = self.rest.layout
        metric, rest = self._rest_forms
        _, curvature = self._forms(x)
        out = layout.zeros()
        bending_norm(metric, rest, curvature, layout.span, out)
        return layout.gather(out)

    def _forms(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        layout = self.rest.layout
        metric, curvature = layout.zeros(3), layout.zeros(3)
        node_forms(x, self.tangent, self._masks, layout.span, metric, curvature)
        return metric, curvature

    @cached_property
    def _masks(self) -> np.ndarray:
        links = self.rest.links
        return np.array([links.bend_1, links.cell, links.bend_2])

    @cached_property
    def _rest_forms(self) -> tuple[np.ndarray, np.ndarray]:
        metric, curvature = self._forms(self.rest.positions)
        return metric * (self.rest.node_area > 0.0), curvature  # a pole has no tangents

    @cached_property
    def _cells(self) -> Cells:
        return metric_energy(self.rest, np.diag([1.0, 1.0, 0.5])).cells
