"""Compiling in a second process, while the first compiles, too.

Numba compiles one function at a time in a process. From a cold cache a child process compiles about half of the
kernels on another core and leaves them in the cache, from which the parent takes them when it needs them:
`integrators.compile_ahead` says which. Whatever goes wrong with the child costs only time: the parent then compiles
for itself.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from pliant.numerics.kernel_cache import is_cached

_IN_CHILD = "PLIANT_COMPILING"
_END_WITH_PARENT = """
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
"""
_child: subprocess.Popen | None = None


def start(command: str, last: Any) -> None:
    """Run Python code that compiles half of the kernels elsewhere, if there is need and a core to spare.

    There is no need if the cache has the kernel `last`, which the other process compiles last. It ends with this one,
    however this one ends: then its standard input ends.
    """
    global _child  # noqa: PLW0603  (one cache, one compilation)
    alone = (os.cpu_count() or 1) < 2
    if _child is not None or alone or not sys.executable or _IN_CHILD in os.environ or is_cached(last):
        return
    package = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
    try:
        _child = subprocess.Popen(
            [sys.executable, "-c", _END_WITH_PARENT + command],
            env={**os.environ, _IN_CHILD: "1", "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return
    atexit.register(_end)


def is_running() -> bool:
    """Whether another process is compiling at this moment."""
    return _child is not None and _child.poll() is None


def wait() -> None:
    """Wait for the other process, if one is still compiling."""
    global _child  # noqa: PLW0603
    if _child is not None:
        _child.wait()
        if _child.stdin is not None:
            _child.stdin.close()
        _child = None


def _end() -> None:
    """At the end of the program: nobody needs the rest, and Python complains about processes that are left."""
    if _child is not None:
        _child.kill()
    wait()
