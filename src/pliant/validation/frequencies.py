"""Frequencies of plates, rings and bars on grids and meshes, as linear systems (`linear.of_body`).

Small swings about the rest shape are K φ = ω² M φ with the Hessian K and lumped masses M.

    plate on supports all around:   ω_mn = π²(m² + n²)/a² √(D/ρt) ,   D = Et³/12(1 − ν²)                     (1)
    ring of radius R in its plane:  ω_n = n(n² − 1)/√(n² + 1) √(EI/ρA)/R²                                    (2)
    bar held at one end:            ω = (1.8751/l)² √(EI/ρA)                                                 (3)

(1) and (2) are without rotary inertia and shear; the bar is ten times as long as thick, which takes 0.7 % from (3)
(Timoshenko). Plates are taken with 8 to 32 cells a side: on a grid, and of triangles with one diagonal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.checks import close
from pliant.linear import System, of_body
from pliant.model import Bulk, Cord, Curve, Elastic, Mesh, Solid, Surface
from pliant.scene.schema import Scene
from pliant.shapes import b_spline_curve, box, rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.tetrahedra import block

PLATE = Elastic(young=1e9, poisson=0.3, thickness=0.01, density=1000.0)
CORD = Cord(stretching=1e6, bending=1.0, line_density=1.0)
BAR = Bulk(young=1e6, poisson=0.0, density=1000.0)
COUNTS = (8, 16, 32)
MODES = ((1, 1), (1, 2), (2, 1), (2, 2))
NODES = (16, 32, 64)
WAVES = np.arange(2, 5)


def run() -> Result:
    bending = 1e9 * 0.01**3 / (12.0 * (1.0 - 0.3**2))
    plate = np.array([0.5 * np.pi * (m * m + n * n) * np.sqrt(bending / 10.0) for m, n in MODES])
    plates = {kind: np.array([_plate(kind, n) for n in COUNTS]) / plate for kind in ("grid", "triangles")}
    ring = WAVES * (WAVES**2 - 1) / np.sqrt(WAVES**2 + 1) / (2.0 * np.pi)
    rings = np.array([_ring(n) for n in NODES]) / ring
    beam = 0.9931 * 1.875104**2 / (2.0 * np.pi) * np.sqrt(1e6 * 0.1**2 / 12.0 / 1000.0)
    bars = {
        "grid, 2 cells through": _bar(False) / beam,
        "quadratic tetrahedra, 1 cell through": _bar(True) / beam,
    }
    checks = [
        *(
            close(f"plate, {kind}, 32 cells a side, mode {m}{n}: over (1)", found[-1, k], 1.0, 0.01)
            for kind, found in plates.items()
            for k, (m, n) in enumerate(MODES)
        ),
        *(
            close(f"ring of 64 nodes, {n} waves: over (2)", rings[-1, k], 1.0, 0.01)
            for k, n in enumerate(WAVES)
        ),
        *(close(f"bar, {kind}: over (3) less 0.7 %", found, 1.0, 0.02) for kind, found in bars.items()),
    ]
    plots = [
        Plot("A plate on supports", "cells a side", "frequency over (1), less one", log_x=True, log_y=True)
        .theory("h²", COUNTS, [0.05 * (8 / n) ** 2 for n in COUNTS])
        .computed("grid, mode 11", COUNTS, np.abs(plates["grid"][:, 0] - 1.0))
        .computed("grid, mode 22", COUNTS, np.abs(plates["grid"][:, 3] - 1.0))
        .computed("triangles, mode 11", COUNTS, np.abs(plates["triangles"][:, 0] - 1.0))
        .computed("triangles, mode 22", COUNTS, np.abs(plates["triangles"][:, 3] - 1.0)),
        Plot("A ring", "nodes", "frequency over (2), less one", log_x=True, log_y=True)
        .theory("h²", NODES, [0.2 * (16 / n) ** 2 for n in NODES])
        .computed("2 waves", NODES, np.abs(rings[:, 0] - 1.0))
        .computed("4 waves", NODES, np.abs(rings[:, 2] - 1.0)),
    ]
    return Result("frequencies", "Frequencies on grids and meshes", checks, plots, __doc__ or "")


def _modes(body: Any, held: Any, count: int) -> np.ndarray:
    """The lowest frequencies [Hz] of a body with some coordinates held, from places (n, 3) to bool (n, 3)."""
    simulation = Simulation(Scene(collision=False, bodies=[body]))
    system, _ = of_body(simulation, "body")
    fixed = held(simulation.positions("body"))
    return System(system.stiffness, system.mass, fixed.ravel()).modes(count)[0]


def _plate(kind: str, cells: int) -> np.ndarray:
    if kind == "grid":
        body: Any = Surface(rectangle(1.0, 1.0), id="body", grid=(cells + 1, cells + 1), material=PLATE)
    else:
        u = np.linspace(-0.5, 0.5, cells + 1)
        points = np.stack([*np.meshgrid(u, u, indexing="ij"), np.zeros((cells + 1, cells + 1))], axis=-1)
        number = np.arange((cells + 1) ** 2).reshape(cells + 1, cells + 1)
        a, b, c, d = (
            part.ravel() for part in (number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:])
        )
        faces = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
        body = Mesh(points.reshape(-1, 3), id="body", triangles=faces, material=PLATE)

    def held(x: np.ndarray) -> np.ndarray:
        fixed = np.ones_like(x, dtype=bool)
        fixed[:, 2] = (np.abs(np.abs(x[:, :2]) - 0.5) < 1e-9).any(axis=1)
        return fixed

    return _modes(body, held, len(MODES))


def _ring(count: int) -> np.ndarray:
    angle = 2.0 * np.pi * np.arange(count) / count
    points = np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], axis=1)
    shape = b_spline_curve(points, 1, closed=True)
    body = Curve(shape, id="body", grid=count, periodic=True, plane=(0.0, 0.0, 1.0), material=CORD)
    found = _modes(body, lambda x: np.tile([False, False, True], (len(x), 1)), 9)
    return found[3::2]  # after three rigid motions they come in pairs


def _bar(quadratic: bool) -> float:
    if quadratic:
        points, cells = block((11, 2, 2), (1.0, 0.1, 0.1))
        body: Any = Mesh(points, id="body", tetrahedra=cells, quadratic=True, material=BAR)
    else:
        body = Solid(box(1.0, 0.1, 0.1), id="body", grid=(21, 3, 3), material=BAR)
    return float(_modes(body, lambda x: np.repeat(x[:, :1] < x[:, 0].min() + 1e-9, 3, axis=1), 1)[0])
