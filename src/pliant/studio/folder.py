"""Where a studio keeps its tape and its exports, on disk and only while it runs."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OPENED = "opened"  # the folder in it for what pages send, and what lies beside that
_NAME = re.compile(r"pliant-studio-(\d+)-\w+")


@contextmanager
def work_folder() -> Iterator[Path]:
    """A folder of our own, removed at the end; what a studio that was killed left behind is removed, too."""
    parent = _parent()
    _remove_orphans(parent)
    folder = Path(tempfile.mkdtemp(prefix=f"pliant-studio-{os.getpid()}-", dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _parent() -> Path:
    """The temporary directory that is told, or else one that lies on disk: /tmp is often kept in memory."""
    on_disk = Path("/var/tmp")
    if not os.environ.get("TMPDIR") and on_disk.is_dir() and os.access(on_disk, os.W_OK | os.X_OK):
        return on_disk
    return Path(tempfile.gettempdir())


def _remove_orphans(parent: Path) -> None:
    if os.name != "posix":  # elsewhere nobody tells whether a process lives
        return
    with contextlib.suppress(OSError):
        for path in parent.iterdir():
            name = _NAME.fullmatch(path.name)
            if name and path.lstat().st_uid == os.getuid() and not _lives(int(name[1])):
                shutil.rmtree(path, ignore_errors=True)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
