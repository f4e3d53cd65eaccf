"""Nobody gets in without the token, under another name, or from another site."""

from __future__ import annotations

import socket
import time
from http.client import HTTPConnection

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

PATHS = ["/", "/assets/index.js", "/thumbnails/drape.jpg", "/textures/cloth", "/download/1/a.mp4", "/nowhere"]


def ask(studio, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = HTTPConnection("127.0.0.1", studio.port, timeout=10)
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    answer = response.status, {key.lower(): value for key, value in response.getheaders()}, response.read()
    connection.close()
    return answer


@pytest.mark.parametrize("path", PATHS)
def test_without_the_token_every_path_is_forbidden(studio, path):
    assert ask(studio, path)[0] == 403
    assert ask(studio, f"{path}?token=wrong")[0] == 403
    assert ask(studio, path, Cookie=f"pliant-{studio.port}=wrong")[0] == 403


def test_the_token_in_the_url_leaves_a_cookie_that_opens_the_rest(studio):
    _, headers, _ = ask(studio, f"/?token={studio.token}")
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie
    assert ask(studio, "/thumbnails/none.jpg", Cookie=cookie.partition(";")[0])[0] == 404


def test_nothing_may_be_fetched_from_elsewhere(studio):
    policy = ask(studio, f"/?token={studio.token}")[1]["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""])
def test_a_foreign_name_for_this_machine_is_refused(studio, host):
    """DNS rebinding: a site's own name is made to point here, and the browser thinks that we are that site."""
    assert ask(studio, f"/?token={studio.token}", Host=host)[0] == 403


def test_another_site_is_refused(studio):
    assert ask(studio, f"/?token={studio.token}", Origin="https://evil.example")[0] == 403


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("", {}),
        ("?token=wrong", {}),
        ("?token={token}", {"Origin": "https://evil.example"}),
        ("", {"Cookie": "pliant-{port}={token}", "Origin": "http://127.0.0.1:1"}),
    ],
)
def test_a_websocket_that_should_not_be_is_refused(studio, query, headers):
    headers = {key: value.format(token=studio.token, port=studio.port) for key, value in headers.items()}
    with pytest.raises(InvalidStatus) as refused:
        connect(
            f"ws://127.0.0.1:{studio.port}/live{query.format(token=studio.token)}",
            additional_headers=headers,
            proxy=None,
        )
    assert refused.value.response.status_code == 403


def test_our_own_page_gets_its_websocket_by_the_cookie(studio):
    headers = {"Cookie": f"pliant-{studio.port}={studio.token}"}
    origin = f"http://localhost:{studio.port}"
    url = f"ws://localhost:{studio.port}/live"
    with connect(url, additional_headers=headers, origin=origin, proxy=None) as websocket:  # type: ignore[arg-type]
        assert '"welcome"' in str(websocket.recv(10))[:40]


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../engine.py",
        "/assets/..%2fengine.py",
        "/assets/%2e%2e/%2e%2e/engine.py",
        "/assets//etc/passwd",
        "/thumbnails/..%2f..%2f__init__.py",
        "/thumbnails/%00",
        "/thumbnails/" + "a" * 3000,
        "/textures/..%2f..%2fetc%2fpasswd",
        "/download/..%2f..%2f/etc",
        "/download/x/..%2fjob.json",
    ],
)
def test_no_path_leads_out_of_its_folder(studio, path):
    assert ask(studio, f"{path}?token={studio.token}")[0] == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_only_reading_is_served(studio, method):
    assert ask(studio, f"/?token={studio.token}", method)[0] == 405


def test_a_huge_body_is_not_read(studio):
    """Neither with the token nor without: the answer comes at once, and the rest is not waited for."""
    for query in ("", f"?token={studio.token}"):
        with socket.create_connection(("127.0.0.1", studio.port), timeout=10) as connection:
            head = (
                f"POST /{query} HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\nContent-Length: {2**30}\r\n\r\n"
            )
            connection.sendall(head.encode())
            sent, begin = 0, time.monotonic()
            try:
                while sent < 2**30 and time.monotonic() < begin + 5:
                    sent += connection.send(bytes(2**16))
            except OSError:
                pass
            assert sent < 2**26, "the server swallowed the body"
    assert ask(studio, f"/?token={studio.token}")[0] in (200, 404)
