"""What a new tab hears first is made once, while the server goes on with everything else."""

from __future__ import annotations

import asyncio
import threading
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.websockets import WebSocketDisconnect

from pliant.studio import hub, welcome


class Socket:
    """A tab that hears its welcome and leaves."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.said = asyncio.Event()

    async def accept(self) -> None: ...

    async def close(self, code: int = 1000, reason: str = "") -> None: ...

    async def send_text(self, text: str) -> None:
        self.heard.append(text)
        self.said.set()

    async def receive(self) -> dict[str, Any]:
        await self.said.wait()
        raise WebSocketDisconnect


def test_the_loop_goes_on_and_two_tabs_wait_for_one_welcome(monkeypatch, tmp_path):
    begun, free, made = threading.Event(), threading.Event(), []
    real = welcome._constant

    @cache
    def slow() -> dict[str, Any]:
        begun.set()
        assert free.wait(20), "nothing else ran while the welcome was made"
        made.append(1)
        return real()

    monkeypatch.setattr(welcome, "_constant", slow)
    sockets = asyncio.run(_two_tabs(tmp_path, begun, free))
    assert len(made) == 1
    assert all(socket.heard and '"welcome"' in socket.heard[0][:40] for socket in sockets)


async def _two_tabs(folder: Path, begun: threading.Event, free: threading.Event) -> list[Socket]:
    serving, sockets = hub.Hub(folder), [Socket(), Socket()]
    tasks: Any = [asyncio.create_task(serving.serve(socket)) for socket in sockets]  # type: ignore[arg-type]
    while not begun.is_set():
        await asyncio.sleep(0.01)
    assert not any(socket.heard for socket in sockets)
    free.set()
    await asyncio.gather(*tasks)
    return sockets
