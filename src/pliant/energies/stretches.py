"""Elastic matter, the same in all directions: laws that are functions of the principal stretches, at one point.

With F = U Σ Vᵀ, rotations U and V, and Σ = diag(σ₁, σ₂, σ₃), of which σ₃ may be negative, matter that looks the same
from all sides costs ψ(σ₁, σ₂, σ₃) per volume, however its axes are numbered. A *law* is a named tuple of constants with
one function, `stretched(law, mu, bulk, σ₁, σ₂, σ₃)`: ψ, its three slopes and its second derivatives in the order 11,
22, 33, 12, 13, 23, for moduli μ and K [Pa]. Matter in space (`isotropic`) and sheets (`plane_stress`) ask for nothing
else.

Every law here is a part μ of shape and a part K of volume, so that samples may have shares of both (`solid`), and costs
at small strains what linear elasticity does: μ dev ε:dev ε + ½K(tr ε)².

    neo-Hookean            ψ of (2) of `neo_hookean`, for sheets
    corotated              ψ = μ(Σ(σ − 1)² − ⅓t²) + ½K t² ,   t = Σσ − 3                                     (1)
    St. Venant–Kirchhoff   ψ = μ(ΣE² − ⅓t²) + ½K t² ,   E = ½(σ² − 1) ,   t = ΣE                             (2)
    Mooney–Rivlin          ψ = C₁(I₁ − 3J^⅔) + C₂(I₂ − 3J^4⁄₃) + ½K(J − 1)² ,   C₁ + C₂ = ½μ                  (3)
    Ogden                  ψ = Σ_p μ_p/α_p (Σσ^α_p − 3J^(α_p/3)) + ½K(J − 1)² ,   ½Σμ_pα_p = μ               (4)

with I₁ = Σσ², I₂ = σ₁²σ₂² + σ₁²σ₃² + σ₂²σ₃² and J = σ₁σ₂σ₃. What is taken off in (3) and (4) is what the same change of
volume costs without a change of shape: then shape costs nothing when matter only swells, never less than nothing, and
for J = 1 both are the textbook's. (3) with C₂ = 0 is neo-Hookean. Powers that have no value, or too large a one, where
matter is crushed or inside out go on as the parabolas that touch them (`power`). Inside out, matter of (4) comes back
if it resists changes of volume as rubber does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from pliant.numerics.compile import OPTIONS, inlined

_CRUSHED = 0.05  # the least stretch, and volume, of which a power is taken

# ---------------------------------------------------------------- laws, told apart by type


def stretched(law, mu, bulk, a, b, c) -> Any:
    raise NotImplementedError("only from compiled code")


_LAWS: dict[type, Callable] = {}


def know(law: type, function: Callable) -> None:
    """Give a class of laws its function, an `inlined` one."""
    _LAWS[law] = function


@overload(stretched, jit_options=OPTIONS)
def _choose(law, mu, bulk, a, b, c):
    function = _LAWS[law.instance_class]
    return lambda law, mu, bulk, a, b, c: function(law, mu, bulk, a, b, c)


# ---------------------------------------------------------------- what they share


@inlined
def power(x, exponent):
    """x^α and its two derivatives; below a crushed x they go on as a parabola."""
    at = max(x, _CRUSHED)
    whole = at**exponent
    slope, bend = exponent * whole / at, exponent * (exponent - 1.0) * whole / (at * at)
    away = min(x - _CRUSHED, 0.0)
    return whole + away * (slope + 0.5 * away * bend), slope + away * bend, bend


@inlined
def of_volume(value, slope, bend, a, b, c):
    """What a function of J = σ₁σ₂σ₃ with these derivatives costs."""
    x, y, z = b * c, a * c, a * b
    return (
        value,
        (slope * x, slope * y, slope * z),
        (
            bend * x * x,
            bend * y * y,
            bend * z * z,
            bend * x * y + slope * c,
            bend * x * z + slope * b,
            bend * y * z + slope * a,
        ),
    )


@inlined
def together(one, two):
    """The sum of two functions with their derivatives."""
    f, g, p, q = one[1], two[1], one[2], two[2]
    return (
        one[0] + two[0],
        (f[0] + g[0], f[1] + g[1], f[2] + g[2]),
        (p[0] + q[0], p[1] + q[1], p[2] + q[2], p[3] + q[3], p[4] + q[4], p[5] + q[5]),
    )


@inlined
def volume_changed(bulk, a, b, c):
    """½K(J − 1)²."""
    d = a * b * c - 1.0
    return of_volume(0.5 * bulk * d * d, bulk * d, bulk, a, b, c)


# ---------------------------------------------------------------- the laws


class Corotated(NamedTuple):
    """(1): linear elasticity of what is left when the rotation is taken off; U of F = R U in place of 1 + ε."""

    order: float = 1.0


@inlined
def _corotated(law, mu, bulk, a, b, c):
    x, y, z = a - 1.0, b - 1.0, c - 1.0
    t = x + y + z
    p, q, more = (bulk - 2.0 / 3.0 * mu) * t, bulk + 4.0 / 3.0 * mu, bulk - 2.0 / 3.0 * mu
    energy = mu * (x * x + y * y + z * z) + 0.5 * more * t * t
    slopes = (2.0 * mu * x + p, 2.0 * mu * y + p, 2.0 * mu * z + p)
    return energy, slopes, (q, q, q, more, more, more)


class StVenantKirchhoff(NamedTuple):
    """(2): linear elasticity with Green's strain in place of ε."""

    order: float = 1.0


@inlined
def _st_venant_kirchhoff(law, mu, bulk, a, b, c):
    x, y, z = 0.5 * (a * a - 1.0), 0.5 * (b * b - 1.0), 0.5 * (c * c - 1.0)
    t, more = x + y + z, bulk - 2.0 / 3.0 * mu
    energy = mu * (x * x + y * y + z * z) + 0.5 * more * t * t
    p, q, r = 2.0 * mu * x + more * t, 2.0 * mu * y + more * t, 2.0 * mu * z + more * t
    whole = more + 2.0 * mu
    seconds = (
        p + whole * a * a, q + whole * b * b, r + whole * c * c, more * a * b, more * a * c, more * b * c
    )  # fmt: skip
    return energy, (p * a, q * b, r * c), seconds


class NeoHookean(NamedTuple):
    """(2) of `neo_hookean`, which solids have by a kernel of its own."""

    order: float = 1.0


@inlined
def _neo_hookean(law, mu, bulk, a, b, c):
    square, d = a * a + b * b + c * c, a * b * c - 1.0
    inverse, slope = 1.0 / (square + 1.0), bulk + mu / 6.0
    p, q = 4.0 / 3.0 * mu * square * inverse, 8.0 / 3.0 * mu * inverse * inverse
    shape = (
        2.0 / 3.0 * mu * (square - 3.0 - np.log(0.25 * (square + 1.0))),
        (p * a, p * b, p * c),
        (p + q * a * a, p + q * b * b, p + q * c * c, q * a * b, q * a * c, q * b * c),
    )
    return together(shape, of_volume((0.5 * slope * d - mu) * d, slope * d - mu, slope, a, b, c))


class MooneyRivlin(NamedTuple):
    """(3)."""

    second: float  # C₂/(C₁ + C₂)


@inlined
def _mooney_rivlin(law, mu, bulk, a, b, c):
    one, two = 0.5 * mu * (1.0 - law.second), 0.5 * mu * law.second
    x, y, z = a * a, b * b, c * c
    square = x + y + z
    p, q, r = one + two * (y + z), one + two * (x + z), one + two * (x + y)
    shape = (
        one * square + two * (x * y + x * z + y * z),
        (2.0 * a * p, 2.0 * b * q, 2.0 * c * r),
        (2.0 * p, 2.0 * q, 2.0 * r, 4.0 * two * a * b, 4.0 * two * a * c, 4.0 * two * b * c),
    )
    (f, f1, f2), (g, g1, g2) = power(a * b * c, 2.0 / 3.0), power(a * b * c, 4.0 / 3.0)
    f, f1, f2 = one * f + two * g, one * f1 + two * g1, one * f2 + two * g2
    taken = of_volume(-3.0 * f, -3.0 * f1, -3.0 * f2, a, b, c)
    return together(together(shape, taken), volume_changed(bulk, a, b, c))


class Ogden(NamedTuple):
    """(4)."""

    exponents: np.ndarray  # α
    shares: np.ndarray  # ½μ_pα_p/μ, which sum up to one


@inlined
def _ogden(law, mu, bulk, a, b, c):
    J = a * b * c
    energy, s0, s1, s2, d0, d1, d2, f, f1, f2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(law.exponents.shape[0]):
        alpha = law.exponents[k]
        scale = 2.0 * mu * law.shares[k] / (alpha * alpha)  # μ_p/α_p
        (x, x1, x2), (y, y1, y2), (z, z1, z2) = power(a, alpha), power(b, alpha), power(c, alpha)
        g, g1, g2 = power(J, alpha / 3.0)
        energy += scale * (x + y + z)
        s0, s1, s2 = s0 + scale * x1, s1 + scale * y1, s2 + scale * z1
        d0, d1, d2 = d0 + scale * x2, d1 + scale * y2, d2 + scale * z2
        f, f1, f2 = f - 3.0 * scale * g, f1 - 3.0 * scale * g1, f2 - 3.0 * scale * g2
    shape = (energy, (s0, s1, s2), (d0, d1, d2, 0.0, 0.0, 0.0))
    return together(together(shape, of_volume(f, f1, f2, a, b, c)), volume_changed(bulk, a, b, c))


_LAWS.update(
    {
        NeoHookean: _neo_hookean,
        Corotated: _corotated,
        StVenantKirchhoff: _st_venant_kirchhoff,
        MooneyRivlin: _mooney_rivlin,
        Ogden: _ogden,
    }
)
