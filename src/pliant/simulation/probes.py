"""What a simulation can be asked beside its readings: strain and stress at nodes or elements, numbers of whole bodies.

A new one is an entry here, and one in `recording.readings` if recordings are to keep it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from pliant.build import stresses
from pliant.build.model import BodyModel
from pliant.build.stresses import Samples, principal, von_mises
from pliant.energies.capabilities import Bends, base_of, matter_can
from pliant.errors import PliantError
from pliant.integrators.system import BodyState
from pliant.model.protocols import Connects
from pliant.numerics.boundary import enclosed_volume, is_closed, merged
from pliant.problems import did_you_mean
from pliant.recording.readings import READINGS
from pliant.simulation import readings
from pliant.simulation.hands import hands_at

if TYPE_CHECKING:
    from pliant.simulation.simulation import Simulation

AT = ("nodes", "elements")


def probe(simulation: Simulation, body: BodyModel, name: str, at: str = "nodes") -> Any:
    """See `Simulation.probe`."""
    state = simulation.state.bodies[body.name]
    if at not in AT:
        raise PliantError(f"at: {at!r} given, 'nodes' or 'elements' expected")
    if name in TENSORS:
        tensor, of_mean = TENSORS[name]
        here = stresses.samples(body, state.x)
        values = tensor(body, here, state)
        mean = here.at_elements(values) if at == "elements" else here.at_nodes(values, body.layout.count)
        return of_mean(mean)
    if at == "elements":
        raise PliantError(f"{name!r} is not known at elements; there is {', '.join(TENSORS)}")
    if name in AT_NODES:
        return AT_NODES[name](body, state)
    if name in OF_BODIES:
        return OF_BODIES[name](simulation, body, state)
    if name in READINGS:
        return getattr(simulation, name)(body.name)
    known = (*TENSORS, *AT_NODES, *OF_BODIES, *READINGS)
    raise PliantError(f"there is no probe {str(name)!r}; {did_you_mean(str(name), known)}")


# ---------------------------------------------------------------- tensors


def _strain(body: BodyModel, at: Samples, state: BodyState) -> np.ndarray:
    return stresses.strain(at)


def _stress(body: BodyModel, at: Samples, state: BodyState) -> np.ndarray:
    return stresses.stress(body, at, state.x, state.memory)


def _membrane_force(body: BodyModel, at: Samples, state: BodyState) -> np.ndarray:
    if at.dimensions != 2:
        raise PliantError(
            f"body {body.name!r} is no sheet: ask for its stress, or of a curve for its tension"
        )
    return stresses.resultant(body, at, state.x, state.memory)


def _tension(body: BodyModel, at: Samples, state: BodyState) -> np.ndarray:
    if at.dimensions != 1:
        raise PliantError(
            f"body {body.name!r} is no curve: ask for its stress, or of a sheet for its membrane_force"
        )
    return stresses.resultant(body, at, state.x, state.memory)


def _itself(tensors: np.ndarray) -> np.ndarray:
    return tensors


def _trace(tensors: np.ndarray) -> np.ndarray:
    return np.trace(tensors, axis1=1, axis2=2)


# Tensors (n, 3, 3), and what is told of their means at nodes or elements.
TENSORS: dict[str, tuple[Callable[..., np.ndarray], Callable[[np.ndarray], np.ndarray]]] = {
    "strain": (_strain, _itself),
    "principal_strains": (_strain, lambda mean: principal(mean)[0]),
    "stress": (_stress, _itself),
    "principal_stresses": (_stress, lambda mean: principal(mean)[0]),
    "principal_directions": (_stress, lambda mean: principal(mean)[1]),
    "largest_stress": (_stress, lambda mean: principal(mean)[0][:, 0]),
    "least_stress": (_stress, lambda mean: principal(mean)[0][:, 2]),
    "von_mises": (_stress, von_mises),
    "membrane_force": (_membrane_force, _itself),
    "tension": (_tension, _trace),
}
AT_NODES: dict[str, Callable[[BodyModel, BodyState], np.ndarray]] = {
    "plate_moment": stresses.plate_moment,
    "bending_moment": stresses.bending_moment,
    "section_moments": stresses.section_moments,
    "torque": stresses.torque,
    "twist": stresses.twist,
}


# ---------------------------------------------------------------- whole bodies


def _points(body: BodyModel, state: BodyState) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Masses (n,), positions and velocities (n, 3) of all that has a mass."""
    layout = body.system.layout
    return layout.gather(body.system.mass), layout.gather(state.x), layout.gather(state.v)


def _mass(simulation: Simulation, body: BodyModel, state: BodyState) -> float:
    return float(_points(body, state)[0].sum())


def _center(simulation: Simulation, body: BodyModel, state: BodyState) -> np.ndarray:
    mass, x, _ = _points(body, state)
    return mass @ x / mass.sum()


def _momentum(simulation: Simulation, body: BodyModel, state: BodyState) -> np.ndarray:
    mass, _, v = _points(body, state)
    return mass @ v


def _angular_momentum(simulation: Simulation, body: BodyModel, state: BodyState) -> np.ndarray:
    mass, x, v = _points(body, state)
    return mass @ np.cross(x - mass @ x / mass.sum(), v)


def _skin(body: BodyModel) -> np.ndarray:
    """The triangles (n, 3) of what is left of its surface; nodes that are one have one number."""
    layout, whole = body.layout, np.delete(body.shape.triangles, body.shape.cut, axis=0)
    number = np.zeros(layout.size, dtype=np.int64)
    number[layout.nodes] = np.arange(layout.count)
    return merged(whole, [number[group] for group in body.shape.ties], layout.count)


def _volume(simulation: Simulation, body: BodyModel, state: BodyState) -> float:
    triangles = _skin(body)
    if not len(triangles) or not is_closed(triangles):
        raise PliantError(f"body {body.name!r} has no volume: its surface is not closed")
    return abs(enclosed_volume(body.layout.gather(state.x), triangles))


def _area(simulation: Simulation, body: BodyModel, state: BodyState) -> float:
    if not len(body.shape.triangles):
        raise PliantError(f"body {body.name!r} has no area: it has no faces")
    a, b, c = np.moveaxis(body.layout.gather(state.x)[_skin(body)], 1, 0)
    return 0.5 * float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())


def _length(simulation: Simulation, body: BodyModel, state: BodyState) -> float:
    if body.spec.kind != "curve":
        raise PliantError(f"body {body.name!r} has no length: it is no curve")
    here = stresses.samples(body, state.x)
    return float(here.measure @ np.linalg.norm(here.F[:, 0], axis=0))


def _kinetic(simulation: Simulation, body: BodyModel, state: BodyState) -> float:
    return readings.kinetic(body, state)


def _elastic(simulation: Simulation, body: BodyModel, state: BodyState) -> float:
    return readings.stored(body, state)


def _stored(holding: bool) -> Callable[[Simulation, BodyModel, BodyState], float]:
    """The elastic energy of what holds the body together, or of what only bends."""

    def of(simulation: Simulation, body: BodyModel, state: BodyState) -> float:
        parts = [one for one in body.elastic if _holds(one) == holding]
        return sum((one.at(0.0, state.memory).stored(state.x) for one in parts), 0.0)

    return of


def _holds(energy: Any) -> bool:
    """Whether it holds nodes together: grids have one energy that does, of the metric, and others that bend."""
    energy = base_of(energy)
    if isinstance(energy, Connects):
        return bool(energy.connects())
    return not matter_can(energy, Bends)


def _potential(part: int) -> Callable[[Simulation, BodyModel, BodyState], float]:
    def of(simulation: Simulation, body: BodyModel, state: BodyState) -> float:
        hands = hands_at(body, simulation.state, simulation.time)
        return readings.potential(body, state, simulation.time, hands)[part]

    return of


OF_BODIES: dict[str, Callable[[Simulation, BodyModel, BodyState], Any]] = {
    "mass": _mass,
    "center": _center,
    "momentum": _momentum,
    "angular_momentum": _angular_momentum,
    "volume": _volume,
    "area": _area,
    "length": _length,
    "kinetic_energy": _kinetic,
    "elastic_energy": _elastic,
    "stretching_energy": _stored(True),
    "bending_energy": _stored(False),
    "load_energy": _potential(0),
    "contact_energy": _potential(1),
}
