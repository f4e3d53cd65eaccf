"""When the next step is due, and how fast things go."""

from __future__ import annotations

from collections import deque
from math import prod

from pliant.integrators.spec import ExplicitScheme
from pliant.scene.schema import Scene

_SLACK = (
    0.05  # seconds that may be caught up: a hiccup. What is later than that is lost, or it would never end.
)
_WINDOW = 1.0  # seconds over which rates are measured
_PER_NODE, _PER_NODE_EXPLICIT = 1e-5, 5e-7  # seconds that a step takes for each node, roughly


class Pace:
    """Steps at regular times. A simulation that is too slow runs as fast as it can and catches up nothing.

    A hand is not kept waiting: the next step may be taken before its time, by at most one interval, and as the one
    after it is due when it always was, time goes no faster for that.
    """

    def __init__(self) -> None:
        self._due = 0.0
        self._interval = 0.0
        self._hurried = False

    def wait(self, now: float) -> float:
        """Seconds until the next step is due; zero if it is."""
        return max(self._due - (self._interval if self._hurried else 0.0) - now, 0.0)

    def hurry(self) -> None:
        """A hand moved: the next step is due as soon as the one before was."""
        self._hurried = True

    def stepped(self, now: float, interval: float) -> None:
        """A step was begun at `now`; the next is due `interval` seconds after this one was."""
        self._due = max(self._due, now - _SLACK) + interval
        self._interval = interval
        self._hurried = False

    def clear(self) -> None:
        """The next step is due at once: what was waited for is no more."""
        self._due = self._interval = 0.0


class Meter:
    """Rates over the last second: what to tell people."""

    def __init__(self) -> None:
        self._steps: deque[tuple[float, float, float]] = deque(maxlen=2000)

    def clear(self) -> None:
        self._steps.clear()

    def stepped(self, now: float, seconds: float, dt: float) -> None:
        """A step of `dt` [s] that took `seconds` has ended at `now`."""
        self._steps.append((now, seconds, dt))
        while self._steps[0][0] < now - _WINDOW and len(self._steps) > 2:
            self._steps.popleft()

    def rates(self, now: float) -> tuple[float, float, float]:
        """Steps per second, simulated seconds per second, milliseconds that a step takes."""
        if not self._steps or self._steps[-1][0] < now - 2 * _WINDOW - self._steps[-1][1]:
            return 0.0, 0.0, 0.0
        milliseconds = 1e3 * sum(step[1] for step in self._steps) / len(self._steps)
        span = self._steps[-1][0] - self._steps[0][0]
        if span <= 0.0:
            return 0.0, 0.0, milliseconds
        later = list(self._steps)[1:]
        return len(later) / span, sum(step[2] for step in later) / span, milliseconds


def likely_seconds(scene: Scene) -> tuple[int, float]:
    """How many nodes a scene has, and how long one of its steps takes, very roughly [s]."""
    nodes = sum(prod(body.grid) for body in scene.bodies)
    explicit = isinstance(scene.integrator, ExplicitScheme)
    return nodes, nodes * (_PER_NODE_EXPLICIT if explicit else _PER_NODE)
