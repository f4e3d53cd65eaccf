"""What happens during a run: somebody's hands, or a dial being turned, at times known beforehand."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticSerializationError, to_jsonable_python

from pliant.model.place import Place
from pliant.model.selection import Selection
from pliant.problems import FieldError
from pliant.spec import NonNegative, Point, Positive, Spec, Temperature, Vec3, measured, plain

Time = Annotated[NonNegative, measured("s")]

_FUNCTION = "an event is kept in files, which hold no functions: give the table of its values at the nodes"


def finite(value: Any) -> Any:
    """Refuses NaN and infinity also inside a value of unknown type."""
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("must be a finite number")
    for item in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    ):
        finite(item)
    return value


def _all_plain(value: Any) -> Any:
    """Lists in place of arrays, also inside of a value of unknown type."""
    if isinstance(value, dict):
        return {key: _all_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_all_plain(item) for item in value]
    return plain(value)


def _kept(value: Any) -> Any:
    """Refuses what no file can hold."""
    if callable(value):
        raise ValueError(_FUNCTION)
    try:
        to_jsonable_python(value)
    except PydanticSerializationError as error:
        inside = "function" in str(error)
        raise ValueError(_FUNCTION if inside else f"cannot be written to a file: {error}") from None
    return value


def _form(stop: Any) -> str:
    return "place" if isinstance(stop, Place | dict) else "point"


Stop = Annotated[
    Annotated[Vec3, Tag("point")] | Annotated[Place, Tag("place")], Discriminator(_form)
]  # of a path


class Touch(Place):
    """Where a hand touches `body`."""

    positional: ClassVar = ("body", "node")

    time: Time = 0.0
    id: str = ""
    body: str


class Grab(Touch):
    """Takes hold of a node or of a spot between nodes, by an `id` that later events name.

    It goes `to` a point [m] (None: it stays where it is). `stiffness` [N/m] None holds a node exactly, a number
    pulls by a spring; a spot between nodes is always pulled by a spring. `damping` [kg/s] of the spring resists
    motion relative to the hand.

    With a `radius` [m] the hand grips a patch: the spring is shared by the nodes that are nearer to the spot than this
    and hang together with it there, most of it by those in the middle. Each is held where it was relative to the hand:
    the patch is neither drawn together nor turned. Where no node is that near, the hand pulls at the spot.
    """

    kind: Literal["grab"] = "grab"
    to: Point | None = None
    stiffness: Annotated[Positive, measured("N/m")] | None = None
    damping: Annotated[NonNegative, measured("kg/s")] = 0.0
    radius: Annotated[NonNegative, measured("m")] = 0.0

    @model_validator(mode="after")
    def _held(self) -> Grab:
        if self.radius > 0.0 and self.stiffness is None:
            raise FieldError(("radius",), "a patch is pulled by a spring: give its stiffness [N/m]")
        if self.damping > 0.0 and self.stiffness is None:
            raise FieldError(("damping",), "only a spring can be damped: give its stiffness [N/m]")
        if self.nodes is not None and self.stiffness is None:
            raise FieldError(
                ("stiffness",), "a spot between nodes is pulled by a spring: give its stiffness [N/m]"
            )
        return self


class Push(Touch):
    """Pushes along `direction`, harder by `rate` [N/s] as time goes by, until it is released by its `id`.

    The force acts on the nodes that at rest are nearer to the spot than `radius` [m], most in the middle; with
    radius 0, or where no node is that near, on the nodes of the spot. Only the direction of `direction` counts.
    """

    kind: Literal["push"] = "push"
    direction: Vec3
    rate: Annotated[Positive, measured("N/s")]
    radius: Annotated[NonNegative, measured("m")] = 0.0

    @model_validator(mode="after")
    def _somewhither(self) -> Push:
        if max(abs(component) for component in self.direction) < 1e-100:
            raise FieldError(("direction",), "must not be zero")
        return self


class Move(Spec):
    """Moves a grab `to` a point [m], in a straight line within `seconds` [s]."""

    positional: ClassVar = ("grab", "to")

    kind: Literal["move"] = "move"
    time: Time = 0.0
    grab: str
    to: Point
    seconds: Time = 0.0


class Release(Spec):
    """Lets go of a grab, or ends a push: `grab` is the id of either."""

    positional: ClassVar = ("grab",)

    kind: Literal["release"] = "release"
    time: Time = 0.0
    grab: str


class PinEvent(Selection):
    """Pins the chosen nodes of `body` where they are at that time."""

    positional: ClassVar = ("body",)

    kind: Literal["pin"] = "pin"
    time: Time = 0.0
    body: str

    @model_validator(mode="after")
    def _chooses(self) -> PinEvent:
        if self.is_all:
            raise ValueError("choose what to pin: nodes, corners or edges")
        return self


class Unpin(Selection):
    """Frees the chosen nodes of `body`; no selection frees all that are pinned or clamped."""

    positional: ClassVar = ("body",)

    kind: Literal["unpin"] = "unpin"
    time: Time = 0.0
    body: str


class Cut(Spec):
    """Cuts a body along a `path`: links that it crosses hold no more.

    The path is a chain of points [m], of which each is taken to the nearest place of the body, or of places. On a
    surface it runs straight from one to the next in the plane of the grid; where it ends in an outermost cell it goes
    on through the border. Of other bodies a blade cuts what it goes through: the path, swept along `direction` (None:
    into the body, against its mean normal there). A curve is cut where the path crosses it, or is nearest to it; one
    point will do.
    """

    positional: ClassVar = ("body", "path")

    kind: Literal["cut"] = "cut"
    time: Time = 0.0
    body: str
    path: Annotated[tuple[Stop, ...], Field(min_length=1), BeforeValidator(plain)]
    direction: Vec3 | None = None


class Heat(Selection):
    """Brings the chosen nodes of `body`, or all, to a `temperature` [°C]; its law of flow must be thermoplastic.

    A list has one temperature for each of these nodes, in C order of the grid.
    """

    positional: ClassVar = ("body", "temperature")

    kind: Literal["heat"] = "heat"
    time: Time = 0.0
    body: str
    temperature: Annotated[
        Temperature | Annotated[tuple[Temperature, ...], Field(min_length=1)], BeforeValidator(plain)
    ]


class Cool(Selection):
    """Brings the chosen nodes of `body`, or all, to the temperature of the surroundings, the law's `ambient`."""

    positional: ClassVar = ("body",)

    kind: Literal["cool"] = "cool"
    time: Time = 0.0
    body: str


class Set(Spec):
    """Gives a parameter a new `value`, by its `path`: "gravity", "bodies.cloth.material.young".

    What the state is built upon cannot change during a run: see `pliant.scene.changes`.
    """

    positional: ClassVar = ("path", "value")

    kind: Literal["set"] = "set"
    time: Time = 0.0
    path: Annotated[str, Field(min_length=1)]
    value: Annotated[Any, BeforeValidator(_all_plain), AfterValidator(finite), AfterValidator(_kept)]


Event = Grab | Push | Move | Release | PinEvent | Unpin | Cut | Heat | Cool | Set
