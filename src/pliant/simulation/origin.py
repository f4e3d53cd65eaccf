"""Of which scene a state is, and whether it can be that of a model.

A state keeps its `origin`: for every body what the meaning of its arrays depends on. Materials, forces, obstacles and
where bodies started are not in it, as a state may go on under others. Rest shapes are compared by a *sketch*: sums of
the positions of nodes with fixed weights, which any other shape changes, and rounding on another machine hardly.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from typing import Any

import numpy as np
from pydantic import TypeAdapter, ValidationError

from pliant.build.hulls import meetings
from pliant.build.model import BodyModel, Model, remember
from pliant.errors import PliantError
from pliant.integrators.system import ARRAYS, BodyState
from pliant.scene.events import Event
from pliant.simulation.contacts import fitted_exempt, fitted_touches
from pliant.simulation.energy_balance.entries import Account, PairAccount
from pliant.simulation.health import require_finite
from pliant.simulation.lags import fitted_lags
from pliant.simulation.state import Grip, Hold, Shove, State

_BROKEN = "broken links"
_SKETCH = "rest shape"
_SLOPES = np.sqrt((2.0, 3.0, 5.0, 7.0))  # weights are the fractions of their multiples: never twice the same
_ROUNDING = 1e-9  # of the body's size; sketches that differ by no more are of one shape


def origin(model: Model) -> dict[str, dict[str, Any]]:
    """What the meaning of a state depends on, by body; plain values."""
    return {body.name: _of_body(body) for body in model.bodies}


def count_breaks(model: Model, known: Mapping[str, dict[str, Any]]) -> None:
    """All of an origin that changes while a simulation runs."""
    for body in model.bodies:
        known[body.name][_BROKEN] = len(body.spec.broken_links)


def _of_body(body: BodyModel) -> dict[str, Any]:
    spec, shape = body.spec, body.shape
    points = body.layout.gather(shape.positions)
    weights = np.modf(np.outer(_SLOPES, np.arange(1.0, len(points) + 1.0)))[0] - 0.5
    elements = (
        {"elements": zlib.crc32(shape.triangles.astype("<i8").tobytes())} if spec.kind == "mesh" else {}
    )
    return {
        "kind": spec.kind,
        "grid": [int(count) for count in spec.grid],
        "periodic": [bool(wraps) for wraps in getattr(spec, "periodic", None) or ()],
        "places": body.layout.size,
        **elements,
        _SKETCH: (weights @ points / len(points)).ravel().tolist(),
        _BROKEN: len(spec.broken_links),
    }


def require_origin(state: State, model: Model) -> None:
    """A state of another scene is a `PliantError` that says what differs; one of unknown origin is not."""
    if state.origin is None:
        return
    differing = list(_differences(state.origin, model))
    if differing:
        raise PliantError(
            f"the state is not one of this scene: {'; '.join(differing[:5])}. Give the scene it was made with "
            "(`simulation.scene`); with `state.origin = None` only the sizes of its arrays are looked at"
        )


def _differences(known: Any, model: Model) -> Iterable[str]:
    names = [body.name for body in model.bodies]
    if not isinstance(known, Mapping) or set(known) != set(names):
        theirs = ", ".join(map(str, known)) if isinstance(known, Mapping) else "unknown"
        yield f"its bodies are {theirs or 'none'}, those of the scene {', '.join(names)}"
        return
    for body in model.bodies:
        theirs = known[body.name]
        if not isinstance(theirs, Mapping):
            yield f"nothing is known of body {body.name!r}"
            continue
        for part, value in _of_body(body).items():
            given = theirs.get(part)
            if part == _SKETCH:
                if not _is_close(given, value, _ROUNDING * body.size):
                    yield f"body {body.name!r} had another rest shape"
            elif given != value:
                yield f"body {body.name!r} had {part} {_text(given)} (the scene: {_text(value)})"
                break  # what follows from it differs as well


def _is_close(given: Any, value: Any, tolerance: float) -> bool:
    try:
        return np.shape(given) == np.shape(value) and np.allclose(given, value, rtol=0.0, atol=tolerance)
    except (TypeError, ValueError):  # no numbers
        return False


def _text(value: Any) -> str:
    return "×".join(map(str, value)) if isinstance(value, list) else str(value)


def fitted(state: State, model: Model) -> State:
    """A copy of a state that a model can go on from, of its own arrays; what does not fit is a `PliantError`."""
    if not isinstance(state, State):
        raise PliantError(
            f"a state is needed, {type(state).__name__} given; a simulation has one: simulation.state"
        )
    _require_clock(state)
    require_origin(state, model)
    names = [body.name for body in model.bodies]
    if set(state.bodies) != set(names):
        theirs = ", ".join(map(str, state.bodies)) or "none"
        raise PliantError(f"the state is of bodies {theirs}; the scene has {', '.join(names)}")
    bodies = {body.name: _fitted_body(state.bodies[body.name], body) for body in model.bodies}
    plain = _plain(state)
    for name, hand in (*plain["holds"].items(), *plain["shoves"].items()):
        if hand.body not in bodies:
            raise PliantError(f"hand {name!r} of the state is of a body {hand.body!r} that is not there")
        _require_hand(name, hand, model.body(hand.body))
    for name, energy in (*plain["released"].items(), *plain["energy_balance"].items()):
        if name not in bodies:
            raise PliantError(f"the state counts energy of a body {name!r} that is not there")
        if not np.isfinite(_numbers_in(energy)).all():
            raise PliantError(f"the state is not finite: what it counts as energy of body {name!r}")
    sizes = {shell.id: len(shell.vertices) for shell in meetings(model).obstacles}
    sizes |= {body.name: body.layout.size for body in model.bodies}
    touches = fitted_touches(state.touches, sizes)
    exempt, lags = fitted_exempt(state.exempt), fitted_lags(state.lags, model)
    contact = {"touches": touches, "exempt": exempt, "lags": lags}
    return State(**{**vars(state), **plain, "bodies": bodies, **contact})


def join_timeline(state: State, events: Sequence[Event], dt: float, *, own: bool = False) -> None:
    """What a state from elsewhere has counted agrees with a scene: the length of steps, and which events are past.

    Those that became due within its last step wait for the next one, if the state has not seen them; of its `own`
    events it knows itself which it has seen.
    """
    taken = state.step - state.since_step
    last = (state.time - state.since) / taken if taken > 0 else dt
    if state.time != state.since + taken * dt:
        state.change_step()
    close = 1e-9 * dt
    past = 0 if own else sum(event.time <= state.time - last + close for event in events)
    due = sum(event.time <= state.time + close for event in events)
    state.events_done = min(max(state.events_done, past), due)


def _require_clock(state: State) -> None:
    for name in ("time", "since"):
        value = getattr(state, name)
        if not isinstance(value, int | float | np.number) or not np.isfinite(value):
            raise PliantError(f"{name} of the state: {value!r} given, a finite number of seconds expected")
    for name in ("step", "since_step", "events_done", "level"):
        value = getattr(state, name)
        if not isinstance(value, int | np.integer) or not 0 <= value < 2**53:
            raise PliantError(f"{name} of the state: {value!r} given, a whole number from 0 expected")
    if state.since_step > state.step:
        raise PliantError(
            f"since_step of the state: {state.since_step} given, at most step {state.step} expected"
        )


def _fitted_body(state: BodyState, body: BodyModel) -> BodyState:
    if not isinstance(state, BodyState):
        raise PliantError(
            f"the state of body {body.name!r}: {type(state).__name__} given, a BodyState expected"
        )
    blank = BodyState.at(body.layout, body.shape.positions.copy(), body.layout.zeros(3))
    arrays = {name: _array(getattr(state, name), name, body) for name in ARRAYS}
    for name, values in arrays.items():
        expected = getattr(blank, name).shape
        if values.shape != expected:
            raise PliantError(
                f"the state of body {body.name!r}: {name} is {_shape(values.shape)}, {_shape(expected)} expected"
            )
    memory = {str(name): _array(values, name, body) for name, values in state.memory.items()}
    fitted = BodyState(**arrays, memory=memory)
    remember(body, blank)
    for name, values in blank.memory.items():
        given = memory.get(name)
        if given is not None and given.shape != values.shape:
            raise PliantError(
                f"the state of body {body.name!r}: what matter remembers as {name!r} is {_shape(given.shape)}, "
                f"{_shape(values.shape)} expected"
            )
    require_finite(fitted, body)
    if not ((fitted.free == 0.0) | (fitted.free == 1.0)).all():
        raise PliantError(f"the state of body {body.name!r}: free is 1, or 0 where a node is held")
    remember(body, fitted)
    return fitted


def _array(values: Any, name: object, body: BodyModel) -> np.ndarray:
    try:
        return np.array(values, dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError):
        raise PliantError(f"the state of body {body.name!r}: {name} is no array of numbers") from None


def _shape(shape: tuple[int, ...]) -> str:
    return "of shape (" + ", ".join(map(str, shape)) + ")"


_PLAIN: dict[str, TypeAdapter[Any]] = {
    "holds": TypeAdapter(dict[str, Hold]),
    "shoves": TypeAdapter(dict[str, Shove]),
    "released": TypeAdapter(dict[str, float]),
    "energy_balance": TypeAdapter(dict[str, Account]),
    "pair_balance": TypeAdapter(dict[tuple[str, str], PairAccount]),
    "last_jolt": TypeAdapter(int | None),
}


def _plain(state: State) -> dict[str, Any]:
    """Copies of what is no array in a state, of the types that it should have."""
    found = {}
    for name, adapter in _PLAIN.items():
        try:
            found[name] = adapter.validate_python(_as_data(getattr(state, name)))
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
            where = ".".join(map(str, (name, *first["loc"])))
            raise PliantError(f"{where} of the state: {first['msg'].lower()}") from None
    return found


def _as_data(value: Any) -> Any:
    """What a dataclass, or a mapping of some, consists of."""
    if isinstance(value, Mapping):
        return {key: _as_data(item) for key, item in value.items()}
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def _require_hand(name: str, hand: Hold | Shove, body: BodyModel) -> None:
    """Hands hold nodes that there are, with a share for each, at finite places."""
    grid, patch = body.spec.grid, hand.grip if isinstance(hand, Hold) else hand
    nodes = hand.nodes if isinstance(hand, Hold) else ()
    inside = [0 <= number < body.layout.count for number in (patch.nodes if patch is not None else ())]
    inside += [
        len(node) == len(grid) and all(0 <= k < n for k, n in zip(node, grid, strict=True)) for node in nodes
    ]
    if not inside or not all(inside):
        raise PliantError(f"hand {name!r} of the state holds nodes that body {body.name!r} does not have")
    tables = [(hand.nodes, hand.weights)] if isinstance(hand, Hold) else []
    tables += [(patch.nodes, patch.shares)] if patch is not None else []
    tables += [(patch.nodes, patch.offsets)] if isinstance(patch, Grip) else []
    if any(len(nodes) != len(values) for nodes, values in tables) or not np.isfinite(_numbers_in(hand)).all():
        raise PliantError(f"hand {name!r} of the state: a finite number for each of its nodes expected")


def _numbers_in(value: Any) -> list[float]:
    return [leaf for leaf in _leaves(_as_data(value)) if isinstance(leaf, float)]


def _leaves(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping | list | tuple):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _leaves(item)
    else:
        yield value
