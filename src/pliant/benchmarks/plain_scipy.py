"""The semi-implicit step of the variant `kelager`, as one would write it with SciPy: for comparison.

    K(x) = Σ_ij D_iᵀ diag(α_ij) D_j + Σ_ij D_ijᵀ diag(β_ij) D_ij                        [000 (3.2.14), 002 (26)–(36)]
    (K + M/Δt² + C/2Δt) Δ = f − K x + (M/Δt − C/2) v ,    x ← x + Δ                      [000 (3.8.16)–(3.8.18)]

Differences are sparse matrices, K is assembled from them in every step and the system is solved by `spsolve`.
Nothing of it is shared with the kernels, so that agreement with them means something.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import spsolve

from pliant.contact import Plane, Sphere
from pliant.forces import Viscous, gravity_vector
from pliant.model import Raw, Surface
from pliant.scene.schema import Scene

_SMALLEST = 2.0**-13  # entries of K below this are set to zero [000 §3.3.4]


class PlainStep:
    """Steps the only body of a scene: a free `kelager` surface, gravity, still fluid, spheres and planes."""

    def __init__(self, scene: Scene):
        (body,) = scene.bodies
        assert isinstance(body, Surface) and isinstance(body.material, Raw)
        material = body.material
        self.dt = scene.dt
        self.obstacles = scene.obstacles
        self.mass, self.damping = material.mass, material.damping
        self.strength = sum(force.strength for force in scene.forces if isinstance(force, Viscous))
        self.gravity = gravity_vector(scene.gravity)
        self.eta, self.xi = np.asarray(material.tension), np.asarray(material.rigidity)
        m, n = body.grid
        first, second = (_forward(m), _forward(n)), (_central(m), _central(n))
        one = np.eye(m), np.eye(n)
        self.D1, self.D2 = _grid(first[0], one[1]), _grid(one[0], first[1])
        self.D11, self.D22 = _grid(second[0], one[1]), _grid(one[0], second[1])
        self.D12 = _grid(first[0], first[1])
        self.tangent_1, self.tangent_2 = _grid(_clamped(m), one[1]), _grid(one[0], _clamped(n))
        self.x = np.asarray(body.shape.points(body.grid, body.periodic)).reshape(-1, 3)
        self.v = np.zeros_like(self.x)
        self.rest = self._forms(self.x)

    def _normals(self, x: np.ndarray) -> np.ndarray:
        normal = np.cross(self.tangent_1 @ x, self.tangent_2 @ x)
        return normal / np.linalg.norm(normal, axis=1, keepdims=True)

    def _forms(self, x: np.ndarray) -> tuple[np.ndarray, ...]:
        """G₁₁, G₁₂, G₂₂, B₁₁, B₁₂, B₂₂ at every node."""
        x1, x2, normal = self.D1 @ x, self.D2 @ x, self._normals(x)
        metric = ((x1 * x1).sum(1), (x1 * x2).sum(1), (x2 * x2).sum(1))
        curvature = ((normal * (D @ x)).sum(1) for D in (self.D11, self.D12, self.D22))
        return (*metric, *curvature)

    def stiffness(self, x: np.ndarray) -> sp.csr_matrix:
        """K(x)."""
        g11, g12, g22, b11, b12, b22 = (
            now - rest for now, rest in zip(self._forms(x), self.rest, strict=True)
        )
        eta, xi = self.eta, self.xi
        shear = self.D1.T @ sp.diags(eta[0, 1] * g12) @ self.D2
        K = (
            self.D1.T @ sp.diags(eta[0, 0] * g11) @ self.D1
            + self.D2.T @ sp.diags(eta[1, 1] * g22) @ self.D2
            + (shear + shear.T)
            + self.D11.T @ sp.diags(np.abs(xi[0, 0] * b11)) @ self.D11
            + self.D22.T @ sp.diags(np.abs(xi[1, 1] * b22)) @ self.D22
            + 2.0 * self.D12.T @ sp.diags(np.abs(xi[0, 1] * b12)) @ self.D12
        ).tocsr()
        K.data[np.abs(K.data) < _SMALLEST] = 0.0
        return K

    def step(self) -> None:
        """Advance by one time step."""
        x, v, dt = self.x, self.v, self.dt
        K = self.stiffness(x)
        normal = self._normals(x)
        fluid = -self.strength * (normal * v).sum(1, keepdims=True) * normal  # [000 (3.5.5)]
        force = self.mass * self.gravity + fluid
        A = K + (self.mass / dt**2 + 0.5 * self.damping / dt) * sp.identity(len(x))
        right = force - K @ x + (self.mass / dt - 0.5 * self.damping) * v
        moved = x + spsolve(A.tocsc(), right)
        for obstacle in self.obstacles:
            _project(obstacle, moved)
        self.x, self.v = moved, (moved - x) / dt


def _project(obstacle: object, x: np.ndarray) -> None:
    """Put nodes that are inside an obstacle on its surface [000 Listing 3.5]."""
    if isinstance(obstacle, Sphere):
        away = x - np.asarray(obstacle.center)
        length = np.linalg.norm(away, axis=1)
        inside = length < obstacle.radius
        x[inside] += (obstacle.radius / length[inside] - 1.0)[:, None] * away[inside]
    elif isinstance(obstacle, Plane):
        normal = np.asarray(obstacle.normal) / np.linalg.norm(obstacle.normal)
        distance = (x - np.asarray(obstacle.point)) @ normal
        inside = distance < 0.0
        x[inside] -= distance[inside, None] * normal
    else:
        raise TypeError(f"no formula for {type(obstacle).__name__}")


# ---------------------------------------------------------------- differences on the unit square, h = 1/(n − 1)


def _grid(along_m: np.ndarray, along_n: np.ndarray) -> sp.csr_matrix:
    return sp.csr_matrix(sp.kron(sp.csr_matrix(along_m), sp.csr_matrix(along_n), format="csr"))


def _forward(n: int) -> np.ndarray:
    """D⁺; no difference reaches over the last node."""
    D = np.eye(n, k=1) - np.eye(n)
    D[-1] = 0.0
    return D * (n - 1)


def _central(n: int) -> np.ndarray:
    """The second difference; none at either end."""
    D = np.eye(n, k=1) - 2.0 * np.eye(n) + np.eye(n, k=-1)
    D[[0, -1]] = 0.0
    return D * (n - 1) ** 2


def _clamped(n: int) -> np.ndarray:
    """x[i+1] − x[i−1] with the indices kept inside: only its direction matters [000 (3.7.8)]."""
    D = np.eye(n, k=1) - np.eye(n, k=-1)
    D[0, 0], D[-1, -1] = -1.0, 1.0
    return D
