"""000 Fig. 3.2: what the published bending does to a shape that is curved at rest, and what it should do."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.gallery.colours import GOLD, GREEN, RED
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, misfit, stretch
from pliant.gallery.runner import recording_of
from pliant.gallery.shapes import half_cylinder

RADIUS, LENGTH = 0.5, 1.5
UP, DOWN = "exact, bent up", "exact, bent down"
EXPLODING = ("terzopoulos, bent up", "terzopoulos, bent down")

# Tension of the cloth (5.1.2); ξ as large as bends visibly.
WEIGHTS = pl.Raw(
    tension=((0.35, 0.25), (0.25, 0.35)), rigidity=((0.01, 0.01), (0.01, 0.01)), mass=1.0, damping=0.85
)
# A sheet of soft plastic, about one millimetre thick.
PLASTIC = pl.Sheet(membrane=2000.0, bending=0.5, area_density=0.5, damping=0.08)


def scenes() -> Scenes:
    return {
        EXPLODING[0]: _published("terzopoulos", 1.0, 0.065),
        EXPLODING[1]: _published("terzopoulos", -1.0, 0.15),
        "kelager": _published("kelager", -1.0, 3.0),
        UP: _pressed(1.0),
        DOWN: _pressed(-1.0),
    }


def _published(variant: str, side: float, seconds: float) -> pl.Scene:
    """A half-cylinder that starts five per cent flatter than its rest shape."""
    scene = pl.Scene(dt=0.0025, seconds=seconds, integrator=pl.SemiImplicit())
    scene.add(
        pl.Surface(
            half_cylinder(RADIUS, LENGTH, side),
            initial_shape=half_cylinder(RADIUS, LENGTH, 0.95 * side),
            grid=(17, 17),
            material=WEIGHTS,
            variant=variant,
            look=RED if variant == "terzopoulos" else GOLD,
        ),
        id="sheet",
    )
    return scene


def _pressed(side: float) -> pl.Scene:
    """A half-cylinder that starts pressed flat altogether."""
    scene = pl.Scene(seconds=4.0)
    scene.add(
        pl.Surface(
            half_cylinder(RADIUS, LENGTH, side),
            initial_shape=pl.shapes.rectangle(np.pi * RADIUS, LENGTH),
            grid=(24, 24),
            material=PLASTIC,
            look=GREEN,
        ),
        id="sheet",
    )
    return scene


def check(recordings: Recordings) -> list[Check]:
    checks = []
    for name in EXPLODING:
        largest = float(stretch(recording_of(recordings[name])).max())
        checks.append(at_least(f"{name}: explodes (largest stretch within 0.15 s)", 1 + largest, 10.0))
    flat = grid(recording_of(recordings["kelager"]))
    checks.append(
        at_most(
            "kelager: flattens what should be curved (height left after 3 s, of 0.5 m)",
            float(np.ptp(flat[-1, ..., 2]) / RADIUS),
            0.2,
        )
    )
    for name, side in ((UP, 1.0), (DOWN, -1.0)):
        x = grid(recording_of(recordings[name]))
        rest = half_cylinder(RADIUS, LENGTH, side).points((24, 24), (False, False))
        checks += [
            at_most(f"{name}: starts flat", float(np.ptp(x[0, ..., 2])), 1e-12, "m"),
            at_most(
                f"{name}: pressed flat and released is the half-cylinder again (distance from it over radius)",
                misfit(x[-1], rest) / RADIUS,
                0.02,
            ),
            at_most(
                f"{name}: on the way nothing is stretched",
                float(stretch(recording_of(recordings[name])).max()),
                0.03,
            ),
        ]
    both = [grid(recording_of(recordings[name])) for name in (UP, DOWN)]
    checks.append(
        at_most(
            "exact: the two signs are mirror images",
            float(np.abs(both[0] * (1.0, 1.0, -1.0) - both[1]).max()),
            1e-3,
            "m",
        )
    )
    return checks


ENTRIES = (
    Entry(
        name="negative-curvature",
        title="Curved rest shapes",
        source="000 Fig. 3.2",
        text=(
            "Document 000 could not make a surface that is curved at rest: published bending "
            "(`terzopoulos`) grows wave-like features from the edges and explodes, bent up or down, within "
            "0.13 s of a disturbance of five per cent. The reason: it replaces the normal by x_ij, so that "
            "for one sign of the curvature the force points away from the rest shape. Kelager and Fleron "
            "took absolute values, which is stable but flattens the half-cylinder, whichever way it is "
            "bent. That was their open problem. `exact` is the gradient of an energy and solves it: the "
            "half-cylinder pressed flat altogether and released is a half-cylinder again, for either sign; "
            "the two runs are mirror images."
        ),
        scenes=scenes,
        check=check,
        shown=(EXPLODING[0], "kelager", UP, DOWN),
        times={
            EXPLODING[0]: (0.0, 0.05, 0.0525, 0.055),
            "kelager": (0.0, 0.5, 1.0, 3.0),
            UP: (0.0, 0.1, 0.3, 4.0),
            DOWN: (0.0, 0.1, 0.3, 4.0),
        },
        one_camera=False,
        explodes=EXPLODING,
        picture={"azimuth": -65.0, "elevation": 18.0},
    ),
)
