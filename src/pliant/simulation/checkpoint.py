"""A state on disk: `Simulation.checkpoint` writes one, `Simulation.restore` goes on from it bit for bit.

A checkpoint is a file of chunks with checksums, as a recording is (see `pliant.recording.format`), with a magic of its
own and exactly three of them: META, the plain values of the state and the scenes it belongs to; one frame, its arrays;
and DONE. Nothing of a file is believed before all its checksums are right and it ends where it should.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pliant.collision.exempt import Exempt
from pliant.collision.touches import TOUCHING, Rubbing, Touches
from pliant.errors import PliantError
from pliant.integrators.system import ARRAYS, BodyState
from pliant.recording.files import atomic_path
from pliant.recording.format import META, Damage, encode_done, encode_frame, encode_json
from pliant.recording.index import FileKind, Index
from pliant.simulation.energy_balance.entries import Account, PairAccount
from pliant.simulation.joints import JointState
from pliant.simulation.lags import Lag
from pliant.simulation.state import Grip, Hold, Shove, State

CHECKPOINT = FileKind(b"PLSTATE6", "checkpoint")
_OF_JOINT = ("kept", "left", "points", "forces")
_EARLIER = b"PK\x03\x04"  # how checkpoints of the first two formats begin: those were archives of NumPy


class Checkpoint(NamedTuple):
    """A state, the scene from the start with all events, and the one with the parameters of this moment (JSON)."""

    state: State
    script: str
    present: str


def save(path: str | Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint; the file appears whole or not at all."""
    state = checkpoint.state
    meta = {
        "time": state.time.hex(),
        "step": state.step,
        "since": state.since.hex(),
        "since_step": state.since_step,
        "last_jolt": state.last_jolt,
        "level": state.level,
        "events_done": state.events_done,
        "holds": {name: asdict(hold) for name, hold in state.holds.items()},
        "shoves": {name: asdict(shove) for name, shove in state.shoves.items()},
        "released": {name: energy.hex() for name, energy in state.released.items()},
        "energy_balance": {name: asdict(account) for name, account in state.energy_balance.items()},
        "pair_balance": [[*pair, asdict(account)] for pair, account in state.pair_balance.items()],
        "touching": list(state.touches.names),
        "exempt": None if state.exempt is None else list(state.exempt.names),
        "lags": {name: [lag.begin.hex(), lag.seconds.hex()] for name, lag in state.lags.items()},
        "joints": {
            name: [joint.since.hex(), joint.within.hex(), joint.broken]
            for name, joint in state.joints.items()
        },
        "bodies": list(state.bodies),
        "origin": state.origin,
        "script": checkpoint.script,
        "present": checkpoint.present,
    }
    arrays = {}
    for index, body in enumerate(state.bodies.values()):
        arrays |= {f"{index}/{name}": getattr(body, name) for name in ARRAYS}
        arrays |= {f"{index}/memory/{name}": values for name, values in body.memory.items()}
    arrays |= {f"touches/{name}": getattr(state.touches, name) for name in TOUCHING}
    arrays |= {f"touches/rubbing/{name}": values for name, values in state.touches.rubbing._asdict().items()}
    arrays |= {} if state.exempt is None else {"exempt": state.exempt.rows}
    arrays |= {f"lags/{name}": lag.way for name, lag in state.lags.items()}
    for name, joint in state.joints.items():
        arrays |= {f"joints/{name}/{field}": getattr(joint, field) for field in _OF_JOINT}
    chunks = (encode_json(META, meta), encode_frame(state.step, state.time, arrays), encode_done(1))
    with atomic_path(path) as temporary:
        temporary.write_bytes(CHECKPOINT.magic + b"".join(chunks))


def load(path: str | Path) -> Checkpoint:
    """Read a checkpoint; whatever is wrong with it is a `PliantError`."""
    path = Path(path)
    try:
        with open(path, "rb") as file:
            start = file.read(len(CHECKPOINT.magic))
    except FileNotFoundError:
        raise PliantError(f"{path}: there is no such checkpoint") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PliantError(f"{path}: cannot be read: {reason}; expected a checkpoint") from None
    if start.startswith(_EARLIER):
        raise PliantError(
            f"{path}: not a pliant checkpoint, or one of an earlier version, which had no checksums and is not read "
            "any more: it could be damaged without anybody noticing. Simulate anew from the scene"
        )
    if start != CHECKPOINT.magic:
        raise PliantError(f"{path}: not a pliant checkpoint, or a damaged one: it begins with {start!r}")
    index = Index(path, verify=True, kind=CHECKPOINT)
    try:
        return _read(index)
    except Damage as error:
        raise PliantError(f"{path}: a damaged checkpoint: {error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise PliantError(
            f"{path}: not a checkpoint that this version of pliant understands ({type(error).__name__}: {error})"
        ) from None
    finally:
        index.close()


def _read(index: Index) -> Checkpoint:
    if index.damage is not None:
        raise Damage(index.damage)
    if not index.complete or len(index.entries) != 1 or index.notes:
        raise Damage(f"{len(index.entries)} states in it, one and its end expected")
    names = index.entries[0].header.layout.slots
    meta, arrays = index.meta, {name: index.array(0, name).copy() for name in names}
    bodies = {name: _body(arrays, f"{k}/") for k, name in enumerate(meta["bodies"])}
    state = State(
        time=float.fromhex(meta["time"]),
        step=int(meta["step"]),
        bodies=bodies,
        events_done=int(meta["events_done"]),
        holds={name: _hold(data) for name, data in meta["holds"].items()},
        shoves={name: Shove(**data) for name, data in meta["shoves"].items()},
        since=float.fromhex(meta["since"]),
        since_step=int(meta["since_step"]),
        last_jolt=meta["last_jolt"],
        level=int(meta["level"]),
        released={name: float.fromhex(energy) for name, energy in meta["released"].items()},
        energy_balance={name: Account(**data) for name, data in meta["energy_balance"].items()},
        pair_balance={(a, b): _pair(data) for a, b, data in meta["pair_balance"]},
        touches=_touches(arrays, meta["touching"]),
        exempt=None if meta["exempt"] is None else Exempt(tuple(meta["exempt"]), arrays["exempt"]),
        lags={
            name: Lag(arrays[f"lags/{name}"], *map(float.fromhex, times))
            for name, times in meta["lags"].items()
        },
        joints={
            name: JointState(
                since=float.fromhex(since),
                within=float.fromhex(within),
                broken=bool(broken),
                **{field: arrays[f"joints/{name}/{field}"] for field in _OF_JOINT},
            )
            for name, (since, within, broken) in meta["joints"].items()
        },
        origin=meta["origin"],
    )
    return Checkpoint(state, str(meta["script"]), str(meta["present"]))


def _body(arrays: dict[str, np.ndarray], prefix: str) -> BodyState:
    remembered = prefix + "memory/"
    memory = {
        name.removeprefix(remembered): values
        for name, values in arrays.items()
        if name.startswith(remembered)
    }
    return BodyState(**{name: arrays[prefix + name] for name in ARRAYS}, memory=memory)


def _pair(data: dict[str, Any]) -> PairAccount:
    pressing, rubbing, damping = map(float, data["given"])
    return PairAccount(**{**data, "given": (pressing, rubbing, damping)})


def _touches(arrays: dict[str, np.ndarray], names: list[str]) -> Touches:
    rubbing = Rubbing(**{name: arrays[f"touches/rubbing/{name}"] for name in Rubbing._fields})
    return Touches(tuple(names), **{name: arrays[f"touches/{name}"] for name in TOUCHING}, rubbing=rubbing)


def _hold(data: dict[str, Any]) -> Hold:
    nodes = tuple(tuple(int(axis) for axis in node) for node in data["nodes"])
    return Hold(**{**data, "nodes": nodes, "grip": data["grip"] and Grip(**data["grip"])})
