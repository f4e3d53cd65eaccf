"""Whether the parts of a scene fit together: names that exist, nodes on the grid, kinds that go together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pliant.constraints import Clamp, Drive, Joint, JointOfNodes, OnSurface, Pin
from pliant.contact import Barrier, Cushion, Projection
from pliant.contact import Mesh as MeshObstacle
from pliant.errors import PliantError
from pliant.integrators.spec import EXPLICIT
from pliant.model import Bulk, Curve, Hybrid, Layered, Mesh, Rigid, Sticks
from pliant.model.meets import can_meet, meets
from pliant.model.selection import AXES, Selection, no_axis
from pliant.problems import Finding, Path, did_you_mean
from pliant.scene.holding import directed
from pliant.scene.meeting import may_meet_as_body, meeting_pairs, meets_hull
from pliant.solvers.spec import UNFIT_FOR_HYBRIDS

if TYPE_CHECKING:
    from pliant.scene.schema import Scene

# Ids become names of arrays, files and parameters, so slashes and dots would be ambiguous.
ID = re.compile(r"\w[\w -]{0,999}")
_IMPLICIT = ("bdf2", "backward_euler")
_NO_GRID = (
    "a mesh has no grid, hence no corners and edges: choose nodes by their number, or by `sets` of the mesh"
)
ID_RULE = "an id is made of letters, digits, spaces, '_' and '-', at most 1000 of them"


class Names:
    """What the parts of a scene refer to, by name: looked up, not searched for, as there may be thousands."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self.bodies = {body.id: body for body in reversed(scene.bodies)}
        self.obstacles = {obstacle.id for obstacle in scene.obstacles}
        self._sticks = [body for body in scene.bodies if isinstance(body.material, Sticks)]
        self.only_sticks = len(self._sticks) == len(scene.bodies)
        self._first: dict[str, dict[str, int]] = {}

    def first(self, name: str, id: str) -> int:
        """Where in the list `name` an id comes first."""
        if name not in self._first:
            items = list(enumerate(getattr(self.scene, name)))
            self._first[name] = {item.id: k for k, item in reversed(items)}
        return self._first[name][id]

    def sticks_at(self, obstacle: str) -> Iterator[Any]:
        """The bodies of sticks that notice an obstacle."""
        return (body for body in self._sticks if meets(body, obstacle))


def findings_in(scene: Scene) -> Iterator[Finding]:
    """Everything in the scene that does not fit together, except for events."""
    yield from _in_solver(scene)
    names = Names(scene)
    for name in ("bodies", "forces", "obstacles", "constraints"):
        for k, item in enumerate(getattr(scene, name)):
            yield from in_item(names, name, k)
            if name == "bodies":
                yield from in_collides(names, k)
                yield from _in_variant(scene, k, item)
    yield from _in_substeps(scene)
    if scene.adaptive is not None and scene.integrator.kind == "static":
        yield Finding(("adaptive",), "static steps take no time, and have no local error: leave it out")


def _in_solver(scene: Scene) -> Iterator[Finding]:
    """Alternating directions follow the axes of a grid, and hybrid bodies have a solver of their own."""
    if scene.integrator.kind in EXPLICIT:
        return
    for body in scene.bodies:
        if scene.solver.kind in UNFIT_FOR_HYBRIDS and isinstance(body.material, Hybrid):
            instead = UNFIT_FOR_HYBRIDS[scene.solver.kind]
            yield Finding(("solver", "kind"), f"{body.id!r} is hybrid, and not solved by {instead}")
        elif scene.solver.kind == "adi" and isinstance(body, Mesh | Layered):
            yield Finding(
                ("solver", "kind"),
                f"'adi' follows the axes of a grid, and {body.id!r} has no axes: use 'cg', 'sor' or 'profile'",
            )


def in_item(names: Names, name: str, k: int) -> Iterator[Finding]:
    """What is wrong with one item of a list, as far as it can be said before the scene is complete."""
    item = getattr(names.scene, name)[k]
    yield from in_id_rule(item.id, (name, k, "id"))
    if names.first(name, item.id) < k:
        yield Finding((name, k, "id"), f"the id {item.id!r} is already taken")
    if name == "forces":
        for j, target in enumerate(item.apply_to or ()):
            yield from in_selection(names, target, (name, k, "apply_to", j))
    elif name == "obstacles":
        yield from _in_mesh(item, (name, k))
        yield from _in_contact(names, item, (name, k))
    elif name == "constraints" and isinstance(item, Joint):
        yield from _in_joint(names, item, (name, k))
    elif name == "constraints" and isinstance(item, Clamp):
        yield from _in_clamp(names, item, (name, k))
    elif name == "constraints":
        yield from in_selection(names, item, (name, k))
        if isinstance(item, Drive) and item.positions is not None and item.body in names.bodies:
            yield from _in_positions(names, item, (name, k))


def _in_contact(names: Names, obstacle: Any, path: Path) -> Iterator[Finding]:
    """Friction by a force is stiff: explicit schemes would jitter, projections know no normal force; but sticks do."""
    scene = names.scene
    response = obstacle.response or scene.contact
    others = [body for body in scene.bodies if meets(body, obstacle.id)]
    for body in others:
        if isinstance(body, Rigid) and response.kind == "projection":
            yield Finding(
                (*path, "response"),
                f"moves single nodes after a step, and {body.id!r} is rigid: use a barrier or a penalty for it",
            )
            return
    if getattr(response, "along", "gradient") == "normal":
        yield from _in_normal(scene, others, path)
    if obstacle.turns:
        yield from _in_turning(scene, obstacle, others, path)
        return
    if others and all(meets_hull(scene, body, obstacle) for body in others):
        return  # met as a body is: by any scheme, moving or not
    if obstacle.motion is not None:
        yield from _in_motion(names, obstacle, response, path)
    if obstacle.restitution is not None:
        if not isinstance(response, Cushion):
            yield Finding(
                (*path, "restitution"),
                f"needs the response 'barrier' or 'penalty' (the obstacle has {response.kind!r})",
            )
        for body in names.sticks_at(obstacle.id):
            yield Finding(
                (*path, "restitution"), f"sticks know none, and {body.id!r} is made of them: leave it out"
            )
        return
    if scene.integrator.kind == "static":  # friction does nothing without motion
        if response.kind == "projection":
            yield Finding(
                (*path, "response"),
                "'projection' moves nodes after a step, which is no equilibrium then: static needs a barrier",
            )
        return
    if not obstacle.friction or (names.only_sticks and isinstance(response, Cushion | Projection)):
        return
    if not isinstance(response, Cushion):
        yield Finding(
            (*path, "friction"), f"needs a barrier or a penalty (the obstacle has {response.kind!r})"
        )
    elif scene.integrator.kind not in _IMPLICIT and (obstacle.motion is not None or obstacle.stickiness):
        what = "moves" if obstacle.motion is not None else "is sticky"
        yield Finding((*path, "friction"), f"of an obstacle that {what} needs an implicit integrator: 'bdf2'")


def _in_normal(scene: Scene, others: list[Any], path: Path) -> Iterator[Finding]:
    """A response along the normal of the body is the gradient of no energy, and curves have no normal."""
    where = (*path, "response", "along")
    if scene.integrator.kind not in ("semi_implicit", *EXPLICIT):
        yield Finding(
            where, "'normal' is the gradient of no energy: it runs with semi_implicit or explicit schemes"
        )
    for body in others:
        if isinstance(body, Curve | Rigid):
            yield Finding(where, f"{body.id!r} is a {body.kind} and is pushed along the gradient only")
            return


def _in_mesh(obstacle: Any, path: Path) -> Iterator[Finding]:
    """A file that is not there, or is no mesh; a union is looked at part by part."""
    if isinstance(obstacle, MeshObstacle):
        try:
            obstacle.check()
        except PliantError as error:
            yield Finding((*path, "file"), str(error))
    for j, part in enumerate(getattr(obstacle, "parts", ())):
        yield from _in_mesh(part, (*path, "parts", j))


def _in_motion(names: Names, obstacle: Any, response: Any, path: Path) -> Iterator[Finding]:
    """What pushes nodes by their place alone would not know how fast the obstacle comes."""
    why = None
    soft = any(meets(body, obstacle.id) and not isinstance(body, Rigid) for body in names.scene.bodies)
    if response.kind == "projection" or (obstacle.restitution is not None and soft):
        why = "what moves acts by a barrier or a penalty: soft bodies know neither its projection nor its restitution"
    elif next(names.sticks_at(obstacle.id), None) is not None:
        why = "sticks know no obstacles that move"
    if why:
        yield Finding((*path, "motion"), why)


def _in_turning(scene: Scene, obstacle: Any, others: list[Any], path: Path) -> Iterator[Finding]:
    """Only as bodies meet each other is it known how fast each part of it comes."""
    where = (*path, "frames" if obstacle.motion is None else "motion")
    if obstacle.enclosing() is None:
        yield Finding(where, "what has no end cannot turn: use a box or a mesh")
    for body in others:
        if (
            obstacle.response is not None
            or scene.contact != Barrier()
            or not may_meet_as_body(scene, body, obstacle)
        ):
            yield Finding(
                where,
                f"what turns or is animated is met as bodies meet, and {body.id!r} cannot: leave out its response, "
                "stickiness and restitution, and let bodies collide",
            )
            return


def in_collides(names: Names, k: int) -> Iterator[Finding]:
    """Obstacles and bodies that a body would meet, or ignore, but that are not there."""
    body = names.scene.bodies[k]
    for field, listed in (("collides", body.collides or ()), ("ignores", body.ignores)):
        for j, name in enumerate(listed):
            path = ("bodies", k, field, j)
            if name not in names.obstacles and name not in names.bodies:
                known = [other.id for other in (*names.scene.obstacles, *names.scene.bodies)]
                yield Finding(path, nothing("obstacle or body", name, known))
            elif name == body.id and name not in names.obstacles:
                yield Finding(path, "whether a body meets itself is said by `self_contact`")
            elif field == "collides" and names.scene.collision.bodies and name not in names.obstacles:
                for one in (body, names.bodies[name]):
                    if not can_meet(one):
                        why = f"bodies of the variant {one.variant!r} meet obstacles only, and {one.id!r} is one"
                        yield Finding(path, f"{body.id!r} and {name!r} cannot meet: {why}")


def in_id_rule(name: str, path: Path) -> Iterator[Finding]:
    """Whether a name can be an id at all."""
    if not ID.fullmatch(name):
        yield Finding(path, f"{ID_RULE} (given: {name!r})")


def nothing(what: str, name: str, known: list[str]) -> str:
    """What to say of a name that is not there."""
    return f"there is no {what} {name!r}; " + (did_you_mean(name, known) if known else "the scene has none")


def no_body(names: Names, name: str, path: Path) -> Finding:
    """The finding for a body that is not there."""
    return Finding((*path, "body"), nothing("body", name, [body.id for body in names.scene.bodies]))


def in_selection(names: Names, chosen: Any, path: Path) -> Iterator[Finding]:
    """Whether the body of a selection exists and its nodes do."""
    body = names.bodies.get(chosen.body)
    if body is None:
        yield no_body(names, chosen.body, path)
        return
    if isinstance(body, Mesh | Rigid) and (chosen.corners or chosen.edges):
        yield Finding((*path, "corners" if chosen.corners else "edges"), _NO_GRID)
        return
    for where, message in chosen.misses_of(body):
        yield Finding((*path, *where), message)


def _in_joint(names: Names, joint: Joint, path: Path) -> Iterator[Finding]:
    """Whether the points of a joint exist."""
    if isinstance(joint, JointOfNodes) and joint.body:
        yield from in_selection(names, joint, path)
    if isinstance(joint, OnSurface) and joint.obstacle not in names.obstacles:
        known = [obstacle.id for obstacle in names.scene.obstacles]
        yield Finding((*path, "obstacle"), nothing("obstacle", joint.obstacle, known))
    for where, point in joint.named():
        body = names.bodies.get(point.body)
        if body is None:
            yield no_body(names, point.body, (*path, *where))
        elif point.corner is not None and isinstance(body, Mesh | Rigid):
            yield Finding((*path, *where, "corner"), _NO_GRID)
        else:
            corners = () if point.corner is None else (point.corner,)
            nodes = point.nodes or (() if point.node is None else (point.node,))
            for _, message in Selection(nodes=list(nodes), corners=list(corners)).misses(body.grid):
                yield Finding((*path, *where), message)


def _in_clamp(names: Names, clamp: Clamp, path: Path) -> Iterator[Finding]:
    body = names.bodies.get(clamp.body)
    if body is None:
        yield no_body(names, clamp.body, path)
        return
    if isinstance(body, Rigid):
        yield Finding(
            (*path, "edges"), f"{body.id!r} is rigid: pin three of its nodes, which hold it as a whole"
        )
        return
    if isinstance(body, Mesh):
        if clamp.edges:
            yield Finding((*path, "edges"), _NO_GRID)
        elif not directed(body) and not isinstance(body.material, Bulk):
            yield Finding((*path, "nodes"), f"a clamp holds elastic meshes: pin the nodes of {body.id!r}")
        chosen = clamp.of_a_mesh
        for where, message in () if chosen is None else chosen.misses_of(body):
            yield Finding((*path, *where), message)
        return
    if clamp.of_a_mesh:
        yield Finding(
            (*path, "nodes" if clamp.nodes else "sets"), f"{body.id!r} is on a grid: choose its edges"
        )
    axes = AXES[len(body.grid)]
    for j, edge in enumerate(clamp.edges):
        if edge[0] not in axes:
            yield Finding((*path, "edges", j), no_axis(edge, len(axes)))
        elif body.periodic[axes.index(edge[0])]:
            yield Finding((*path, "edges", j), f"axis {edge[0]} of {body.id!r} is periodic and has no edge")


def _in_positions(names: Names, drive: Drive, path: Path) -> Iterator[Finding]:
    """As many places at each time as there are chosen nodes."""
    body = names.bodies[drive.body]
    if not isinstance(body, Mesh) and next(drive.misses_of(body), None) is None:
        chosen, given = int(drive.mask_of(body).sum()), len(drive.positions or ()) // len(drive.times)
        if chosen != given:
            yield Finding((*path, "positions"), f"places of {given} nodes are given, and {chosen} are chosen")


def _in_substeps(scene: Scene) -> Iterator[Finding]:
    """Bodies with time steps of their own go by themselves: what touches or is joined is stepped as one."""
    own = {k: body.id for k, body in enumerate(scene.bodies) if getattr(body, "substeps", 1) > 1}
    if not own:
        return
    meets_one = {
        k: scene.bodies[j].id for i, j in meeting_pairs(scene) for k, j in ((i, j), (j, i)) if k in own
    }
    joined = {point.body for one in scene.constraints if isinstance(one, Joint) for _, point in one.named()}
    joined |= {one.body for one in scene.constraints if isinstance(one, JointOfNodes)}
    for k, name in own.items():
        shells = (one.id for one in scene.obstacles if may_meet_as_body(scene, scene.bodies[k], one))
        shell = next((one for one in shells if meets(scene.bodies[k], one)), None)
        other = meets_one.get(k, shell)
        if other is not None or name in joined:
            whom = "itself" if other == name else repr(other)
            why = "is joined by a constraint" if other is None else f"meets {whom}"
            yield Finding(
                ("bodies", k, "substeps"),
                f"bodies that meet or are joined share one time step, and {name!r} {why}: use one step for all, or "
                "set `collision` to false",
            )


def _in_variant(scene: Scene, k: int, body: Any) -> Iterator[Finding]:
    if isinstance(body, Rigid) and scene.integrator.kind == "static":
        for j, one in enumerate(scene.constraints):
            if body.id in one.bodies and not (isinstance(one, Pin | Drive) and one.mask_of(body).sum() > 2):
                yield Finding(
                    ("constraints", j),
                    f"{body.id!r} is rigid and could turn there: static steps know rigid bodies that are free, or held "
                    "by three nodes or more; use 'bdf2'",
                )
    if isinstance(body.material, Sticks) and scene.integrator.kind == "static":
        yield Finding(
            ("bodies", k, "material"),
            "sticks have no energy, hence no equilibrium to be found by the integrator static: use 'springs', or "
            "another integrator",
        )
    if body.variant != "exact" and scene.integrator.kind not in ("semi_implicit", *EXPLICIT):
        yield Finding(
            ("bodies", k, "variant"),
            f"{body.variant!r} is not the gradient of an energy, so it runs with the integrator "
            f"semi_implicit or explicit (or {', '.join(EXPLICIT[1:])}), not with {scene.integrator.kind}",
        )
