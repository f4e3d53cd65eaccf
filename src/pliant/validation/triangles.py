"""Bending of triangle meshes: hinges between triangles against the Euler–Bernoulli strip.

A strip clamped at one end bends under its own weight, as in *Cantilevered sheet*:

    w(ℓ) = qℓ⁴/8D ,    q weight per area, ν = 0.                                                           (1)

Hinges (`energies/hinge.py`) are exact for a sheet rolled about edges of the mesh. But a hinge feels twist as well as
bending: on a grid whose cells are cut along one diagonal the energy of curvatures κ₁₁, κ₂₂, κ₁₂ is

    ½D [(κ₁₁ + κ₁₂)² + (κ₂₂ + κ₁₂)² + 4κ₁₂²]   per area instead of   ½D [κ₁₁² + κ₂₂² + 2κ₁₂²] .               (2)

A sheet that is free to twist evades, down to ⅘D; refinement does not change that. How soft a strip is depends on how it
is cut into triangles, not on how finely: between half and two and a half times what (1) says. Cells of equal sides are
the best case, 1.25 times or less; long cells, and such as are cut along both diagonals, are far from it. Poisson's
ratio, the fibres' angle and a second modulus do not reach the hinges at all: they know D₁₁ alone (`young`, or
`bending`), in every direction. With points at random the errors of the hinges cancel in part. Where D must mean what it
says, use a surface on a grid, which stands beside them. What is clamped are all nodes within one edge of the end, and
ℓ is counted from the middle between the last two rows of them.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial import Delaunay

from pliant.checks import between, close
from pliant.model import Mesh, Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import grid_points, settled

LENGTH, WIDTH, BENDING, GRAVITY = 1.0, 0.2, 1.0, 0.01
CLOTH = Sheet(membrane=1e5, poisson=0.0, bending=BENDING, area_density=1.0)
ROWS = (21, 41)


def run() -> Result:
    along, aside, loose = [], [], []
    for rows in ROWS:
        along.append(_profile(*_grid(rows, False), 1 / (rows - 1)))
        aside.append(_profile(*_grid(rows, True), 1 / (rows - 1)))
        loose.append(_profile(*_random(rows), 1 / (rows - 1)))
    surface = _surface(ROWS[-1])
    ratio = {name: profiles[-1][-1, 1] / _tip(ROWS[-1]) for name, profiles in
             (("along", along), ("aside", aside), ("loose", loose))}  # fmt: skip
    checks = [
        close("rolled about edges of the mesh: energy over ½Dκ² per area", _rolled(), 1.0, 2e-3),
        between("triangles along one diagonal, 41 rows: tip over (1)", ratio["along"], 1.0, 1.25),
        between("triangles along alternating diagonals, 41 rows: tip over (1)", ratio["aside"], 1.0, 1.25),
        between(
            "cells cut along both diagonals, 4 times as long as wide: tip over (1)", _ratio(11, 9), 0.4, 0.6
        ),
        between("the same, 8 times as wide as long: tip over (1)", _ratio(81, 3), 2.2, 2.6),
        between("triangles at random, 41 rows: tip over (1)", ratio["loose"], 0.9, 1.25),
        close("the surface on a grid, 41 rows: tip over (1)", surface[-1, 1] / _tip(ROWS[-1]), 1.0, 2e-3),
    ]
    x = np.linspace(0, LENGTH, 100)
    free = LENGTH - 0.5 / (ROWS[-1] - 1)
    shift = np.maximum(x - (LENGTH - free), 0.0)
    theory = GRAVITY * shift**2 * (6 * free**2 - 4 * free * shift + shift**2) / (24 * BENDING)
    plot = (
        Plot("A clamped strip of triangles", "x [m]", "w [mm]")
        .theory("Euler–Bernoulli (1)", x, -1e3 * theory)
        .theory("the same with ⅘D", x, -1.25e3 * theory)
        .computed("one diagonal", along[-1][::2, 0], -1e3 * along[-1][::2, 1])
        .computed("alternating diagonals", aside[-1][::2, 0], -1e3 * aside[-1][::2, 1])
        .computed("at random", loose[-1][::2, 0], -1e3 * loose[-1][::2, 1])
        .computed("surface on a grid", surface[::2, 0], -1e3 * surface[::2, 1])
    )
    return Result("triangles", "Bending of triangle meshes", checks, [plot], __doc__ or "")


def _tip(rows: int) -> float:
    free = LENGTH - 0.5 / (rows - 1)
    return GRAVITY * free**4 / (8 * BENDING)


def _grid(rows: int, alternating: bool) -> tuple[np.ndarray, np.ndarray]:
    columns = round((rows - 1) * WIDTH) + 1
    x, y = np.meshgrid(np.linspace(0, LENGTH, rows), np.linspace(0, WIDTH, columns), indexing="ij")
    number = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    m, n = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing="ij")
    other = (((m + n) % 2 == 1) & alternating)[..., None]
    one = np.where(other, np.stack([a, b, d], -1), np.stack([a, b, c], -1))
    two = np.where(other, np.stack([b, c, d], -1), np.stack([a, c, d], -1))
    faces = np.concatenate([one.reshape(-1, 3), two.reshape(-1, 3)])
    return np.stack([x.ravel(), y.ravel(), 0 * x.ravel()], axis=1), faces


def _ratio(rows: int, columns: int) -> float:
    """Tip over (1) of a strip whose cells are cut along both diagonals."""
    x, y = np.meshgrid(np.linspace(0, LENGTH, rows), np.linspace(0, WIDTH, columns), indexing="ij")
    middle = [0.25 * (v[:-1, :-1] + v[1:, :-1] + v[1:, 1:] + v[:-1, 1:]) for v in (x, y)]
    number = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    centre = rows * columns + np.arange(a.size).reshape(a.shape)
    faces = np.concatenate(
        [np.stack([p, q, centre], -1).reshape(-1, 3) for p, q in ((a, b), (b, c), (c, d), (d, a))]
    )
    flat = [np.concatenate([v.ravel(), m.ravel()]) for v, m in zip((x, y), middle, strict=True)]
    h = LENGTH / (rows - 1)
    moved = _moved(np.stack([*flat, 0 * flat[0]], axis=1), faces, h)
    return float(-moved[rows * columns - 1 - columns // 2, 2] / _tip(rows))


def _random(rows: int) -> tuple[np.ndarray, np.ndarray]:
    """The nodes of the grid that are neither on the rim nor clamped, shifted at random and triangulated anew."""
    points, _ = _grid(rows, False)
    h = LENGTH / (rows - 1)
    inner = (points[:, 0] > 1.5 * h) & (points[:, 0] < LENGTH - h / 2)
    inner &= (points[:, 1] > h / 2) & (points[:, 1] < WIDTH - h / 2)
    shift = np.random.default_rng(1).uniform(-0.3 * h, 0.3 * h, points.shape) * [1, 1, 0]
    points = points + shift * inner[:, None]
    return points, Delaunay(points[:, :2]).simplices


def _profile(points: np.ndarray, faces: np.ndarray, h: float) -> np.ndarray:
    """x and depth [m] of the nodes along the middle, (n, 2), by x."""
    moved = _moved(points, faces, h)
    middle = np.abs(points[:, 1] - WIDTH / 2) < 0.6 * h
    line = moved[middle]
    line = line[np.argsort(line[:, 0])]
    return np.stack([line[:, 0], -line[:, 2]], axis=1)


def _moved(points: np.ndarray, faces: np.ndarray, h: float) -> np.ndarray:
    scene = Scene(collision=False, gravity=GRAVITY)
    scene.add(Mesh(points, id="strip", triangles=faces, material=CLOTH))
    scene.pin("strip", nodes=[(int(k),) for k in np.flatnonzero(points[:, 0] < 1.01 * h)])
    return settled(scene).positions("strip")


def _rolled() -> float:
    """The energy of a strip bent round a cylinder over that of theory; half an edge at either end does not bend."""
    points, faces = _grid(41, False)
    scene = Scene(collision=False)
    scene.add(Mesh(points, id="strip", triangles=faces, material=CLOTH))
    simulation = Simulation(scene)
    kappa = 2.0
    angle = kappa * points[:, 0]
    round_ = np.stack([np.sin(angle) / kappa, points[:, 1], (1.0 - np.cos(angle)) / kappa], axis=1)
    hinges = simulation.model.body("strip").elastic[-1]
    energy = hinges.stored(simulation.model.body("strip").layout.spread(round_))
    return float(energy / (0.5 * BENDING * kappa**2 * LENGTH * WIDTH * (1 - 1 / 40)))


def _surface(rows: int) -> np.ndarray:
    scene = Scene(collision=False, gravity=GRAVITY)
    columns = round((rows - 1) * WIDTH) + 1
    scene.add(Surface(rectangle(LENGTH, WIDTH), id="strip", grid=(rows, columns), material=CLOTH))
    scene.pin("strip", nodes=[(m, n) for m in (0, 1) for n in range(columns)])  # as the meshes are
    line = grid_points(settled(scene), "strip")[:, columns // 2]
    return np.stack([line[:, 0] + LENGTH / 2, -line[:, 2]], axis=1)
