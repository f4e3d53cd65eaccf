"""`fit`: the parameters with which a scene does what was measured, in the sense of least squares.

    min over p of ½ Σ rᵢ(p)² ,   r = simulated − measured                                                     (1)

by SciPy's trust region method within bounds. Parameters whose bounds are positive and far apart are varied by their
logarithm. Derivatives of r are those of `tangent` where they are known, else differences of whole runs: simulations
are solved to `tolerance`, as what a step leaves unsolved is noise in differences. The covariance of what is found is
that of a linear model with independent errors of the same size,

    C = s² (JᵀJ)⁻¹ ,   s² = Σ rᵢ² / (n − k)                                                                  (2)

for n residuals, k parameters and their derivatives J.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from pliant.errors import PliantError, SimulationError
from pliant.fitting.tangent import tangents
from pliant.fitting.target import Target, Wanted, target_of
from pliant.integrators.spec import BDF2, BackwardEuler
from pliant.scene import Scene, set_parameter
from pliant.scene.events import Set
from pliant.scene.parameters import get_parameter
from pliant.simulation import simulate
from pliant.simulation.run import step_count

_FAR = 10.0  # bounds are far apart if they differ by this factor
_DIFFERENCE = 2e-3  # of the range between the bounds, or of a factor of e: how far they are varied
_BAD = 1e3  # times the first residuals: those of what cannot be simulated

Bounds = tuple[float, float]


@dataclass(frozen=True)
class Fit:
    """What was found: `values` by path with their standard deviations `errors`, and the scene that has them."""

    scene: Scene
    values: dict[str, float]
    errors: dict[str, float]
    covariance: np.ndarray  # (k, k)
    residual: float  # √(mean r²), in the unit of what was measured
    evaluations: int  # of runs
    converged: bool
    message: str
    history: list[dict[str, float]] = field(repr=False, default_factory=list)  # the values that were tried

    def __repr__(self) -> str:
        found = ", ".join(f"{path} = {v:.6g} ± {self.errors[path]:.2g}" for path, v in self.values.items())
        how = "" if self.converged else f" (not converged: {self.message})"
        return f"<Fit {found}; residual {self.residual:.3g}, {self.evaluations} runs{how}>"


def fit(
    scene: Scene,
    parameters: Mapping[str, Bounds],
    target: Wanted,
    *,
    seconds: float | None = None,
    steps: int | None = None,
    tolerance: float = 1e-5,
    most: int = 50,
    progress: Callable[[dict[str, float], float], None] | None = None,
) -> Fit:
    """Find parameters of a scene with which it does what was measured.

    `parameters` has bounds (low, high) by paths such as "bodies.cloth.material.young"; the search begins at the scene's
    own values if they are within. `target` is a recording, positions (frames, nodes, 3) of bodies by id with "times"
    (frames,), or a function of the recording of a run that returns residuals (n,). `most` limits the iterations;
    `progress(values, residual)` is called after each run.
    """
    if not isinstance(scene, Scene):
        raise PliantError(f"a Scene is needed, {type(scene).__name__} given")
    search = _Search(
        _solved_to(scene, tolerance), dict(parameters), target_of(target, scene), (seconds, steps), progress
    )
    start = search.start()
    first = search.residuals(start)
    if len(first) <= len(parameters):
        raise PliantError(f"{len(first)} residuals do not tell {len(parameters)} parameters apart")
    search.bad = _BAD * max(float(np.sqrt(np.mean(first**2))), 1e-12)
    lows, highs = search.limits
    from scipy.optimize import least_squares  # takes a fifth of a second to load, which only fits are to pay

    found = least_squares(
        search.residuals,
        start,
        jac=cast(Any, search.derivatives),
        bounds=(lows, highs),
        x_scale="jac",
        max_nfev=most,
    )
    values = search.values(found.x)
    scale = search.slopes(found.x)
    covariance = _covariance(found.jac, found.fun) * np.outer(scale, scale)
    return Fit(
        search.varied(values, scene),
        values,
        dict(zip(values, np.sqrt(np.diag(covariance)).tolist(), strict=True)),
        covariance,
        float(np.sqrt(np.mean(found.fun**2))),
        search.runs,
        bool(found.success),
        str(found.message),
        search.history,
    )


class _Search:
    """Residuals as a function of unknowns, which are the parameters or their logarithms."""

    def __init__(
        self,
        scene: Scene,
        parameters: dict[str, Bounds],
        target: Target,
        length: tuple[float | None, int | None],
        progress: Callable[[dict[str, float], float], None] | None,
    ):
        self._scene, self._parameters, self._target, self._progress = scene, parameters, target, progress
        self._seconds, self._steps_asked = target.length(scene, *length)
        self._has_tangents = target.function is None and _can_have_tangents(scene)
        self.runs, self.history, self.bad = 0, [], np.inf
        self._last: tuple[tuple[float, ...], np.ndarray] | None = None
        if not parameters:
            raise PliantError(
                "nothing to fit: give parameters, such as {'bodies.cloth.material.young': (1e5, 1e7)}"
            )
        for path, bounds in parameters.items():
            if len(bounds) != 2 or not bounds[0] < bounds[1] or not np.isfinite(bounds).all():
                raise PliantError(
                    f"{path}: bounds are two finite numbers, the lower one first (given: {bounds!r})"
                )
        self._log = [low > 0.0 and high / low >= _FAR for low, high in parameters.values()]

    @property
    def limits(self) -> tuple[np.ndarray, np.ndarray]:
        lows, highs = np.array(list(self._parameters.values()), dtype=float).T
        return self._unknowns(lows), self._unknowns(highs)

    def _unknowns(self, values: np.ndarray) -> np.ndarray:
        return np.array([np.log(v) if log else v for v, log in zip(values, self._log, strict=True)])

    def values(self, unknowns: np.ndarray) -> dict[str, float]:
        return {
            path: float(np.exp(u) if log else u)
            for path, u, log in zip(self._parameters, unknowns, self._log, strict=True)
        }

    def slopes(self, unknowns: np.ndarray) -> np.ndarray:
        """By how much parameters change with the unknowns."""
        values = self.values(unknowns).values()
        return np.array([v if log else 1.0 for v, log in zip(values, self._log, strict=True)])

    def start(self) -> np.ndarray:
        """The scene's own values, or the middle of the bounds."""
        lows, highs = self.limits
        inside = 1e-6 * (highs - lows)
        start = 0.5 * (lows + highs)
        for k, path in enumerate(self._parameters):
            own = get_parameter(self._scene, path)
            low, high = self._parameters[path]
            if isinstance(own, int | float) and low <= own <= high:
                start[k] = np.log(own) if self._log[k] else own
        return np.clip(start, lows + inside, highs - inside)

    def varied(self, values: dict[str, float], scene: Scene | None = None) -> Scene:
        found = self._scene if scene is None else scene
        for path, value in values.items():
            found = set_parameter(found, path, value)
        return found

    def residuals(self, unknowns: np.ndarray) -> np.ndarray:
        if self._last is not None and self._last[0] == tuple(unknowns):
            return self._last[1]
        values = self.values(unknowns)
        self.runs += 1
        try:
            recording = simulate(self.varied(values), seconds=self._seconds, steps=self._steps_asked)
            found = self._target.residuals(recording)
        except SimulationError:
            if self._last is None:
                raise
            found = np.full_like(self._last[1], self.bad)
        self._last = tuple(unknowns), found
        self.history.append(values)
        if self._progress is not None:
            self._progress(values, float(np.sqrt(np.mean(found**2))))
        return found

    def derivatives(self, unknowns: np.ndarray) -> np.ndarray:
        """∂r/∂u, (n, k): of positions by tangents where these are known, else by differences."""
        return self._by_tangents(unknowns) if self._has_tangents else self._by_differences(unknowns)

    def _steps(self) -> np.ndarray:
        """How far unknowns are varied."""
        lows, highs = self.limits
        return np.array(
            [_DIFFERENCE * (1.0 if log else b - a) for a, b, log in zip(lows, highs, self._log, strict=True)]
        )

    def _by_tangents(self, unknowns: np.ndarray) -> np.ndarray:
        steps, sides = self._steps(), []
        lows, highs = self.limits
        middle = np.clip(unknowns, lows + 0.5 * steps, highs - 0.5 * steps)
        for k, step in enumerate(steps):
            there = np.tile(middle, (2, 1))
            there[:, k] += (-0.5 * step, 0.5 * step)
            sides.append(tuple(self.varied(self.values(one)) for one in there))
        scene = self.varied(self.values(unknowns))
        count = step_count(scene, self._seconds, self._steps_asked)
        found = tangents(scene, sides, count)
        if found is None:
            self._has_tangents = False
            return self._by_differences(unknowns)
        self.runs += 1
        times = scene.dt * np.arange(count + 1)
        columns = [self._target.of_positions(times, change) for change in found]
        return np.stack(columns, axis=1) / steps

    def _by_differences(self, unknowns: np.ndarray) -> np.ndarray:
        """Of whole runs, away from the nearer bound."""
        here, columns = self.residuals(unknowns), []
        highs, steps = self.limits[1], self._steps()
        for k in range(len(unknowns)):
            step = steps[k]
            step = -step if unknowns[k] + step > highs[k] else step
            there = unknowns.copy()
            there[k] += step
            columns.append((self.residuals(there) - here) / step)
        self._last = tuple(unknowns), here
        return np.stack(columns, axis=1)


def _can_have_tangents(scene: Scene) -> bool:
    changes_dt = any(isinstance(event, Set) and event.path == "dt" for event in scene.events)
    return isinstance(scene.integrator, BDF2 | BackwardEuler) and not changes_dt


def _solved_to(scene: Scene, tolerance: float) -> Scene:
    """The scene with steps that are solved so far, if they are implicit."""
    known = getattr(scene.integrator, "tolerance", None)
    if known is None or known <= tolerance:
        return scene
    return set_parameter(scene, "integrator.tolerance", tolerance)


def _covariance(jacobian: np.ndarray, residuals: np.ndarray) -> np.ndarray:
    """(2); what the residuals do not depend on is not known at all."""
    n, k = jacobian.shape
    values, vectors = np.linalg.eigh(jacobian.T @ jacobian)
    known = values > 1e-14 * values.max(initial=1e-300)
    inverse = np.where(known, 1.0 / np.where(known, values, 1.0), np.inf)
    variance = float(residuals @ residuals) / (n - k)
    with np.errstate(invalid="ignore"):
        parts = vectors[:, None, :] * vectors[None, :, :] * inverse
    return variance * np.where(np.isnan(parts), 0.0, parts).sum(axis=2)
