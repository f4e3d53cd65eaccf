"""How cells of solids that are no cubes bend and twist: strains that vary across them, as far as corners miss them.

The nodes of a cell are at ξ = ±1 along its three axes. With the sums over them

    a_i = ⅛ Σ ξ_i x ,   q_j = Σ γ_j x ,   γ_j = ⅛ (ξ_iξ_k − Σ_c (Σ ξ_iξ_k X_c) g_c) ,   i, j, k all different,     (1)

a_i is half of the cell's mean edge along axis i, and q_j how much these edges differ where ξ_iξ_k does, but for what an
even deformation does to a distorted cell: with the gradients g of its mean F (`solid`) q = 0 for x = FX. Across axis j
vary

    ε_i = a_i·q_k/A_i² ,   ε_k = a_k·q_i/A_k² ,   γ = (a_i·q_i + a_k·q_k)/(A_iA_k) ,   A = |a| at rest,             (2)

the strains along the other two, and their shear. What is missing of the shear here is just that which a bent cell
shows because its sides stay straight ("locking"). The energy is that of a slice in plane stress, less the corners',

    E = Σ_j V/6 (ε·D ε + 2μ(θ₀ − θ) γ²) ,   D_ii = P(1 − t_ij) ,   D_ik = νP √((1 − t_ij)(1 − t_kj)) ,             (3)

P = E/(1 − ν²). t_ij is the share of bending along i over the height j that corners with their share θ of the metric
energy resist, 1 for cubes (θ₀), which need nothing of this (`solid`). An even deformation costs nothing, and E is the
same when all is turned. It is a form of the fourth degree in the positions, with the moduli of small strain whatever
the law of the matter is.

Newton's method gets the part of the Hessian that is made of γ_j a_i, the true one is whole. Damping resists the rates
of a_i·q_j by the same stiffness.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.continuum import poisson_of
from pliant.energies.elements import at, register
from pliant.energies.samples import clear, nine, put
from pliant.numerics.compile import inlined, uint

SIGNS = np.array([[1.0 if node & bit else -1.0 for node in range(8)] for bit in (4, 2, 1)])  # ξ (3, 8)
_TINY = 1e-9  # of the largest: edges at least
_OTHERS = ((1, 2), (0, 2), (0, 1))  # the axes but one
# Rows of `s.w`: a, q, a_i·q_k, ∂E by them and by a and q; or a and parts of the Hessian.
_A, _Q, _P, _N, _M = 0, 9, 18, 27, 36
_S, _W = 9, 36


class Bracing(NamedTuple):
    """Cells that are no cubes."""

    modes: np.ndarray  # (3, 8, n) γ_j
    stretch: np.ndarray  # (9, n) ∂²E/∂(a_i·q_k)², at 3i + k
    across: np.ndarray  # (3, n) ∂²E/∂(a_i·q_k)∂(a_k·q_i), at the third axis j
    shear: np.ndarray  # (3, n) ∂²E/∂(a_i·q_i)∂(a_k·q_k), likewise
    reference: np.ndarray  # (9, n) a_i·q_k at the beginning of a step
    ratio: float = 0.0  # τ/h

    braces = True

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return [nodes[(self.stretch > 0.0).any(axis=0)]]


def modes_of(x: np.ndarray, gradients: np.ndarray) -> np.ndarray:
    """γ of (1), (3, 8, n), of cells with nodes x (n, 8, 3) and the gradients (8, 3, n) of their mean F."""
    products = np.stack([SIGNS[i] * SIGNS[k] for i, k in _OTHERS])  # (3, 8)
    linear = np.einsum("jl,nlc->jcn", products, x)
    return (products[:, :, None] - np.einsum("jcn,lcn->jln", linear, gradients)) / 8.0


def bracing(
    modes: np.ndarray,
    sides: np.ndarray,
    volume: np.ndarray,
    missing: np.ndarray,
    loose: np.ndarray,
    shear: np.ndarray,
    bulk: np.ndarray,
) -> Bracing:
    """(3) of cells with half edges a (3, n) [m]; 1 − t_ij as `missing` [i, j] (3, 3, n), 2(θ₀ − θ) as `loose` (n,)."""
    poisson = poisson_of(shear, bulk)
    plane = 2.0 * shear / (1.0 - poisson)
    inverse, third = 1.0 / np.maximum(sides, _TINY * sides.max()) ** 2, volume / 3.0
    stretch, across, sheared = np.zeros((3, 3, len(volume))), np.zeros_like(sides), np.zeros_like(sides)
    for j, (i, k) in enumerate(_OTHERS):
        twist = third * loose * shear * inverse[i] * inverse[k]
        stretch[i, k] = third * plane * missing[i, j] * inverse[i] ** 2
        stretch[k, i] = third * plane * missing[k, j] * inverse[k] ** 2
        across[j] = third * plane * poisson * np.sqrt(missing[i, j] * missing[k, j]) * inverse[i] * inverse[k]
        sheared[j] = twist
        stretch[i, i] += twist
        stretch[k, k] += twist
    count = len(volume)
    return Bracing(modes, stretch.reshape(9, count), across, sheared, np.zeros((9, count)))


# ---------------------------------------------------------------- n cells at once


@inlined
def _measure_edges(law, first, n, s):
    """a, q and a_i·q_k."""
    clear(s.w, _N, n)
    for node in range(8):
        for i in range(3):
            sign = _sign(i, node)
            gamma = law.modes[i, node]
            for c in range(3):
                for j in range(n):
                    x = s.y[at(3 * node + c, j)]
                    s.w[at(_A + 3 * i + c, j)] += sign * x
                    s.w[at(_Q + 3 * i + c, j)] += gamma[uint(first + j)] * x
    for i in range(3):
        for k in range(3):
            for j in range(n):
                s.w[at(_P + 3 * i + k, j)] = (
                    s.w[at(_A + 3 * i, j)] * s.w[at(_Q + 3 * k, j)]
                    + s.w[at(_A + 3 * i + 1, j)] * s.w[at(_Q + 3 * k + 1, j)]
                    + s.w[at(_A + 3 * i + 2, j)] * s.w[at(_Q + 3 * k + 2, j)]
                )


@inlined
def _times(law, e, p):
    """∂E/∂(a_i·q_k) of (3), which is linear in a_i·q_k."""
    k, o, t = law.stretch, law.across, law.shear
    return (
        k[0, e] * p[0] + t[2, e] * p[4] + t[1, e] * p[8],
        k[1, e] * p[1] + o[2, e] * p[3],
        k[2, e] * p[2] + o[1, e] * p[6],
        k[3, e] * p[3] + o[2, e] * p[1],
        k[4, e] * p[4] + t[2, e] * p[0] + t[0, e] * p[8],
        k[5, e] * p[5] + o[0, e] * p[7],
        k[6, e] * p[6] + o[1, e] * p[2],
        k[7, e] * p[7] + o[0, e] * p[5],
        k[8, e] * p[8] + t[1, e] * p[0] + t[0, e] * p[4],
    )


@inlined
def _stress(law, first, n, s):
    """∂E/∂(a_i·q_k) with damping, and the energy."""
    total, r = 0.0, law.ratio
    for j in range(n):
        e, p = uint(first + j), nine(s.w, _P, j)
        f = _times(law, e, p)
        for k in range(9):
            total += 0.5 * p[k] * f[k]
        if r > 0.0:
            o = law.reference
            d = (
                p[0] - o[0, e], p[1] - o[1, e], p[2] - o[2, e], p[3] - o[3, e], p[4] - o[4, e],
                p[5] - o[5, e], p[6] - o[6, e], p[7] - o[7, e], p[8] - o[8, e],
            )  # fmt: skip
            g = _times(law, e, d)
            for k in range(9):
                total += 0.5 * r * d[k] * g[k]
            f = (
                f[0] + r * g[0], f[1] + r * g[1], f[2] + r * g[2], f[3] + r * g[3], f[4] + r * g[4],
                f[5] + r * g[5], f[6] + r * g[6], f[7] + r * g[7], f[8] + r * g[8],
            )  # fmt: skip
        put(s.w, _N, j, (f[0], f[1], f[2]))
        put(s.w, _N + 3, j, (f[3], f[4], f[5]))
        put(s.w, _N + 6, j, (f[6], f[7], f[8]))
    return total


@inlined
def _gradient(law, first, n, s):
    _measure_edges(law, first, n, s)
    total = _stress(law, first, n, s)
    w = s.w
    for i in range(3):  # ∂E/∂a_i and ∂E/∂q_i
        for c in range(3):
            for j in range(n):
                w[at(_M + 3 * i + c, j)] = (
                    w[at(_N + 3 * i, j)] * w[at(_Q + c, j)]
                    + w[at(_N + 3 * i + 1, j)] * w[at(_Q + 3 + c, j)]
                    + w[at(_N + 3 * i + 2, j)] * w[at(_Q + 6 + c, j)]
                )
                w[at(_M + 9 + 3 * i + c, j)] = (
                    w[at(_N + i, j)] * w[at(_A + c, j)]
                    + w[at(_N + 3 + i, j)] * w[at(_A + 3 + c, j)]
                    + w[at(_N + 6 + i, j)] * w[at(_A + 6 + c, j)]
                )
    clear(s.f, 24, n)
    for node in range(8):
        for i in range(3):
            sign = _sign(i, node)
            gamma = law.modes[i, node]
            for c in range(3):
                for j in range(n):
                    by_edge, by_mode = w[at(_M + 3 * i + c, j)], w[at(_M + 9 + 3 * i + c, j)]
                    s.f[at(3 * node + c, j)] += sign * by_edge + gamma[uint(first + j)] * by_mode
    return total


@inlined
def _hessian(law, first, n, s, psd):
    _measure_edges(law, first, n, s)
    if psd:
        _newton_blocks(law, first, n, s)
    else:
        _stress(law, first, n, s)
        _true_blocks(law, first, n, s)


@inlined
def _newton_blocks(law, first, n, s):
    """∂²E by the q_j, and with γ the blocks of nodes: what is left when all a are held."""
    w, r = s.w, 1.0 + law.ratio
    for q in range(3):
        for u in range(3):
            for v in range(3):
                for j in range(n):
                    e = uint(first + j)
                    a, b, c = w[at(_A + u, j)], w[at(_A + 3 + u, j)], w[at(_A + 6 + u, j)]
                    x, y, z = w[at(_A + v, j)], w[at(_A + 3 + v, j)], w[at(_A + 6 + v, j)]
                    w[at(_S + 9 * q + 3 * u + v, j)] = r * (
                        law.stretch[q, e] * a * x
                        + law.stretch[3 + q, e] * b * y
                        + law.stretch[6 + q, e] * c * z
                    )
    for right in range(1, 8):
        for u in range(3):
            for v in range(3):
                for j in range(n):
                    e = uint(first + j)
                    a, b, c = w[at(_A + u, j)], w[at(_A + 3 + u, j)], w[at(_A + 6 + u, j)]
                    x, y, z = w[at(_A + v, j)], w[at(_A + 3 + v, j)], w[at(_A + 6 + v, j)]
                    g0, g1, g2 = (
                        r * law.modes[0, right, e],
                        r * law.modes[1, right, e],
                        r * law.modes[2, right, e],
                    )
                    o0, o1, o2 = law.across[0, e], law.across[1, e], law.across[2, e]
                    t0, t1, t2 = law.shear[0, e], law.shear[1, e], law.shear[2, e]
                    k = 3 * u + v
                    w[at(_W + k, j)] = (
                        law.modes[0, right, e] * w[at(_S + k, j)]
                        + g1 * (t2 * a * y + o2 * b * x)
                        + g2 * (t1 * a * z + o1 * c * x)
                    )
                    w[at(_W + 9 + k, j)] = (
                        law.modes[1, right, e] * w[at(_S + 9 + k, j)]
                        + g0 * (t2 * b * x + o2 * a * y)
                        + g2 * (t0 * b * z + o0 * c * y)
                    )
                    w[at(_W + 18 + k, j)] = (
                        law.modes[2, right, e] * w[at(_S + 18 + k, j)]
                        + g0 * (t1 * c * x + o1 * a * z)
                        + g1 * (t0 * c * y + o0 * b * z)
                    )
        for left in range(right):
            pair = 9 * (left * (15 - left) // 2 + right - left - 1)
            for k in range(9):
                for j in range(n):
                    e = uint(first + j)
                    s.h[at(pair + k, j)] = (
                        law.modes[0, left, e] * w[at(_W + k, j)]
                        + law.modes[1, left, e] * w[at(_W + 9 + k, j)]
                        + law.modes[2, left, e] * w[at(_W + 18 + k, j)]
                    )


@inlined
def _true_blocks(law, first, n, s):
    """All of the Hessian: with B = ∂(a_i·q_k)/∂x, Bᵀ∂²E B and what the stress itself adds."""
    w, r = s.w, 1.0 + law.ratio
    for right in range(1, 8):
        for left in range(right):
            pair = 9 * (left * (15 - left) // 2 + right - left - 1)
            for j in range(n):
                e, along = uint(first + j), 0.0
                for i in range(3):
                    sl, sr = _sign(i, left), _sign(i, right)
                    for k in range(3):
                        gl, gr = law.modes[k, left, e], law.modes[k, right, e]
                        along += w[at(_N + 3 * i + k, j)] * (sl * gr + sr * gl)
                for u in range(3):
                    for v in range(3):
                        f = _times(law, e, _slope(law, right, e, w, v, j))
                        b = _slope(law, left, e, w, u, j)
                        total = along if u == v else 0.0
                        for k in range(9):
                            total += r * b[k] * f[k]
                        s.h[at(pair + 3 * u + v, j)] = total


@inlined
def _sign(i, node):
    """⅛ξ_i of a node."""
    return 0.25 * ((node >> (2 - i)) & 1) - 0.125


@inlined
def _slope(law, node, e, w, c, j):
    """∂(a_i·q_k)/∂x_c of a node."""
    s0, s1, s2 = _sign(0, node), _sign(1, node), _sign(2, node)
    g0, g1, g2 = law.modes[0, node, e], law.modes[1, node, e], law.modes[2, node, e]
    a, b, d = w[at(_A + c, j)], w[at(_A + 3 + c, j)], w[at(_A + 6 + c, j)]
    p, q, r = w[at(_Q + c, j)], w[at(_Q + 3 + c, j)], w[at(_Q + 6 + c, j)]
    return (
        s0 * p + g0 * a, s0 * q + g1 * a, s0 * r + g2 * a,
        s1 * p + g0 * b, s1 * q + g1 * b, s1 * r + g2 * b,
        s2 * p + g0 * d, s2 * q + g1 * d, s2 * r + g2 * d,
    )  # fmt: skip


@inlined
def _measure(law, first, n, s):
    _measure_edges(law, first, n, s)
    for k in range(9):
        for j in range(n):
            s.f[at(k, j)] = s.w[at(_P + k, j)]


register(Bracing, gradient=_gradient, hessian=_hessian, measure=_measure)
