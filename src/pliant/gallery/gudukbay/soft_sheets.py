"""001 Figs 5.1, 5.2, 5.4 and 5.5: a sheet that resists almost nothing; and the third obstacle, a hyperboloid (A.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.contact import distance_at
from pliant.gallery.colours import BLUE, GOLD, GREEN, ROSE, SLATE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import clearance, deepest, grid, still, stretch
from pliant.gallery.runner import recording_of
from pliant.model import Look

COUNT = 30
# "Not resistant to elongation or contraction, and not resistant to bending": as soft as a stocking.
SOFT = pl.Sheet(membrane=8.0, poisson=0.3, bending=1e-6, area_density=0.15, damping=0.03)


def _sheet(look: Look, height: float = 0.0) -> tuple[pl.Scene, str]:
    scene = pl.Scene(gravity=pl.EARTH, collision=True)
    scene.add(pl.Viscous(0.15), id="air")
    sheet = pl.Surface(
        pl.shapes.rectangle(1.0, 1.0, center=(0.0, 0.0, height)),
        grid=(COUNT, COUNT),
        material=SOFT,
        look=look,
    )
    return scene, scene.add(sheet, id="sheet")


# ---------------------------------------------------------------- Fig. 5.1


def corners_scenes() -> Scenes:
    scene, sheet = _sheet(ROSE)
    scene.seconds = 3.0
    scene.pin(sheet, corners=("00", "10", "01", "11"))
    return {"exact": scene}


def check_corners(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["exact"])
    x = grid(recording)
    middle = x[-1, COUNT // 2 - 1 : COUNT // 2 + 1, COUNT // 2 - 1 : COUNT // 2 + 1, 2]
    return [
        at_least("it gives way to its own weight: sag over side", -float(middle.mean()), 0.35),
        at_most("symmetric: distance from its mirror image", _crooked(x[-1]), 1e-4, "m"),
        at_most("nothing explodes (largest stretch)", float(stretch(recording).max()), 4.0),
        at_most("it comes to rest", still(recording), 0.05, "m/s"),
    ]


def _crooked(x: np.ndarray) -> float:
    mirrored = x[::-1] * (-1.0, 1.0, 1.0)
    return float(np.linalg.norm(x - mirrored, axis=-1).max())


# ---------------------------------------------------------------- Fig. 5.2


def centre_scenes() -> Scenes:
    scene, sheet = _sheet(BLUE)
    scene.seconds = 2.0
    middle = (COUNT // 2 - 1, COUNT // 2)
    scene.pin(sheet, nodes=[(m, n) for m in middle for n in middle])
    return {"exact": scene}


def check_centre(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["exact"])
    x = grid(recording)
    wide = np.linalg.norm(x[-1, ..., :2], axis=-1).mean() / np.linalg.norm(x[0, ..., :2], axis=-1).mean()
    return [
        at_most("everything hangs below the centre", float(x[-1, ..., 2].max()), 1e-6, "m"),
        at_most("it closes like an umbrella: mean distance from the axis over what it was", float(wide), 0.5),
        at_most("it starts evenly: distance from its mirror image after 0.2 s", _crooked(x[12]), 1e-3, "m"),
        at_most("nothing explodes (largest stretch)", float(stretch(recording).max()), 6.0),
    ]


def _onto(obstacle: Any, name: str, look: Look, height: float) -> Scenes:
    """The sheet falls on an obstacle."""
    scene, _ = _sheet(look, height=height)
    scene.seconds = 2.0
    scene.add(obstacle, id=name)
    return {"exact": scene}


# ---------------------------------------------------------------- Fig. 5.4

ELLIPSOID = pl.obstacles.Ellipsoid((0.42, 0.26, 0.2), look=SLATE, scale=0.98, friction=0.3)


def ellipsoid_scenes() -> Scenes:
    return _onto(ELLIPSOID, "ellipsoid", GREEN, height=0.3)


def check_ellipsoid(recordings: Recordings) -> list[Check]:
    scene, recording = ellipsoid_scenes()["exact"], recording_of(recordings["exact"])
    x = recording.positions("sheet")[-1]
    above = ((x[:, 0] / 0.42) ** 2 + (x[:, 1] / 0.26) ** 2 < 0.9**2) & (x[:, 2] > 0.0)
    distance = distance_at(ELLIPSOID, x[above])[0]
    return [
        at_most("nothing is inside the ellipsoid", deepest(recording, scene), 1e-3, "m"),
        at_most(
            "the sheet takes its shape: distance of what lies over it",
            float(np.percentile(distance, 95)),
            8e-3,  # coarse cells lie on triangles around it, and keep half their thickness off these
            "m",
        ),
        at_least("and lies over all of it: share of nodes", float(above.mean()), 0.1),
        at_most("nothing explodes (largest stretch)", float(stretch(recording).max()), 4.0),
    ]


# ---------------------------------------------------------------- Fig. 5.5

TORUS = pl.obstacles.Torus(radius=0.34, tube=0.11, look=SLATE, scale=0.98, friction=0.3)


def torus_scenes() -> Scenes:
    return _onto(TORUS, "toroid", GOLD, height=0.2)


def check_torus(recordings: Recordings) -> list[Check]:
    scene, recording = torus_scenes()["exact"], recording_of(recordings["exact"])
    x = recording.positions("sheet")[-1]
    near = clearance(recording, scene, "toroid")[-1] < 6e-3
    sectors = np.unique(np.floor(np.arctan2(x[near, 1], x[near, 0]) / (2 * np.pi / 24)))
    hole = np.hypot(x[:, 0], x[:, 1]) < 0.1
    return [
        at_most("nothing is inside the toroid", deepest(recording, scene), 1e-3, "m"),
        at_least("the sheet lies on it all around: sectors of 24 that touch", len(sectors), 20),
        at_most(
            "and dips into the hole: its height there below the top of the toroid",
            float(x[hole, 2].mean() - 0.11),
            -0.05,
            "m",
        ),
        at_most("nothing explodes (largest stretch)", float(stretch(recording).max()), 4.0),
    ]


# ---------------------------------------------------------------- a hyperboloid, (A.2)

SADDLE = pl.obstacles.Hyperboloid(
    (0.18, 0.18, 0.25), height=0.9, rotation=(np.pi / 2, 0.0, 0.0), look=SLATE, scale=0.98, friction=0.3
)


def hyperboloid_scenes() -> Scenes:
    return _onto(SADDLE, "hyperboloid", ROSE, height=0.45)


def check_hyperboloid(recordings: Recordings) -> list[Check]:
    scene, recording = hyperboloid_scenes()["exact"], recording_of(recordings["exact"])
    x = recording.positions("sheet")[-1]
    near = distance_at(SADDLE, x)[0] < 0.02
    middle, outside = near & (np.abs(x[:, 1]) < 0.05), near & (np.abs(np.abs(x[:, 1]) - 0.3) < 0.05)
    sag = float(x[outside, 2].max() - x[middle, 2].max())
    return [
        at_most("nothing is inside the hyperboloid", deepest(recording, scene), 1e-3, "m"),
        at_least("the sheet lies on it: share of nodes", float(near.mean()), 0.1),
        at_least("and is a saddle: its ridge at the waist is lower than beside it, by", sag, 0.05, "m"),
        at_most("nothing explodes (largest stretch)", float(stretch(recording).max()), 4.0),
    ]


ENTRIES = (
    Entry(
        name="held-at-corners",
        title="A highly nonrigid surface, held at its four corners, falls",
        source="001 Fig. 5.1",
        text=(
            'A 30×30 membrane "not resistant to elongation or contraction, and not resistant to bending" '
            "falls. Taken at its word that would be dust; here it is as soft as a stocking, 8 N/m, and sags "
            "by more than a third of its side."
        ),
        scenes=corners_scenes,
        check=check_corners,
        times=(0.0, 0.2, 0.35, 3.0),
        picture={"azimuth": -65.0, "elevation": 16.0},
    ),
    Entry(
        name="held-at-centre",
        title="A highly nonrigid surface, held at its centre, falls",
        source="001 Fig. 5.2",
        text=(
            "The same sheet held by the four nodes around its centre. It starts as a tent, evenly to a "
            "tenth of a millimetre, then breaks into folds and hangs like a closed umbrella, fold beside "
            "fold."
        ),
        scenes=centre_scenes,
        check=check_centre,
        times=(0.0, 0.2, 0.4, 2.0),
        picture={"azimuth": -65.0, "elevation": 20.0},
        slow=True,
    ),
    Entry(
        name="onto-ellipsoid",
        title="A highly nonrigid surface collides with an ellipsoid",
        source="001 Fig. 5.4",
        text=(
            'The soft sheet falls on an ellipsoid and takes its shape. The source needs "a very small time '
            'step or adaptive time stepping" lest model points penetrate; with implicit steps of 1/60 s and '
            "a penalty that acts from 2 mm above the surface, none does. Friction keeps the sheet from "
            "sliding off, and its folds keep apart."
        ),
        scenes=ellipsoid_scenes,
        check=check_ellipsoid,
        times=(0.0, 0.25, 0.4, 2.0),
        picture={"azimuth": -65.0, "elevation": 20.0},
        slow=True,
    ),
    Entry(
        name="onto-toroid",
        title="A highly nonrigid surface collides with a toroid",
        source="001 Fig. 5.5",
        text=(
            "The soft sheet falls on a toroid, lies on it all around and dips into the hole. Friction keeps it "
            "there."
        ),
        scenes=torus_scenes,
        check=check_torus,
        times=(0.0, 0.25, 0.4, 2.0),
        picture={"azimuth": -65.0, "elevation": 30.0},
    ),
    Entry(
        name="onto-hyperboloid",
        title="A highly nonrigid surface collides with a hyperboloid",
        source="001 Sec. 4.2",
        text=(
            "Ellipsoids, toroids and hyperboloids of one piece are the obstacles of the source, which shows the first "
            "two. The soft sheet falls on one that lies on its side, and takes the shape of a saddle; around the "
            "waist, where there is too much of it, it gathers in small folds."
        ),
        scenes=hyperboloid_scenes,
        check=check_hyperboloid,
        times=(0.0, 0.3, 0.45, 2.0),
        picture={"azimuth": -30.0, "elevation": 25.0},
        slow=True,
    ),
)
