"""How much memory there is for a simulation, so that what cannot fit is refused before it is built."""

from __future__ import annotations

import os
from pathlib import Path

from pliant.errors import PliantError

VARIABLE = "PLIANT_MEMORY"  # gigabytes that pliant may take, in place of what it finds


def available() -> int | None:
    """Bytes that can still be taken: what `PLIANT_MEMORY` says, or else what the system tells; None: not known.

    The least of what is free (Linux), what a container leaves, the process's own limit, and the machine's memory.
    """
    told = os.environ.get(VARIABLE)
    if told is not None:
        try:
            return int(float(told) * 1e9)
        except (ValueError, OverflowError):
            raise PliantError(f"{VARIABLE} is the memory to use in gigabytes (given: {told!r})") from None
    found = [bytes_ for bytes_ in (_free(), _container(), _limit()) if bytes_ is not None]
    return max(min(found), 0) if found else _installed()


def in_words(bytes_: float) -> str:
    """3.2 GB, 40 MB."""
    return f"{bytes_ / 1e9:.3g} GB" if bytes_ >= 1e9 else f"{max(bytes_ / 1e6, 1):.0f} MB"


def _free() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return None


def _container() -> int | None:
    try:
        folder = Path("/sys/fs/cgroup")
        return int((folder / "memory.max").read_text()) - int((folder / "memory.current").read_text())
    except (OSError, ValueError):  # no such thing, or no limit ("max")
        return None


def _limit() -> int | None:
    try:
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_AS)
        if soft == resource.RLIM_INFINITY:
            return None
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        return soft - pages * resource.getpagesize()
    except (ImportError, OSError, ValueError):
        return None


def _installed() -> int | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None
