"""How kernels are compiled: one decorator, and what it tells the user. `kernel_cache` keeps what was compiled.

The process is left as it was: what suits our kernels is set while one of them is compiled, and only then. A user's own
functions are compiled as if pliant were not there.
"""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Callable
from typing import Any, TypeVar, overload
from weakref import WeakSet

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core import event as numba_event

from pliant.numerics.kernel_cache import SOURCES, KernelCache
from pliant.numerics.linked import LinkedCompiler

F = TypeVar("F", bound=Callable[..., Any])

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
OPTIONS: Any = {**_KERNEL, "no_cpython_wrapper": True, "pipeline_class": LinkedCompiler}


_OURS: WeakSet[Any] = WeakSet()  # every kernel, whoever defined it

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
    keep = options.pop("cache", True)
    compiler = numba.njit(**{**_KERNEL, **options})

    def compiled(function: Any) -> Any:
        dispatcher: Any = compiler(function)
        if keep and SOURCES.file(function.__module__) is not None:
            dispatcher._cache = KernelCache(function)
        _OURS.add(dispatcher)
        return dispatcher

    return compiled if function is None else compiled(function)


# Kernels index arrays by `uint(p + j)`: an unsigned index cannot count from the end, so the loop over j has no
# branch and becomes vector instructions.
uint = np.uint64


def internal(function: F, /) -> F:
    """Compile a function that only kernels call: linked into them, not to be called from Python."""
    return kernel(cache=False, **OPTIONS)(function)


def inlined(function: F, /) -> F:
    """The same, always compiled into the kernel that calls it.

    For maths in a loop that is to become vector instructions, which calls prevent.
    """
    return kernel(cache=False, forceinline=True, **OPTIONS)(function)


# ---------------------------------------------------------------- telling the user


def _log(line: str) -> None:
    """To the logger "pliant", as a warning: a program that has set up no logging sees it on its standard error."""
    logging.getLogger("pliant").warning(line)


_announcer: Callable[[str], None] | None = _log
_next: str | None = None  # what the kernels are for of which the user has not been told yet


def set_announcer(announcer: Callable[[str], None] | None) -> None:
    """Choose who is told about what takes a while: a function of one line, or None for silence."""
    global _announcer  # noqa: PLW0603  (one terminal, one listener)
    _announcer = announcer


def announce(what: str) -> None:
    """Name what the next kernels are for, in case that they have to be compiled: then the user is told, once."""
    global _next  # noqa: PLW0603
    _next = what


def tell(line: str) -> None:
    """Tell the user about something that takes a while."""
    if _announcer is not None:
        _announcer(line)


# ---------------------------------------------------------------- while a kernel is compiled


class _Compiling(numba_event.Listener):
    """Sets what suits our kernels while one is compiled, and restores what was there.

    The lowest level of optimisation that still vectorises: kernels run as fast as with the highest (measured), and a
    cold start takes less time. The garbage collector rests: it slows compilations by a tenth for nothing.
    """

    def __init__(self):
        self._depth = 0
        self._restore: Callable[[], None] = lambda: None

    def on_start(self, event: Any) -> None:
        global _next  # noqa: PLW0603
        if self._depth == 0:
            if event.data["dispatcher"] not in _OURS:
                return
            if _next is not None:
                tell(f"compiling kernels for {_next} (only the first time)")
                _next = None
            level, collects = getattr(numba_config, "OPT"), gc.isenabled()  # noqa: B009

            def restore() -> None:
                setattr(numba_config, "OPT", level)  # noqa: B010
                if collects:
                    gc.enable()

            self._restore = restore
            # By `setattr`, because Numba creates its settings at run time and type checkers do not know them.
            if "NUMBA_OPT" not in os.environ:
                setattr(numba_config, "OPT", type(level)(1))  # noqa: B010
            gc.disable()
        self._depth += 1

    def on_end(self, event: Any) -> None:
        if self._depth == 0:
            return
        self._depth -= 1
        if self._depth == 0:
            self._restore()


numba_event.register("numba:compile", _Compiling())
