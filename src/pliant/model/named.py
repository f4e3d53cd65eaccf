"""Materials by name: `cotton`, or one of its relatives, {preset: cotton, thickness: 0.001}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema

from pliant.problems import did_you_mean
from pliant.spec import Spec


def by_name(presets: Mapping[str, Spec], material: Any) -> BeforeValidator:
    """What goes into ``Annotated[material, by_name(presets, material)]`` so that a preset's name stands for it."""
    names = {"type": "string", "enum": list(presets)}
    changed = {
        "type": "object",
        "properties": {"preset": names},
        "required": ["preset"],
        "description": "A preset with some of its fields changed.",
    }
    name = Annotated[str, WithJsonSchema(names)]
    name_with_changes = Annotated[dict[str, Any], WithJsonSchema(changed)]
    return BeforeValidator(
        lambda value: _meant(value, presets), json_schema_input_type=material | name | name_with_changes
    )


def _meant(value: Any, presets: Mapping[str, Spec]) -> Any:
    if isinstance(value, str):
        return _named(value, presets)
    if isinstance(value, dict) and "preset" in value:
        changes = dict(value)
        base = _named(changes.pop("preset"), presets)
        return {**base.model_dump(exclude_none=True), **changes}
    return value


def _named(name: Any, presets: Mapping[str, Spec]) -> Spec:
    if isinstance(name, str) and name in presets:
        return presets[name]
    raise ValueError(f"there is no material named {name!r} for this; {did_you_mean(name, presets)}")
