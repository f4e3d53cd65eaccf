"""Steps of the plasticine bust of 002 Fig. 16: a hybrid body of 180×127 nodes, pulled by its cheek.

The bust flies free and turns slowly while a finger pulls at it by a spring. Its matrix is constant: it is factorised,
or its coarser grids are made, in the first steps, which are not timed (BDF2 needs two matrices, one for its start).
Wanted are 60 steps a second.
"""

from __future__ import annotations

from dataclasses import replace

from pliant.benchmarks.points import FRAME, run_steps
from pliant.benchmarks.row import Row
from pliant.model import Hybrid, Surface
from pliant.scene.events import Grab, Move
from pliant.scene.schema import Scene
from pliant.shapes import Bust
from pliant.shapes.surfaces.bust import COLUMNS, ROWS
from pliant.solvers.spec import SolverSpec

WANTED = 60.0  # steps per second
MATTER = Hybrid(slope=200.0, curvature=0.5, density=2.0, damping=0.01)
SOLVERS = {
    "CG, multigrid": SolverSpec(kind="cg", preconditioner="multigrid"),
    "sparse LDLᵀ": SolverSpec(kind="direct"),
    "CG, Jacobi": SolverSpec(kind="cg", preconditioner="jacobi"),
}


def bust(solver: SolverSpec, grid: tuple[int, int] = (ROWS, COLUMNS)) -> Scene:
    """The bust, 1 m high, with a finger at its cheek."""
    scene = Scene(collision=False, gravity=None, dt=FRAME, solver=solver)
    scene.add(Surface(Bust(), id="body", grid=grid, material=MATTER, spin=(0.0, 0.0, 0.5)))
    cheek = (int(0.44 * grid[0]), int(0.4 * grid[1]))
    scene.add(Grab("body", node=cheek, id="finger", stiffness=200.0))
    scene.add(Move("finger", to=(-0.1, -0.5, 0.1), time=0.0, seconds=0.5))
    return scene


def rows(steps: int = 20) -> list[Row]:
    """Steps per second with each solver."""
    found = []
    for name, solver in SOLVERS.items():
        cost = run_steps(bust(solver), steps)
        what = f"hybrid bust {ROWS}×{COLUMNS}, {name}: {cost.newton:.1f} Newton, {cost.linear:.1f} CG"
        found.append(Row(f"{what}; steps", 1.0 / cost.seconds, "1/s", "wanted of the fastest", WANTED))
    fastest = max(found, key=lambda row: row.figure)
    return [replace(row, limit="at least") if row is fastest else row for row in found]
