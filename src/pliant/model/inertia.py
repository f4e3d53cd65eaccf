"""How the mass of a rigid body lies: its mass m, its centre c and its second moment about that,

    S = ∫ ρ (x − c)(x − c)ᵀ dV ,     J = tr S · I − S ,     S = ½ tr J · I − J ,                              (1)

with J the tensor of inertia. Four equal masses m/4 at

    xᵢ = c + √(S/m) vᵢ ,     v = (1, 1, 1), (1, −1, −1), (−1, 1, −1), (−1, −1, 1) ,                            (2)

have the same m, c and S, since Σ vᵢ = 0 and Σ vᵢvᵢᵀ = 4 I. Whatever turns and shifts the body moves them alike, so they
have its momentum, spin and energy; the S of any matter is positive definite.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

_FLAT = 1e-9  # of the largest: an eigenvalue of S this small is that of a plate without thickness
_SYMMETRIC = 1e-9
CORNERS = np.array([[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]])


class MassProperties(NamedTuple):
    """Mass [kg], centre [m] (3,), and S of (1) [kg·m²] (3, 3)."""

    mass: float
    center: np.ndarray
    second: np.ndarray

    @property
    def inertia(self) -> np.ndarray:
        """J of (1) [kg·m²], (3, 3)."""
        return np.trace(self.second) * np.eye(3) - self.second

    def points(self) -> np.ndarray:
        """Where the masses of (2) are, (4, 3) [m]."""
        values, vectors = np.linalg.eigh(self.second / self.mass)
        return self.center + CORNERS @ (vectors * np.sqrt(values)).T


def of_skin(points: np.ndarray, triangles: np.ndarray) -> MassProperties:
    """Of matter of density 1 within a closed skin, by sums over the tetrahedra from its middle to its triangles."""
    middle = points.mean(axis=0)
    corners = points[triangles] - middle  # (t, 3, 3)
    volume = np.linalg.det(corners) / 6.0
    total = float(volume.sum())
    sums = corners.sum(axis=1)
    center = volume @ sums / (4.0 * total)
    second = np.einsum("t,ti,tj->ij", volume, sums, sums) + np.einsum(
        "t,tki,tkj->ij", volume, corners, corners
    )
    return MassProperties(total, middle + center, second / 20.0 - total * np.outer(center, center))


def of_inertia(mass: float, inertia: Any, center: np.ndarray) -> MassProperties:
    """From moments about three axes or a tensor; a ValueError says why no matter has them."""
    tensor = np.asarray(inertia, dtype=float)
    if tensor.ndim == 1:
        tensor = np.diag(tensor)
    if np.abs(tensor - tensor.T).max() > _SYMMETRIC * np.abs(tensor).max():
        raise ValueError("a tensor of inertia is symmetric")
    second = 0.5 * np.trace(tensor) * np.eye(3) - 0.5 * (tensor + tensor.T)
    least, _, most = np.linalg.eigvalsh(second)
    if not least > _FLAT * most:
        moments = ", ".join(f"{moment:.4g}" for moment in np.linalg.eigvalsh(tensor))
        raise ValueError(
            f"no matter has the moments {moments}: each is less than the sum of the two others, and more than nothing"
        )
    return MassProperties(mass, center, second)
