"""How specs present themselves: labels and units of their fields, and what `help` says of them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from pliant.meanings import meaning_of

_NAMES = 27  # columns of names and units in the table of fields


class Shown:
    """What forms and tables say of a parameter: goes into ``Annotated`` and comes out in the JSON Schema.

    `label` is what it is called (None: its own name), `unit` what it is measured in: a text, or by what it goes, as
    ``{"by": "material.kind", "springs": "N", "": "Pa"}``, a path within the body and "" for all others. `more` are

    * ``span``: the right end of a slider for something that may be zero;
    * ``positive``: a slider stays so, although it may be negative;
    * ``none``: what it is called that no number is given (else "auto");
    * ``item``: what one item of a list is called;
    * ``labels``: what choices are called that their own names do not say;
    * ``start``: what to begin with when somebody chooses to have it: a value, or by the first constant that the
      material has, as ``{"young": 0.02, "": 1.0}``, times that.
    """

    def __init__(
        self, label: str | None = None, unit: str | dict[str, Any] | None = None, **more: Any
    ) -> None:
        self.keys = {"label": label, "unit": unit, **more}

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        return handler(core) | {key: value for key, value in self.keys.items() if value is not None}


def help_text(cls: type[BaseModel], prose: str, positional: tuple[str, ...]) -> str:
    """What a class says of itself and what it shares with others, and a line for each field."""
    rows = []
    for name in _in_order(cls, positional):
        unit = unit_of(cls.model_fields[name])
        head = f"{name} [{unit}]" if unit else name
        head = head if len(head) < _NAMES else f"{head}\n{'':{_NAMES + 4}}"
        rows.append(f"    {head:<{_NAMES}} {meaning_of(cls.__mro__, name)}".rstrip())
    shared = [base for base in cls.__mro__[1:] if issubclass(base, BaseModel) and base.model_fields]
    texts = [prose, *(inspect.cleandoc(vars(base).get("__doc__") or "") for base in shared)]
    return "\n\n".join([*filter(None, texts), "\n".join(rows)]).rstrip()


def _in_order(cls: type[BaseModel], positional: tuple[str, ...]) -> list[str]:
    """The names of the fields: those that are given by their place, those that are needed, the others."""
    fields = [name for name in cls.model_fields if name not in ("kind", *positional)]
    return [*positional, *sorted(fields, key=lambda name: not cls.model_fields[name].is_required())]


def unit_of(field: FieldInfo) -> str:
    """The unit of a field, or those that it may have; "" if it has none."""
    return " or ".join(dict.fromkeys(_units([*field.metadata, field.annotation])))


def _units(parts: Any) -> Iterator[str]:
    """The units in an annotation, and in what it is made of."""
    for part in parts:
        if isinstance(part, Shown):
            yield from _texts(part.keys["unit"])
        elif isinstance(part, FieldInfo):
            yield from _units([*part.metadata, part.annotation])
        elif not isinstance(part, type):
            yield from _units((*getattr(part, "__metadata__", ()), *get_args(part)))


def _texts(unit: Any) -> Iterator[str]:
    if isinstance(unit, dict):
        for key, value in unit.items():
            if key != "by":
                yield from _texts(value)
    elif unit:
        yield unit


def signature(cls: type[BaseModel], positional: tuple[str, ...]) -> inspect.Signature:
    """What a class is called with, as `help` and editors show it: without types, which take pages."""
    fields = cls.model_fields
    found = []
    for name in _in_order(cls, positional):
        kind = (
            inspect.Parameter.POSITIONAL_OR_KEYWORD if name in positional else inspect.Parameter.KEYWORD_ONLY
        )
        found.append(inspect.Parameter(name, kind, default=_default(fields[name])))
    missing = [
        number
        for number, one in enumerate(found[: len(positional)])
        if one.default is inspect.Parameter.empty and number
    ]
    for number in range(missing[-1] if missing else 0):  # as Python wants it: what is needed comes first
        found[number] = found[number].replace(default=inspect.Parameter.empty)
    return inspect.Signature(found)


class _Words:
    """A default as `help` shows it."""

    def __init__(self, words: str):
        self.words = words

    def __repr__(self) -> str:
        return self.words


def _default(field: FieldInfo) -> Any:
    if field.is_required():
        return inspect.Parameter.empty
    value = field.get_default(call_default_factory=True)
    if value is PydanticUndefined:
        return inspect.Parameter.empty
    if isinstance(value, BaseModel):
        return _Words(f"{type(value).__name__}(…)")
    if isinstance(value, tuple) and value and all(isinstance(one, float) for one in value):
        return _Words(f"({', '.join(f'{one:g}' for one in value)})")
    return _Words(f"{value:g}") if isinstance(value, float) else value


def described(schema: dict[str, Any], cls: type, prose: str) -> None:
    """The JSON Schema of a class with its own prose, and what each field means: editors show that."""
    schema.pop("description", None)
    if prose:
        schema["description"] = prose
    for name, field in schema.get("properties", {}).items():
        meaning = meaning_of(cls.__mro__, name)
        if meaning and "$ref" not in field:
            field.setdefault("description", meaning)
