"""Writes the messages as TypeScript for the page: `python -m tests.typescript`.

Types are told from the annotations, comments from docstrings and from what stands behind a field.
"""

from __future__ import annotations

import inspect
import re
import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from pliant.recording.readings import FIELDS, READINGS, VECTORS
from pliant.studio import messages
from tests.documents import ROOT

TARGET = ROOT / "web" / "src" / "messages.ts"

_ALIASES = ("Vec3", "FieldName", "VectorName", "ExportFormat")
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


def render() -> str:
    """The whole file."""
    from_page, to_page = _members(messages.FromPage), _members(messages.ToPage)
    parts = [
        "// Written by `python -m tests.typescript` from src/pliant/studio/messages.py: edit that instead.",
        f"export const PROTOCOL = {messages.PROTOCOL};\nexport const LARGEST_MESSAGE = {messages.LARGEST_MESSAGE};\n"
        f"export const LARGEST_IMAGE = {messages.LARGEST_IMAGE};",
        *(f"export type {name} = {_type(getattr(messages, name), named=False)};" for name in _ALIASES),
        _readings(),
        *(_interface(model, model in from_page) for model in _models()),
        _union("FromPage", from_page),
        _union("ToPage", to_page),
    ]
    return "\n\n".join(parts) + "\n"


def _models() -> list[type[BaseModel]]:
    """Every message and what messages are made of, in the order of the file."""
    return [
        value
        for value in vars(messages).values()
        if inspect.isclass(value) and issubclass(value, messages.Message) and value is not messages.Message
    ]


def _members(union: Any) -> list[type[BaseModel]]:
    return list(get_args(get_args(union)[0]))


def _readings() -> str:
    """What can be read at nodes, from `pliant.recording.readings`."""
    lines = ["export interface Reading {\n  label: string;\n  unit: string;\n  floor: number;\n}\n"]
    for name, names in (("FieldName", FIELDS), ("VectorName", VECTORS)):
        lines.append(f"export const {name[:-4].upper()}S: Record<{name}, Reading> = {{")
        for one in (READINGS[name] for name in names):
            lines.append(
                f'  {one.name}: {{ label: "{one.label}", unit: "{one.unit}", floor: {one.floor:g} }},'
            )
        lines.append("};")
    return "\n".join(lines)


def _union(name: str, models: list[type[BaseModel]]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {model.__name__}" for model in models) + ";"


def _interface(model: type[BaseModel], from_page: bool) -> str:
    remarks = _remarks(model)
    lines = [*_comment(model), f"export interface {model.__name__} {{"]
    for name, field in model.model_fields.items():
        # A page may leave out what has a default; the server says everything.
        optional = from_page and not field.is_required() and name != "type"
        line = f"  {name}{'?' if optional else ''}: {_type(field.annotation)};"
        lines.append(f"{line} // {remarks[name]}" if name in remarks else line)
    return "\n".join([*lines, "}"])


def _comment(model: type[BaseModel]) -> list[str]:
    text = inspect.cleandoc(model.__doc__) if "__doc__" in vars(model) and model.__doc__ else ""
    lines = text.splitlines()
    if len(lines) < 2:
        return [f"/** {line} */" for line in lines]
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


def _remarks(model: type[BaseModel]) -> dict[str, str]:
    """What is said behind the fields of a class in its source."""
    return dict(re.findall(r"^    (\w+): .*?  # (.+)$", inspect.getsource(model), re.MULTILINE))


def _type(annotation: Any, *, named: bool = True) -> str:
    for name in _ALIASES if named else ():
        if annotation == getattr(messages, name):
            return name
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _type(arguments[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(argument) for argument in arguments)
    if origin is list:
        item = _type(arguments[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(_type(argument) for argument in arguments)}]"
    if origin is dict:
        return f"Record<string, {_type(arguments[1])}>"
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        return annotation.__name__
    raise TypeError(f"no TypeScript for {annotation!r}")


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
