"""What the server listens on."""

from __future__ import annotations

import asyncio
import socket

from pliant.studio.server import listen


def test_what_is_sent_leaves_at_once():
    """With Nagle's algorithm a frame waits for the answer to the one before it: 40 ms, more than two steps."""

    async def accepted() -> int:
        found = asyncio.get_running_loop().create_future()

        def note(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            found.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listen(0) as listening:
            async with await asyncio.start_server(note, sock=listening):
                _, writer = await asyncio.open_connection(*listening.getsockname())
                answer = await found
                writer.close()
        return answer

    assert asyncio.run(accepted()) != 0
