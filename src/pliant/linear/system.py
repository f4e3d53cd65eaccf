"""K U = F of elements or of a body: equilibrium, modes, and motion with Rayleigh's damping.

    M Ü + C U̇ + K U = F ,   C = αM + βK        [004 (34)]                                                      (1)

A mode of frequency ω is damped by the fraction ζ = ½(α/ω + βω) of what would stop it from swinging. Time steps are
Newmark's with the mean acceleration, which keep the energy of what is not damped, and lengthen periods by (ωΔt)²/12:

    u' = u + Δt u̇ + ¼Δt²(ü + ü') ,   u̇' = u̇ + ½Δt(ü + ü') .                                                   (2)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as spla
from scipy.linalg import eigh

from pliant.errors import PliantError

_DENSE = 600  # unknowns up to which all modes are found at once


def assemble(elements: np.ndarray, matrices: np.ndarray, nodes: int) -> Any:
    """The sparse matrix of all nodes from those (n, kd, kd) of elements with nodes (n, k)."""
    elements = np.asarray(elements)
    degrees = matrices.shape[1] // elements.shape[1]
    rows = (degrees * elements[:, :, None] + np.arange(degrees)).reshape(len(elements), -1).astype(np.int32)
    i, j = np.broadcast_arrays(rows[:, :, None], rows[:, None, :])
    size = degrees * nodes
    return sp.csr_matrix((matrices.ravel(), (i.ravel(), j.ravel())), shape=(size, size))


@dataclass(frozen=True, eq=False)
class System:
    """Sparse K and M of all unknowns, and which of these are `held` (bool)."""

    stiffness: Any
    mass: Any
    held: np.ndarray

    @property
    def free(self) -> np.ndarray:
        return np.flatnonzero(~self.held)

    def solve(self, forces: np.ndarray) -> np.ndarray:
        """U of K U = F, zero where it is held."""
        U, free = np.zeros(len(self.held)), self.free
        U[free] = self._factors(self.stiffness)(np.asarray(forces, dtype=float).ravel()[free])
        return U

    def reactions(self, U: np.ndarray, forces: np.ndarray) -> np.ndarray:
        """What holds the held ones, K U − F there."""
        return np.where(self.held, self.stiffness @ U - np.ravel(forces), 0.0)

    def modes(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """The lowest frequencies (count,) [Hz], and their shapes (count, unknowns) with ΦᵀMΦ = 1."""
        free = self.free
        K, M = self.stiffness[free][:, free], self.mass[free][:, free]
        count = min(count, len(free))
        if len(free) <= _DENSE:
            values, vectors = eigh(K.toarray(), M.toarray(), subset_by_index=[0, count - 1])
        else:
            shift = (
                -1e-6 * K.diagonal().mean() / M.diagonal().mean()
            )  # bodies that nothing holds have K singular
            values, vectors = spla.eigsh(K.tocsc(), count, M.tocsc(), sigma=shift)
            order = np.argsort(values)
            values, vectors = values[order], vectors[:, order]
        shapes = np.zeros((count, len(self.held)))
        shapes[:, free] = vectors.T
        return np.sqrt(np.maximum(values, 0.0)) / (2.0 * np.pi), shapes

    def damping(self, mass: float = 0.0, stiffness: float = 0.0) -> Any:
        """Rayleigh's C of (1) with α [1/s] and β [s]."""
        return mass * self.mass + stiffness * self.stiffness

    def move(
        self,
        forces: np.ndarray | Callable[[float], np.ndarray],
        *,
        dt: float,
        steps: int,
        rayleigh: tuple[float, float] = (0.0, 0.0),
        start: tuple[np.ndarray, np.ndarray] | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Times (steps + 1,) and U (steps + 1, unknowns) by (2), from rest or from U and U̇ at the `start`.

        `forces` stay the same or are a function of time; `rayleigh` is α and β.
        """
        free = self.free
        K, M, C = (part[free][:, free] for part in (self.stiffness, self.mass, self.damping(*rayleigh)))
        given: Callable[[float], np.ndarray] = forces if callable(forces) else lambda t: np.asarray(forces)
        u, v = (np.zeros(len(self.held)) for _ in range(2)) if start is None else start
        u, v = u[free].astype(float), v[free].astype(float)
        a = self._solver(M)(np.ravel(given(0.0))[free] - C @ v - K @ u)
        step = self._solver(M + 0.5 * dt * C + 0.25 * dt * dt * K)
        out = np.zeros((steps + 1, len(self.held)))
        out[0, free] = u
        for k in range(1, steps + 1):
            u, v = u + dt * v + 0.25 * dt * dt * a, v + 0.5 * dt * a
            a = step(np.ravel(given(k * dt))[free] - C @ v - K @ u)
            u, v = u + 0.25 * dt * dt * a, v + 0.5 * dt * a
            out[k, free] = u
        return dt * np.arange(steps + 1), out

    def _factors(self, matrix: Any) -> Callable[[np.ndarray], np.ndarray]:
        free = self.free
        return self._solver(matrix[free][:, free])

    @staticmethod
    def _solver(matrix: Any) -> Callable[[np.ndarray], np.ndarray]:
        try:
            factors = spla.splu(sp.csc_matrix(matrix))
        except RuntimeError as error:
            raise _loose() from error
        pivots = np.abs(factors.U.diagonal())
        if len(pivots) and pivots.min() < 1e-13 * pivots.max():
            raise _loose()
        return factors.solve


def _loose() -> PliantError:
    return PliantError(
        "nothing resists some motion of the nodes: hold more of them, or add members that brace them"
    )
