"""The published variants `terzopoulos` [002 (26)–(36)] and `kelager` [000 (3.2.14), §3.3.4, §3.4.1].

    e = K(x) x ,   K(x) = Σ_ij D_iᵀ diag(α_ij) D_j + Σ_ij D_ijᵀ diag(β_ij) D_ij                     (1)
    α_ij = η_ij (D_i⁺x·D_j⁺x − G⁰_ij) ,   β_ij = ξ_ij (n·D_ij x − B⁰_ij)                            (2)

Forward differences D_i⁺, central D₁₁ and D₂₂, forward cross D₁₂⁺, with h = 1/(M−1) on the unit square (a difference over an
edge or a broken link is zero). Nothing is multiplied by h₁h₂; mass and damping are per node. As printed, the
factors 4 and 2 of the true variation are missing.

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

from pliant.numerics.compile import kernel
from pliant.numerics.differences import Links, cross_difference, forward, second
from pliant.numerics.layout import GridLayout, copy_halo
from pliant.numerics.matrix import DIAGONAL, DOWN, DOWN_2, DOWN_LEFT, DOWN_RIGHT, RIGHT, RIGHT_2, GridMatrix

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
    if forward_only:
        both = links[0, p] * links[1, p]
        nx, ny, nz = cross_normal(ax, ay, az, bx, by, bz)
        return both * nx, both * ny, both * nz
    cx, cy, cz = forward(x, p - w, w)
    dx, dy, dz = forward(x, p - 1, 1)
    f1, b1, f2, b2 = tangent[0, p], tangent[1, p], tangent[2, p], tangent[3, p]
    return cross_normal(
        f1 * ax + b1 * cx, f1 * ay + b1 * cy, f1 * az + b1 * cz,
        f2 * bx + b2 * dx, f2 * by + b2 * dy, f2 * bz + b2 * dz,
    )  # fmt: skip


@kernel(forceinline=True)
def forms_at(x, links, tangent, p, w, forward_only):
    """G₁₁, G₁₂, G₂₂ and B₁₁, B₁₂, B₂₂ at a node, in grid units."""
    l1, l2, c1, c2, c12 = links[0, p], links[1, p], links[2, p], links[3, p], links[4, p]
    ax, ay, az = forward(x, p, w)
    bx, by, bz = forward(x, p, 1)
    g11 = l1 * (ax * ax + ay * ay + az * az)
    g12 = l1 * l2 * (ax * bx + ay * by + az * bz)
    g22 = l2 * (bx * bx + by * by + bz * bz)
    nx, ny, nz = normal_at(x, links, tangent, p, w, forward_only)
    ux, uy, uz = second(x, p, w)
    vx, vy, vz = second(x, p, 1)
    tx, ty, tz = cross_difference(x, p, w)
    b11 = c1 * (nx * ux + ny * uy + nz * uz)
    b22 = c2 * (nx * vx + ny * vy + nz * vz)
    b12 = c12 * (nx * tx + ny * ty + nz * tz)
    return g11, g12, g22, b11, b12, b22


@kernel
def fundamental_forms(x, links, tangent, span, forward_only, out):
    """The six forms of `forms_at` at every node, into out (6, P)."""
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            forms = forms_at(x, links, tangent, p, span.width, forward_only)
            for k in range(6):
                out[k, p] = forms[k]


@kernel
def constitutive(x, links, tangent, weights, rest, span, forward_only, absolute, out):
    """α₁₁, α₁₂, α₂₂, β₁₁, β₁₂, β₂₂ of (2), into out (6, P); weights include the powers of h."""
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            forms = forms_at(x, links, tangent, p, span.width, forward_only)
            for k in range(6):
                value = weights[k, p] * (forms[k] - rest[k, p])
                out[k, p] = abs(value) if absolute and k >= 3 else value


@kernel
def stiffness(c, span, smallest, values):
    """K of (1) in half storage (7, 1, P), gathered node by node from α and β."""
    w = span.width
    for row in range(span.rows):
        start = span.first + row * w
        for p in range(start, start + span.columns):
            a11, a12, a22, b11, b12, b22 = c[0], c[1], c[2], c[3], c[4], c[5]
            twist = 2.0 * (b12[p] + b12[p - w] + b12[p - 1] + b12[p - w - 1])
            values[DIAGONAL, 0, p] = (
                a11[p] + a11[p - w] + a22[p] + a22[p - 1] + 2.0 * a12[p]
                + 4.0 * b11[p] + b11[p - w] + b11[p + w]
                + 4.0 * b22[p] + b22[p - 1] + b22[p + 1] + twist
            )  # fmt: skip
            values[DOWN, 0, p] = (
                -a11[p] - a12[p] - 2.0 * b11[p] - 2.0 * b11[p + w] - 2.0 * (b12[p] + b12[p - 1])
            )
            values[RIGHT, 0, p] = (
                -a22[p] - a12[p] - 2.0 * b22[p] - 2.0 * b22[p + 1] - 2.0 * (b12[p] + b12[p - w])
            )
            values[DOWN_RIGHT, 0, p] = 2.0 * b12[p]
            values[DOWN_LEFT, 0, p] = a12[p - 1] + 2.0 * b12[p - 1]
            values[DOWN_2, 0, p] = b11[p + w]
            values[RIGHT_2, 0, p] = b22[p + 1]
            if smallest > 0.0:
                for s in range(7):
                    if abs(values[s, 0, p]) < smallest:
                        values[s, 0, p] = 0.0


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
        self._smallest = SMALLEST if self.variant == "kelager" else 0.0
        self._rest = layout.zeros(6)
        fundamental_forms(
            self.rest_positions, self._masks, self.tangent, layout.span, self._forward_only, self._rest
        )
        self._coefficients = layout.zeros(6)

    def assemble(self, x: np.ndarray, matrix: GridMatrix) -> None:
        """matrix = K(x)."""
        layout = self.layout
        constitutive(
            x, self._masks, self.tangent, self._weights, self._rest, layout.span,
            self._forward_only, self.variant == "kelager", self._coefficients,
        )  # fmt: skip
        copy_halo(self._coefficients, layout.halo)
        stiffness(self._coefficients, layout.span, self._smallest, matrix.values)
        if len(layout.halo):
            for slot in range(len(matrix.pattern)):
                copy_halo(matrix.values[slot], layout.halo)
