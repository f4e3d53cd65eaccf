"""002 Figs 5 and 6: how a viscoelastic unit creeps, and the loop of an elastoplastic one, over theory."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

import pliant as pl
from pliant.checks import Check, at_most, close
from pliant.gallery.colours import BLUE, GOLD, RED
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.runner import recording_of
from pliant.model.flow import Law

if TYPE_CHECKING:
    from pliant.validation.result import Plot

# Nodes are so light that springs are in equilibrium all the time; the load is their weight.
STIFFNESS, MASS, LOAD = 1.0, 1e-8, 0.1  # [N/m], [kg], [N]
SPRING = pl.Springs(stiffness=STIFFNESS, mass=MASS, damping=0.0)
TAU, TAU_2, RATIO = 0.5, 0.2, 0.5
OFF, SECONDS = 0.5, 1.0  # when the load is taken off [s]
LAWS: dict[str, Law] = {
    "maxwell": pl.Maxwell(relaxation_time=TAU),
    "voigt": pl.Voigt(retardation_time=TAU_2),
    "four units": pl.FourUnits(relaxation_time=TAU, ratio=RATIO, retardation_time=TAU_2),
}
PLASTIC_STIFFNESS, LIMIT, HARDENING = 10.0, 1.0, 0.25  # [N/m], [N]
BALANCE = 100.0  # [N/m], the spring of the hand, by which force is read
SLOPE = PLASTIC_STIFFNESS * HARDENING / (1.0 + HARDENING)
U_A, U_B = LIMIT / PLASTIC_STIFFNESS, 0.3  # elongations [m]
F_B = LIMIT + SLOPE * (U_B - U_A)
# When the hand is where [s, m]: O, B, D, O.
WAY = np.array([(0.0, 0.0), (1.0, U_B + F_B / BALANCE), (3.0, -U_A - LIMIT / BALANCE), (4.0, 0.0)])


def scenes_creep() -> Scenes:
    scene = pl.Scene(
        gravity=(0.0, 0.0, -LOAD / MASS),
        seconds=SECONDS,
        dt=2.5e-3,
        integrator=pl.BackwardEuler(tolerance=1e-9),
    )
    for k, ((name, law), look) in enumerate(zip(LAWS.items(), (RED, BLUE, GOLD), strict=True)):
        line = pl.shapes.line((0.3 * k, 0.0, 1.0), (0.3 * k, 0.0, 0.5))
        spring = scene.add(pl.Curve(line, grid=2, material=SPRING, flow=law, look=look), id=name)
        scene.pin(spring, nodes=[0])
    scene.at(OFF, pl.Set("gravity", (0.0, 0.0, 0.0)))
    return {"creep": scene}


def creep(name: str, t: np.ndarray) -> np.ndarray:
    """ε/ε₀ under a load from 0 on, nothing before [`pliant.validation.viscoelastic`, (2)]."""
    late = np.maximum(t, 0.0)
    flown, delayed = late / TAU, 1.0 - np.exp(-late / TAU_2)
    found = {"maxwell": 1.0 + flown, "voigt": delayed, "four units": 1.0 + flown + delayed / RATIO}[name]
    return np.where(t > 0.0, found, 0.0)


def strain(recordings: Recordings, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Times, ε/ε₀, and theory: the load, and after `OFF` its opposite on top."""
    recording = recording_of(recordings["creep"])
    z = recording.positions(name)[:, 1, 2]
    t = recording.times
    return t, (z[0] - z) * STIFFNESS / LOAD, creep(name, t) - creep(name, t - OFF - 1e-9)


def check_creep(recordings: Recordings) -> list[Check]:
    checks = []
    for name in LAWS:
        _, found, theory = strain(recordings, name)
        off = float(np.abs(found - theory).max() / theory.max())
        checks.append(at_most(f"{name}: largest error over largest strain", off, 0.02))
    t, found, _ = strain(recordings, "four units")
    k = int(np.searchsorted(t, OFF + 1e-9))
    return [
        *checks,
        close(
            "four units: strain that comes back at once, over ε₀", float(found[k - 1] - found[k]), 1.0, 0.05
        ),
    ]


def plot_creep(recordings: Recordings) -> Plot:
    from pliant.validation.result import Plot

    plot = Plot("Creep; the load is taken off at half time", "time [s]", "ε / ε₀")
    for name in LAWS:
        t, found, theory = strain(recordings, name)
        plot = plot.theory(f"{name}: theory", t, theory).computed(name, t[::8], found[::8])
    return plot


def scenes_loop() -> Scenes:
    scene = pl.Scene(seconds=4.0, dt=1 / 100, integrator=pl.BackwardEuler(tolerance=1e-9))
    matter = pl.Springs(stiffness=PLASTIC_STIFFNESS, mass=MASS, damping=0.0)
    law = pl.Plastic(limit=LIMIT, hardening=HARDENING)
    line = pl.shapes.line((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    spring = scene.add(pl.Curve(line, grid=2, material=matter, flow=law, look=RED), id="spring")
    scene.pin(spring, nodes=[0])
    scene.at(0.0, pl.Grab(spring, 1, id="hand", stiffness=BALANCE))
    for (begin, _), (end, place) in pairwise(WAY):
        scene.at(float(begin), pl.Move("hand", (1.0 + float(place), 0.0, 0.0), seconds=float(end - begin)))
    return {"loop": scene}


def loop(recordings: Recordings) -> tuple[np.ndarray, np.ndarray]:
    """Elongations [m] and the forces [N] that the hand's spring shows."""
    recording = recording_of(recordings["loop"])
    u = recording.positions("spring")[:, 1, 0] - 1.0
    return u, BALANCE * (np.interp(recording.times, *WAY.T) - u)


def check_loop(recordings: Recordings) -> list[Check]:
    from pliant.validation.elastoplastic import corners

    u, f = loop(recordings)
    a, b, c = corners(u, f)
    return [
        close("it yields at A", a, LIMIT, 0.02, "N"),
        close("and hardens: force at B", b, F_B, 0.02, "N"),
        close("the elastic region is f_B − f_C = 2 f_A: (f_B − f_C)/2f_A", (b - c) / (2.0 * a), 1.0, 0.02),
        at_most("the loop O–A–B–C–D–O closes: elongation at the end", float(abs(u[-1])), 2e-3, "m"),
        at_most("without force", float(abs(f[-1])), 0.02, "N"),
    ]


def plot_loop(recordings: Recordings) -> Plot:
    from pliant.validation.result import Plot

    u, f = loop(recordings)
    places = np.array(
        [
            (0.0, 0.0),
            (U_A, LIMIT),
            (U_B, F_B),
            (U_B - 2.0 * U_A, F_B - 2.0 * LIMIT),
            (-U_A, -LIMIT),
            (0.0, 0.0),
        ]
    )
    plot = Plot("Yield, hardening, and back", "elongation [m]", "force [N]")
    return plot.theory("theory: O–A–B–C–D–O", *places.T).computed("a spring", u[::6], f[::6])


ENTRIES = (
    Entry(
        name="creep",
        title="Viscoelastic units creep",
        source="002 Fig. 5c",
        text=(
            "Springs with a Maxwell unit, a Voigt unit and the four units of the figure under a load that is put on at "
            "once and taken off at half time. The elastic part comes back at once, Voigt's slowly, Maxwell's never."
        ),
        scenes=scenes_creep,
        check=check_creep,
        plot=plot_creep,
        times=(OFF,),
        picture={"azimuth": -90.0, "elevation": 5.0},
    ),
    Entry(
        name="plastic-loop",
        title="The loop of an elastoplastic unit",
        source="002 Fig. 6b",
        text=(
            "A spring that yields at A and hardens is drawn out to B and pressed to D; the spring of the hand shows "
            "the force. Between B and C it is elastic over twice the force at A. The loop closes, and leaves no trace."
        ),
        scenes=scenes_loop,
        check=check_loop,
        plot=plot_loop,
        times=(1.0,),
        picture={"azimuth": -90.0, "elevation": 5.0},
    ),
)
