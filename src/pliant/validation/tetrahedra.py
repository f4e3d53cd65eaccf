"""A bar of tetrahedra: too stiff on coarse meshes, and how that fades.

F is constant in a tetrahedron, so a bent bar has to show stretch and shear where its strain should change from one
side to the other. The bar of *Bent and twisted bar*, its cubic cells cut into six tetrahedra each, is compared with
theory: it is stiffer by

    w(ℓ)/w − 1 ≈ c/N² ,    N cells across,                                                                 (1)

with c ≈ 4.5 for ν = 0.3: half as soft as it should be with two cells across, 7 % too stiff with eight. For ν → ½ it is
worse: every tetrahedron asks for its own volume, of which there are six times as many as nodes ("locking"), and with ν
= 0.49 and four cells across the bar bends by less than a third of what it should. Where the shape allows, a solid on a
grid is the better choice; where it does not, take four cells or more across the thinnest part. Uniform strain is exact
(*Patch test*), and bodies that are not slender are not concerned.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import between
from pliant.forces import Gravity, Target
from pliant.model import Bulk, Mesh
from pliant.scene.schema import Scene
from pliant.validation.bar import LENGTH, LOAD, SHARP, SIDE, YOUNG, deflection
from pliant.validation.result import Plot, Result
from pliant.validation.states import settled

ACROSS = (2, 4, 8)


def run() -> Result:
    tips = [_tip(n, 0.3) for n in ACROSS]
    locked = [_tip(n, 0.49) for n in ACROSS[:2]]
    order = float(np.log2((1 / tips[0] - 1) / (1 / tips[2] - 1)) / 2)
    checks = [
        between("tetrahedra, 2 cells across: tip over beam theory", tips[0], 0.45, 0.6),
        between("tetrahedra, 4 cells across: tip over beam theory", tips[1], 0.75, 0.85),
        between("tetrahedra, 8 cells across: tip over beam theory", tips[2], 0.9, 1.0),
        between("tetrahedra: observed order of convergence", order, 1.6, 2.3),
        between("tetrahedra, ν = 0.49, 4 cells across: tip over beam theory", locked[1], 0.2, 0.4),
    ]
    plot = (
        Plot("A bent bar of tetrahedra", "cells across", "tip over beam theory")
        .theory("beam theory", [ACROSS[0], ACROSS[-1]], [1.0, 1.0])
        .theory("1/(1 + 4.5/N²)", [2, 3, 4, 5, 6, 7, 8], [1 / (1 + 4.5 / n**2) for n in range(2, 9)])
        .computed("ν = 0.3", ACROSS, tips)
        .computed("ν = 0.49", ACROSS[:2], locked)
    )
    return Result("tetrahedra", "Bar of tetrahedra", checks, [plot], __doc__ or "")


def block(counts: tuple[int, int, int], size: tuple[float, float, float]) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 3) of a grid, and tetrahedra (t, 4): six in each cell, about the diagonal from [0, 0, 0]."""
    axes = [np.linspace(0.0, edge, count) for edge, count in zip(size, counts, strict=True)]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    number = np.arange(len(points)).reshape(counts)
    first = number[:-1, :-1, :-1].ravel()
    steps = [number[1, 0, 0], number[0, 1, 0], number[0, 0, 1]]
    cells = []
    for a, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (1, 0, 2), (2, 1, 0)):
        one, two = steps[a], steps[a] + steps[b]
        cells.append(np.stack([first, first + one, first + two, first + two + steps[c]], axis=1))
    return points, np.concatenate(cells)


def _tip(cells: int, poisson: float) -> float:
    """Deflection of the tip over that of beam theory."""
    counts = (round(LENGTH / SIDE) * cells + 1, cells + 1, cells + 1)
    points, tetrahedra = block(counts, (LENGTH, SIDE, SIDE))
    scene = Scene(collision=False)
    material = Bulk(young=YOUNG, poisson=poisson, density=1.0)
    scene.add(Mesh(points, id="bar", tetrahedra=tetrahedra, material=material))
    scene.pin("bar", nodes=[(int(k),) for k in np.flatnonzero(points[:, 0] == 0.0)])
    end = np.flatnonzero(points[:, 0] == LENGTH)
    mass = SIDE**2 * LENGTH / (counts[0] - 1) / 2
    chosen = [(int(k),) for k in end]
    scene.add(Gravity((0.0, 0.0, -LOAD / mass), apply_to=[Target("bar", nodes=chosen)]))
    simulation = settled(scene, solver=SHARP)
    moved = simulation.positions("bar")[end, 2] - points[end, 2]
    return float(-moved.mean() / deflection(LENGTH, poisson))
