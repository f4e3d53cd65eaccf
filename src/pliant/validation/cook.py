"""Cook's membrane: a tapered panel that is sheared and bent, of matter that nearly keeps its volume.

A panel in plane strain is held along one side, 44 long, and a load P per thickness is spread over the opposite one,
which is 16 long and stands 48 away and 44 higher at its lower end. Elements bend and shear in it at once, at all
angles. In small strain the middle of the loaded side moves by

    w = c P/E ,   c = 21.52 (ν = 1/3) ,   c = 18.53 (ν = 0.499) ,                                          (1)

the limit of finer and finer elements of degree two in the plane (computed apart from pliant, with up to 64×64 elements
and extrapolated, to 0.2 %). Compared are linear tetrahedra, which lock at ν = 0.499 on any mesh that one would use,
quadratic ones, and solids on a grid; all of the same cells, one layer of them.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import between, close
from pliant.constraints import Axes
from pliant.forces import Gravity, Target
from pliant.model import Bulk, Mesh, Solid
from pliant.scene.schema import Scene
from pliant.shapes import b_spline_solid
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import settled
from pliant.validation.tetrahedra import block

LIMITS = {1.0 / 3.0: 21.52, 0.499: 18.53}  # c of (1)
CELLS = (4, 8, 16)
LOAD = 1e-5  # P/E: small strain
KINDS = ("linear tetrahedra", "quadratic tetrahedra", "grid")


def run() -> Result:
    tips = {(nu, kind): [_tip(kind, n, nu) / LIMITS[nu] for n in CELLS] for nu in LIMITS for kind in KINDS}
    checks = []
    for nu in LIMITS:
        linear, quadratic, grid = (tips[nu, kind][-1] for kind in KINDS)
        name = f"Cook's membrane, ν = {nu:.3g}, 16×16"
        low, high = (0.75, 0.95) if nu < 0.4 else (0.2, 0.5)
        checks += [
            close(f"{name}, quadratic tetrahedra: w over (1)", quadratic, 1.0, 0.03),
            close(f"{name}, grid: w over (1)", grid, 1.0, 0.03),
            between(f"{name}, linear tetrahedra: w over (1)", linear, low, high),
        ]
    plots = [_plot(f"Cook's membrane, ν = {nu:.3g}", [tips[nu, kind] for kind in KINDS]) for nu in LIMITS]
    return Result("cook", "Cook's membrane", checks, plots, __doc__ or "")


def _plot(title: str, tips: list[list[float]]) -> Plot:
    plot = Plot(title, "cells along a side", "w over (1)").theory("(1)", [CELLS[0], CELLS[-1]], [1.0, 1.0])
    for kind, tip in zip(KINDS, tips, strict=True):
        plot = plot.computed(kind, CELLS, tip)
    return plot


def _tip(kind: str, cells: int, poisson: float) -> float:
    """w E/P."""
    count, depth = cells + 1, 48.0 / cells
    points, tetrahedra = block((count, count, 2), (1.0, 1.0, depth))
    u, v = points[:, 0].copy(), points[:, 1].copy()
    points[:, 0], points[:, 1] = 48.0 * u, 44.0 * u + (44.0 - 28.0 * u) * v
    material = Bulk(young=1.0, poisson=poisson, density=1.0)
    if kind == "grid":
        shape = b_spline_solid(points.reshape(count, count, 2, 3), (1, 1, 1))
        body = Solid(shape, id="panel", grid=(count, count, 2), material=material)
    else:
        quadratic = kind.startswith("quadratic")
        body = Mesh(points, id="panel", tetrahedra=tetrahedra, quadratic=quadratic, material=material)
    scene = Scene(collision=False, bodies=[body])
    simulation = Simulation(scene)
    rest, mass = simulation.positions("panel"), simulation.masses("panel")
    number = np.arange(len(rest))
    held, end = rest[:, 0] < 1e-6, rest[:, 0] > 48.0 - 1e-6
    nodes = [tuple(node) for node in np.argwhere(np.ones(body.grid, dtype=bool)).tolist()]
    scene.pin("panel", nodes=[nodes[k] for k in number[held]])
    scene.add(Axes("panel", "z", nodes=[nodes[k] for k in number[~held]]))
    pull = (0.0, LOAD * depth / mass[end].sum(), 0.0)
    scene.add(Gravity(pull, apply_to=[Target("panel", nodes=[nodes[k] for k in number[end]])]))
    moved = settled(scene).positions("panel") - rest
    middle = np.hypot(rest[:, 0] - 48.0, rest[:, 1] - 52.0) < 1e-6
    return float(moved[middle, 1].mean() / LOAD)
