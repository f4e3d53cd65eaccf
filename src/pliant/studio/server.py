"""The web server: the page and its files, pictures, downloads, and the websocket of each tab."""

from __future__ import annotations

import asyncio
import contextlib
import mimetypes
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from pliant.errors import MissingExtraError, PliantError

try:
    import uvicorn
    import websockets  # noqa: F401  (uvicorn speaks through it)
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import FileResponse, PlainTextResponse, Response
    from starlette.routing import Route, WebSocketRoute
except ImportError as error:
    raise MissingExtraError("The studio", "studio") from error

from pliant.studio.folder import work_folder
from pliant.studio.gallery import THUMBNAILS
from pliant.studio.guard import Guard, cookie_name
from pliant.studio.hub import Hub
from pliant.studio.messages import LARGEST_MESSAGE
from pliant.studio.textures import texture

PAGE = Path(__file__).parent / "page"
_FRESH = {"cache-control": "no-cache"}


def make_app(hub: Hub, token: str, port: int) -> Any:
    """Everything that is served, behind the guard."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(hub.run())
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def page(_: Request) -> Response:
        response = _file(PAGE, "index.html")
        response.set_cookie(cookie_name(port), token, httponly=True, samesite="strict", path="/")
        return response

    async def asset(request: Request) -> Response:
        return _file(PAGE / "assets", request.path_params["path"])

    async def thumbnail(request: Request) -> Response:
        name = request.path_params["name"]
        return _file(THUMBNAILS, name) if name.endswith(".jpg") else _missing()

    async def picture(request: Request) -> Response:
        scene, body = hub.scene, request.path_params["body"]
        found = None if scene is None else await asyncio.to_thread(texture, scene, body)
        return _missing() if found is None else Response(found[0], media_type=found[1], headers=_FRESH)

    async def download(request: Request) -> Response:
        path = hub.exports.find(request.path_params["id"], request.path_params["name"])
        if path is None or not path.is_file():
            return _missing()
        return FileResponse(path, media_type="application/octet-stream", filename=path.name)

    routes = [
        Route("/", page),
        Route("/assets/{path:path}", asset),
        Route("/thumbnails/{name}", thumbnail),
        Route("/textures/{body}", picture),
        Route("/download/{id}/{name}", download),
        WebSocketRoute("/live", hub.serve),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), token, port)


def _missing() -> Response:
    return PlainTextResponse("there is no such file\n", 404)


def _file(folder: Path, name: str) -> Response:
    """A file inside a folder; nothing above it, and nothing that a link leads away to."""
    try:
        path = (folder / name).resolve()
        found = path.is_relative_to(folder.resolve()) and path.is_file()
    except (OSError, ValueError):  # names that no file system takes
        found = False
    if not found:
        return _missing()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return FileResponse(path, media_type=kind, headers=_FRESH)


def listen(port: int) -> socket.socket:
    """A socket on 127.0.0.1; port 0 takes a free one."""
    # Only if the protocol is named does asyncio switch off Nagle's algorithm, by which frames wait up to 40 ms.
    connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # a peer that takes no data for so long is gone [ms]
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 40_000)
    try:
        connection.bind(("127.0.0.1", port))
    except (OSError, OverflowError) as error:
        connection.close()
        raise PliantError(f"port {port} cannot be used: {error}; choose another, or none") from None
    return connection


def serve(
    scene: str | Path | None = None, port: int = 0, ready: Callable[[str], None] = lambda url: None
) -> None:
    """Serve until Ctrl-C; `ready` is called with the URL to open once the server listens.

    `scene` is what to begin with: a file, or a name of the gallery.
    """
    connection = listen(port)
    port = connection.getsockname()[1]
    token = secrets.token_urlsafe(24)
    with work_folder() as folder, connection:
        config = uvicorn.Config(
            make_app(Hub(folder, scene), token, port),
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,  # frames are noise to a compressor, and it takes longer than the loopback
            timeout_graceful_shutdown=1,
            server_header=False,
        )
        server = _Server(config, lambda: ready(f"http://127.0.0.1:{port}/?token={token}"))
        # Uvicorn shuts down upon either signal and then passes it on; we want to clear up after us.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[connection])


class _Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]):
        super().__init__(config)
        self._on_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_started()
