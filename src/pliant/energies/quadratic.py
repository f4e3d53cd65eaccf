"""Tetrahedra with ten nodes: four corners and the middles of six edges, on which displacements are of degree two.

With volume coordinates L_a of the corners and their gradients g_a (constant: edges are straight at rest)

    N_a = L_a(2L_a − 1) ,   N_ab = 4 L_aL_b ,   ∇N_a = (4L_a − 1) g_a ,   ∇N_ab = 4(L_a g_b + L_b g_a) .          (1)

F varies linearly: a bent bar is strained as it should be. It is taken at four points, L = (5 + 3√5)/20 at one corner
and (5 − √5)/20 at the others, which integrate polynomials of degree two exactly. For what K is beyond that of ν = 0.4,
its mean

    F = Σ x_ab (g_a + g_b)ᵀ ,                                                                                (2)

to which corners do not add, is asked instead, once per tetrahedron, of which there are fewer than nodes: nearly
incompressible matter does not lock. (Linear tetrahedra ask six times for each node.) Not all of K: a bending in which
volume varies across a tetrahedron without a change of its shape, ε ~ z, would be free. The mean has next to no share of
the metric energy: just so much that flow is known there, for stress that is read.

The mass that goes with a node is in proportion to ∫N², which is positive: V/36 of a corner, 4V/27 of a middle.
"""

from __future__ import annotations

import numpy as np

from pliant.energies.samples import Samples

EDGES = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))  # whose middles are the nodes 4 … 9
PARTS = np.array([1.0 / 36.0] * 4 + [4.0 / 27.0] * 6)  # of the volume that belong to the nodes
_FULL = 14.0 / 3.0  # K/μ of ν = 0.4
_SHARE = 1e-6  # of the metric energy that the mean has
_NEAR, _FAR = (5.0 + 3.0 * np.sqrt(5.0)) / 20.0, (5.0 - np.sqrt(5.0)) / 20.0


def sampled(samples: list[Samples], shear: np.ndarray, bulk: np.ndarray) -> list[Samples]:
    """The samples with their shares of K, for moduli (n,) of the tetrahedra."""
    share = np.minimum(_FULL * shear / bulk, 1.0)
    mean, *points = samples
    return [mean._replace(bulk=1.0 - share), *(one._replace(bulk=0.25 * share) for one in points)]


def samples(gradients: np.ndarray, volume: np.ndarray) -> list[Samples]:
    """From g (4, 3, n) [1/m] and V (n,) [m³]: the mean, then the points."""
    mean = Samples(list(range(4, 10)), _mean(gradients), volume, metric=_SHARE)
    points = []
    for corner in range(4):
        L = np.full(4, _FAR)
        L[corner] = _NEAR
        at_corners = (4.0 * L - 1.0)[:, None, None] * gradients
        at_middles = np.stack([4.0 * (L[a] * gradients[b] + L[b] * gradients[a]) for a, b in EDGES])
        share = (1.0 - _SHARE) / 4.0
        every = np.concatenate([at_corners, at_middles])
        points.append(Samples(list(range(10)), every, volume, metric=share, bulk=0.0))
    return [mean, *points]


def _mean(gradients: np.ndarray) -> np.ndarray:
    return np.stack([gradients[a] + gradients[b] for a, b in EDGES])
