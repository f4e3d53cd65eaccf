"""A bar of tetrahedra: linear ones are too stiff on coarse meshes, quadratic ones are not.

F is constant in a tetrahedron, so a bent bar has to show stretch and shear where its strain should change from one
side to the other. The bar of *Bent and twisted bar*, its cubic cells cut into six tetrahedra each, is compared with
theory: it is stiffer by

    w(ℓ)/w − 1 ≈ c/N² ,    N cells across,                                                                 (1)

with c ≈ 4.5 for ν = 0.3: half as soft as it should be with two cells across, 7 % too stiff with eight. For ν → ½ it is
worse: every tetrahedron asks for its own volume, of which there are six times as many as nodes ("locking"), and with ν
= 0.49 and four cells across the bar bends by less than a third of what it should. Where the shape allows, a solid on a
grid is the better choice; where it does not, take four cells or more across the thinnest part, or tetrahedra that are
`quadratic`, with nodes in the middles of their edges: they are right with a single cell across. Uniform strain is exact
(*Patch test*), and bodies that are not slender are not concerned.

Matter that flows keeps its volume while it does, so that linear tetrahedra lock whatever ν is. A Maxwell body relaxes
in shear alone: by the principle of correspondence a bar that bears a load from t = 0 creeps as

    w(t)/w(0) = E [1/9K + (1 + t/τ)/3μ] .                                                                  (2)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.checks import between, close
from pliant.forces import Gravity, Target
from pliant.integrators.spec import BackwardEuler
from pliant.model import Bulk, Mesh
from pliant.model.flow import Maxwell
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.validation.bar import LENGTH, LOAD, POISSON, SHARP, SIDE, YOUNG, deflection
from pliant.validation.result import Plot, Result
from pliant.validation.states import followed, settled

ACROSS = (2, 4, 8)
TAU, DT = 1000.0, 125.0  # [s]: slow beside the bar's own motion


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
    fine = [_tip(1, 0.3, True), _tip(2, 0.3, True)]
    soft = _tip(1, 0.49, True)
    t, crept = _creep()
    wanted = _crept(t)
    checks += [
        close("quadratic tetrahedra, 1 cell across: tip over beam theory", fine[0], 1.0, 0.05),
        close("quadratic tetrahedra, 2 cells across: tip over beam theory", fine[1], 1.0, 0.03),
        close("quadratic tetrahedra, ν = 0.49, 1 cell across: tip over beam theory", soft, 1.0, 0.05),
        close("quadratic tetrahedra that creep, 2 cells across: w(4τ)/w(0)", crept[-1], wanted[-1], 0.03),
    ]
    plot = (
        Plot("A bent bar of tetrahedra", "cells across", "tip over beam theory")
        .theory("beam theory", [ACROSS[0], ACROSS[-1]], [1.0, 1.0])
        .theory("1/(1 + 4.5/N²)", [2, 3, 4, 5, 6, 7, 8], [1 / (1 + 4.5 / n**2) for n in range(2, 9)])
        .computed("ν = 0.3", ACROSS, tips)
        .computed("ν = 0.49", ACROSS[:2], locked)
        .computed("quadratic, ν = 0.3", (1, 2), fine)
        .computed("quadratic, ν = 0.49", (1,), (soft,))
    )
    creep = (
        Plot("A bar of quadratic tetrahedra that creeps", "time over τ", "w(t)/w(0)")
        .theory("(2)", t, wanted)
        .computed("2 cells across", t[::2], crept[::2])
    )
    return Result("tetrahedra", "Bar of tetrahedra", checks, [plot, creep], __doc__ or "")


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


def _tip(cells: int, poisson: float, quadratic: bool = False) -> float:
    """Deflection of the tip over that of beam theory."""
    scene, rest, end = _loaded(cells, poisson, quadratic)
    moved = settled(scene, solver=SHARP).positions("bar")[end, 2] - rest[end, 2]
    return float(-moved.mean() / deflection(LENGTH, poisson))


def _loaded(
    cells: int, poisson: float, quadratic: bool, **options: Any
) -> tuple[Scene, np.ndarray, np.ndarray]:
    """A bar held at one end with a load on the other, its nodes at rest, and which of them bear the load."""
    counts = (round(LENGTH / SIDE) * cells + 1, cells + 1, cells + 1)
    points, tetrahedra = block(counts, (LENGTH, SIDE, SIDE))
    material = Bulk(young=YOUNG, poisson=poisson, density=1.0)
    bar = Mesh(points, id="bar", tetrahedra=tetrahedra, quadratic=quadratic, material=material, **options)
    scene = Scene(collision=False, bodies=[bar])
    simulation = Simulation(scene)
    rest, mass = simulation.positions("bar"), simulation.masses("bar")
    end = np.flatnonzero(rest[:, 0] > LENGTH - 1e-9)
    scene.pin("bar", nodes=[(int(k),) for k in np.flatnonzero(rest[:, 0] < 1e-9)])
    chosen = Target("bar", nodes=[(int(k),) for k in end])
    scene.add(Gravity((0.0, 0.0, -LOAD / mass[end].sum()), apply_to=[chosen]))
    return scene, rest, end


def _creep() -> tuple[np.ndarray, np.ndarray]:
    """Times over τ, and w(t)/w(0) of a bar with two cells across that flows by Maxwell's law."""
    scene, rest, end = _loaded(2, POISSON, True, flow=Maxwell(relaxation_time=TAU))
    elastic, _, _ = _loaded(2, POISSON, True)
    first = -(settled(elastic, solver=SHARP).positions("bar")[end, 2] - rest[end, 2]).mean()
    slow = {"dt": DT, "integrator": BackwardEuler(tolerance=1e-9, newton_iterations=30), "solver": SHARP}
    simulation = Simulation(scene.model_copy(update=slow))
    times, tips = followed(
        simulation, 4.0 * TAU, lambda: -(simulation.positions("bar")[end, 2] - rest[end, 2]).mean() / first
    )
    return times[1:] / TAU, tips[1:]


def _crept(t: np.ndarray) -> np.ndarray:
    """(2)."""
    shear, bulk = YOUNG / (2.0 * (1.0 + POISSON)), YOUNG / (3.0 * (1.0 - 2.0 * POISSON))
    return YOUNG * (1.0 / (9.0 * bulk) + (1.0 + t) / (3.0 * shear))
