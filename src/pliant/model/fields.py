"""Material fields: numbers of a material that vary over the body [000 §3.9.5].

Wherever a material takes a number that may vary, a field can stand instead: a table of values, the brightness of a
picture, or in Python a function of u. The material coordinates u lie in [0, 1] along each axis of a surface, a curve or
a solid; a mesh has three of them, the place of a node within the box around the rest shape. Pictures lie as textures
do: u to the right and v upwards.

    young: {kind: image, file: stiff.png, low: 1.0e3, high: 1.0e5}
    young: {kind: array, values: [1.0e3, 1.0e4, 1.0e5]}           # along a curve; or just the list
    young=lambda u: 1e3 * 10 ** u[:, 0]                           # in Python

A function is called once, when the body is described, and becomes the table of its values at the nodes. What is
computed from fields are arrays with one number per node; elements take the mean of their nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Union

import numpy as np
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Discriminator, Field, Tag, WithJsonSchema

from pliant.errors import PliantError, Problem, SceneError
from pliant.model.arrays import Array, Table
from pliant.model.pictures import read_channel
from pliant.numerics.grid import parameters
from pliant.numerics.memory import available, in_words
from pliant.problems import FieldError, Path, path_text
from pliant.spec import Positive, Spec


class ArrayField(Spec):
    """A table with an axis per axis of the body: a value per node, or any number of them with straight lines between.

    For a mesh it may also be a plain list, one number per node.
    """

    positional: ClassVar = ("values",)

    kind: Literal["array"] = "array"
    values: Table

    def at(self, u: np.ndarray, grid: tuple[int, ...] = ()) -> np.ndarray:
        """The values at material coordinates u (nodes, d); with the body's grid, a table of that shape is per node."""
        table = np.asarray(self.values)
        if table.shape == grid:
            return table.ravel()
        if table.ndim != u.shape[-1]:
            nodes = f"one number per node {list(grid)}, or " if grid else ""
            raise PliantError(
                f"a table of shape {list(table.shape)} does not fit; here it has {nodes}{u.shape[-1]} axes"
            )
        return multilinear(table, u)

    def least(self) -> tuple[Path, float]:
        """Where the smallest value stands, and it."""
        table = np.asarray(self.values)
        place = np.unravel_index(int(table.argmin()), table.shape)
        return ("values", *(int(i) for i in place)), float(table.min())


class ImageField(Spec):
    """A picture: black is `low` and white is `high`, of its brightness or one `channel`, with straight lines between
    the middles of pixels. A curve takes its middle row; through a solid it is the same along the third axis.
    """

    positional: ClassVar = ("file",)

    kind: Literal["image"] = "image"
    file: str
    low: float = 0.0
    high: float = 1.0
    channel: Literal["brightness", "red", "green", "blue", "alpha"] = "brightness"

    def at(self, u: np.ndarray, grid: tuple[int, ...] = ()) -> np.ndarray:
        """The values at material coordinates u (nodes, d)."""
        picture = read_channel(self.file, self.channel)
        across = u[..., 0]
        up = u[..., 1] if u.shape[-1] > 1 else np.full(len(u), 0.5)
        return self.low + (self.high - self.low) * _bilinear(picture, across, up)

    def least(self) -> tuple[Path, float]:
        """Where the smallest value stands, and it."""
        return (("low",), self.low) if self.low <= self.high else (("high",), self.high)


class FunctionField(Spec):
    """A function of u (nodes, d) that returns (nodes,) values; only until the body is there to sample it."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    kind: Literal["function"] = "function"
    function: Callable[[np.ndarray], Any]

    def at(self, u: np.ndarray, grid: tuple[int, ...] = ()) -> np.ndarray:
        """The values at material coordinates u (nodes, d)."""
        try:
            values = np.broadcast_to(np.asarray(self.function(u), dtype=float), len(u))
        except Exception as error:  # it is the user's
            raise PliantError(f"the function of u (n, {u.shape[-1]}) failed: {error}") from None
        wrong = np.flatnonzero(~np.isfinite(values))
        if len(wrong):
            raise PliantError(f"the function is {values[wrong[0]]} at u = {u[wrong[0]].tolist()}")
        return values

    def least(self) -> tuple[Path, float]:
        """Not known before it is sampled."""
        return (), np.inf


SomeField = ArrayField | ImageField | FunctionField


def multilinear(table: np.ndarray, u: np.ndarray) -> np.ndarray:
    """A table over [0, 1]^d at places u (n, d), with straight lines between its entries; shape (n,)."""
    low, part = [], []
    for axis, count in enumerate(table.shape):
        place = np.clip(u[:, axis], 0.0, 1.0) * (count - 1)
        cell = np.minimum(place.astype(int), max(count - 2, 0))
        low.append(cell)
        part.append(place - cell)
    total = np.zeros(len(u))
    for corner in range(2**table.ndim):
        bits = [corner >> axis & 1 for axis in range(table.ndim)]
        at = tuple(np.minimum(cell + bit, n - 1) for cell, bit, n in zip(low, bits, table.shape, strict=True))
        weight = np.prod([p if bit else 1.0 - p for p, bit in zip(part, bits, strict=True)], axis=0)
        total += weight * table[at]
    return total


def _bilinear(picture: np.ndarray, across: np.ndarray, up: np.ndarray) -> np.ndarray:
    """Pixels (rows, columns) at places from the left and from below; a pixel's value is that of its middle."""
    rows, columns = picture.shape
    v = ((1.0 - up) * rows - 0.5) / max(rows - 1, 1)
    h = (across * columns - 0.5) / max(columns - 1, 1)
    return multilinear(picture, np.stack([v, h], axis=1))


# ---------------------------------------------------------------- numbers that may vary


def _wrapped(value: Any) -> Any:
    """A list is the table it says, a function the field of its values."""
    if isinstance(value, list | tuple | np.ndarray | Array):
        return {"kind": "array", "values": value}
    return {"kind": "function", "function": value} if callable(value) else value


def _which(value: Any) -> str:
    if isinstance(value, Spec):
        return getattr(value, "kind", "number")
    if isinstance(value, dict):
        return str(value.get("kind", ""))
    return "number"


def positive(value: Any) -> Any:
    """Refuses a field that is not positive everywhere."""
    if isinstance(value, SomeField) and not value.least()[1] > 0.0:
        raise FieldError(value.least()[0], f"must be greater than 0 (given: {value.least()[1]:g})")
    return value


def not_negative(value: Any) -> Any:
    """Refuses a field that is negative anywhere."""
    if isinstance(value, SomeField) and value.least()[1] < 0.0:
        raise FieldError(value.least()[0], f"must be at least 0 (given: {value.least()[1]:g})")
    return value


def _varying(number: Any, rule: Any, schema: dict[str, Any]) -> Any:
    choices = Union[  # noqa: UP007  (a type checker knows no | between these)
        Annotated[number, Tag("number")],
        Annotated[ArrayField, Tag("array")],
        Annotated[ImageField, Tag("image")],
        Annotated[FunctionField, Tag("function")],
    ]
    # Forms show the number: a field is written in a file or in Python.
    shown = WithJsonSchema({"type": "number", **schema})
    return Annotated[choices, Discriminator(_which), BeforeValidator(_wrapped), AfterValidator(rule), shown]


if TYPE_CHECKING:  # builders see numbers, or after `sampled` arrays that behave like numbers
    Varying = float
    VaryingPositive = float
    VaryingNonNegative = float
else:
    Varying = _varying(float, lambda value: value, {})
    VaryingPositive = _varying(Positive, positive, {"exclusiveMinimum": 0})
    VaryingNonNegative = _varying(Annotated[float, Field(ge=0)], not_negative, {"minimum": 0})


# ---------------------------------------------------------------- materials with fields


def varies(value: Any) -> bool:
    """Whether a value of a material is a field, or a table (such as a tension) with a field in it."""
    if isinstance(value, tuple):
        return any(varies(part) for part in value)
    return isinstance(value, SomeField)


def sampled(body: Any, spread: Callable[[np.ndarray], np.ndarray] = lambda values: values) -> Any:
    """The body's material with an array in place of every field: one number per node, or what `spread` makes of them.

    A tension with fields in it gets shape (2, 2, nodes) or (3, 3, nodes). A material without fields is returned as it
    is. The arrays behave as the numbers would: `material.density * material.thickness` is one per node.
    """
    material = body.material
    if not any(varies(value) for _, value in material):
        return material
    u, grid, copies = _places(body)
    changes = {
        name: _sample(value, u, grid, lambda values: spread(copies(values)), ("material", name))
        for name, value in material
        if varies(value)
    }
    return material.model_copy(update=changes)


def at_nodes(body: Any, value: Any, path: Path) -> np.ndarray:
    """A number or a field of a body as one number per node, (nodes,)."""
    if not varies(value):
        return np.full(int(np.prod(body.grid)), float(value))
    u, grid, copies = _places(body)
    return _sample(value, u, grid, lambda values: copies(values).ravel(), path)


def _places(body: Any) -> tuple[np.ndarray, tuple[int, ...], Callable[[np.ndarray], np.ndarray]]:
    """Where fields are sampled, the grid of that, and how nodes have it: copies have what their vertices have."""
    u, vertex = material_coordinates(body), body.geometry().vertex if hasattr(body, "geometry") else None
    if vertex is None:
        return u, body.grid, lambda values: values
    count = int(vertex.max()) + 1
    return u[:count], (count,), lambda values: values[vertex]


def _sample(value: Any, u: np.ndarray, grid: tuple[int, ...], spread: Any, path: Path) -> np.ndarray:
    if isinstance(value, tuple):
        return np.stack([_sample(part, u, grid, spread, (*path, k)) for k, part in enumerate(value)])
    if not isinstance(value, SomeField):
        return spread(np.full(grid, float(value)))
    try:
        return spread(value.at(u, grid).reshape(grid))
    except PliantError as error:
        raise SceneError([Problem(path_text(path), str(error))]) from None


def material_coordinates(body: Any) -> np.ndarray:
    """The material coordinates u (nodes, d) of a body's nodes, each in [0, 1]."""
    if hasattr(body, "geometry"):  # a mesh
        places = body.geometry().vertices
        low, size = places.min(axis=0), np.ptp(places, axis=0)
        return (places - low) / np.where(size > 0.0, size, 1.0)
    nodes, there = prod(body.grid), available()
    if there is not None and nodes * 16 * len(body.grid) > there:  # u, and the axes that it is made of
        raise FieldError(("grid",), f"{nodes:,} nodes do not fit into {in_words(there)} of memory")
    axes = np.meshgrid(*parameters(body.grid, body.periodic), indexing="ij")
    return np.stack([axis.ravel() for axis in axes], axis=1)


def settle(body: Any) -> None:
    """Replaces the functions in a body's material and fracture by tables and checks its tables: the nodes are known.

    What does not fit is a `FieldError` with its place in the body.
    """
    for part in ("material", "fracture"):
        described = getattr(body, part, None)
        if described is not None and any(varies(value) for _, value in described):
            body.__dict__[part] = _settle_part(body, part, described)


def _settle_part(body: Any, part: str, described: Any) -> Any:
    u, grid, _ = _places(body)
    changes = {name: _settled(value, u, grid, (part, name)) for name, value in described if varies(value)}
    try:
        return type(described)(**{**dict(described), **changes})
    except SceneError as error:  # a function that is negative somewhere
        problem = error.problems[0]
        raise FieldError((part, problem.path), problem.message) from None


def _settled(value: Any, u: np.ndarray, grid: tuple[int, ...], path: Path) -> Any:
    if isinstance(value, tuple):
        return tuple(_settled(part, u, grid, (*path, k)) for k, part in enumerate(value))
    if not isinstance(value, ArrayField | FunctionField):
        return value  # pictures are looked at when the model is built: a scene file has yet to say where they are
    try:
        values = value.at(u, grid)
    except PliantError as error:
        raise FieldError(path, str(error)) from None
    return value if isinstance(value, ArrayField) else ArrayField(values.reshape(grid))
