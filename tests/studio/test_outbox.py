"""What the engine tells people, and what it keeps from them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba.core import event

from pliant.studio.compiling import CompileWatch
from pliant.studio.outbox import Voice


class _Line:
    """Keeps what is said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, value: dict[str, Any]) -> None:
        self.said.append(value["message"]["text"])


def test_warnings_for_programmers_are_not_told_to_people() -> None:
    line = _Line()
    voice: Any = Voice(line)  # pyright: ignore[reportArgumentType]
    for category in (
        ResourceWarning,
        DeprecationWarning,
        numba.NumbaPerformanceWarning,
        UserWarning,
        RuntimeWarning,
    ):
        voice.show_warning(category(f"of kind {category.__name__}"), category, "a file", 1)
    assert line.said == ["of kind UserWarning", "of kind RuntimeWarning"]


def test_what_is_compiled_has_a_name_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba compiles helpers of its own in between; 'impl' would tell nobody anything."""
    monkeypatch.setattr("pliant.studio.compiling.set_announcer", lambda announcer: None)
    told: list[tuple[str, int]] = []
    watch = CompileWatch(lambda name, count: told.append((name, count)))
    event.unregister("numba:compile", watch)

    def begin(name: str, module: str | None) -> None:
        function = SimpleNamespace(__name__=name, __module__=module)
        data = {"dispatcher": SimpleNamespace(py_func=function)}
        watch.on_start(event.Event("numba:compile", event.EventStatus.START, data))

    begin("impl", "numba.np.arraymath")
    begin("_add_forces", "pliant.energies.metric")
    begin("impl", "numba.np.arraymath")
    begin("made_at_run_time", None)
    assert told == [("a kernel", 1), ("add forces", 2), ("add forces", 3), ("add forces", 4)]


def test_what_needed_a_kernel_goes_on_when_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pliant.studio.compiling.set_announcer", lambda announcer: None)
    ended: list[int] = []
    watch = CompileWatch(lambda name, count: None, lambda: ended.append(1))
    event.unregister("numba:compile", watch)
    one = event.Event("numba:compile", event.EventStatus.START, {})
    watch.on_start(one)
    watch.on_start(one)
    watch.on_end(one)
    assert not ended  # the other one still needs it
    watch.on_end(one)
    assert ended
    line = _Line()
    voice: Any = Voice(line)  # pyright: ignore[reportArgumentType]
    voice.begin_work("stepping", "step 1")
    voice.say_compiling("add forces", 1)
    voice.end_compiling()
    assert [line.said[0], line.said[-1]] == ["step 1", "step 1"]
    voice.end_work()
    assert line.said[-1] == ""
