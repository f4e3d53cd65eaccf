"""The step loop: events, stepping every body, and a look at its health afterwards."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from pliant.contact.energy import ContactEnergy
from pliant.errors import PliantError, SimulationError
from pliant.integrators.explicit import ExplicitStepper
from pliant.integrators.implicit import ImplicitStepper
from pliant.integrators.semi_implicit import SemiImplicitStepper
from pliant.integrators.spec import BDF2, BackwardEuler, Explicit, SemiImplicit
from pliant.integrators.system import StepReport
from pliant.integrators.warm import COMMAND
from pliant.numerics.compile import announce, kernel
from pliant.scene.build import BodyModel, Model, build, initial_state
from pliant.scene.schema import Scene
from pliant.simulation.events import apply_event, update_holds
from pliant.simulation.state import State
from pliant.solvers import background

# A step that goes wrong is tried again as two of half the length, and those likewise, this often.
_HALVINGS = 4
# A node that moves by more than this many times the body's size in one step has exploded.
_RUNAWAY = 20.0
# A body that starts deeper inside an obstacle than this fraction of its size was hardly meant to.
_OVERLAP = 0.01


class Simulation:
    """A scene being simulated: `step` advances it, `state` is all that changes.

    >>> simulation = Simulation(scene)
    >>> while simulation.time < 1.0:
    ...     simulation.step()
    """

    def __init__(self, scene: Scene, state: State | None = None):
        if not isinstance(scene, Scene):
            raise PliantError(
                f"a Scene is needed, {type(scene).__name__} given; pliant.load(path) reads one from a file"
            )
        if not scene.bodies:
            raise PliantError("the scene has no bodies, so there is nothing to simulate; add one")
        self.scene = scene.model_copy(deep=True)
        self._original = scene.model_dump_json()
        self.events = sorted(self.scene.events, key=lambda event: event.time)
        self._rebuild(self.scene)
        if state is None:
            bodies = {body.name: initial_state(self.scene, body) for body in self.model.bodies}
            state = State(0.0, 0, bodies)
        self.state = state
        self._saved = {name: body.copy() for name, body in state.bodies.items()}
        self.reports: dict[str, StepReport] = {}
        self.halvings = 0  # steps that had to be taken in halves
        self.unconverged = 0  # steps that Newton's method did not solve to its tolerance
        if self.state.step == 0:
            self._warn_of_overlaps()

    # ------------------------------------------------------------ reading

    @property
    def time(self) -> float:
        return self.state.time

    def positions(self, body: str) -> np.ndarray:
        """Positions [m] of a body's nodes in C order of [m, n], shape (nodes, 3)."""
        return self._body(body).layout.gather(self.state.bodies[body].x)

    def velocities(self, body: str) -> np.ndarray:
        """Velocities [m/s], shape (nodes, 3)."""
        return self._body(body).layout.gather(self.state.bodies[body].v)

    def stretch(self, body: str) -> np.ndarray:
        """The largest principal stretch minus one at every node, shape (nodes,)."""
        return self._body(body).stretch(self.state.bodies[body].x)

    def energies(self) -> dict[str, float]:
        """Energies [J] over all bodies: elastic, kinetic, and potential (gravity, springs, contact)."""
        totals = {"elastic": 0.0, "kinetic": 0.0, "potential": 0.0}
        for body in self.model.bodies:
            state = self.state.bodies[body.name]
            for energy in body.system.energies:
                kind = "elastic" if any(energy is one for one in body.elastic) else "potential"
                totals[kind] += energy.stored(state.x)
            nodes = body.layout.nodes
            totals["kinetic"] += 0.5 * float(np.sum(body.system.mass[nodes] * state.v[:, nodes] ** 2))
        return totals

    def _warn_of_overlaps(self) -> None:
        """A body that starts inside an obstacle is thrown out of it: say so."""
        for body in self.model.bodies:
            for energy in body.system.energies:
                if not isinstance(energy, ContactEnergy):
                    continue
                depth = energy.depth(self.state.bodies[body.name].x)
                if depth > _OVERLAP * body.size:
                    warnings.warn(
                        f"body {body.name!r} starts {depth:.3g} m deep inside obstacle {energy.name!r} and will be "
                        "thrown out of it; move one of them",
                        RuntimeWarning,
                        stacklevel=3,
                    )

    def _body(self, name: str) -> BodyModel:
        if name not in self.state.bodies:
            known = ", ".join(self.state.bodies)
            raise PliantError(f"there is no body named {name!r}; there is {known or 'none'}")
        return self.model.body(name)

    # ------------------------------------------------------------ stepping

    def step(self) -> None:
        """Advance by one time step `dt` of the scene."""
        state = self.state
        self._apply_events()
        for body in self.model.bodies:
            self._saved[body.name].copy_from(state.bodies[body.name])
        self._advance(state.time, self.scene.dt, _HALVINGS)
        state.step += 1
        state.time = state.step * self.scene.dt

    def _advance(self, time: float, dt: float, tries: int) -> None:
        """Step all bodies from `time` by `dt`; after a failure go back and take two half steps."""
        before = (
            {name: body.copy() for name, body in self.state.bodies.items()}
            if tries < _HALVINGS
            else self._saved
        )
        update_holds(self, time + dt)
        for body in self.model.bodies:
            state = self.state.bodies[body.name]
            report = self.reports[body.name] = self._steppers[body.name].step(state, time, dt)
            sound = is_sound(state.x, before[body.name].x, body.layout.span, _RUNAWAY * body.size)
            if sound and (not report.stuck or tries == 0):
                self.unconverged += not report.converged
                continue
            for name, saved in before.items():
                self.state.bodies[name].copy_from(saved)
            if tries == 0:
                raise self._failure(body, time)
            self.halvings += 1
            for saved in self.state.bodies.values():
                saved.history[0] = 0.0
            self._advance(time, 0.5 * dt, tries - 1)
            self._advance(time + 0.5 * dt, 0.5 * dt, tries - 1)
            for stepped in self.state.bodies.values():
                stepped.history[0] = 0.0  # the step before was of another length
            return

    def _failure(self, body: BodyModel, time: float) -> SimulationError:
        step = self.state.step + 1
        cause = (
            "the published variants are unstable under compression and at large steps: use the variant 'exact'"
            if body.system.secants
            else "a step too large for an explicit scheme: use 'bdf2' or a smaller dt"
            if isinstance(self.scene.integrator, Explicit)
            else "forces or stiffnesses that are too large for the step: use a smaller dt"
        )
        return SimulationError(
            f"body {body.name!r} exploded in step {step} at t = {time:.4g} s, also with dt reduced to "
            f"{self.scene.dt / 2**_HALVINGS:.3g} s. Likely cause: {cause}. Everything recorded so far is kept.",
            body=body.name,
            step=step,
        )

    # ------------------------------------------------------------ changing

    def _apply_events(self) -> None:
        state = self.state
        while state.events_done < len(self.events):
            event = self.events[state.events_done]
            if event.time > state.time + 1e-9 * self.scene.dt:
                break
            apply_event(self, event)
            state.events_done += 1

    def replace_scene(self, scene: Scene) -> None:
        """Go on with another scene of the same bodies and grids, keeping the state."""
        self._rebuild(scene)

    def _rebuild(self, scene: Scene) -> None:
        announce("the simulation")
        if isinstance(scene.integrator, BDF2 | BackwardEuler):
            background.start(COMMAND)
        self.scene = scene
        self.model: Model = build(scene)
        self._steppers = {body.name: _stepper(scene, body) for body in self.model.bodies}

    # ------------------------------------------------------------ keeping

    def checkpoint(self, path: str | Path) -> None:
        """Write everything needed to go on later, bit for bit."""
        self.state.save(path, self._original)

    @classmethod
    def restore(cls, path: str | Path) -> Simulation:
        """Go on from a checkpoint."""
        state, scene_json = State.load(path)
        simulation = cls(Scene(**json.loads(scene_json)), state)
        # Parameters that events had changed by then; what is in the arrays is in the state already.
        for event in simulation.events[: state.events_done]:
            if event.kind == "set":
                apply_event(simulation, event, parameters_only=True)
        update_holds(simulation, state.time)
        return simulation


def _stepper(scene: Scene, body: BodyModel) -> Any:
    spec, system = scene.integrator, body.system
    if isinstance(spec, Explicit):
        return ExplicitStepper(spec, system)
    solver = system.make_solver(scene.solver)
    if isinstance(spec, SemiImplicit):
        return SemiImplicitStepper(spec, system, solver)
    return ImplicitStepper(spec, system, solver)


@kernel
def is_sound(x, before, span, limit):
    """Whether every node is finite and none has moved by more than `limit`."""
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            dx, dy, dz = x[0, p] - before[0, p], x[1, p] - before[1, p], x[2, p] - before[2, p]
            if not dx * dx + dy * dy + dz * dz <= limit * limit:
                return False
    return True
