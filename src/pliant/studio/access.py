"""Who may talk to the server: whoever has the token, and from our own page.

* The token is in the URL that `pliant studio` prints. Opening it leaves a cookie, for everything the page fetches.
* The Host must be this server's own: a foreign name that was made to point here (DNS rebinding) is refused. On this
  machine it is the loopback by its number or name. A server that listens elsewhere answers to addresses written as
  numbers, which cannot be made to point anywhere else, to the name it was told to listen on and to the machine's own.
* An Origin, which browsers send with websockets, must be the Host's own: other sites cannot use the cookie.
"""

from __future__ import annotations

import ipaddress
import socket
from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest
from typing import Any
from urllib.parse import parse_qs

from pliant.errors import MissingExtraError

try:
    from starlette.datastructures import Headers
    from starlette.responses import PlainTextResponse
except Exception as error:
    raise MissingExtraError("The studio", "studio", error) from error

Scope = Any
LOOPBACK = ("127.0.0.1", "localhost")


class Guard:
    """Lets through to `app` what has the token; 403 for everything else, websockets included.

    `host` is what the server listens on.
    """

    def __init__(self, app: Any, token: str, port: int, host: str = LOOPBACK[0]):
        self._app = app
        self._token = token
        self._port = port
        self._names = set(LOOPBACK)
        self._numbers = not is_loopback(host)
        if self._numbers:
            self._names |= {host.lower(), socket.gethostname().lower(), socket.getfqdn().lower()}
        self._cookie = cookie_name(port)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal is None:
                await self._app(scope, receive, send)
            else:
                # before it is accepted: answered by 403
                await send({"type": "websocket.close", "code": 1008})
            return
        if refusal is not None:
            app: Any = PlainTextResponse(refusal + "\n", 403, {"connection": "close"})
        elif scope["method"] not in ("GET", "HEAD") and not _is_drop(scope):
            app = PlainTextResponse(
                "only GET is served\n", 405, {"allow": "GET, HEAD", "connection": "close"}
            )
        else:
            app = self._app
        await app(scope, receive, self._with_headers(send, Headers(scope=scope).get("host", "")))

    def _refusal(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            return "this server answers to its own address only"
        if headers.get("origin", f"http://{host}") not in self._origins(host):
            return "other sites may not use this server"
        if not (self._is_token(_asked(scope)) or self._is_token(self._kept(headers))):
            return "the token is missing or wrong; use the whole URL that `pliant studio` printed"
        return None

    def _is_ours(self, host: str) -> bool:
        name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
        if not name:
            name, port = port, "80"
        if (port or "80") != str(self._port):
            return False
        return name.lower() in self._names or (self._numbers and is_number(name))

    def _origins(self, host: str) -> set[str]:
        """A page under one name of the loopback may use the other."""
        name = host.rpartition(":")[0] or host
        names = LOOPBACK if name in LOOPBACK else (name,)
        suffix = host.removeprefix(name)
        return {f"http://{name}{suffix}" for name in names}

    def _is_token(self, given: str) -> bool:
        return compare_digest(given.encode(), self._token.encode())

    def _kept(self, headers: Headers) -> str:
        try:
            cookie = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return ""
        return cookie[self._cookie].value if self._cookie in cookie else ""

    def _with_headers(self, send: Any, host: str) -> Any:
        ours = _headers(self._port, host if self._is_ours(host) else "")

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *ours]
            await send(message)

        return send_with_headers


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens on `host`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_number(name: str) -> bool:
    """Whether it is an address, as 10.0.0.7 or [fe80::1], and no name that has to be looked up."""
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def cookie_name(port: int) -> str:
    """Cookies do not know ports, and several studios may run."""
    return f"pliant-{port}"


def _is_drop(scope: Scope) -> bool:
    """A file that is sent by our own page, which browsers say of it."""
    return (
        scope["method"] == "POST" and scope["path"].startswith("/drop/") and "origin" in Headers(scope=scope)
    )


def _asked(scope: Scope) -> str:
    query = scope["query_string"][:4096].decode("latin-1")
    return parse_qs(query).get("token", [""])[0]


def _headers(port: int, host: str) -> list[tuple[bytes, bytes]]:
    places = [f"{name}:{port}" for name in LOOPBACK] + ([host] if host else [])
    sockets = " ".join(f"ws://{place}" for place in dict.fromkeys(places))
    policy = (
        f"default-src 'self'; connect-src 'self' {sockets}; img-src 'self' data: blob:; "
        "style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; media-src 'self' blob:; "
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    headers = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
    }
    return [(name.encode(), value.encode()) for name, value in headers.items()]
