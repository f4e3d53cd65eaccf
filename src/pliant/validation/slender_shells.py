"""Thin shells that turn far: a slit ring that is pulled apart, and a hemisphere that is pulled and pressed.

A flat ring with radii 6 and 10 is slit and clamped at one side of the slit; the other side is drawn up by 0.8 per unit
of its length (E = 21·10⁶, ν = 0, thickness 0.03). Its ends rise by 13.891 and 17.528, more than its radius. A
hemisphere with radius 10 and a hole of 18° around its pole (E = 6.825·10⁷, ν = 0.3, thickness 0.04) is pulled outwards
at two points of its equator and pressed inwards at two: by 0.0940 where the load is 2 and everything is linear, by
4.067 and 8.178 where it is 400. Both bend nearly without being stretched: cells that cannot do so are far too stiff.
The numbers are those of Sze, Liu & Lo (*Popular benchmark problems for geometric nonlinear analysis of shells*, 2004)
and of MacNeal & Harder (1985). Each load is put on in one step.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_most
from pliant.constraints import Axes
from pliant.forces import Load, Target
from pliant.integrators.spec import Static
from pliant.model import Elastic, Mesh, Surface
from pliant.scene.schema import Scene
from pliant.shapes import arc, line, revolve
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.triangles import rectangle_of

RISEN = np.array([13.891, 17.528])
LINEAR, FAR = np.array([0.0940, 0.0940]), np.array([4.067, 8.178])
RINGS = ((16, 4), (30, 6), (60, 10))
QUADRANT = (8, 16)
_TURN = 2.0 * np.pi * (1.0 - 1e-5)  # the two sides of the slit are not one


def run() -> Result:
    rings = np.array([_ring_of_cells(*cells) for cells in RINGS]) / RISEN - 1.0
    triangles = _ring_of_triangles(60, 10) / RISEN - 1.0
    linear = np.array([_hemisphere(n, 2.0) for n in QUADRANT]) / LINEAR - 1.0
    far = _hemisphere(QUADRANT[-1], 400.0) / FAR - 1.0
    checks = [
        at_most(f"slit ring, {m}×{n} cells: error of both ends", float(np.abs(error).max()), bound)
        for (m, n), error, bound in zip(RINGS, rings, (0.02, 0.005, 0.005), strict=True)
    ]
    checks += [
        at_most("slit ring, 60×10 triangles, both diagonals: error", float(np.abs(triangles).max()), 0.04),
        at_most("hemisphere, 16 cells a quadrant, load 2: error", float(np.abs(linear[-1]).max()), 0.02),
        at_most("hemisphere, 16 cells a quadrant, load 400: error", float(np.abs(far).max()), 0.04),
    ]
    sizes = [1.0 / m for m, _ in RINGS]
    plots = [
        Plot("A slit ring that is drawn up", "1/cells around", "relative error")
        .theory("exact", [0.0, sizes[0]], [0.0, 0.0])
        .computed("inner end", sizes, rings[:, 0])
        .computed("outer end", sizes, rings[:, 1])
        .computed("triangles, inner end", [1.0 / 60], [triangles[0]]),
        Plot("A hemisphere, pulled and pressed", "1/cells a quadrant", "relative error")
        .theory("exact", [0.0, 1.0 / QUADRANT[0]], [0.0, 0.0])
        .computed("load 2, outwards", [1.0 / n for n in QUADRANT], linear[:, 0])
        .computed("load 2, inwards", [1.0 / n for n in QUADRANT], linear[:, 1])
        .computed("load 400, outwards", [1.0 / QUADRANT[-1]], far[:1])
        .computed("load 400, inwards", [1.0 / QUADRANT[-1]], far[1:]),
    ]
    return Result("slender_shells", "Slender shells that turn far", checks, plots, __doc__ or "")


def _empty() -> Scene:
    return Scene(integrator=Static(tolerance=1e-5), gravity=(0.0, 0.0, 0.0), collision=False)


_RING = Elastic(young=21e6, poisson=0.0, thickness=0.03, density=1000.0)
_DOME = Elastic(young=6.825e7, poisson=0.3, thickness=0.04, density=1000.0)


def _draw_up(scene: Scene, end: list[tuple[int, ...]]) -> np.ndarray:
    """How high the first and the last of the nodes at an end come, at equal distances from each other."""
    share = np.full(len(end), 1.0 / (len(end) - 1))
    share[[0, -1]] *= 0.5
    for node, part in zip(end, share, strict=True):
        scene.add(Load(force=(0.0, 0.0, 0.8 * 4.0 * part), apply_to=[Target("ring", nodes=[node])]))
    simulation = Simulation(scene)
    simulation.step()
    height = simulation.positions("ring")[:, 2].reshape(scene.bodies[0].grid)
    return np.array([height[end[0]], height[end[-1]]])


def _ring_of_cells(around: int, across: int) -> np.ndarray:
    scene, flat = _empty(), revolve(line((6.0, 0.0, 0.0), (10.0, 0.0, 0.0)), angle=_TURN)
    scene.add(Surface(flat, grid=(around + 1, across + 1), material=_RING, id="ring"))
    scene.clamp("ring", edges=["m0"])
    return _draw_up(scene, [(around, n) for n in range(across + 1)])


def _ring_of_triangles(around: int, across: int) -> np.ndarray:
    points, faces = rectangle_of(_TURN, 4.0, around, across, "both")
    angle, radius = points[:, 0], 6.0 + points[:, 1]
    places = np.stack([radius * np.cos(angle), radius * np.sin(angle), 0.0 * radius], axis=1)
    scene = _empty()
    scene.add(Mesh(places, triangles=faces, material=_RING, id="ring"))
    scene.clamp("ring", nodes=[(int(k),) for k in np.flatnonzero(angle < 1e-9)])
    end = np.flatnonzero(angle > _TURN - 1e-9)
    return _draw_up(scene, [(int(k),) for k in end[np.argsort(radius[end])]])


def _hemisphere(cells: int, load: float) -> np.ndarray:
    """How far the points move that are pulled, and those that are pressed."""
    scene, profile = _empty(), arc(10.0, angle=np.radians(72.0), u=(1, 0, 0), v=(0, 0, 1))
    grid = (4 * cells, cells + 1)
    scene.add(Surface(revolve(profile), grid=grid, periodic=(True, False), material=_DOME, id="dome"))
    for k in range(4):
        angle, sign = 0.5 * np.pi * k, 1.0 - 2.0 * (k % 2)
        force = sign * load * np.array([np.cos(angle), np.sin(angle), 0.0])
        scene.add(Load(force=tuple(force), apply_to=[Target("dome", nodes=[(k * cells, 0)])]))
    # two planes of symmetry, and one point that does not rise
    for axis, sides in (("y", (0, 2)), ("x", (1, 3))):
        scene.add(Axes("dome", axis, nodes=[(k * cells, end) for k in sides for end in (0, cells)]))
    scene.add(Axes("dome", "z", nodes=[(0, cells)]))
    simulation = Simulation(scene)
    simulation.step()
    equator = simulation.positions("dome").reshape(*grid, 3)[:, 0]
    radii = np.linalg.norm(equator[[0, cells], :2], axis=1)
    return np.abs(radii - 10.0)
