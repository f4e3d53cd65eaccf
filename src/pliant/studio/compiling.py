"""Notices when kernels are being compiled, so that the page can say why nothing moves."""

from __future__ import annotations

from collections.abc import Callable

from numba.core import event

from pliant.numerics.compile import set_announcer


class CompileWatch(event.Listener):
    """Calls `tell(True)` when compiling begins; whoever knows that it is over calls `done`."""

    def __init__(self, tell: Callable[[bool], None]):
        self._tell = tell
        self._busy = False
        set_announcer(None)  # what it would say, this says whenever it is true
        event.register("numba:compile", self)

    def on_start(self, event: event.Event) -> None:
        if not self._busy:
            self._busy = True
            self._tell(True)

    def on_end(self, event: event.Event) -> None:
        """More may follow at once."""

    def done(self) -> bool:
        """What needed the kernels has them; returns whether it had to wait for any."""
        waited, self._busy = self._busy, False
        if waited:
            self._tell(False)
        return waited
