"""What a second process compiles while the first begins; tests themselves do without one (tests/conftest.py)."""

from __future__ import annotations

import pytest

from pliant.integrators.compile_ahead import Half, half_for
from pliant.numerics.kernel_cache import is_cached
from pliant.simulation import compile_contact

WORK = {
    "surface": half_for({"surface"}),
    "solid": half_for({"solid"}),
    "contact": Half(compile_contact.COMMAND, compile_contact.LAST),
}


def test_curves_alone_need_no_second_process():
    assert half_for({"curve"}) is None


@pytest.mark.parametrize("name", WORK)
def test_what_is_compiled_ahead_ends_with_the_kernel_that_tells_that_it_was(name):
    work = WORK[name]
    assert work is not None
    exec(work.command, {})
    assert is_cached(work.last)
