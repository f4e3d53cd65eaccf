"""What the engine says: messages for tabs, warnings only once, hands only when they are others."""

from __future__ import annotations

from math import exp
from time import sleep
from typing import Any

from pliant.studio import messages as m
from pliant.studio import reports
from pliant.studio.engine_socket import Line
from pliant.studio.session import Session

_MOST_WARNINGS = 50  # in one take
_LEAVE = 0.002  # seconds
_KERNELS = 25.0  # after so many 63 % are compiled; how many there are nobody knows


class Voice:
    """Speaks to the tabs through the server, and never waits."""

    def __init__(self, line: Line):
        self._line = line
        self._warned: set[str] = set()
        self._hands: m.Hands | None = None  # as last told
        self._work: m.Working | None = None  # what goes on, if it may take long,
        self._compiling = False  # and whether kernels are compiled for it

    def say(self, message: m.Message, to: str | None = None) -> None:
        """Something for one tab, or for all."""
        self._line.say({"to": to, "message": message.model_dump(mode="json")})

    def say_status(self, status: m.Status) -> None:
        """How things are; a status that still waits is forgotten."""
        self._line.say_status({"to": None, "message": status.model_dump(mode="json")})

    def say_hands(self, session: Session) -> None:
        """What is held, if that is not as it was."""
        hands = reports.hands(session)
        if hands != self._hands:
            self._hands = hands
            self.say(hands)

    def begin_work(self, what: Any, text: str, estimate: float | None = None) -> None:
        """Something that may take long begins; the server tells people as long as it does."""
        self._work = m.Working(what=what, text=text, estimate=estimate)
        self.say(self._work)
        sleep(_LEAVE)  # for the thread that sends it: what begins may not let it do so for long

    def end_work(self) -> None:
        """It is over."""
        if self._work is not None or self._compiling:
            self._work, self._compiling = None, False
            self.say(m.Working(what=""))

    def say_compiling(self, kernel: str, count: int) -> None:
        """A kernel is being compiled, the so-manieth in a row."""
        text = f"compiling for this kind of scene, only the first time: part {count}, {kernel}"
        self._compiling = True
        self.say(m.Working(what="compiling", text=text, fraction=1.0 - exp(-count / _KERNELS)))

    def end_compiling(self) -> None:
        """The kernel is there: what needed it goes on, and may take long itself."""
        if self._work is not None:
            self.say(self._work)
            sleep(_LEAVE)

    def warn(self, text: str) -> None:
        """A warning, once for each take; NumPy's about numbers say nothing to people."""
        if text not in self._warned and "encountered in" not in text and len(self._warned) < _MOST_WARNINGS:
            self._warned.add(text)
            self.say(m.Told(text=text))

    def show_warning(self, message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        """In place of `warnings.showwarning`: people hear what is for them, not what is for programmers."""
        if issubclass(category, UserWarning | RuntimeWarning):
            self.warn(str(message))

    def begin(self) -> None:
        """Another take begins, of which nothing was told yet."""
        self._warned.clear()
        self._hands = None
