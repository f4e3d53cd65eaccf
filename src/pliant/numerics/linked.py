"""Compiling functions that only kernels call: they become part of their callers, and nothing else.

Numba makes machine code of every function, though one that is never called from Python is used only as intermediate
code, which is linked into the kernels that call it. To leave that out saves a fifth of a cold start, and a kernel is
the same whether it was compiled or taken from the cache: there is no second copy of the functions in it. They are
optimised by themselves all the same: linked as they are, less of them becomes vector instructions (the Hessian of the
metric energy took 1.8 times as long).
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class LinkedCompiler(Compiler):
    """Numba's compiler for functions that are linked into kernels; `numba.njit` takes it as `pipeline_class`."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any):
        super().__init__(typing, target, library, *rest)
        self.state.library = _Linked(self.state.targetctx.codegen(), "linked")


class _Linked(JITCodeLibrary):
    """Intermediate code for others to link, without addresses."""

    @property
    def codegen(self) -> Any:
        return _WithoutEnvironments(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # what Numba takes for a function without a wrapper

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _WithoutEnvironments:
    """A code generator for functions that are not in memory: they have no place for their environment, which only
    calls from Python need."""

    def __init__(self, codegen: Any):
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None: ...
