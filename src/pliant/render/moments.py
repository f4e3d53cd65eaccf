"""The recording at any time, between its frames too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.recording import Recording


@dataclass(frozen=True)
class Moment:
    """What is drawn: arrays such as ``"cloth/positions"`` at one time [s]."""

    time: float
    arrays: dict[str, np.ndarray]


class Moments:
    """Moments of a recording; only the arrays called `names` ("positions", "stretch") are read."""

    def __init__(self, recording: Recording, names: tuple[str, ...]):
        self._recording = recording
        self._names = names
        self._times = recording.times
        self._cache: dict[int, dict[str, np.ndarray]] = {}

    def frame(self, index: int) -> Moment:
        """The moment of a recorded frame, counted from the end if negative."""
        frame = self._recording.frame(index)
        return Moment(frame.time, self._read(index % len(self._recording)))

    def at(self, time: float) -> Moment:
        """The moment at a time [s], interpolated between the frames before and after it."""
        place = float(np.interp(time, self._times, np.arange(len(self._times))))
        low = min(int(place), len(self._times) - 1)
        weight = place - low
        before = self._read(low)
        if weight < 1e-6:
            return Moment(time, before)
        after = self._read(low + 1)
        mixed = {
            name: (1 - weight) * array + weight * after[name]
            for name, array in before.items()
            if name in after and array.shape == after[name].shape and not _is_cut(name)
        }
        cuts = {name: array for name, array in before.items() if _is_cut(name)}
        return Moment(time, mixed | cuts)

    def _read(self, index: int) -> dict[str, np.ndarray]:
        if index not in self._cache:
            # A film needs each frame twice in a row and never again.
            self._cache = {key: value for key, value in self._cache.items() if key == index - 1}
            arrays = self._recording.frame(index).arrays
            self._cache[index] = {key: arrays[key] for key in arrays if key.rpartition("/")[2] in self._names}
        return self._cache[index]


def _is_cut(name: str) -> bool:
    """Whether an array says what is cut: there is nothing between two of them."""
    return name.rpartition("/")[2] in ("cut", "broken")
