"""Where matter flows: the points at which an energy measures strain, in coordinates in which flow is simple.

With the strain d (m numbers) at a point, the stress is σ = C d, and a quadratic form decides on yield: σ·Pσ ≤ limit².
Let P = LLᵀ and LᵀCL = UΛUᵀ. In the coordinates

    z = UᵀLᵀσ = A d ,   A = ΛUᵀL⁻¹                                                                          (1)

the equivalent stress is |z|, the energy density ½ Σ z²/Λ, and plastic flow along the normal of the limit is

    Δp = λ Pσ = λ B z ,   B = LU ,   so that  A Δp = λ Λ z .                                                 (2)

For one number, or where all directions are alike, A = Λ = C and B = 1. For sheets P is that of von Mises in plane
stress: with the metric G⁰ at rest and contravariant components S

    σ² = (S : G⁰)² − 3 det S det G⁰ .                                                                       (3)

Bending yields by its elastic energy: all directions of z are then alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.energies.bending import BendingEnergy
from pliant.energies.curvature import Bend, PlanarBend
from pliant.energies.elements import ElementEnergy
from pliant.energies.hinge import Hinges
from pliant.energies.metric import MetricEnergy, corners
from pliant.energies.springs import Springs
from pliant.energies.stretch import Stretch
from pliant.energies.torsion import Torsion
from pliant.energies.triangle import Triangles

_VOIGT = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))


@dataclass(frozen=True)
class Points:
    """n points with m numbers each: A and B of (1) and (2) (m, m, n), Λ (m, n), and the measure (n,) of each."""

    to_stress: np.ndarray
    to_strain: np.ndarray
    modulus: np.ndarray
    weight: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        return self.modulus.shape[0], self.modulus.shape[1]

    @property
    def stiffness(self) -> np.ndarray:
        """C times the measure, (m, m, n)."""
        return np.einsum("kin,kjn,kn->ijn", self.to_stress, self.to_stress, self.weight / self.modulus)

    def stress(self, d: np.ndarray) -> np.ndarray:
        """z of (1), (m, n)."""
        return np.einsum("ijn,jn->in", self.to_stress, d)

    def work(self, a: np.ndarray, b: np.ndarray) -> float:
        """Σ measure a·C b [J]."""
        return float(np.sum(self.weight * (self.stress(a) * self.stress(b) / self.modulus).sum(axis=0)))


def alike(stiffness: np.ndarray, weight: np.ndarray | float = 1.0, numbers: int = 1) -> Points:
    """Points (n,) at which all directions of strain are alike; where there is no stiffness nothing flows."""
    c = np.array(stiffness, dtype=float)
    unit = np.eye(numbers)[:, :, None]
    return Points(
        unit * c, np.broadcast_to(unit, (numbers, numbers, len(c))).copy(),
        np.tile(np.where(c > 0.0, c, 1.0), (numbers, 1)), np.where(c > 0.0, weight, 0.0),
    )  # fmt: skip


def by_form(stiffness: np.ndarray, form: np.ndarray, weight: np.ndarray) -> Points:
    """Points from C and P (n, m, m); where there is no stiffness nothing flows."""
    there = np.einsum("nii->n", stiffness) > 0.0
    m = stiffness.shape[1]
    whole = np.where(there[:, None, None], stiffness, np.eye(m))
    root = np.linalg.cholesky(np.where(there[:, None, None], form, np.eye(m)))
    values, vectors = np.linalg.eigh(np.swapaxes(root, 1, 2) @ whole @ root)
    back = root @ vectors
    forth = values[:, :, None] * (np.swapaxes(vectors, 1, 2) @ np.linalg.inv(root))
    soft = ~there[:, None] | (
        values <= 1e-6 * values.max(axis=1, keepdims=True)
    )  # no stiffness: nothing to flow
    forth[soft], values[soft] = 0.0, 1.0
    a, b = (np.ascontiguousarray(np.moveaxis(part, 0, -1)) for part in (forth, back))
    return Points(a, b, np.ascontiguousarray(values.T), np.where(there, weight, 0.0))


def von_mises(rest: np.ndarray) -> np.ndarray:
    """P of (3) (n, 3, 3) over (S¹¹, S²², S¹²), for G⁰ (3, n): 11, 22, 12."""
    trace = np.stack([rest[0], rest[1], 2.0 * rest[2]], axis=1)
    det = rest[0] * rest[1] - rest[2] ** 2
    form = trace[:, :, None] * trace[:, None, :]
    form[:, 0, 1] -= 1.5 * det
    form[:, 1, 0] -= 1.5 * det
    form[:, 2, 2] += 3.0 * det
    return form


def full_matrix(values: np.ndarray) -> np.ndarray:
    """(n, 3, 3) from the order 11, 12, 13, 22, 23, 33, (6, n)."""
    full = np.empty((values.shape[1], 3, 3))
    for k, (i, j) in enumerate(_VOIGT):
        full[:, i, j] = full[:, j, i] = values[k]
    return full


def _sheet(moduli: np.ndarray, rest: np.ndarray, area: np.ndarray) -> Points:
    """From moduli times area (6, n) and G⁰ (3, n); strains are ΔG₁₁, ΔG₂₂, ΔG₁₂, of which stress is ½C(…, …, 2 …)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        c = np.where(area > 0.0, moduli / area, 0.0)
    points = by_form(full_matrix(c), von_mises(rest), area)
    half = np.array([0.5, 0.5, 1.0])[None, :, None]
    return Points(
        points.to_stress * half,
        points.to_strain / half.swapaxes(0, 1),
        points.modulus,
        points.weight,
    )


def points_of(energy, bending: float = 1.0, area: np.ndarray | float = 1.0) -> Points | None:
    """The points of an energy; None if it does not flow.

    For the bending of a surface on a grid, with its stiffness D [N·m] and the area (P,) [m²] of nodes (or cells), the
    equivalent stress is a moment per length √(D κ:𝔻κ) [N].
    """
    if isinstance(energy, MetricEnergy):
        g = corners(energy.rest).reshape(3, -1)
        det = np.maximum(g[0] * g[1] - g[2] ** 2, 0.0)
        c = np.moveaxis(energy.moduli.reshape(4, 6, -1), 0, 1).reshape(6, -1)
        return _sheet(c, g, 0.25 * np.sqrt(det))
    if isinstance(energy, BendingEnergy):
        return _bending(energy.stiffness, len(energy.rest), bending, area)
    if not isinstance(energy, ElementEnergy):
        return None
    law = energy.law
    match law:
        case Springs():
            return alike(law.stiffness)
        case Stretch():
            return alike(law.stiffness, law.length)
        case PlanarBend():
            return alike(law.stiffness, numbers=3)
        case Bend() | Torsion() | Hinges():
            return alike(law.stiffness)
        case Triangles():
            count = law.moduli.shape[1]
            flat = np.repeat([[1.0], [1.0], [0.0]], count, axis=1)
            (a, b), (c, d) = law.gradients[1], law.gradients[2]
            return _sheet(law.moduli, flat, 0.5 / np.abs(a * d - b * c))
    return None


def _bending(stiffness: np.ndarray, kinds: int, bending: float, area: np.ndarray | float) -> Points:
    """Curvature at nodes or twist at cells, from 𝔻 times area; of a tensor the twist counts twice."""
    order = {1: ((0, 0),), 2: ((0, 0), (0, 1), (1, 1)), 3: ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))}
    full = np.zeros((stiffness.shape[1], kinds, kinds))
    for k, (i, j) in enumerate(order[kinds]):
        full[:, i, j] = full[:, j, i] = stiffness[k] * (1.0 + (j == 2)) * (1.0 + (i == 2))
    size = np.einsum("nii->n", full)[:, None, None] + 1e-300
    area = np.maximum(area, 1e-300)
    form = np.linalg.inv(full + 1e-9 * size * np.eye(kinds)) * np.reshape(bending / area, (-1, 1, 1))
    return by_form(full, form, np.ones(len(full)))
