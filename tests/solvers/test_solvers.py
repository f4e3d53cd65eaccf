"""Each solver against a direct one, on the matrix of an implicit step of a hanging, wrinkled cloth."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.energies.surface import RestSurface, bending_energies, metric_energy
from pliant.errors import SimulationError
from pliant.integrators.system import BodyState, BodySystem
from pliant.numerics.differences import Links
from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.matrix import GridMatrix
from pliant.solvers.cg import Subspace
from pliant.solvers.direct import solve_direct
from pliant.solvers.linear import LinearSolver
from pliant.solvers.multigrid import Multigrid
from pliant.solvers.spec import SolverSpec
from tests.solvers.spectrum import largest_eigenvalue

CLOTH = np.array([[1000.0, 300, 0], [300, 1000, 0], [0, 0, 350]])


def cloth(shape: tuple[int, int], *, periodic: bool = False, pins: bool = True, ties: bool = False):
    """Matrix, subspace and right-hand side of one Newton step at 1/60 s, 0.2 kg/m²."""
    rows, columns = shape
    layout = GridLayout(shape, (periodic, False))
    u, v = np.meshgrid(np.arange(rows) / rows, np.linspace(0, 1, columns), indexing="ij")
    if periodic:
        points = np.stack([np.cos(2 * np.pi * u) / 6, np.sin(2 * np.pi * u) / 6, v], -1)
    else:
        points = np.stack([u, v, 0 * u], -1)
    rest = RestSurface.build(layout, Links.build(layout), points)
    parts = [metric_energy(rest, CLOTH), *bending_energies(rest, 1e-7 * CLOTH)]
    tied = (np.array([layout.index(3, 3), layout.index(5, 4), layout.index(2, 6)]),) if ties else ()
    system = BodySystem("cloth", layout, 0.2 * rest.node_area, parts, ties=tied)
    state = BodyState.at(layout, layout.spread(points), layout.zeros(3))
    if pins:
        state.free[layout.index(0, 0)] = state.free[layout.index(rows - 1, 0)] = 0.0
    random = np.random.default_rng(1)
    wrinkled = points + 0.0003 * random.standard_normal(points.shape)
    wrinkled[..., 2] += 0.1 * np.sin(6 * u) * np.cos(9 * v)
    matrix = GridMatrix.zeros(layout)
    system.at().hessian(layout.spread(wrinkled), matrix, True)
    matrix.add_multiple(system.mass, 2.25 * 3600.0)
    system.constrain(matrix, state)
    b = layout.spread(random.standard_normal((*shape, 3)) * rest.node_area[layout.nodes].reshape(*shape, 1))
    return matrix, system.subspace(state), b


def expected(matrix: GridMatrix, subspace: Subspace, b: np.ndarray) -> np.ndarray:
    """SciPy's solution on the nodes that are left, shape (M·N, 3)."""
    layout = matrix.layout
    node_of = np.full(layout.size, -1)
    node_of[layout.nodes] = np.arange(layout.count)
    owner = np.arange(layout.count)
    for first, last in zip(subspace.starts[:-1], subspace.starts[1:], strict=True):
        group = node_of[subspace.members[first:last]]
        owner[group] = group[0]
    kept = np.flatnonzero((subspace.free[layout.nodes] > 0) & (owner == np.arange(layout.count)))
    basis = np.zeros((layout.count, len(kept)))
    for column, node in enumerate(kept):
        basis[owner == node, column] = 1.0
    full = np.kron(basis, np.eye(3))
    small = full.T @ (matrix.to_sparse() @ full)
    return (full @ np.linalg.solve(small, full.T @ layout.gather(b).ravel())).reshape(-1, 3)


def solved(spec: SolverSpec, matrix: GridMatrix, subspace: Subspace, b: np.ndarray, tolerance: float = 1e-10):
    solver, x = LinearSolver(spec, matrix), matrix.layout.zeros(3)
    solver.update()
    return solver.solve(subspace, b, x, tolerance), matrix.layout.gather(x)


@pytest.mark.parametrize("value", [0.0, np.nan])
@pytest.mark.parametrize("banded", [False, True])
def test_a_matrix_that_cannot_be_factorised_is_told(value, banded):
    matrix, subspace, b = cloth((6, 6))
    matrix.values[:] = value
    with pytest.raises((SimulationError, np.linalg.LinAlgError)):  # the latter is tried again without a band
        solve_direct(matrix, subspace, b, matrix.layout.zeros(3), banded=banded)


SOLVERS = {
    "direct": SolverSpec("direct"),
    "banded": SolverSpec("banded"),
    **{
        name: SolverSpec("cg", preconditioner=name, iterations=5000)
        for name in ("none", "jacobi", "ssor", "multigrid")
    },
}


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("periodic", [False, True])
@pytest.mark.parametrize("name", SOLVERS)
def test_every_solver_agrees_with_gaussian_elimination(name: str, periodic: bool, ties: bool):
    matrix, subspace, b = cloth((12, 15), periodic=periodic, ties=ties)
    outcome, x = solved(SOLVERS[name], matrix, subspace, b)
    wanted = expected(matrix, subspace, b)
    assert outcome.converged
    assert np.abs(x - wanted).max() < 1e-7 * np.abs(wanted).max()
    assert (x[subspace.free[matrix.layout.nodes] == 0] == 0).all()  # pinned nodes do not move at all
    for first, last in zip(subspace.starts[:-1], subspace.starts[1:], strict=True):
        nodes = [list(matrix.layout.nodes).index(p) for p in subspace.members[first:last]]
        assert np.ptp(x[nodes], axis=0).max() < 1e-15  # tied nodes move alike


def test_multigrid_needs_as_few_iterations_on_fine_grids_as_on_coarse_ones():
    counts = [
        solved(SOLVERS["multigrid"], *cloth(shape), tolerance=1e-4)[0].iterations
        for shape in ((24, 24), (48, 48), (96, 96), (40, 97))
    ]
    assert max(counts) <= 12  # block Jacobi takes 200 to 800


def test_multigrid_is_symmetric_and_positive():
    """As conjugate gradients require: u·Mv = v·Mu and u·Mu > 0 for one cycle M, to single precision."""
    from pliant.solvers.multigrid import run_steps

    matrix, _, u = cloth((20, 23), pins=False)
    v = np.roll(u, 7, axis=1)
    v[:, np.setdiff1d(np.arange(matrix.layout.size), matrix.layout.nodes)] = 0.0
    multigrid = Multigrid(matrix)
    multigrid.update(matrix)
    h, mu, mv = multigrid.hierarchy, matrix.layout.zeros(3), matrix.layout.zeros(3)
    run_steps(h, multigrid.team, h.cycle, matrix.values, u, mu)
    run_steps(h, multigrid.team, h.cycle, matrix.values, v, mv)
    assert np.vdot(u, mu) > 0
    assert np.vdot(v, mu) == pytest.approx(np.vdot(u, mv), rel=1e-4, abs=1e-5 * np.vdot(u, mu))


def test_the_estimate_of_the_largest_eigenvalue_is_close():
    """The smoother is tuned to it: far below the true one it would amplify the roughest waves."""
    matrix, _, _ = cloth((20, 23))
    multigrid = Multigrid(matrix)
    multigrid.update(matrix)
    assert 0.9 < multigrid.hierarchy.eigenvalues[0] / largest_eigenvalue(matrix) < 1.4


def test_a_solve_does_not_depend_on_the_ones_before():
    """So that a run continued from a checkpoint is the same bit for bit."""
    matrix, subspace, b = cloth((17, 16))
    solver, first, again = (
        LinearSolver(SOLVERS["multigrid"], matrix),
        *(matrix.layout.zeros(3) for _ in range(2)),
    )
    solver.update()
    solver.solve(subspace, b, first, 1e-3)
    solver.solve(subspace, np.roll(b, 1, axis=0), again, 1e-8)
    solver.update()
    solver.solve(subspace, b, again, 1e-3)
    assert (first == again).all()


@pytest.mark.parametrize("name", ["none", "jacobi", "ssor", "multigrid"])
def test_an_indefinite_matrix_is_reported(name: str):
    matrix, subspace, b = cloth((16, 16))
    matrix.values[0, [0, 4, 8]] -= 5.0 * np.abs(matrix.values[0, 0]).max()
    outcome, x = solved(SOLVERS[name], matrix, subspace, b)
    assert outcome.indefinite
    assert not outcome.converged
    assert np.isfinite(x).all()
