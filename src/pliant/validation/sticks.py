"""A chain of sticks that hangs by one end: how long it is, whatever the number of iterations.

Of n sticks with compliance α and n masses m below the pin, the k-th from below bears k of them:

    Δℓ = Σ α k m g = ½ α m g n(n + 1)                                                                       (1)

Within a step, sweep after sweep carries the load one stick further. How far it must be carried is how far a wave runs
in a step: √κ sticks with κ = Δt²/(αm), which takes some 3κ + 2 sweeps (measured here; a random walk takes the square of
the way). With less, the chain is softer than α says. `substeps` divide κ by their square: for κ = 10, four of them with
5 sweeps each do what 40 sweeps do at once.

Rigid sticks (α = 0) have no such number: κ is infinite, and what a plain chain stretches by depends on the sweeps.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_least, at_most
from pliant.model import Curve, Sticks
from pliant.scene.schema import Scene
from pliant.shapes import line
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

COUNT, MASS, GRAVITY, DT = 20, 0.01, 9.81, 0.01
SWEEPS = (5, 10, 20, 40, 80)
CASES = ((1.0, 1), (10.0, 4), (10.0, 1), (100.0, 1))  # κ and substeps
ENOUGH = 2  # so many of them are within 2 % for all SWEEPS


def run() -> Result:
    checks, plot = [], Plot("A hanging chain of compliant sticks", "iterations", "Δℓ over (1)")
    plot = plot.theory("(1)", [SWEEPS[0], SWEEPS[-1]], [1.0, 1.0])
    for number, (kappa, substeps) in enumerate(CASES):
        alpha = DT**2 / (kappa * MASS)
        wanted = 0.5 * alpha * MASS * GRAVITY * COUNT * (COUNT + 1)
        found = [_stretched(sweeps, alpha, substeps) / wanted for sweeps in SWEEPS]
        divided = f", {substeps} substeps" if substeps > 1 else ""
        plot = plot.computed(f"κ = {kappa:g}{divided}", SWEEPS, found)
        if number < ENOUGH:
            for sweeps, ratio in zip(SWEEPS, found, strict=True):
                claim = f"κ = {kappa:g}{divided}, {sweeps} iterations: extension against (1), relative error"
                checks.append(at_most(claim, abs(ratio - 1.0), 0.02))
            apart = max(found) / min(found) - 1.0
            checks.append(at_most(f"κ = {kappa:g}{divided}: how far they are apart", apart, 0.02))
        else:
            enough = 3 * kappa + 2
            few = [abs(ratio - 1.0) for sweeps, ratio in zip(SWEEPS, found, strict=True) if sweeps > enough]
            if few:
                checks.append(at_most(f"κ = {kappa:g}, more than 3κ + 2 iterations: error", max(few), 0.02))
    rigid = [1e3 * _stretched(sweeps, 0.0, 1) for sweeps in SWEEPS]
    claim = f"rigid sticks stretch by what the sweeps leave: {SWEEPS[0]} iterations over {SWEEPS[-1]}"
    checks.append(at_least(claim, rigid[0] / rigid[-1], 5.0))
    plots = [
        plot,
        Plot("The same of rigid sticks", "iterations", "Δℓ [mm] of 1 m").computed("α = 0", SWEEPS, rigid),
    ]
    return Result("sticks", "A hanging chain of sticks", checks, plots, __doc__ or "")


def _stretched(sweeps: int, alpha: float, substeps: int) -> float:
    """By how much a chain of 1 m is longer when it hangs still [m]."""
    slowest = 0.5 * np.pi / COUNT * np.sqrt(1.0 / (alpha or DT**2 / MASS) / MASS)  # frequency [1/s]
    material = Sticks(
        mass=MASS,
        drag=2.0 * MASS * slowest,
        rigidity=1,
        iterations=sweeps,
        substeps=substeps,
        compliance=alpha,
    )
    scene = Scene(collision=False, gravity=GRAVITY, dt=DT)
    scene.add(Curve(line((0, 0, 0), (0, 0, -1)), id="chain", grid=COUNT + 1, material=material))
    scene.pin("chain", corners="0")
    simulation = Simulation(scene)
    for _ in range(int(15.0 / slowest / DT) + 20):
        simulation.step()
    return -float(simulation.positions("chain")[-1, 2]) - 1.0
