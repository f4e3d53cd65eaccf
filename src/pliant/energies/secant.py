"""The published variants `terzopoulos` [002 (26)–(36)] and `kelager` [000 (3.2.14), §3.3.4, §3.4.1].

    e = K(x) x ,   K(x) = Σ_ij D_iᵀ diag(α_ij) D_j + Σ_ij D_ijᵀ diag(β_ij) D_ij                     (1)
    α_ij = η_ij (D_i⁺x·D_j⁺x − G⁰_ij) ,   β_ij = ξ_ij (n·D_ij x − B⁰_ij)                            (2)

Forward differences D_i⁺, central D₁₁ and D₂₂, forward cross D₁₂⁺, with h = 1/(M−1) on the unit square (a difference
over an edge or a broken link is zero). Nothing is multiplied by h₁h₂; mass and damping are per node. As printed,
the factors 4 and 2 of the true variation are missing.

`terzopoulos` takes n from forward differences, (34): at the last row and column there is none, so nothing bends
there. `kelager` takes n from clamped central differences, |β| instead of β, and sets entries of K
below 2⁻¹³ to zero.

K(x)x is a *secant force*: the gradient of nothing. Bending puts x_ij where the true variation has n, so for
B < 0 the force points away from the flat shape, and K is indefinite under compression.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from pliant.numerics.compile import kernel, uint
from pliant.numerics.differences import Links, cross_difference, forward, second
from pliant.numerics.grid_layout import GridLayout, copy_halo
from pliant.numerics.matrix import (
    DIAGONAL,
    DOWN,
    DOWN_2,
    DOWN_LEFT,
    DOWN_RIGHT,
    NARROW,
    RIGHT,
    RIGHT_2,
    GridMatrix,
)

SMALLEST = 2.0**-13  # [000 §3.3.4]


@kernel(forceinline=True)
def cross_normal(ax, ay, az, bx, by, bz):
    nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    size = np.sqrt(nx * nx + ny * ny + nz * nz)
    inverse = 1.0 / size if size > 1e-100 else 0.0
    return nx * inverse, ny * inverse, nz * inverse


@kernel(forceinline=True)
def normal_at(x, links, tangent, p, w, forward_only):
    """n of (2): (34) of 002, or clamped central differences, where only the direction matters [000 (3.7.8)]."""
    ax, ay, az = forward(x, p, w)
    bx, by, bz = forward(x, p, 1)
    o = uint(p)
    if forward_only:
        both = links[0, o] * links[1, o]
        nx, ny, nz = cross_normal(ax, ay, az, bx, by, bz)
        return both * nx, both * ny, both * nz
    cx, cy, cz = forward(x, p - w, w)
    dx, dy, dz = forward(x, p - 1, 1)
    f1, b1, f2, b2 = tangent[0, o], tangent[1, o], tangent[2, o], tangent[3, o]
    return cross_normal(
        f1 * ax + b1 * cx, f1 * ay + b1 * cy, f1 * az + b1 * cz,
        f2 * bx + b2 * dx, f2 * by + b2 * dy, f2 * bz + b2 * dz,
    )  # fmt: skip


@kernel
def fundamental_forms(x, links, tangent, span, forward_only, n, out):
    """G₁₁, G₁₂, G₂₂ and B₁₁, B₁₂, B₂₂ at every node in grid units, into out (6, P); normals into n (3, P).

    Three loops, each short enough for the compiler to make vector instructions of it.
    """
    w = span.width
    for row in range(span.rows):
        start = span.first + row * w
        for j in range(span.columns):
            o = uint(start + j)
            ax, ay, az = forward(x, start + j, w)
            bx, by, bz = forward(x, start + j, 1)
            out[0, o] = links[0, o] * (ax * ax + ay * ay + az * az)
            out[1, o] = links[0, o] * links[1, o] * (ax * bx + ay * by + az * bz)
            out[2, o] = links[1, o] * (bx * bx + by * by + bz * bz)
        for j in range(span.columns):
            o = uint(start + j)
            n[0, o], n[1, o], n[2, o] = normal_at(x, links, tangent, start + j, w, forward_only)
        for j in range(span.columns):
            o = uint(start + j)
            nx, ny, nz = n[0, o], n[1, o], n[2, o]
            ux, uy, uz = second(x, start + j, w)
            vx, vy, vz = second(x, start + j, 1)
            tx, ty, tz = cross_difference(x, start + j, w)
            out[3, o] = links[2, o] * (nx * ux + ny * uy + nz * uz)
            out[4, o] = links[4, o] * (nx * tx + ny * ty + nz * tz)
            out[5, o] = links[3, o] * (nx * vx + ny * vy + nz * vz)


@kernel
def constitutive(weights, rest, absolute, forms):
    """From the six forms to α₁₁, α₁₂, α₂₂, β₁₁, β₁₂, β₂₂ of (2), in place; weights include the powers of h."""
    for k in range(6):
        for p in range(forms.shape[1]):
            value = weights[k, p] * (forms[k, p] - rest[k, p])
            forms[k, p] = abs(value) if absolute and k >= 3 else value


@kernel
def stiffness(c, span, smallest, values):
    """K of (1) in half storage (7, 1, P), gathered node by node from α and β."""
    a11, a12, a22, b11, b12, b22 = c[0], c[1], c[2], c[3], c[4], c[5]
    w = span.width
    for row in range(span.rows):
        start = span.first + row * w
        for j in range(span.columns):
            p, down, right = uint(start + j), uint(start + j + w), uint(start + j + 1)
            up, left, up_left = uint(start + j - w), uint(start + j - 1), uint(start + j - w - 1)
            twist = 2.0 * (b12[p] + b12[up] + b12[left] + b12[up_left])
            values[DIAGONAL, 0, p] = (
                a11[p] + a11[up] + a22[p] + a22[left] + 2.0 * a12[p]
                + 4.0 * b11[p] + b11[up] + b11[down]
                + 4.0 * b22[p] + b22[left] + b22[right] + twist
            )  # fmt: skip
            values[DOWN, 0, p] = -a11[p] - a12[p] - 2.0 * (b11[p] + b11[down] + b12[p] + b12[left])
            values[RIGHT, 0, p] = -a22[p] - a12[p] - 2.0 * (b22[p] + b22[right] + b12[p] + b12[up])
            values[DOWN_RIGHT, 0, p] = 2.0 * b12[p]
            values[DOWN_LEFT, 0, p] = a12[left] + 2.0 * b12[left]
            values[DOWN_2, 0, p] = b11[down]
            values[RIGHT_2, 0, p] = b22[right]
    if smallest > 0.0:
        for s in range(7):
            for p in range(values.shape[2]):
                value = values[s, 0, p]
                values[s, 0, p] = 0.0 if abs(value) < smallest else value


@dataclass
class PublishedSurface:
    """A surface by the published scheme; `tension` and `rigidity` (2, 2, P) are η and ξ per node."""

    layout: GridLayout
    links: Links
    tangent: np.ndarray
    rest_positions: np.ndarray
    tension: np.ndarray
    rigidity: np.ndarray
    variant: Literal["terzopoulos", "kelager"]

    cutoff: float = SMALLEST

    pattern = NARROW

    def __post_init__(self):
        layout, links = self.layout, self.links
        h1, h2 = (1.0 / max(n - 1, 1) for n in layout.shape)
        self._masks = np.array([links.along_1, links.along_2, links.bend_1, links.bend_2, links.cell])
        eta, xi = self.tension, self.rigidity
        # Differences are in grid units: G carries h_i h_j, and so do D_iᵀ…D_j in K; B likewise.
        self._weights = np.array(
            [
                eta[0, 0] / h1**4,
                0.5 * (eta[0, 1] + eta[1, 0]) / (h1 * h2) ** 2,
                eta[1, 1] / h2**4,
                xi[0, 0] / h1**6,
                0.5 * (xi[0, 1] + xi[1, 0]) / (h1 * h2) ** 3,
                xi[1, 1] / h2**6,
            ]
        )
        self._forward_only = self.variant == "terzopoulos"
        self._smallest = self.cutoff if self.variant == "kelager" else 0.0
        self._normals, self._coefficients = layout.zeros(3), layout.zeros(6)
        self._rest = layout.zeros(6)
        self._forms(self.rest_positions, self._rest)

    def _forms(self, x: np.ndarray, out: np.ndarray) -> None:
        span = self.layout.span
        fundamental_forms(x, self._masks, self.tangent, span, self._forward_only, self._normals, out)

    def assemble(self, x: np.ndarray, matrix: GridMatrix) -> None:
        """matrix = K(x)."""
        layout = self.layout
        self._forms(x, self._coefficients)
        constitutive(self._weights, self._rest, self.variant == "kelager", self._coefficients)
        copy_halo(self._coefficients, layout.halo)
        stiffness(self._coefficients, layout.span, self._smallest, matrix.values)
        if len(layout.halo):
            for slot in range(len(matrix.pattern)):
                copy_halo(matrix.values[slot], layout.halo)
