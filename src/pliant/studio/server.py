"""The web server: the page and its files, pictures, downloads, and the websocket of each tab."""

from __future__ import annotations

import asyncio
import contextlib
import mimetypes
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Any

from pliant.errors import MissingExtraError, PliantError
from pliant.reach import restrict

try:
    import uvicorn
    import websockets  # noqa: F401  (uvicorn speaks through it)
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import FileResponse, PlainTextResponse, Response
    from starlette.routing import Route, WebSocketRoute
except Exception as error:
    raise MissingExtraError("The studio", "studio", error) from error

from pliant.scene import load
from pliant.scene.files import named_files
from pliant.studio.access import LOOPBACK, Guard, cookie_name
from pliant.studio.folder import OPENED, work_folder
from pliant.studio.gallery import THUMBNAILS
from pliant.studio.hub import Hub
from pliant.studio.messages import LARGEST_MESSAGE
from pliant.studio.textures import texture

PAGE = Path(__file__).parent / "page"
_FRESH = {"cache-control": "no-cache"}


def make_app(hub: Hub, token: str, port: int, host: str = LOOPBACK[0]) -> Any:
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

    async def drop(request: Request) -> Response:
        try:
            return PlainTextResponse(await hub.dropped.keep(request.path_params["name"], request.stream()))
        except PliantError as error:
            return PlainTextResponse(str(error), 413, {"connection": "close"})

    routes = [
        Route("/", page),
        Route("/assets/{path:path}", asset),
        Route("/thumbnails/{name}", thumbnail),
        Route("/textures/{body}", picture),
        Route("/download/{id}/{name}", download),
        Route("/drop/{name}", drop, methods=["POST"]),
        WebSocketRoute("/live", hub.serve),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), token, port, host)


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


def listen(port: int, host: str = LOOPBACK[0]) -> socket.socket:
    """A socket on an address of this machine, by default one that no other reaches; port 0 takes a free one."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, OverflowError, UnicodeError) as error:
        raise PliantError(
            f"host {host[:100]!r} cannot be used: {error}; 0.0.0.0 is every address of this machine"
        ) from None
    # Only if the protocol is named does asyncio switch off Nagle's algorithm, by which frames wait up to 40 ms.
    connection = socket.socket(family, kind, protocol)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # a peer that takes no data for so long is gone [ms]
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 40_000)
    try:
        connection.bind(address)
    except (OSError, OverflowError) as error:
        connection.close()
        raise PliantError(f"port {port} of {host} cannot be used: {error}; choose another, or none") from None
    return connection


def address_of(host: str, port: int) -> str:
    """How another machine reaches a server that listens on `host`: every address is none, so the main one is told."""
    if host in ("0.0.0.0", "::", ""):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect(
                ("192.0.2.1", 9)
            )  # sends nothing; the system says which of its addresses it would use
            host = probe.getsockname()[0]
        if host in ("0.0.0.0", "::", ""):
            host = LOOPBACK[0]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def readable_for(scene: str | Path | None, folders: Iterable[Path]) -> tuple[str, ...]:
    """What may be read for scenes: our own files, named folders, what lies beside the first scene, what that names."""
    places = [Path(__file__).parents[1], *folders]
    for folder in places[1:]:
        if not folder.is_dir():
            raise PliantError(f"{folder}: there is no such folder")
    if isinstance(scene, Path):
        places += [scene.absolute().parent, *map(Path, named_files(load(scene)))]
    return tuple(str(place.absolute()) for place in places)


def serve(
    scene: str | Path | None = None,
    port: int = 0,
    ready: Callable[[str], None] = lambda url: None,
    *,
    host: str = LOOPBACK[0],
    folders: Iterable[Path] = (),
) -> None:
    """Serve until Ctrl-C; `ready` is called with the URL to open once the server listens.

    `scene` is what to begin with: a file, or a name of the gallery. Scenes that come through the page find meshes and
    pictures only in `folders`, or beside that file.
    """
    readable = readable_for(scene, folders)
    connection = listen(port, host)
    port = connection.getsockname()[1]
    token = secrets.token_urlsafe(24)
    with work_folder() as folder, connection:
        restrict((*readable, str(folder / OPENED)))
        hub = Hub(folder, scene, readable)
        config = uvicorn.Config(
            make_app(hub, token, port, host),
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,  # frames are noise to a compressor, and it takes longer than the loopback
            timeout_graceful_shutdown=3,
            server_header=False,
        )
        server = _Server(config, hub, lambda: ready(f"http://{address_of(host, port)}/?token={token}"))
        # Uvicorn shuts down upon either signal and then passes it on; we want to clear up after us.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[connection])


class _Server(uvicorn.Server):
    """Says when it listens, and says goodbye to its tabs."""

    def __init__(self, config: uvicorn.Config, hub: Hub, started: Callable[[], None]):
        super().__init__(config)
        self._hub = hub
        self._on_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._hub.close()  # or open pages would be cut off in the middle of things
        await super().shutdown(sockets)
