"""Matrices of elements for small displacements, as in 004: H, B, D, K and M of triangles, tetrahedra, bars and beams.

A function within a triangle or a tetrahedron is Φ = Σ h_a Φ_a with h_a linear, one at node a and zero at the others,

    h₁ = [(x₂y₃ − x₃y₂) + (y₂ − y₃) x + (x₃ − x₂) y]/2A , …       [004 (14)–(16)]                              (1)
    u = H U ,   H = [h₁1  h₂1  h₃1]                               [004 (17)–(20)]                              (2)
    ε = (∂u/∂x, ∂v/∂y, ∂w/∂z, ∂v/∂z + ∂w/∂y, ∂w/∂x + ∂u/∂z, ∂u/∂y + ∂v/∂x) = B U   [004 (21)–(23)]              (3)
    Λ = ½ UᵀKU ,   K = ∫ BᵀDB dV ,   σ = Dε                       [004 (24)–(26)]                              (4)
    M = ∫ ρ HᵀH dV ,   ∫ h_ah_b dV = (1 + δ_ab) V/((d + 1)(d + 2)) [004 (35)]                                    (5)

U has the three displacements of node 1, then those of node 2 and so on. What 004 says of D, "just a diagonal matrix
with Young's modulus along the diagonal", holds for no matter: that of matter which is the same in all directions is

    D = [λ + 2μ, λ, λ; …] for the first three,  μ for the others.                                              (6)

Also its (23) has ∂x/∂y for ∂u/∂y, and the work of loads is taken from the energy: Π = Λ − UᵀF in place of (32).

A bar with stiffness EA has tension EA·Δl/l along its axis. A beam (Euler, Bernoulli) has for each node three
displacements and three rotations; in its own axes, for bending in the plane of x and y, with v₁, θ₁, v₂, θ₂,

    K = EI/l³ [12, 6l, −12, 6l; 6l, 4l², −6l, 2l²; −12, −6l, 12, −6l; 6l, 2l², −6l, 4l²] ,                        (7)
    M = ρAl/420 [156, 22l, 54, −13l; 22l, 4l², 13l, −3l²; 54, 13l, 156, −22l; −13l, −3l², −22l, 4l²] ,            (8)

those of a bar for stretching and, with GJ and the polar moment, for twist.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

import numpy as np

UP = (0.0, 0.0, 1.0)
_SHEARS = ((1, 2), (2, 0), (0, 1))  # the axes of ε₄, ε₅, ε₆


def elasticity(young: float, poisson: float) -> np.ndarray:
    """D of (6), (6, 6) [Pa]."""
    shear = young / (2.0 * (1.0 + poisson))
    first = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson))
    D = np.diag([2.0 * shear] * 3 + [shear] * 3)
    D[:3, :3] += first
    return D


def plane_stress(young: float, poisson: float) -> np.ndarray:
    """D of a sheet in the plane of x and y that nothing presses on from its sides, (6, 6) [Pa]."""
    shear = young / (2.0 * (1.0 + poisson))
    D = np.zeros((6, 6))
    D[:2, :2] = young / (1.0 - poisson**2) * np.array([[1.0, poisson], [poisson, 1.0]])
    D[3, 3] = D[4, 4] = D[5, 5] = shear
    return D


def _simplex(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """∇h (n, k, 3) and the size (n,) of triangles in the plane of x and y, or of tetrahedra, with corners (n, k, 3)."""
    x = np.asarray(corners, dtype=float)
    axes = x.shape[1] - 1
    edges = np.swapaxes(x[:, 1:, :axes] - x[:, :1, :axes], 1, 2)
    inverse = np.linalg.inv(edges)
    gradients = np.zeros((len(x), axes + 1, 3))
    gradients[:, 1:, :axes] = inverse
    gradients[:, 0] = -gradients[:, 1:].sum(axis=1)
    return gradients, np.abs(np.linalg.det(edges)) / factorial(axes)


def interpolation(corners: np.ndarray, place: np.ndarray) -> np.ndarray:
    """H of (2), (n, 3, 3k), at a place (n, 3) in each element with corners (n, k, 3)."""
    gradients, _ = _simplex(corners)
    k = gradients.shape[1]
    h = np.einsum("nkc,nc->nk", gradients, place - np.asarray(corners)[:, 0])
    h[:, 0] += 1.0
    return np.einsum("nk,ij->nikj", h, np.eye(3)).reshape(len(h), 3, 3 * k)


def strain_matrix(corners: np.ndarray) -> np.ndarray:
    """B of (3), (n, 6, 3k), of triangles in the plane of x and y or of tetrahedra with corners (n, k, 3)."""
    gradients, _ = _simplex(corners)
    n, k, _ = gradients.shape
    B = np.zeros((n, 6, k, 3))
    for axis in range(3):
        B[:, axis, :, axis] = gradients[:, :, axis]
    for row, (a, b) in enumerate(_SHEARS, start=3):
        B[:, row, :, a] = gradients[:, :, b]
        B[:, row, :, b] = gradients[:, :, a]
    return B.reshape(n, 6, 3 * k)


def simplex_stiffness(corners: np.ndarray, D: np.ndarray, thickness: float = 1.0) -> np.ndarray:
    """K of (4), (n, 3k, 3k) [N/m]; `thickness` [m] is that of triangles."""
    B, size = strain_matrix(corners), _volumes(corners, thickness)
    return np.swapaxes(B, 1, 2) @ (size[:, None, None] * (np.asarray(D) @ B))


def simplex_mass(corners: np.ndarray, density: float, thickness: float = 1.0) -> np.ndarray:
    """The consistent M of (5), (n, 3k, 3k) [kg]."""
    size, k = _volumes(corners, thickness), np.shape(corners)[1]
    pattern = (np.ones((k, k)) + np.eye(k)) / (k * (k + 1))
    return density * np.einsum("n,ij->nij", size, np.kron(pattern, np.eye(3)))


def _volumes(corners: np.ndarray, thickness: float) -> np.ndarray:
    _, size = _simplex(corners)
    return size * (thickness if np.shape(corners)[1] == 3 else 1.0)


def lumped(mass: np.ndarray) -> np.ndarray:
    """Mass matrices (n, m, m) that are diagonal, of displacements alone: the sums of the rows."""
    return np.einsum("nij,ik->nik", mass, np.eye(mass.shape[1]))


# ---------------------------------------------------------------- members between two nodes


def _bar(length: np.ndarray, stiffness: np.ndarray) -> np.ndarray:
    """(n, 2, 2)."""
    return np.einsum("n,ij->nij", stiffness / length, np.array([[1.0, -1.0], [-1.0, 1.0]]))


def _bar_mass(whole: np.ndarray) -> np.ndarray:
    return np.einsum("n,ij->nij", whole / 6.0, np.array([[2.0, 1.0], [1.0, 2.0]]))


def bar_stiffness(ends: np.ndarray, stretching: np.ndarray) -> np.ndarray:
    """K (n, 6, 6) [N/m] of bars with ends (n, 2, 3) and EA (n,) [N]."""
    along, length = _directions(ends)
    both = np.einsum("ni,nj->nij", along, along)
    return np.einsum("nab,nij->naibj", _bar(length, stretching), both).reshape(-1, 6, 6)


def bar_mass(ends: np.ndarray, line_density: np.ndarray) -> np.ndarray:
    """The consistent M (n, 6, 6) [kg] of bars with a mass per length (n,) [kg/m]."""
    _, length = _directions(ends)
    return np.einsum("nab,ij->naibj", _bar_mass(line_density * length), np.eye(3)).reshape(-1, 6, 6)


def _directions(ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    edge = ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(edge, axis=1)
    return edge / length[:, None], length


def frames(ends: np.ndarray, up: Sequence[float]) -> np.ndarray:
    """The axes (n, 3, 3) of beams in rows: along, then as near to `up` as may be, then across both."""
    along, _ = _directions(ends)
    wanted = np.broadcast_to(np.asarray(up, dtype=float), along.shape)
    second = wanted - np.einsum("ni,ni->n", wanted, along)[:, None] * along
    upright = np.linalg.norm(second, axis=1) < 1e-6 * np.linalg.norm(wanted, axis=1)
    second[upright] = np.roll(along[upright], 1, axis=1)
    second -= np.einsum("ni,ni->n", second, along)[:, None] * along
    second /= np.linalg.norm(second, axis=1, keepdims=True)
    return np.stack([along, second, np.cross(along, second)], axis=1)


# Which of a beam's twelve numbers (displacement, rotation; of both nodes) bend, in the plane of x, y and of x, z; the
# sign of a rotation about y is that of −∂w/∂x.
_BENDING = (([1, 5, 7, 11], (1.0, 1.0, 1.0, 1.0)), ([2, 4, 8, 10], (1.0, -1.0, 1.0, -1.0)))


def beam_stiffness(ends: np.ndarray, stretching, bending, torsion, up: Sequence[float] = UP) -> np.ndarray:
    """K (n, 12, 12) of beams with EA (n,) [N], GJ (n,) and EI (2, n) [N·m²] in the plane of `up`, across."""
    _, length = _directions(ends)
    h, one = length, np.ones_like(length)
    K = np.zeros((len(h), 12, 12))
    K[np.ix_(range(len(h)), [0, 6], [0, 6])] = _bar(h, stretching)
    K[np.ix_(range(len(h)), [3, 9], [3, 9])] = _bar(h, torsion)
    form = _symmetric(
        12 * one, 6 * h, -12 * one, 6 * h, 4 * h * h, -6 * h, 2 * h * h, 12 * one, -6 * h, 4 * h * h
    )  # (7)
    return _turned(_bend(K, form, np.asarray(bending) / h**3), frames(ends, up))


def beam_mass(ends: np.ndarray, line_density, polar, up: Sequence[float] = UP) -> np.ndarray:
    """The consistent M (n, 12, 12) of beams with mass [kg/m] and polar moment of inertia [kg·m] per length, (n,)."""
    _, length = _directions(ends)
    h, one, whole = length, np.ones_like(length), line_density * length
    M = np.zeros((len(h), 12, 12))
    M[np.ix_(range(len(h)), [0, 6], [0, 6])] = _bar_mass(whole)
    M[np.ix_(range(len(h)), [3, 9], [3, 9])] = _bar_mass(polar * h)
    form = _symmetric(
        156 * one, 22 * h, 54 * one, -13 * h, 4 * h * h, 13 * h, -3 * h * h, 156 * one, -22 * h, 4 * h * h
    )  # (8)
    return _turned(_bend(M, form, np.stack([whole / 420.0] * 2)), frames(ends, up))


def _symmetric(*upper: np.ndarray) -> np.ndarray:
    """(n, 4, 4) from the upper triangle, row by row."""
    out = np.zeros((len(upper[0]), 4, 4))
    for value, (i, j) in zip(upper, zip(*np.triu_indices(4), strict=True), strict=True):
        out[:, i, j] = out[:, j, i] = value
    return out


def _bend(matrix: np.ndarray, form: np.ndarray, scale: np.ndarray) -> np.ndarray:
    for (places, signs), factor in zip(_BENDING, scale, strict=True):
        signed = form * np.outer(signs, signs)
        matrix[np.ix_(range(len(form)), places, places)] += factor[:, None, None] * signed
    return matrix


def _turned(matrix: np.ndarray, axes: np.ndarray) -> np.ndarray:
    """From the beams' own axes into space."""
    blocks = matrix.reshape(-1, 4, 3, 4, 3)
    return np.einsum("nci,nacbd,ndj->naibj", axes, blocks, axes).reshape(-1, 12, 12)
