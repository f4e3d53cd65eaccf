"""000 Fig. 6.2: a crumpled sheet flattens."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_most
from pliant.gallery.colours import TEAL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.kelager_fleron.weights import quadratic
from pliant.gallery.measure import grid, node_shares
from pliant.gallery.runner import recording_of


def scenes() -> Scenes:
    kelager, exact = (
        pl.Scene(id="rigidity", title="Rigidity", dt=0.01, seconds=6.0, integrator=how)
        for how in (pl.SemiImplicit(), pl.BDF2())
    )
    weights = pl.Raw(rigidity=((0.5, 0.5), (0.5, 0.5)), mass=5.0, damping=50.0)  # (6.1.2)
    kelager.add(_sheet(weights, "kelager"), id="sheet")
    exact.add(
        _sheet(pl.Raw(tension=((0.02, 0.02), (0.02, 0.02)), bending=50.0, mass=5.0, damping=50.0), "exact"),
        id="sheet",
    )
    return {"kelager": kelager, "exact": exact}


def _sheet(material: pl.Raw, variant: str) -> pl.Surface:
    return pl.Surface(
        quadratic(1.0),
        initial_shape=quadratic(1.0, corner_z=0.8, centre_z=1.6),
        grid=(7, 7),
        material=material,
        variant=variant,
        look=TEAL,
    )


def check(recordings: Recordings) -> list[Check]:
    checks = []
    for name, outcome in recordings.items():
        z = grid(recording_of(outcome))[..., 2]
        shares = node_shares(z.shape[1:]) if name == "exact" else np.ones(z.shape[1:])
        middle = np.average(z.reshape(len(z), -1), axis=1, weights=shares.ravel())
        checks += [
            at_most(
                f"{name}: the sheet is flat at the end (height over what it was)",
                float(np.ptp(z[-1]) / np.ptp(z[0])),
                0.05,
            ),
            at_most(
                f"{name}: it stays in its place on average",
                float(np.abs(middle - middle[0]).max()),
                1e-6,
                "m",
            ),
        ]
    return checks


ENTRIES = (
    Entry(
        name="rigidity",
        title="Rigidity flattens a bent sheet",
        source="000 Fig. 6.2",
        text=(
            "The same sheet with its corners and its centre raised, and only the curvature resists. It "
            "flattens and stays in its place on average, as the document says; near flatness the published "
            "force fades with the square of the curvature, so two per cent of the height are left after six "
            "seconds, while `exact` decays exponentially. (`exact` has a little tension too: bending alone "
            "leaves the shape within the plane undetermined.)"
        ),
        scenes=scenes,
        check=check,
        shown=("kelager", "exact"),
        times=(0.0, 0.1, 0.4, 6.0),
        picture={"elevation": 22.0, "azimuth": -70.0, "wireframe": True, "particles": True},
        every=2,
    ),
)
