"""Between the server and the engine: messages over a pair of connected sockets.

    4 bytes   length of what follows, little-endian
    1 byte    "J" for JSON, "F" for a frame
    bytes

The engine must never wait for the server, so a thread of its own sends what it says.
"""

from __future__ import annotations

import asyncio
import json
import select
import socket
import threading
from collections import deque
from typing import Any

JSON, FRAME = b"J", b"F"
_MOST_WAITING = 200  # messages to a server that does not read; statuses and frames replace each other
_MOST_AT_ONCE = 8  # megabytes that are heard between two steps


def pack(kind: bytes, data: bytes) -> bytes:
    """A message as bytes."""
    return b"".join(((len(data) + 1).to_bytes(4, "little"), kind, data))


def pack_json(value: Any) -> bytes:
    return pack(JSON, json.dumps(value, separators=(",", ":")).encode())


async def receive(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """The next message of the engine: its kind and its data; `IncompleteReadError` when it is gone."""
    head = await reader.readexactly(5)
    return head[4:], await reader.readexactly(int.from_bytes(head[:4], "little") - 1)


class Line:
    """The engine's end: `take` what was said, `say` things without waiting."""

    def __init__(self, connection: socket.socket):
        self._socket = connection
        self._heard = bytearray()
        self._waiting: deque[dict[str, Any]] = deque(maxlen=_MOST_WAITING)
        self._status: dict[str, Any] | None = None
        self._frame: bytes | None = None
        self._news = threading.Condition()
        self._closing = False
        self._sender = threading.Thread(target=self._send, name="to the server", daemon=True)
        self._sender.start()

    def say(self, value: dict[str, Any]) -> None:
        """Send JSON, soon."""
        with self._news:
            self._waiting.append(value)
            self._news.notify()

    def say_status(self, value: dict[str, Any]) -> None:
        """Send a status, soon; one that still waits is forgotten."""
        with self._news:
            self._status = value
            self._news.notify()

    def show(self, frame: bytes) -> None:
        """Send a frame, soon, after everything said before it."""
        with self._news:
            self._frame = frame
            self._news.notify()

    def take(self, seconds: float) -> list[dict[str, Any]]:
        """Everything said to the engine so far; if that is nothing, wait for something for so long.

        `EOFError` when the server is gone.
        """
        for _ in range(_MOST_AT_ONCE):
            if not select.select([self._socket], [], [], seconds)[0]:
                break
            try:
                data = self._socket.recv(2**20)
            except ConnectionError:
                data = b""
            if not data:
                raise EOFError
            self._heard += data
            seconds = 0.0
        messages = []
        while len(self._heard) >= 4:
            end = 4 + int.from_bytes(self._heard[:4], "little")
            if len(self._heard) < end:
                break
            messages.append(json.loads(self._heard[5:end]))
            del self._heard[:end]
        return messages

    def close(self) -> None:
        """Send what waits, then end."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._sender.join(timeout=2.0)
        self._socket.close()

    def _send(self) -> None:
        try:
            while (data := self._next()) is not None:
                self._socket.sendall(data)
        except OSError:
            pass  # the server is gone, which `take` finds out

    def _next(self) -> bytes | None:
        with self._news:
            while not (self._waiting or self._status or self._frame or self._closing):
                self._news.wait()
            if self._waiting:
                return pack_json(self._waiting.popleft())
            if self._status is not None:
                status, self._status = self._status, None
                return pack_json(status)
            frame, self._frame = self._frame, None
            return None if frame is None else pack(FRAME, frame)
