"""Who may talk to the server: whoever has the token, from this machine, and from our own page.

* The token is in the URL that `pliant studio` prints. Opening it leaves a cookie, for everything the page fetches.
* The Host must be this server's own: a foreign name that was made to point at 127.0.0.1 (DNS rebinding) is refused.
* An Origin, which browsers send with websockets, must be this server's own: other sites cannot use the cookie.
"""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

Scope = Any
HOSTS = ("127.0.0.1", "localhost")


class Guard:
    """Lets through to `app` what has the token; 403 for everything else, websockets included."""

    def __init__(self, app: Any, token: str, port: int):
        self._app = app
        self._token = token
        self._hosts = {f"{host}:{port}" for host in HOSTS} | set(HOSTS if port == 80 else ())
        self._origins = {f"http://{host}" for host in self._hosts}
        self._cookie = cookie_name(port)
        self._headers = _headers(port)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal is None:
                await self._app(scope, receive, send)
            else:
                await send(
                    {"type": "websocket.close", "code": 1008}
                )  # before it is accepted: answered by 403
            return
        if refusal is not None:
            app: Any = PlainTextResponse(refusal + "\n", 403, {"connection": "close"})
        elif scope["method"] not in ("GET", "HEAD"):
            app = PlainTextResponse(
                "only GET is served\n", 405, {"allow": "GET, HEAD", "connection": "close"}
            )
        else:
            app = self._app
        await app(scope, receive, self._with_headers(send))

    def _refusal(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        if headers.get("host") not in self._hosts:
            return "this server answers to its own address only"
        origin = headers.get("origin")
        if origin is not None and origin not in self._origins:
            return "other sites may not use this server"
        if not (self._is_token(_asked(scope)) or self._is_token(self._kept(headers))):
            return "the token is missing or wrong; use the whole URL that `pliant studio` printed"
        return None

    def _is_token(self, given: str) -> bool:
        return compare_digest(given.encode(), self._token.encode())

    def _kept(self, headers: Headers) -> str:
        try:
            cookie = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return ""
        return cookie[self._cookie].value if self._cookie in cookie else ""

    def _with_headers(self, send: Any) -> Any:
        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._headers]
            await send(message)

        return send_with_headers


def cookie_name(port: int) -> str:
    """Cookies do not know ports, and several studios may run."""
    return f"pliant-{port}"


def _asked(scope: Scope) -> str:
    query = scope["query_string"][:4096].decode("latin-1")
    return parse_qs(query).get("token", [""])[0]


def _headers(port: int) -> list[tuple[bytes, bytes]]:
    sockets = " ".join(f"ws://{host}:{port}" for host in HOSTS)
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
