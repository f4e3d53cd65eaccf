"""What a frame says of a simulation, for recordings and for pages that watch it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pliant.forces import Spring
from pliant.recording import ENERGY_BALANCE, anchor_key, broken_key, cut_key, obstacle_key
from pliant.recording import pairs as energy_pairs
from pliant.recording.contacts import CONTACTS, as_arrays
from pliant.recording.reactions import KEY, REACTIONS, as_array
from pliant.recording.readings import READINGS
from pliant.scene.schema import Scene
from pliant.simulation.marks import HELD, marks
from pliant.simulation.reactions import names
from pliant.simulation.simulation import Simulation

VELOCITIES = "velocities"  # no reading: the page has no use for them
_BESIDE = (CONTACTS, REACTIONS, HELD)  # what is no reading, nor of bodies


def recorded(
    simulation: Simulation, watched: Iterable[str] = (), asked: Iterable[str] = ()
) -> dict[str, np.ndarray]:
    """The arrays of a recorded frame.

    Of the readings that are `watched` it has also some that are not always kept, and all that are `asked` for. Either
    may be "contacts" or "reactions"; "held", what is drawn of joints and loads, is watched only.
    """
    kept = [name for name, one in READINGS.items() if one.kept == "always"]
    kept += [name for name in watched if name not in _BESIDE and READINGS[name].kept == "watched"]
    kept += [name for name in asked if name not in _BESIDE]
    arrays = {  # of whole bodies with all digits
        key: array.astype(np.float32) if key.rpartition("/")[2] in READINGS else array
        for key, array in _bodies(simulation, kept).items()
    }
    arrays |= _contacts(simulation) if CONTACTS in (*watched, *asked) else {}
    arrays |= _reactions(simulation) if REACTIONS in (*watched, *asked) else {}
    arrays |= marks(simulation) if HELD in watched else {}
    return arrays | _obstacles(simulation) | _anchors(simulation) | _balance(simulation)


def shown(simulation: Simulation, watched: Iterable[str]) -> dict[str, np.ndarray]:
    """The arrays of a frame for those who watch: they know where obstacles are that do not move by themselves."""
    moving = any(
        obstacle.motion is not None or obstacle.turns for obstacle in simulation.parameters.obstacles
    )
    arrays = _bodies(simulation, watched) | (_obstacles(simulation) if moving else {})
    arrays |= _reactions(simulation) if REACTIONS in watched else {}
    arrays |= marks(simulation) if HELD in watched else {}
    return arrays | (_contacts(simulation) if CONTACTS in watched else {})


def _contacts(simulation: Simulation) -> dict[str, np.ndarray]:
    return as_arrays(simulation.contacts(), contact_names(simulation))


def _reactions(simulation: Simulation) -> dict[str, np.ndarray]:
    return {KEY: as_array(simulation.reactions(), names(simulation.script()))}


def contact_names(simulation: Simulation) -> list[str]:
    """What can touch: names of bodies, then of the obstacles at the start."""
    return [*simulation.state.bodies, *simulation.obstacles.start]


def _bodies(simulation: Simulation, names: Iterable[str]) -> dict[str, np.ndarray]:
    """Positions, the readings that a body has, the triangles that are not whole any more, and broken links."""
    arrays: dict[str, np.ndarray] = {}
    for body in simulation.model.bodies:
        arrays[f"{body.name}/positions"] = simulation.positions(body.name)
        arrays |= {
            f"{body.name}/{name}": np.asarray(simulation.probe(name, body.name))
            for name in names
            if simulation.has(body.name, name)
        }
        if VELOCITIES in names:
            arrays[f"{body.name}/{VELOCITIES}"] = simulation.velocities(body.name)
        links = {cut_key(body.name): body.shape.cut, broken_key(body.name): body.shape.broken}
        arrays |= {key: numbers for key, numbers in links.items() if len(numbers)}
    return arrays


def _obstacles(simulation: Simulation) -> dict[str, np.ndarray]:
    """Those that were moved since the start."""
    return {obstacle_key(name): vertices for name, vertices in simulation.moved_obstacles().items()}


def _anchors(simulation: Simulation) -> dict[str, np.ndarray]:
    """Those that were moved since the start."""
    now = anchors_of(simulation.parameters)
    before = anchors_of(simulation.script()) if now else {}
    moved = {name: anchor for name, anchor in now.items() if anchor != before.get(name)}
    return {anchor_key(name): np.array([anchor], dtype=float) for name, anchor in moved.items()}


def _balance(simulation: Simulation) -> dict[str, np.ndarray]:
    """What there is to say of energy, if the energy balance is kept."""
    if not simulation.state.energy_balance:
        return {}
    energy_balance = simulation.energy_balance()
    table = {pair: list(one.entries().values()) for pair, one in energy_balance.pairs.items()}
    return {
        ENERGY_BALANCE: np.array(
            [list(one.entries().values()) for one in (energy_balance, *energy_balance.bodies.values())]
        )
    } | energy_pairs.as_arrays(table, contact_names(simulation))


def anchors_of(scene: Scene) -> dict[str, tuple[float, float, float]]:
    """Where the fixed ends of spring forces are [m], by id."""
    return {force.id: force.anchor for force in scene.forces if isinstance(force, Spring)}
