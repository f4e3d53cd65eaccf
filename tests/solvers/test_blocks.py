"""Solvers of matrices on any graph: each against Gaussian elimination, for springs between the nodes of a body."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import Delaunay

from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.point_layout import PointLayout
from pliant.solvers.cg import Subspace
from pliant.solvers.galerkin import Galerkin
from pliant.solvers.interpolation import interpolations, linear
from pliant.solvers.linear import LinearSolver
from pliant.solvers.spec import SolverSpec
from tests.solvers.spectrum import largest_eigenvalue

System = tuple[BlockMatrix, Subspace, np.ndarray]


def springs(layout: PointLayout, points: np.ndarray, elements: np.ndarray, inertia: float) -> BlockMatrix:
    """Σ k dᵀd over all pairs of nodes of an element, with the direction d, and a little inertia."""
    matrix = BlockMatrix.build(layout, [elements])
    slots = matrix.slots_of(elements)
    for a in range(elements.shape[1]):
        for b in range(elements.shape[1]):
            if a == b:
                continue
            i, j = elements[:, a], elements[:, b]
            d = points[j] - points[i]
            d /= np.linalg.norm(d, axis=1, keepdims=True)
            block = (d[:, :, None] * d[:, None, :]).reshape(-1, 9)
            np.add.at(matrix.values, slots[:, a, b], -block)
            np.add.at(matrix.diagonal.T, i, block)
    matrix.diagonal[[0, 4, 8], : layout.count] += inertia
    return matrix


def body(kind: str, size: int = 9, inertia: float = 0.01, *, ties: bool = False) -> System:
    """Matrix, subspace with two pinned nodes and right-hand side."""
    random = np.random.default_rng(1)
    if kind == "mesh":
        points = random.uniform(size=(size**3, 3))
        layout, elements = PointLayout((size**3,)), Delaunay(points).simplices.astype(np.int64)
    elif kind in ("curve", "ring"):
        t = np.arange(size**2)
        closed = kind == "ring"
        angle = 2 * np.pi * t / len(t)
        points = np.stack([np.cos(angle), np.sin(angle), 0.3 * np.sin(3 * angle)], axis=1)
        layout = PointLayout((len(t),), (closed,))
        elements = np.stack([(t + k) % len(t) for k in range(4)], axis=1)[: None if closed else -3]
    else:
        shape, periodic = (size, size - 1, size + 1), (kind == "tube", False, False)
        layout = PointLayout(shape, periodic)
        index = np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1).reshape(-1, 3)
        points = index + 0.1 * random.normal(size=index.shape)
        if kind == "tube":
            angle = 2 * np.pi * index[:, 0] / size
            radius = 2.0 + 0.3 * index[:, 1]
            points = np.stack([radius * np.cos(angle), radius * np.sin(angle), 0.5 * index[:, 2]], axis=1)
        number = np.arange(layout.count).reshape(shape)
        shifts = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
        rolled = [np.roll(number, (-i, -j, -k), axis=(0, 1, 2)) for i, j, k in shifts]
        inside = slice(None) if kind == "tube" else slice(-1)
        elements = np.stack([r[inside, :-1, :-1].ravel() for r in rolled], axis=1)
    matrix = springs(layout, points, elements, inertia)
    free = layout.zeros()
    free[layout.nodes] = 1.0
    free[[0, 5]] = 0.0
    matrix.remove(free)
    members = np.array([7, 12, 30]) if ties else np.zeros(0, dtype=np.int64)
    starts = np.array([0, 3] if ties else [0])
    return matrix, Subspace(free, starts, members), layout.spread(random.normal(size=(layout.count, 3)))


def expected(matrix: BlockMatrix, subspace: Subspace, b: np.ndarray) -> np.ndarray:
    count = matrix.layout.count
    owner = np.arange(count)
    if len(subspace.members):
        owner[subspace.members] = subspace.members[0]
    kept = np.flatnonzero((subspace.free[:count] > 0) & (owner == np.arange(count)))
    basis = (owner[:, None] == kept[None, :]).astype(float)
    full = np.kron(basis, np.eye(3))
    small = full.T @ (matrix.to_sparse() @ full)
    return (full @ np.linalg.solve(small, full.T @ matrix.layout.gather(b).ravel())).reshape(-1, 3)


def solved(
    spec: SolverSpec, matrix: BlockMatrix, subspace: Subspace, b: np.ndarray, tolerance: float = 1e-10
):
    solver, x = LinearSolver(spec, matrix), matrix.layout.zeros(3)
    solver.update()
    return solver.solve(subspace, b, x, tolerance), matrix.layout.gather(x)


SOLVERS = {
    "auto": SolverSpec(),
    "direct": SolverSpec("direct"),
    "banded": SolverSpec("banded"),
    **{
        name: SolverSpec("cg", preconditioner=name, iterations=5000)
        for name in ("none", "jacobi", "ssor", "multigrid")
    },
}


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("kind", ["solid", "tube", "mesh", "curve", "ring"])
@pytest.mark.parametrize("name", SOLVERS)
def test_every_solver_agrees_with_gaussian_elimination(name: str, kind: str, ties: bool):
    matrix, subspace, b = body(kind, 7, ties=ties)
    outcome, x = solved(SOLVERS[name], matrix, subspace, b)
    wanted = expected(matrix, subspace, b)
    assert outcome.converged
    assert np.abs(x - wanted).max() < 1e-7 * np.abs(wanted).max()
    assert (x[subspace.free[: len(x)] == 0] == 0).all()
    if ties:
        assert np.ptp(x[subspace.members], axis=0).max() < 1e-14 * np.abs(x).max()


@pytest.mark.parametrize("kind", ["solid", "tube", "mesh"])
def test_multigrid_needs_as_few_iterations_on_fine_grids_as_on_coarse_ones(kind: str):
    counts = [
        solved(SOLVERS["multigrid"], *body(kind, size), tolerance=1e-4)[0].iterations for size in (8, 14)
    ]
    assert max(counts) <= {"solid": 10, "tube": 30, "mesh": 25}[kind]  # block Jacobi takes 110 to 190


@pytest.mark.parametrize("kind", ["curve", "ring"])
def test_a_curve_is_solved_by_one_factorisation(kind: str):
    """The matrix is narrow, so `auto` factorises it: one iteration, exact to rounding."""
    assert solved(SOLVERS["auto"], *body(kind, 12))[0].iterations == 1


def test_coarse_matrices_are_galerkins_products():
    matrix, _, _ = body("tube", 8)
    multigrid = Galerkin(matrix)
    multigrid.update(matrix)
    levels, fine = multigrid.levels, matrix.to_sparse()
    for k, p in enumerate(interpolations(matrix)):
        up = np.kron(p.toarray(), np.eye(3))
        fine = up.T @ fine @ up
        first, last = levels.firsts[k + 1], levels.firsts[k + 2]
        coarse = np.zeros_like(fine)
        for i in range(first, last):
            for q in range(levels.matrix.starts[i], levels.matrix.starts[i + 1]):
                j = levels.matrix.columns[q]
                rows, columns = (
                    slice(3 * (i - first), 3 * (i - first) + 3),
                    slice(3 * (j - first), 3 * (j - first) + 3),
                )
                coarse[rows, columns] = levels.values[q].reshape(3, 3)
        assert np.abs(coarse - fine).max() < 1e-5 * np.abs(fine).max()  # single precision


def test_the_cycle_is_symmetric_and_positive():
    matrix, _, u = body("solid", 9)
    v = matrix.layout.spread(np.roll(matrix.layout.gather(u), 7, axis=0))
    multigrid = Galerkin(matrix)
    multigrid.update(matrix)
    mu, mv = matrix.layout.zeros(3), matrix.layout.zeros(3)
    multigrid.cycle(u, mu)
    multigrid.cycle(v, mv)
    assert np.vdot(u, mu) > 0
    assert np.vdot(v, mu) == pytest.approx(np.vdot(u, mv), rel=1e-4, abs=1e-4 * np.vdot(u, mu))


def test_the_estimate_of_the_largest_eigenvalue_is_close():
    matrix, _, _ = body("solid", 7)
    multigrid = Galerkin(matrix)
    multigrid.update(matrix)
    assert 0.9 < multigrid.levels.eigenvalues[0] / largest_eigenvalue(matrix) < 1.4


@pytest.mark.parametrize("periodic", [False, True])
@pytest.mark.parametrize("count", [5, 6, 9, 12])
def test_interpolation_is_linear(count: int, periodic: bool):
    p = linear(count, periodic).toarray()
    assert np.allclose(p.sum(axis=1), 1.0)
    if not periodic:  # a linear function is met exactly
        kept = np.flatnonzero(p.max(axis=1) == 1.0)
        assert np.allclose(p @ kept, np.arange(count))


@pytest.mark.parametrize("name", ["none", "jacobi", "ssor", "multigrid"])
def test_an_indefinite_matrix_is_reported(name: str):
    matrix, subspace, b = body("solid", 7)
    matrix.diagonal[[0, 4, 8]] -= 5.0 * np.abs(matrix.diagonal[0]).max()
    outcome, x = solved(SOLVERS[name], matrix, subspace, b)
    assert outcome.indefinite
    assert not outcome.converged
    assert np.isfinite(x).all()
