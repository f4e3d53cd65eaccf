"""Which files may be read for a scene: anything, unless the process serves somebody else.

A scene names meshes, pictures and tables. Whoever writes one in Python, or runs a file, may read what they may read.
The studio restricts itself: what comes through its page must not look around on the disk. Every reader of such files
asks here.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pliant.errors import PliantError

WHERE = "beside the scene, or in a folder that was named when it was started (pliant studio --folder DIR)"
REFUSED = f"lies outside of what the studio may read: {WHERE}"

# Files of these kinds name others, which their readers would open without asking.
_LEADING_ELSEWHERE = (".gltf", ".xdmf")


class _Reach:
    """Files and folders that this process may read; None: any."""

    allowed: tuple[Path, ...] | None = None


def restrict(allowed: Iterable[str | Path] | None) -> None:
    """From now on only these files, and those in these folders, are read by this process; None: any."""
    _Reach.allowed = None if allowed is None else tuple(Path(path).resolve() for path in allowed)


def is_restricted() -> bool:
    """Whether there are files that this process may not read for a scene."""
    return _Reach.allowed is not None


def folders() -> tuple[Path, ...]:
    """Where a restricted process looks for files by their names; nowhere in particular if it may read any."""
    return tuple(place for place in _Reach.allowed or () if place.is_dir())


def is_within(path: str | Path) -> bool:
    """Whether a file may be read, links followed."""
    if _Reach.allowed is None:
        return True
    try:
        found = Path(path).resolve()
    except (OSError, ValueError, RuntimeError):  # names that no file system takes, links in a circle
        return False
    if found.suffix.lower() in _LEADING_ELSEWHERE:
        return False
    return any(found == place or found.is_relative_to(place) for place in _Reach.allowed)


def require_within(path: str | Path, what: str) -> None:
    """A `PliantError` unless the file may be read. It does not tell whether there is such a file."""
    if not is_within(path):
        raise PliantError(f"{what} {str(path)[:200]!r} {REFUSED}")


def reason(error: BaseException) -> str:
    """Why a file could not be read, as its reader says it; that may quote the file, so not to whoever is restricted."""
    if _Reach.allowed is not None:
        return "it cannot be read"
    text = str(error).splitlines()[0][:200] if str(error) else ""
    return text or type(error).__name__
