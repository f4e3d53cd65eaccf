"""The energy balance is kept while some tab wants it, tells of the take that is shown, and adds up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pliant.scene import load
from pliant.simulation.energy_balance.entries import DISSIPATED, ENTRIES, STORED
from pliant.studio import messages as m
from pliant.studio.client import Client
from pliant.studio.recorder import Recorder
from pliant.studio.reports import of_balance
from pliant.studio.session import Session
from pliant.studio.takes import Tape, TapeReader
from tests.studio.conftest import SCENE


@pytest.fixture
def client(studio):
    """A tab that drives; the sheet begins anew, and falls."""
    with studio.client() as opened:
        opened.hear("status", 20, tabs=1)
        opened.say(m.OpenText(name="sheet.yaml", text=SCENE))
        opened.hear("scene", 20)
        yield opened


def status_with(client: Client, *, balance: bool, step: int = 0) -> dict[str, Any]:
    """The next status that has an energy balance, or none, after so many steps."""
    for _ in range(600):
        status = client.hear("status", 300)  # kernels may have to be compiled
        if (status["balance"] is not None) == balance and status["step"] >= step:
            return status
    raise AssertionError(f"balance={balance} was not heard; the last: {status}")


def is_balanced(balance: dict[str, float]) -> bool:
    there = sum(balance[name] for name in (*STORED, *DISSIPATED))
    size = max(abs(value) for value in balance.values())
    return abs(balance["initial"] + balance["work"] - there) < 1e-9 * size


def test_messages_have_the_entries_of_the_energy_balance():
    assert tuple(m.Balance.model_fields) == ("since", *ENTRIES)


def test_the_energy_balance_is_kept_while_some_tab_wants_it(client, studio):
    assert client.hear("status", 20)["balance"] is None
    client.say(m.Watch(balance=True))
    opened = status_with(client, balance=True)
    later = status_with(client, balance=True, step=opened["step"] + 20)
    assert later["balance"]["since"] == opened["balance"]["since"] <= opened["time"]
    assert later["balance"]["kinetic"] > 0 and is_balanced(later["balance"])
    with studio.client() as other:  # that only watches
        other.say(m.Watch(balance=True))
        status_with(other, balance=True)
        client.say(m.Watch(fields=["stretch"]))
        kept = status_with(other, balance=True, step=later["step"] + 20)
        assert kept["balance"]["since"] == opened["balance"]["since"]
    status_with(client, balance=False)
    client.say(m.Watch(balance=True))
    assert status_with(client, balance=True)["balance"]["since"] > kept["time"]


def test_another_take_has_an_account_of_its_own(client):
    client.say(m.Watch(balance=True))
    first = status_with(client, balance=True, step=20)
    client.say(m.Pause())
    client.say(m.Reset())
    anew = client.hear("status", 20, state="paused", step=0, revision=first["revision"] + 1)["balance"]
    assert anew["since"] == 0 and anew["work"] == 0 and anew["kinetic"] == 0
    assert anew["initial"] == pytest.approx(anew["potential"] + anew["elastic"] + anew["contact"])
    client.say(m.OpenText(name="sheet.yaml", text=SCENE.replace("earth", "moon")))
    client.hear("scene", 20)
    moon = status_with(client, balance=True, step=5)
    assert moon["balance"]["since"] == 0 and is_balanced(moon["balance"])


def test_what_a_hand_does_is_work(client):
    client.say(m.Watch(balance=True))
    opened = status_with(client, balance=True)["step"]
    step = status_with(client, balance=True, step=opened + 5)[
        "step"
    ]  # what is done before a step counts as initial
    spot = m.Spot(body="cloth", nodes=(55, 54, 48), weights=(1.0, 0.0, 0.0))
    client.say(m.GrabSpot(id="hand", spot=spot, to=(0.5, 0.5, 1.0), stiffness=100.0))
    balance = status_with(client, balance=True, step=step + 20)["balance"]
    assert balance["work"] > 0 and is_balanced(balance)


def test_the_tape_has_an_energy_balance_while_it_is_kept(scene_file, tmp_path: Path):
    session = Session(load(scene_file))
    recorder = Recorder(Tape(tmp_path))
    recorder.begin(1, session.simulation)
    for keep in (False, True, False):
        session.keep_energy_balance(keep)
        assert (of_balance(session) is not None) == keep
        session.simulation.step()
        recorder.stepped(session.simulation, [])
    recorder.tape.close()
    reader = TapeReader(tmp_path)
    found = [reader.read(1, number) for number in range(3)]
    assert ["energy_balance" in one[1].arrays for one in found if one] == [False, True, False]
    reader.close()
