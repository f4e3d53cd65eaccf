"""Cost per iteration of conjugate gradients against the number of nodes, and what a second thread brings.

Two systems: the scalar secant matrix of the published variants without a preconditioner, and the block matrix of the
variant `exact` with a multigrid cycle per iteration. Both are those of a step, taken as the simulation
builds them and solved through `LinearSolver`, as a step does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Literal

import numpy as np

from pliant.benchmarks.row import Row
from pliant.benchmarks.table_5_1 import scene as kelager_scene
from pliant.build.model import build, initial_state
from pliant.model import Sheet, Surface
from pliant.numerics.bandwidth import Triad, most_threads, threads
from pliant.scene.schema import Scene
from pliant.shapes import Rectangle
from pliant.solvers.spec import SolverSpec

SIZES = (8, 16, 32, 64, 128, 256, 512)
_FEW, _MANY = 5, 15  # a cost per iteration is the difference of two solves, so that the start does not count
_NEVER = 1e-150

Solve = Callable[[int], int]  # runs so many iterations, or fewer if nothing is left; returns how many


def secant_system(nodes: int) -> Solve:
    """The matrix K + M/Δt² of the cloth of 000 §5.2.4, crumpled a little."""
    described = kelager_scene(nodes, 10)
    return _solves(described, "none", h=described.dt)


def block_system(nodes: int) -> Solve:
    """The Hessian of a sheet of 1 m × 1 m and the inertia of a step of 1/60 s."""
    described = Scene(collision=False, dt=1.0 / 60.0)
    sheet = Sheet(membrane=1000.0, bending=1e-4, area_density=0.2)
    described.add(Surface(Rectangle(width=1.0, height=1.0), grid=(nodes, nodes), material=sheet))
    return _solves(described, "multigrid", h=2.0 / 3.0 * described.dt)


def _solves(described: Scene, preconditioner: Literal["none", "multigrid"], h: float) -> Solve:
    (body,) = build(described).bodies
    system, layout = body.system, body.layout
    state = initial_state(described, body)
    noise = np.random.default_rng(0).normal(size=(*layout.shape, 3))
    # stretched by a tenth, more than the noise: the secant matrix is positive definite only under tension
    x = 1.1 * state.x + layout.spread(0.01 * body.size / max(layout.shape) * noise)
    solver = system.make_solver(SolverSpec(kind="cg", preconditioner=preconditioner, tolerance=_NEVER))
    matrix = solver.matrix
    if system.secants:
        system.secants[0].assemble(x, matrix)
    else:
        system.at().hessian(x, matrix, True)
    for entry in range(0, len(matrix.diagonal), 4):
        matrix.diagonal[entry] += system.mass / h**2
    solver.update()
    right, change = layout.spread(noise), layout.zeros(3)
    subspace = system.subspace(state)

    def solve(iterations: int) -> int:
        solver.spec = solver.spec.model_copy(update={"iterations": iterations})
        return solver.solve(subspace, right, change, _NEVER).iterations

    return solve


def seconds_per_iteration(solve: Solve, budget: float = 0.5) -> float:
    """The least time per iteration that was seen within a budget [s]; at least three tries."""
    iterations = solve(_MANY) - solve(_FEW)
    few, many = [], []
    end = perf_counter() + budget
    while len(many) < 3 or (perf_counter() < end and len(many) < 1000):
        few.append(_time(partial(solve, _FEW)))
        many.append(_time(partial(solve, _MANY)))
    return max(min(many) - min(few), 1e-9) / iterations  # a disturbance must not make it negative


def _time(action: Callable[[], object]) -> float:
    begin = perf_counter()
    action()
    return perf_counter() - begin


def exponent(nodes: Sequence[float], seconds: Sequence[float]) -> float:
    """p of the best fit seconds ∝ nodesᵖ."""
    return float(np.polyfit(np.log(nodes), np.log(seconds), 1)[0])


SYSTEMS: dict[str, Callable[[int], Solve]] = {
    "scalar secant system, plain CG": secant_system,
    "block system, CG with a multigrid cycle": block_system,
}


def growth_rows(sizes: Sequence[int] = SIZES, budget: float = 0.3) -> list[Row]:
    """How the cost per iteration grows with the number of nodes, on one thread."""
    rows = []
    for name, system in SYSTEMS.items():
        with threads(1):
            costs = [seconds_per_iteration(system(n), budget) for n in sizes]
        first, last = sizes[0], sizes[-1]
        p = exponent([n * n for n in sizes], costs)
        rows += [
            Row(
                f"{name}: exponent p of cost per iteration ∝ nodesᵖ, {first}²…{last}²",
                p, "", "wanted (1 is linear)", 1.1, "at most",
            ),
            Row(
                f"{name}: one iteration at {last}×{last}, per node",
                1e9 * costs[-1] / last**2, "ns", f"at {first}×{first}", 1e9 * costs[0] / first**2,
            ),
        ]  # fmt: skip
    return rows


def thread_rows(nodes: int = 512, megabytes: float = 128.0, tries: int = 6) -> list[Row]:
    """Two threads over one, beside what they bring to the STREAM triad in the same minutes."""
    if most_threads() < 2:
        reason = "only one thread here"
        return [
            Row(f"{name}: 2 threads over 1 at {nodes}×{nodes}", float("nan"), "×", reason) for name in SYSTEMS
        ]
    triad = Triad(megabytes)
    solves: dict[tuple[str, int], Solve] = {}
    for name, system in SYSTEMS.items():
        for count in (1, 2):
            with threads(count):  # a solver decides when it is made how many threads work for it
                solves[name, count] = system(nodes)
                solves[name, count](_MANY)  # compiled now
    best: dict[tuple[str, int], float] = {}
    for _ in range(tries):  # one after the other, again and again: a disturbance then meets them all
        for count in (1, 2):
            with threads(count):
                _keep(best, ("triad", count), min(triad.seconds() for _ in range(5)))
                for name in SYSTEMS:
                    _keep(best, (name, count), _time(partial(solves[name, count], _MANY)))
    stream = best["triad", 1] / best["triad", 2]
    rate = 1e-9 * triad.bytes_moved / best["triad", 2]
    what = f"STREAM triad on three arrays of {megabytes:.0f} MB"
    rows = [
        Row(f"{what}: 2 threads over 1", stream, "×", "more cannot be had from memory"),
        Row(f"{what}: 2 threads", rate, "GB/s", "1 thread", 1e-9 * triad.bytes_moved / best["triad", 1]),
    ]
    for name in SYSTEMS:
        gain = best[name, 1] / best[name, 2]
        quantity = f"{name}: 2 threads over 1 at {nodes}×{nodes}"
        rows.append(Row(quantity, gain, "×", "wanted: 80 % of the triad's", 0.8 * stream, "at least"))
    return rows


def _keep(best: dict[tuple[str, int], float], key: tuple[str, int], seconds: float) -> None:
    best[key] = min(best.get(key, np.inf), seconds)
