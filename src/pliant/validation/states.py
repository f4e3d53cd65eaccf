"""Bodies put where theory wants them: into a given state, or into equilibrium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pliant.integrators.spec import (
    BDF2,
    RK4,
    BackwardEuler,
    Euler,
    Explicit,
    Feynman,
    Midpoint,
    SemiImplicit,
)
from pliant.model import Body
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.solvers.spec import SolverSpec

# Newton and the linear solves are taken so far that only the discretisation is left to be seen.
SHARP = 1e-9
DIRECT = SolverSpec(kind="direct")
ACCURATE = SolverSpec(
    kind="cg", preconditioner="jacobi", tolerance=1e-12, iterations=10_000
)  # fast on small grids
BANDED = SolverSpec(tolerance=1e-12)  # what a curve gets by itself: one factorisation
EXPLICIT = (Explicit(), Euler(), Feynman(), Midpoint(), RK4())
IMPLICIT = (
    SemiImplicit(),
    *(scheme(tolerance=SHARP, newton_iterations=30) for scheme in (BackwardEuler, BDF2)),
)


def alone(body: Body, held: np.ndarray | None = None, **options: Any) -> Scene:
    """A scene with one body, "body"; `held` (*grid) says which of its nodes are pinned."""
    scene = Scene(**options)
    scene.add(body, id="body")
    if held is not None:
        nodes = np.argwhere(np.reshape(held, body.grid))
        scene.pin("body", nodes=[tuple(int(i) for i in node) for node in nodes])
    return scene


def place(
    simulation: Simulation,
    body: str,
    positions: np.ndarray | None = None,
    velocities: np.ndarray | None = None,
) -> None:
    """Put the nodes of a body at positions [m] with velocities [m/s], shapes (nodes, 3) or (*grid, 3)."""
    layout = simulation.model.body(body).layout
    state = simulation.state.bodies[body]
    if positions is not None:
        state.x[:] = layout.spread(np.reshape(positions, (*layout.shape, 3)))
        state.target[:] = state.x
    if velocities is not None:
        state.v[:] = layout.spread(np.reshape(velocities, (*layout.shape, 3)))
    state.history[0] = 0.0  # what came before does not count


def settled(
    scene: Scene, *, steps: int = 2, dt: float = 1e4, load_steps: int = 1, solver: SolverSpec = DIRECT
) -> Simulation:
    """The scene in equilibrium.

    A step of backward Euler that is long against everything in the scene minimises the energy; velocities are set
    to zero in between. Large deflections are reached by raising gravity in `load_steps`, or by more and shorter
    steps `dt` [s], which are inert enough not to overshoot.
    """
    still = scene.model_copy(
        update={
            "dt": dt,
            "integrator": BackwardEuler(tolerance=SHARP, newton_iterations=200),
            "solver": solver,
        }
    )
    gravity = still.gravity
    simulation = Simulation(still.model_copy(update={"gravity": _part(gravity, 1.0 / load_steps)}))
    for part in range(1, load_steps + 1):
        if part > 1:
            simulation.replace_scene(still.model_copy(update={"gravity": _part(gravity, part / load_steps)}))
        settle(simulation, steps)
    return simulation


def _part(gravity: object, share: float) -> object:
    from pliant.forces import gravity_vector

    return None if gravity is None else tuple(share * gravity_vector(gravity))  # type: ignore[arg-type]


def followed(
    simulation: Simulation, seconds: float, read: Callable[[], Any]
) -> tuple[np.ndarray, np.ndarray]:
    """Times [s] and what `read` finds at them: at the start, and after every step of a time."""
    times, found = [simulation.time], [read()]
    while simulation.time < seconds - 1e-6 * simulation.scene.dt:
        simulation.step()
        times.append(simulation.time)
        found.append(read())
    return np.array(times), np.array(found)


def frequency(t: np.ndarray, a: np.ndarray) -> float:
    """Of a swing a(t) [Hz], from its passages through zero."""
    k = np.flatnonzero(np.sign(a[:-1]) != np.sign(a[1:]))
    zeros = t[k] + (t[k + 1] - t[k]) * a[k] / (a[k] - a[k + 1])
    return float(0.5 * (len(zeros) - 1) / (zeros[-1] - zeros[0]))


def grid_points(simulation: Simulation, body: str) -> np.ndarray:
    """Positions [m] as (*grid, 3)."""
    return simulation.positions(body).reshape(*simulation.model.body(body).layout.shape, 3)


def rest_points(simulation: Simulation, body: str) -> np.ndarray:
    """Positions [m] at rest as (*grid, 3)."""
    model = simulation.model.body(body)
    return model.layout.gather(model.shape.positions).reshape(*model.layout.shape, 3)


def held_forces(simulation: Simulation, body: str) -> np.ndarray:
    """∂E/∂x of the elastic energies [N] as (*grid, 3): in equilibrium, what holds the nodes from outside."""
    model, state = simulation.model.body(body), simulation.state.bodies[body]
    out = model.layout.zeros(3)
    for energy in model.elastic:
        energy.at(simulation.time, state.memory).add_gradient(state.x, out)
    return model.layout.gather(out).reshape(*model.layout.shape, 3)


def stiffness(simulation: Simulation, body: str) -> np.ndarray:
    """The true Hessian ∂²E/∂x² [N/m] of a body of points, (3·nodes, 3·nodes) in the order of the nodes."""
    system, state = simulation.model.body(body).system, simulation.state.bodies[body]
    matrix = system.make_matrix()
    system.at(simulation.time, state.memory).hessian(state.x, matrix, False)
    return matrix.to_sparse().toarray()


def settle(simulation: Simulation, steps: int = 2) -> None:
    """Let a scene that was made by `settled` come to rest once more, after nodes were placed elsewhere."""
    for _ in range(steps):
        for state in simulation.state.bodies.values():
            state.v[:] = 0.0
        simulation.step()


def apart(points: np.ndarray, rest: np.ndarray) -> tuple[float, np.ndarray]:
    """The root mean square distance [m] from rest after the best rigid motion (Kabsch), and the points moved by it."""
    p, q = points.reshape(-1, 3), rest.reshape(-1, 3)
    a, b = p - p.mean(axis=0), q - q.mean(axis=0)
    u, _, vt = np.linalg.svd(a.T @ b)
    flip = np.diag([1.0, 1.0, np.sign(np.linalg.det(u @ vt))])
    moved = a @ (u @ flip @ vt) + q.mean(axis=0)
    return float(np.sqrt(((moved - q) ** 2).sum(axis=1).mean())), moved.reshape(points.shape)
