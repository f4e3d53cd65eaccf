"""A scene through several formulations and integrators, and what came out of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
from pydantic import TypeAdapter, ValidationError

from pliant.compare import trial
from pliant.compare.formulations import available, check_name, converted, reason_against, what_stays
from pliant.compare.trial import Motion
from pliant.errors import PliantError, SceneError, SimulationError
from pliant.integrators.spec import IntegratorSpec
from pliant.recording import Recording
from pliant.scene.schema import Scene

INTEGRATORS = ("bdf2", "feynman", "rk4")
BUDGET = 120.0  # [s] of computing for a run
_LOOKS = 60  # moments at which runs are compared

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Entry:
    """One line of the table. What does not exist is None: `problem` then says why."""

    formulation: str
    integrator: str
    largest_dt: float | None = None  # [s]; infinite: no limit was found
    dt: float | None = None  # that it was run with [s]
    per_step: float | None = None  # seconds of computing
    per_second: float | None = None  # seconds of computing per simulated second
    drift: float | None = None  # energy at the end beside the fine run's, over the largest kinetic energy
    own_error: float | None = None  # distance from the fine run of the same formulation, over the body's size
    difference: float | None = None  # distance from the reference, over the body's size
    problem: str = ""
    note: str = ""  # what is to be known about the line

    @property
    def name(self) -> str:
        return f"{self.formulation}, {self.integrator}"

    def as_dict(self) -> dict[str, Any]:
        """For programs; an infinite step is the text "any"."""
        data = asdict(self)
        if self.largest_dt is not None and np.isinf(self.largest_dt):
            data["largest_dt"] = "any"
        return data


@dataclass(frozen=True)
class Comparison:
    """All lines, what they were compared with, and what was recorded."""

    title: str
    reference: str  # the formulation of the run that others are compared with
    seconds: float
    entries: list[Entry]
    recordings: dict[str, Recording] = field(default_factory=dict)  # by the entries' names


def compare(
    scene: Scene,
    formulations: Sequence[str] | None = None,
    integrators: Sequence[str] = INTEGRATORS,
    *,
    seconds: float | None = None,
    film: bool = False,
    budget: float = BUDGET,
    progress: Progress | None = None,
) -> Comparison:
    """Run a scene through formulations (None: all that it can have) and integrators.

    The reference is a fine run, with steps an eighth as long or shorter, of the scene's own formulation, or of the
    first of the `formulations`. With `film` what is compared is recorded. A run that would take more than `budget` [s]
    of computing is left out, and its line says so.
    """
    if not scene.bodies:
        raise PliantError("the scene has no bodies, so there is nothing to compare")
    if seconds is not None:
        scene = scene.model_copy(update={"seconds": seconds})
    names = list(dict.fromkeys(formulations if formulations is not None else available(scene)))
    schemes = {name: _scheme(name) for name in dict.fromkeys(integrators)}
    if not names or not schemes:
        raise PliantError("give at least one formulation and one integrator")
    for name in names:
        check_name(name)
    if problem := reason_against(scene, names[0]):
        raise PliantError(f"{names[0]}: {problem}")
    times = _times(scene)
    total, done = sum(1 + len(_own_schemes(name, schemes)) for name in names), 0

    def report() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    entries: list[Entry] = []
    recordings: dict[str, Recording] = {}
    reference: Motion | None = None
    basis = names[0]
    for name in names:
        problem = reason_against(scene, name)
        fine = None
        if not problem:
            changed = converted(scene, name)
            fine, problem = _fine(changed, times, budget)
        report()
        if reference is None and fine is not None:
            reference, basis = fine, name
        for label, scheme in _own_schemes(name, schemes).items():
            entry = Entry(name, label, problem=problem, note="" if problem else what_stays(scene, name))
            if fine is not None and reference is not None:
                own = changed.model_copy(update={"integrator": scheme or changed.integrator})
                entry, recording = _tried(entry, own, times, fine, reference, budget, film=film)
                if recording is not None:
                    recordings[entry.name] = recording
            entries.append(entry)
            report()
    title = scene.title or scene.id
    return Comparison(title, basis, float(times[-1]), entries, recordings)


def _scheme(name: str) -> Any:
    if name == "static":
        raise PliantError("static finds equilibria and has no motion to compare; use another integrator")
    try:
        return TypeAdapter(IntegratorSpec).validate_python(name)
    except ValidationError as error:
        raise PliantError(error.errors()[0]["msg"].removeprefix("Value error, ")) from None


def _own_schemes(formulation: str, schemes: dict[str, Any]) -> dict[str, Any]:
    """The integrators of a formulation: sticks have their own, Verlet's."""
    return {"verlet": None} if formulation in ("sticks", "xpbd") else schemes


def _times(scene: Scene) -> np.ndarray:
    """Moments at which all runs are looked at: whole steps of the scene, so that finer runs have them too."""
    steps = max(round(scene.seconds / scene.dt), 1)
    chosen = np.unique(np.linspace(0, steps, min(_LOOKS, steps) + 1).round().astype(int))
    return scene.dt * chosen


def _fine(scene: Scene, times: np.ndarray, budget: float) -> tuple[Motion | None, str]:
    try:
        return trial.fine_run(scene, times, budget), ""
    except SimulationError as error:
        return None, f"its fine run explodes: {error}"
    except PliantError as error:
        return None, _told(error)


def _told(error: PliantError) -> str:
    """What is wrong, in one line."""
    if isinstance(error, SceneError):
        return "; ".join(f"{problem.path}: {problem.message}" for problem in error.problems)
    return str(error)


def _tried(
    entry: Entry,
    scene: Scene,
    times: np.ndarray,
    fine: Motion,
    reference: Motion,
    budget: float,
    *,
    film: bool,
) -> tuple[Entry, Recording | None]:
    """The line of the table, filled in, and the recording if there is one."""
    liveliest = max(float(fine.kinetic.max()), 1e-12)
    size = float(np.linalg.norm(np.ptp(reference.positions[0], axis=0)))
    values: dict[str, Any] = {}
    try:
        values["largest_dt"] = largest = trial.largest_step(scene, liveliest)
        if largest == 0.0:
            raise SimulationError("no step is short enough", body="", step=0)
        motion, values["largest_dt"] = trial.longest_run(scene, largest, times, budget, film=film)
        values["dt"] = motion.dt
    except trial.TooSlowError as error:
        values["per_step"] = error.per_step
        return replace(entry, **values, problem=str(error)), None
    except PliantError as error:
        return replace(entry, **values, problem=_told(error)), None
    values |= {"per_step": motion.per_step, "per_second": motion.per_second(float(times[-1]))}
    values["own_error"] = distance(motion, fine) / size
    values["difference"] = distance(motion, reference) / size
    if trial.has_energy(scene):
        values["drift"] = float(motion.energy[-1] - fine.energy[-1]) / liveliest
    return replace(entry, **values), motion.recording


def distance(one: Motion, other: Motion) -> float:
    """The root mean square distance of the nodes of two runs over all moments [m]."""
    return float(np.sqrt(np.mean(np.sum((one.positions - other.positions) ** 2, axis=-1))))
