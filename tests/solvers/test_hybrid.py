"""Linear systems of hybrid bodies: whatever solves them, the answer is the same, and the constant part is exact."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.errors import SimulationError
from pliant.integrators.system import BodyState
from pliant.solvers.hybrid import HybridSolver
from pliant.solvers.low_rank_update import terms_of

SOLVERS = {
    "auto": pl.Solver(),
    "direct": pl.Solver(kind="direct"),
    "cg": pl.Solver(kind="cg", preconditioner="none"),
    "jacobi": pl.Solver(kind="cg", preconditioner="jacobi"),
    "ssor": pl.Solver(kind="cg", preconditioner="ssor"),
    "multigrid": pl.Solver(kind="cg", preconditioner="multigrid"),
}
MATTER = pl.Hybrid(magnitude=100.0, slope=40.0, curvature=0.3, density=1.5, damping=0.01, drag=0.1)


CUT = (*(((8, n), (9, n)) for n in range(13)), ((16, 12), (15, 12)), ((16, 12), (16, 11)))


def pillow(*, pinned: bool, torn: bool = False) -> tuple:
    """A turned hybrid sheet that is out of shape, in two and a single node if it is torn: its system, its state."""
    shape = pl.shapes.Rectangle(width=1.0, height=0.8)
    scene = pl.Scene(gravity=9.81)
    links = CUT if torn else ()
    scene.add(
        pl.Surface(
            shape, id="body", grid=(17, 13), material=MATTER, rotation=(40.0, 20.0, 10.0), broken_links=links
        )
    )
    if pinned:
        scene.pin("body", edges=["m0"])
    simulation = pl.Simulation(scene)
    system, state = simulation.model.bodies[0].system, simulation.state.bodies["body"]
    state.x[:, :221] += 0.02 * np.random.default_rng(1).normal(size=(3, 221)).cumsum(axis=1) / 10.0
    return system, state


def prepared(system, state: BodyState, spec: pl.Solver, *, touched: bool) -> HybridSolver:
    """The matrix of a step, with a hand and contact at some nodes if it is touched."""
    solver = system.make_solver(spec)
    matrix, h = solver.matrix, 0.01
    system.at().hessian(state.x, matrix, True)
    matrix.add_multiple(system.mass, 1.0 / h**2)
    matrix.add_multiple(system.node_damping, 1.0 / h)
    if touched:
        matrix.add_outer(np.array([80, 81, 94]), 300.0, np.array([0.2, 0.5, 0.3]))
        matrix.diagonal[8, 150:160] += 2000.0
    system.constrain(matrix, state)
    solver.update()
    return solver


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("pinned", [False, True])
@pytest.mark.parametrize("name", SOLVERS)
def test_every_solver_gives_the_same_answer(name, pinned, torn):
    system, state = pillow(pinned=pinned, torn=torn)
    spec = SOLVERS[name].model_copy(update={"tolerance": 1e-11, "iterations": 2000})
    solver = prepared(system, state, spec, touched=True)
    dense = solver.matrix.to_sparse().toarray()
    layout, free = system.layout, state.free[:221] > 0
    b = layout.spread(np.random.default_rng(2).normal(size=(221, 3))) * state.free
    x = layout.zeros(3)
    outcome = solver.solve(system.subspace(state), b, x, 1e-3)
    unknown = np.repeat(free, 3)
    expected = np.zeros(663)
    expected[unknown] = np.linalg.solve(dense[np.ix_(unknown, unknown)], layout.gather(b).ravel()[unknown])
    assert outcome.converged
    assert layout.gather(x).ravel() == pytest.approx(expected, abs=1e-7 * np.abs(expected).max())


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("pinned", [False, True])
@pytest.mark.parametrize("held", [False, True])
def test_what_is_constant_is_solved_at_once(held, pinned, torn):
    """At rest, drag in proportion to mass: pins and hands included, the first iteration ends within rounding."""
    system, state = pillow(pinned=pinned, torn=torn)
    body = system.energies[0].reference
    state.x[:] = body.shape
    solver = prepared(system, state, pl.Solver(kind="direct", tolerance=1e-9), touched=False)
    if held:
        solver.matrix.add_outer(np.array([80, 81, 94]), 300.0, np.array([0.2, 0.5, 0.3]))
    b = system.layout.spread(np.random.default_rng(2).normal(size=(221, 3))) * state.free
    outcome = solver.solve(system.subspace(state), b, system.layout.zeros(3), 1.0)
    assert outcome.converged and outcome.iterations == 1


@pytest.mark.parametrize(
    ("kind", "instead"), [("sor", "ssor"), ("adi", "cg"), ("banded", "direct"), ("profile", "direct")]
)
def test_solvers_that_would_be_another_name_are_refused(kind, instead):
    system, _ = pillow(pinned=True)
    with pytest.raises(SimulationError, match=f"not solved by '{kind}', use.*'{instead}'"):
        system.make_solver(pl.Solver(kind=kind))


def test_a_matrix_is_prepared_once_for_each_step_length():
    scene = pl.Scene(gravity=9.81, dt=0.01)
    scene.add(pl.Surface(pl.shapes.Rectangle(), id="body", grid=(9, 9), material=MATTER))
    scene.add(pl.obstacles.Plane(point=(0.0, 0.0, -0.05)))
    simulation = pl.Simulation(scene)
    stepper = simulation._steppers["body"]
    kept = []
    for _ in range(30):
        simulation.step()
        kept.append([id(split) for _, split in stepper.solver._prepared])
    assert len({one for row in kept for one in row}) == 2  # BDF2 and its first step


def test_weights_that_change_while_it_runs_are_followed():
    scene = pl.Scene(gravity=9.81, dt=0.01)
    scene.add(pl.Surface(pl.shapes.Rectangle(), id="body", grid=(9, 9), material=MATTER))
    scene.pin("body", edges=["m0"])
    ends = []
    for slope in (None, 400.0):
        simulation = pl.Simulation(scene)
        simulation.step()
        if slope is not None:
            simulation.apply(pl.Set("bodies.body.material.slope", slope))
        for _ in range(40):
            simulation.step()
            assert simulation.reports["body"].converged
        ends.append(simulation.positions("body")[:, 2].min())
    assert ends[1] > ends[0] + 1e-3  # it hangs less deep


def test_hands_come_and_go():
    system, state = pillow(pinned=False)
    spec = pl.Solver(tolerance=1e-10)
    solver = prepared(system, state, spec, touched=False)
    pull = (np.array([80, 81, 94]), 300.0, np.array([0.2, 0.5, 0.3]))
    other = (np.array([10]), 500.0, np.array([1.0]))
    b, subspace = np.random.default_rng(5).normal(size=state.x.shape), system.subspace(state)
    b[:, 221:] = 0.0
    for hands in [(pull,), (pull, other), (other,), ()]:
        system.at().hessian(state.x, solver.matrix, True)
        solver.matrix.add_multiple(system.mass, 1e4)
        for hand in hands:
            solver.matrix.add_outer(*hand)
        x, product = np.zeros_like(b), np.zeros_like(b)
        assert solver.solve(subspace, b, x, 1e-10).iterations < 8
        solver.matrix.multiply(x, product)
        np.testing.assert_allclose(product[:, :221], b[:, :221], atol=1e-7)


@pytest.mark.parametrize("kind", ["auto", "direct", "cg"])
def test_a_body_that_is_held_everywhere_stays(kind):
    scene = pl.Scene(gravity=9.81, dt=0.01, solver=pl.Solver(kind=kind))
    scene.add(pl.Surface(pl.shapes.Rectangle(), id="body", grid=(3, 3), material=MATTER))
    scene.pin("body", edges=["m0", "m1", "n0", "n1"])
    scene.pin("body", nodes=[(1, 1)])
    simulation = pl.Simulation(scene)
    before = simulation.positions("body").copy()
    simulation.step()
    assert np.array_equal(simulation.positions("body"), before)


def touch(matrix, nodes: np.ndarray, stiffness: float) -> None:
    """Obstacles press on nodes from all sides and hold some of them."""
    rng = np.random.default_rng(6)
    for k, node in enumerate(nodes):
        d = rng.normal(size=3)
        block = np.outer(d, d) + (k % 2) * 0.1 * np.eye(3)
        matrix.diagonal[:, node] += stiffness * block.ravel()


def under_contact(spec: pl.Solver, nodes: np.ndarray, stiffness: float, *, pinned: bool) -> tuple:
    """A body at rest that is touched: its solver, a right-hand side, and the subspace."""
    system, state = pillow(pinned=pinned)
    state.x[:] = system.energies[0].reference.shape
    solver = prepared(system, state, spec, touched=False)
    solver.matrix.add_outer(np.array([80, 81, 94]), 300.0, np.array([0.2, 0.5, 0.3]))
    touch(solver.matrix, nodes, stiffness)
    b = system.layout.spread(np.random.default_rng(2).normal(size=(221, 3))) * state.free
    return solver, b, system.subspace(state)


@pytest.mark.parametrize("pinned", [False, True])
def test_contact_at_some_nodes_is_solved_at_once(pinned):
    nodes = np.array([5, 30, 31, 32, 44, 81, 150, 151, 220])
    solver, b, subspace = under_contact(pl.Solver(kind="direct", tolerance=1e-8), nodes, 1e6, pinned=pinned)
    x, product = np.zeros_like(b), np.zeros_like(b)
    outcome = solver.solve(subspace, b, x, 1.0)
    solver.matrix.multiply(x, product)
    assert outcome.converged and outcome.iterations <= 2
    assert np.abs(product * subspace.free - b).max() < 1e-6


def test_too_much_contact_is_left_to_conjugate_gradients(monkeypatch):
    monkeypatch.setattr("pliant.solvers.low_rank_update._MOST", 600)
    solver, b, subspace = under_contact(pl.Solver(tolerance=1e-8), np.arange(221), 30.0, pinned=False)
    whole = np.zeros(len(subspace.free), dtype=int)
    assert len(terms_of(solver.matrix, subspace.free, whole).stiffness) > 3
    touch(solver.matrix, np.arange(221), 1e4)
    solver.matrix.diagonal[::4, :221] += 1e4
    assert len(terms_of(solver.matrix, subspace.free, whole).stiffness) == 3  # the hand
    x, product = np.zeros_like(b), np.zeros_like(b)
    assert solver.solve(subspace, b, x, 1.0).converged
    solver.matrix.multiply(x, product)
    assert np.abs(product - b).max() < 1e-6


@pytest.mark.parametrize("kind", ["direct", "cg"])
def test_what_was_touched_before_does_not_matter(kind):
    """To the last bit."""
    answers = []
    spec, nodes = pl.Solver(kind=kind), np.array([31, 32, 44, 150, 151])
    for earlier in ([], [44, 7], [150, 20, 31, 90]):
        solver, b, subspace = under_contact(spec, np.array(earlier, dtype=int), 1e5, pinned=True)
        x = np.zeros_like(b)
        solver.solve(subspace, b, x, 1e-2)
        touch(solver.matrix, np.array(earlier, dtype=int), -1e5)
        solver.matrix.diagonal[np.ix_([1, 2, 3, 5, 6, 7], earlier)] = 0.0
        solver.matrix.diagonal[np.ix_([0, 4, 8], earlier)] = solver.matrix.shift[earlier]
        touch(solver.matrix, nodes, 1e5)
        solver.solve(subspace, b, x, 1e-2)
        answers.append(x)
    assert np.array_equal(answers[0], answers[1]) and np.array_equal(answers[0], answers[2])


def test_a_body_on_the_floor_goes_on_after_a_restart_bit_for_bit(tmp_path):
    scene = pl.Scene(gravity=9.81, dt=0.01)
    scene.add(
        pl.Surface(pl.shapes.Rectangle(), id="body", grid=(9, 9), material=MATTER, rotation=(0.1, 0.05, 0.0))
    )
    scene.add(pl.obstacles.Plane(point=(0.0, 0.0, -0.2), friction=0.3))
    simulation = pl.Simulation(scene)
    for _ in range(25):
        simulation.step()
    simulation.checkpoint(tmp_path / "there.npz")
    restored = pl.Simulation.restore(tmp_path / "there.npz")
    touched = 0
    for _ in range(15):
        simulation.step()
        restored.step()
        touched = max(touched, len(simulation._steppers["body"].solver._prepared[0][1]._touch.spots))
        assert np.array_equal(simulation.positions("body"), restored.positions("body"))
    assert touched > 3
