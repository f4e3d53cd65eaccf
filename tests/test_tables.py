"""The tables in the docs are those of the program."""

from __future__ import annotations

from pliant.recording.readings import READINGS
from pliant.simulation import Simulation
from tests.tables import TARGET, render


def test_the_page_of_readings_and_parameters_is_up_to_date():
    assert TARGET.read_text(encoding="utf-8") == render(), "run `python -m tests.tables`"


def test_every_reading_is_read_by_the_simulation():
    assert [name for name in READINGS if not callable(getattr(Simulation, name, None))] == []
