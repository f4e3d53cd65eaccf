"""Files and folders that appear under their name only when they are whole."""

from __future__ import annotations

import os
import re
import shutil
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


@contextmanager
def atomic_folder(folder: Path, replaces: str) -> Iterator[Path]:
    """A temporary folder, whose files are moved into `folder` on success.

    Of what is there already, files whose names match the expression `replaces` go; others are left alone.
    """
    if folder.exists() and not folder.is_dir():
        raise PliantError(f"{folder}: is a file; expected a folder for a sequence of files")
    fresh = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        fresh.mkdir(parents=True)
        yield fresh
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            if re.fullmatch(replaces, old.name) and not (fresh / old.name).exists():
                old.unlink()
        for file in sorted(fresh.iterdir()):
            os.replace(file, folder / file.name)
    except OSError as error:
        raise PliantError(f"{folder}: cannot be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
