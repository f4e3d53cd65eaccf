"""`simulate`: run a scene from start to end and record it."""

from __future__ import annotations

import json
import math
import shutil
import tempfile
import warnings
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pliant.contact.texture import texture_coordinates
from pliant.errors import PliantError, PliantWarning, SimulationError
from pliant.integrators.spec import Static
from pliant.magnitudes import LARGEST_INTEGER, TIME, shown
from pliant.recording import ENERGY_BALANCE, Recording, RecordingWriter
from pliant.recording.contacts import CONTACTS
from pliant.recording.pairs import PAIRS
from pliant.recording.reactions import REACTIONS
from pliant.recording.readings import READINGS, TOTALS
from pliant.scene.events import Set
from pliant.scene.schema import Scene
from pliant.simulation.drawing import drawing
from pliant.simulation.energy_balance.entries import ENTRIES, PAIR_ENTRIES
from pliant.simulation.reactions import names
from pliant.simulation.simulation import Simulation
from pliant.simulation.snapshot import VELOCITIES, anchors_of, contact_names, recorded
from pliant.simulation.springs import drawn_springs

# More unsolved steps than this fraction are worth a warning; single ones happen in hard contact.
_UNSOLVED = 0.1
_HALVED = 0.02  # likewise, halvings

Progress = Callable[[int, int, Simulation], None]


def simulate(
    scene: Scene,
    *,
    seconds: float | None = None,
    steps: int | None = None,
    every: int = 1,
    to: str | Path | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
    energy_balance: bool = False,
    keep: Sequence[str] = (),
) -> Recording:
    """Simulate a scene and return its recording.

    It runs for `seconds` or `steps` (neither: the scene's own `seconds`) and records the start and every
    `every`-th step, to the file `to` or to a temporary one that is deleted when nobody holds the recording any more.
    `progress(done, steps, simulation)` is called after every step. With `energy_balance` the recording keeps those of
    energy; `keep` names readings that are not recorded otherwise, "velocities", "contacts" or "reactions". If the
    simulation has to stop, what was recorded is kept: in `to`, and as `recording` of the error.
    """
    total = step_count(scene, seconds, steps)
    if every < 1:
        raise PliantError(f"every must be at least 1 (given: {every})")
    simulation = Simulation(scene, energy_balance=energy_balance)
    return record(simulation, total, every=every, to=to, overwrite=overwrite, progress=progress, keep=keep)


def record(
    simulation: Simulation,
    steps: int,
    *,
    every: int = 1,
    to: str | Path | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
    keep: Sequence[str] = (),
) -> Recording:
    """Step a simulation and record it, from wherever it is, with the readings to `keep` (see `simulate`)."""
    kept = _require_kept(keep)
    path = Path(to) if to is not None else _temporary()
    writer = RecordingWriter(path, describe(simulation), overwrite=overwrite)
    problem: BaseException | None = None
    noted = _note_warnings(writer, simulation, 0)
    try:
        writer.append(simulation.state.step, simulation.time, recorded(simulation, asked=kept))
        for done in range(1, steps + 1):
            simulation.step()
            noted = _note_warnings(writer, simulation, noted)
            if done % every == 0 or done == steps:
                writer.append(simulation.state.step, simulation.time, recorded(simulation, asked=kept))
            if progress is not None:
                progress(done, steps, simulation)
        _warn_if_unsolved(simulation, steps)
        _warn_if_halved(simulation, steps)
    except SimulationError as error:
        problem = error
        writer.note({"error": str(error), "body": error.body, "step": error.step})
        raise
    except KeyboardInterrupt as error:
        problem = error
        writer.note({"interrupted": simulation.state.step})
        raise
    except Exception as error:  # of a function of the user's, say
        problem = error
        writer.note({"error": str(error), "step": simulation.state.step + 1})
        raise
    finally:
        writer.close()
        if problem is not None:
            problem.recording = _opened(path, temporary=to is None)  # type: ignore[attr-defined]
    return _opened(path, temporary=to is None)


def _require_kept(keep: Sequence[str]) -> list[str]:
    """Names of readings and of totals, "velocities", "contacts" or "reactions", each once."""
    known = [CONTACTS, VELOCITIES, REACTIONS, *READINGS, *TOTALS]
    names = [keep] if isinstance(keep, str) else list(keep)
    for name in names:
        if name not in known:
            raise PliantError(f"keep: {name!r} cannot be recorded; there is {', '.join(known)}")
    return list(dict.fromkeys(names))


def _note_warnings(writer: RecordingWriter, simulation: Simulation, noted: int) -> int:
    """Keep the warnings that have come since the first so many; returns how many there are."""
    told = simulation.watch.told
    for time, message in told[noted:]:
        writer.note({"warning": message, "time": time})
    return len(told)


def _warn_if_unsolved(simulation: Simulation, steps: int) -> None:
    if isinstance(simulation.parameters.integrator, Static):
        return  # the simulation has said why
    if simulation.unconverged > _UNSOLVED * max(steps, 1):
        warnings.warn(
            f"{simulation.unconverged} of {steps} steps were not solved to the integrator's tolerance; "
            "use more newton_iterations; a smaller dt helps too, unless it is friction that makes them hard",
            PliantWarning,
            stacklevel=3,
        )


def _warn_if_halved(simulation: Simulation, steps: int) -> None:
    if simulation.halvings > _HALVED * max(steps, 1):
        warnings.warn(
            f"{simulation.halvings} times in {steps} steps something moved too fast, and the step was halved: what is "
            "recorded may be an explosion. Use a smaller dt, or the integrator 'bdf2'",
            PliantWarning,
            stacklevel=3,
        )


def step_count(scene: Scene, seconds: float | None, steps: int | None) -> int:
    """How many steps `seconds` or `steps` are from the start; neither: the scene's own `seconds`."""
    if seconds is not None and steps is not None:
        raise PliantError("give either seconds or steps, not both")
    if steps is not None:
        if not isinstance(steps, int | np.integer) or not 0 <= steps <= LARGEST_INTEGER:
            given = shown(int(steps)) if isinstance(steps, int | np.integer) else repr(steps)
            raise PliantError(f"steps must be a whole number from 0 to {LARGEST_INTEGER} (given: {given})")
        return int(steps)
    length = scene.seconds if seconds is None else seconds
    if not isinstance(length, int | float | np.number) or not 0 <= length <= TIME.high:
        given = shown(length) if isinstance(length, int | float) else repr(seconds)
        raise PliantError(f"seconds must be a finite number from 0 to {TIME.high:g} (given: {given})")
    count, done, dt = 0, 0.0, scene.dt
    for time, shorter in _changes_of_dt(scene):
        if time < length:
            before = max(math.ceil((time - done) / dt - 1e-9), 0)  # an event waits for the end of a step
            count, done, dt = count + before, done + before * dt, shorter
    count += max(round((length - done) / dt), 0)
    if count == 0 and length > 0:
        raise PliantError(f"{length} s is less than half a time step of {scene.dt} s; use a smaller dt")
    return count


def _changes_of_dt(scene: Scene) -> list[tuple[float, float]]:
    """When the scene's events change the time step, and to what [s]."""
    changes = [event for event in scene.events if isinstance(event, Set) and event.path == "dt"]
    return [(event.time, float(event.value)) for event in sorted(changes, key=lambda event: event.time)]


def _temporary() -> Path:
    return Path(tempfile.mkdtemp(prefix="pliant-")) / "recording.pliant"


def _opened(path: Path, *, temporary: bool) -> Recording:
    """The recording; a temporary one goes when nobody holds it any more, at the end of the program at last."""
    recording = Recording(path)
    if temporary:
        weakref.finalize(recording, _remove, path.parent)
    return recording


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


# ---------------------------------------------------------------- what viewers need to know


def describe(simulation: Simulation) -> dict[str, Any]:
    """The META of a recording: the scene, and meshes of bodies and obstacles (these as they were at the start)."""
    from pliant import __version__  # the package imports this module

    scene = simulation.scene
    return {
        "pliant": __version__,
        "scene": json.loads(scene.model_dump_json()),
        "dt": scene.dt,
        ENERGY_BALANCE: list(ENTRIES),
        PAIRS: list(PAIR_ENTRIES),
        CONTACTS: contact_names(simulation),
        REACTIONS: names(simulation.script()),
        "bodies": [drawing(body, simulation.pins(body.name)).described() for body in simulation.model.bodies],
        "obstacles": [
            _describe_obstacle(obstacle, simulation) for obstacle in simulation.obstacles.start.values()
        ],
        "springs": _describe_springs(simulation),
    }


def _describe_springs(simulation: Simulation) -> list[dict[str, Any]]:
    start = simulation.script()
    anchors = anchors_of(start)
    return [
        {"body": one.body, "nodes": one.nodes}
        | ({"to": one.to} if one.force is None else {"force": one.force, "anchor": list(anchors[one.force])})
        for one in drawn_springs(start, simulation.model.bodies)
    ]


def _describe_obstacle(obstacle: Any, simulation: Simulation) -> dict[str, Any]:
    vertices, faces = simulation.obstacles.mesh(obstacle)
    return {
        "id": obstacle.id,
        "kind": obstacle.kind,
        "vertices": vertices.round(9).tolist(),
        "triangles": faces.tolist(),
        "color": list(obstacle.look.color),
        "texture": obstacle.look.texture,
        **_obstacle_uv(obstacle, vertices, faces),
        "visible": obstacle.visible,
    }


def _obstacle_uv(obstacle: Any, vertices: np.ndarray, faces: np.ndarray) -> dict[str, Any]:
    """Texture coordinates of the corners of its triangles, if it wears a texture."""
    if obstacle.look.texture is None:
        return {}
    return {"uv": texture_coordinates(obstacle, vertices, faces).round(6).reshape(-1, 2).tolist()}
