"""Samples of matter in space whose shape at rest is moulded: Q ← Q exp(−p), by steps or by rates.

`measured` (7 · samples, n) are G = QᵀFᵀFQ and J of all samples, in the order of `continuum`; Q are (9, samples · n),
row by row. A step is the minimum of `yield_law`, found by `return_map_solid`. As it gets short it becomes a rate:
with the stress s = φμ dev G(G − Ḡ) and Π(s) the nearest one within the limit,

    Q̇ = −Q ṗ ,   2μτ ṗ = s − Π(s) ,   Π = s min(1, c/|s|)                                                    (1)

for von Mises' limit c; Tresca's is a hexagon, s₁ − s₃ ≤ Y in principal axes, and Π on its nearest side or corner. A
negative τ makes matter swell.
"""

from __future__ import annotations

import numpy as np

from pliant.energies.continuum import size_factor
from pliant.energies.elements import ROW
from pliant.energies.samples import put
from pliant.energies.small_matrices import cross, dot, image, principal
from pliant.inelastic.return_map_solid import begin_flow, flow_of, settle, three
from pliant.numerics.compile import inlined, kernel, uint

_AXES, _ROWS = 21, 30  # of scratch memory


@kernel
def mould(measured, start, volume, shear, limit, drag, part, tresca, out):
    """Q of all samples after a step, or after a `part` of their way in it, from `start`."""
    samples, n = volume.shape
    w = np.zeros(_ROWS * ROW)
    for i in range(samples):
        for first in range(0, n, ROW):
            width = min(ROW, n - first)
            flow_rows(measured, i, first, width, shear, limit, drag, tresca, w)
            for j in range(width):
                e = first + j
                s = i * n + e
                p = flow_of(w, 0, j)
                if volume[i, e] == 0.0 or limit[e] == np.inf or (p[0] == 0.0 and p[1] == 0.0 and p[2] == 0.0):
                    copy(start, s, out)
                    continue
                v0, v1, v2 = three(w, _AXES, j), three(w, _AXES + 3, j), three(w, _AXES + 6, j)
                a, b, c = np.exp(-part * p[0]), np.exp(-part * p[1]), np.exp(-part * p[2])
                shape_by(start, s, a, b, c, v0, v1, v2, out)


@kernel
def resistances(now, before, volume, shear, limit, drag, tresca):
    """What dashpots and sliders resist with [J] on the way from `before`; `drag` is τ over the whole step."""
    samples, n = volume.shape
    dashpots, sliders = 0.0, 0.0
    for i in range(samples):
        for e in range(n):
            s = i * n + e
            if volume[i, e] == 0.0 or limit[e] == np.inf or same(now, before, s):
                continue
            (a, b, c), _, _, _ = change(now, before, s)
            a, b, c = 0.5 * np.log(a), 0.5 * np.log(b), 0.5 * np.log(c)
            square = a * a + b * b + c * c
            way = np.sqrt(2.0) * max(abs(a), abs(b), abs(c)) if tresca else np.sqrt(square)
            dashpots += volume[i, e] * 2.0 * shear[e] * drag[e] * square
            sliders += volume[i, e] * limit[e] * way
    return dashpots, sliders


@kernel
def flow_rates(measured, q, volume, shear, limit, time, tresca, out):
    """Q̇ of (1) of all samples; `time` (n,) is τ."""
    samples, n = volume.shape
    for i in range(samples):
        for e in range(n):
            s, k = i * n + e, 7 * i
            (a, b, c), v0, v1, v2 = axes_of(measured, k, e)
            phi, _, _ = size_factor(measured[k + 6, e])
            stiff, mean = phi * shear[e], (a + b + c) / 3.0
            x, y, z = stiff * a * (a - mean), stiff * b * (b - mean), stiff * c * (c - mean)
            third = (x + y + z) / 3.0
            x, y, z = x - third, y - third, z - third
            flows = volume[i, e] > 0.0 and shear[e] > 0.0 and limit[e] < np.inf
            u, v, w = within(x, y, z, limit[e], tresca) if flows else (x, y, z)
            rate = 0.5 / (shear[e] * time[e]) if flows else 0.0
            p0, p1, p2 = rate * (x - u), rate * (y - v), rate * (z - w)
            turned_by(q, s, -p0, -p1, -p2, v0, v1, v2, out)


@inlined
def within(x, y, z, limit, tresca):
    """Π of (1): the nearest stress within the limit, in principal axes; `limit` is c, of Tresca's hexagon Y/√2."""
    if not tresca:
        size = np.sqrt(x * x + y * y + z * z)
        share = limit / size if size > limit else 1.0
        return share * x, share * y, share * z
    most = np.sqrt(2.0) * limit
    high, low = max(x, y, z), min(x, y, z)
    over = 0.5 * (high - low - most)
    if over <= 0.0:
        return x, y, z
    top, bottom, middle = high - over, low + over, -high - low
    if middle > top:  # the corner at which two are highest
        top, bottom = most / 3.0, -2.0 * most / 3.0
    elif middle < bottom:
        top, bottom = 2.0 * most / 3.0, -most / 3.0
    return min(max(x, bottom), top), min(max(y, bottom), top), min(max(z, bottom), top)


@kernel
def seen_through(measured, q, out):
    """G and J of the deformation F Q, from those of F and Q."""
    samples, n = measured.shape[0] // 7, measured.shape[1]
    for i in range(samples):
        for e in range(n):
            s, k = i * n + e, 7 * i
            g = (
                measured[k, e], measured[k + 3, e], measured[k + 4, e],
                measured[k + 3, e], measured[k + 1, e], measured[k + 5, e],
                measured[k + 4, e], measured[k + 5, e], measured[k + 2, e],
            )  # fmt: skip
            a, b, c = column(q, 0, s), column(q, 1, s), column(q, 2, s)
            x, y, z = image(g, a), image(g, b), image(g, c)
            out[k, e], out[k + 1, e], out[k + 2, e] = dot(a, x), dot(b, y), dot(c, z)
            out[k + 3, e], out[k + 4, e], out[k + 5, e] = dot(a, y), dot(a, z), dot(b, z)
            out[k + 6, e] = measured[k + 6, e] * determinant(q, s)


@inlined
def flow_rows(measured, i, first, n, shear, limit, drag, tresca, w):
    """How far sample i of n elements flows, and its principal axes."""
    k = 7 * i
    for j in range(n):
        e = uint(first + j)
        values, v0, v1, v2 = axes_of(measured, k, e)
        phi, _, _ = size_factor(measured[k + 6, e])
        begin_flow(w, 0, j, values, limit[e] / (phi * shear[e]), drag[e] / phi, tresca)
        put(w, _AXES, j, v0)
        put(w, _AXES + 3, j, v1)
        put(w, _AXES + 6, j, v2)
    settle(w, 0, n, tresca)


@inlined
def axes_of(measured, k, e):
    """Principal values and axes of G, measured in the rows from k on."""
    return principal(
        measured[k, e], measured[k + 1, e], measured[k + 2, e],
        measured[k + 3, e], measured[k + 4, e], measured[k + 5, e],
    )  # fmt: skip


@inlined
def copy(q, s, out):
    for c in range(9):
        out[c, s] = q[c, s]


@kernel
def go_on(now, before, firm, out):
    """(2) of `inelastic.solid` at all samples but those that are firm."""
    for s in range(now.shape[1]):
        if not firm[s]:
            (a, b, c), v0, v1, v2 = change(now, before, s)
            shape_by(now, s, a ** (-1.0 / 6.0), b ** (-1.0 / 6.0), c ** (-1.0 / 6.0), v0, v1, v2, out)


@inlined
def shape_by(q, s, a, b, c, v0, v1, v2, out):
    """out = Q Σ a v vᵀ, normalised to det 1."""
    turned_by(q, s, a, b, c, v0, v1, v2, out)
    scale = np.cbrt(1.0 / determinant(out, s))
    for k in range(9):
        out[k, s] *= scale


@kernel
def normalise(q):
    """det Q = 1 at all samples."""
    for s in range(q.shape[1]):
        scale = np.cbrt(1.0 / determinant(q, s))
        for k in range(9):
            q[k, s] *= scale


@inlined
def turned_by(q, s, a, b, c, v0, v1, v2, out):
    """out = Q Σ a v vᵀ."""
    m00 = a * v0[0] * v0[0] + b * v1[0] * v1[0] + c * v2[0] * v2[0]
    m11 = a * v0[1] * v0[1] + b * v1[1] * v1[1] + c * v2[1] * v2[1]
    m22 = a * v0[2] * v0[2] + b * v1[2] * v1[2] + c * v2[2] * v2[2]
    m01 = a * v0[0] * v0[1] + b * v1[0] * v1[1] + c * v2[0] * v2[1]
    m02 = a * v0[0] * v0[2] + b * v1[0] * v1[2] + c * v2[0] * v2[2]
    m12 = a * v0[1] * v0[2] + b * v1[1] * v1[2] + c * v2[1] * v2[2]
    for u in range(3):
        x, y, z = q[3 * u, s], q[3 * u + 1, s], q[3 * u + 2, s]
        out[3 * u, s] = x * m00 + y * m01 + z * m02
        out[3 * u + 1, s] = x * m01 + y * m11 + z * m12
        out[3 * u + 2, s] = x * m02 + y * m12 + z * m22


@inlined
def column(q, i, s):
    return q[i, s], q[3 + i, s], q[6 + i, s]


@inlined
def same(a, b, s):
    equal = True
    for c in range(9):
        equal = equal and a[c, s] == b[c, s]
    return equal


@inlined
def determinant(q, s):
    return (
        q[0, s] * (q[4, s] * q[8, s] - q[5, s] * q[7, s])
        - q[1, s] * (q[3, s] * q[8, s] - q[5, s] * q[6, s])
        + q[2, s] * (q[3, s] * q[7, s] - q[4, s] * q[6, s])
    )


@inlined
def change(now, before, s):
    """Principal values and axes of S = Q⁻¹ B Bᵀ Q⁻ᵀ for Q now and B before."""
    # rows of Q⁻¹ are cross products of the columns of Q, whose determinant is 1
    q0, q1, q2 = column(now, 0, s), column(now, 1, s), column(now, 2, s)
    r0, r1, r2 = cross(q1, q2), cross(q2, q0), cross(q0, q1)
    b = (before[0, s], before[3, s], before[6, s], before[1, s], before[4, s], before[7, s],
         before[2, s], before[5, s], before[8, s])  # fmt: skip
    a0, a1, a2 = image(b, r0), image(b, r1), image(b, r2)  # rows of Q⁻¹B
    return principal(dot(a0, a0), dot(a1, a1), dot(a2, a2), dot(a0, a1), dot(a0, a2), dot(a1, a2))
