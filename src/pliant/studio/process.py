"""The engine's process as the server sees it."""

from __future__ import annotations

import asyncio
import multiprocessing
import socket
from pathlib import Path
from typing import Any

from pliant.studio import engine
from pliant.studio import engine_socket as wire

_MOST_WAITING = 4 * 2**20  # bytes for an engine that is busy with a long step
_GRACE = 3.0  # seconds that it may take to end by itself


class EngineProcess:
    """A process that simulates: `say` things to it, `hear` what it says."""

    def __init__(self, process: Any, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self._process = process
        self._reader = reader
        self._writer = writer

    @classmethod
    async def start(
        cls, folder: Path, revision: int, readable: tuple[str, ...] | None = None
    ) -> EngineProcess:
        """Start it; it records into `folder`, counts revisions on from `revision`, reads only what is `readable`."""
        ours, theirs = socket.socketpair()
        # A new interpreter, not a fork: this process has an event loop and threads.
        process = multiprocessing.get_context("spawn").Process(
            target=engine.main,
            args=(theirs, str(folder), revision, readable),
            name="pliant engine",
            daemon=True,
        )
        process.start()
        theirs.close()
        ours.setblocking(False)
        reader, writer = await asyncio.open_connection(sock=ours, limit=2**22)
        return cls(process, reader, writer)

    def say(self, value: dict[str, Any]) -> bool:
        """Tell it something; False if it has not listened for so long that no more is kept for it."""
        if self._writer.transport.get_write_buffer_size() > _MOST_WAITING:
            return False
        self._writer.write(wire.pack_json(value))
        return True

    async def hear(self) -> tuple[bytes, bytes] | None:
        """The next thing it says, or None when it is gone."""
        try:
            return await wire.receive(self._reader)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    def kill(self) -> None:
        """End it at once; `hear` finds out."""
        self._process.kill()

    async def stop(self) -> int | None:
        """End it, gently if it lets us; returns its exit code."""
        self._writer.close()
        await asyncio.to_thread(self._process.join, _GRACE)
        if self._process.is_alive():
            self._process.kill()
            await asyncio.to_thread(self._process.join)
        return self._process.exitcode
