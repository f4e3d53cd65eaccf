"""000 Figs 6.10–6.12: deformable solids, which the published metric alone cannot keep from collapsing."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import BLUE, FLOOR, GOLD, RED, ROSE, STONE, Look
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import deepest, grid, misfit, still, volume
from pliant.gallery.runner import recording_of

# ---------------------------------------------------------------- Fig. 6.10

CUBE, GRID = 0.2, (11, 11, 11)
BALL = 0.07
FOAM = pl.Bulk(young=2e4, poisson=0.35, density=300.0, damping=0.01)


def sphere_scenes() -> Scenes:
    whole = pl.shapes.box(CUBE, CUBE, CUBE, center=(0.0, 0.0, 0.5 * CUBE))
    squeezed = pl.shapes.box(CUBE, CUBE, 0.6 * CUBE, center=(0.0, 0.0, 0.3 * CUBE))
    scene = pl.Scene(gravity=pl.EARTH, seconds=1.5)
    body = scene.add(pl.Solid(whole, initial_shape=squeezed, grid=GRID, material=FOAM, look=BLUE), id="cube")
    scene.pin(body, edges=("n0",))
    low = 0.7 * CUBE  # where the sphere's lowest point is
    scene.add(pl.obstacles.Sphere(center=(0.0, 0.0, low + BALL), radius=BALL, look=STONE), id="sphere")
    scene.add(pl.obstacles.Plane(look=FLOOR), id="ground")
    return {"exact": scene}


def check_sphere(recordings: Recordings) -> list[Check]:
    scene, recording = sphere_scenes()["exact"], recording_of(recordings["exact"])
    x = grid(recording)[-1]
    top = x[..., -1, 2]
    middle = GRID[0] // 2
    return [
        at_most("nothing is inside the sphere or the ground", deepest(recording, scene), 2e-3, "m"),
        between("the top below the sphere is pressed in", CUBE - top[middle, middle], 0.05, 0.07, "m"),
        at_most("its corners stretch out to the full height again", CUBE - top[0, 0], 0.015, "m"),
        between("volume over that at rest", volume(x) / CUBE**3, 0.85, 1.0),
        at_most("it comes to rest", still(recording), 0.01, "m/s"),
    ]


# ---------------------------------------------------------------- Fig. 6.11

PUDDING = pl.Bulk(young=3e3, poisson=0.45, density=1000.0, damping=0.02)
SIDE, PUDDING_GRID = 0.1, (9, 9, 9)
# η of the published solid: it wobbles about as fast, and the same corner is pushed in by the same way.
ETA = ((0.06, 0.01, 0.01), (0.01, 0.06, 0.01), (0.01, 0.01, 0.06))
LAWN = Look("#7fa65a")


def _pudding(variant: str) -> pl.Scene:
    shape = pl.shapes.box(SIDE, SIDE, SIDE, center=(0.0, 0.0, 0.5 * SIDE))
    exact = variant == "exact"
    material = PUDDING if exact else pl.RawBulk(tension=ETA, mass=1e-3 * 1000.0 * SIDE**3, damping=2e-3)
    scene = pl.Scene(
        gravity=pl.EARTH if exact else None,
        seconds=3.0,
        dt=1 / 60 if exact else 1 / 240,
        integrator=pl.BDF2() if exact else pl.SemiImplicit(),
    )
    body = scene.add(
        pl.Solid(shape, grid=PUDDING_GRID, material=material, variant=variant, look=GOLD if exact else ROSE),
        id="pudding",
    )
    scene.pin(body, edges=("n0",))
    # Somebody pushes a corner of the top deep into the inside, and lets go.
    corner = np.array([0.5 * SIDE, 0.5 * SIDE, SIDE])
    last = tuple(n - 1 for n in PUDDING_GRID)
    scene.at(0.2, pl.Grab(body, last, id="finger"))
    scene.at(0.2, pl.Move("finger", to=tuple(corner - 0.75 * SIDE), seconds=0.6))
    scene.at(1.0, pl.Release("finger"))
    scene.add(pl.obstacles.Plane(look=LAWN), id="lawn")
    return scene


def pudding_scenes() -> Scenes:
    return {"exact": _pudding("exact"), "published": _pudding("kelager")}


def check_pudding(recordings: Recordings) -> list[Check]:
    exact, published = (recording_of(recordings[name]) for name in ("exact", "published"))
    x, rest = grid(exact), grid(exact)[0]
    pushed = int(np.searchsorted(exact.times, 1.0)) - 1
    corner = np.linalg.norm(x[pushed, -1, -1, -1] - rest[-1, -1, -1])
    settled = x[int(np.searchsorted(exact.times, 0.2)) - 1]
    return [
        at_least("the corner is pushed in by", float(corner), SIDE, "m"),
        at_most(
            "the pudding recovers: farthest node from where it was before",
            misfit(x[-1], settled),
            0.01 * SIDE,
            "m",
        ),
        between("volume over that at rest, at the worst", min(volume(one) for one in x) / SIDE**3, 0.5, 1.02),
        at_least(
            "the published solid does not: farthest node from where it was",
            misfit(grid(published)[-1], grid(published)[0]),
            0.2 * SIDE,
            "m",
        ),
    ]


# ---------------------------------------------------------------- Fig. 6.12

RADIUS, BALL_GRID = 0.1, (9, 9, 9)
RUBBER = {"young": 4e4, "poisson": 0.45, "damping": 5e-3}
DENSITIES = {"light": 60.0, "heavy": 1500.0}
ETA_BALL = ((18.0, 3.0, 3.0), (3.0, 18.0, 3.0), (3.0, 3.0, 18.0))


def _balls(variant: str) -> pl.Scene:
    exact = variant == "exact"
    scene = pl.Scene(
        gravity=pl.EARTH,
        seconds=2.5 if exact else 0.7,
        dt=1 / 60 if exact else 1 / 960,
        integrator=pl.BDF2() if exact else pl.SemiImplicit(),
        contact=pl.responses.Penalty() if exact else pl.responses.Projection(),
    )
    for (name, density), side, look in zip(DENSITIES.items(), (-1.0, 1.0), (RED, BLUE), strict=True):
        scene.add(
            pl.Solid(
                pl.shapes.ball(RADIUS),
                grid=BALL_GRID,
                material=pl.Bulk(density=density, **RUBBER) if exact else _published(density),
                variant=variant,
                position=(1.4 * side * RADIUS, 0.0, (2.5 if exact else 1.05) * RADIUS),
                look=look,
            ),
            id=name,
        )
    scene.add(pl.obstacles.Plane(look=FLOOR), id="floor")
    return scene


def _published(density: float) -> pl.RawBulk:
    mass = density * 4.0 / 3.0 * np.pi * RADIUS**3 / float(np.prod(BALL_GRID))
    return pl.RawBulk(tension=ETA_BALL, mass=mass, damping=20.0 * mass)


def ball_scenes() -> Scenes:
    return {"exact": _balls("exact"), "published": _balls("kelager")}


def check_balls(recordings: Recordings) -> list[Check]:
    scene, exact = ball_scenes()["exact"], recording_of(recordings["exact"])
    published = recording_of(recordings["published"])
    whole = volume(pl.shapes.ball(RADIUS).points(BALL_GRID, (False,) * 3))
    checks = [at_most("nothing sinks into the floor", deepest(exact, scene), 2e-3, "m")]
    for name in DENSITIES:
        x = grid(exact, name)
        height = np.ptp(x[..., 2], axis=(1, 2, 3))
        checks += [
            at_most(
                f"the {name} ball is flattened when it lands: height over diameter",
                height.min() / (2 * RADIUS),
                0.98,
            ),
            at_least(f"the {name} ball recovers: height over diameter", height[-1] / (2 * RADIUS), 0.85),
            between(f"the {name} ball keeps its volume", volume(x[-1]) / whole, 0.97, 1.01),
        ]
    left, right = (np.ptp(grid(published, name)[-1][..., 2]) / (2 * RADIUS) for name in DENSITIES)
    return [
        *checks,
        at_least("published: the light ball stands so far, height over diameter", left, 0.6),
        at_most("published: the heavy ball collapses into two dimensions, height over diameter", right, 0.15),
    ]


ENTRIES = (
    Entry(
        name="sphere-on-solid",
        title="A rigid sphere rests on a deformable cube",
        source="000 Fig. 6.10",
        text=(
            "As in the document the cube starts squeezed flat below a sphere that does not move, with its whole bottom "
            "held. It stretches out, meets the sphere and is dented by it."
        ),
        scenes=sphere_scenes,
        check=check_sphere,
        times=(0.0, 0.05, 1.5),
        picture={"azimuth": -60.0, "elevation": 20.0},
    ),
    Entry(
        name="pudding",
        title="A pudding recovers from a finger",
        source="000 Fig. 6.11",
        text=(
            "A corner of the pudding is pushed through its inside and let go. With the metric alone, as published, "
            "cells that were turned inside out are at rest there: the corner stays in (below). The volume term of the "
            "variant exact pushes them back, and the pudding wobbles and is whole again (above). The published one "
            "runs without gravity: under its weight it would collapse by itself."
        ),
        scenes=pudding_scenes,
        check=check_pudding,
        shown=("exact", "published"),
        times=(0.2, 1.0, 3.0),
        picture={"azimuth": 40.0, "elevation": 25.0},
        slow=True,
    ),
    Entry(
        name="rubber-balls",
        title="Rubber balls that keep their shape",
        source="000 Fig. 6.12",
        text=(
            "Two balls, the right one 25 times as heavy. With the published metric the heavy ball falls in on itself "
            "until it is flat, as the document shows; the light one stands longer, but after some 0.8 s gives way as "
            "well. With the volume term both bounce, are flattened while they land, and recover. The balls are made of "
            "a cube's grid, which has no poles; the document's ellipsoid solid is there, too (ellipsoid_solid)."
        ),
        scenes=ball_scenes,
        check=check_balls,
        shown=("exact", "published"),
        times={"exact": (0.1, 0.2, 2.5), "published": (0.0, 0.35, 0.7)},
        picture={"azimuth": -80.0, "elevation": 12.0},
        every=2,
        slow=True,
    ),
)
