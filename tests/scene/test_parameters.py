"""What forms say of parameters, and what is built from them, is told by the specs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

import pliant as pl
from pliant.model import Body
from pliant.model.flow import Flow
from pliant.model.fracture import Fracture
from pliant.scene import changes

SCHEMA = pl.Scene.json_schema()
EVENTS = {ref["$ref"].rpartition("/")[2] for ref in SCHEMA["properties"]["events"]["items"]["oneOf"]}
SPECS = {name: spec for name, spec in {**SCHEMA["$defs"], "Scene": SCHEMA}.items() if name not in EVENTS}
UNIT = r"`{}`[^`\[]*\[([^\d(\]][^\]]{{0,20}})\]"  # "`young` E₁ [Pa]", and no source such as [000 (3.1)]

# Numbers without a unit, and those whose unit is that of something else, which docstrings explain.
PURE = {
    *(
        "direction",
        "up",
        "second",
        "shares",
        "directions",
        "poisson",
        "rest",
        "share",
        "ratio",
        "damping_ratio",
        "bound",
        "hardening",
        "softness",
        "scatter",
        "friction",
        "restitution",
    ),
    *(
        "tolerance",
        "omega",
        "inner",
        "hollow",
        "turns",
        "relief",
        "exponent",
        "exponents",
        "amount",
        "to",
        "error",
        "isotropic",
        "molten",
    ),
    *("scale", "factors", "normal", "axis", "u", "v", "plane", "color", "epsilon", "threshold", "strength"),
    *("tension", "rigidity", "weights", "low", "high", "values", "heights"),
}


def fields() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for owner, spec in SPECS.items():
        for name, field in spec.get("properties", {}).items():
            yield owner, name, field


def members(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A field and whatever it may be."""
    yield schema
    for key in ("anyOf", "oneOf", "prefixItems"):
        for member in schema.get(key, ()):
            yield from members(member)
    if isinstance(schema.get("items"), dict):
        yield from members(schema["items"])


def test_the_form_measures_as_the_docstring_says():
    """Units that go by something else are told apart from these in docstrings."""
    for owner, name, field in fields():
        found = re.search(UNIT.format(name), SPECS[owner].get("description", ""))
        told = [one["unit"] for one in members(field) if isinstance(one.get("unit"), str)]
        if found and told:
            assert set(told) == {found[1]}, f"{owner}.{name}"


def test_every_number_has_a_unit_or_is_known_to_have_none():
    bare = {
        f"{owner}.{name}"
        for owner, name, field in fields()
        if name not in PURE
        and any(one.get("type") == "number" for one in members(field))
        and not any("unit" in one for one in members(field))
    }
    assert bare == set()


@pytest.mark.parametrize("law", get_args(get_args(Flow)[0]), ids=lambda law: law.__name__)
def test_a_law_that_is_chosen_begins_with_numbers_that_make_one(law: Any):
    spec = SPECS[law.__name__]
    starts = {name: field["start"] for name, field in spec["properties"].items() if "start" in field}
    begun = {name: 1.0 if isinstance(start, dict) else start for name, start in starts.items()}
    assert law(**begun).kind == spec["properties"]["kind"]["const"]


def test_a_fracture_that_is_chosen_begins_with_a_limit():
    assert Fracture(SPECS["Fracture"]["properties"]["limit"]["start"]).limit > 0


@pytest.mark.parametrize("body", get_args(Body), ids=lambda body: body.__name__)
def test_what_is_built_from_a_field_of_a_body_is_known(body: Any):
    """A field in none of these lists would be ignored when a scene that runs is changed."""
    known = {*changes.REST, *changes.BREAKS, *changes.MATTER, *changes.START, *changes.OTHERS}
    assert set(body.model_fields) <= known


def test_only_fields_of_bodies_are_listed():
    there = {name for body in get_args(Body) for name in body.model_fields}
    assert {*changes.REST, *changes.BREAKS, *changes.MATTER, *changes.START, *changes.OTHERS} == there
