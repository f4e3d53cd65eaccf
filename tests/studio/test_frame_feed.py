"""The engine is asked for a frame when a tab has room for one, and only then."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

import numpy as np

from pliant.studio import frames
from pliant.studio.frame_feed import Pictures
from pliant.studio.tabs import Tab


def frame(number: int) -> bytes:
    return frames.encode(1, number, number, 0.0, {"cloth/positions": np.zeros((2, 3))}, live=True)


def during(tmp_path, scenario: Any) -> None:
    """Run a scenario with the pictures of two tabs; it sees what the engine was asked for."""

    async def run() -> None:
        tabs, said = [Tab("a"), Tab("b")], []
        pictures = Pictures(tmp_path, tabs, lambda value: said.append(value["wanted"]) is None)
        await scenario(pictures, tabs, said)

    asyncio.run(run())


def take(tab: Tab) -> int | None:
    """The number of the frame that would be sent to a tab now."""
    data = tab._next()
    return frames.decode(data)[0]["frame"] if isinstance(data, bytes) else None


def test_one_frame_is_asked_for_at_a_time_and_goes_to_all_who_have_room(tmp_path):
    async def scenario(pictures, tabs, said):
        pictures.ask()
        assert said == []
        tabs[0].give(1)
        pictures.ask()
        pictures.ask()
        assert said == [None]
        tabs[1].give(2)
        pictures.arrived(frame(5))
        assert [take(tab) for tab in tabs] == [5, 5]
        pictures.ask()  # the second tab has room left
        assert said == [None, [1, 5]]

    during(tmp_path, scenario)


def test_who_comes_later_sees_the_frame_that_there_is(tmp_path):
    async def scenario(pictures, tabs, said):
        tabs[0].give(1)
        pictures.ask()
        pictures.arrived(frame(5))
        assert take(tabs[0]) == 5
        tabs[1].give(1)
        pictures.ask()
        pictures.show_latest()  # the engine said that it has no other
        assert take(tabs[1]) == 5

    during(tmp_path, scenario)


def test_a_tab_that_has_seen_enough_for_now_is_remembered(tmp_path):
    async def scenario(pictures, tabs, said):
        (tab, _) = tabs
        tab.give(2)
        tab._due = monotonic() + 0.5
        pictures.ask()
        assert said == []
        pictures.arrived(frame(3))
        assert take(tab) is None
        while not said:  # when its time has come
            await asyncio.sleep(0.05)
        assert said == [[1, 3]]

    during(tmp_path, scenario)


def test_who_looks_back_is_not_shown_what_happens_now(tmp_path):
    async def scenario(pictures, tabs, said):
        tabs[0].give(2)
        pictures.look(tabs[0], 3)
        pictures.ask()
        assert said == []
        pictures.arrived(frame(9))
        assert take(tabs[0]) is None
        pictures.look(tabs[0], None)
        assert said == [[1, 9]]

    during(tmp_path, scenario)
