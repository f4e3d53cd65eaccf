"""Writes the tables of readings and parameters, docs/parameters.md: `python -m tests.tables`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pliant as pl
from pliant.meanings import meaning_of
from pliant.recording.readings import READINGS, TOTALS
from tests.documents import ROOT

TARGET = ROOT / "docs" / "parameters.md"
_TOP = """# Readings and parameters

Written by `python -m tests.tables` from `pliant.recording.readings` and the specs; a test compares it with them.

## Readings
`simulation.probe(NAME, body)` gives one number, one vector or one tensor per node; many have a method of their own,
`simulation.NAME(body)`. Those that are recorded (`keep=[NAME]` records any) are read by `recording.field(body, NAME)`
and are in NPZ, PVD and CSV exports; what is one number can be coloured by.

| name | called | unit | who has it | recorded |
|---|---|---|---|---|
"""
_FORM = {1: "", 3: " (a vector)", 9: " (a tensor)"}
_TOTALS = """Of a body as a whole, by `simulation.probe(NAME, body)`, and recorded with `keep=[NAME]`:

| name | called | unit | who has it |
|---|---|---|---|"""
_KEPT = {"always": "yes", "watched": "in the studio, while it is looked at", "never": "no"}
_GROUPS = (
    ("Scene", None),
    ("Bodies", "bodies"),
    ("Forces", "forces"),
    ("Obstacles", "obstacles"),
    ("Constraints", "constraints"),
    ("Responses of obstacles", "contact"),
    ("Contact of bodies", "collision"),
    ("Integrators", "integrator"),
    ("Solver", "solver"),
)
_HEAD = ("| | parameter | meaning | unit | limits | default |", "|---|---|---|---|---|---|")
_SIGNS = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "exclusiveMaximum": "<"}
_SCHEMA = pl.Scene.json_schema()


def render() -> str:
    """The whole page."""
    lines = [_TOP.rstrip()]
    for one in READINGS.values():
        name = f"`{one.name}`" + _FORM[one.components]
        lines.append(f"| {name} | {one.label} | {one.unit} | {one.whose} | {_KEPT[one.kept]} |")
    lines += ["", _TOTALS]
    for one in TOTALS.values():
        lines.append(f"| `{one.name}`{_FORM[one.components]} | {one.label} | {one.unit} | {one.whose} |")
    lines += ["", "## Parameters"]
    lines += ["Names in files and in Python. A unit with *or* goes by the body."]
    seen: set[str] = set()
    for title, key in _GROUPS:
        lines += [
            "",
            f"### {title}",
            "",
            *_HEAD,
        ]
        whole = _SCHEMA["properties"][key] if key else {"$ref": ""}
        for name in ["Scene"] if key is None else _specs(whole, seen):
            lines += _rows(name)
    return "\n".join(lines) + "\n"


def _specs(schema: Any, seen: set[str]) -> Iterator[str]:
    """The names of the specs that a parameter may be made of, and those within them, each once."""
    for reference in _references(schema):
        name = reference.rpartition("/")[2]
        if name not in seen:
            seen.add(name)
            yield name
            yield from _specs(_SCHEMA["$defs"][name].get("properties", {}), seen)


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"]
        for value in (value for key, value in schema.items() if key != "discriminator"):
            yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)


def _rows(name: str) -> Iterator[str]:
    spec = _SCHEMA if name == "Scene" else _SCHEMA["$defs"][name]
    kind = spec["properties"].get("kind", {}).get("const")
    heading = f"`kind: {kind}`" if kind else f"`{spec['title']}`"
    for key, field in spec["properties"].items():
        if "const" in field:
            continue
        parts = list(_parts(field))
        units = dict.fromkeys(unit for part in parts for unit in _units(part.get("unit", "")) if unit)
        limits = dict.fromkeys(
            f"{sign} {part[limit]:g}" for part in parts for limit, sign in _SIGNS.items() if limit in part
        )
        default = "" if key in spec.get("required", ()) else _default(field.get("default", "…"))
        meaning = field.get("description") or meaning_of(
            (), key
        )  # of another spec, the schema has that one's own
        cells = (f"`{key}`", meaning, " *or* ".join(units), ", ".join(limits), default)
        yield f"| {' | '.join((heading, *cells))} |".replace("|  ", "| ")
        heading = ""


def _parts(field: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield field
    for member in (*field.get("anyOf", ()), *field.get("oneOf", ()), *field.get("prefixItems", ())):
        yield from _parts(member)


def _units(unit: Any) -> Iterator[str]:
    if isinstance(unit, str):
        yield unit
    else:
        for value in (value for key, value in unit.items() if key != "by"):
            yield from _units(value)


def _default(value: Any) -> str:
    """As a file would have it; of a spec with defaults of its own only its kind."""
    if isinstance(value, dict):
        return str(value.get("kind", "…"))
    if isinstance(value, list):
        return f"[{', '.join(map(_default, value))}]"
    return (
        f"{value:.6g}" if isinstance(value, float) else value if isinstance(value, str) else json.dumps(value)
    )


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
