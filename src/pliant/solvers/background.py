"""Compiling the multigrid solver in a second process, while the first compiles everything else.

Numba compiles one function at a time in a process. From a cold cache half of the work is the solver's; a child process
does it on another core and leaves it in the cache, from which the parent takes it when it first needs a solver.
Whatever goes wrong with the child costs only time: the parent then compiles for itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from pliant.model.protocols import StepContext
from pliant.numerics.compile import CACHE_DIR
from pliant.numerics.layout import GridLayout
from pliant.numerics.matrix import GridMatrix

_IN_CHILD = "PLIANT_COMPILING_SOLVER"
_child: subprocess.Popen | None = None


def start() -> None:
    """Begin to compile the solver elsewhere, if it has not been compiled yet and there is a core to spare."""
    global _child  # noqa: PLW0603  (one cache, one compilation)
    alone = (os.cpu_count() or 1) < 2
    if _child is not None or alone or not sys.executable or _IN_CHILD in os.environ or _is_cached():
        return
    package = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
    command = "from pliant.solvers.background import compile_solver; compile_solver()"
    try:
        _child = subprocess.Popen(
            [sys.executable, "-c", command],
            env={**os.environ, _IN_CHILD: "1", "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return


def _is_cached() -> bool:
    return next(CACHE_DIR.rglob("*run_steps*.nbi"), None) is not None


def is_running() -> bool:
    """Whether another process is compiling at this moment."""
    return _child is not None and _child.poll() is None


def wait() -> None:
    """Wait for the other process, if one is still compiling."""
    global _child  # noqa: PLW0603
    if _child is not None:
        _child.wait()
        _child = None


def compile_solver() -> None:
    """Compile and cache, on a small grid, about half of what implicit steps of nearly every scene need.

    First a floor with friction and a stream, which the parent needs early, then the multigrid cycle, its last need.
    """
    from pliant.solvers.linear import LinearSolver
    from pliant.solvers.spec import SolverSpec

    layout = GridLayout((20, 20))
    matrix = GridMatrix.zeros(layout)
    for entry in (0, 4, 8):
        matrix.values[0, entry, layout.nodes] = 1.0
    _compile_surroundings(layout, matrix)
    solver = LinearSolver(SolverSpec(preconditioner="multigrid"), matrix)
    solver.update()


def _compile_surroundings(layout: GridLayout, matrix: GridMatrix) -> None:
    from pliant.contact import Penalty, Plane, contact_field
    from pliant.contact.energy import ContactEnergy
    from pliant.contact.friction import FrictionForce
    from pliant.forces.kernels import GravityEnergy, StreamForce

    x, v, out, ones = layout.zeros(3), layout.zeros(3), layout.zeros(3), layout.zeros()
    field, terms = contact_field(Plane(), Penalty()), Penalty().parameters(1.0)
    for energy in (ContactEnergy(layout, field, terms, ones), GravityEnergy(layout, layout.zeros(3))):
        energy.add_gradient(x, out)
        energy.add_hessian(x, matrix, True)
    step = StepContext(x, v, 0.0, 1.0, x, 1.0)
    for force in (
        FrictionForce(layout, field, terms, ones, 0.3),
        StreamForce(layout, ones, layout.zeros(4), (0.0, 0.0, 0.0)),
    ):
        force.begin_step(step)
        force.add_force(x, v, out)
        force.add_jacobian(x, 1.0, matrix)
