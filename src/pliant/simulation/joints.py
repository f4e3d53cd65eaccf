"""Joints in a running simulation: what they keep of their start, what they bore last, and when they break."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from pliant.build.joints import JointModel
from pliant.build.model import Model
from pliant.constraints import Path
from pliant.errors import Problem, SceneError, SimulationError
from pliant.forces.hands import Spot
from pliant.integrators.joints import Jointed, JointLoads
from pliant.integrators.rigid_frame import RigidFrame, Rigidity
from pliant.integrators.system import BodyState

_APART = 1e-6  # of the size of the bodies: joints that are farther from being met need a time to be met in
_JUMP = 5.0  # times the size of its body: no path leads so far within a step
_SINGULAR = 1e-9  # of the largest: an eigenvalue of A Aᵀ that is none
_TAKES_PART = 1e-3  # of a unit vector
_NONE = np.zeros((0, 3))


@dataclass
class JointState:
    """Of one joint what its spec does not say."""

    kept: np.ndarray  # of its start
    left: np.ndarray  # c [m] as it began,
    since: float = 0.0  # [s]: at that time,
    within: float = 0.0  # [s] in which it is met; 0: at once
    broken: bool = False
    points: np.ndarray = field(default_factory=_NONE.copy)  # (n, 3) [m], and
    forces: np.ndarray = field(default_factory=_NONE.copy)  # on them [N], as the last step has left it

    def copy(self) -> JointState:
        return JointState(
            self.kept, self.left, self.since, self.within, self.broken, self.points, self.forces
        )


JointStates = dict[str, JointState]


def begin(
    model: Model,
    bodies: Mapping[str, BodyState],
    time: float,
    known: JointStates,
    moved: Mapping[str, float] | None = None,
) -> JointStates:
    """The states of all joints, of which those that are `known` go on; a `SceneError` if they do not fit together.

    Those that are `moved` somewhere else are met there within so many seconds, if they do not say themselves.
    """
    x = {name: body.x for name, body in bodies.items()}
    found: JointStates = {}
    for joint in model.joints:
        if joint.name in known:
            found[joint.name] = known[joint.name]
            continue
        p = joint.places(x)
        try:
            kept = joint.law.begin(p)
        except ValueError as error:
            raise SceneError([Problem(f"constraints[{joint.index}]", f"{joint.name!r}: {error}")]) from None
        c = joint.law.rows(p, time, kept).c
        within = joint.spec.within or (moved or {}).get(joint.name, 0.0)
        if not within:
            _require_near(model, joint, c)
        left = c if within else np.zeros(len(c))
        found[joint.name] = JointState(kept, left, time, within, points=p)
    if len(found) > len(known) or not known:
        _require_independent(model, bodies, time, found)
    return found


def _require_near(model: Model, joint: JointModel, c: np.ndarray) -> None:
    away, size = float(np.linalg.norm(c)), max(model.body(name).size for name in joint.bodies)
    if away > _APART * size:
        what = " and ".join(str(point) for point in dict.fromkeys(point for _, point in joint.spec.named()))
        raise SceneError(
            [
                Problem(
                    f"constraints[{joint.index}]",
                    f"{joint.name!r} is not met at the start: {what}: {away:.3g} m apart from what it asks. Put the "
                    "bodies where it is met, or say `within` how many seconds it is to be",
                )
            ]
        )


def require_way(joint: JointModel, begin: float, end: float, size: float) -> None:
    """Refuse a path that jumps, farther in a step than any body of this size could be led."""
    if isinstance(joint.spec, Path):
        far = float(np.linalg.norm(joint.spec.at(end) - joint.spec.at(begin)))
        if far > _JUMP * size:
            raise SimulationError(
                f"the path {joint.name!r} jumps by {far:.3g} m between t = {begin:.4g} s and {end:.4g} s, more than "
                f"{_JUMP:g} times the size of its body; let it take more time",
                body=joint.bodies[0],
            )


def jointed(joint: JointModel, state: JointState, numbers: Mapping[str, int], time: float) -> Jointed:
    """A joint as a step sees it that ends at `time`; `numbers` are those of its bodies."""
    spots = [
        (numbers[body], spot.nodes, spot.weights)
        for body, spot in zip(joint.bodies, joint.spots, strict=True)
    ]
    left = 0.0
    if state.within:
        s = min(max((time - state.since) / state.within, 0.0), 1.0)
        left = state.left * (1.0 - s**3 * (10.0 - 15.0 * s + 6.0 * s * s))  # C²: no jump of forces
    return Jointed(joint.name, joint.law, spots, state.kept, left, joint.spec.holds)


def take_loads(joints: Iterable[JointModel], states: JointStates, loads: JointLoads) -> dict[str, float]:
    """Keep what a step has found that joints bear; returns the work [J] that they did on each body."""
    works: dict[str, float] = {}
    for joint in joints:
        if joint.name not in loads:
            continue
        (points, forces), state = loads[joint.name], states[joint.name]
        mean = 0.5 * (forces + state.forces) if len(state.forces) else forces
        for body, done in zip(joint.bodies, (mean * (points - state.points)).sum(axis=1), strict=True):
            works[body] = works.get(body, 0.0) + float(done)
        state.points, state.forces = points, forces
    return works


def break_joints(joints: Iterable[JointModel], states: JointStates) -> list[str]:
    """Let those break that bear more than their strength; returns their bodies."""
    loose: list[str] = []
    for joint in joints:
        state, strength = states[joint.name], joint.spec.strength
        if strength is None or state.broken or not len(state.forces):
            continue
        if np.linalg.norm(own_side(joint, state.forces).sum(axis=0)) > strength:
            state.broken, state.forces = True, np.zeros_like(state.forces)
            loose += joint.bodies
    return loose


def own_side(joint: JointModel, values: np.ndarray, body: str | None = None) -> np.ndarray:
    """Of values (n, 3) at points those of a body; of none, all if the world holds them, else those of the first."""
    if body is None and joint.spec.holds:
        return values
    if body is None and len(set(joint.bodies)) == 1:
        return values[:1]
    return values[[name == (body or joint.bodies[0]) for name in joint.bodies]]


# ---------------------------------------------------------------- sets that do not fit together


def _require_independent(
    model: Model, bodies: Mapping[str, BodyState], time: float, states: JointStates
) -> None:
    """Refuse joints of which one says what others say, or the opposite."""
    joints = [joint for joint in model.joints if not states[joint.name].broken]
    if not joints:
        return
    columns: dict[tuple[str, int], int] = {}
    rows, owners, values = [], [], []
    frames = {name: frame for name in bodies if (frame := model.body(name).system.frame) is not None}
    every: list[JointModel | _Rigid] = list(joints)
    every += [_Rigid(name, frames[name]) for name in frames if any(name in joint.bodies for joint in joints)]
    for number, joint in enumerate(every):
        p = np.array(joint.places({name: body.x for name, body in bodies.items()}))
        kept = states[joint.name].kept if isinstance(joint, JointModel) else np.zeros(0)
        c, jacobian = joint.law.rows(p, time, kept)
        for k in range(len(c)):
            row: dict[int, np.ndarray] = {}
            for n, (body, spot) in enumerate(zip(joint.bodies, joint.spots, strict=True)):
                if not jacobian[k, n].any():
                    continue
                if body in frames:  # which moves by affine maps
                    nodes, weights = np.arange(4), frames[body].basis[:, spot.nodes] @ spot.weights
                else:
                    free = bodies[body].free[spot.nodes] > 0.0
                    nodes, weights = spot.nodes[free], spot.weights[free]
                for node, weight in zip(nodes.tolist(), weights, strict=True):
                    at = columns.setdefault((body, node), len(columns))
                    row[at] = row.get(at, np.zeros(3)) + weight * jacobian[k, n]
            rows.append(row)
            owners.append(number)
            values.append(float(c[k]))
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    entries = [
        (k, 3 * at + axis, v[axis])
        for k, row in enumerate(rows)
        for at, v in row.items()
        for axis in range(3)
    ]
    r, q, v = (np.array(one) for one in zip(*entries, strict=True)) if entries else (np.zeros(0, int),) * 3
    a = csr_matrix((v, (r, q)), shape=(len(rows), 3 * max(len(columns), 1)))
    lengths = np.sqrt(np.asarray(a.multiply(a).sum(axis=1)).ravel())
    a = csr_matrix(a.multiply(1.0 / np.where(lengths > 0.0, lengths, 1.0)[:, None]))
    s = csr_matrix(a @ a.T)
    _, part = connected_components(s, directed=False)
    told: list[tuple[bool, list[JointModel]]] = []
    for number in range(part.max() + 1):
        members = np.flatnonzero(part == number)
        size, vectors = np.linalg.eigh(s[members][:, members].toarray())
        shares = vectors[:, size <= _SINGULAR * max(size[-1], 1.0)]
        if not shares.shape[1]:
            continue
        those = members[np.abs(shares).max(axis=1) > _TAKES_PART]
        scaled = np.array(values)[members] / np.where(lengths[members] > 0.0, lengths[members], 1.0)
        length = max(model.body(name).size for k in those for name in every[owners[k]].bodies)
        contradict = np.abs(scaled @ shares).max() > _APART * length
        asked = (every[k] for k in dict.fromkeys(owners[k] for k in those))
        told.append((bool(contradict), [one for one in asked if isinstance(one, JointModel)]))
    if told:
        contradict, those = max(told, key=lambda one: one[0])
        _refuse(those, contradict)


class _Rigid:
    """What a rigid body says of itself, beside its joints."""

    def __init__(self, body: str, frame: RigidFrame):
        self.law, self.bodies, self.name = Rigidity(frame.lengths), (body,) * 4, body
        self.spots = [Spot(frame.points[k : k + 1], np.ones(1)) for k in range(4)]

    def places(self, x: Mapping[str, np.ndarray]) -> np.ndarray:
        return np.array([spot.position(x[self.name]) for spot in self.spots])


def _refuse(joints: list[JointModel], contradict: bool) -> None:
    names = [repr(joint.name) for joint in joints]
    if len(joints) == 1:
        told = f"{names[0]} says a thing twice, or one that pins of its nodes, or a rigid body, say already"
    elif contradict:
        told = f"{' and '.join(names)} contradict each other: no motion can meet them all"
    else:
        told = f"{' and '.join(names)} say the same thing twice"
    raise SceneError([Problem(f"constraints[{joints[-1].index}]", f"{told}; leave one of them out")])
