"""What the engine says: messages for tabs, warnings only once, hands only when they are others."""

from __future__ import annotations

from pliant.studio import messages as m
from pliant.studio import reports
from pliant.studio.session import Session
from pliant.studio.wire import Line

_MOST_WARNINGS = 50  # in one take


class Voice:
    """Speaks to the tabs through the server, and never waits."""

    def __init__(self, line: Line):
        self._line = line
        self._warned: set[str] = set()
        self._hands: m.Hands | None = None  # as last told

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

    def say_compiling(self, begins: bool) -> None:
        text = "compiling for this kind of scene (only the first time)" if begins else "compiled"
        self.say(m.Told(text=text, busy=begins))

    def warn(self, text: str) -> None:
        """A warning, once for each take; NumPy's about numbers say nothing to people."""
        if text not in self._warned and "encountered in" not in text and len(self._warned) < _MOST_WARNINGS:
            self._warned.add(text)
            self.say(m.Told(text=text))

    def begin(self) -> None:
        """Another take begins, of which nothing was told yet."""
        self._warned.clear()
        self._hands = None
