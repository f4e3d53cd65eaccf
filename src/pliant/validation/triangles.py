"""Bending of triangle meshes: plates, a disc and a strip on meshes of all kinds.

A square plate of side a under the load q, whose edges are held in place but free to turn, sinks by Navier's series
(*Plate under load*)

    w = 0.00406235 qa⁴/D                                                                                    (1)

in its middle, a round one of radius a by

    w = (5 + ν)/(1 + ν) · qa⁴/64D ,                                                                         (2)

which Poisson's ratio counts in, and a strip (ν = 0) that sticks out by ℓ at either side of a line it lies on by

    w = qℓ⁴/8D                                                                                              (3)

at its ends. Cells are cut along one diagonal, along alternating ones or along both; they are square, or four times as
long as they are wide; or points are put at random, and joined as Delaunay does. Curvature is what slopes across the
sides of triangles tell (`energies/slopes.py`), which is right for all of these: what is left is the error of second
order of triangles of this size. Rolled up, a strip has the energy ½Dκ² per area.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial import Delaunay

from pliant.checks import at_most, between, close
from pliant.model import Mesh, Sheet
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import settled

BENDING, GRAVITY = 1.0, 0.01
POISSON = 0.3
CELLS = (8, 16, 32)
SQUARE = 0.00406235
KINDS = {
    "one diagonal": ("one", 1.0),
    "alternating diagonals": ("alternating", 1.0),
    "both diagonals": ("both", 1.0),
    "at random": ("random", 1.0),
    "one diagonal, cells 4:1": ("one", 4.0),
    "both diagonals, cells 4:1": ("both", 4.0),
}

TrianglesOf = tuple[np.ndarray, np.ndarray]


def run() -> Result:
    load = GRAVITY / BENDING
    errors = {name: [_plate(n, *kind) / (SQUARE * load) - 1.0 for n in CELLS] for name, kind in KINDS.items()}
    checks = [at_most(f"square plate, 32 cells, {name}: error in the middle", abs(error[-1]), 5e-3)
              for name, error in errors.items()]  # fmt: skip
    order = float(np.log2(abs(errors["both diagonals"][1] / errors["both diagonals"][2])))
    checks.append(between("square plate, both diagonals: observed order of convergence", order, 1.7, 2.5))
    checks.append(close("disc, 32 rings: depth over (2)", _disc(32), 1.0, 5e-3))
    for kind in ("one", "both", "random"):
        checks.append(
            close(f"strip that sticks out, 32 cells, {kind}: depth over (3)", _strip(kind), 1.0, 1e-2)
        )
    checks.append(close("rolled up: energy over ½Dκ² per area", _rolled(), 1.0, 2e-3))
    plot = Plot(
        "A supported plate of triangles", "h/a", "relative error in the middle", log_x=True, log_y=True
    )
    plot = plot.theory("h²", [1 / 8, 1 / 32], [0.03, 0.03 / 16])
    for name, error in errors.items():
        plot = plot.computed(name, [1 / n for n in CELLS], np.abs(error))
    return Result("triangles", "Bending of triangle meshes", checks, [plot], __doc__ or "")


# ---------------------------------------------------------------- meshes


def rectangle_of(length: float, width: float, rows: int, columns: int, kind: str) -> TrianglesOf:
    """Points (n, 3) in the plane, rows along x, and triangles; `kind` says how cells are cut."""
    x, y = np.meshgrid(np.linspace(0, length, rows + 1), np.linspace(0, width, columns + 1), indexing="ij")
    number = np.arange(x.size).reshape(x.shape)
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    if kind == "random":
        x, y = points.T
        inner = (x > 1e-9) & (x < length - 1e-9) & (y > 1e-9) & (y < width - 1e-9)
        shift = np.random.default_rng(1).uniform(-0.3, 0.3, points.shape) * [length / rows, width / columns]
        points = points + shift * inner[:, None]
        faces = Delaunay(points).simplices
        corner = points[faces]
        one, other = corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]
        faces = faces[
            np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) > 1e-9 * length * width / x.size
        ]
    elif kind == "both":
        middle = [0.25 * (v[:-1, :-1] + v[1:, :-1] + v[1:, 1:] + v[:-1, 1:]).ravel() for v in (x, y)]
        points = np.concatenate([points, np.stack(middle, axis=1)])
        e = number.size + np.arange(a.size).reshape(a.shape)
        faces = np.concatenate(
            [np.stack([p, q, e], -1).reshape(-1, 3) for p, q in ((a, b), (b, c), (c, d), (d, a))]
        )
    else:
        turn = np.add.outer(np.arange(rows), np.arange(columns))[..., None] % 2
        other = turn * (kind == "alternating") == 1
        one = np.where(other, np.stack([a, b, d], -1), np.stack([a, b, c], -1))
        two = np.where(other, np.stack([b, c, d], -1), np.stack([a, c, d], -1))
        faces = np.concatenate([one.reshape(-1, 3), two.reshape(-1, 3)])
    return np.column_stack([points, np.zeros(len(points))]), faces


def _rings(count: int) -> TrianglesOf:
    """A disc of radius 1 in rings of 6, 12, 18 … triangles' sides."""
    rings = [np.zeros((1, 2))]
    for k in range(1, count + 1):
        angle = 2.0 * np.pi * np.arange(6 * k) / (6 * k)
        rings.append(k / count * np.stack([np.cos(angle), np.sin(angle)], axis=1))
    points = np.concatenate(rings)
    return np.column_stack([points, np.zeros(len(points))]), Delaunay(points).simplices


# ---------------------------------------------------------------- what is measured


def _sunk(points: np.ndarray, faces: np.ndarray, held: np.ndarray, poisson: float) -> np.ndarray:
    """How far the nodes sink that are not held [m]."""
    # The membrane is soft, so that the plate hardly stretches it: the theory is that of small deflections.
    material = Sheet(membrane=100.0, poisson=poisson, bending=BENDING, area_density=1.0)
    scene = Scene(collision=False, gravity=GRAVITY)
    scene.add(Mesh(points, id="plate", triangles=faces, material=material))
    scene.pin("plate", nodes=[(int(k),) for k in np.flatnonzero(held)])
    return -settled(scene).positions("plate")[:, 2]


def _plate(cells: int, kind: str, ratio: float) -> float:
    points, faces = rectangle_of(1.0, 1.0, cells, round(cells * ratio), kind)
    held = np.abs(points[:, :2] - 0.5).max(axis=1) > 0.5 - 1e-9
    sunk = _sunk(points, faces, held, POISSON)
    middle = np.argsort(np.linalg.norm(points - [0.5, 0.5, 0.0], axis=1))[:8]
    return _at(points[middle] - [0.5, 0.5, 0.0], sunk[middle])


def _at(offset: np.ndarray, values: np.ndarray) -> float:
    """The value at the origin of the parabola through values at points nearby."""
    x, y = offset[:, 0], offset[:, 1]
    return float(
        np.linalg.lstsq(np.stack([np.ones_like(x), x * x + y * y, x, y], axis=1), values, rcond=None)[0][0]
    )


def _disc(rings: int) -> float:
    points, faces = _rings(rings)
    held = np.linalg.norm(points, axis=1) > 1.0 - 1e-9
    theory = (5.0 + POISSON) / (1.0 + POISSON) * GRAVITY / (64.0 * BENDING)
    return float(_sunk(points, faces, held, POISSON)[0] / theory)


def _strip(kind: str) -> float:
    """A strip of twice the length, held along its middle line, where it stays level."""
    points, faces = rectangle_of(2.0, 0.25, 64, 8, kind)
    if kind == "random":  # the line is one of nodes
        near = np.abs(points[:, 0] - 1.0) < 0.5 / 32
        points[near, 0] = 1.0
        faces = Delaunay(points[:, :2]).simplices
    held = np.abs(points[:, 0] - 1.0) < 1e-9
    sunk = _sunk(points, faces, held, 0.0)
    ends = (points[:, 0] < 1e-9) | (points[:, 0] > 2.0 - 1e-9)
    return float(sunk[ends].mean() * 8.0 * BENDING / GRAVITY)


def _rolled() -> float:
    """The energy of a strip bent round a cylinder over that of theory."""
    points, faces = rectangle_of(1.0, 0.25, 40, 10, "one")
    scene = Scene(collision=False)
    material = Sheet(membrane=1e5, poisson=0.0, bending=BENDING, area_density=1.0)
    scene.add(Mesh(points, id="strip", triangles=faces, material=material))
    body = Simulation(scene).model.body("strip")
    kappa = 2.0
    angle = kappa * points[:, 0]
    rolled = np.stack([np.sin(angle) / kappa, points[:, 1], (1.0 - np.cos(angle)) / kappa], axis=1)
    return float(body.elastic[-1].stored(body.layout.spread(rolled)) / (0.5 * BENDING * kappa**2 * 0.25))
