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
from pliant.simulation.state import State
from tests.fuzz import damage
from tests.fuzz.compare import difference
from tests.fuzz.fuzzer import Fuzzer, Nonsense

STEPS = 2


def _scene(grid: tuple[int, int] = (5, 4), name: str = "sheet", length: float = 1.0) -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, dt=1e-4, integrator=pl.RK4())  # which is compiled soon
    scene.add(pl.Surface(pl.shapes.rectangle(length, 1), id=name, grid=grid, material=COTTON))
    scene.pin(name, corners=["00"])
    return scene


def _flowing() -> pl.Scene:
    """A cord that remembers: BDF2 the step before, its matter how it flowed."""
    scene = pl.Scene(gravity=pl.EARTH, dt=1e-3, integrator=pl.BDF2())
    line, cord = pl.shapes.line((0, 0, 0), (1, 0, 0)), pl.Springs(stiffness=50.0, mass=0.1)
    flow = pl.Maxwell(relaxation_time=0.01)
    scene.add(pl.Curve(line, id="cord", grid=5, material=cord, flow=flow, velocity=(0, 0, 3)))
    scene.pin("cord", corners=["0"])
    return scene


def _saved(scene: pl.Scene) -> tuple[bytes, State]:
    """A checkpoint, and what a run comes to that goes on without having been saved."""
    simulation = pl.Simulation(scene, energy_balance=True)
    body = scene.bodies[0]
    node, other = ((2, 3), (2, 2)) if len(body.grid) == 2 else (3, 2)
    simulation.step()
    simulation.apply(pl.Grab(body.id, node, id="hand", to=(0, 0, 0.1), stiffness=3.0, radius=0.3))
    simulation.apply(pl.Push(body.id, other, direction=(0, 0, 1), rate=0.1, radius=0.2, id="push"))
    simulation.apply(pl.Set("dt", 0.75 * scene.dt))  # from here on time is counted anew
    simulation.step()
    with tempfile.TemporaryDirectory() as folder:
        simulation.checkpoint(Path(folder) / "state")
        content = (Path(folder) / "state").read_bytes()
    for _ in range(STEPS):
        simulation.step()
    return content, simulation.state


@cache
def wholes() -> tuple[tuple[bytes, State], ...]:
    return _saved(_scene()), _saved(_flowing())


@cache
def other() -> bytes:
    return _saved(_scene((4, 6), "flag"))[0]


@cache
def twin() -> bytes:
    """Of a scene with the same names and numbers of nodes, in which the sheet is longer."""
    return _saved(_scene(length=2.0))[0]


def _swapped(rng: random.Random, content: bytes) -> bytes:
    """The states of one scene with another one."""
    theirs = damage.meta_of(rng.choice((other(), twin())))
    meta = {**damage.meta_of(content), "script": theirs["script"], "present": theirs["present"]}
    return damage.with_meta(content, meta)


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
    """One checkpoint, damaged or not, and gone on from."""
    content, expected = rng.choice(wholes())
    kind = rng.choices(("accident", "sealed", "whole", "swapped"), (12, 6, 2, 1))[0]
    if kind == "swapped":
        content = _swapped(rng, content)
    elif kind == "sealed":
        content = _sealed(rng, wholes()[0][0], folder)
    elif kind == "accident":
        content = rng.choice(damage.ACCIDENTS)(rng, content)
    path = folder / "state"
    path.write_bytes(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = _run(path)
        except pl.PliantError:
            if kind == "whole":
                raise Nonsense("what was saved a moment ago is refused") from None
            raise
    positions = found.positions(found.scene.bodies[0].id)
    if not np.isfinite(positions).all() or not np.isfinite(found.time):
        raise Nonsense("what it goes on with is not finite")
    if kind == "swapped":
        raise Nonsense("it goes on with another scene than it was saved of")
    if kind != "sealed" and (where := difference(expected, found.state)):
        raise Nonsense(f"it goes on in another way than what was never saved: {where}")
    return "gone on from"


FUZZER = Fuzzer("checkpoints", case, gate=120, long=2000, seconds=120.0)
