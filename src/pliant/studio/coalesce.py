"""What need not be done of the commands that wait: only the newest of its kind counts.

While a step is computed, a hand may have moved ten times and a slider twenty. Only where they are now matters.
"""

from __future__ import annotations

from pliant.studio.messages import FromPage, MoveGrab, Open, OpenText, Reset, SetParameter, Speed

Command = tuple[str, FromPage]  # the tab that said it, and what it said


def merged(commands: list[Command]) -> list[Command]:
    """The commands without those that a later one makes pointless, in their order."""
    kept: list[Command] = []
    for command in _since_last_scene(commands):
        place = _replaced(kept, command[1])
        if place is not None:
            del kept[place]
        kept.append(command)
    return kept


def _since_last_scene(commands: list[Command]) -> list[Command]:
    """Whatever was meant for a scene that is being replaced is forgotten."""
    opened = [k for k, (_, message) in enumerate(commands) if isinstance(message, Open | OpenText)]
    return commands[opened[-1] :] if opened else commands


def _replaced(kept: list[Command], message: FromPage) -> int | None:
    """Which of the kept commands says no more than `message` does."""
    if isinstance(message, MoveGrab):
        for k in range(len(kept) - 1, -1, -1):
            other = kept[k][1]
            if getattr(other, "id", None) == message.id:
                return k if isinstance(other, MoveGrab) else None
        return None
    if not kept:
        return None
    last = kept[-1][1]
    same = (
        (isinstance(message, Reset) and message == last)
        or (isinstance(message, Speed) and isinstance(last, Speed))
        or (
            isinstance(message, SetParameter)
            and isinstance(last, SetParameter)
            and message.gesture != ""
            and (message.path, message.gesture) == (last.path, last.gesture)
        )
    )
    return len(kept) - 1 if same else None
