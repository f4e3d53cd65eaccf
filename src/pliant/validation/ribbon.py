"""A ribbon that is bent in its plane, with one cell across it, two, four and eight.

A beam of length ℓ, width b and thickness t, clamped at one end, with a force F across the other, moves there by

    w = Fℓ³/3EI + 6Fℓ/5Gbt ,    I = tb³/12 ,  G = E/2(1 + ν) .                                            (1)

Cells that bend in their plane must neither shear nor be kept from becoming narrower where they are longer. Those that
do are too stiff by 4/n² with n cells across: locked.
"""

from __future__ import annotations

from pliant.checks import at_most
from pliant.constraints import Clamp
from pliant.forces import Load, Target
from pliant.model import Elastic, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

LENGTH, WIDTH, THICKNESS, YOUNG = 1.0, 0.05, 0.01, 1e9  # m, m, m, Pa
ACROSS = (1, 2, 4, 8)
RATIOS = (0.0, 0.3, 0.5)  # Poisson's


def run() -> Result:
    checks = []
    plot = Plot("A ribbon bent in its plane", "cells across", "deflection over theory")
    plot = plot.theory("(1)", [ACROSS[0], ACROSS[-1]], [1.0, 1.0])
    plot = plot.theory("locked, 1/(1 + 4/n²)", ACROSS, [1.0 / (1.0 + 4.0 / n**2) for n in ACROSS])
    for poisson in RATIOS:
        found = [_deflection(n, poisson) for n in ACROSS]
        plot = plot.computed(f"ν = {poisson:g}", ACROSS, found)
        for n, ratio in zip(ACROSS, found, strict=True):
            checks.append(at_most(f"{n} across, ν = {poisson:g}: distance from (1)", abs(ratio - 1.0), 0.01))
    return Result("ribbon", "A ribbon in its plane", checks, [plot], __doc__ or "")


def _deflection(across: int, poisson: float) -> float:
    """Of the middle of the end, over that of (1)."""
    cells = round(LENGTH / WIDTH) * across
    force = 3e-5 * YOUNG * THICKNESS * WIDTH**3 / 12.0 / LENGTH**2
    scene = Scene(integrator="static", gravity=(0.0, 0.0, 0.0), collision=False)
    matter = Elastic(young=YOUNG, poisson=poisson, thickness=THICKNESS, density=1000.0)
    scene.add(Surface(rectangle(LENGTH, WIDTH), grid=(cells + 1, across + 1), material=matter, id="ribbon"))
    scene.add(Clamp(body="ribbon", edges=["m0"]))
    end = Target("ribbon", nodes=[(cells, n) for n in range(across + 1)])
    scene.add(Load(force=(0.0, force, 0.0), apply_to=[end]))
    simulation = Simulation(scene)
    start = simulation.positions("ribbon").reshape(cells + 1, across + 1, 3)[-1, :, 1].mean()
    simulation.step()
    moved = simulation.positions("ribbon").reshape(cells + 1, across + 1, 3)[-1, :, 1].mean() - start
    bent = force * LENGTH**3 / (3.0 * YOUNG * THICKNESS * WIDTH**3 / 12.0)
    sheared = 1.2 * force * LENGTH * 2.0 * (1.0 + poisson) / (YOUNG * WIDTH * THICKNESS)
    return float(moved / (bent + sheared))
