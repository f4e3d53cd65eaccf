"""The model never changes: steps, readings and the energy balance leave every energy, force and system as it was.

What may change is work space: arrays whose contents do not matter when something begins. They are named here, and
filled with nonsense before every step: whoever went by them would go elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
import pytest

import pliant as pl
from pliant.contact.motion import Motion
from pliant.shapes import box, line, rectangle

WORK = {"_scratch", "_row_energy", "_discard", "_blocks", "_work", "_q", "_gradient", "_row", "_area"}
WORK_OF_ELEMENTS = {"scratch", "energies"}
SHEET = pl.Sheet(membrane=60.0, bending=1e-3, area_density=0.3, damping=1e-3, drag=0.05)
HYBRID = pl.Hybrid(slope=60.0, curvature=1e-3, density=0.2, damping=1e-3, coriolis=False, transverse=False)
GEL = pl.Bulk(young=2e4, poisson=0.3, density=300.0, damping=1e-3)
HOT = pl.Thermoplastic(
    relaxation_time=0.05, softening=60.0, melting=120.0, temperature=100.0, cooling_time=0.3
)
FOUR = pl.FourUnits(relaxation_time=0.05, ratio=0.5, retardation_time=0.02)
AWAY = Motion((0.0, 0.1), ((0.0, 0.0, 0.0), (0.0, 0.0, 0.1)))


def _sheet(**options: Any) -> pl.Surface:
    return pl.Surface(rectangle(1.0, 1.0), **{"grid": (7, 6), "material": SHEET, **options})


def _solid(**options: Any) -> pl.Solid:
    return pl.Solid(box(0.4, 0.3, 0.2), grid=(4, 3, 3), material=GEL, **options)


def _line(material: Any, **options: Any) -> pl.Curve:
    return pl.Curve(line((0, 0, 0), (1, 0, 0)), grid=(9,), material=material, **options)


ROUGH = pl.obstacles.Plane(friction=0.3)
CASES: dict[str, tuple[Any, Any, Any]] = {
    "sheet": (_sheet(), None, ROUGH),
    "backward_euler": (_sheet(), pl.BackwardEuler(), ROUGH),
    "rk4": (_sheet(), pl.RK4(), pl.obstacles.Plane()),
    "feynman": (_sheet(), pl.Feynman(), pl.obstacles.Plane()),
    "semi_implicit": (_sheet(), pl.SemiImplicit(), pl.obstacles.Plane()),
    "explicit": (_sheet(), pl.Explicit(), pl.obstacles.Plane()),
    "static": (_sheet(), pl.Static(tolerance=1e-3), pl.obstacles.Plane()),
    "restitution": (_sheet(), None, pl.obstacles.Plane(restitution=0.5, friction=0.2)),
    "projection": (_sheet(), None, pl.obstacles.Plane(response=pl.responses.Projection())),
    "velocity test": (
        _sheet(),
        None,
        pl.obstacles.Plane(response=pl.responses.QuadraticPenalty(epsilon=0.05)),
    ),
    "moving": (_sheet(), None, pl.obstacles.Sphere(0.3, (0, 0, -0.3), friction=0.3, motion=AWAY)),
    "sticky": (_sheet(), None, pl.obstacles.Plane(stickiness=10.0)),
    "plastic": (_sheet(flow=pl.Plastic(limit=2.0, hardening=0.2)), None, ROUGH),
    "four units, rk4": (_sheet(flow=FOUR), pl.RK4(), pl.obstacles.Plane()),
    "tresca": (_sheet(flow=pl.Plastic(limit=2.0, condition="tresca")), None, ROUGH),
    "thermoplastic": (_sheet(flow=HOT), None, ROUGH),
    "solid": (_solid(), None, ROUGH),
    "solid that flows": (_solid(flow=pl.Viscoplastic(limit=200.0, relaxation_time=0.05)), None, ROUGH),
    "solid that flows, rk4": (_solid(flow=pl.Maxwell(0.05)), pl.RK4(), pl.obstacles.Plane()),
    "hybrid": (_sheet(material=HYBRID), None, ROUGH),
    "straight hybrid that flows": (_line(HYBRID, flow=pl.Plastic(limit=1e-3)), None, ROUGH),
    "rod": (_line(pl.Rod(young=1e6, radius=0.01, density=1e3, damping=1e-3)), None, ROUGH),
    "springs": (_sheet(material=pl.Springs(stiffness=40.0, damping=1e-3, mass=1e-3)), None, ROUGH),
    "sticks": (_sheet(material=pl.Sticks(mass=1e-3)), None, ROUGH),
    "gas": (
        pl.Layered(pl.layers.Octasphere(0.5, 1), layers=1, material=pl.Layers(stiffness=20.0, pressure=5.0)),
        None,
        ROUGH,
    ),
}


def _simulation(name: str) -> pl.Simulation:
    """A body that falls onto something, in a wind, while hands pull and push."""
    body, integrator, obstacle = CASES[name]
    scene = pl.Scene(gravity=pl.EARTH, dt=1e-3, **({} if integrator is None else {"integrator": integrator}))
    place = {"id": "body", "position": (0.0, 0.0, 0.01), "velocity": (0.5, 0.0, -2.0)}
    scene.add(body.model_copy(update=place))
    scene.add(obstacle)
    scene.add(pl.Viscous(0.5, pl.Vortex(5.0, 0.4)))
    if hasattr(scene.bodies[0], "grid"):
        node = tuple(size // 2 for size in scene.bodies[0].grid)
        hand = pl.Grab("body", node, id="hand", stiffness=5.0, damping=0.1)
        scene.at(2e-3, hand, pl.Push("body", node, direction=(0, 0, 1), rate=1.0, id="push"))
        scene.at(3e-3, pl.Move("hand", (0.1, 0.0, 0.3), seconds=0.01))
        if name == "static":
            scene.pin("body", edges=("m0",))
    return pl.Simulation(scene, energy_balance=name != "static")


def _attributes(thing: Any) -> Iterator[tuple[str, Any]]:
    """What an object of pliant is made of, without what it finds out when it is asked."""
    lazy = {
        name
        for kind in type(thing).__mro__
        for name, what in vars(kind).items()
        if isinstance(what, cached_property)
    }
    yield from ((name, value) for name, value in vars(thing).items() if name not in lazy)


def _is_part(thing: Any) -> bool:
    return type(thing).__module__.startswith("pliant.") and hasattr(thing, "__dict__")


def _contents(thing: Any, path: str, found: dict[str, Any], seen: set[int]) -> None:
    """All arrays and numbers below a thing, by their paths; work space apart."""
    if isinstance(thing, np.ndarray):
        found[path] = (thing.shape, thing.tobytes())
    elif isinstance(thing, str | int | float | bool | None):
        found[path] = thing
    elif isinstance(thing, tuple | list):
        names = getattr(thing, "_fields", range(len(thing)))
        for name, one in zip(names, thing, strict=True):
            if name not in WORK_OF_ELEMENTS:
                _contents(one, f"{path}.{name}", found, seen)
    elif isinstance(thing, dict):
        if path.endswith(".hulls"):  # made when somebody asks for them first
            return
        for name, one in thing.items():
            _contents(one, f"{path}[{name!r}]", found, seen)
    elif _is_part(thing) and id(thing) not in seen:
        seen.add(id(thing))
        for name, one in _attributes(thing):
            if name not in WORK:
                _contents(one, f"{path}.{name}", found, seen)


def contents(simulation: pl.Simulation) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for body in simulation.model.bodies:
        for name in ("shape", "matter", "around", "clamps", "system"):
            _contents(getattr(body, name), name, found, set())
    return found


def _spoil(thing: Any, seen: set[int]) -> int:
    """Fill the work space below a thing with nonsense; how many arrays."""
    count = 0
    if isinstance(thing, tuple | list):
        for name, one in zip(getattr(thing, "_fields", range(len(thing))), thing, strict=True):
            count += _fill(one) if name in WORK_OF_ELEMENTS else _spoil(one, seen)
    elif _is_part(thing) and id(thing) not in seen:
        seen.add(id(thing))
        for name, one in _attributes(thing):
            count += _fill(one) if name in WORK else _spoil(one, seen)
    return count


def _fill(work: Any) -> int:
    if isinstance(work, np.ndarray):
        work.fill(1.5)
        return 1
    return sum(_fill(one) for one in work)


def _read(simulation: pl.Simulation) -> list[np.ndarray]:
    """Everything that can be read off."""
    found = [simulation.probe(name, "body") for name in simulation.fields("body")]
    found += [simulation.elastic_forces("body"), simulation.external_forces("body")]
    return [*found, np.array([*simulation.energies().values()])]


@pytest.mark.parametrize("name", CASES)
def test_steps_readings_and_the_energy_balance_leave_the_model_as_it_was(name: str):
    simulation = _simulation(name)
    for _ in range(2):
        simulation.step()
    before = contents(simulation)
    for _ in range(4):
        simulation.step()
        _read(simulation)
        if simulation.state.energy_balance:
            simulation.energy_balance()
    after = contents(simulation)
    assert before.keys() == after.keys()
    assert [path for path, one in before.items() if after[path] != one] == []


@pytest.mark.parametrize("name", CASES)
def test_what_is_in_work_space_does_not_matter(name: str):
    one, other = _simulation(name), _simulation(name)
    for _ in range(5):
        one.step()
        for body in other.model.bodies:
            _spoil(body.system, set())
        other.step()
    assert (one.positions("body") == other.positions("body")).all()
    for mine, theirs in zip(_read(one), _read(other), strict=True):
        assert (mine == theirs).all()


def test_a_reading_between_two_steps_changes_nothing():
    one, other = _simulation("plastic"), _simulation("plastic")
    for _ in range(6):
        one.step()
        other.step()
        first, second = _read(other), _read(other)
        assert all((a == b).all() for a, b in zip(first, second, strict=True))
    assert (one.positions("body") == other.positions("body")).all()
