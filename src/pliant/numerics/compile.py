"""How kernels are compiled: one decorator, and a cache that notices every edit.

Numba keeps compiled kernels on disk but looks only at the file a kernel stands in: an edited
function that the kernel imports from elsewhere goes unnoticed (numba issue 1833). So the cache
directory carries a hash of all sources that kernels can reach. Any edit there starts a new directory,
and old ones are pruned.

Numba decides where a kernel is cached at the moment it is decorated; every kernel is decorated by `kernel`
below, so this module has chosen the directory by then.

Environment: ``PLIANT_CACHE_DIR`` or else ``NUMBA_CACHE_DIR`` moves the cache; ``NUMBA_THREADING_LAYER``
and ``NUMBA_THREADING_LAYER_PRIORITY`` override the choice of threads.
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, overload

import llvmlite.binding
import numba
import numpy as np
from numba.core import config as numba_config
from numba.core import event as numba_event

F = TypeVar("F", bound=Callable[..., Any])

# Layers above the simulation. No kernel may live in them (a test sees to that), and none can import
# from them, so editing a command or a gallery scene costs no recompilation.
LAYERS_WITHOUT_KERNELS = frozenset(
    {"export", "render", "gallery", "validation", "benchmarks", "cli", "studio"}
)

# `reassoc` lets reductions vectorise, `contract` allows FMA. Not `nnan` or `ninf`: with those the
# compiler may assume that NaN and Inf never occur, and the health checks would find nothing.
FASTMATH = {"reassoc", "contract", "arcp", "nsz"}

# How every kernel is compiled. C wrappers would be for callbacks, which nobody uses; they take time to compile.
_KERNEL: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "fastmath": FASTMATH,
    "no_cfunc_wrapper": True,
}
# How functions are compiled that only kernels call; `numba.extending.overload` wants it as `jit_options`.
OPTIONS: Any = {**_KERNEL, "no_cpython_wrapper": True}

_KEPT_CACHES = 4
_PRUNE_AFTER = 3600.0  # seconds; a younger cache may belong to a running simulation of another checkout


# ---------------------------------------------------------------- the decorator


@overload
def kernel(function: F, /) -> F: ...
@overload
def kernel(**options: Any) -> Callable[[F], F]: ...
def kernel(function: Any = None, /, **options: Any) -> Any:
    """Compile a function with Numba: cached, without the GIL, IEEE division, NaN and Inf kept.

    Use ``@kernel`` for merged maths and small loops, ``@kernel(parallel=True)`` for long loops over
    ``prange``; any other option of `numba.njit` passes through. Division by zero gives Inf
    (`error_model="numpy"`), so that loops without branches stay vectorisable.

    Sums may be reassociated within one loop. Results that must not depend on the number of threads
    therefore sum over blocks of fixed size, never over one whole `prange`.
    """
    settings: dict[str, Any] = {"cache": True, **_KERNEL, **options}
    compiler = numba.njit(**settings)
    return compiler if function is None else compiler(function)


# Kernels index arrays by `place(p + j)`: an unsigned index cannot count from the end, so the loop over j has no
# branch and becomes vector instructions.
place = np.uint64


def inner(function: F, /) -> F:
    """Compile a function that only kernels call: nothing to call it from Python, no file of its own in the cache.

    That halves the time a small function takes to compile.
    """
    return kernel(cache=False, **OPTIONS)(function)


def merged(function: F, /) -> F:
    """The same, always compiled into the kernel that calls it.

    For maths in a loop that is to become vector instructions, which calls prevent. And for long functions: one that is
    merely called is found in two places by the process that compiled it and in one by those that take it from the
    cache, and the two may round differently.
    """
    return kernel(cache=False, forceinline=True, **OPTIONS)(function)


# ---------------------------------------------------------------- where kernels are cached


def source_key(package: Path) -> str:
    """A hash of every source that a kernel can reach, the versions of Python and Numba, and the CPU."""
    digest = blake2b(digest_size=8)
    for part in (numba.__version__, sys.version, llvmlite.binding.get_host_cpu_name()):
        digest.update(part.encode() + b"\0")
    for name, path in sorted(_sources(str(package))):
        with open(path, "rb") as file:  # pathlib would double the time this takes at every start
            digest.update(name.encode() + b"\0" + file.read() + b"\0")
    return digest.hexdigest()


def _sources(folder: str, prefix: str = "") -> list[tuple[str, str]]:
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                found.append((prefix + entry.name, entry.path))
            elif not prefix and entry.name in LAYERS_WITHOUT_KERNELS:
                continue
            elif entry.is_dir() and entry.name.isidentifier() and entry.name != "__pycache__":
                found += _sources(entry.path, f"{prefix}{entry.name}/")
    return found


def cache_root() -> Path:
    """The folder that holds one cache per version of the sources."""
    if chosen := os.environ.get("PLIANT_CACHE_DIR"):
        return Path(chosen).expanduser().absolute()
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(chosen).expanduser().absolute() / "pliant"
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(os.path.expanduser(base)).absolute() / "pliant"


def prepare_cache(root: Path, key: str) -> Path:
    """The folder ``root/key``, created and writable, or one in the temporary directory if that cannot be."""
    for folder in (lambda: root, _private_temporary_root):
        try:
            candidate = folder() / key
            is_new = not candidate.exists()
            candidate.mkdir(parents=True, exist_ok=True)
            os.utime(candidate)  # marks it as used, for pruning
            if not os.access(candidate, os.W_OK | os.X_OK):
                continue
            if is_new:
                prune(candidate.parent, keep=candidate)
        except OSError:
            continue
        return candidate
    return Path(tempfile.mkdtemp(prefix="pliant-"))


def prune(root: Path, *, keep: Path) -> None:
    """Delete old caches below `root`: all but the newest few, never `keep`, nothing used lately."""
    horizon = time.time() - _PRUNE_AFTER
    caches = [p for p in root.iterdir() if re.fullmatch("[0-9a-f]{16}", p.name) and p != keep and p.is_dir()]
    for old in sorted(caches, key=_last_use, reverse=True)[_KEPT_CACHES - 1 :]:
        if _last_use(old) < horizon:
            shutil.rmtree(old, ignore_errors=True)


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process pruned it in the meantime
        return 0.0


def _private_temporary_root() -> Path:
    """A folder in the temporary directory that only this user can write.

    Loading a cached kernel executes what is stored there, so a folder that somebody else could have
    prepared under the name we expect must not be used.
    """
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"pliant-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    foreign = hasattr(os, "getuid") and (status.st_uid != user or status.st_mode & 0o022)
    if foreign or not stat.S_ISDIR(status.st_mode):
        return Path(tempfile.mkdtemp(prefix="pliant-"))
    return folder


# ---------------------------------------------------------------- telling the user


def _print_line(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


_announcer: Callable[[str], None] | None = _print_line


def set_announcer(announcer: Callable[[str], None] | None) -> None:
    """Choose who is told about what takes a while: a function of one line, or None for silence."""
    global _announcer  # noqa: PLW0603  (one terminal, one listener)
    _announcer = announcer


def announce(what: str) -> None:
    """Say that the kernels for `what` are about to be compiled, unless they were in an earlier run.

    Each `what` leaves a mark in the cache directory, so that the line appears once for the life of a cache.
    """
    mark = CACHE_DIR / f"{re.sub('[^a-z0-9]+', '-', what.lower())}.announced"
    if mark.exists():
        return
    try:
        mark.touch()
    except OSError:
        pass  # a full disk: the line will be repeated, which is true then, because nothing is cached
    tell(f"compiling kernels for {what} (only the first time)")


def tell(line: str) -> None:
    """Tell the user about something that takes a while."""
    if _announcer is not None:
        _announcer(line)


# ---------------------------------------------------------------- at import


class _WithoutCollection(numba_event.Listener):
    """Keeps the garbage collector out of compilations, which it slows by a tenth for nothing: little is garbage."""

    def __init__(self):
        self._depth = 0
        self._paused = False

    def on_start(self, event: Any) -> None:
        if self._depth == 0 and gc.isenabled():
            gc.disable()
            self._paused = True
        self._depth += 1

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if self._depth == 0 and self._paused:
            gc.enable()
            self._paused = False


numba_event.register("numba:compile", _WithoutCollection())

CACHE_DIR: Path = prepare_cache(cache_root(), source_key(Path(__file__).parents[1]))

# Set in Numba's configuration, not in the environment: a child process must find its own key. (By `setattr`,
# because Numba creates these names at run time and type checkers do not know them.)
setattr(numba_config, "CACHE_DIR", str(CACHE_DIR))  # noqa: B010

# Numba's last resort, `workqueue`, aborts the process when two threads enter it at once.
if "NUMBA_THREADING_LAYER_PRIORITY" not in os.environ:
    setattr(numba_config, "THREADING_LAYER_PRIORITY", ["omp", "tbb", "workqueue"])  # noqa: B010

# Kernels are long loops over rows: unrolling them further and splitting them by the flags they test only takes time.
# Together with the lowest level of optimisation that still vectorises this cuts the time of a cold start by more than a
# third; kernels run as fast as before (measured).
if "NUMBA_OPT" not in os.environ:
    setattr(numba_config, "OPT", type(getattr(numba_config, "OPT"))(1))  # noqa: B009, B010
for option in ("--unroll-runtime=false", "--force-vector-interleave=1", "--enable-nontrivial-unswitch=false"):
    llvmlite.binding.set_option("pliant", option)
