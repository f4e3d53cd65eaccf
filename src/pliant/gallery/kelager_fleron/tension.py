"""000 Fig. 6.1: a stretched sheet shrinks to its natural shape."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_most, close
from pliant.gallery.colours import GOLD
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.kelager_fleron.weights import quadratic
from pliant.gallery.measure import grid
from pliant.gallery.runner import recording_of


def scenes() -> Scenes:
    return {"kelager": _scene("kelager"), "exact": _scene("exact")}


def _scene(variant: str) -> pl.Scene:
    published = variant == "kelager"
    scene = pl.Scene(
        id="tension",
        title="Tension",
        dt=0.01,
        seconds=6.0,
        integrator=pl.SemiImplicit() if published else pl.BDF2(),
    )
    scene.add(
        pl.Surface(
            quadratic(1.0),
            initial_shape=quadratic(1.8),
            grid=(7, 7),
            material=pl.Raw(tension=((0.5, 0.5), (0.5, 0.5)), mass=5.0, damping=50.0),  # (6.1.1)
            variant=variant,
            look=GOLD,
        ),
        id="sheet",
    )
    return scene


def check(recordings: Recordings) -> list[Check]:
    checks = []
    for name, outcome in recordings.items():
        x = grid(recording_of(outcome))
        radii = np.linalg.norm(x[:, [0, 0, -1, -1], [0, -1, 0, -1], :2], axis=-1)
        unlike = float(np.ptp(radii, axis=1).max() / (radii[0, 0] - np.sqrt(2.0)))
        width = np.ptp(x[-1, ..., 0])
        checks += [
            close(f"{name}: the sheet ends at its natural width", width, 2.0, 0.01, "m"),
            close(f"{name}: and height", float(np.ptp(x[-1, ..., 1])), 2.0, 0.01, "m"),
            at_most(
                f"{name}: the centre particle stays where it was",
                float(np.abs(x[:, 3, 3] - x[0, 3, 3]).max()),
                1e-2 if name == "kelager" else 1e-9,
                "m",
            ),
            at_most(
                f"{name}: all corners shrink alike (spread of their distances over the whole way)",
                unlike,
                0.15 if name == "kelager" else 1e-6,
            ),
            at_most(f"{name}: nothing leaves the plane", float(np.abs(x[..., 2]).max()), 1e-9, "m"),
        ]
    return checks


ENTRIES = (
    Entry(
        name="tension",
        title="Tension pulls a stretched sheet back",
        source="000 Fig. 6.1",
        text=(
            "Seven by seven particles, no forces; the corners start at ±1.8 instead of ±1 and only the "
            'metric resists. "The shrinking is similar in all corners, thus the centre particle stays in '
            "its initial position\": nearly so. In the published scheme the corners' distances differ by a "
            "tenth of the way they go and the centre wanders by 7 mm, since forward differences favour a "
            "diagonal; `exact` with the same weights keeps both to rounding."
        ),
        scenes=scenes,
        check=check,
        shown=("kelager", "exact"),
        times=(0.0, 0.3, 1.0, 6.0),
        picture={"elevation": 50.0, "azimuth": -90.0, "wireframe": True, "particles": True},
        every=2,
    ),
)
