"""Sheets by a law of the principal stretches (`stretches`): plane stress, at one point.

F = [a b] (3, 2) takes orthonormal axes in the sheet to space. The eigenvalues of FᵀF are σ₁² and σ₂², the turn (c, s)
makes it diagonal, p = c a + s b = σ₁u₁ and q = −s a + c b = σ₂u₂ are at right angles, n = u₁ × u₂. The thickness has
the stretch σ₃ for which nothing presses on the faces, and the energy per area at rest is

    ψ(σ₁, σ₂) = t W(σ₁, σ₂, σ₃) ,   W₃ = 0 ,                                                                 (1)
    ψ_i = t W_i ,   ψ_ij = t (W_ij − W_i3 W_j3/W₃₃) .                                                        (2)

W₃ = 0 is solved by Newton's method. Matter that keeps its volume, ν = ½, has K = 10⁵ μ here, and errs by as little. As
`isotropic` does with t_ij, s_ij, e = ½(t + s), d = ½(s − t), but with two axes in the sheet and n across,

    ∂ψ/∂a = ψ₁c u₁ − ψ₂s u₂ ,   ∂ψ/∂b = ψ₁s u₁ + ψ₂c u₂                                                       (3)
    H_pp = ψ₁₁u₁u₁ᵀ + e u₂u₂ᵀ + ψ₁/σ₁ nnᵀ ,   H_qq = ψ₂₂u₂u₂ᵀ + e u₁u₁ᵀ + ψ₂/σ₂ nnᵀ ,
    H_pq = ψ₁₂u₁u₂ᵀ + d u₂u₁ᵀ                                                                               (4)

which (c, s) turn into the blocks of a and b. Newton's method gets them without what is negative: a sheet that is
pressed together gives way across itself.
"""

from __future__ import annotations

import numpy as np

from pliant.energies.isotropic import turn_and_shear
from pliant.energies.small_matrices import cross, dot
from pliant.energies.stretches import stretched
from pliant.numerics.compile import inlined

STIFFEST = 1e5  # K/μ
_STEPS, _CAREFUL, _THIN = 60, 10, 1e-6


@inlined
def thickness(law, mu, bulk, a, b):
    """σ₃ of (1), from where small strains have it."""
    lame = bulk - 2.0 / 3.0 * mu
    c = max(a * b, _THIN) ** (-lame / (lame + 2.0 * mu))
    for step in range(_STEPS):
        _, slopes, seconds = stretched(law, mu, bulk, a, b, c)
        stiff = max(seconds[2], 1e-3 * mu)
        change = -slopes[2] / stiff
        if step < _CAREFUL:  # neither far nor through itself, unless that is where it is
            change = min(max(change, -0.5 * abs(c)), abs(c) + 0.1)
        c += change
        if abs(change) <= 1e-14 * (1.0 + abs(c)):
            break
    return c


@inlined
def condensed(law, mu, bulk, a, b):
    """ψ, (ψ₁, ψ₂) and (ψ₁₁, ψ₂₂, ψ₁₂) of (1) and (2)."""
    c = thickness(law, mu, bulk, a, b)
    energy, (one, two, _), (x, y, z, xy, xz, yz) = stretched(law, mu, bulk, a, b, c)
    z = max(z, 1e-3 * mu) if mu > 0.0 else 1.0
    return energy, (one, two), (x - xz * xz / z, y - yz * yz / z, xy - xz * yz / z)


@inlined
def axes_of(a, b):
    """σ₁, σ₂, (c, s), and u₁, u₂ of [a b]."""
    x, y, z = dot(a, a), dot(b, b), dot(a, b)
    mean, half = 0.5 * (x + y), 0.5 * (x - y)
    radius = np.sqrt(half * half + z * z)
    if radius > 1e-14 * mean:
        c = np.sqrt(max(0.5 * (1.0 + half / radius), 0.0))
        s = np.sqrt(max(0.5 * (1.0 - half / radius), 0.0))
        c, s = (c, 0.5 * z / (radius * c)) if c > s else (0.5 * abs(z) / (radius * s), s if z >= 0.0 else -s)
    else:
        c, s = 1.0, 0.0
    p = (c * a[0] + s * b[0], c * a[1] + s * b[1], c * a[2] + s * b[2])
    q = (c * b[0] - s * a[0], c * b[1] - s * a[1], c * b[2] - s * a[2])
    one, two = max(np.sqrt(dot(p, p)), _THIN), max(np.sqrt(dot(q, q)), _THIN)
    u = (p[0] / one, p[1] / one, p[2] / one)
    v = (q[0] / two, q[1] / two, q[2] / two)
    return one, two, c, s, u, v


@inlined
def stress_of(law, mu, bulk, a, b):
    """ψ, ∂ψ/∂a and ∂ψ/∂b of (3)."""
    one, two, c, s, u, v = axes_of(a, b)
    energy, (f, g), _ = condensed(law, mu, bulk, one, two)
    w, x, y, z = f * c, g * s, f * s, g * c
    return (
        energy,
        (w * u[0] - x * v[0], w * u[1] - x * v[1], w * u[2] - x * v[2]),
        (y * u[0] + z * v[0], y * u[1] + z * v[1], y * u[2] + z * v[2]),
    )


@inlined
def blocks_of(law, mu, bulk, a, b, psd):
    """The blocks (4) in the axes of a and b, row by row: aa, ab and bb."""
    one, two, c, s, u, v = axes_of(a, b)
    n = cross(u, v)
    _, (f, g), (x, y, xy) = condensed(law, mu, bulk, one, two)
    turn, shear = turn_and_shear(one, two, f, g, x, y, xy)
    f, g = f / one, g / two
    if psd:
        turn, shear, f, g = max(turn, 0.0), max(shear, 0.0), max(f, 0.0), max(g, 0.0)
        x, y, xy = _without_negative(x, y, xy)
    e, d = 0.5 * (turn + shear), 0.5 * (shear - turn)
    # coefficients of uuᵀ, vvᵀ, nnᵀ, uvᵀ, vuᵀ
    cc, ss, cs = c * c, s * s, c * s
    mixed = cs * (xy + d)
    aa = _block(u, v, n, cc * x + ss * e, cc * e + ss * y, cc * f + ss * g, -mixed, -mixed)
    bb = _block(u, v, n, ss * x + cc * e, ss * e + cc * y, ss * f + cc * g, mixed, mixed)
    ab = _block(u, v, n, cs * (x - e), cs * (e - y), cs * (f - g), cc * xy - ss * d, cc * d - ss * xy)
    return aa, ab, bb


@inlined
def _without_negative(x, y, xy):
    """[[x, xy], [xy, y]] without its negative eigenvalue."""
    mean, half = 0.5 * (x + y), 0.5 * (x - y)
    radius = np.sqrt(half * half + xy * xy)
    low, high = min(mean - radius, 0.0), max(mean + radius, 0.0)
    scale = high / (high - low) if high > low else 0.0
    return scale * (x - low), scale * (y - low), scale * xy


@inlined
def _block(u, v, n, uu, vv, nn, uv, vu):
    x = (uu * u[0] + vu * v[0], uu * u[1] + vu * v[1], uu * u[2] + vu * v[2])  # times uᵀ
    y = (uv * u[0] + vv * v[0], uv * u[1] + vv * v[1], uv * u[2] + vv * v[2])  # times vᵀ
    return (
        x[0] * u[0] + y[0] * v[0] + nn * n[0] * n[0],
        x[0] * u[1] + y[0] * v[1] + nn * n[0] * n[1],
        x[0] * u[2] + y[0] * v[2] + nn * n[0] * n[2],
        x[1] * u[0] + y[1] * v[0] + nn * n[1] * n[0],
        x[1] * u[1] + y[1] * v[1] + nn * n[1] * n[1],
        x[1] * u[2] + y[1] * v[2] + nn * n[1] * n[2],
        x[2] * u[0] + y[2] * v[0] + nn * n[2] * n[0],
        x[2] * u[1] + y[2] * v[1] + nn * n[2] * n[1],
        x[2] * u[2] + y[2] * v[2] + nn * n[2] * n[2],
    )
