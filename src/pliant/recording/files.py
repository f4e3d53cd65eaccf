"""Files that appear under their name only when they are whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pliant.errors import PliantError

PathLike = str | os.PathLike[str]


@contextmanager
def atomic_path(path: PathLike) -> Iterator[Path]:
    """A temporary name beside `path`, renamed to `path` on success and removed on failure.

    The suffix is kept, because writers such as ffmpeg choose the format by it. Folders on the way
    are made. A reader therefore never sees half a file, and a failure keeps what was there before.
    """
    target = Path(path)
    temporary = target.with_name(f".{target.stem}.{os.getpid()}.part{target.suffix}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_dir():
            raise PliantError(f"{target}: is a folder; expected the name of a file to write")
        yield temporary
        os.replace(temporary, target)
    except OSError as error:
        raise PliantError(f"{target}: cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink()
