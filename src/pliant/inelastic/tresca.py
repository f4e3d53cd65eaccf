"""Sheets that yield by Tresca's condition: where the largest shear, in the sheet or across it, is half the limit.

    T = max(|σ₁|, |σ₂|, |σ₁ − σ₂|) ≤ limit                                                                  (1)

for the principal stresses of a sheet in plane stress, that is |m| + ρ ≤ limit and ρ ≤ ½ limit for their mean m and half
their difference ρ = |(½(σ₁₁ − σ₂₂), σ₁₂)|. In an isotropic sheet stress and strain have the same axes, m = κ e_m and
ρ = 2G e_ρ, and the energy density is m²/κ + ρ²/2G. With ξ = C(d − (1 + H)p_n) and Π(ξ) the stress within the limit that
is nearest to it by this energy,

    Δp = C⁻¹(ξ − Π)/(1 + H + r) ,   Π = (m, ½Y)                                  for |m| ≤ ½Y
                                        (m, ρ) − (κ, 2G)(m + ρ − Y)/(κ + 2G)     between its corners            (2)
                                        (½Y, ½Y) or (Y, 0)                       at them

(m > 0; else the mirror image). Π is the gradient of half a squared distance, so that a step has an energy here too: the
elastic one, hardening and dissipation at p, with ∂σ = C(1 − α) + α ∂Π C, α = 1/(1 + H + r).

Where C has directions of its own the nearest stress has other axes than ξ, and (2) no closed form. There stress is
brought back straight towards its centre by ξ = d − (1 + H)p,

    Δp = ξ (1 − limit/T)₊/(1 + H + r) ,                                                                     (3)

which is no gradient, so that it cannot be part of what a step minimises: it settles (see `flow`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pliant.energies.stress_points import Points, full_matrix
from pliant.inelastic.flow import FlowingEnergy
from pliant.model.flow import Unit

_HALF = np.array([0.5, 0.5, 1.0])  # ½ΔG₁₁, ½ΔG₂₂ and ΔG₁₂ are what C is multiplied by
_ALIKE = 1e-9  # times the largest modulus: by so much an isotropic sheet may differ from itself
_FIRM = 1e-6  # of the elastic stiffness: what is left at least of matter that yields


def tresca_energy(
    elastic: Any, points: Points, units: list[Unit], name: str, **options: Any
) -> FlowingEnergy:
    """The metric energy of a sheet, on a grid or of triangles, with one unit that yields."""
    isotropic = Isotropic.of(*_frame(points))
    if isotropic is None:
        return DirectedTresca(elastic, points, units, name, **options)
    return TrescaEnergy(isotropic, elastic, points, units, name, **options)


class Isotropic(NamedTuple):
    """(e_m, e_a, e_b) = D d (n, 3, 3) at n points, and what resists these, (κ, 2G, 2G) [N/m] (n, 3)."""

    D: np.ndarray
    back: np.ndarray  # D⁻¹
    moduli: np.ndarray

    @classmethod
    def of(cls, stiffness: np.ndarray, root: np.ndarray) -> Isotropic | None:
        """From C (n, 3, 3) and L of G⁰ = LLᵀ; None if C has directions of its own."""
        inverse = np.linalg.inv(root)
        unit = np.array([[[1.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]]])
        e = 0.5 * np.einsum("nij,kjl,nml->nkim", inverse, unit, inverse)
        D = np.stack(
            [0.5 * (e[..., 0, 0] + e[..., 1, 1]), 0.5 * (e[..., 0, 0] - e[..., 1, 1]), e[..., 0, 1]], axis=1
        )
        back = np.linalg.inv(D)
        half = _HALF[:, None] * back
        q = 0.5 * np.swapaxes(half, 1, 2) @ stiffness @ half
        there = np.trace(q, axis1=1, axis2=2) > 0.0
        moduli = np.diagonal(q, axis1=1, axis2=2).copy()
        moduli[:, 1:] = moduli[:, 1:].mean(axis=1, keepdims=True)
        off = np.abs(q - moduli[:, :, None] * np.eye(3)).max(axis=(1, 2))
        if np.any(off > _ALIKE * moduli.max(axis=1)):
            return None
        moduli[~there] = 1.0
        return cls(D, back, moduli)


class TrescaEnergy(FlowingEnergy):
    """Implicit, for isotropic sheets: (2)."""

    def __init__(self, isotropic: Isotropic, *arguments: Any, **options: Any):
        super().__init__(*arguments, **options)
        self._isotropic = isotropic

    def bring_back(
        self, i: int, d: np.ndarray, reference: np.ndarray, ratio: float, limit: np.ndarray
    ) -> tuple[np.ndarray, float]:
        unit, (_, back, moduli) = self.units[0], self._isotropic
        before = self._inside(reference)
        trial = moduli * (self._inside(d) - (1.0 + unit.hardening) * before)
        within = nearest(trial, moduli, limit)[0]
        change = (trial - within) / moduli / (1.0 + unit.hardening + ratio)
        p = before + change
        weight = 2.0 * self.points.weight
        viscous = 0.0
        if np.isfinite(ratio):
            viscous = ratio * float(weight @ (moduli * change**2).sum(axis=1))
        plastic = float(weight @ (within * change).sum(axis=1))
        stored = 0.5 * unit.hardening * float(weight @ (moduli * p**2).sum(axis=1))
        return np.einsum("nij,nj->in", back, p), stored + plastic + 0.5 * viscous

    def resistance(self, p: np.ndarray, limit: np.ndarray) -> tuple[float, float]:
        """The slider takes limit · max(|ε₁|, |ε₂|, |ε₁ + ε₂|) on a way with the principal strains ε."""
        mean, a, b = self._inside(p).T
        slip = np.maximum(np.abs(mean) + np.hypot(a, b), 2.0 * np.abs(mean))
        return self.work(p, p), float(self.points.weight @ (limit * slip))

    def _inside(self, strains: np.ndarray) -> np.ndarray:
        """(n, 3): the mean, half the difference and the shear of strains (3, n) in an orthonormal frame."""
        return np.einsum("nij,jn->ni", self._isotropic.D, strains)

    def tangent(
        self, i: int, d: np.ndarray, reference: np.ndarray, p: np.ndarray, ratio: float, limit: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        (D, _, moduli), weight = self._isotropic, 2.0 * self.points.weight
        share = 1.0 / (1.0 + self.units[0].hardening + ratio)  # α of (2)
        e, before = self._inside(d), self._inside(reference)
        trial = moduli * (e - (1.0 + self.units[0].hardening) * before)
        slope = nearest(trial, moduli, limit)[1] * moduli[:, None, :]
        inner = (1.0 - share + _FIRM) * moduli[:, :, None] * np.eye(3) + share * slope
        stiffness = np.swapaxes(D, 1, 2) @ inner @ D * weight[:, None, None]
        stress = np.einsum("nji,nj->ni", D, moduli * (e - self._inside(p))) * weight[:, None]
        stiffness[weight == 0.0] = np.eye(3) * 1e-300
        return stress.T, np.ascontiguousarray(np.moveaxis(stiffness, 0, -1))


def nearest(stress: np.ndarray, moduli: np.ndarray, limit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Π of (2) for (m, a, b) (n, 3), of which (a, b) are the components of ρ, and ∂Π (n, 3, 3)."""
    sign, m = np.where(stress[:, 0] < 0.0, -1.0, 1.0), np.abs(stress[:, 0])
    rho = np.hypot(stress[:, 1], stress[:, 2])
    along = stress[:, 1:] / np.maximum(rho, 1e-300)[:, None]
    k, g = moduli[:, 0], moduli[:, 1]
    over = (m + rho - limit) / (k + g)
    low, high = m - k * over, rho - g * over  # on the side between the corners
    cases = [(rho <= 0.5 * limit) & (m + rho <= limit), m <= 0.5 * limit, low < 0.5 * limit, high < 0.0]
    one, none = np.ones_like(m), np.zeros_like(m)
    means = np.select(cases, [m, m, 0.5 * limit, limit], low)
    radii = np.select(cases, [rho, 0.5 * limit, 0.5 * limit, none], high)
    by_mean = np.select(cases, [one, one, none, none], g / (k + g))  # ∂m'/∂m
    mixed = np.select(cases, [none, none, none, none], -sign / (k + g))  # ∂m'/∂ρ over κ, ∂ρ'/∂m over 2G
    by_radius = np.select(cases, [one, none, none, none], k / (k + g))
    around = np.where(cases[0], 1.0, radii / np.maximum(rho, 1e-300))
    slope = np.zeros((len(m), 3, 3))
    slope[:, 0, 0] = by_mean
    slope[:, 0, 1:] = (mixed * k)[:, None] * along
    slope[:, 1:, 0] = (mixed * g)[:, None] * along
    outer = along[:, :, None] * along[:, None, :]
    slope[:, 1:, 1:] = around[:, None, None] * np.eye(2) + (by_radius - around)[:, None, None] * outer
    return np.column_stack([sign * means, radii[:, None] * along]), slope


class DirectedTresca(FlowingEnergy):
    """For sheets of any kind, also with directions of their own: (3)."""

    def __init__(self, elastic: Any, *arguments: Any, **options: Any):
        super().__init__(elastic, *arguments, **options)
        self._stiffness, self._root = _frame(self.points)
        self.settles = True

    def bring_back(
        self, i: int, d: np.ndarray, reference: np.ndarray, ratio: float, limit: np.ndarray
    ) -> tuple[np.ndarray, float]:
        unit = self.units[0]
        driven = d - (1.0 + unit.hardening) * reference
        return reference + driven * self._beyond(driven) / (1.0 + unit.hardening + ratio), 0.0

    def _beyond(self, driven: np.ndarray) -> np.ndarray:
        """(1 − limit/T)₊ of (3)."""
        size = self.equivalent(driven)
        return np.where(size > self.limit[0], 1.0 - self.limit[0] / np.maximum(size, 1e-300), 0.0)

    def equivalent(self, strain: np.ndarray) -> np.ndarray:
        """T of (1) for ΔG (3, n)."""
        half = strain * _HALF[:, None]
        s = np.einsum("nij,jn->in", self._stiffness, half)
        stress = np.swapaxes(self._root, 1, 2) @ np.moveaxis(s[[[0, 2], [2, 1]]], -1, 0) @ self._root
        mean = 0.5 * (stress[:, 0, 0] + stress[:, 1, 1])
        radius = np.hypot(0.5 * (stress[:, 0, 0] - stress[:, 1, 1]), stress[:, 0, 1])
        return np.maximum(np.abs(mean) + radius, 2.0 * radius)


def _frame(points: Points) -> tuple[np.ndarray, np.ndarray]:
    """C (n, 3, 3) [N/m], and L of G⁰ = LLᵀ (n, 2, 2), so that LᵀSL is the stress in an orthonormal frame."""
    assert points.sheet is not None
    (moduli, g), area = points.sheet, points.weight
    there = area > 0.0
    stiffness = full_matrix(np.where(there, moduli / np.where(there, area, 1.0), 0.0))
    metric = np.moveaxis(g[[[0, 2], [2, 1]]], -1, 0)
    return stiffness, np.linalg.cholesky(np.where(there[:, None, None], metric, np.eye(2)))
