"""What specs say of themselves: to `help`, to editors, and in a line."""

from __future__ import annotations

import inspect
import pydoc
import re

import pytest

import pliant as pl
from pliant.shown import unit_of
from pliant.spec import Spec
from tests.test_tables import specs


@pytest.mark.parametrize("cls", list(specs()), ids=lambda cls: cls.__name__)
def test_help_is_one_screen_with_a_line_for_each_field(cls: type[Spec]):
    text = pydoc.render_doc(cls, renderer=pydoc.plaintext)
    assert len(text.splitlines()) <= 60
    for name, field in cls.model_fields.items():
        if name != "kind":
            head = f"{name} [{unit_of(field)}]" if unit_of(field) else name
            assert re.search(rf"^ \|  +{re.escape(head)}\s", text, re.MULTILINE), head


def test_linear_analysis_is_there_when_it_is_asked_for():
    assert pl.linear.Frame and "linear" in dir(pl)


def test_a_signature_has_what_is_needed_first():
    names = list(inspect.signature(pl.Surface).parameters)
    assert names[:3] == ["shape", "grid", "material"] and "kind" not in names


def test_editors_are_told_what_fields_mean():
    schema = pl.Scene.json_schema()["$defs"]["Sphere"]
    assert schema["properties"]["radius"]["description"] == "how far it reaches from its middle"
    assert schema["description"] == "A sphere of `radius` [m] about `center` [m]."


def test_a_spec_in_a_line_says_what_differs_from_the_defaults_and_reads_back():
    surface = pl.Surface(pl.shapes.rectangle(1, 2), grid=(4, 5), material="cotton", position=(0, 0, 1))
    text = repr(surface)
    assert text.startswith("Surface(shape=Rectangle(height=2.0), grid=(4, 5), material=Elastic(")
    assert "velocity" not in text and str(surface) == text
    names = {one.__name__: one for one in specs()}
    assert eval(text, names) == surface


def test_a_name_that_was_is_taken_for_a_while_and_told():
    with pytest.warns(pl.PliantWarning, match="'colour' is called 'color' now"):
        assert pl.Look(colour="#ff0000") == pl.Look("#ff0000")
