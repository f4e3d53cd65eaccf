"""What a run is compared with: measured positions, or whatever a function makes of its recording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.errors import PliantError
from pliant.recording import Recording
from pliant.scene import Scene

Wanted = Recording | Mapping[str, Any] | Callable[[Recording], Any]
TIMES = "times"


@dataclass(frozen=True)
class Target:
    """`times` (frames,) [s] and `positions` (frames, nodes, 3) [m] by body, NaN where none was seen; or a function."""

    times: np.ndarray
    positions: dict[str, np.ndarray]
    function: Callable[[Recording], Any] | None = None

    def length(
        self, scene: Scene, seconds: float | None, steps: int | None
    ) -> tuple[float | None, int | None]:
        """How long a run takes: as was measured, unless told."""
        if seconds is None and steps is None and self.function is None:
            return max(float(self.times[-1]), scene.dt), None
        return seconds, steps

    def residuals(self, recording: Recording) -> np.ndarray:
        """Simulated minus measured, (n,); between two frames positions go straight on."""
        if self.function is not None:
            return _numbers(self.function(recording))
        parts = []
        for body, wanted in self.positions.items():
            found = _at(recording.times, recording.positions(body), self.times)
            parts.append((found - wanted)[np.isfinite(wanted)])
        return np.concatenate(parts)

    def of_positions(self, times: np.ndarray, changes: dict[str, np.ndarray]) -> np.ndarray:
        """How residuals change if positions do by so much, (frames, nodes, 3) by body."""
        parts = [
            _at(times, changes[body], self.times)[np.isfinite(wanted)]
            for body, wanted in self.positions.items()
        ]
        return np.concatenate(parts)


def target_of(wanted: Wanted, scene: Scene) -> Target:
    """What a user has given."""
    if isinstance(wanted, Recording):
        wanted = {TIMES: wanted.times, **{body: wanted.positions(body) for body in wanted.bodies}}
    if callable(wanted):
        return Target(np.zeros(0), {}, wanted)
    if not isinstance(wanted, Mapping) or TIMES not in wanted or len(wanted) < 2:
        raise PliantError(
            "a target is a recording, a function of one, or positions by body: "
            '{"times": (frames,), "cloth": (frames, nodes, 3)}'
        )
    times = np.atleast_1d(np.asarray(wanted[TIMES], dtype=float))
    if times.ndim != 1 or not np.isfinite(times).all() or np.any(np.diff(times) <= 0.0) or times[0] < 0.0:
        raise PliantError("times of the target are to increase from 0 or later")
    known = {body.id for body in scene.bodies}
    positions = {}
    for body, values in wanted.items():
        if body == TIMES:
            continue
        if body not in known:
            raise PliantError(
                f"the target has positions of {body!r}; the scene has {', '.join(sorted(known))}"
            )
        array = np.asarray(values, dtype=float)
        if array.ndim != 3 or array.shape[0] != len(times) or array.shape[2] != 3:
            raise PliantError(
                f"positions of {body!r} have shape ({len(times)}, nodes, 3) (given: {array.shape})"
            )
        positions[body] = array
    return Target(times, positions)


def _numbers(values: Any) -> np.ndarray:
    found = np.atleast_1d(np.asarray(values, dtype=float)).ravel()
    if not np.isfinite(found).all():
        raise PliantError("the function of the target answers numbers that are not finite")
    return found


def _at(times: np.ndarray, positions: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Positions (frames, nodes, 3) at other times."""
    last = times[-1]
    if wanted[-1] > last + 1e-9 * max(last, 1.0):
        raise PliantError(f"the target goes on to {wanted[-1]:g} s, a run only to {last:g} s")
    later = np.clip(np.searchsorted(times, wanted, side="left"), 1, max(len(times) - 1, 1))
    if len(times) == 1:
        return np.broadcast_to(positions, (len(wanted), *positions.shape[1:]))
    share = np.clip((wanted - times[later - 1]) / (times[later] - times[later - 1]), 0.0, 1.0)[:, None, None]
    return (1.0 - share) * positions[later - 1] + share * positions[later]
