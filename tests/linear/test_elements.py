"""Matrices of elements against document 004, and what any of them must do."""

from __future__ import annotations

import numpy as np
import pytest

from pliant import linear

TRIANGLE = np.array([[[0.2, 0.1, 0.0], [1.5, 0.4, 0.0], [0.6, 1.3, 0.0]]])
TETRAHEDRON = np.array([[[0.0, 0.1, 0.0], [1.2, 0.0, 0.1], [0.2, 0.9, 0.0], [0.3, 0.2, 1.1]]])
ENDS = np.array([[[0.0, 0.0, 0.0], [1.0, 2.0, 2.0]]])


def test_the_strain_matrix_of_a_triangle_is_that_of_004():
    """(23), with ∂u/∂y where ∂x/∂y is printed, entry by entry."""
    (x1, y1, _), (x2, y2, _), (x3, y3, _) = TRIANGLE[0]
    A = 0.5 * ((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1))
    b, c = (y2 - y3, y3 - y1, y1 - y2), (x3 - x2, x1 - x3, x2 - x1)
    wanted = np.zeros((6, 9))
    for a in range(3):
        wanted[0, 3 * a] = wanted[4, 3 * a + 2] = wanted[5, 3 * a + 1] = b[a]
        wanted[1, 3 * a + 1] = wanted[3, 3 * a + 2] = wanted[5, 3 * a] = c[a]
    assert linear.strain_matrix(TRIANGLE)[0] == pytest.approx(wanted / (2.0 * A))
    D = linear.plane_stress(2e5, 0.3)
    K = linear.simplex_stiffness(TRIANGLE, D, thickness=0.01)[0]
    assert pytest.approx(0.01 * A * (wanted / (2 * A)).T @ D @ (wanted / (2 * A))) == K  # (26)


def test_interpolation_is_one_at_a_node_and_zero_at_the_others():
    """(14)–(20), by what (15) and (16) are at the second node."""
    H = linear.interpolation(TRIANGLE, TRIANGLE[:, 1])[0]
    assert pytest.approx(np.kron([[0.0, 1.0, 0.0]], np.eye(3)), abs=1e-12) == H


@pytest.mark.parametrize("corners", [TRIANGLE, TETRAHEDRON])
def test_consistent_mass_is_the_integral_of_the_interpolation(corners: np.ndarray):
    """∫ρHᵀH by many points at random: to 2 %; rows add up to the mass."""
    random = np.random.default_rng(0)
    k = corners.shape[1]
    places = np.einsum("sk,kc->sc", random.dirichlet(np.ones(k), 40000), corners[0])
    H = linear.interpolation(np.repeat(corners, len(places), axis=0), places)
    M = linear.simplex_mass(corners, 3.0, 0.5)[0]
    volume = M[::3, ::3].sum() / 3.0
    assert 3.0 * volume * np.einsum("sai,saj->ij", H, H) / len(places) == pytest.approx(M, abs=0.02 * M.max())
    assert linear.lumped(M[None])[0].sum() == pytest.approx(M.sum())


@pytest.mark.parametrize("corners", [TETRAHEDRON])
def test_rigid_motion_costs_nothing_and_an_even_strain_what_elasticity_says(corners: np.ndarray):
    D = linear.elasticity(1e5, 0.3)
    K = linear.simplex_stiffness(corners, D)[0]
    x = corners[0]
    turn = np.cross([0.3, -0.2, 0.5], x) + 1.0
    assert np.abs(K @ turn.ravel()).max() < 1e-9 * np.abs(K).max()
    strain = np.array([[1.0, 0.2, 0.0], [0.2, -0.5, 0.1], [0.0, 0.1, 0.3]])
    six = [1.0, -0.5, 0.3, 0.2, 0.0, 0.4]
    volume = abs(np.linalg.det(x[1:] - x[0])) / 6.0
    U = (x @ strain).ravel()
    assert pytest.approx(volume * np.array(six) @ D @ six) == U @ K @ U


def test_beams_do_not_resist_rigid_motion_either():
    K = linear.beam_stiffness(ENDS, np.array([1e6]), np.array([[20.0], [50.0]]), np.array([30.0]))[0]
    spin, x = np.array([0.3, -0.2, 0.5]), ENDS[0]
    U = np.concatenate([part for node in x for part in (np.cross(spin, node) + 1.0, spin)])
    assert np.abs(K @ U).max() < 1e-8 * np.abs(K).max()
    assert np.linalg.matrix_rank(K, tol=1e-9 * np.abs(K).max()) == 6


def test_bars_only_resist_along_themselves():
    K = linear.bar_stiffness(ENDS, np.array([6.0]))[0]
    e = (ENDS[0, 1] - ENDS[0, 0]) / 3.0
    assert K @ np.concatenate([np.zeros(3), 0.1 * e]) == pytest.approx(0.2 * np.concatenate([-e, e]))
    M = linear.bar_mass(ENDS, np.array([2.0]))[0]
    assert M[::3, ::3].sum() == pytest.approx(6.0)
