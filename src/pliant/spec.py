"""The base of everything a user writes in a scene, in Python or in a file.

A *spec* is a small frozen pydantic model that lives in the file of the thing it describes: the
sphere's spec in ``contact/sphere.py``, gravity's in ``forces/gravity.py``. The scene schema only
puts them together, so files, forms and docs all come from one definition.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from html import escape
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from pliant.errors import Problem, SceneError
from pliant.magnitudes import check_positive, check_size
from pliant.problems import problems_of
from pliant.shown import Shown, described, help_text, signature


def plain(value: Any) -> Any:
    """NumPy scalars, arrays and tables as plain Python values, so that specs compare and serialise."""
    return value.tolist() if hasattr(value, "tolist") else value


def listed(value: Any) -> Any:
    """A list or an array as a tuple, beside one value for all."""
    value = plain(value)
    return tuple(value) if isinstance(value, list) else value


def _indices(value: Any) -> Any:
    """A curve and a mesh have one index: 7 stands for [7]."""
    value = plain(value)
    return (value,) if isinstance(value, int) and not isinstance(value, bool) else value


def _check_text(text: str) -> None:
    """Refuses what no file can hold, such as halves of characters that JSON lets pass (\\ud800)."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(f"a text with half a character in it (given: {text[:60]!r})") from None


def not_tiny(value: float, info: ValidationInfo) -> float:
    """Refuses a positive number that is as good as zero for its kind."""
    check_positive(value, info.field_name)
    return value


def measured(unit: str) -> Shown:
    """A parameter that only has to say its unit."""
    return Shown(unit=unit)


Vec3 = Annotated[tuple[float, float, float], BeforeValidator(plain)]
# The indices of a node: [m, n] on a surface, [l, m, n] in a solid, [n] (or just n) on a curve or a mesh.
Node = Annotated[tuple[int, ...], Field(min_length=1, max_length=3), BeforeValidator(_indices)]
Tensor2 = Annotated[
    tuple[tuple[float, float], tuple[float, float]],
    BeforeValidator(plain),
]
Positive = Annotated[float, Field(gt=0), AfterValidator(not_tiny)]
NonNegative = Annotated[float, Field(ge=0)]
Point = Annotated[Vec3, measured("m")]
Rotation = Annotated[Vec3, measured("rad")]
Velocity = Annotated[Vec3, measured("m/s")]
Length = Annotated[Positive, measured("m")]
Seconds = Annotated[Positive, measured("s")]
Temperature = Annotated[float, Field(ge=-273.15), Shown(unit="°C", span=300)]


_LONG = 200  # letters of a value in a table


def _cell(value: Any) -> str:
    if isinstance(value, Spec):
        return value._repr_html_()
    if isinstance(value, list | tuple) and value and all(isinstance(item, Spec) for item in value):
        return "".join(item._repr_html_() for item in value)
    text = repr(value)
    return escape(text if len(text) <= _LONG else f"{text[:_LONG]} …")


def prose_of(cls: type) -> str:
    """What stands at the head of a class, as it was written."""
    return inspect.cleandoc(vars(cls).get("__doc__") or "")


def _is_listed(member: Any) -> bool:
    function = getattr(member, "fget", None) or getattr(member, "__func__", member)
    return inspect.isfunction(function) and bool(function.__doc__)


class _SpecMeta(type(BaseModel)):
    # Turns pydantic's errors into `SceneError` when a user builds a spec by hand.
    # Nested specs are built by pydantic itself and keep their full path, because only the outermost
    # call comes through here. Positional arguments fill the fields that `positional` names.

    @property
    def __doc__(cls) -> str | None:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The prose of a class with a line for each field; made when somebody asks, as `help` does."""
        return help_text(cast(type[BaseModel], cls), prose_of(cls), getattr(cls, "positional", ()))

    @property
    def __signature__(cls) -> inspect.Signature:
        return signature(cast(type[BaseModel], cls), getattr(cls, "positional", ()))

    @__signature__.setter
    def __signature__(cls, made: Any) -> None:
        """Pydantic's own, with all types, is not kept."""

    def __dir__(cls) -> list[str]:
        """What is worth listing: our own methods, with a word on what they do, or those in `listed`."""
        listed = getattr(cls, "listed", None)
        if listed is not None:
            return sorted(listed)
        own = {name for base in cls.__mro__ if isinstance(base, _SpecMeta) for name in vars(base)}
        return sorted(
            name for name in own if _is_listed(inspect.getattr_static(cls, name)) and name[0] != "_"
        )

    def __call__(cls, *args: Any, **data: Any) -> Any:
        names = getattr(cls, "positional", ())
        if len(args) > len(names):
            raise SceneError(
                [Problem("", f"takes {len(names)} positional arguments, {len(args)} given")], cls.__name__
            )
        data.update(zip(names, args, strict=False))
        try:
            return super().__call__(**data)
        except ValidationError as error:
            raise SceneError(problems_of(error, data, cast(type[BaseModel], cls)), cls.__name__) from None


class Spec(BaseModel, metaclass=_SpecMeta):
    """A frozen description: unknown keys, wrong types, NaN, absurd sizes, broken text are a `SceneError`."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
    positional: ClassVar[tuple[str, ...]] = ()
    listed: ClassVar[tuple[str, ...] | None] = None  # methods that `help` names (None: all)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        found = handler(core)
        described(handler.resolve_ref_schema(found), cls, prose_of(cls))
        return found

    @field_validator("*")
    @classmethod
    def _can_be_kept(cls, value: Any, info: ValidationInfo) -> Any:
        check_size(value, info.field_name)
        if isinstance(value, str | PurePath):
            _check_text(str(value))
        return value

    def __repr_args__(self) -> Iterator[tuple[str, Any]]:
        """What differs from its default."""
        fields = type(self).model_fields
        for name, value in self:
            if name != "kind" and value != fields[name].get_default(call_default_factory=True):
                yield name, value

    def __str__(self) -> str:
        return repr(self)

    def _repr_html_(self) -> str:
        """For notebooks: what differs from its default."""
        rows = self.__repr_args__()
        cells = "".join(
            f"<tr><th style='text-align: left'>{escape(name)}</th><td style='text-align: left'>{_cell(value)}</td></tr>"
            for name, value in rows
        )
        return f"<table><caption>{escape(type(self).__name__)}</caption>{cells}</table>"

    if TYPE_CHECKING:  # checkers that do not look at metaclasses believe that only keywords are taken

        def __init__(self, *args: Any, **data: Any) -> None: ...
