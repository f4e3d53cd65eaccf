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
from typing import Any

import numpy as np

PLATE, ROD = 3.0, 4.0  # `StressPoints.skin` of sheets and of round rods that bend
NOTHING = np.zeros((3, 1))  # strains that have flown: none
_VOIGT = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))


@dataclass(frozen=True)
class Points:
    """n points with m numbers each: A and B of (1) and (2) (m, m, n), Λ (m, n), and the measure (n,) of each.

    Then what is peculiar to the energy: whether it is not quite quadratic in what flows (`uneven`), its damping does
    not change with the stiffness (`damps_apart`), elasticity and damping are one square, of which a constant of the
    step is left out (`one_square`), and any stiffness may take the place of C (`softens`).
    """

    to_stress: np.ndarray
    to_strain: np.ndarray
    modulus: np.ndarray
    weight: np.ndarray
    uneven: bool = False
    damps_apart: bool = False
    one_square: bool = False
    softens: bool = False
    sheet: tuple[np.ndarray, np.ndarray] | None = None  # of sheets: C times area (6, n) [N·m], and G⁰ (3, n)

    @property
    def shape(self) -> tuple[int, int]:
        return self.modulus.shape[0], self.modulus.shape[1]

    @property
    def firmness(self) -> np.ndarray:
        """The modulus of a tension along one axis, (n,): in a sheet ¼ of z² is that of its area, ¾ that of shear."""
        if self.sheet is None:
            return self.modulus.max(axis=0)
        return 1.0 / (0.25 / self.modulus.min(axis=0) + 0.75 / self.modulus.max(axis=0))

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


@dataclass(frozen=True)
class Section:
    """What laws need to know of a body to tell when it yields: its shape at rest, and how much its sections bear."""

    positions: np.ndarray  # (3, P) at rest
    limit: float = np.inf  # of the law of flow, as the material has it
    force: Any = np.inf  # of a sheet per width [N/m], of a curve [N]; a number or (P,)
    moment: Any = np.inf  # at which the skin yields: of a plate per width [N], of a rod [N·m]
    bending: float = 1.0  # D of a sheet [N·m]
    node_area: np.ndarray | float = 1.0  # (P,) [m²] of a grid
    cell_area: np.ndarray | float = 1.0


@dataclass(frozen=True)
class StressPoints:
    """The points of an energy with the `nodes` (n, k) around each, and the `limit` of their equivalent stress.

    The rest is for telling how far they have flown as one strain, (1) of `build.flow_scale`.
    """

    points: Points
    nodes: np.ndarray
    limit: Any = np.inf  # a number or (n,)
    stretches: bool = False  # whether it is the stretching of the body, which bending is compared with
    skin: float = 1.0  # f
    twists: bool = False  # whether its shear, not its bending, makes the skin yield
    measure: Any = None  # (n,) a: area or length of points that bend
    length: Any = 1.0  # (n,) over which an elongation is told


def mean_at(values: Any, elements: np.ndarray) -> np.ndarray:
    """One value per element from values per node (…, P), the mean of its nodes; the same number for all stays one."""
    values = np.asarray(values, dtype=float)
    per_node = values.ndim in (1, 3)  # of numbers, of 3×3 matrices
    return values[..., elements].mean(axis=-1) if per_node else values


def alike(stiffness: np.ndarray, weight: np.ndarray | float = 1.0, numbers: int = 1, **traits: Any) -> Points:
    """Points (n,) at which all directions of strain are alike; where there is no stiffness nothing flows."""
    c = np.array(stiffness, dtype=float)
    unit = np.eye(numbers)[:, :, None]
    return Points(
        unit * c, np.broadcast_to(unit, (numbers, numbers, len(c))).copy(),
        np.tile(np.where(c > 0.0, c, 1.0), (numbers, 1)), np.where(c > 0.0, weight, 0.0), **traits,
    )  # fmt: skip


def by_form(stiffness: np.ndarray, form: np.ndarray, weight: np.ndarray, **traits: Any) -> Points:
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
    return Points(a, b, np.ascontiguousarray(values.T), np.where(there, weight, 0.0), **traits)


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


def sheet(moduli: np.ndarray, rest: np.ndarray, area: np.ndarray, **traits: Any) -> Points:
    """From moduli times area (6, n) and G⁰ (3, n); strains are ΔG₁₁, ΔG₂₂, ΔG₁₂, of which stress is ½C(…, …, 2 …)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        c = np.where(area > 0.0, moduli / area, 0.0)
    points = by_form(full_matrix(c), von_mises(rest), area)
    half = np.array([0.5, 0.5, 1.0])[None, :, None]
    return Points(
        points.to_stress * half, points.to_strain / half.swapaxes(0, 1), points.modulus, points.weight,
        softens=True, sheet=(moduli, rest), **traits,
    )  # fmt: skip


def plate(
    stiffness: np.ndarray, kinds: int, bending: float, area: np.ndarray | float, **traits: Any
) -> Points:
    """Curvature at nodes, cells or triangles, from 𝔻 times area; of a tensor the twist counts twice.

    With the stiffness D [N·m] of the sheet and the area (n,) [m²] of the points the equivalent stress is a moment per
    length √(D κ:𝔻κ) [N].
    """
    order = {1: ((0, 0),), 2: ((0, 0), (0, 1), (1, 1)), 3: ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))}
    full = np.zeros((stiffness.shape[1], kinds, kinds))
    for k, (i, j) in enumerate(order[kinds]):
        full[:, i, j] = full[:, j, i] = stiffness[k] * (1.0 + (j == 2)) * (1.0 + (i == 2))
    size = np.einsum("nii->n", full)[:, None, None] + 1e-300
    area = np.maximum(area, 1e-300)
    form = np.linalg.inv(full + 1e-9 * size * np.eye(kinds)) * np.reshape(bending / area, (-1, 1, 1))
    return by_form(full, form, np.ones(len(full)), softens=True, **traits)
