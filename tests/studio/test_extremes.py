"""What a user can do to a studio without meaning to: long waits, values out of all bounds, moved obstacles, replays."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.studio import messages as m
from pliant.studio.client import Client
from tests.studio.conftest import SCENE

BALL = SCENE + "obstacles:\n  - {id: ball, kind: sphere, radius: 0.1, center: [3, 0, 0]}\n"


@pytest.fixture
def client(studio):
    """A tab that drives a sheet beside a ball, at rest."""
    with studio.client() as opened:
        opened.hear("status", 20, tabs=1)
        opened.say(m.OpenText(name="ball.yaml", text=BALL))
        opened.say(m.Pause())
        opened.hear("scene", 60)
        opened.say(m.Reset())
        opened.hear("scene", 20)
        opened.hear("status", 20, state="paused", step=0)
        yield opened


def middle_of_ball(client: Client) -> np.ndarray:
    """Where it is in the frame that was scrubbed to."""
    header, arrays = client.frame(20)
    while header["live"]:
        header, arrays = client.frame(20)
    return arrays["@ball/vertices"].mean(axis=0)


def test_a_long_wait_ends_when_its_reason_does(client):
    client.say(m.Speed(factor=0.01))
    client.say(m.SetParameter(path="dt", value=0.5))
    client.say(m.Play())
    while client.hear("status", 20)["step"] < 1:
        pass
    client.say(m.Speed(factor=1.0))
    client.say(m.SetParameter(path="dt", value=0.01))
    while client.hear("status", 20)["step"] < 3:
        pass
    client.say(m.Pause())


def test_a_moved_obstacle_is_where_it_was_in_old_frames(client):
    client.say(m.Step(count=5))
    client.hear("status", 20, last_frame=5)
    client.say(m.SetParameter(path="obstacles.ball.center", value=[5, 0, 0]))
    client.say(m.Step(count=5))
    client.hear("status", 20, last_frame=10)
    client.say(m.Scrub(frame=10))
    assert middle_of_ball(client) == pytest.approx([5, 0, 0], abs=1e-5)
    client.say(m.Scrub(frame=2))
    assert middle_of_ball(client) == pytest.approx([3, 0, 0], abs=1e-5)


def test_a_replay_shows_what_changes_and_leads_to_the_same_parameters(client):
    client.say(m.Step(count=3))
    client.hear("status", 20, step=3, state="paused")
    client.say(m.SetParameter(path="obstacles.ball.center", value=[4, 0, 0]))
    client.say(m.Step(count=3))
    client.hear("changed", 20)
    client.hear("status", 20, step=6, state="paused")
    client.say(m.Reset(replay=True))
    assert client.hear("scene", 20)["scene"]["obstacles"][0]["center"] == [3, 0, 0]
    client.say(m.Step(count=6))
    assert client.hear("changed", 20)["scene"]["obstacles"][0]["center"] == [4, 0, 0]
    client.say(m.Reset())
    assert client.hear("scene", 20)["scene"]["obstacles"][0]["center"] == [4, 0, 0]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("obstacles.ball.radius", 1e200),
        ("obstacles.ball.center", [2e6, 0, 0]),
        ("bodies.cloth.material.young", 1e308),
        ("bodies.cloth.shape.width", 1e300),
        ("dt", 1e-300),
    ],
)
def test_a_value_out_of_all_bounds_leaves_the_studio_alive(client, path: str, value: object):
    client.say(m.SetParameter(path=path, value=value))
    client.say(m.Step(count=2))
    client.hear("status", 20)
    client.say(m.OpenText(name="sheet.yaml", text=SCENE))
    client.hear("scene", 20, name="sheet.yaml")
    client.say(m.Pause())
    client.hear("status", 20, state="paused")
