"""Exports that tabs asked for: each in a subprocess, a few at a time, the last results kept for download."""

from __future__ import annotations

import asyncio
import json
import secrets
import shutil
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pliant.errors import PliantError
from pliant.studio import messages as m

_AT_ONCE = 2
_MOST_WAITING = 8
_KEPT = 8  # results; older ones are removed
_LONGEST_LINE = 2**16  # bytes of what the subprocess says

Prepare = Callable[
    [Path, m.Export], Awaitable[dict[str, Any]]
]  # has the engine put into a folder what is needed
Tell = Callable[[m.Exported], None]


@dataclass
class Result:
    """A file to download."""

    folder: Path
    name: str = ""


class Exports:
    """All exports of a server."""

    def __init__(self, folder: Path, prepare: Prepare):
        self._folder = folder
        self._prepare = prepare
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._results: dict[str, Result] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, asked: m.Export, tell: Tell) -> None:
        """Begin an export; `tell` hears how it goes."""
        if len(self._tasks) >= _MOST_WAITING:
            raise PliantError("too many exports are under way; wait for one of them")
        task = asyncio.create_task(self._run(asked, tell))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def find(self, id: str, name: str) -> Path | None:
        """The file of a finished export."""
        result = self._results.get(id)
        return result.folder / result.name if result is not None and result.name == name else None

    async def close(self) -> None:
        """End those under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, asked: m.Export, tell: Tell) -> None:
        id = secrets.token_hex(8)
        folder = self._folder / f"export-{id}"

        def say(fraction: float, done: bool = False, **more: Any) -> None:
            tell(m.Exported(id=id, format=asked.format, fraction=fraction, done=done, **more))

        say(0.0)
        try:
            async with self._room:
                folder.mkdir()
                job = await self._prepare(folder, asked)
                name = await self._work(folder, job, say)
        except PliantError as error:
            shutil.rmtree(folder, ignore_errors=True)
            say(1.0, done=True, trouble=str(error))
            return
        self._results[id] = Result(folder, name)
        self._forget_old()
        say(1.0, done=True, name=name, url=f"/download/{id}/{name}")

    async def _work(self, folder: Path, job: dict[str, Any], say: Callable[..., None]) -> str:
        """Run the subprocess; returns the name of the file that it wrote."""
        (folder / "job.json").write_text(json.dumps(job), encoding="utf-8")
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "pliant.studio.exporting", str(folder / "job.json"),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            limit=_LONGEST_LINE,
        )  # fmt: skip
        said: dict[str, Any] = {}
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                said = _parsed(line) or said
                if "fraction" in said:
                    say(said["fraction"])
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        for path in [folder / "job.json", *folder.glob("*-*.pliant")]:
            if path.name != said.get("name"):
                path.unlink(missing_ok=True)
        if "name" not in said:
            raise PliantError(
                said.get("trouble", f"the export ended unexpectedly (code {process.returncode})")
            )
        return said["name"]

    def _forget_old(self) -> None:
        while len(self._results) > _KEPT:
            oldest = next(iter(self._results))
            shutil.rmtree(self._results.pop(oldest).folder, ignore_errors=True)


def _parsed(line: bytes) -> dict[str, Any] | None:
    """What a line says; libraries may print things that are not for us."""
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
