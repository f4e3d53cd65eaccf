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

import numpy as np

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


def wait() -> None:
    """Wait for the other process, if one is still compiling."""
    global _child  # noqa: PLW0603
    if _child is not None:
        _child.wait()
        _child = None


def compile_solver() -> None:
    """Solve a small system as every implicit step does, so that all kernels of the solver are compiled and cached."""
    from pliant.solvers.cg import Subspace
    from pliant.solvers.linear import LinearSolver
    from pliant.solvers.spec import SolverSpec

    layout = GridLayout((20, 20))
    matrix = GridMatrix.zeros(layout)
    for entry in (0, 4, 8):
        matrix.values[0, entry, layout.nodes] = 1.0
    solver = LinearSolver(SolverSpec(preconditioner="multigrid"), matrix)
    free = layout.spread(np.ones(layout.shape))
    subspace = Subspace(free, np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64))
    solver.update()
    solver.solve(subspace, layout.spread(np.ones((*layout.shape, 3))), layout.zeros(3), 1e-2)
