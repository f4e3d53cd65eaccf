"""000 Figs 4.13 and 5.5: hanging cloth that meets a ball, and a half ball on the ground."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.gallery.colours import BLUE, FLOOR, ROSE, SLATE, TEAL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.kelager_fleron.weights import CLOTH, GRAVITY, STICK_CLOTH, square
from pliant.gallery.measure import clearance, deepest, grid, stretch
from pliant.gallery.runner import recording_of

HEIGHT = 4.0


def _published(count: int, seconds: float, material: pl.Raw | pl.Sticks = CLOTH) -> pl.Scene:
    """The cloth of §5.1.2.1, held at two corners of one edge, with contact by projection."""
    scene = pl.Scene(
        gravity=GRAVITY,
        dt=0.01,
        seconds=seconds,
        integrator=pl.SemiImplicit(),
        contact=pl.responses.Projection(),
    )
    primal = isinstance(material, pl.Raw)
    variant, look = ("kelager", ROSE) if primal else ("exact", TEAL)
    cloth = pl.Surface(
        square(2.0, HEIGHT), grid=(count, count), material=material, variant=variant, look=look
    )
    scene.pin(scene.add(cloth, id="cloth"), corners=("01", "11"))
    return scene


# ---------------------------------------------------------------- Fig. 4.13


def sphere_scenes() -> Scenes:
    scene = _published(24, 5.0)
    scene.add(pl.obstacles.Sphere(radius=1.0, center=(0.0, 0.6, 2.2), look=SLATE, scale=0.97), id="ball")
    return {"kelager": scene}


def check_sphere(recordings: Recordings) -> list[Check]:
    scene = sphere_scenes()["kelager"]
    recording = recording_of(recordings["kelager"])
    touching = clearance(recording, scene, "ball")[-1] < 1e-3
    return [
        at_most("nothing is inside the ball", deepest(recording, scene), 1e-9, "m"),
        at_least("the cloth rests against it: share of particles that touch", float(touching.mean()), 0.02),
        at_most(
            "the cloth holds together: mean stretch at the end", float(stretch(recording)[-1].mean()), 0.5
        ),
    ]


# ---------------------------------------------------------------- Fig. 5.5


def accuracy_scenes() -> Scenes:
    published, sticks = _published(24, 6.0), _published(24, 6.0, STICK_CLOTH)
    exact = pl.Scene(gravity=GRAVITY, seconds=6.0)
    cloth = pl.Surface(square(2.0, HEIGHT), grid=(24, 24), material=COTTON, look=BLUE)
    exact.pin(exact.add(cloth, id="cloth"), corners=("01", "11"))
    exact.add(pl.Viscous(0.15), id="air")
    for scene in (published, sticks, exact):
        scene.add(pl.obstacles.Plane(look=FLOOR), id="ground")
        scene.add(
            pl.obstacles.Sphere(radius=1.1, center=(0.0, 1.0, 0.0), look=SLATE, scale=0.97), id="half ball"
        )
    return {"kelager": published, "sticks": sticks, "exact, cotton": exact}


COTTON = pl.materials.COTTON


def check_accuracy(recordings: Recordings) -> list[Check]:
    checks = []
    for name, scene in accuracy_scenes().items():
        recording = recording_of(recordings[name])
        checks.append(
            at_most(
                f"{name}: nothing sinks into the ground or the ball", deepest(recording, scene), 1e-3, "m"
            )
        )
    low = grid(recording_of(recordings["kelager"]))[-1, ..., 2].min()
    longest = {name: _longest(recordings, name) for name in recordings}
    folds = _folds(recordings, "kelager") / _folds(recordings, "sticks")
    checks += [
        at_most("kelager: the cloth stretches until it meets the ground", float(low), 0.01, "m"),
        at_least(
            "kelager: and is elastic, longest line from edge to edge ever", longest["kelager"], 4.5, "m"
        ),
        at_most("sticks: are stiffer, longest line ever", longest["sticks"], 4.2, "m"),
        at_least(
            "kelager: is more flexible, folds across (turning of lines) over those of sticks", folds, 1.2
        ),
        at_most(
            "exact, cotton: a real cloth of four metres hardly stretches, longest line ever",
            longest["exact, cotton"],
            4.2,
            "m",
        ),
    ]
    return checks


def _longest(recordings: Recordings, name: str) -> float:
    """The greatest length [m] that a line of the grid from the held edge to the lower one ever had."""
    x = grid(recording_of(recordings[name]))
    return float(np.linalg.norm(np.diff(x, axis=2), axis=-1).sum(axis=2).max())


def _folds(recordings: Recordings, name: str) -> float:
    """How far lines along the held edge turn from end to end [rad], the mean over all of them and over time."""
    links = np.diff(grid(recording_of(recordings[name])), axis=1)
    along = links / np.linalg.norm(links, axis=-1, keepdims=True)
    cosines = np.sum(along[:, 1:] * along[:, :-1], axis=-1)
    return float(np.arccos(np.clip(cosines, -1.0, 1.0)).sum(axis=1).mean())


ENTRIES = (
    Entry(
        name="cloth-on-sphere",
        title="Hanging cloth collides with a sphere",
        source="000 Fig. 4.13",
        text=(
            "The cloth of document 000 §5.1.2.1 with its weights, its scheme (`kelager`, semi-implicit, dt "
            "= 0.01) and its contact by projection. It falls from the horizontal, stretches by its own "
            "weight, and comes to rest around the sphere. Projection puts nodes exactly on the surface; "
            "between the nodes of a coarse grid the cloth may cut into the ball, so the ball is drawn three "
            "per cent smaller, as the document does."
        ),
        scenes=sphere_scenes,
        check=check_sphere,
        times=(0.0, 0.7, 1.2, 5.0),
        picture={"azimuth": 62.0, "elevation": 6.0},
        every=2,
    ),
    Entry(
        name="cloth-folds",
        title="Cloth between a half ball and the ground",
        source="000 Fig. 5.5",
        text=(
            "The comparison with Jakobsen's sticks: 24×24 particles of the same mass and damping, two corners "
            'held, a half ball and the ground. With the published weights the cloth "stretches and collides with '
            'the ground", as the document observes: lines of four metres become more than five. Sticks of '
            "rigidity 2, with ten sweeps a step, are stiffer, and fold less: both claims hold. The same sheet "
            "as real cotton stretches as little as the sticks do and folds more than either."
        ),
        scenes=accuracy_scenes,
        check=check_accuracy,
        shown=("kelager", "sticks", "exact, cotton"),
        times=(0.8, 1.6, 6.0),
        picture={"azimuth": -62.0, "elevation": 14.0, "wireframe": True},
        every=2,
    ),
)
