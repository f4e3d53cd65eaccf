"""What a page says is checked before anything is done with it."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from pliant.studio import messages as m


@pytest.mark.parametrize(
    "said",
    [
        m.Credit(frames=2),
        m.Open(name="drape"),
        m.Reset(smaller_step=True),
        m.Speed(factor=None),
        m.MoveGrab(id="a", to=(0, 1.5, -2)),
        m.SetParameter(path="gravity", value=[0, 0, {"a": [1.0]}]),
        m.Export(format="mp4", camera=((0, 0, 1), (0, 0, 0), (0, 1, 0))),
    ],
)
def test_messages_survive_json(said):
    assert m.from_page.validate_json(said.model_dump_json(), strict=True) == said


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize(
    "text",
    [
        '{"type": "move", "id": "a", "to": [0, 0, ?]}',
        '{"type": "set", "path": "dt", "value": ?}',
        '{"type": "set", "path": "dt", "value": {"deep": [[?]]}}',
        '{"type": "speed", "factor": ?}',
        '{"type": "push", "id": "a", "spot": {"body": "a", "nodes": [0, 1, 2], "weights": [?, 0, 0]}, '
        '"direction": [0, 0, 1]}',
        '{"type": "export", "format": "png", "camera": [[0, 0, ?], [0, 0, 0], [0, 0, 1]]}',
    ],
)
def test_no_number_that_is_none(text, number):
    with pytest.raises(ValidationError):
        m.from_page.validate_json(text.replace("?", number), strict=True)


def test_lists_have_an_end():
    text = json.dumps({"type": "pin", "body": "a", "nodes": list(range(100_001))})
    with pytest.raises(ValidationError):
        m.from_page.validate_json(text, strict=True)


def test_every_message_has_its_own_type():
    kinds = [schema["properties"]["type"]["const"] for schema in m.from_page.json_schema()["$defs"].values()
             if "type" in schema["properties"]]  # fmt: skip
    assert len(kinds) == len(set(kinds)) == 22
