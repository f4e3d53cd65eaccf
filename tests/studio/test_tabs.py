"""A tab gets frames against credit, the newest of them, and nothing piles up for it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import numpy as np
import pytest

from pliant.studio import frames, tabs
from pliant.studio import messages as m
from pliant.studio.tabs import Allowance, Picture, Tab, TabGone


class Socket:
    """Takes what is sent, or blocks."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.open = asyncio.Event()
        self.open.set()

    async def send_text(self, text: str) -> None:
        await self.open.wait()
        self.sent.append(json.loads(text))

    async def send_bytes(self, data: bytes) -> None:
        await self.open.wait()
        self.sent.append(frames.decode(data)[0]["frame"])


def picture(number: int, *, live: bool = True) -> Picture:
    data = frames.encode(1, number, number, 0.0, {"cloth/positions": np.zeros((2, 3))}, live=live)
    return Picture(data, 1, number, live)


def during(scenario: Any) -> tuple[Tab, Socket]:
    """Run a scenario with a tab that sends to a socket."""

    async def run() -> tuple[Tab, Socket]:
        tab, socket = Tab("tab1"), Socket()
        sending = asyncio.create_task(tab.send(socket))  # type: ignore[arg-type]
        await scenario(tab, socket, sending)
        await settle()
        sending.cancel()
        return tab, socket

    return asyncio.run(run())


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_no_frame_without_credit():
    """And none that has grown old while it waited for credit, except when it was asked for."""

    async def scenario(tab, socket, sending):
        tab.show(picture(1))
        await settle()
        tab.give(1)
        await settle()
        assert socket.sent == []
        tab.show(picture(2))
        await settle()
        assert socket.sent == [2] and tab.credit == 0
        tab.show(picture(1, live=False))
        tab.give(1)
        await settle()
        assert socket.sent == [2, 1]

    during(scenario)


def test_a_slow_tab_gets_the_newest_frame_and_knows_what_it_missed():
    async def scenario(tab, socket, sending):
        tab.give(1)
        tab.show(picture(1))
        await settle()
        tab.give(1)
        for number in range(2, 10):
            tab.show(picture(number))

    tab, socket = during(scenario)
    assert socket.sent == [1, 9]
    assert (tab.frames_sent, tab.frames_skipped) == (2, 7)


def test_a_tab_is_not_sent_more_frames_than_can_be_seen(monkeypatch):
    now = 100.0
    monkeypatch.setattr(tabs, "monotonic", lambda: now)

    async def scenario(tab, socket, sending):
        nonlocal now
        for number in range(1000):  # for a second
            now += 0.001
            tab.give(1)
            tab.show(picture(number))
            await settle()
        assert len(socket.sent) == pytest.approx(tabs.MOST_FRAMES, abs=8)
        assert socket.sent[-1] > 990
        tab.show(picture(3, live=False))  # what was asked for comes at once

    assert during(scenario)[1].sent[-1] == 3


def test_scrubbing_is_no_skipping():
    async def scenario(tab, socket, sending):
        tab.give(3)
        for shown in (picture(5), picture(1, live=False), picture(6)):
            tab.show(shown)
            await settle()

    tab, socket = during(scenario)
    assert socket.sent == [5, 1, 6] and tab.frames_skipped == 0


def test_what_was_said_before_a_frame_arrives_before_it():
    async def scenario(tab, socket, sending):
        socket.open.clear()
        tab.give(1)
        tab.show(picture(1))
        tab.tell("scene", '{"type": "scene"}')
        tab.tell_status('{"type": "status", "step": 1}')
        tab.tell_status('{"type": "status", "step": 2}')
        socket.open.set()

    _, socket = during(scenario)
    assert socket.sent == [{"type": "scene"}, {"type": "status", "step": 2}, 1]


def test_of_large_messages_only_those_wait_that_matter():
    async def scenario(tab, socket, sending):
        socket.open.clear()
        tab.say(m.Told(text="first"))
        await settle()
        for kind in ("scene", "changed", "hands", "changed", "scene", "hands", "changed", "hands", "told"):
            tab.tell(kind, f'"{kind}"')
        socket.open.set()

    _, socket = during(scenario)
    assert socket.sent[1:] == ["scene", "changed", "hands", "told"]


def test_credit_has_an_end():
    tab = Tab("tab1")
    for _ in range(100):
        tab.give(16)
    assert tab.credit == tabs.MOST_CREDIT


def test_a_tab_that_does_not_take_messages_is_dropped():
    async def scenario(tab, socket, sending):
        socket.open.clear()
        for number in range(1000):
            tab.tell("told", str(number))
        assert tab.waiting <= 256
        await settle()
        socket.open.set()
        await settle()
        with pytest.raises(TabGone, match="keep up"):
            sending.result()

    during(scenario)


def test_a_tab_whose_socket_is_stuck_is_dropped(monkeypatch):
    monkeypatch.setattr(tabs, "_PATIENCE", 0.01)

    async def scenario(tab, socket, sending):
        socket.open.clear()
        tab.tell("told", "{}")
        await asyncio.sleep(0.1)
        with pytest.raises(TabGone, match="does not read"):
            sending.result()

    during(scenario)


def test_a_tab_that_is_told_nothing_hears_that_somebody_is_there(monkeypatch):
    monkeypatch.setattr(tabs, "_BEAT", 0.01)

    async def scenario(tab, socket, sending):
        await asyncio.sleep(0.2)
        assert len(socket.sent) > 2

    assert during(scenario)[1].sent[0] == {"type": "beat"}


def test_normal_use_is_never_too_much(monkeypatch):
    """Two fingers and a slider at 60 Hz, for a minute."""
    now = 0.0
    monkeypatch.setattr(tabs, "monotonic", lambda: now)
    allowance = Allowance()
    for _ in range(3600):
        now += 1 / 60
        assert all(allowance.take() for _ in range(4))


def test_a_flood_is_not_heard_and_then_not_borne(monkeypatch):
    monkeypatch.setattr(tabs, "monotonic", lambda: 0.0)
    allowance = Allowance()
    assert sum(allowance.take() for _ in range(3000)) == tabs.BURST
    with pytest.raises(TabGone, match="too much"):
        for _ in range(3000):
            allowance.take()
