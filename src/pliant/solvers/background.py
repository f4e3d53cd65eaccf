"""Compiling in a second process, while the first compiles, too.

Numba compiles one function at a time in a process. From a cold cache a child process compiles about half of the kernels
on another core and leaves them in the cache, from which the parent takes them when it needs them: `integrators.warm`
says which. Whatever goes wrong with the child costs only time: the parent then compiles for itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from pliant.numerics.compile import CACHE_DIR

_IN_CHILD = "PLIANT_COMPILING"
_child: subprocess.Popen | None = None


def start(command: str, mark: str) -> None:
    """Run Python code that compiles half of the kernels elsewhere, if there is need and a core to spare.

    There is no need if the cache has a file whose name matches `mark`.
    """
    global _child  # noqa: PLW0603  (one cache, one compilation)
    alone = (os.cpu_count() or 1) < 2
    if _child is not None or alone or not sys.executable or _IN_CHILD in os.environ or _is_cached(mark):
        return
    package = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
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


def _is_cached(mark: str) -> bool:
    return next(CACHE_DIR.rglob(mark), None) is not None


def is_running() -> bool:
    """Whether another process is compiling at this moment."""
    return _child is not None and _child.poll() is None


def wait() -> None:
    """Wait for the other process, if one is still compiling."""
    global _child  # noqa: PLW0603
    if _child is not None:
        _child.wait()
        _child = None
