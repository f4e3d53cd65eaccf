"""A client in Python that draws nothing: for benchmarks and tests, and to drive a studio by a script.

>>> with Client(url) as client:
...     client.say(Open(name="drape"))
...     scene = client.hear("scene")
...     frame, arrays = client.frame()
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from pliant.errors import MissingExtraError, PliantError

try:
    from websockets.sync.client import connect
except Exception as error:
    raise MissingExtraError("The studio's client", "studio", error) from error

from pliant.studio import frames
from pliant.studio.messages import Credit, Message

_LARGEST = 256 * 2**20  # bytes of a message to us: a scene with many triangles


class Client:
    """A tab without a browser. Messages and frames arrive in order; waiting for one kind passes over the others."""

    def __init__(self, url: str):
        parts = urlsplit(url)
        self._stack = ExitStack()
        self._socket = self._stack.enter_context(
            connect(
                f"ws://{parts.netloc}/live?{parts.query}",
                max_size=_LARGEST,
                compression=None,
                proxy=None,
                close_timeout=1,
            )
        )
        self.last: dict[str, dict[str, Any]] = {}  # the newest message of each type

    def say(self, message: Message) -> None:
        """Say something to the server."""
        self.send(message.model_dump_json())

    def send(self, text: str | bytes) -> None:
        """Send anything at all."""
        self._socket.send(text)

    def next(self, timeout: float = 30.0) -> dict[str, Any] | bytes:
        """The next message, or the bytes of the next frame; `TimeoutError` if there is none for so long [s]."""
        data = self._socket.recv(timeout)
        if isinstance(data, bytes):
            return data
        message = json.loads(data)
        self.last[message["type"]] = message
        return message

    def hear(self, kind: str, timeout: float = 30.0, **wanted: Any) -> dict[str, Any]:
        """The next message of a type, with the fields that are wanted."""
        for message in self._within(timeout):
            if isinstance(message, bytes) or message["type"] != kind:
                continue
            if all(message[key] == value for key, value in wanted.items()):
                return message
        raise TimeoutError(f"no {kind!r} with {wanted} within {timeout} s; the last: {self.last.get(kind)}")

    def frame(self, timeout: float = 30.0, credit: int = 1) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """Give credit and return the next frame: its header and its arrays."""
        if credit:
            self.say(Credit(frames=credit))
        for message in self._within(timeout):
            if isinstance(message, bytes):
                return frames.decode(message)
            if message["type"] == "trouble" and message["kind"] != "input":
                raise PliantError(message["text"])
        raise TimeoutError(f"no frame within {timeout} s")

    def _within(self, seconds: float) -> Iterator[dict[str, Any] | bytes]:
        """What arrives within a time."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            try:
                yield self.next(left)
            except TimeoutError:
                return

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
