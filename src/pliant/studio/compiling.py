"""Notices when kernels are being compiled, so that the page can say why nothing moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import event

from pliant.numerics.compile import set_announcer


class CompileWatch(event.Listener):
    """Calls `tell(name, count)` when a kernel begins to be compiled, the so-manieth until somebody calls `done`.

    `ended` is called when it is compiled, with all that it needs; others may follow at once.
    """

    def __init__(self, tell: Callable[[str, int], None], ended: Callable[[], None] = lambda: None):
        self._tell = tell
        self._ended = ended
        self._count = 0
        self._depth = 0  # kernels that wait for those that they call, and the last of these
        self._name = "a kernel"
        set_announcer(None)  # what it would say, this says whenever it is true
        event.register("numba:compile", self)

    def on_start(self, event: event.Event) -> None:
        self._count += 1
        self._depth += 1
        function: Any = getattr((event.data or {}).get("dispatcher"), "py_func", None)
        ours = str(getattr(function, "__module__", "")).partition(".")[0] == "pliant"
        if ours and function.__name__.isidentifier():  # else it is for one that has a name
            self._name = function.__name__.replace("_", " ").strip()
        self._tell(self._name, self._count)

    def on_end(self, event: event.Event) -> None:
        self._depth = max(self._depth - 1, 0)  # of one that failed the end is not told
        if self._depth == 0:
            self._ended()

    def done(self) -> bool:
        """What needed the kernels has them; returns whether it had to wait for any."""
        waited, self._count, self._depth = self._count > 0, 0, 0
        return waited
