"""Compiling in a second process, while the first compiles, too.

Numba compiles one function at a time in a process. From a cold cache a child process compiles about half of the
kernels on another core and leaves them in the cache, from which the parent takes them when it needs them:
`integrators.compile_ahead` says which. Then it goes on with kernels that will be needed later, for which nobody waits.
Whatever goes wrong with the child costs only time: the parent then compiles for itself.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from pliant.numerics.kernel_cache import is_cached

_IN_CHILD = "PLIANT_COMPILING"
_END_WITH_PARENT = """
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
"""
_SAY_SO = """
print("first part done", flush=True)
"""
_child: subprocess.Popen | None = None
_done = threading.Event()  # what the child was to do first


def start(now: tuple[str, Any] | None, later: tuple[str, Any] | None = None) -> None:
    """Run Python code that compiles kernels elsewhere, if there is need and a core to spare: some `now`, some `later`.

    Each is code and the kernel that it compiles last: there is no need if the cache has that one. The process ends with
    this one, however this one ends: then its standard input ends.
    """
    global _child  # noqa: PLW0603  (one cache, one compilation)
    alone = (os.cpu_count() or 1) < 2
    if alone or not sys.executable or _IN_CHILD in os.environ:
        return
    if _child is not None and _child.poll() is not None:
        _end()
    if _child is not None:
        return
    first, second = (one[0] if one is not None and not is_cached(one[1]) else "" for one in (now, later))
    if not first and not second:
        return
    package = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
    try:
        _child = subprocess.Popen(
            [sys.executable, "-c", "\n".join((_END_WITH_PARENT, first, _SAY_SO, second))],
            env={**os.environ, _IN_CHILD: "1", "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return
    _done.clear()
    if first:
        threading.Thread(target=_listen, args=(_child,), daemon=True).start()
    else:
        _done.set()


def _listen(child: subprocess.Popen) -> None:
    assert child.stdout is not None
    child.stdout.readline()  # or its end
    _done.set()


def is_running() -> bool:
    """Whether another process is compiling at this moment what is needed now."""
    return _child is not None and not _done.is_set()


def wait() -> None:
    """Wait until the other process, if there is one, has compiled what is needed now."""
    if _child is not None:
        _done.wait()


@atexit.register
def _end() -> None:
    """At the end of the program nobody needs the rest, and Python complains about processes that are left."""
    global _child  # noqa: PLW0603
    if _child is None:
        return
    _child.kill()
    _child.wait()
    for pipe in (_child.stdin, _child.stdout):
        if pipe is not None:
            pipe.close()
    _child = None
