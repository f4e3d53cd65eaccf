"""Where compiled kernels are kept, and when they are compiled anew.

Numba keeps compiled functions on disk but looks only at the file a function stands in: an edited function that it
imports from elsewhere goes unnoticed (numba issue 1833). What a kernel is made of stands in

1. its own module and all modules of the package that this one imports, directly or not;
2. the modules of the named tuples and functions it is called with, and what those import: laws of elements and
   obstacles are chosen by type when a kernel is compiled.

The folder of a kernel is named by the hash of (1), and the index of what is in there by the hash of (2). So an edit
costs the compilation of what depends on it and of nothing else; imports within functions do not count.

Environment: ``PLIANT_CACHE_DIR`` or else ``NUMBA_CACHE_DIR`` moves the cache.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
from numba.core import caching, types

from pliant.numerics import compile_lock

_KEPT = 4  # versions of a module, and kinds of machine
_PRUNE_AFTER = 3600.0  # seconds; what is younger may belong to a running simulation of another checkout


# ---------------------------------------------------------------- what a module is made of

_IMPORT = re.compile(rb"^(?:from +([\w.]+) +import +(\([^)]*\)|[^\n]*)|import +([\w.]+))", re.MULTILINE)
_NAME = re.compile(rb"\w+")


class Sources:
    """The modules of a package as they are on disk, and a key for what each of them is made of."""

    def __init__(self, package: Path):
        self._package = str(package)
        self._name = package.name

    @cached_property
    def _files(self) -> dict[str, str]:
        """The file of every module, by its full name."""
        return dict(_modules(self._package, self._name))

    def file(self, module: str) -> str | None:
        """Where a module stands: one of the package, or one of somebody else who has kernels. None in a notebook."""
        found = self._files.get(module) or getattr(sys.modules.get(module), "__file__", None)
        return found if found is not None and os.path.isfile(found) else None

    @cache  # noqa: B019  (there is one for the life of the process, and one for each test)
    def _read(self, module: str) -> tuple[bytes, frozenset[str]]:
        """A digest of the module's text, and the modules of the package it imports at its top level."""
        file = self.file(module)
        text = Path(file).read_bytes() if file is not None else b""
        imported = set()
        for origin, names, plain in _IMPORT.findall(text):
            base = (origin or plain).decode()
            if base.split(".")[0] == self._name:
                imported.add(base)
                imported.update(f"{base}.{name.decode()}" for name in _NAME.findall(names))
        return blake2b(text, digest_size=16).digest(), frozenset(imported & self._files.keys())

    def reached(self, *modules: str) -> set[str]:
        """These modules and all of the package that they import, directly or not."""
        found: set[str] = set()
        ahead = [*modules]
        while ahead:
            module = ahead.pop()
            if module not in found:
                found.add(module)
                ahead += self._read(module)[1]
        return found

    @cache  # noqa: B019
    def key(self, *modules: str) -> str:
        """A hash of all the sources that these modules reach."""
        digest = blake2b(digest_size=8)
        for module in sorted(self.reached(*modules)):
            digest.update(module.encode() + b"\0" + self._read(module)[0])
        return digest.hexdigest()


def _modules(folder: str, prefix: str) -> Iterator[tuple[str, str]]:
    with os.scandir(folder) as entries:  # pathlib would double the time this takes at every start
        for entry in entries:
            stem, dot, suffix = entry.name.partition(".")
            if dot and suffix == "py":
                yield (prefix if stem == "__init__" else f"{prefix}.{stem}"), entry.path
            elif not dot and stem.isidentifier() and stem != "__pycache__" and entry.is_dir():
                yield from _modules(entry.path, f"{prefix}.{stem}")


SOURCES = Sources(Path(__file__).parents[1])


def modules_of_types(kinds: Iterable[Any]) -> Iterator[str]:
    """The modules of the named tuples and functions among the types of arguments, also within tuples."""
    for kind in kinds:
        if isinstance(kind, types.BaseTuple):
            if (named := getattr(kind, "instance_class", None)) is not None:
                yield named.__module__
            members: Any = kind
            yield from modules_of_types(members)
        elif isinstance(kind, types.Dispatcher):
            yield kind.dispatcher.py_func.__module__


# ---------------------------------------------------------------- the folder


def machine_key() -> str:
    """A hash of what else compiled kernels depend on: the versions of Python and Numba, and the CPU."""
    digest = blake2b(digest_size=8)
    for part in (numba.__version__, sys.version, llvmlite.binding.get_host_cpu_name()):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


def cache_root() -> Path:
    """The folder in which pliant keeps what took long to make."""
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
            use(candidate, "[0-9a-f]{16}")
            if not os.access(candidate, os.W_OK | os.X_OK):
                continue
        except OSError:
            continue
        return candidate
    return Path(tempfile.mkdtemp(prefix="pliant-"))


def use(folder: Path, alike: str) -> None:
    """Create a folder or mark it as used; for a new one, delete old ones beside it whose name is `alike`."""
    try:
        os.utime(folder)
    except FileNotFoundError:
        folder.mkdir(parents=True, exist_ok=True)
        prune(folder, alike)


def prune(keep: Path, alike: str) -> None:
    """Delete the folders beside `keep` that are alike: all but the newest few, nothing used lately."""
    horizon = time.time() - _PRUNE_AFTER
    caches = [p for p in keep.parent.iterdir() if re.fullmatch(alike, p.name) and p != keep and p.is_dir()]
    for old in sorted(caches, key=_last_use, reverse=True)[_KEPT - 1 :]:
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


CACHE_DIR: Path = prepare_cache(cache_root(), machine_key())


# ---------------------------------------------------------------- what Numba asks


@cache
def _folder(module: str) -> Path:
    """Where the kernels of a module are kept."""
    folder = CACHE_DIR / f"{module}-{SOURCES.key(module)}"
    try:
        use(folder, re.escape(module) + "-[0-9a-f]{16}")
    except OSError:
        pass  # a full disk: Numba says so, if it comes to saving something
    return folder


class _Locator:
    """Tells Numba the folder of a kernel, whose name says all that a stamp would."""

    def __init__(self, function: Callable[..., Any]):
        self._folder = _folder(function.__module__)

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return ""


class _Storage(caching.CompileResultCacheImpl):
    """As Numba stores what it has compiled, in a place of our own."""

    def __init__(
        self, py_func: Callable[..., Any]
    ):  # without that of the base class, which looks for a place
        self._locator = _Locator(py_func)
        line = py_func.__code__.co_firstlineno
        self._filename_base = self.get_filename_base(f"{py_func.__qualname__}-{line}", "")


class KernelCache(caching.Cache):
    """The cache of one kernel. What cannot be read or kept there is compiled anew: it never stops a simulation."""

    _impl_class = _Storage

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        found = self._read(sig, target_context)
        if found is None and compile_lock.acquire(self._lock(sig)):
            found = self._read(sig, target_context)  # made by whoever had the lock
            if found is not None:
                compile_lock.release(self._lock(sig))
        return found

    def _read(self, sig: Any, target_context: Any) -> Any:
        self._cache_file = self._index_of(sig)
        try:
            return super()._load_overload(sig, target_context)
        except Exception:  # files that were cut off, or that nobody may read: pickles fail in any way
            return None

    def _save_overload(self, sig: Any, data: Any) -> None:
        try:
            self._write(sig, data)
        finally:
            compile_lock.release(self._lock(sig))

    def _lock(self, sig: Any) -> Path:
        arguments = sig if isinstance(sig, tuple) else sig.args
        kinds = re.sub("0x[0-9a-f]+", "", repr(arguments))  # without the addresses of functions
        name = blake2b(f"{self._impl.filename_base}{kinds}".encode(), digest_size=8).hexdigest()
        return Path(self._cache_path) / f"{name}.lock"

    def _write(self, sig: Any, data: Any) -> None:
        self._cache_file = self._index_of(sig)
        for mend in (lambda: None, self._cache_file.flush):
            try:
                mend()
                return super()._save_overload(sig, data)
            except Exception:  # an index that cannot be read, which is mended, or a full disk, which is not
                continue

    def _index_of(self, sig: Any) -> caching.IndexDataCacheFile:
        """Named by the hash of (2): an index has classes in it, and reading it needs all of their modules."""
        arguments = sig if isinstance(sig, tuple) else sig.args
        key = SOURCES.key(*sorted({*modules_of_types(arguments)}))
        return caching.IndexDataCacheFile(self._cache_path, f"{self._impl.filename_base}-{key}", "")


def is_cached(kernel: Any) -> bool:
    """Whether the cache holds a kernel, for arguments of whatever type."""
    folder = Path(kernel._cache.cache_path)
    return next(folder.glob(f"{kernel.py_func.__qualname__}-*.nbi"), None) is not None
