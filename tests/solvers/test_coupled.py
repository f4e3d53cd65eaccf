"""Conjugate gradients over several bodies that rows couple: against Gaussian elimination, and how many iterations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.linalg import spsolve

from pliant.collision.rows import add_product
from pliant.numerics.matrix import Matrix
from pliant.solvers import coupled_cycle
from pliant.solvers.coupled import Block, solve_coupled
from pliant.solvers.coupled_cycle import CoupledCycle
from pliant.solvers.coupling import first_rows, level_of, merged
from pliant.solvers.linear import LinearSolver
from pliant.solvers.solver import Outcome
from pliant.solvers.spec import SolverSpec
from tests.solvers.test_blocks import body
from tests.solvers.test_solvers import cloth


class World(NamedTuple):
    """Bodies, and rows over all nodes of all of them."""

    blocks: list[Block]
    nodes: np.ndarray
    weights: np.ndarray
    stiffness: np.ndarray  # (n, 6)
    starts: np.ndarray  # the first vertex of each body
    cycle: CoupledCycle


def world(kinds: list[str], rows: int, hardness: float = 0.5, seed: int = 3) -> World:
    """Bodies whose nodes all are vertices, coupled by rows between neighbouring patches of theirs."""
    random = np.random.default_rng(seed)
    systems = [
        cloth((22, 25), periodic=kind == "tube of cloth") if "cloth" in kind else body(kind, 8)
        for kind in kinds
    ]
    blocks, starts, vertices = [], [0], []
    for matrix, subspace, _ in systems:
        solver = LinearSolver(SolverSpec(preconditioner="multigrid"), matrix)
        blocks.append(Block.room_for(solver, matrix.layout, subspace, matrix.layout.zeros(3)))
        solver.update()
        free = subspace.free[matrix.layout.nodes] > 0.0
        numbers = starts[-1] + np.flatnonzero(free)
        vertices.append((numbers, matrix.layout.nodes[free]))
        starts.append(starts[-1] + matrix.layout.count)
    nodes, weights = _contacts(random, systems, starts, rows)
    stiffness = np.zeros((rows, 6))
    directions = np.array([0.0, 0.0, 1.0]) + 0.2 * random.normal(size=(rows, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    scale = hardness * min(float(np.median(m.diagonal[0][m.layout.nodes])) for m, _, _ in systems)
    i, j = np.triu_indices(3)
    stiffness[:] = scale * directions[:, i] * directions[:, j] + 0.1 * scale * (i == j)
    cycle = CoupledCycle([block.solver.cycle for block in blocks], vertices, starts[-1])
    cycle.prepare(nodes, weights, stiffness, renewed=True)
    return World(blocks, nodes, weights, stiffness, np.array(starts), cycle)


def _contacts(random, systems, starts, rows: int) -> tuple[np.ndarray, np.ndarray]:
    """A vertex against three others near each other: of another body, or far away in the same one."""
    nodes, weights = np.zeros((rows, 4), np.int32), np.zeros((rows, 4))
    for r in range(rows):
        a = r % len(systems)
        b = (a + 1) % len(systems)
        count_a, count_b = (systems[k][0].layout.count for k in (a, b))
        at = int(random.integers(0, count_a // 4))
        # the second body, or the last quarter of the only one
        near = count_b - 3 - (at if a == b else int(at * count_b / count_a) % (count_b - 3))
        near -= max(0, near % 25 - 22)  # of one row of a cloth
        nodes[r] = starts[a] + at, starts[b] + near, starts[b] + near + 1, starts[b] + near + 2
        share = random.dirichlet((1.0, 1.0, 1.0))
        weights[r] = 1.0, *-share
    return nodes, weights


def couple(world: World) -> Callable:
    """q += C p."""

    def add(p: list[np.ndarray], q: list[np.ndarray]) -> None:
        u = np.concatenate([a[:, b.layout.nodes] for a, b in zip(p, world.blocks, strict=True)], axis=1)
        y = np.zeros_like(u)
        add_product(world.nodes, world.weights, world.stiffness, len(world.nodes), u, y)
        for k, block in enumerate(world.blocks):
            q[k][:, block.layout.nodes] += y[:, world.starts[k] : world.starts[k + 1]]

    return add


def precondition(world: World) -> Callable[[], None]:
    return lambda: world.cycle.apply([b.r for b in world.blocks], [b.z for b in world.blocks])


def fill(world: World, seed: int = 5) -> list[np.ndarray]:
    """Right-hand sides, zero at pinned nodes."""
    random = np.random.default_rng(seed)
    for block in world.blocks:
        block.r[:] = block.layout.spread(random.normal(size=(*block.layout.shape, 3))) * block.subspace.free
    return [block.r.copy() for block in world.blocks]


def solve(world: World, tolerance: float) -> Outcome:
    fill(world)
    return solve_coupled(world.blocks, couple(world), precondition(world), tolerance, 500)


def solve_apart(world: World, tolerance: float, rows: Callable) -> Outcome:
    """Each body preconditioned alone, as if there were no rows."""
    fill(world)
    for block in world.blocks:
        block.solver.update()

    def apart() -> None:
        for block in world.blocks:
            block.solver.apply(block.subspace, block.r, block.z)

    return solve_coupled(world.blocks, rows, apart, tolerance, 500)


def whole_matrix(world: World) -> tuple[sp.csr_matrix, np.ndarray]:
    """A + C, with unknowns 3·vertex + component, and which of them are free."""
    matrices: list[Matrix] = [block.solver.matrix for block in world.blocks]
    count, rows = int(world.starts[-1]), len(world.nodes)
    w = sp.csr_matrix(
        (world.weights.ravel(), world.nodes.ravel(), np.arange(0, 4 * rows + 1, 4)), (rows, count)
    )
    full = world.stiffness[:, [0, 1, 2, 1, 3, 4, 2, 4, 5]].reshape(-1, 3, 3)
    k = sp.block_diag([sp.csr_matrix(b) for b in full], format="csr")
    spread = sp.kron(w, sp.identity(3), format="csr")
    free = np.concatenate([b.subspace.free[b.layout.nodes] for b in world.blocks])
    return sp.csr_matrix(sp.block_diag([m.to_sparse() for m in matrices]) + spread.T @ k @ spread), np.repeat(
        free, 3
    ) > 0


WORLDS = {
    "a sheet": (["cloth"], 400),
    "two sheets": (["cloth", "tube of cloth"], 500),
    "a mesh": (["mesh"], 300),
    "a sheet and two solids": (["cloth", "block", "mesh"], 600),
}


@pytest.fixture(params=WORLDS)
def one(request: pytest.FixtureRequest) -> World:
    return world(*WORLDS[request.param])


def test_the_solution_is_that_of_elimination(one: World):
    b = fill(one)
    matrix, free = whole_matrix(one)
    assert solve(one, 1e-9).converged
    right = np.concatenate([v[:, k.layout.nodes].T.ravel() for v, k in zip(b, one.blocks, strict=True)])
    found = np.concatenate([k.x[:, k.layout.nodes].T.ravel() for k in one.blocks])
    exact: Any = spsolve(matrix[free][:, free].tocsc(), right[free])
    assert np.abs(found[free] - exact).max() < 1e-6 * np.abs(exact).max()
    assert not found[~free].any()


def test_rows_hardly_take_more_iterations(one: World):
    """Rows as stiff as contact is, half of what nodes have, and systems solved as far as Newton's method needs it."""
    together = solve(one, 1e-2)
    blind, without = solve_apart(one, 1e-2, couple(one)), solve_apart(one, 1e-2, lambda p, q: None)
    assert together.converged
    assert together.iterations <= 3 * without.iterations
    assert 2 * together.iterations <= blind.iterations


def test_the_cycle_is_symmetric_and_positive(one: World):
    """To the rounding of single precision, for random vectors."""
    pairs = []
    for seed in range(4):
        r = fill(one, seed)
        precondition(one)()
        pairs.append((r, [block.z * block.subspace.free for block in one.blocks]))

    def dot(a: list[np.ndarray], b: list[np.ndarray]) -> float:
        inner = [(x * y)[:, k.layout.nodes].sum() for x, y, k in zip(a, b, one.blocks, strict=True)]
        return float(sum(inner))

    for r, z in pairs:
        assert dot(r, z) > 0.0
        for s, v in pairs:
            size = np.sqrt(dot(r, z) * dot(s, v))
            assert abs(dot(r, v) - dot(s, z)) < 2e-5 * size


def test_it_is_the_same_bits_again_and_with_any_number_of_threads():
    def once() -> list[np.ndarray]:
        made = world(*WORLDS["two sheets"])
        solve(made, 1e-6)
        return [block.x.copy() for block in made.blocks]

    first, again = once(), once()
    before = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        alone = once()
    finally:
        numba.set_num_threads(before)
    for a, b, c in zip(first, again, alone, strict=True):
        assert np.array_equal(a, b)
        assert np.array_equal(a, c)


def test_one_kernel_for_grids_does_what_pieces_do(monkeypatch: pytest.MonkeyPatch):
    made = world(*WORLDS["two sheets"])
    fill(made)
    precondition(made)()
    together = [block.z.copy() for block in made.blocks]
    monkeypatch.setattr(coupled_cycle, "fits", lambda parts: False)
    pieces = world(*WORLDS["two sheets"])
    fill(pieces)
    precondition(pieces)()
    for z, block in zip(together, pieces.blocks, strict=True):
        assert np.array_equal(z, block.z)


def test_merged_rows_keep_their_stiffness_and_move_with_shifts(one: World):
    """Σ K is that of all rows on the finest level, and a shift of all bodies at once stretches no row that is free."""
    cycle = one.cycle
    rows = first_rows(one.nodes, one.weights, one.stiffness, len(cycle._scratch) - 1, cycle._finest.owner)
    fine = merged(rows, cycle._finest, cycle._scratch)
    assert fine.blocks.sum(axis=0) == pytest.approx(one.stiffness.sum(axis=0), rel=1e-4)
    assert len(fine.blocks) <= len(one.nodes)
    coarse = merged(fine, cycle._coarser, cycle._scratch)
    pinned = np.concatenate([b.subspace.free[b.layout.nodes] for b in one.blocks]) == 0.0
    if not pinned[one.nodes].any():
        sums = np.add.reduceat(coarse.weights, coarse.starts[:-1])
        assert np.abs(sums).max() < 1e-5
    assert not cycle._scratch.any()


def test_the_diagonal_bounds_the_rows(one: World):
    cycle, random = one.cycle, np.random.default_rng(0)
    rows = first_rows(one.nodes, one.weights, one.stiffness, len(cycle._scratch) - 1, cycle._finest.owner)
    level = level_of(merged(rows, cycle._finest, cycle._scratch), cycle._scratch)
    for _ in range(5):
        level.u[:] = random.normal(size=level.u.shape)
        coupled_cycle.multiply(level.starts, level.places, level.weights, level.blocks, level.u, level.y)
        d, u = level.diagonal[:, [0, 1, 2, 1, 3, 4, 2, 4, 5]].reshape(-1, 3, 3), level.u
        assert float((u * level.y).sum()) <= float(np.einsum("ni,nij,nj", u, d, u)) * (1 + 1e-5)
