"""Damaged checkpoints: a run goes on as if nothing had happened, or the file is refused."""

from __future__ import annotations

import random
import tempfile
import warnings
from functools import cache
from pathlib import Path

import numpy as np

import pliant as pl
from pliant.materials import COTTON
from pliant.recording.format import encode_done, encode_frame
from pliant.simulation import checkpoint
from tests.fuzz import damage
from tests.fuzz.fuzzer import Fuzzer, Nonsense

STEPS = 2


def _scene(grid: tuple[int, int] = (5, 4), name: str = "sheet") -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, dt=1e-4, integrator=pl.RK4())  # which is compiled soon
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id=name, grid=grid, material=COTTON))
    scene.pin(name, corners=["00"])
    return scene


def _saved(scene: pl.Scene) -> bytes:
    simulation = pl.Simulation(scene, energy_balance=True)
    name = scene.bodies[0].id
    simulation.step()
    simulation.apply(pl.Grab(name, (2, 3), id="hand", to=(0, 0, 0.1), stiffness=3.0, radius=0.3))
    simulation.apply(pl.Push(name, (2, 2), direction=(0, 0, 1), rate=0.1, radius=0.2, id="push"))
    simulation.step()
    with tempfile.TemporaryDirectory() as folder:
        simulation.checkpoint(Path(folder) / "state")
        return (Path(folder) / "state").read_bytes()


@cache
def whole() -> bytes:
    return _saved(_scene())


@cache
def other() -> bytes:
    return _saved(_scene((4, 6), "flag"))


@cache
def goes_on() -> np.ndarray:
    """Where the sheet is some steps later."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "state").write_bytes(whole())
        return _run(Path(folder) / "state").positions("sheet")


def _run(path: Path) -> pl.Simulation:
    simulation = pl.Simulation.restore(path)
    for _ in range(STEPS):
        simulation.step()
    return simulation


def _arrays(content: bytes, folder: Path) -> dict[str, np.ndarray]:
    (folder / "whole").write_bytes(content)
    state = checkpoint.load(folder / "whole").state
    return {
        f"{k}/{name}": values
        for k, body in enumerate(state.bodies.values())
        for name, values in vars(body).items()
        if name != "memory"
    }


def _sealed(rng: random.Random, content: bytes, folder: Path) -> bytes:
    """Nonsense with checksums that are right."""
    magic, parts = content[: damage.MAGIC], damage.pieces(content)
    meta = damage.meta_of(content)
    match rng.randrange(5):
        case 0 | 1:
            plain = {name: value for name, value in meta.items() if name not in ("script", "present")}
            spoiled = damage.spoil(rng, plain)
            scenes = {"script": meta["script"], "present": meta["present"]}
            return damage.with_meta(content, {**spoiled, **scenes} if isinstance(spoiled, dict) else spoiled)
        case 2:
            theirs = damage.meta_of(other())
            names = rng.sample(sorted(theirs), rng.randint(1, len(theirs)))
            return damage.with_meta(content, {**meta, **{name: theirs[name] for name in names}})
        case 3:
            arrays = _arrays(content, folder)
            name = rng.choice(sorted(arrays))
            spoiled = arrays[name].copy()
            match rng.randrange(5):
                case 0:
                    spoiled.flat[rng.randrange(spoiled.size)] = rng.choice((np.nan, np.inf, -np.inf))
                case 1:
                    spoiled = spoiled[..., :-1]
                case 2:
                    spoiled = spoiled.T.copy()
                case 3:
                    spoiled = spoiled.astype(rng.choice((np.float32, np.int8, np.bool_)))
                case _:
                    del arrays[name]
            if name in arrays:
                arrays[name] = spoiled
            return magic + parts[0] + encode_frame(2, 0.01, arrays) + encode_done(1)
        case _:
            table = damage.spoil(rng, [["0/x", "<f8", [3, 72]], ["0/v", "<f8", [3, 72]]])
            return magic + parts[0] + damage.sealed_frame(table, 2, 0.01, bytes(3456)) + encode_done(1)


def case(rng: random.Random, folder: Path) -> str:
    """One checkpoint, damaged, and gone on from."""
    sealed = rng.random() < 0.3
    expected = goes_on()
    content = _sealed(rng, whole(), folder) if sealed else rng.choice(damage.ACCIDENTS)(rng, whole())
    path = folder / "state"
    path.write_bytes(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = _run(path)
    positions = found.positions(found.scene.bodies[0].id)
    if not np.isfinite(positions).all() or not np.isfinite(found.time):
        raise Nonsense("what it goes on with is not finite")
    if not sealed and not np.array_equal(positions, expected):
        raise Nonsense("it goes on in another way than what was saved")
    return "gone on from"


FUZZER = Fuzzer("checkpoints", case, gate=120, long=2000, seconds=120.0)
