"""One process at a time compiles a kernel; others that want it wait and load what it has made.

Processes side by side (tests, sweeps, a studio beside a script) would all compile the same kernels. A lock belongs to a
process and goes with it, so one that dies keeps nobody waiting; where the system has no such locks, everybody compiles.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

_LONGEST = 60.0  # seconds that anybody waits; then it compiles as well
_LOOK = 0.02  # seconds between looks

_held: dict[Path, IO[bytes]] = {}


def acquire(file: Path) -> bool:
    """Take the lock that this file stands for, waiting for whoever has it; whether somebody else had it before."""
    if fcntl is None or file in _held:
        return False
    waited = False
    end = time.monotonic() + _LONGEST
    try:
        lock = file.open("ab")
    except OSError:  # a full disk, or a folder that nobody may write
        return False
    while time.monotonic() < end:
        try:
            fcntl.flock(lock.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            waited = True
            time.sleep(_LOOK)
        else:
            _held[file] = lock
            return waited
    lock.close()
    return waited


def release(file: Path) -> None:
    """Give the lock back, if this process has it."""
    if (lock := _held.pop(file, None)) is not None:
        with contextlib.suppress(OSError):
            os.unlink(file)
        lock.close()
