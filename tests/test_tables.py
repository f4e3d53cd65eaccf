"""The tables in the docs are those of the program."""

from __future__ import annotations

from collections.abc import Iterator

import pliant as pl
from pliant.meanings import MEANINGS, meaning_of
from pliant.recording.readings import READINGS, TOTALS
from pliant.simulation import Simulation
from pliant.simulation.probes import AT_NODES, OF_BODIES, TENSORS
from pliant.spec import Spec
from tests.tables import TARGET, render


def test_the_page_of_readings_and_parameters_is_up_to_date():
    assert TARGET.read_text(encoding="utf-8") == render(), "run `python -m tests.tables`"


def test_every_reading_is_read_by_the_simulation():
    probed = {*TENSORS, *AT_NODES}
    assert [
        name for name in READINGS if not callable(getattr(Simulation, name, None)) and name not in probed
    ] == []
    assert set(TOTALS) == set(OF_BODIES)


def specs(base: type[Spec] = Spec) -> Iterator[type[Spec]]:
    assert pl.api  # all of them are imported
    for one in base.__subclasses__():
        if one.__module__.startswith("pliant."):
            yield one
            yield from specs(one)


def test_every_field_of_every_spec_has_a_meaning_and_no_meaning_is_of_nothing():
    used: set[str] = set()
    for cls in specs():
        for field in cls.model_fields:
            assert meaning_of(cls.__mro__, field), f"{cls.__name__}.{field}: put it into pliant/meanings.py"
            used |= {field, *(f"{base.__name__}.{field}" for base in cls.__mro__)}
    assert sorted(MEANINGS.keys() - used) == []
