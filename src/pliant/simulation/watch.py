"""What a running simulation is watched for: what its models cannot do. Each is told once, with its time.

* **Bodies that meet** pass through each other if they have no contact.
* **Bodies that pass an obstacle** which they meet neither as another body nor by a barrier that hides their cells, so
  that contact is felt where nodes are. A node that is outside before and after, and inside on its way, has gone
  through; so has one that ends inside, where the nearest way out leads on. Looked for only where something moves by a
  good part of the obstacle's thickness in a step. Where an obstacle is thin against the cells of a body, points along
  its edges are followed as well: they have gone through when they leave on the other side, fast or slow. That only
  nodes meet what others would meet as a body is told at the start.
* **Rubber that is pulled too far**: the laws here are for moderate strain (docs/materials.md).
* **Static steps without a solution**, or with one that is below rounding: `StepReport.note` has the words.

None of this changes a result. While nothing is fast, a step costs a few comparisons of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pliant.build.shells import is_default, is_too_fine
from pliant.build.stresses import samples
from pliant.contact import Plane, Room, Union
from pliant.contact.dispatch import sample_distance
from pliant.contact.motion import moved
from pliant.errors import warn
from pliant.magnitudes import LENGTH
from pliant.model import Bulk, Elastic, Sheet, laws
from pliant.model.laws import as_law
from pliant.model.meets import can_meet, meets
from pliant.problems import path_text
from pliant.scene.meeting import may_meet_as_body
from pliant.solvers.vectors import bounds

if TYPE_CHECKING:
    from pliant.build.model import BodyModel
    from pliant.simulation.simulation import Simulation

_FAR = 0.5  # stretch minus one beyond which rubber is not what these laws say
_RUBBER = 0.4  # Poisson's ratio from which matter counts as nearly incompressible
_LITTLE = 0.1  # of a cell: nodes that go less far than this change its stretch by less than a fifth
_PART = 0.25  # of an obstacle's thickness: what moves by less in a step is not fast
_DEEP = 0.15  # of an obstacle's thickness: what is less deep slides along its surface
_THIN = 2.0  # cells: an obstacle that is thinner may slip through between nodes
_STEPS = 100  # along the way of a point, at most
_POINTS = 16  # along an edge, at most


@dataclass(frozen=True)
class _Pair:
    """A body and an obstacle that it may pass."""

    obstacle: Any
    thickness: float  # [m]
    # (n, 2) nodes between which points are followed; none where it is thick against the cells
    edges: np.ndarray
    places: np.ndarray  # (k,) where along the edges: from 0 to 1
    nodes: np.ndarray
    entered: np.ndarray  # for each point that is followed the normal where it came from; zero: it is outside
    deep: np.ndarray  # and whether it has been deep inside since

    def followed(self, x: np.ndarray) -> np.ndarray:
        """The points (n, 3) that are followed, for positions x (3, P): the nodes, then those along the edges."""
        a, b = x[:, self.edges[:, 0]].T, x[:, self.edges[:, 1]].T
        return np.concatenate([x[:, self.nodes].T, *(a + share * (b - a) for share in self.places)])


class Watch:
    """Looks at a simulation after every step and keeps what it has told."""

    def __init__(self, simulation: Simulation, strangers: list[tuple[str, str]]):
        """`strangers` are bodies, two each, that pass through each other."""
        self.told: list[tuple[float, str]] = []  # time [s], message
        self._known: set[tuple[str, ...]] = set()
        self._pairs: dict[str, list[_Pair]] = {}
        self._seen: Any = None
        self._moved: dict[
            str, float
        ] = {}  # how far nodes have gone at most since their stretch was looked at [m]
        self._apart = strangers
        for body, obstacle, why in _by_nodes(simulation) if simulation.state.step == 0 else ():
            self._tell(
                0.0, ("nodes", body, obstacle),
                f"body {body!r} meets obstacle {obstacle!r} with its nodes only, since {why}: its edges may sink in, "
                "and what is thin may slip through between nodes",
            )  # fmt: skip
        for finding in simulation.parameters.notices() if simulation.state.step == 0 else ():
            self._tell(0.0, ("notice", finding.message), f"{path_text(finding.path)}: {finding.message}")
        for body in simulation.model.bodies if simulation.state.step == 0 else ():
            if "inelastic_strain" not in simulation.fields(body.name):  # what flows may have flown there
                self._look_at_stretch(simulation, body, 0.0, np.inf)

    def look(self, simulation: Simulation, before: dict[str, np.ndarray], farthest: dict[str, float]) -> None:
        """After a step: where bodies were before it (3, P), and how far the fastest node of each went [m]."""
        if self._seen is not simulation.model:
            self._pairs = {body.name: _pairs(simulation, body) for body in simulation.model.bodies}
            self._seen = simulation.model
        time, dt = simulation.time, simulation.parameters.dt
        for body in simulation.model.bodies:
            for pair in self._pairs[body.name]:
                if ("passed", body.name, pair.obstacle.id) not in self._known and _passed(
                    simulation, body, pair, before[body.name], farthest.get(body.name, 0.0)
                ):
                    self._tell(
                        time, ("passed", body.name, pair.obstacle.id),
                        f"body {body.name!r} went through obstacle {pair.obstacle.id!r} at t = {time:.4g} s: it is too "
                        f"fast or too coarse for an obstacle {pair.thickness:.3g} m thick, since contact is felt by "
                        f"nodes at the end of a step. Use a smaller dt (now {dt:.3g} s), more nodes, or a thicker one",
                    )  # fmt: skip
            note = simulation.reports[body.name].note
            if note and ("unsolved", body.name) not in self._known:
                self._tell(time, ("unsolved", body.name), f"body {body.name!r} at t = {time:.4g} s: {note}")
            if ("stretched", body.name) not in self._known:
                self._look_at_stretch(simulation, body, time, farthest.get(body.name, np.inf))
        self._look_at_bodies(simulation, time)

    def _tell(self, time: float, key: tuple[str, ...], message: str) -> None:
        self._known.add(key)
        self.told.append((time, message))
        warn(message)

    def _look_at_stretch(self, simulation: Simulation, body: BodyModel, time: float, moved: float) -> None:
        """Whenever something of the body may have moved by a good part of a cell since the last look."""
        material: Any = body.spec.material
        low, high = _range(material)
        if high == np.inf:
            self._known.add(("stretched", body.name))
            return
        self._moved[body.name] = self._moved.get(body.name, np.inf) + moved
        if self._moved[body.name] <= _LITTLE * spacing(body):
            return
        self._moved[body.name] = 0.0
        stretch = 1.0 + simulation.stretch(body.name)
        if "inelastic_strain" in simulation.fields(body.name):  # matter is at rest where it has flown to
            stretch = np.sqrt(np.maximum(stretch**2 - 2.0 * simulation.inelastic_strain(body.name), 0.0))
        most, least = float(stretch.max()), _least(body, simulation.state.bodies[body.name].x) if low else 1.0
        if most > high or least < low:
            name = as_law(material.law).kind
            why = (
                "beyond 1.5 nearly incompressible matter is too stiff here and flattens"
                if name == "metric"
                else f"the law {name!r} is made for stretches between {low:.3g} and {high:.3g} and gives way beyond"
            )
            at = most if most > high else least
            self._tell(
                time, ("stretched", body.name),
                f"body {body.name!r} is stretched to {at:.3g} at t = {time:.4g} s: {why} (docs/materials.md: how far "
                "to pull rubber)",
            )  # fmt: skip

    def _look_at_bodies(self, simulation: Simulation, time: float) -> None:
        if not self._apart:
            return
        states = simulation.state.bodies
        boxes = {body.name: bounds(states[body.name].x, body.layout.span) for body in simulation.model.bodies}
        for pair in list(self._apart):
            a, b = (boxes[name] for name in pair)
            if not (np.all(a[0] <= b[1]) and np.all(b[0] <= a[1])):
                continue
            if _touch(simulation, pair, np.maximum(a[0], b[0]), np.minimum(a[1], b[1])):
                self._apart.remove(pair)
                self._tell(
                    time, ("met", *pair),
                    f"bodies {pair[0]!r} and {pair[1]!r} met at t = {time:.4g} s and pass through each other: they "
                    "have no contact with each other",
                )  # fmt: skip


def _range(material: Any) -> tuple[float, float]:
    """The stretches between which a material is what its law says."""
    if not isinstance(material, Bulk | Elastic | Sheet):
        return 0.0, np.inf
    match as_law(material.law):
        case laws.Metric():
            return 0.0, 1.0 + _FAR if _rubber(material) else np.inf
        case laws.Corotated():
            return 0.5, 4.0 * (1.0 - material.poisson)
        case laws.StVenantKirchhoff():
            return 0.6, 1.4
    return 0.0, np.inf


def _least(body: BodyModel, x: np.ndarray) -> float:
    """The least principal stretch within a body."""
    at = samples(body, x)
    F = np.moveaxis(at.F, 2, 0)[at.measure > 0.0]
    return float(np.linalg.svd(F, compute_uv=False).min(initial=1.0))


def _rubber(material: Any) -> bool:
    if isinstance(material, Sheet) and isinstance(material.membrane, tuple):
        c11, c12, c22, _ = material.membrane
        return c12 >= _RUBBER * np.sqrt(c11 * c22)
    return material.poisson >= _RUBBER


def spacing(body: BodyModel) -> float:
    """How far apart the nodes of a body are [m], typically."""
    measure = body.shape.measure[body.layout.nodes]
    mean = float(measure[measure > 0.0].mean()) if np.any(measure > 0.0) else body.size
    axes = 1 if not len(body.shape.triangles) else 2 if not isinstance(body.spec.material, Bulk) else 3
    return min(mean ** (1.0 / axes), body.size)


# ---------------------------------------------------------------- obstacles


def _by_nodes(simulation: Simulation) -> Iterator[tuple[str, str, str]]:
    """Bodies that meet obstacles with their nodes although they are too coarse for that, and why."""
    model, scene = simulation.model, simulation.parameters
    for body in model.bodies:
        for one in scene.obstacles:
            if (body.name, one.id) in model.by_nodes:
                yield body.name, one.id, "it crosses it at the start"
            elif (
                scene.collision.bodies
                and can_meet(body.spec)
                and meets(body.spec, one.id)
                and not may_meet_as_body(scene, body.spec, one)
                and is_default(scene, one)
                and _thickness(one) < _THIN * spacing(body)
            ):
                yield body.name, one.id, f"{'stickiness' if one.stickiness else 'restitution'} is for nodes"


def _pairs(simulation: Simulation, body: BodyModel) -> list[_Pair]:
    """What a body could pass: obstacles that have another side, and are not met so that nothing gets through them."""
    found, scene, swept = [], simulation.parameters, {sweep.name for sweep in body.system.sweeps}
    for obstacle in scene.obstacles:
        if not meets(body.spec, obstacle.id) or isinstance(obstacle, Plane | Room):
            continue
        fine = obstacle.id in swept and not is_too_fine(scene, body.spec, body.shape, obstacle)
        if fine or obstacle.id in body.around.shells:
            continue
        thickness = _thickness(obstacle)
        cell = spacing(body)
        edges = _edges(body) if thickness < _THIN * cell else np.zeros((0, 2), dtype=np.int64)
        count = int(np.clip(np.ceil(2.0 * cell / thickness), 1, _POINTS))
        places = (np.arange(count) + 0.5) / count
        nodes = body.layout.nodes
        entered = np.zeros((len(nodes) + count * len(edges), 3))
        deep = np.zeros(len(entered), dtype=bool)
        found.append(_Pair(obstacle, thickness, edges, places, nodes, entered, deep))
    return found


def _thickness(obstacle: Any) -> float:
    """The least size of an obstacle [m]: along its own axes, of a union that of its thinnest part."""
    if isinstance(obstacle, Union):
        return min(_thickness(part) for part in obstacle.parts)
    if isinstance(obstacle, Plane | Room):
        return np.inf
    true = obstacle.model_copy(update={"scale": 1.0})  # which is how large it is drawn
    vertices = np.asarray(true.mesh(1.0)[0], dtype=float)
    axes = np.linalg.svd(vertices - vertices.mean(axis=0), full_matrices=False)[2]
    return max(
        float(np.ptp(vertices @ axes.T, axis=0).min()), LENGTH.low
    )  # far away, rounding leaves nothing of it


def _edges(body: BodyModel) -> np.ndarray:
    """The edges of the triangles of a body's skin, or of a curve, as flat indices (n, 2)."""
    triangles = body.shape.triangles
    if len(triangles):
        pairs = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
        return body.layout.nodes[np.unique(np.sort(pairs, axis=1), axis=0)]
    edges = getattr(body.shape.whole, "edges", None)
    return np.zeros((0, 2), dtype=np.int64) if edges is None else body.layout.nodes[edges]


def _passed(
    simulation: Simulation, body: BodyModel, pair: _Pair, before: np.ndarray, farthest: float
) -> bool:
    """Whether something of the body has gone through the obstacle in the last step."""
    dt, time, motion = simulation.parameters.dt, simulation.time, pair.obstacle.motion
    drift = np.zeros(3) if motion is None else motion.at(time) - motion.at(time - dt)
    fast = farthest + float(np.linalg.norm(drift)) > _PART * pair.thickness
    if not fast and not len(pair.edges) and not pair.entered.any():
        return False
    shape, x = moved(pair.obstacle.geometry(), motion, time), simulation.state.bodies[body.name].x
    # as the obstacle sees it: where points were before, it is where it is now
    start, end = pair.followed(before) + drift, pair.followed(x)
    return (fast and _through(shape, start, end, pair.thickness)) or _slipped(shape, pair, start, end, fast)


def _through(shape: Any, start: np.ndarray, end: np.ndarray, thickness: float) -> bool:
    """Whether points were inside between `start` and `end` (n, 3), and come out, or will, on the other side.

    They go as far as the distance says that nothing is in the way.
    """
    way = end - start
    length = np.linalg.norm(way, axis=1)
    chosen = length > _PART * thickness
    start, end, way, length = start[chosen], end[chosen], way[chosen], length[chosen]
    first, last = sample_distance(shape, start), sample_distance(shape, end)
    ahead = (last[:, 1:] * way).sum(axis=1) > 0.0  # out of it leads onwards
    across = (first[:, 1:] * last[:, 1:]).sum(axis=1) < 0.0  # else they may slide over an edge of it
    open_ = (first[:, 0] >= 0.0) & (first[:, 0] < length) & ahead & across
    if np.any(open_ & (last[:, 0] < 0.0)):
        return True
    share, at = np.zeros(len(start)), np.flatnonzero(open_)
    gap = first[at, 0]
    for _ in range(_STEPS):
        share[at] += np.maximum(gap, 0.05 * thickness) / length[at]
        at = at[share[at] < 1.0]
        if not len(at):
            return False
        gap = sample_distance(shape, start[at] + share[at, None] * way[at])[:, 0]
        if np.any(gap < 0.0):
            return True
    return False


def _slipped(shape: Any, pair: _Pair, start: np.ndarray, end: np.ndarray, fast: bool) -> bool:
    """Whether a point has left the obstacle on another side than it came from.

    Nodes are followed from where they come in fast; slow ones are held. What is just below the surface slides along it,
    as the edges of a coarse cloth do that hangs over a table: it comes from where it is.
    """
    found = sample_distance(shape, end)
    depth, normals, entered, deep = -found[:, 0], found[:, 1:], pair.entered, pair.deep
    inside, known = depth > 0.0, entered.any(axis=1)
    across = (entered * normals).sum(axis=1) < 0.0
    through = known & ~inside & across
    entered[~inside], deep[~inside] = 0.0, False
    deep |= depth > _DEEP * pair.thickness
    slides = known & inside & ~deep & ~across
    entered[slides] = normals[slides]
    fresh = inside & ~known
    if not fast:
        fresh[: len(pair.nodes)] = False
    entered[fresh] = sample_distance(shape, start[fresh])[:, 1:]
    return bool(through.any())


# ---------------------------------------------------------------- bodies


def _touch(simulation: Simulation, pair: tuple[str, str], low: np.ndarray, high: np.ndarray) -> bool:
    """Whether nodes of two bodies are as near as neighbours are, within the part of space that both are in."""
    from scipy.spatial import KDTree

    bodies = [simulation.model.body(name) for name in pair]
    near = 0.5 * max(spacing(body) for body in bodies)
    points = []
    for body in bodies:
        places = simulation.positions(body.name)
        points.append(places[np.all((places >= low - near) & (places <= high + near), axis=1)])
    if not all(len(one) for one in points):
        return False
    return bool(KDTree(points[0]).query(points[1])[0].min() <= near)
