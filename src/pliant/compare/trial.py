"""One scene through one formulation and one integrator: what a step costs, and where it leads.

The largest stable step is found by bisection: a step is called stable if the bodies come through `PROBE` steps (or the
whole scene, if that is shorter) sound, with no step taken in halves and never with more than `WILD` times the kinetic
energy that the fine run has at its liveliest: what is unstable grows exponentially and soon has more, and what is
nearly so may have several times as much for ever. It is looked for up to `LONGEST`.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from pliant.errors import PliantError, SimulationError
from pliant.integrators.spec import BDF2, RK4
from pliant.model import Sticks
from pliant.recording import Recording
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.simulation.run import record

PROBE = 600  # steps
WILD = 100.0
LONGEST = 0.25  # [s]
SHORTEST = 1e-7  # [s]
FINE = 8  # a fine run has steps this many times shorter
_TIGHT = 1e-4  # tolerance of a fine run
_BISECTIONS = 4  # the last step size is known to 2^(1/16): 4 %
_RETRIES = 5
_TRIED = 5  # steps, to know what they cost
_MARGIN = 0.8  # of the largest stable step, where the scene's own is too long


@dataclass(frozen=True)
class Motion:
    """What a run leaves: positions at common times, energies, and what it cost."""

    times: np.ndarray
    positions: np.ndarray  # (times, nodes of all bodies, 3)
    energy: np.ndarray  # elastic + kinetic + potential [J] at the times
    kinetic: np.ndarray
    dt: float
    steps: int
    seconds: float  # of computing
    recording: Recording | None = None

    @property
    def per_step(self) -> float:
        return self.seconds / max(self.steps, 1)

    def per_second(self, length: float) -> float:
        return self.seconds / length


def of_sticks(scene: Scene) -> bool:
    """Whether the bodies have a scheme of their own, whatever the integrator."""
    return all(isinstance(body.material, Sticks) for body in scene.bodies)


def has_energy(scene: Scene) -> bool:
    """Whether the bodies' forces come from an energy: those of the published variants do not, nor do sticks."""
    return all(body.variant == "exact" and not isinstance(body.material, Sticks) for body in scene.bodies)


def with_scheme(scene: Scene, integrator: Any, dt: float) -> Scene:
    """The scene stepped by another integrator."""
    return scene.model_copy(update={"integrator": integrator, "dt": dt})


def fine_run(scene: Scene, times: np.ndarray, budget: float) -> Motion:
    """The scene with short steps, each solved well: of second order, or by RK4 what implicit schemes cannot take."""
    solver = scene.solver.model_copy(update={"tolerance": min(scene.solver.tolerance or _TIGHT, _TIGHT)})
    scene = scene.model_copy(update={"solver": solver})
    if has_energy(scene):
        return run(with_scheme(scene, BDF2(tolerance=_TIGHT), scene.dt / FINE), times, budget)
    if of_sticks(scene):
        return run(with_scheme(scene, scene.integrator, scene.dt / FINE), times, budget)
    for parts in (4 * FINE, 16 * FINE, 64 * FINE):
        try:
            return run(with_scheme(scene, RK4(), scene.dt / parts), times, budget)
        except SimulationError as error:
            failure = error
    raise failure


class TooSlowError(PliantError):
    """A run that would take longer than the budget; `per_step` [s] is known."""

    def __init__(self, per_step: float, seconds: float, budget: float):
        super().__init__(f"too slow: would take {seconds:.0f} s, and the budget is {budget:.0f} s")
        self.per_step = per_step


def run(scene: Scene, times: np.ndarray, budget: float, *, film: bool = False) -> Motion:
    """Simulate a scene to the last of the times and look at it at each.

    Raises `SimulationError` if it explodes, and `TooSlowError` if it would take more than `budget` [s] of computing.
    """
    simulation = _quiet(scene)
    simulation.step()  # compiles what there is to compile
    begin = perf_counter()
    for _ in range(_TRIED):
        simulation.step()
    per_step = (perf_counter() - begin) / _TRIED
    expected = per_step * float(times[-1]) / scene.dt
    if expected > budget:
        raise TooSlowError(per_step, expected, budget)
    simulation = _quiet(scene)
    positions, energies, kinetic = [], [], []
    spent, step = 0.0, 0
    for time in times:
        until = round(time / scene.dt)
        begin = perf_counter()
        while step < until:
            simulation.step()
            step += 1
        spent += perf_counter() - begin
        if simulation.halvings:
            raise SimulationError("steps had to be taken in halves", body="", step=step)
        positions.append(np.concatenate([simulation.positions(b.name) for b in simulation.model.bodies]))
        found = simulation.energies()
        energies.append(sum(found.values()))
        kinetic.append(found["kinetic"])
    recording = None
    if film:
        every = max(round(1.0 / 60.0 / scene.dt), 1)
        recording = record(_quiet(scene), step, every=every)
    return Motion(
        times, np.array(positions), np.array(energies), np.array(kinetic), scene.dt, step, spent, recording
    )


def _quiet(scene: Scene) -> Simulation:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return Simulation(scene)


def is_stable(scene: Scene, liveliest: float) -> bool:
    """Whether the scene comes through with its own step, given the largest kinetic energy that it should have [J]."""
    steps = min(PROBE, max(round(scene.seconds / scene.dt), 1))
    try:
        simulation = _quiet(scene)
        for done in range(1, steps + 1):
            simulation.step()
            if simulation.halvings:
                return False
            looked_at = done % 20 == 0 or done == steps
            if looked_at and not simulation.energies()["kinetic"] <= WILD * liveliest:
                return False
    except SimulationError:
        return False
    return True


def largest_step(scene: Scene, liveliest: float) -> float:
    """The longest stable step [s], to 4 %; infinite if `LONGEST` is, zero if none is."""
    dt = min(scene.dt, LONGEST)
    if is_stable(with_scheme(scene, scene.integrator, dt), liveliest):
        while dt < LONGEST:
            longer = min(2.0 * dt, LONGEST)
            if not is_stable(with_scheme(scene, scene.integrator, longer), liveliest):
                return _between(scene, liveliest, dt, longer)
            dt = longer
        return np.inf
    while dt > SHORTEST:
        shorter = 0.5 * dt
        if is_stable(with_scheme(scene, scene.integrator, shorter), liveliest):
            return _between(scene, liveliest, shorter, dt)
        dt = shorter
    return 0.0


def _between(scene: Scene, liveliest: float, good: float, bad: float) -> float:
    for _ in range(_BISECTIONS):
        middle = float(np.sqrt(good * bad))
        if is_stable(with_scheme(scene, scene.integrator, middle), liveliest):
            good = middle
        else:
            bad = middle
    return good


def longest_run(
    scene: Scene, largest: float, times: np.ndarray, budget: float, *, film: bool
) -> tuple[Motion, float]:
    """A run with a usable step, and the largest step as far as it then is known.

    What grows slowly may come through the bisection and explode later: steps are then halved.
    """
    for _ in range(_RETRIES):
        dt = usable_step(scene, largest)
        try:
            return run(with_scheme(scene, scene.integrator, dt), times, budget, film=film), largest
        except SimulationError:
            largest = 0.5 * dt
    raise SimulationError(f"explodes also with dt = {dt:.3g} s", body="", step=0)


def usable_step(scene: Scene, largest: float) -> float:
    """The scene's own step, or one that is shorter by a whole factor and stable with some margin."""
    if scene.dt <= largest:
        return scene.dt
    return scene.dt / np.ceil(scene.dt / (_MARGIN * largest))
