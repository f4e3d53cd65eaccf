"""000 Figs 4.9–4.12: the shapes that bodies are made from, at rest and coming back to rest."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_most
from pliant.gallery.colours import GREEN, LINEN, PLUM
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.kelager_fleron.weights import CLOTH, square
from pliant.gallery.measure import grid, last, misfit
from pliant.gallery.runner import recording_of
from pliant.gallery.shapes import pipe

# ---------------------------------------------------------------- Fig. 4.9


def patch_scenes() -> Scenes:
    flat = pl.Scene(dt=0.01, seconds=0.5, integrator=pl.SemiImplicit())
    flat.add(
        pl.Surface(square(2.0), grid=(12, 12), material=CLOTH, variant="kelager", look=LINEN),
        id="cloth",
    )
    twisted = pl.Scene(seconds=0.5)
    saddle = pl.shapes.bezier([(-2.0, -2.0, 0.8), (2.0, -2.0, 0.0), (-2.0, 2.0, 0.0), (2.0, 2.0, 0.8)])
    twisted.add(pl.Surface(saddle, grid=(12, 12), material="cotton", look=LINEN), id="cloth")
    return {"kelager, flat": flat, "exact, corners not in one plane": twisted}


def check_patch(recordings: Recordings) -> list[Check]:
    checks = []
    for name, outcome in recordings.items():
        x = grid(recording_of(outcome))
        steps = np.concatenate([np.diff(x[0], 2, axis=0).ravel(), np.diff(x[0], 2, axis=1).ravel()])
        checks += [
            at_most(
                f"{name}: particles are evenly spaced along both directions",
                float(np.abs(steps).max()),
                1e-12,
                "m",
            ),
            at_most(f"{name}: at rest it stays at rest", float(np.abs(x[-1] - x[0]).max()), 1e-9, "m"),
        ]
    return checks


# ---------------------------------------------------------------- Figs 4.10 and 4.11

PIPE_GRID = (24, 24)
# p₀ … p₃ of Fig. 4.11: the ends nearly meet at the bottom, the points in between give the round shape.
SECTION = [(0.06, -0.5), (1.05, 0.35), (-1.05, 0.35), (-0.06, -0.5)]
SQUASHED = [(0.06, -0.5), (1.45, -0.1), (-1.45, -0.1), (-0.06, -0.5)]
RUBBER = pl.Sheet(membrane=2000.0, bending=0.6, area_density=1.0, damping=0.03)


def pipe_scenes() -> Scenes:
    return {"at rest": _pipe(None, 0.5)}


def section_scenes() -> Scenes:
    return {"squashed": _pipe(pipe(SQUASHED, 2.4), 4.0)}


def _pipe(start: pl.shapes.Bezier | None, seconds: float) -> pl.Scene:
    scene = pl.Scene(seconds=seconds)
    scene.add(
        pl.Surface(
            pipe(SECTION, 2.4),
            initial_shape=start,
            grid=PIPE_GRID,
            periodic=(True, False),
            material=RUBBER,
            look=GREEN,
        ),
        id="pipe",
    )
    return scene


def check_pipe(recordings: Recordings) -> list[Check]:
    x = grid(recording_of(recordings["at rest"]))
    gap = np.linalg.norm(x[-1, 0] - x[-1, -1], axis=-1)
    return [
        at_most(
            "the folded edges are connected: the gap stays what it was",
            float(np.abs(gap - 0.12).max()),
            1e-9,
            "m",
        ),
        at_most("the end points p₀ and p₃ lie on the curve", _off_the_ends(x[0]), 1e-12, "m"),
        at_most("the pipe stays at rest", float(np.abs(x[-1] - x[0]).max()), 1e-9, "m"),
    ]


def _off_the_ends(x: np.ndarray) -> float:
    ends = np.array([SECTION[0], SECTION[-1]])
    return float(np.abs(x[[0, -1], 0, 1:] - ends).max())


def check_section(recordings: Recordings) -> list[Check]:
    x = last(recordings, "squashed")
    rest = pipe(SECTION, 2.4).points(PIPE_GRID, (True, False))
    start = grid(recording_of(recordings["squashed"]))[0]
    return [
        at_most("squashed and released, the section is the Bézier curve again", misfit(x, rest), 0.01, "m"),
        at_most(
            "all sections along the pipe are alike",
            float(np.ptp(x[..., 1:] - x[..., 1:].mean(axis=0), axis=1).max()),
            0.02,
            "m",
        ),
        at_most("of what it was squashed by is left", misfit(x, rest) / misfit(start, rest), 0.05),
    ]


# ---------------------------------------------------------------- Fig. 4.12

AXES = (1.5, 1.0, 0.5)
ELLIPSOID_GRID = (32, 20)


def ellipsoid_scenes() -> Scenes:
    scene = pl.Scene(seconds=3.0)
    scene.add(
        pl.Surface(
            pl.shapes.ellipsoid(*AXES),
            initial_shape=pl.shapes.ellipsoid(1.5, 1.0, 0.42),
            grid=ELLIPSOID_GRID,
            periodic=(True, False),
            material=RUBBER,
            look=PLUM,
        ),
        id="ellipsoid",
    )
    return {"squeezed": scene}


def check_ellipsoid(recordings: Recordings) -> list[Check]:
    x = grid(recording_of(recordings["squeezed"]))
    rest = pl.shapes.ellipsoid(*AXES).points(ELLIPSOID_GRID, (True, False))
    on_it = np.sum((rest / AXES) ** 2, axis=-1) - 1.0
    poles = max(float(np.ptp(x[:, :, n], axis=1).max()) for n in (0, -1))
    return [
        at_most("all particles satisfy x²/a² + y²/b² + z²/c² = 1 at rest", float(np.abs(on_it).max()), 1e-12),
        at_most("each pole stays one point", poles, 1e-12, "m"),
        at_most("squeezed and released, it is the ellipsoid again", misfit(x[-1], rest), 0.01, "m"),
    ]


DEBUG = {"wireframe": True, "particles": True}

ENTRIES = (
    Entry(
        name="cloth-patch",
        title="A patch of cloth",
        source="000 Fig. 4.9",
        text=(
            "A Bézier patch of order 1 has four control points, the corners; they need not lie in one "
            "plane. Bilinear interpolation spaces the particles evenly. The patch is its own rest shape and "
            "stays at rest, in `exact` also when it is curved."
        ),
        scenes=patch_scenes,
        check=check_patch,
        shown=("kelager, flat", "exact, corners not in one plane"),
        picture={**DEBUG, "azimuth": -60.0, "elevation": 30.0},
        every=10,
    ),
    Entry(
        name="pipe",
        title="A surface that is continuous in one direction",
        source="000 Fig. 4.10",
        text=(
            "A patch of order 3, continuous in one direction: the implementation joins the edges that are "
            "folded towards each other by one more row of links. Nothing moves at rest: the metric, the "
            "curvature and the link that closes the seam all agree with the rest shape."
        ),
        scenes=pipe_scenes,
        check=check_pipe,
        picture={**DEBUG, "azimuth": -40.0, "elevation": 22.0},
        every=5,
    ),
    Entry(
        name="pipe-section",
        title="The cross-section of the pipe",
        source="000 Fig. 4.11",
        text=(
            "The section of the pipe is a cubic Bézier curve; its end points lie on the curve, the two in "
            "between give it its shape. Here the pipe starts squashed and springs back to its section "
            "within a tenth of a second: curved rest shapes hold in `exact`, across the seam too."
        ),
        scenes=section_scenes,
        check=check_section,
        times=(0.0, 0.03, 0.06, 4.0),
        picture={"azimuth": -14.0, "elevation": 6.0},
        every=2,
    ),
    Entry(
        name="ellipsoid-patch",
        title="An ellipsoid patch",
        source="000 Fig. 4.12",
        text=(
            "x²/a² + y²/b² + z²/c² = 1 with a = 1.5, b = 1, c = 0.5. It starts squeezed to c = 0.42 and "
            "returns. All nodes of a pole are at one place and move as one."
        ),
        scenes=ellipsoid_scenes,
        check=check_ellipsoid,
        picture={**DEBUG, "azimuth": -55.0, "elevation": 28.0},
        every=2,
    ),
)
