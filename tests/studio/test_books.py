"""The books of energy are kept while some tab wants them, tell of the take that is shown, and balance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pliant.scene import load
from pliant.simulation.energy_balance.entries import DISSIPATED, ENTRIES, STORED
from pliant.studio import messages as m
from pliant.studio.client import Client
from pliant.studio.recorder import Recorder
from pliant.studio.reports import of_books
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


def status_with(client: Client, *, books: bool, step: int = 0) -> dict[str, Any]:
    """The next status that has books, or none, after so many steps."""
    for _ in range(600):
        status = client.hear("status", 300)  # kernels may have to be compiled
        if (status["books"] is not None) == books and status["step"] >= step:
            return status
    raise AssertionError(f"books={books} was not heard; the last: {status}")


def is_balanced(books: dict[str, float]) -> bool:
    there = sum(books[name] for name in (*STORED, *DISSIPATED))
    size = max(abs(value) for value in books.values())
    return abs(books["initial"] + books["work"] - there) < 1e-9 * size


def test_messages_have_the_entries_of_the_books():
    assert tuple(m.Books.model_fields) == ("since", *ENTRIES)


def test_books_are_kept_while_some_tab_wants_them(client, studio):
    assert client.hear("status", 20)["books"] is None
    client.say(m.Watch(books=True))
    opened = status_with(client, books=True)
    later = status_with(client, books=True, step=opened["step"] + 20)
    assert later["books"]["since"] == opened["books"]["since"] <= opened["time"]
    assert later["books"]["kinetic"] > 0 and is_balanced(later["books"])
    with studio.client() as other:  # that only watches
        other.say(m.Watch(books=True))
        status_with(other, books=True)
        client.say(m.Watch(fields=["stretch"]))
        kept = status_with(other, books=True, step=later["step"] + 20)
        assert kept["books"]["since"] == opened["books"]["since"]
    status_with(client, books=False)
    client.say(m.Watch(books=True))
    assert status_with(client, books=True)["books"]["since"] > kept["time"]


def test_another_take_has_an_account_of_its_own(client):
    client.say(m.Watch(books=True))
    first = status_with(client, books=True, step=20)
    client.say(m.Pause())
    client.say(m.Reset())
    anew = client.hear("status", 20, state="paused", step=0, revision=first["revision"] + 1)["books"]
    assert anew["since"] == 0 and anew["work"] == 0 and anew["kinetic"] == 0
    assert anew["initial"] == pytest.approx(anew["potential"] + anew["elastic"] + anew["contact"])
    client.say(m.OpenText(name="sheet.yaml", text=SCENE.replace("earth", "moon")))
    client.hear("scene", 20)
    moon = status_with(client, books=True, step=5)
    assert moon["books"]["since"] == 0 and is_balanced(moon["books"])


def test_what_a_hand_does_is_work(client):
    client.say(m.Watch(books=True))
    opened = status_with(client, books=True)["step"]
    step = status_with(client, books=True, step=opened + 5)[
        "step"
    ]  # what is done before a step counts as initial
    spot = m.Spot(body="cloth", nodes=(55, 54, 48), weights=(1.0, 0.0, 0.0))
    client.say(m.GrabSpot(id="hand", spot=spot, to=(0.5, 0.5, 1.0), stiffness=100.0))
    books = status_with(client, books=True, step=step + 20)["books"]
    assert books["work"] > 0 and is_balanced(books)


def test_the_tape_has_books_while_they_are_kept(scene_file, tmp_path: Path):
    session = Session(load(scene_file))
    recorder = Recorder(Tape(tmp_path))
    recorder.begin(1, session.simulation)
    for keep in (False, True, False):
        session.keep_books(keep)
        assert (of_books(session) is not None) == keep
        session.simulation.step()
        recorder.stepped(session.simulation, [])
    recorder.tape.close()
    reader = TapeReader(tmp_path)
    found = [reader.read(1, number) for number in range(3)]
    assert ["books" in one[1].arrays for one in found if one] == [False, True, False]
    reader.close()
