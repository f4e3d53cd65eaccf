"""Numbers as colours: compression blue, rest nearly white, tension from amber to dark red."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.errors import PliantError
from pliant.recording import Recording
from pliant.recording.readings import TOTALS, text

_TENSION = np.array([[0.93, 0.92, 0.89], [0.98, 0.79, 0.42], [0.90, 0.38, 0.16], [0.50, 0.04, 0.13]])
_COMPRESSION = np.array([[0.93, 0.92, 0.89], [0.56, 0.75, 0.88], [0.20, 0.42, 0.74], [0.07, 0.14, 0.43]])
FRAMES_LOOKED_AT = 32


@dataclass(frozen=True)
class ColourScale:
    """Colours of a recorded quantity between `low` and `high`; zero is nearly white."""

    name: str
    low: float
    high: float

    def colours(self, values: np.ndarray) -> np.ndarray:
        """Colours 0 to 1, shape (n, 3). What is not a number is black."""
        values = np.asarray(values, dtype=float)
        end = np.where(values < 0, self.low, self.high)
        amount = np.clip(np.divide(values, end, out=np.zeros_like(values), where=end != 0), 0.0, 1.0)
        place = np.linspace(0.0, 1.0, len(_TENSION))
        colours = np.empty((len(values), 3))
        for channel in range(3):
            pulled = np.interp(amount, place, _TENSION[:, channel])
            pushed = np.interp(amount, place, _COMPRESSION[:, channel])
            colours[:, channel] = np.where(values < 0, pushed, pulled)
        colours[~np.isfinite(values)] = 0.0
        return colours

    def ticks(self) -> list[tuple[float, str]]:
        """Values to write beside the scale. Strains and shares are ratios, so they are shown in percent."""
        values = sorted({self.low, 0.0, self.high} | ({self.high / 2} if self.low == 0 else set()))
        return [(value, text(self.name, value)) for value in values]


def find_scale(recording: Recording, name: str, limits: tuple[float, float] | None) -> ColourScale:
    """A scale for a quantity over all bodies that have it and all frames."""
    if limits is not None:
        return ColourScale(name, *limits)
    chosen = np.unique(np.linspace(0, len(recording) - 1, min(len(recording), FRAMES_LOOKED_AT)).astype(int))
    found = []
    for index in chosen:
        arrays = recording.frame(index).arrays
        read = [arrays[f"{body}/{name}"] for body in recording.bodies if f"{body}/{name}" in arrays]
        if any(array.ndim != 1 or len(array) < 1 for array in read) or name in TOTALS:
            raise PliantError(f"color_by = {name!r} given, which is not one number for each node")
        found += read
    if not found:
        known = sorted({key.rpartition("/")[2] for key in recording.frame(0).arrays} - {"positions"})
        raise PliantError(f"color_by = {name!r} given; recorded were {', '.join(known) or 'positions only'}")
    values = np.concatenate(found)
    values = values[np.isfinite(values)]
    low, high = np.percentile(values, [1, 99]) if len(values) else (0.0, 1.0)
    high = _round_up(max(high, 1e-6))
    # A little compression is everywhere; the scale is two-sided only where it matters.
    low = -_round_up(-low) if low < -0.1 * high else 0.0
    return ColourScale(name, low, high)


def _round_up(value: float) -> float:
    """The next of 1, 1.5, 2, 3, 5, 7 times a power of ten."""
    power = 10.0 ** np.floor(np.log10(value))
    steps = np.array([1, 1.5, 2, 3, 5, 7, 10]) * power
    return float(steps[np.searchsorted(steps, value * (1 - 1e-9))])
