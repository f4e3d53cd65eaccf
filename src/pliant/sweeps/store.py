"""A sweep on disk: a run that was stored is never simulated again, whatever became of the program.

    sweep.json            the scene, what is varied, how it is simulated
    runs/0007.pliant      the recording of a run
    runs/0007.json        {"values": …, "seconds": …}, written last: with it a run is done
    failed/0009.json      {"values": …, "error": …}, with
    failed/0009.scene.json and, as far as it came, failed/0009.pliant

Runs that failed are tried again when the sweep is.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from pliant.errors import PliantError
from pliant.recording.files import atomic_path
from pliant.sweeps.work import Result

RUNS, FAILED = "runs", "failed"


class Store:
    """The folder of a sweep."""

    def __init__(self, folder: Path, plan: dict[str, Any]):
        """`plan` says what the sweep is; a folder that holds another one is refused."""
        self.folder = folder
        path = folder / "sweep.json"
        if path.exists():
            if _read(path) != json.loads(json.dumps(plan)):
                raise PliantError(f"{folder}: holds another sweep; choose another folder, or remove this one")
        else:
            if folder.exists() and any(folder.iterdir()):
                raise PliantError(f"{folder}: is a folder with something else in it; choose another one")
            _write(path, plan)
        for name in (RUNS, FAILED):
            (folder / name).mkdir(exist_ok=True)

    def recording(self, number: int, part: str = RUNS) -> Path:
        return self.folder / part / f"{number:04d}.pliant"

    def done(self, number: int) -> bool:
        return self.recording(number).with_suffix(".json").exists()

    def failure(self, number: int) -> str | None:
        """Why a run has failed, if it has."""
        path = self.recording(number, FAILED).with_suffix(".json")
        return None if not path.exists() or self.done(number) else str(_read(path).get("error"))

    def keep(self, result: Result, values: dict[str, Any], scene: str) -> None:
        """Store how a run went."""
        path = self.recording(result.number)
        if result.content:
            with atomic_path(path) as temporary:
                temporary.write_bytes(result.content)
        if result.error is None:
            self._forget_failure(result.number)
            _write(path.with_suffix(".json"), {"values": values, "seconds": result.seconds})
            return
        apart = self.recording(result.number, FAILED)
        if path.exists():
            os.replace(path, apart)
        apart.with_suffix(".scene.json").write_text(scene, encoding="utf-8")
        _write(apart.with_suffix(".json"), {"values": values, "error": result.error})

    def _forget_failure(self, number: int) -> None:
        apart = self.recording(number, FAILED)
        for path in (apart, apart.with_suffix(".json"), apart.with_suffix(".scene.json")):
            path.unlink(missing_ok=True)


def _write(path: Path, data: dict[str, Any]) -> None:
    with atomic_path(path) as temporary:
        temporary.write_text(json.dumps(data, indent=1), encoding="utf-8")


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return found
        raise ValueError("no object")
    except (OSError, ValueError) as error:
        raise PliantError(f"{path}: cannot be read: {error}") from None
