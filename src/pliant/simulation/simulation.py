"""The step loop: events, stepping every body, and a look at its health afterwards."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pliant.build.model import BodyModel, Model, build, initial_state, rejoin, remember, solved_kinds, torn
from pliant.build.start import build_start, make_start
from pliant.contact.shell import Shell
from pliant.energies.heat import TEMPERATURE
from pliant.errors import PliantError, PliantWarning, warn
from pliant.integrators.compile_ahead import half_for
from pliant.integrators.spec import BDF2, BackwardEuler, ExplicitScheme
from pliant.integrators.system import Stepper, StepReport
from pliant.model.breaking import Link
from pliant.numerics.compile import announce
from pliant.recording.contacts import Contacts
from pliant.recording.reactions import Reaction
from pliant.recording.readings import FIELDS, READINGS, TOTALS
from pliant.scene.changes import can_continue
from pliant.scene.events import Cool, Cut, Event, Heat
from pliant.scene.meeting import strangers
from pliant.scene.schema import Scene
from pliant.scene.write import require_writable
from pliant.simulation import checkpoint, compile_contact, readings
from pliant.simulation.advance import advance
from pliant.simulation.contacts import contact_forces, contacts, pressure
from pliant.simulation.energy_balance.entries import Balance
from pliant.simulation.energy_balance.ledger import open_balance, read_balance
from pliant.simulation.events import E, apply_event, follow_constraints, timed
from pliant.simulation.hands import hands_at, is_pinned, lead
from pliant.simulation.health import require_finite
from pliant.simulation.joints import begin as begin_joints
from pliant.simulation.joints import break_joints
from pliant.simulation.lags import follow
from pliant.simulation.obstacles import ObstacleMeshes
from pliant.simulation.origin import count_breaks, fitted, join_timeline, origin
from pliant.simulation.placing import set_positions, set_velocities
from pliant.simulation.probes import probe
from pliant.simulation.reactions import names as reaction_names
from pliant.simulation.reactions import reaction
from pliant.simulation.state import State, start_anew
from pliant.simulation.steppers import carried_on, make_steppers
from pliant.simulation.tearing import damage, tear
from pliant.simulation.watch import Watch
from pliant.simulation.world import World
from pliant.solvers import compile_process as background
from pliant.topology.pieces import Piece, debris, pieces

# A body that starts deeper inside an obstacle than this fraction of its size was hardly meant to.
_OVERLAP = 0.01
# Steps within which a joint is met that was moved somewhere else while it ran.
_FOLLOWED = 4.0
# Springs of hands: stiffness times Δt² over the mass of the body, and of a node under an explicit scheme.
_FIRM = 0.3
_SOFT = 0.5


class Simulation:
    """A scene being simulated: `step` advances it, `apply` lets something happen, `state` is all that changes.

    >>> simulation = Simulation(scene)
    >>> while simulation.time < 1.0:
    ...     simulation.step()
    """

    def __init__(self, scene: Scene, state: State | None = None, *, energy_balance: bool = False):
        """Simulate a scene from its start, or from a copy of a `state` of it, such as `simulation.state`."""
        self._begin(scene, state, None)
        if energy_balance:
            self.keep_energy_balance()

    def _begin(self, scene: Scene, state: State | None, present: Scene | None) -> None:
        """Begin with the parameters of a scene, or with those that it had come to at the `present`."""
        _require_scene(scene)
        if not scene.bodies:
            raise PliantError("the scene has no bodies, so there is nothing to simulate; add one")
        scene.check()
        self._start = scene.model_copy(deep=True)
        self.events: list[Event] = sorted(self._start.events, key=lambda event: event.time)
        self.parameters = _without_events(present or self._start)  # the scene as it is at present
        _announce(self.parameters)
        start = build_start(self._start if present else self.parameters)
        self.model: Model = build(self.parameters, start) if present else start
        self._steppers = make_steppers(self.model)
        if state is None:
            bodies = {body.name: initial_state(self.parameters, body) for body in self.model.bodies}
            for done in make_start(self.model, bodies):
                warn(done)
            self.state = State(0.0, 0, bodies)
        else:
            self.state = fitted(state, self.model)
            join_timeline(self.state, self.events, self.parameters.dt, own=present is not None)
        self._world = World(self.model, self._steppers, self._start, self.state.lags)
        self.state.joints = begin_joints(self.model, self.state.bodies, self.state.time, self.state.joints)
        self.state.origin = origin(self.model)
        if self.state.exempt is not None:
            self._world.exempt_only(self.state.exempt)
        self.state.exempt = self._world.exempt
        self._saved = {name: body.copy() for name, body in self.state.bodies.items()}
        extent = 4.0 * max((body.size for body in self.model.bodies), default=1.0)
        self.obstacles = ObstacleMeshes(self._start.obstacles, extent)
        self.watch = Watch(self, strangers(self.parameters))
        self._farthest: dict[str, float] = {}  # how far the fastest node of each body went in the step [m]
        self.reports: dict[str, StepReport] = {}
        self.halvings = 0  # steps that went wrong and had to be taken in halves
        self.parts = 0  # steps that the last one of the scene was made of
        self.unconverged = 0  # steps that Newton's method did not solve to its tolerance
        if self.state.step == 0:
            self._warn_of_overlaps()

    def clone(self) -> Simulation:
        """Another simulation of the same at this moment, which goes on independently: alike, bit for bit."""
        other = Simulation.__new__(Simulation)
        other._begin(self.script(), self.state, self.parameters)
        other.halvings, other.unconverged = self.halvings, self.unconverged
        return other

    def reset(self) -> None:
        """Go back to the start of the scene. What was changed or applied since is forgotten: see `script`."""
        kept = bool(self.state.energy_balance)
        self._begin(self._start, None, None)
        self.keep_energy_balance(kept)

    def set_positions(self, body: str, positions: Any) -> None:
        """Put the nodes of a body somewhere, (nodes, 3) [m]; pinned ones are pinned where they are put.

        What would cross something then is refused, by names and places. This is no event: `script` does not have it,
        checkpoints have. Velocities stay as they are.
        """
        self._apply_events()
        set_positions(self.model, self.state, self._body(body), positions)

    def set_velocities(self, body: str, velocities: Any) -> None:
        """Give the nodes of a body velocities, (nodes, 3) [m/s]; those of pinned ones stay. This is no event either."""
        self._apply_events()
        set_velocities(self.state, self._body(body), velocities)

    def lead(self, grab: str, to: Any, seconds: float | None = None) -> None:
        """Send a hand to a place [m], to be there after so many seconds, by default at the end of the next step.

        This is no event, as `Move` is, and costs next to nothing: for what is led anew in every step. `script` does not
        have it, checkpoints have.
        """
        self._apply_events()
        lead(self.state, grab, to, self.parameters.dt if seconds is None else seconds)

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *exception: object) -> None:
        """Nothing is left open: what was written is whole at any time."""

    def __repr__(self) -> str:
        when = f"at t = {self.time:g} s (step {self.state.step})"
        return f"<Simulation of {self.parameters.id!r} {when}: {_bodies(self)}>"

    # ------------------------------------------------------------ reading

    @property
    def time(self) -> float:
        """The simulated time [s]."""
        return self.state.time

    @property
    def scene(self) -> Scene:
        """The scene with its parameters as they are at present, and all events."""
        return self.parameters.model_copy(update={"events": list(self.events)})

    def script(self) -> Scene:
        """The scene as it started, with everything that has happened since, and will, as events.

        Simulated anew it gives the same positions, bit for bit (unless `replace_scene` was called, which is no event).
        """
        return self._start.model_copy(update={"events": list(self.events)})

    @property
    def shells(self) -> list[Shell]:
        """The obstacles that bodies meet as they meet other bodies."""
        return self._world.shells

    def moved_obstacles(self) -> dict[str, np.ndarray]:
        """Vertices of the obstacles that are not as they were at the start, (V, 3) float32, by id."""
        return self.obstacles.moved(self.parameters.obstacles, self.time)

    def positions(self, body: str) -> np.ndarray:
        """Positions [m] of a body's nodes in C order of [m, n], shape (nodes, 3)."""
        return self._body(body).layout.gather(self.state.bodies[body].x)

    def masses(self, body: str) -> np.ndarray:
        """Masses [kg] of a body's nodes, shape (nodes,)."""
        return self._body(body).layout.gather(self._body(body).system.mass)

    def velocities(self, body: str) -> np.ndarray:
        """Velocities [m/s], shape (nodes, 3)."""
        return self._body(body).layout.gather(self.state.bodies[body].v)

    def speed(self, body: str) -> np.ndarray:
        """Speeds [m/s], shape (nodes,)."""
        return np.linalg.norm(self.velocities(body), axis=1)

    def stretch(self, body: str) -> np.ndarray:
        """The largest principal stretch minus one at every node, shape (nodes,)."""
        return self._body(body).shape.gauge.stretch(self.state.bodies[body].x)

    def fields(self, body: str) -> tuple[str, ...]:
        """The names of the readings with one number per node that a body has."""
        return tuple(name for name in FIELDS if self.has(body, name))

    def has(self, body: str, name: str) -> bool:
        """Whether a body has a reading, or what is told of it as a whole."""
        one = READINGS.get(name) or TOTALS.get(name)
        spec, memory = self._body(body).spec, self.state.bodies[body].memory
        return one is not None and one.has(spec, memory)

    def probe(self, name: str, body: str, at: str = "nodes") -> Any:
        """Whatever can be read of a body: strain, stress, what its sections bear, numbers of the whole; or a reading.

        Tensors are in space, (nodes, 3, 3), or with `at="elements"` of its cells, triangles, tetrahedra or edges:
        "strain", "stress" [Pa], of sheets "membrane_force" [N/m]. "principal_strains", "principal_stresses" (n, 3)
        with "principal_directions" (n, 3, 3) in rows, the largest first, "von_mises", and of curves "tension" [N] are
        told of their means. At nodes there are "plate_moment" [N·m/m] (nodes, 3, 3) of grids and "bending_moment"
        (nodes, 3) of curves. Of the body as a whole: "mass", "volume", "area", "length", "center", "momentum",
        "angular_momentum" (about the centre), "kinetic_energy", "elastic_energy", "stretching_energy",
        "bending_energy", "load_energy", "contact_energy" [J]. The module `build.stresses` has the formulas.
        """
        return probe(self, self._body(body), name, at)

    def inelastic_strain(self, body: str) -> np.ndarray:
        """How far matter has flown, shape (nodes,): the plastic or viscous strain around a node, as one number.

        In sheets and curves it is the strain of stretching that would store as much energy, in bending that of the
        skin; in solids the size of the strain tensor; in springs the elongation over the length.
        """
        return readings.inelastic_strain(self._body(body), self.state.bodies[body])

    def temperature(self, body: str) -> np.ndarray:
        """Temperatures [°C] of a thermoplastic body, shape (nodes,)."""
        return readings.temperature(self._body(body), self.state.bodies[body])

    def largest_stretch(self) -> float:
        """The largest principal stretch minus one, over all bodies."""
        return max(float(self.stretch(body.name).max()) for body in self.model.bodies)

    def bending(self, body: str) -> np.ndarray:
        """How far the curvature is from that at rest [1/m], shape (nodes,): √(κ₁² + κ₂²) of the principal changes.

        A flat sheet rolled up to radius R has 1/R. Across a free edge curvature counts as unchanged.
        """
        return self._body(body).shape.gauge.bending(self.state.bodies[body].x)

    def pieces(self, body: str) -> np.ndarray:
        """Numbers of the pieces that the nodes are in, from 0, shape (nodes,): what was not cut off is one piece."""
        return pieces(self._body(body))

    def debris(self, body: str) -> list[Piece]:
        """The pieces of a body with their nodes, masses, centres and momenta, the heaviest first."""
        return debris(self._body(body), self.state.bodies[body])

    def damage(self, body: str) -> np.ndarray:
        """The share of the links at each node that are broken, shape (nodes,)."""
        return damage(self._body(body))

    def released(self, body: str) -> float:
        """The elastic energy [J] that cuts and breaks in a body have set free so far."""
        return self.state.released.get(self._body(body).name, 0.0)

    def cut(self, body: str, path: Sequence[Any], direction: Any = None) -> Cut:
        """Cut a body along a chain of points [m] or of places, now; returns the event.

        What is no surface is cut by a blade along `direction`: see `Cut`.
        """
        if not isinstance(path, Iterable):
            raise PliantError(f"a path is a chain of points or places (given: {type(path).__name__})")
        return self.apply(Cut(body, tuple(path), direction=direction))

    def heat(self, body: str, temperature: Any, **selection: Any) -> Heat:
        """Bring a thermoplastic body, or chosen nodes of it, to a temperature [°C], now; returns the event.

        `selection` is `nodes`, `corners` or `edges`. A list or an array has a temperature for each of these nodes.
        """
        return self.apply(Heat(body, temperature, **selection))

    def cool(self, body: str, **selection: Any) -> Cool:
        """Bring a thermoplastic body, or chosen nodes of it, to the temperature around it, now; returns the event."""
        return self.apply(Cool(body, **selection))

    def normals(self, body: str) -> np.ndarray:
        """Unit normals, shape (nodes, 3): x₁ × x₂ of a surface, outwards of a solid; zero where there is none.

        Nodes inside a solid have none, nor a surface at a pole, nor curves.
        """
        shape = self._body(body).shape
        out = shape.layout.zeros(3)
        if not shape.exposure.across:
            shape.exposure.normals(self.state.bodies[body].x, out)
        return shape.layout.gather(out)

    def elastic_forces(self, body: str) -> np.ndarray:
        """Elastic forces [N], shape (nodes, 3): −∂E/∂x, or −K(x)x of the published variants.

        Internal damping is not in them.
        """
        return readings.elastic_forces(self._body(body), self.state.bodies[body])

    def external_forces(self, body: str) -> np.ndarray:
        """What is neither elastic nor inertial [N], shape (nodes, 3).

        Gravity, springs, hands, streams, contact, friction and drag at the present state. What holds pinned nodes
        is not in it, nor contact by projection, which is no force.
        """
        model, here = self._body(body), self.state.bodies[body]
        hands = hands_at(model, self.state, self.time)
        outside = readings.external_forces(model, here, self.time, self.parameters.dt, hands)
        return outside + model.layout.gather(contact_forces(model, self.state.touches))

    def contacts(self) -> dict[tuple[str, str], Contacts]:
        """Where bodies touch each other, themselves and obstacles, and how hard, by the names of the two.

        Between bodies it is what the last step has left. Obstacles by projection or restitution, which are no forces,
        are not in it.
        """
        bodies, state = self.model.bodies, self.state
        return contacts(self.parameters, bodies, self.shells, state.bodies, state.touches, self.time)

    def reaction(self, name: str, body: str | None = None) -> Reaction:
        """What a constraint or an obstacle did in the last step: force [N], and moment [N·m] about a center.

        It acts on all bodies that are held, or on the one named; joints between bodies on the first of these, unless
        told. See `simulation.reactions`.
        """
        return reaction(self, name, body)

    def reactions(self) -> dict[str, Reaction]:
        """Those of all constraints and obstacles, by name."""
        return {name: self.reaction(name) for name in reaction_names(self.parameters)}

    def stepper(self, body: str) -> Stepper:
        """What steps a body."""
        return self._steppers[body]

    def contact_pressure(self, body: str) -> np.ndarray:
        """How hard bodies and obstacles press on the faces around each node [Pa], shape (nodes,).

        The normal forces at a node, of both sides of a sheet added, over a third of the area of its faces. Curves have
        no faces.
        """
        model, state = self._body(body), self.state
        return pressure(self.parameters, model, state.bodies[body], state.touches, self.time)

    def pins(self, body: str) -> np.ndarray:
        """The numbers of the nodes that are pinned or clamped, in C order of [m, n]."""
        model = self._body(body)
        return np.flatnonzero(is_pinned(model, self.state)[model.layout.nodes])

    def energies(self) -> dict[str, float]:
        """Energies [J] over all bodies: elastic, kinetic, and potential (gravity, springs, contact).

        The published variants are no gradient of an energy; their elastic part is 0.
        """
        totals = {"elastic": 0.0, "kinetic": 0.0, "potential": 0.0}
        for body in self.model.bodies:
            state, hands = self.state.bodies[body.name], hands_at(body, self.state, self.time)
            totals["elastic"] += readings.stored(body, state)
            totals["potential"] += sum(readings.potential(body, state, self.time, hands))
            totals["kinetic"] += readings.kinetic(body, state)
        totals["potential"] += float(self.state.touches.stored.sum())
        return totals

    def keep_energy_balance(self, keep: bool = True) -> None:
        """Begin to book what every step does to the energy, if nobody does so yet, or close the energy balance."""
        if not keep:
            self.state.energy_balance.clear()
            self.state.pair_balance.clear()
        elif not self.state.energy_balance:
            self.state.energy_balance.update(open_balance(self))

    def energy_balance(self) -> Balance:
        """Where energy came from and where it is [J], of all bodies and of each, since the energy balance is kept.

        It is if `energy_balance=True` was said, or from the first reading on; see `simulation.energy_balance.entries`.
        """
        self.keep_energy_balance()
        return read_balance(self, self.state.energy_balance)

    def firm_stiffness(self, body: str) -> float:
        """A stiffness [N/m] with which a hand holds a body firmly, and no step becomes unstable.

        Implicit steps bear a spring against which the whole body is light; explicit ones see it at single nodes.
        """
        model, dt = self._body(body), self.parameters.dt
        mass = model.system.mass[model.layout.nodes]
        explicit = isinstance(self.parameters.integrator, ExplicitScheme) or model.matter.relaxation
        if explicit or model.matter.secants:
            return float(_SOFT * mass[mass > 0.0].min() / dt**2)
        return float(_FIRM * mass.sum() / dt**2)

    def _warn_of_overlaps(self) -> None:
        """A body that starts inside an obstacle is thrown out of it: say so."""
        for body in self.model.bodies:
            for energy in body.system.supports:
                depth = energy.depth(self.state.bodies[body.name].x)
                if depth > _OVERLAP * body.size:
                    warnings.warn(
                        f"body {body.name!r} starts {depth:.3g} m deep inside obstacle {energy.name!r} and will be "
                        "thrown out of it; move one of them",
                        PliantWarning,
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
        self._farthest.clear()
        for body in self.model.bodies:
            self._saved[body.name].copy_from(state.bodies[body.name], self._changes(body.name))
        try:
            advance(self, state.time, self.parameters.dt)
        except Exception:
            for body in self.model.bodies:  # back to where it was, though some halves may have gone well
                saved, here = self._saved[body.name], state.bodies[body.name]
                here.copy_from(saved, self._changes(body.name))
                if TEMPERATURE in saved.memory:
                    here.memory[TEMPERATURE][:] = saved.memory[TEMPERATURE]
            assert state.exempt is not None
            self._world.exempt_only(state.exempt)
            for body in self.model.bodies:
                require_finite(self._saved[body.name], body)  # what was given cannot be stepped
            raise
        state.exempt = self._world.exempt
        state.tick(self.parameters.dt)
        if state.lags:
            for name in [name for name, lag in state.lags.items() if lag.left(state.time) == 0.0]:
                del state.lags[name]
        self.watch.look(self, {name: saved.x for name, saved in self._saved.items()}, self._farthest)
        tear(self)
        for name in break_joints(self.model.joints, state.joints):
            start_anew(state.bodies[name])

    def _changes(self, body: str) -> tuple[str, ...] | None:
        """The names of what a step changes in a body's state; None: anything."""
        return self._steppers[body].changes

    # ------------------------------------------------------------ changing

    def _apply_events(self) -> None:
        """Let what is due happen."""
        state = self.state
        while state.events_done < len(self.events):
            event = self.events[state.events_done]
            if event.time > state.time + 1e-9 * self.parameters.dt:
                break
            apply_event(self, event)
            state.events_done += 1

    def apply(self, event: E) -> E:
        """Let an event happen now, before the next step, and return it with its time (and id).

        What cannot happen is a `SceneError`, and nothing changes. The event is kept: `script` and checkpoints have it.
        """
        self._apply_events()  # what the scene has planned for this moment comes first, as in a replay
        event = timed(self, event)
        apply_event(self, event)
        self.events.insert(self.state.events_done, event)
        self.state.events_done += 1
        return event

    def replace_scene(self, scene: Scene) -> None:
        """Go on with other parameters, keeping the state; what they leave alone is not built again.

        Newly constrained nodes are pinned where they are. The events of `scene` are not looked at. A change of what
        `pliant.simulation.restarts` lists is refused. To have a change in the `script`, apply a `Set` instead.
        """
        _require_scene(scene)
        if not can_continue(self.parameters, scene):
            raise PliantError(
                "bodies, their grids, shapes and starts cannot change while a simulation runs, nor can a surface of "
                "elastic matter become one of springs, sticks or hybrid matter, or the other way round, nor can matter "
                "that flows lose its law (the law 'elastic' keeps what has flown); "
                "make a new Simulation of the changed scene"
            )
        before, after = self.parameters, _without_events(scene)
        self._rebuild(after)
        follow_constraints(self.model, self.state, before, after)
        self._follow_joints(before, after)
        if after.dt != before.dt:
            self.state.change_step()
        else:
            self.state.jolt()

    def _follow_joints(self, before: Scene, after: Scene) -> None:
        """Joints that are new, or others than they were, begin now; those that were moved are followed smoothly."""
        was = {one.id: one for one in before.constraints}
        known = {one.id for one in after.constraints if was.get(one.id) == one}
        kept = {name: joint for name, joint in self.state.joints.items() if name in known}
        moved = {name: _FOLLOWED * after.dt for name in self.state.joints if name not in known}
        self.state.joints = begin_joints(self.model, self.state.bodies, self.time, kept, moved)

    def break_links(self, body: str, links: Sequence[Link]) -> None:
        """Break links of a body now, as a cut does; `released` counts the elastic energy that they held.

        This is no event: a script does not have it. Fracture and cuts come here.
        """
        before, state = self._body(body), self.state.bodies[body]
        held = readings.stored(before, state)
        model = torn(self.model, body, links)
        self._take(model, model.scene)
        self.state.released[body] = self.released(body) + held - readings.stored(self._body(body), state)
        start_anew(state)

    def _rebuild(self, parameters: Scene) -> None:
        if parameters.integrator.kind != self.parameters.integrator.kind:
            _announce(parameters)
        model = build(parameters, previous=self.model)
        lags = follow(self.state.lags, self.model, model, self.state.bodies, self.time, parameters.dt)
        self.state.lags.clear()
        self.state.lags.update(lags)
        self._take(model, parameters)

    def _take(self, model: Model, parameters: Scene) -> None:
        """Go on with another model."""
        self._steppers = carried_on(model, self.model, self._steppers)
        self._world = World(model, self._steppers, self._start, self.state.lags, self._world)
        self.state.exempt = self._world.exempt
        before, self.model, self.parameters = self.model, model, parameters
        for body in model.bodies:
            state = self.state.bodies[body.name]
            remember(body, state, before.body(body.name))
            if rejoin(body, state, before.body(body.name)):
                start_anew(state)
            self._saved[body.name].memory = {name: values.copy() for name, values in state.memory.items()}
        if self.state.origin is not None:
            count_breaks(model, self.state.origin)

    # ------------------------------------------------------------ keeping

    def checkpoint(self, path: str | Path) -> None:
        """Write everything needed to go on later, bit for bit; functions in the scene are a `SceneError`."""
        require_writable(self.scene, str(path))
        script, present = self.script().model_dump_json(), self.parameters.model_dump_json()
        checkpoint.save(path, checkpoint.Checkpoint(self.state, script, present))

    @classmethod
    def restore(cls, path: str | Path) -> Simulation:
        """Go on from a checkpoint; one that is damaged, or whose scene has become another, is a `PliantError`.

        (A scene may name files: meshes and pictures, which are read again.)
        """
        state, script, present = checkpoint.load(path)
        simulation = cls.__new__(cls)
        try:
            simulation._begin(Scene(**json.loads(script)), state, Scene(**json.loads(present)))
        except (PliantError, ValueError, TypeError, RecursionError) as error:
            raise PliantError(f"{path}: {error}") from None
        return simulation


def _bodies(simulation: Simulation) -> str:
    return ", ".join(f"{body.name} ({body.layout.count} nodes)" for body in simulation.model.bodies)


def _require_scene(scene: Any) -> None:
    if not isinstance(scene, Scene):
        raise PliantError(
            f"a Scene is needed, {type(scene).__name__} given; pliant.load(path) reads one from a file"
        )


def _without_events(scene: Scene) -> Scene:
    """A copy without events, whose lists are its own; what is in them is frozen and shared."""
    lists = {name: list(items) for name, items in scene if isinstance(items, list)}
    return scene.model_copy(update={**lists, "events": []})


def _announce(scene: Scene) -> None:
    """Say that kernels may have to be compiled, and have a second process help."""
    announce("the simulation")
    if isinstance(scene.integrator, BDF2 | BackwardEuler):
        meets = bool(scene.bodies) and (scene.collision.bodies or scene.collision.itself)
        background.start(
            half_for(solved_kinds(scene)), (compile_contact.COMMAND, compile_contact.LAST) if meets else None
        )
