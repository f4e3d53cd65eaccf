"""The energy balance over time as a picture, drawn by matplotlib (the extra `plots`).

What there is and what is gone are stacked up to what came in, initial + work; a gap between the two is the numerical
entry, which has a plot of its own below. Potentials begin at their lowest value.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pliant.errors import MissingExtraError, PliantError
from pliant.recording.files import PathLike, atomic_path

if TYPE_CHECKING:
    from pliant.recording.reader import Recording

# What is stored in strong colours, what is gone in pale ones; in the order in which they are stacked.
COLOURS = {
    "kinetic": "#2f5d9b",
    "elastic": "#c4503f",
    "potential": "#4c9a5a",
    "contact": "#7a4fa0",
    "viscous": "#f0c27b",
    "plastic": "#d99a4e",
    "damping": "#9fc3d6",
    "friction": "#c9b18f",
    "impact": "#b9a6cf",
    "fracture": "#e3a1a1",
}
_SMALL = 1e-9  # entries that never reach this share of the largest one are left out
_GREY = "#666666"


def load_matplotlib() -> Any:
    """The class of figures."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except Exception as error:
        raise MissingExtraError("Plotting", "plots", error) from error
    return FigureCanvasAgg, Figure


def plot_energy_balance(
    recording: Recording, path: PathLike | None, body_id: str | None = None, *, ax: Any = None
) -> Any:
    """Draw the energy balance of all bodies or of one: as a PNG, whose path it returns, or into the axes `ax`.

    Into axes it draws without the plot of the numerical entry below, and returns them.
    """
    if (path is None) == (ax is None):
        raise PliantError("a plot of the energy balance goes to a path or into ax: give one of them")
    canvas, figure_class = load_matplotlib()
    energy_balance, times = recording.energy_balance(body_id), recording.times
    lowest = float(np.nanmin(energy_balance["potential"]))
    energy_balance = {**energy_balance, "potential": energy_balance["potential"] - lowest}
    given = energy_balance["initial"] + energy_balance["work"] - lowest
    size = max(
        float(np.nanmax(np.abs(given))), *(float(np.nanmax(np.abs(energy_balance[name]))) for name in COLOURS)
    )
    shown = [name for name in COLOURS if np.nanmax(np.abs(energy_balance[name])) > _SMALL * size]

    def draw(axes: Any) -> None:
        if shown:
            axes.stackplot(
                times, [energy_balance[name] for name in shown], labels=shown, colors=[COLOURS[name] for name in shown],
                linewidth=0.0,
            )  # fmt: skip
        axes.plot(times, given, color="black", linewidth=1.3, label="initial + work")
        axes.set(ylabel="energy [J]", title="Energy: where it came from and where it is")

    if ax is not None:
        draw(ax)
        ax.set(xlabel="time [s]")
        ax.margins(x=0.0)
        ax.legend(fontsize=8, frameon=False)
        return ax
    assert path is not None
    figure = figure_class(figsize=(7.6, 4.8), layout="constrained")
    canvas(figure)  # draws without a display and without touching pyplot's global state
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    draw(upper)
    lower.plot(times, energy_balance["numerical"], color=_GREY, linewidth=1.2)
    lower.axhline(0.0, color="black", linewidth=0.6)
    lower.set(xlabel="time [s]", ylabel="numerical [J]")
    for axes in (upper, lower):
        axes.grid(alpha=0.25)
        axes.margins(x=0.0)
    handles, labels = upper.get_legend_handles_labels()
    figure.legend(handles[::-1], labels[::-1], loc="outside right upper", fontsize=8, frameon=False)
    target = Path(path)
    with atomic_path(target) as temporary:
        figure.savefig(temporary, dpi=100, format="png", metadata={"Software": None})
    return target
