"""Internal damping of solids that flow, as a term by itself: it resists changes of the shape that matter has at rest.

With the deformation F Q of `inelastic.solid`, G = QᵀFᵀFQ and J = det F, and their values G_r, J_r at the beginning of
a step of length h, seen through the same Q, the damping of `continuum` is

    E = (τ/h) Σ w [¼μ (ΔG:ΔG − ⅓(tr ΔG)²) + ½K (J − J_r)²] ,   ΔG = G − G_r                                   (1)
    ∂E/∂F = (τ/h) w [F S + K(J − J_r) cof F] ,   S = μ dev ΔG                                              (2)

Elastic stress is taken from where flow *begins* in the step, (1) with the Q with which it is expected to *end*: else
damping would lag behind flow by a step. Newton's method gets what is of the form JᵀCJ.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pliant.energies.continuum import true_blocks
from pliant.energies.elements import ROW, register
from pliant.energies.samples import (
    add,
    add_forces,
    clear,
    cofactor,
    constants,
    deformation,
    measure_metric,
    metric,
    nine,
    pair_of,
    put_stress,
    stress,
    stresses,
)
from pliant.energies.small_matrices import cross, dot, image
from pliant.numerics.compile import inlined, uint


class Drag(NamedTuple):
    """Elements of `continuum` that only resist changes."""

    starts: np.ndarray
    members: np.ndarray
    gradients: np.ndarray
    volume: np.ndarray
    shares: np.ndarray
    moduli: np.ndarray
    reference: np.ndarray
    ratio: float = 0.0


def drag(law: Any) -> Drag:
    """That of an elastic law, with a reference of its own."""
    return Drag(**law._replace(reference=np.zeros_like(law.reference))._asdict())


@inlined
def resisted(law, i, e, f, cof):
    """E of (1) of sample i, (τ/h)w S and (τ/h)w K(J − J_r)."""
    mu, bulk, _ = constants(law, i, e)
    r, o, k, g = law.ratio, law.reference, 7 * i, metric(f)
    work, t = stress(
        r * mu,
        (
            g[0] - o[k, e], g[1] - o[k + 1, e], g[2] - o[k + 2, e],
            g[3] - o[k + 3, e], g[4] - o[k + 4, e], g[5] - o[k + 5, e],
        ),
    )  # fmt: skip
    change = f[0] * cof[0] + f[1] * cof[1] + f[2] * cof[2] - o[k + 6, e]
    return work + 0.5 * r * bulk * change * change, t, r * bulk * change


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    clear(s.f, s.f.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        for j in range(n):
            f = nine(s.w, 0, j)
            cof = cofactor(f)
            energy, t, p = resisted(law, i, uint(first + j), f, cof)
            total += energy
            put_stress(s.w, 0, j, f, t, p, cof)  # (2)
        add_forces(law, i, first, n, s, 0)
    return total


@inlined
def _hessian(law, first, n, s, psd):
    clear(s.h, s.h.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        true_blocks(law, i, first, n, s, False, 0.0)
        if not psd:
            add_stressed(law, i, first, n, s)


@inlined
def add_stressed(law, i, first, n, s):
    """What stress itself adds: (g_k·S g_l) I − p (F(g_k × g_l))ₓ of (6) of `continuum`."""
    for x in range(law.starts[i], law.starts[i + 1]):
        for y in range(x + 1, law.starts[i + 1]):
            pair = pair_of(law, s, x, y)
            k, m = (x, y) if law.members[x] < law.members[y] else (y, x)
            for j in range(n):
                e = uint(first + j)
                a = (law.gradients[k, 0, e], law.gradients[k, 1, e], law.gradients[k, 2, e])
                b = (law.gradients[m, 0, e], law.gradients[m, 1, e], law.gradients[m, 2, e])
                f = nine(s.w, 0, j)
                _, t, p = resisted(law, i, e, f, cofactor(f))
                along, q = dot(a, stresses(b[0], b[1], b[2], t, 0.0, 0.0, 0.0, 0.0)), image(f, cross(a, b))
                add(s.h, pair, j, (along, p * q[2], -p * q[1]))
                add(s.h, pair + 3, j, (-p * q[2], along, p * q[0]))
                add(s.h, pair + 6, j, (p * q[1], -p * q[0], along))


register(Drag, gradient=_gradient, hessian=_hessian, measure=measure_metric)
