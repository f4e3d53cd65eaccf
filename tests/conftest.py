"""What holds for every test: kernels are made of what the key of their cache says, and long files begin first."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from numba.core import event as numba_event

from pliant.numerics.kernel_cache import SOURCES, KernelCache, modules_of_types
from tests import durations

# Nobody compiles ahead for tests: all cores have some to run, and a process for each simulation would only begin anew.
os.environ["PLIANT_COMPILING"] = "1"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Side by side, the files that take longest begin first, so that none is left alone at the end."""
    if hasattr(config, "workerinput"):
        seconds = durations.by_scope()
        items.sort(key=lambda item: -seconds.get(durations.scope(item.nodeid), 0.0))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Side by side are files, but for those that share what takes long to start."""
    from xdist.scheduler import LoadFileScheduling

    class ByScope(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return durations.scope(nodeid)

    return ByScope(config, log)


class _Missed(numba_event.Listener):
    """Collects functions that were compiled into a kernel whose cache would not notice their edit."""

    def __init__(self):
        self.found: set[str] = set()
        self._open: list[tuple[str, set[str]]] = []

    def on_start(self, event: Any) -> None:
        dispatcher = event.data["dispatcher"]
        module = dispatcher.py_func.__module__ or ""  # none for what was written at run time
        name = f"{module}.{dispatcher.py_func.__qualname__}"
        if module.startswith("pliant."):
            self.found |= {
                f"{name} in {kernel}" for kernel, known in self._open if kernel and module not in known
            }
        kept = isinstance(dispatcher._cache, KernelCache)
        types = modules_of_types(event.data["args"])
        self._open.append((name if kept else "", SOURCES.reached(module, *types) if kept else set()))

    def on_end(self, event: Any) -> None:
        self._open.pop()


@pytest.fixture(scope="session", autouse=True)
def kernels_are_compiled_anew_when_what_they_are_made_of_changes() -> Iterator[None]:
    missed = _Missed()
    numba_event.register("numba:compile", missed)
    yield
    numba_event.unregister("numba:compile", missed)
    assert not missed.found, "imported within functions, or chosen by a type of another module"
