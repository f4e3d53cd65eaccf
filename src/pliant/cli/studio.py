"""`pliant studio`: scenes live in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import say


def studio(
    scene: Annotated[
        Path | None,
        typer.Argument(
            help="What to begin with: a scene file, or a name of the gallery. Default: the gallery."
        ),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to serve on. Default: a free one.")
    ] = 0,
    host: Annotated[
        str,
        typer.Option(
            help="The address to listen on. Another than the default lets other machines in: 0.0.0.0 is every "
            "address of this machine.",
            metavar="ADDRESS",
        ),
    ] = "127.0.0.1",
    folder: Annotated[
        list[Path] | None,
        typer.Option(
            "--folder",
            help="A folder from which scenes that are opened in the page may read meshes and pictures. May be "
            "given several times. They find what lies beside SCENE in any case.",
            metavar="DIR",
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address; open no browser.")
    ] = False,
) -> None:
    """Play with scenes in the browser: pull them, pin them, change them, while they run.

    Prints the address to open and serves it until Ctrl-C: to this machine only, unless --host says otherwise. Nobody
    gets in without the token in that address.
    """
    from pliant.studio.access import is_loopback
    from pliant.studio.server import serve

    def ready(url: str) -> None:
        print(url, flush=True)
        opened = not no_browser and _open(url)
        say("Ctrl-C ends the studio" if opened else "open this address in a browser; Ctrl-C ends the studio")

    if not is_loopback(host):
        say(
            f"warning: --host {host} lets other machines in. Whoever has the address below can simulate on this "
            "machine and see what scenes may read; it is sent unencrypted. Use it in networks that you trust."
        )
    serve(_checked(scene), port, ready, host=host, folders=folder or ())


def _checked(scene: Path | None) -> str | Path | None:
    """What to begin with. A mistake in it is told here, not on a page."""
    from pliant.scene import load
    from pliant.studio.gallery import open_item

    if scene is None:
        return None
    if not scene.suffix and not scene.exists():
        return open_item(str(scene)).name
    load(scene)
    return scene


def _open(url: str) -> bool:
    """Open a browser, if there is a display to show it on."""
    import os
    import sys
    import threading
    import webbrowser

    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()  # some wait for their browser
    return True
