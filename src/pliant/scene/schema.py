"""The scene: everything a user says about a simulation, in Python or in a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import Annotated, Any, ClassVar, get_args

from pydantic import BeforeValidator, ConfigDict, Field, ValidationError

from pliant.collision.spec import Collision, Collisions
from pliant.constraints import Clamp, Constraint, Pin
from pliant.contact import Barrier, Obstacle, Response
from pliant.errors import MOST_PROBLEMS, PliantError, Problem, SceneError
from pliant.forces import Acceleration, AnyForce, Force
from pliant.integrators.adaptive import Adaptive
from pliant.integrators.spec import BDF2, IntegratorSpec
from pliant.model import Body
from pliant.problems import Finding, path_text, problems_of
from pliant.scene.events import Event
from pliant.scene.notices import notices
from pliant.scene.references import Names, findings_in, in_item
from pliant.scene.timeline import in_events
from pliant.solvers.spec import NamedSolver, SolverSpec
from pliant.spec import Node, Seconds, Shown, Spec, measured


def _with_kind(body: Any) -> Any:
    """A body that does not say what it is, is a surface."""
    return {"kind": "surface", **body} if isinstance(body, dict) else body


AnyBody = Annotated[Annotated[Body, Field(discriminator="kind")], BeforeValidator(_with_kind)]


class Handle(str):
    """The id that `Scene.add` gave to something; usable wherever an id is."""

    __slots__ = ()


class Scene(Spec):
    """Bodies, what acts on them and how time is stepped.

    `gravity` acts on everything: a vector or a number [m/s²], a planet's name, or None. `contact` is the
    response of obstacles that have none of their own, `collision` how bodies meet each other and themselves (False:
    they do not). `dt` [s] is the time step, `adaptive` says when it is divided (None: where something goes
    wrong), `seconds` [s] how long a run takes unless told.
    """

    model_config = ConfigDict(frozen=False, validate_assignment=True)
    listed: ClassVar = ("add", "at", "check", "clamp", "json_schema", "notices", "pin")

    id: str = "scene"
    title: str = ""
    gravity: Annotated[Acceleration | None, measured("m/s²")] = None
    bodies: list[AnyBody] = Field(default_factory=list)
    forces: list[AnyForce] = Field(default_factory=list)
    obstacles: list[Annotated[Obstacle, Field(discriminator="kind")]] = Field(default_factory=list)
    constraints: list[Annotated[Constraint, Field(discriminator="kind")]] = Field(default_factory=list)
    events: list[Annotated[Event, Field(discriminator="kind")]] = Field(default_factory=list)
    contact: Annotated[Response, Field(discriminator="kind")] = Barrier()
    collision: Collisions = Collision()
    dt: Annotated[Seconds, Shown("Time step")] = 1.0 / 60.0
    seconds: Annotated[Seconds, Shown("Length of a run")] = 4.0
    integrator: IntegratorSpec = BDF2()
    adaptive: Annotated[Adaptive | None, Shown("Adaptive steps")] = None
    solver: NamedSolver = SolverSpec()

    def model_post_init(self, context: Any) -> None:
        """Names what has no id and checks that everything fits together."""
        for items in (self.bodies, self.forces, self.obstacles, self.constraints, self.events):
            _name(items)
        self.check()

    def check(self) -> None:
        """Raises a `SceneError` that lists everything in the scene that does not fit together."""
        _raise(chain(findings_in(self), in_events(self)))

    def notices(self) -> list[Finding]:
        """What is right in the scene but should be known before it runs: bodies that would not feel each other."""
        return list(notices(self))

    def add(self, spec: Any, id: str | None = None) -> Handle:
        """Puts a body, force, obstacle, constraint or event into the scene and returns its id."""
        name = _list_for(spec)
        if id is not None:
            if not hasattr(spec, "id"):
                raise PliantError(f"{type(spec).__name__} has no id (given: {id!r})")
            spec = spec.model_copy(update={"id": str(id)})
        items = getattr(self, name)
        items.append(spec)
        last = len(items) - 1
        try:
            if "id" in type(spec).model_fields:
                _name(items)
            _raise(in_events(self, last) if name == "events" else in_item(Names(self), name, last))
        except SceneError:
            items.pop()
            raise
        return Handle(getattr(items[-1], "id", ""))

    def pin(
        self,
        body: str,
        *,
        nodes: Iterable[Node] = (),
        corners: Sequence[str | int] = (),
        edges: Sequence[str] = (),
        sets: Sequence[str] = (),
    ) -> Handle:
        """Holds nodes of a body where they start: by index [m, n], corner ("00"), edge ("m0") or a mesh's own sets."""
        return self.add(Pin(body=body, nodes=list(nodes), corners=corners, edges=edges, sets=sets))

    def clamp(
        self,
        body: str,
        edges: Sequence[str] = (),
        *,
        nodes: Iterable[Node] = (),
        sets: Sequence[str] = (),
    ) -> Handle:
        """Holds edges of a body, or nodes and sets of a mesh, with their direction, as a vice does."""
        return self.add(Clamp(body=body, edges=edges, nodes=list(nodes), sets=sets))

    def at(self, time: float, *events: Any) -> Handle:
        """Lets events happen at `time` [s]; returns the id of the last grab or push among them."""
        handle = Handle("")
        for event in events:
            if not isinstance(event, get_args(Event)):
                raise PliantError(f"at takes events such as Grab or Set (given: {type(event).__name__})")
            timed = type(event)(**{**dict(event), "time": time})
            handle = self.add(timed) or handle
        return handle

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            super().__setattr__(name, value)
        except ValidationError as error:
            raise SceneError(problems_of(error, {name: value}, Scene)) from None

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """The JSON Schema of scene files, for editors and forms."""
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **cls.model_json_schema()}


_LISTS: dict[str, tuple[type, ...]] = {
    "bodies": get_args(Body),
    "forces": get_args(Force),
    "obstacles": get_args(Obstacle),
    "constraints": get_args(Constraint),
    "events": get_args(Event),
}


def _list_for(spec: Any) -> str:
    for name, kinds in _LISTS.items():
        if isinstance(spec, kinds):
            return name
    expected = "a body, force, obstacle, constraint or event"
    raise PliantError(f"a scene cannot hold {type(spec).__name__}; expected {expected}")


def _name(items: list[Any]) -> None:
    """Gives an id such as "surface1" to what has none."""
    taken = {vars(item).get("id") for item in items}
    numbers: dict[str, int] = {}  # the last one of each kind
    for k, item in enumerate(items):
        if vars(item).get("id") != "":
            continue
        number = numbers.get(item.kind, 0) + 1
        while f"{item.kind}{number}" in taken:
            number += 1
        numbers[item.kind] = number
        items[k] = item.model_copy(update={"id": f"{item.kind}{number}"})


def _raise(findings: Iterable[Finding]) -> None:
    first = islice(findings, MOST_PROBLEMS + 1)  # one more tells that there are more
    problems = [Problem(path_text(finding.path), finding.message) for finding in first]
    if problems:
        raise SceneError(problems)
