"""004 after Eq. 1: a face of skin, fat and muscle on bone, after Terzopoulos and Waters, as a layered body of 003."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, still
from pliant.gallery.runner import recording_of

WIDTH, HEIGHT = 0.16, 0.20  # [m]
GRID = (21, 27)
CHEEK = (15, 10)  # the particle that is pulled
DEPTHS = (0.002, 0.003, 0.003)  # [m] of skin, fat and muscle, as far as a fold beside the nose allows
SKIN, FAT, MUSCLE, BONE = range(4)


def relief(count: tuple[int, int] = GRID) -> np.ndarray:
    """Heights [m] of a face over its width and height."""
    x = np.linspace(-0.5 * WIDTH, 0.5 * WIDTH, count[0])[:, None]
    y = np.linspace(-0.5 * HEIGHT, 0.5 * HEIGHT, count[1])[None, :]

    def bump(height: float, left: float, up: float, wide: float, high: float) -> np.ndarray:
        """One in the middle, or one on each side."""
        sides = [np.exp(-(((x - side) / wide) ** 2) - ((y - up) / high) ** 2) for side in {left, -left}]
        return height * np.sum(sides, axis=0)

    skull = 0.045 * (1.0 - 0.8 * (x / WIDTH * 2) ** 2 - 0.35 * (y / HEIGHT * 2) ** 2)
    nose = 0.024 * np.exp(-((x / 0.018) ** 2) - ((y + 0.016) / np.where(y < -0.016, 0.016, 0.042)) ** 2)
    sockets = bump(-0.010, 0.036, 0.026, 0.021, 0.016) + bump(0.007, 0.036, 0.022, 0.012, 0.010)
    brows, cheeks = bump(0.005, 0.036, 0.052, 0.030, 0.012), bump(0.006, 0.047, -0.014, 0.022, 0.022)
    lips = bump(0.009, 0.0, -0.049, 0.026, 0.0085) + bump(0.009, 0.0, -0.067, 0.023, 0.0085)
    chin = bump(0.007, 0.0, -0.088, 0.020, 0.014)
    return skull + nose + sockets + brows + cheeks + lips + chin


def tissue() -> pl.Layered:
    """Skin, fat and muscle of a face that looks along −y; the particles of the last layer are bone."""
    shape = pl.shapes.height_field(relief().round(5).tolist(), width=WIDTH, height=HEIGHT)
    material = pl.Layers(
        mass=(2e-4, 4e-4, 4e-4, 4e-4),
        stiffness=(60.0, 10.0, 25.0, 25.0),
        damping=(0.05, 0.02, 0.03, 0.03),
        radius_stiffness=(25.0, 8.0, 25.0),
        radius_damping=(0.03, 0.02, 0.03),
    )
    return pl.Layered(
        pl.layers.Patch(shape, grid=GRID, thickness=DEPTHS),
        layers=4,
        material=material,
        rotation=(0.5 * np.pi, 0.0, 0.0),
        look=pl.Look("#dba183"),
    )


def face_scenes() -> Scenes:
    scene = pl.Scene(gravity=pl.EARTH, dt=1.0 / 60.0, seconds=1.8)
    face = scene.add(tissue(), id="face")
    scene.pin(face, edges=["m1"])
    cheek = int(np.ravel_multi_index(CHEEK, GRID))
    x, y, z = _start(cheek)
    hand = scene.at(0.4, pl.Grab(face, (SKIN, cheek), stiffness=500.0))
    scene.at(0.4, pl.Move(hand, to=(x + 0.008, y - 0.018, z + 0.008), seconds=0.3))
    scene.at(0.9, pl.Release(hand))
    return {"face": scene}


def _start(particle: int) -> tuple[float, float, float]:
    """Where a particle of the skin is at the start [m]."""
    x, y, z = tissue().shape.layer_points(4)[SKIN, particle].tolist()
    return x, -z, y  # a quarter of a turn about x


def check_face(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["face"])
    x = grid(recording)  # (frames, layers, particles, 3)
    at = [int(np.argmin(np.abs(recording.times - time))) for time in (0.4, 0.9)]
    before, pulled, after = x[at[0]], x[at[1]], x[-1]
    moved = np.linalg.norm(pulled - before, axis=-1)
    peaks = [float(moved[layer].max()) for layer in (SKIN, FAT, MUSCLE)]
    far = np.linalg.norm(before[SKIN] - before[SKIN, int(np.argmax(moved[SKIN]))], axis=-1) > 0.06
    return [
        at_least("a pull of 2 cm lifts the cheek", peaks[0], 0.008, "m"),
        at_least("the fat below follows less than the skin: skin over fat", peaks[0] / peaks[1], 1.2),
        at_least("the muscle less than the fat: fat over muscle", peaks[1] / peaks[2], 1.2),
        at_most("bone does not move", float(np.abs(x[:, BONE] - x[0, BONE]).max()), 0.0, "m"),
        at_most("6 cm from the hand the skin hardly moves", float(moved[SKIN][far].max()), 0.001, "m"),
        at_most("let go, it comes back", float(np.linalg.norm(after - before, axis=-1).max()), 2e-4, "m"),
        at_most("and is at rest", still(recording), 1e-3, "m/s"),
        at_most("its own weight makes it sag by", float(np.abs(before - x[0]).max()), 0.004, "m"),
    ]


ENTRIES = (
    Entry(
        name="face-patch",
        title="A face of skin, fat and muscle on bone",
        source="004 Eq. 1",
        text=(
            "Terzopoulos and Waters modelled faces by three layers of masses and springs, 004 says: skin, fat and "
            "muscle, the muscle attached to rigid bone. Here they are four layers of particles over a relief "
            "that is a sum of bumps, the innermost one pinned, with soft fat between stiffer skin and muscle. A hand "
            "pulls at a cheek and lets go. The source gives no numbers: these are of the size of flesh."
        ),
        scenes=face_scenes,
        check=check_face,
        times=(0.3, 0.9, 1.8),
        picture={"azimuth": -65.0, "elevation": 12.0},
    ),
)
