"""Whatever a client does, the server stays up, small, and there for the others."""

from __future__ import annotations

import json
import os
import socket
import struct
import threading
import time
from base64 import b64encode
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from pliant.studio import messages as m


def memory(studio) -> float:
    """Resident memory of the server [MB]."""
    status = Path(f"/proc/{studio.process.pid}/status")
    if not status.is_file():
        pytest.skip("no /proc here")
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def still_serves(studio) -> None:
    """The server is up and its simulation goes on."""
    assert studio.is_up
    with studio.client() as client:
        first = client.frame(20)[0]["step"]
        later = (client.frame(20)[0]["step"] for _ in range(10))  # a newcomer may be shown the same one twice
        assert any(step > first for step in later)


def raw(studio) -> socket.socket:
    """A websocket with its handshake done and nobody to keep its rules."""
    connection = socket.create_connection(("127.0.0.1", studio.port), timeout=20)
    key = b64encode(os.urandom(16)).decode()
    connection.sendall(
        f"GET /live?token={studio.token} HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(4096)
    assert b" 101 " in answer
    return connection


def _read_all(client) -> None:
    try:
        for _ in client:
            pass
    except ConnectionClosed:
        pass


NONSENSE = {
    "no JSON": "{",
    "nothing": "",
    "a number": "1",
    "no type": "{}",
    "an unknown type": '{"type": "explode"}',
    "an unknown key": '{"type": "play", "volume": 11}',
    "a wrong type": '{"type": "step", "count": "two"}',
    "a number as a text": '{"type": "step", "count": "2"}',
    "too many": '{"type": "step", "count": 1000000}',
    "NaN from a mouse": '{"type": "move", "id": "a", "to": [NaN, 0, 0]}',
    "infinity from a mouse": '{"type": "move", "id": "a", "to": [0, Infinity, 0]}',
    "a number too large": '{"type": "move", "id": "a", "to": [0, 1e400, 0]}',
    "NaN from a slider": '{"type": "set", "path": "gravity", "value": NaN}',
    "NaN deep in a slider": '{"type": "set", "path": "gravity", "value": [0, {"a": -Infinity}]}',
    "NaN as speed": '{"type": "speed", "factor": NaN}',
    "two coordinates": '{"type": "move", "id": "a", "to": [0, 0]}',
    "a deep nest": "[" * 100_000,
    "a node before the first": '{"type": "pin", "body": "cloth", "nodes": [-1]}',
    "binary": b"\x00\xff\x00",
    "broken text": b"\xff\xfe{",
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_answered_and_changes_nothing(studio, what):
    with studio.client() as client:
        client.hear("welcome")
        client.send(NONSENSE[what])
        assert client.hear("trouble", 10)["kind"] == "input"
        client.frame(20)


@pytest.mark.parametrize(
    "message",
    [
        m.Open(name="nothing of that name"),
        m.Open(name="tension", variant="nothing"),
        m.OpenText(name="a.yaml", text="bodies: 3"),
        m.OpenText(name="a.xml", text='<!DOCTYPE a [<!ENTITY b SYSTEM "secret.txt">]><a>&b;</a>'),
        m.OpenText(name="../../a.yaml", text="{}"),
        m.OpenText(name="a\0.yaml", text="{}"),
        m.OpenText(name="a.exe", text="{}"),
        m.PinNodes(body="cloth", nodes=[10**9]),
        m.PinNodes(body="nobody", nodes=[0]),
        m.MoveGrab(id="nothing", to=(0, 0, 0)),
        m.ReleaseGrab(id="nothing"),
        m.SetParameter(path="no.such.thing", value=1),
        m.SetParameter(path="", value=1),
        m.SetParameter(path="bodies.cloth.grid", value=[5000, 5000]),
        m.SetParameter(path="bodies.cloth.material.young", value=-1),
        m.SetParameter(path="bodies.cloth.material.young", value="soft"),
        m.GrabSpot(id="a", spot=m.Spot(body="cloth", nodes=(0, 1, 99), weights=(1, 0, 0)), to=(0, 0, 0)),
        m.GrabSpot(id="a", spot=m.Spot(body="cloth", nodes=(0, 1, 2), weights=(0, 0, 0)), to=(0, 0, 0)),
        m.GrabSpot(id="a", spot=m.Spot(body="nobody", nodes=(0, 1, 2), weights=(1, 0, 0)), to=(0, 0, 0)),
    ],
)
def test_what_makes_no_sense_is_told_to_whoever_said_it(studio, message):
    with studio.client() as client:
        client.hear("welcome")
        client.say(message)
        trouble = client.hear("trouble", 20)
        assert trouble["kind"] == "input" and trouble["text"]
        client.hear("status", 20, state="playing")


def test_a_message_of_a_gigabyte_ends_its_tab_and_nothing_else(studio):
    before = memory(studio)
    connection = raw(studio)
    connection.sendall(struct.pack("!BBQ", 0x81, 0xFF, 2**30) + bytes(4))
    sent = 0
    try:
        while sent < 2**30:
            sent += connection.send(bytes(2**20))
    except OSError:
        pass  # the server has closed it
    connection.close()
    assert sent < 2**26
    assert memory(studio) < before + 50
    still_serves(studio)


def test_a_message_in_endless_pieces_ends_its_tab(studio):
    before = memory(studio)
    connection = raw(studio)
    try:
        connection.sendall(struct.pack("!BBH", 0x01, 0xFE, 1000) + bytes(4) + b" " * 1000)
        for _ in range(10_000):
            connection.sendall(struct.pack("!BBH", 0x00, 0xFE, 1000) + bytes(4) + b" " * 1000)
    except OSError:
        pass
    connection.close()
    assert memory(studio) < before + 50
    still_serves(studio)


@pytest.mark.parametrize(
    "garbage", [b"\xff" * 64, struct.pack("!BB", 0x81, 0x05) + b"naked", b"\x83\x80\0\0\0\0"]
)
def test_bytes_that_are_no_websocket_frame_end_the_tab(studio, garbage):
    connection = raw(studio)
    connection.sendall(garbage)
    connection.settimeout(10)
    while connection.recv(2**16):
        pass
    still_serves(studio)


def test_a_flood_is_ignored_and_in_the_end_shown_the_door(studio):
    before = memory(studio)
    flood = json.dumps({"type": "move", "id": "x", "to": [0, 0, 0]})
    with studio.client() as other:
        other.hear("welcome")
        url = f"ws://127.0.0.1:{studio.port}/live?token={studio.token}"
        with pytest.raises(ConnectionClosed) as closed, connect(url, proxy=None) as client:
            threading.Thread(target=_read_all, args=(client,), daemon=True).start()
            for _ in range(200_000):
                client.send(flood)
        assert closed.value.rcvd is not None and closed.value.rcvd.reason == "it says too much"
        begin = time.monotonic()
        other.frame(20)
        assert time.monotonic() - begin < 5
    assert memory(studio) < before + 50
    still_serves(studio)


def test_a_tab_that_never_reads_costs_nothing(studio):
    """It gives credit for ever and takes nothing: its frames wait nowhere but in the socket."""
    before = memory(studio)
    sleepers = [raw(studio) for _ in range(3)]
    credit = b'{"type":"credit","frames":16}'
    for connection in sleepers:
        for _ in range(20):
            connection.sendall(bytes([0x81, 0x80 | len(credit)]) + bytes(4) + credit)
    with studio.client() as client:
        begin = client.frame(20)[0]
        end = time.monotonic() + 3
        while time.monotonic() < end:
            last = client.frame(20)[0]
        assert last["step"] > begin["step"] + 100
    assert memory(studio) < before + 50
    for connection in sleepers:
        connection.close()
    still_serves(studio)


def test_tabs_that_vanish_without_a_word_are_forgotten(studio):
    with studio.client() as client:
        client.hear("welcome")
        for _ in range(5):
            connection = raw(studio)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()  # a reset, as when a machine goes down
        client.hear("status", 20, tabs=1)


def test_more_tabs_than_anybody_has_are_refused(studio):
    tabs = [raw(studio) for _ in range(32)]
    with pytest.raises(InvalidStatus):
        studio.client()
    for tab in tabs:
        tab.close()
    still_serves(studio)


@pytest.mark.parametrize("text", ["GET", "GET / HTTP/9.9\r\n\r\n", "\0" * 100, "GET /" + "a" * 200_000])
def test_what_is_no_http_is_no_trouble(studio, text):
    with socket.create_connection(("127.0.0.1", studio.port), timeout=10) as connection:
        try:
            connection.sendall(text.encode())
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(4096):
                pass
        except OSError:
            pass
    still_serves(studio)
