"""000 Figs 6.4 and 6.5: a heavy curtain on a sphere, and a tablecloth that falls over one."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import FLOOR, LINEN, PLUM, SLATE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import clearance, deepest, grid, still, stretch
from pliant.gallery.runner import recording_of

# ---------------------------------------------------------------- Fig. 6.4

BALL = (0.0, 0.35, 0.9)


def curtain_scenes() -> Scenes:
    scene = pl.Scene(gravity=pl.EARTH, seconds=4.0, collision=True)
    curtain = pl.Surface(
        pl.shapes.rectangle(2.0, 2.0, center=(0.0, 0.0, 1.5)), grid=(32, 32), material="denim", look=PLUM
    )
    scene.pin(scene.add(curtain, id="curtain"), corners=("01", "11"))
    scene.add(pl.obstacles.Sphere(radius=0.5, center=BALL, look=SLATE), id="ball")
    return {"exact": scene}


def check_curtain(recordings: Recordings) -> list[Check]:
    scene, recording = curtain_scenes()["exact"], recording_of(recordings["exact"])
    height, times = grid(recording)[..., 2].mean(axis=(1, 2)), recording.times
    touching = (clearance(recording, scene, "ball") < 1e-2).mean(axis=1)
    slid = height[(times > 1.5) & (times < 2.5)].mean() - height[times > 3.0].mean()
    return [
        at_most("nothing is inside the ball", deepest(recording, scene), 1e-3, "m"),
        at_most(
            "the curtain resists stretching (stretch of all but 1 % of the nodes)",
            float(np.percentile(stretch(recording)[-1], 99)),
            0.08,
        ),
        at_least("it sags over the ball: share of nodes that touch it at the end", float(touching[-1]), 0.05),
        between("it slides down slowly: its mean height falls in 1.5 s by", float(slid), 1e-4, 0.05, "m"),
    ]


# ---------------------------------------------------------------- Fig. 6.5


def tablecloth_scenes() -> Scenes:
    scene = pl.Scene(gravity=pl.EARTH, seconds=4.0, collision=True)
    cloth = pl.Surface(
        pl.shapes.rectangle(1.4, 1.4, center=(0.0, 0.0, 1.0)), grid=(24, 24), material="cotton", look=LINEN
    )
    scene.pin(scene.add(cloth, id="cloth"), corners=("01", "11"))
    scene.add(pl.obstacles.Plane(look=FLOOR, friction=0.3), id="floor")
    scene.add(
        pl.obstacles.Sphere(radius=0.45, center=(0.0, 0.3, 0.1), look=SLATE, friction=0.2),
        id="ball",
    )
    scene.add(pl.Viscous(0.4), id="air")
    return {"exact": scene}


def check_tablecloth(recordings: Recordings) -> list[Check]:
    scene, recording = tablecloth_scenes()["exact"], recording_of(recordings["exact"])
    touching = float((clearance(recording, scene, "ball")[-1] < 1e-2).mean())
    return [
        at_most("nothing is inside the ball or the floor", deepest(recording, scene), 1e-3, "m"),
        at_least("it lies on the ball: share of nodes that touch", touching, 0.05),
        at_most("the cloth holds together (largest stretch)", float(stretch(recording).max()), 0.25),
        at_most("it comes to rest", still(recording), 0.05, "m/s"),
    ]


ENTRIES = (
    Entry(
        name="curtain",
        title="A heavy curtain sags over a sphere",
        source="000 Fig. 6.4",
        text=(
            "A curtain of denim, 32×32 nodes and two metres square, hangs from two corners and falls over a "
            "ball. It is heavy and resists stretching; gravity is the only external force, so it keeps "
            "swaying and slowly slides down the ball, as the document says. Its folds keep apart, "
            "which those of the document do not."
        ),
        scenes=curtain_scenes,
        check=check_curtain,
        times=(0.0, 0.5, 0.9, 4.0),
        picture={"azimuth": -60.0, "elevation": 16.0},
        every=2,
        slow=True,
    ),
    Entry(
        name="tablecloth",
        title="A tablecloth with smooth folds",
        source="000 Fig. 6.5",
        text=(
            "The curtain's scene with a lighter cloth of 24×24 nodes, a ball in the floor, some friction "
            "and air. It lays itself over the ball in smooth folds, which do not pass through each other, and comes "
            "to rest."
        ),
        scenes=tablecloth_scenes,
        check=check_tablecloth,
        times=(0.0, 0.5, 0.9, 4.0),
        picture={"azimuth": -62.0, "elevation": 16.0, "texture": "checker"},
        every=2,
    ),
)
