"""What the engine tells the page: how things go, what is held, what the scene looks like."""

from __future__ import annotations

import math
from typing import Any

from pliant.errors import PliantError, SceneError, SimulationError
from pliant.studio import describe
from pliant.studio import messages as m
from pliant.studio.gallery import Choice
from pliant.studio.pacing import Meter
from pliant.studio.remedies import Remedy
from pliant.studio.session import Session
from pliant.studio.takes import Tape

_LARGEST = 1e300


def nothing() -> dict[str, Any]:
    """The fields of a status when there is no scene."""
    status: dict[str, Any] = dict.fromkeys(m.Status.model_fields, 0)
    return {
        **status,
        "type": "status",
        "state": "empty",
        "speed": None,
        "balance": None,
        "driving": False,
        "plays": False,
    }


def of_session(session: Session) -> dict[str, Any]:
    """The fields of a status that tell of the simulation."""
    simulation = session.simulation
    reports = simulation.reports.values()
    return {
        **{name: _finite(energy) for name, energy in simulation.energies().items()},
        "time": simulation.time,
        "step": simulation.state.step,
        "dt": simulation.parameters.dt,
        "newton": sum(report.newton for report in reports),
        "linear": sum(report.linear for report in reports),
        "largest_stretch": _finite(simulation.largest_stretch()),
        "balance": of_balance(session),
    }


def of_balance(session: Session) -> m.Balance | None:
    """The energy balance, if it is kept."""
    simulation = session.simulation
    if not simulation.state.energy_balance:
        return None
    entries = {name: _finite(energy) for name, energy in simulation.energy_balance().entries().items()}
    return m.Balance(since=session.balance_since, **entries)


def _finite(value: float) -> float:
    """What JSON can say of a number that is out of all bounds."""
    return _LARGEST if math.isnan(value) else min(max(value, -_LARGEST), _LARGEST)


def of_tape(tape: Tape) -> dict[str, Any]:
    """The fields of a status that tell what can be scrubbed to."""
    (first, first_time), (last, last_time) = tape.first, tape.last
    return {
        "first_frame": max(first, 0),
        "last_frame": max(last, 0),
        "first_time": first_time,
        "last_time": last_time,
        "recorded_bytes": tape.bytes,
    }


def of_meter(meter: Meter, now: float) -> dict[str, Any]:
    """The fields of a status that tell how fast it goes."""
    steps_per_second, real_time, milliseconds = meter.rates(now)
    return {"steps_per_second": steps_per_second, "real_time": real_time, "step_ms": milliseconds}


def hands(session: Session) -> m.Hands:
    """What is held."""
    undo, redo = session.undoable
    return m.Hands(pins=session.pins(), holds=session.holds(), events=session.events, undo=undo, redo=redo)


def scene_info(session: Session, opened: Choice, revision: int, *, reframe: bool) -> m.SceneInfo:
    """A scene that was opened or begins anew."""
    simulation = session.simulation
    return m.SceneInfo(
        revision=revision,
        name=opened.name,
        variant=opened.variant,
        title=simulation.parameters.title or opened.name,
        scene=describe.scene_data(simulation.parameters),
        bodies=describe.body_meshes(simulation, revision),
        obstacles=describe.obstacle_meshes(simulation),
        anchors=describe.anchors(simulation),
        springs=describe.springs(simulation),
        loads=describe.loads(simulation),
        readings=describe.readings(simulation),
        reframe=reframe,
        side=opened.side,
        action=list(opened.action),
    )


def stopped(session: Session, error: SimulationError) -> m.Trouble:
    """The simulation cannot go on: why, and what may help."""
    changed, steadier = session.last_set, session.steadier()
    return m.Trouble(
        kind="health",
        text=str(error),
        body=error.body,
        offers=["reset", "smaller_step", *(["undo"] if changed else [])],
        path=changed,
        **({} if steadier is None else _way(steadier)),
    )


def refused(session: Session | None, message: m.FromPage, error: PliantError) -> m.Trouble:
    """Something that cannot be done; of a parameter also what stands in the way, and how it can be done after all."""
    trouble = m.Trouble(kind="input", text=str(error))
    if not isinstance(message, m.SetParameter):
        return trouble
    way: dict[str, Any] = {}
    if session is not None and isinstance(error, SceneError):
        way = _way(session.remedy(message.path, message.value, error))
    return trouble.model_copy(update={"path": message.path, **way})


def _way(remedy: Remedy) -> dict[str, Any]:
    changes = [m.Assignment(path=change.path, value=change.value) for change in remedy.changes]
    return {"why": remedy.why, "offer": remedy.offer, "changes": changes}


def changed(session: Session, revision: int) -> m.Changed:
    """The scene after a parameter has changed."""
    simulation = session.simulation
    return m.Changed(
        revision=revision,
        scene=describe.scene_data(simulation.parameters),
        obstacles=describe.obstacle_meshes(simulation),
        anchors=describe.anchors(simulation),
        springs=describe.springs(simulation),
        loads=describe.loads(simulation),
        readings=describe.readings(simulation),
    )
