"""The solvers of 002 §5: over-relaxation, alternating directions, and Cholesky within the profile."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import pliant as pl
from pliant.errors import SceneError, SimulationError
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.point_layout import PointLayout
from pliant.solvers.cg import Subspace
from pliant.solvers.linear import LinearSolver
from pliant.solvers.profile import ProfileSolver
from pliant.solvers.spec import SolverSpec
from tests.solvers import test_blocks, test_solvers

SOLVERS = {
    "sor": SolverSpec("sor", iterations=20_000),
    "sor, symmetric": SolverSpec("sor", iterations=20_000, symmetric=True, omega=1.2),
    "adi": SolverSpec("adi", iterations=2000),
    "profile": SolverSpec("profile"),
}
each_solver = pytest.mark.parametrize("name", SOLVERS)


def _agrees(solved, wanted: np.ndarray, pinned: np.ndarray) -> None:
    outcome, x = solved
    assert outcome.converged
    assert not outcome.indefinite
    assert np.abs(x - wanted).max() < 1e-6 * np.abs(wanted).max()
    assert (x[pinned] == 0.0).all()


# ---------------------------------------------------------------- systems of equations


@pytest.mark.parametrize(("periodic", "ties"), [(False, False), (False, True), (True, False)])
@each_solver
def test_on_a_grid_they_agree_with_gaussian_elimination(name: str, periodic: bool, ties: bool):
    matrix, subspace, b = test_solvers.cloth((8, 9), periodic=periodic, ties=ties)
    wanted = test_solvers.expected(matrix, subspace, b)
    solved = test_solvers.solved(SOLVERS[name], matrix, subspace, b)
    _agrees(solved, wanted, subspace.free[matrix.layout.nodes] == 0)


@pytest.mark.parametrize(
    ("kind", "ties"),
    [("solid", False), ("solid", True), ("tube", True), ("mesh", False), ("curve", True), ("ring", False)],
)
@each_solver
def test_on_any_graph_they_agree_with_gaussian_elimination(name: str, kind: str, ties: bool):
    if (name, kind) == ("adi", "mesh"):
        pytest.skip("a mesh has no axes")
    matrix, subspace, b = test_blocks.body(kind, 6, ties=ties)
    wanted = test_blocks.expected(matrix, subspace, b)
    solved = test_blocks.solved(SOLVERS[name], matrix, subspace, b)
    _agrees(solved, wanted, subspace.free[: len(wanted)] == 0)


def _random(seed: int, count: int, *, scalar: bool, ranks: int) -> tuple[BlockMatrix, Subspace, np.ndarray]:
    """A random positive definite matrix on a random graph, with terms of low rank, pinned and tied nodes."""
    random = np.random.default_rng(seed)
    layout = PointLayout((count,), (False,))
    pairs = random.integers(0, count, size=(2 * count, 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    matrix = BlockMatrix.build(layout, [pairs], scalar=scalar, ranks=0 if scalar else ranks)
    slots, size = matrix.slots_of(pairs), 1 if scalar else 3
    for (i, j), slot in zip(pairs, slots, strict=True):
        rows = random.normal(size=(4, 2 * size))
        block = rows.T @ rows  # symmetric, positive semi-definite, of two nodes
        if scalar:
            block = np.array([[1.0, -1.0], [-1.0, 1.0]]) * block[0, 0]
        matrix.diagonal[:, i] += block[:size, :size].ravel()
        matrix.diagonal[:, j] += block[size:, size:].ravel()
        matrix.values[slot[0, 1]] += block[:size, size:].ravel()
        matrix.values[slot[1, 0]] += block[size:, :size].ravel()
    matrix.diagonal[:: 4 if size == 3 else 1, :count] += random.uniform(0.1, 10.0)
    if matrix.low_rank is not None:
        for _ in range(ranks):
            matrix.low_rank.add(random.uniform(0.1, 3.0), layout.spread(random.normal(size=(count, 3))))
    free = layout.spread((random.uniform(size=count) > 0.2).astype(float))
    free[0] = free[count // 2] = free[-1 if layout.size == count else count - 1] = 1.0
    matrix.remove(free)
    subspace = Subspace(free, np.array([0, 2]), np.array([0, count // 2]))
    return matrix, subspace, layout.spread(random.normal(size=(count, 3)))


@pytest.mark.parametrize("kind", ["sor", "adi", "profile"])
@pytest.mark.parametrize("seed", range(12))  # each number of ranks with scalar entries and with blocks
def test_random_systems_are_solved_or_said_not_to_be(seed: int, kind: str):
    """The residual is what the outcome says, and within the tolerance if that says so."""
    random = np.random.default_rng(1000 + seed)
    count, ranks, omega = int(random.integers(4, 40)), seed % 4, float(random.uniform(0.2, 1.9))
    scalar = seed % 3 == 0
    matrix, subspace, b = _random(seed, count, scalar=scalar, ranks=ranks)
    spec = SolverSpec(kind, omega=omega, iterations=5000)
    outcome, _ = test_blocks.solved(spec, matrix, subspace, b, 1e-8)
    x, solver = matrix.layout.zeros(3), LinearSolver(spec, matrix)
    solver.update()
    again = solver.solve(subspace, b, x, 1e-8)
    assert again == outcome
    product = matrix.layout.zeros(3)
    matrix.multiply(x, product)
    rest, whole = subspace.free * (b - product), subspace.free * b
    for vector in (rest, whole):
        vector[:, [0, count // 2]] = vector[:, [0, count // 2]].mean(axis=1, keepdims=True)
    left = np.linalg.norm(rest) / np.linalg.norm(whole)
    assert not outcome.indefinite
    if kind == "profile":
        assert left < 1e-9
    else:
        assert outcome.converged == (outcome.residual <= 1e-8)
        # the norm of tied nodes is another one for sweeps, which count them once
        assert left < 2e-8 or not outcome.converged


# ---------------------------------------------------------------- what cannot be solved


@each_solver
def test_an_indefinite_matrix_is_reported(name: str):
    matrix, subspace, b = test_solvers.cloth((8, 9))
    stiffest = np.abs(matrix.values[0, 0]).max()
    for shift in (5.0, 0.3):  # no node is held; or every node is, but not all of them together
        matrix.values[0, [0, 4, 8]] -= shift * stiffest
        outcome, x = test_solvers.solved(SOLVERS[name], matrix, subspace, b)
        assert outcome.indefinite
        assert np.isfinite(x).all()
        assert outcome.converged == (name == "profile")  # where a sparse LU takes over
        if name == "profile":
            wanted = test_solvers.expected(matrix, subspace, b)
            assert np.abs(x - wanted).max() < 1e-6 * np.abs(wanted).max()
        matrix.values[0, [0, 4, 8]] += shift * stiffest


@pytest.mark.parametrize("name", ["sor", "adi"])
def test_too_few_iterations_are_not_called_a_solution(name: str):
    matrix, subspace, b = test_solvers.cloth((12, 15))
    outcome, _ = test_solvers.solved(SolverSpec(name, iterations=2), matrix, subspace, b)
    assert not outcome.converged
    assert outcome.iterations == 2
    assert 1e-10 < outcome.residual < 1e3


def test_meshes_have_no_alternating_directions():
    matrix, _, _ = test_blocks.body("mesh", 5)
    with pytest.raises(SimulationError, match="axes"):
        LinearSolver(SolverSpec("adi"), matrix)


@pytest.mark.parametrize("factor", [0.0, 2.0, -1.0])
def test_a_factor_that_cannot_converge_is_refused(factor: float):
    with pytest.raises(SceneError, match="omega"):
        SolverSpec("sor", omega=factor)


# ---------------------------------------------------------------- what they are for


def test_over_relaxation_needs_fewer_sweeps_than_relaxation():
    matrix, subspace, b = test_solvers.cloth((12, 15))
    counts = [
        test_solvers.solved(SolverSpec("sor", omega=w, iterations=20_000), matrix, subspace, b, 1e-6)[
            0
        ].iterations
        for w in (1.0, 1.5)
    ]
    assert counts[1] < 0.6 * counts[0]


def test_lines_need_fewer_iterations_than_nodes():
    matrix, subspace, b = test_solvers.cloth((20, 23))
    lines = test_solvers.solved(SOLVERS["adi"], matrix, subspace, b, 1e-6)[0].iterations
    nodes = test_solvers.solved(test_solvers.SOLVERS["ssor"], matrix, subspace, b, 1e-6)[0].iterations
    assert lines < 0.7 * nodes


def test_only_rows_that_are_new_are_factorised():
    matrix, subspace, b = test_solvers.cloth((8, 9))
    solver, x = ProfileSolver(matrix), matrix.layout.zeros(3)
    solver.solve(subspace, b, x)
    profile = solver.profile
    assert profile is not None
    assert profile.factorised == 3 * (8 * 9 - 2)
    solver.update()
    solver.solve(subspace, b, x)
    assert profile.factorised == 0
    last = matrix.layout.nodes[solver._reduced.nodes[profile.envelope.order[-3]]]
    matrix.diagonal[[0, 4, 8], last] += 1.0
    solver.update()
    solver.solve(subspace, b, x)
    assert profile.factorised == 9
    wanted = test_solvers.expected(matrix, subspace, b)
    assert np.abs(matrix.layout.gather(x) - wanted).max() < 1e-9 * np.abs(wanted).max()


def test_the_profile_is_smaller_than_the_band():
    """On a mesh rows differ in length, and the longest alone makes the width of the band."""
    matrix, subspace, b = test_blocks.body("mesh", 7)
    solver = ProfileSolver(matrix)
    solver.solve(subspace, b, matrix.layout.zeros(3))
    assert solver.profile is not None
    lengths = np.diff(solver.profile.envelope.starts)
    assert lengths.sum() < 0.8 * lengths.max() * len(lengths)


# ---------------------------------------------------------------- steps of bodies

SHEET = pl.Sheet(membrane=200.0, bending=0.01, area_density=0.3)
RUBBER = pl.Bulk(young=2e4, poisson=0.3, density=1000.0)
POINTS = np.array([[i, j, 0.0] for i in range(5) for j in range(5)]) / 4.0
FACES = [
    face
    for i in range(4)
    for j in range(4)
    for face in ((5 * i + j, 5 * i + j + 5, 5 * i + j + 1), (5 * i + j + 1, 5 * i + j + 5, 5 * i + j + 6))
]
BODIES = {
    "surface": pl.Surface(pl.shapes.rectangle(1, 1), grid=(8, 7), material=SHEET),
    "tied": pl.Surface(
        pl.shapes.ellipsoid(0.4, 0.4, 0.5), grid=(8, 7), periodic=(True, False), material=SHEET
    ),
    "springs": pl.Surface(
        pl.shapes.rectangle(1, 1), grid=(6, 7), material=pl.Springs(stiffness=100.0, mass=0.01)
    ),
    "curve": pl.Curve(
        pl.shapes.line((0, 0, 0), (1, 0, 0)), grid=15, material=pl.Cord(stretching=50.0, line_density=0.1)
    ),
    "solid": pl.Solid(pl.shapes.box(1, 0.5, 0.5), grid=(5, 4, 3), material=RUBBER),
    "mesh": pl.Mesh(POINTS.tolist(), triangles=FACES, material=SHEET),
    "hybrid": pl.Surface(
        pl.shapes.rectangle(1, 1), grid=(6, 5), material=pl.Hybrid(slope=30.0, curvature=0.1, density=0.3)
    ),
    "balloon": pl.Layered(pl.layers.Octasphere(0.5, 1)),
}
RAW = pl.Raw(tension=((0.3, 0.1), (0.1, 0.3)), rigidity=((1e-5, 1e-5), (1e-5, 1e-5)), damping=0.5)


def _after(body: pl.Body, solver: SolverSpec, integrator) -> np.ndarray:
    scene = pl.Scene(gravity=pl.EARTH, dt=0.01, integrator=integrator, solver=solver)
    scene.add(body, id="body")
    scene.pin("body", nodes=[(0,) * len(body.grid)])
    simulation = pl.Simulation(scene)
    for _ in range(3):
        simulation.step()
    return simulation.positions("body")


@cache
def _expected(body: str) -> np.ndarray:
    return _after(BODIES[body], SolverSpec("direct"), pl.SemiImplicit())


@pytest.mark.parametrize("body", BODIES)
@each_solver
def test_they_lead_to_the_same_step(name: str, body: str):
    refused = {"hybrid": "use"} | ({"mesh": "axes", "balloon": "axes"} if name == "adi" else {})
    if body in refused:
        with pytest.raises(SceneError, match=rf"solver.kind.*{refused[body]}"):
            _after(BODIES[body], SOLVERS[name], pl.SemiImplicit())
        return
    spec = SOLVERS[name].model_copy(update={"tolerance": 1e-9})
    found, wanted = _after(BODIES[body], spec, pl.SemiImplicit()), _expected(body)
    assert np.abs(found - wanted).max() < 1e-8


@each_solver
def test_they_serve_the_published_variants(name: str):
    body = pl.Surface(pl.shapes.rectangle(2, 2), grid=(9, 8), material=RAW, variant="kelager")
    spec = SOLVERS[name].model_copy(update={"tolerance": 1e-10})
    wanted = _after(body, SolverSpec("direct"), pl.SemiImplicit())
    assert np.abs(_after(body, spec, pl.SemiImplicit()) - wanted).max() < 1e-9


@each_solver
def test_a_published_sheet_under_compression_is_stepped(name: str):
    """Its matrix is indefinite; a sparse LU takes over, and the step is the same as that of `direct`."""
    raw = pl.Raw(tension=((50.0, 20.0), (20.0, 50.0)))
    body = pl.Surface(
        pl.shapes.rectangle(1, 1),
        initial_shape=pl.shapes.rectangle(0.5, 0.5),
        grid=(8, 8),
        material=raw,
        variant="kelager",
    )
    wanted = _after(body, SolverSpec("direct"), pl.SemiImplicit())
    found = _after(body, SOLVERS[name], pl.SemiImplicit())
    assert np.abs(found - wanted).max() < 1e-6 * np.abs(wanted).max()
