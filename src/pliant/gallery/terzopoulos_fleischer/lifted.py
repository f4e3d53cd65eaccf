"""002 Fig. 9: a plate and a membrane, held at three corners, the fourth lifted by a spring."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, close
from pliant.gallery.colours import GOLD, TEAL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import last, still, stretch
from pliant.gallery.runner import recording_of
from pliant.model import Look

COUNT, SIDE = 23, 1.0
HELD = ("00", "10", "01")


def _lifted(
    material: pl.Raw | pl.Sheet,
    look: Look,
    stiffness: float,
    anchor: tuple[float, float, float],
    seconds: float,
) -> pl.Scene:
    scene = pl.Scene(seconds=seconds)
    sheet = scene.add(
        pl.Surface(
            pl.shapes.rectangle(SIDE, SIDE, center=(0.5, 0.5, 0.0)),
            grid=(COUNT, COUNT),
            material=material,
            look=look,
        ),
        id="sheet",
    )
    scene.pin(sheet, corners=HELD)
    scene.add(pl.Spring(stiffness, anchor, apply_to=[pl.Target(sheet, corners=["11"])]), id="spring")
    return scene


# ---------------------------------------------------------------- Fig. 9a

BENDING, POISSON = 0.2, 0.3
PLATE = pl.Sheet(membrane=5.0, poisson=POISSON, bending=BENDING, area_density=0.3, drag=1.5)
PLATE_SPRING = 1.0  # [N/m]
LIFTS = {"plate": 0.4, "plate, lifted a little": 0.04}  # height of the anchor [m]


def plate_scenes() -> Scenes:
    return {name: _lifted(PLATE, TEAL, PLATE_SPRING, (1.0, 1.0, z), 5.0) for name, z in LIFTS.items()}


def check_plate(recordings: Recordings) -> list[Check]:
    """A square plate loaded at its corners is twisted evenly: w = c·x·y, and the corner force is 2D(1−ν)c."""
    checks = []
    for name in LIFTS:
        x = last(recordings, name)
        height = float(x[-1, -1, 2])
        twist = height * x[..., 0] * x[..., 1] / (x[-1, -1, 0] * x[-1, -1, 1])
        off = float(np.abs(x[..., 2] - twist).max()) / height
        checks += [
            at_most(f"{name}: twisted evenly (distance from c·x·y over lift)", off, 0.02),
            at_most(f"{name}: at rest", still(recording_of(recordings[name])), 1e-3, "m/s"),
        ]
    small = last(recordings, "plate, lifted a little")[-1, -1, 2]
    pull = PLATE_SPRING * (LIFTS["plate, lifted a little"] - small)
    theory = 2 * BENDING * (1 - POISSON) * small / SIDE**2
    checks.append(
        close("the spring then pulls with the force of plate theory, 2D(1−ν)h/a²", pull, theory, 0.03, "N")
    )
    return checks


# ---------------------------------------------------------------- Fig. 9b

MEMBRANE = pl.Raw(tension=((200.0, 100.0), (100.0, 200.0)), mass=1e-3, damping=0.01)  # w¹ > 0, w² = 0


def membrane_scenes() -> Scenes:
    return {"membrane": _lifted(MEMBRANE, GOLD, 1.0, (0.95, 0.95, 0.6), 3.0)}


def check_membrane(recordings: Recordings) -> list[Check]:
    x = last(recordings, "membrane")
    return [
        at_least("the corner is lifted", float(x[-1, -1, 2]), 0.3, "m"),
        at_most(
            "it folds along the diagonal between its neighbours: height of the middle over lift (a plate: ¼)",
            float(x[COUNT // 2, COUNT // 2, 2] / x[-1, -1, 2]),
            0.05,
        ),
        at_most("nothing is stretched", float(stretch(recording_of(recordings["membrane"]))[-1].max()), 0.02),
        at_most("it is at rest", still(recording_of(recordings["membrane"])), 1e-2, "m/s"),
    ]


ENTRIES = (
    Entry(
        name="lifted-plate",
        title="Lifting a thin plate",
        source="002 Fig. 9a",
        text=(
            "Three corners held, a spring lifts the fourth; 23×23 nodes. Theory knows this plate: it is "
            "twisted evenly, w = c·x·y, and lifted a little its corner force is 2D(1−ν)h/a². The document "
            "sets w¹ = 0. With no membrane stiffness at all the energy does not keep the lifted node from "
            "running away from its neighbours, so a trace of it is left here (5 N/m, beside a bending "
            "stiffness of 0.2 N·m)."
        ),
        scenes=plate_scenes,
        check=check_plate,
        picture={"azimuth": -110.0, "elevation": 18.0, "wireframe": True},
    ),
    Entry(
        name="lifted-membrane",
        title="Lifting a membrane",
        source="002 Fig. 9b",
        text=(
            "The same with w¹ > 0 and w² = 0. A membrane that cannot stretch but bends for nothing folds "
            "along the diagonal between the neighbours of the lifted corner: one half rises as a flat "
            "triangle, the other stays where it was."
        ),
        scenes=membrane_scenes,
        check=check_membrane,
        picture={"azimuth": -110.0, "elevation": 18.0, "wireframe": True},
    ),
)
