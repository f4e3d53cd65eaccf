"""A rod that is struck on its end: the finite elements of the program "Impact"."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import pliant as pl
from pliant.checks import Check, at_most, close
from pliant.gallery.colours import RED
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.runner import recording_of

if TYPE_CHECKING:
    from pliant.validation.result import Plot

MEMBERS, STIFFNESS, LINE_DENSITY, LOAD = 100, 100.0, 0.01, 5.0  # EA [N], ρA [kg/m], P [N] on a rod of 1 m
WAVE = np.sqrt(STIFFNESS / LINE_DENSITY)  # [m/s]
THERE, BACK = 0.5 / WAVE, 1.5 / WAVE  # when the wave is in the middle [s]


def scenes() -> Scenes:
    scene = pl.Scene(dt=0.5 / MEMBERS / WAVE, seconds=2.0 / WAVE, integrator=pl.Explicit())
    matter = pl.Cord(stretching=STIFFNESS, bending=0.0, line_density=LINE_DENSITY)
    line = pl.shapes.line((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    rod = scene.add(pl.Curve(line, grid=MEMBERS + 1, material=matter, look=RED), id="rod")
    scene.pin(rod, corners="0")
    scene.add(pl.Load((-LOAD, 0.0, 0.0), apply_to=[pl.Target("rod", corners=["1"])]))
    return {"rod": scene}


def pressures(recordings: Recordings, time: float) -> np.ndarray:
    """In all members over P, at a time [s]: −EA Δl/l₀."""
    recording = recording_of(recordings["rod"])
    x = recording.positions("rod")[int(np.argmin(np.abs(recording.times - time)))]
    lengths = np.linalg.norm(np.diff(x, axis=0), axis=1)
    return -STIFFNESS * (lengths * MEMBERS - 1.0) / LOAD


def check(recordings: Recordings) -> list[Check]:
    there, back = (pressures(recordings, time) for time in (THERE, BACK))
    edge, near = 0.6 * MEMBERS, 0.4 * MEMBERS
    return [
        close("behind the wave: pressure over P, mean", float(there[int(edge) :].mean()), 1.0, 0.02),
        at_most("before it", float(np.abs(there[: int(near)]).max()), 0.02),
        close("thrown back by the wall: pressure over P, mean", float(back[: int(near)].mean()), 2.0, 0.02),
        close("behind that nothing has changed yet", float(back[int(edge) :].mean()), 1.0, 0.02),
    ]


def plot(recordings: Recordings) -> Plot:
    from pliant.validation.result import Plot

    x, at = (np.arange(MEMBERS) + 0.5) / MEMBERS, np.linspace(0.0, 1.0, 201)
    step = np.where(at > 0.5, 1.0, 0.0)
    found = Plot("A rod that is struck on its end", "place along the rod [m]", "pressure over P/A")
    found = found.theory("on its way", at, step).theory("thrown back", at, 2.0 - step)
    for label, time in (("on its way, computed", THERE), ("thrown back, computed", BACK)):
        found = found.computed(label, x[::2], pressures(recordings, time)[::2])
    return found


ENTRIES = (
    Entry(
        name="impact-rod",
        title="A rod that is struck on its end",
        source="004 Sec. 3",
        text=(
            'The program "Impact": two-node elements in a row, half of their mass at each node, stepped explicitly. '
            "A force P on the free end sends a wave of pressure P/A along the rod with √(E/ρ); the wall throws it back "
            "with twice the pressure. The front is followed by ripples, as of any row of masses. "
            "`pliant.linear.Frame.strike` is the same for any truss, with strain and stress of every member."
        ),
        scenes=scenes,
        check=check,
        plot=plot,
        times=(THERE, BACK),
        every=10,
        picture={"azimuth": -90.0, "elevation": 5.0},
    ),
)
