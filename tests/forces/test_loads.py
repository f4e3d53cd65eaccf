"""Loads give the forces, moments and pressures that they promise, wherever they act and however they change."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pliant as pl
from pliant.constraints import Axes
from pliant.model.protocols import StepContext

SHEET = pl.Elastic(young=1e6, poisson=0.3, thickness=0.01, density=100)
BULK = pl.Bulk(young=1e5, density=100)
BALL = pl.shapes.ellipsoid(0.5, 0.4, 0.6)
BODIES = {
    "grid": pl.Surface(pl.shapes.rectangle(1, 0.5), grid=(7, 5), material=SHEET),
    "ball": pl.Surface(BALL, grid=(16, 9), periodic=(True, False), material=SHEET),
    "solid": pl.Solid(pl.shapes.box(1, 0.4, 0.2), grid=(6, 3, 3), material=BULK),
    "curve": pl.Curve(pl.shapes.line(), grid=6, material=pl.Rod(young=1e6, radius=0.01, density=100)),
}
NOWHERE = pl.Keys((0.0, 2.0), ((0.0, 0.0, 0.0), (2.0, 0.0, 4.0)))


def scene(kind: str, *loads, **options) -> pl.Scene:
    body = BODIES[kind].model_copy(update={"id": "body"})
    return pl.Scene(bodies=[body], forces=list(loads), dt=0.01, **options)


def target(**selection) -> list[pl.Target]:
    return [pl.Target("body", **selection)]


def energies(kind: str, load) -> tuple[pl.Simulation, list]:
    simulation = pl.Simulation(scene(kind, load))
    return simulation, list(simulation.model.body("body").around.loads)


def at_rest(x: np.ndarray, time: float = 0.0) -> StepContext:
    return StepContext(x, np.zeros_like(x), time, 0.01, x, 0.01)


def pulled(simulation: pl.Simulation, time: float = 0.0) -> np.ndarray:
    """All forces of the loads on the nodes, (nodes, 3)."""
    model, x = simulation.model.body("body"), simulation.state.bodies["body"].x
    out = model.layout.zeros(3)
    for load in model.around.loads:
        load.freeze(at_rest(x, time)).add_gradient(x, out)
    return -model.layout.gather(out)


# ---------------------------------------------------------------- how much, and where


def test_a_load_as_a_whole_is_shared_and_one_per_node_is_not():
    whole, each = (
        pl.Simulation(scene("grid", pl.Load((0, 0, 3.0), per, apply_to=target(edges=["m1"]))))
        for per in ("whole", "node")
    )
    assert pulled(whole).sum(axis=0) == pytest.approx((0, 0, 3))
    assert pulled(each).sum(axis=0) == pytest.approx((0, 0, 15))


@pytest.mark.parametrize(
    ("kind", "selection", "area"),
    [("grid", {}, 0.5), ("solid", {"edges": ["l1"]}, 0.08), ("solid", {"edges": ["n0"]}, 0.4), ("curve", {}, 1.0),
     ("curve", {"nodes": [0, 1, 2]}, 0.4), ("solid", {}, 2 * (0.4 + 0.2 + 0.08))],
)  # fmt: skip
def test_a_traction_is_its_size_times_the_area_at_rest(kind, selection, area):
    load = pl.Load((0, 2.0, 0), "area", apply_to=target(**selection) if selection else None)
    assert pulled(pl.Simulation(scene(kind, load))).sum(axis=0) == pytest.approx((0, 2 * area, 0))


def test_a_body_force_falls_as_gravity_does():
    falling = pl.Simulation(scene("solid", pl.Load((0, 0, -9.81), "mass"), integrator=pl.BackwardEuler()))
    heavy = pl.Simulation(scene("solid", gravity=9.81, integrator=pl.BackwardEuler()))
    for _ in range(5):
        falling.step()
        heavy.step()
    assert falling.positions("body") == pytest.approx(heavy.positions("body"), abs=1e-12)


@pytest.mark.parametrize("course", ["constant", "keys", "function"])
def test_a_load_is_as_large_as_time_has_it(course):
    force = {"constant": (1.0, 0, 2.0), "keys": NOWHERE, "function": lambda t: (t, 0.0, 2 * t)}[course]
    simulation = pl.Simulation(scene("curve", pl.Load(force, apply_to=target(corners=["1"]))))
    assert pulled(simulation, 1.0)[-1] == pytest.approx((1, 0, 2))


@pytest.mark.parametrize(
    ("ease", "half", "quarter"),
    [("linear", 1.0, 0.5), ("smooth", 1.0, 0.3125), ("gentle", 1.0, 1 - 0.5**0.5), ("step", 0.0, 0.0)],
)
def test_keys_ease_and_repeat(ease, half, quarter):
    keys = pl.Keys((0, 1), (0.0, 2.0), ease=ease)
    assert keys.at(0.5) == pytest.approx(half) and keys.at(0.25) == pytest.approx(quarter)
    assert keys.at(-1) == 0.0 and keys.at(3) == 2.0
    assert keys.model_copy(update={"repeat": True}).at(3.25) == pytest.approx(quarter)


# ---------------------------------------------------------------- pressure


def test_pressure_on_a_closed_surface_has_no_net_force_and_follows_it():
    simulation = pl.Simulation(scene("ball", pl.Pressure(50.0)))
    f = pulled(simulation)
    assert np.abs(f.sum(axis=0)).max() < 1e-12
    assert (f * simulation.positions("body")).sum() == pytest.approx(
        3 * 50 * simulation.probe("volume", "body")
    )
    assert (f * simulation.positions("body")).sum() > 0  # from within


def test_pressure_pushes_a_plate_across_wherever_it_is_turned():
    body = BODIES["grid"].model_copy(update={"id": "body", "rotation": (0.3, 1.0, 0.2)})
    simulation = pl.Simulation(pl.Scene(bodies=[body], forces=[pl.Pressure(7.0)]))
    normal = simulation.normals("body")[0]
    assert pulled(simulation).sum(axis=0) == pytest.approx(7 * 0.5 * normal)


@pytest.mark.parametrize(
    ("kind", "load"),
    [("ball", pl.Pressure(3.0)), ("ball", pl.Pressure(gas=3.0)), ("solid", pl.Pressure(-3.0)), ("grid",
    pl.Pressure(3.0)),
     ("grid", pl.Moment((0, 2.0, 0), apply_to=target(edges=["m1"]))), ("solid", pl.Moment((1.0, 0.3, 0),
     apply_to=target(edges=["l1"]))), ("curve", pl.Moment((0, 0, 1.0), apply_to=target(corners=["1"]))), ("grid",
     pl.Load((1, 2, 3), "area"))],
)  # fmt: skip
def test_within_a_step_a_load_derives_from_an_energy(kind, load):
    simulation, loads = energies(kind, load)
    body = simulation.model.body("body")
    rng, layout = np.random.default_rng(0), body.layout
    x = layout.gather(simulation.state.bodies["body"].x) + 0.02 * rng.normal(size=(layout.count, 3))
    way = rng.normal(size=x.shape)

    def spread(values: np.ndarray) -> np.ndarray:
        return layout.spread(values.reshape(*layout.shape, 3))

    (one,) = loads
    frozen, out, h = one.freeze(at_rest(spread(x))), layout.zeros(3), 1e-6
    frozen.add_gradient(spread(x), out)
    ends = [frozen.add_gradient(spread(x + s * h * way), layout.zeros(3)) for s in (1, -1)]
    assert (ends[0] - ends[1]) / (2 * h) == pytest.approx(float((layout.gather(out) * way).sum()), rel=1e-6)


def test_a_gas_presses_the_less_the_larger_it_is():
    simulation, (gas,) = energies("ball", pl.Pressure(gas=10.0))
    x = simulation.positions("body")
    for scale in (1.0, 2.0):
        f = np.zeros((3, simulation.model.body("body").layout.size))
        big = simulation.model.body("body").layout.spread((scale * x).reshape(16, 9, 3))
        gas.freeze(at_rest(big)).add_gradient(big, f)
        assert -np.vdot(f, big) == pytest.approx(3 * 10.0)  # p·3V = 3N at any volume


# ---------------------------------------------------------------- moments


@pytest.mark.parametrize(
    ("kind", "selection", "moment"),
    [("grid", {"edges": ["m1"]}, (0, 2.0, 0)), ("solid", {"edges": ["l1"]}, (3.0, 0, 0)), ("solid", {"edges": ["l0"]},
    (0, -1.0, 0)),
     ("curve", {"corners": ["1"]}, (0, 0, 2.0)), ("grid", {}, (0, 0, 1.0))],
)  # fmt: skip
def test_a_moment_is_a_couple(kind, selection, moment):
    load = pl.Moment(moment, apply_to=target(**selection) if selection else None)
    simulation = pl.Simulation(scene(kind, load))
    f, x = pulled(simulation), simulation.positions("body")
    assert np.abs(f.sum(axis=0)).max() < 1e-12
    assert np.cross(x, f).sum(axis=0) == pytest.approx(moment, abs=1e-12)


# ---------------------------------------------------------------- thrusters and gyros


def test_a_thruster_pushes_along_the_body_that_it_is_fixed_to():
    body = BODIES["solid"].model_copy(update={"id": "body", "rotation": (0, 0, np.pi / 2)})
    simulation = pl.Simulation(pl.Scene(bodies=[body], forces=[pl.Thruster((8.0, 0, 0))], dt=0.01))
    for _ in range(10):
        simulation.step()
    # A thruster does not know how the body is turned at the start: its frame is that of the shape at rest.
    assert simulation.probe("momentum", "body") == pytest.approx((0, 0.8, 0), abs=1e-6)


def test_a_gyro_turns_without_pushing():
    simulation = pl.Simulation(scene("solid", pl.Gyro((0, 0, 0.5))))
    for _ in range(20):
        simulation.step()
    assert simulation.probe("angular_momentum", "body") == pytest.approx((0, 0, 0.1), rel=1e-3, abs=1e-6)
    assert np.abs(simulation.probe("momentum", "body")).max() < 1e-9


def test_controllers_hold_a_place_and_a_direction():
    mass = 8.0
    place = pl.Thruster(goal=(0.5, 0, 1.0), stiffness=200.0, damping=2 * np.sqrt(200 * mass), limit=500)
    way = pl.Gyro(axis=(1, 0, 0), goal=(0, 1, 0), stiffness=20.0, damping=8.0, limit=10)
    simulation = pl.Simulation(scene("solid", place, way, gravity=9.81))
    for _ in range(300):
        simulation.step()
    center = simulation.probe("center", "body")
    assert center == pytest.approx(
        (0.5, 0, 1.0 - mass * 9.81 / 200), abs=2e-3
    )  # its weight over the stiffness
    x = simulation.positions("body").reshape(6, 3, 3, 3)
    along = x[-1].mean(axis=(0, 1)) - x[0].mean(axis=(0, 1))
    assert along / np.linalg.norm(along) == pytest.approx((0, 1, 0), abs=0.02)


# ---------------------------------------------------------------- streams on a grid


def test_a_sampled_stream_is_linear_between_its_points_in_space_and_time():
    i = np.stack(np.meshgrid(*[np.linspace(-1, 1, 4)] * 3, indexing="ij"), axis=-1)
    stream = pl.SampledStream(np.stack([i, 3 * i]), (-1, -1, -1), (1, 1, 1), times=(0.0, 1.0))
    points = np.random.default_rng(0).uniform(-1, 1, (50, 3))
    assert stream.at(points, 0.0) == pytest.approx(points)
    assert stream.at(points, 0.5) == pytest.approx(2 * points)
    assert stream.at(points, 9.0) == pytest.approx(3 * points)
    assert stream.at(np.array([[5.0, 0, 0]]), 0.0)[0] == pytest.approx((1, 0, 0))
    wind = pl.Viscous(0.5, stream)
    assert pl.Scene(**json.loads(pl.Scene(forces=[wind]).model_dump_json())).forces[0].stream == stream
    with pytest.raises(pl.SceneError, match="64 velocities, 63 given"):
        pl.SampledStream(values=np.zeros((63, 3)), low=(0, 0, 0), high=(1, 1, 1), counts=(4, 4, 4))


# ---------------------------------------------------------------- energy, files, mistakes


def test_the_work_of_loads_is_in_the_energy_balance():
    loads = [
        pl.Load(NOWHERE, apply_to=target(edges=["l1"])),
        pl.Pressure(pl.Keys((0, 0.3), (0.0, 200.0))),
        pl.Moment((0.5, 0, 0), apply_to=target(edges=["l1"])),
        pl.Thruster((1.0, 0, 0)),
    ]
    simulation = pl.Simulation(scene("solid", *loads), energy_balance=True)
    for _ in range(40):
        simulation.step()
    balance = simulation.energy_balance()
    assert balance.work > 0.01
    assert abs(balance.numerical) < 0.02 * balance.work
    assert balance.potential == 0.0


@pl.named("tests: swell")
def swell(time: float) -> float:
    return 20.0 * time


def test_a_function_with_a_name_is_found_again(tmp_path):
    one = scene("ball", pl.Pressure(swell))
    pl.save(one, tmp_path / "a.yaml")
    assert "tests: swell" in (tmp_path / "a.yaml").read_text()
    again = pl.load(tmp_path / "a.yaml")
    assert again == one and again.forces[0].pressure.function is swell
    simulation = pl.Simulation(one)
    simulation.step()
    simulation.checkpoint(tmp_path / "c.npz")
    other = pl.Simulation.restore(tmp_path / "c.npz")
    for each in (simulation, other):
        each.step()
    assert np.array_equal(simulation.positions("body"), other.positions("body"))
    replayed = pl.Simulation(simulation.script())
    for _ in range(2):
        replayed.step()
    assert np.array_equal(simulation.positions("body"), replayed.positions("body"))


def test_a_function_without_a_name_or_with_an_unknown_one_is_refused_in_words(tmp_path):
    one = scene("ball", pl.Pressure(lambda time: time))
    for keep in (
        lambda: pl.save(one, tmp_path / "a.yaml"),
        lambda: pl.Simulation(one).checkpoint(tmp_path / "c"),
    ):
        with pytest.raises(pl.SceneError, match=r"unless it has a name, by @pliant\.named"):
            keep()
    data = json.loads(scene("ball", pl.Pressure(swell)).model_dump_json())
    data["forces"][0]["pressure"]["function"] = "gone"
    with pytest.raises(pl.SceneError, match=r"none of that name is known here.*@pliant.named\('gone'\)"):
        pl.Scene(**data)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: pl.Load((0, float("nan"), 0)), "finite"),
        (lambda: pl.Load(pl.Keys((0, 1), (1.0, 2.0))), "vectors are wanted"),
        (lambda: pl.Pressure(pl.Keys((0, 1), ((1, 0, 0), (2, 0, 0)))), "numbers are wanted"),
        (lambda: pl.Keys((0, 0), (1.0, 2.0)), "increase"),
        (lambda: pl.Keys((0, 1), (1.0,)), "one for each"),
        (lambda: pl.Pressure(1.0, gas=2.0), "either"),
        (lambda: pl.Thruster(goal=(0, 0, 0)), "stiffness"),
        (lambda: pl.Gyro(axis=(0, 0, 0)), "zero"),
        (lambda: pl.Load((0, 0, 1), apply_to=[pl.Target("nobody")]) and scene("grid", pl.Load((0, 0, 1),
        apply_to=[pl.Target("nobody")])), "no body"), (lambda: scene("grid", pl.Load((0, 0, 1),
        apply_to=target(nodes=[(9, 9)]))), "outside the grid"),
    ],
)  # fmt: skip
def test_bad_input_is_refused(make, words):
    with pytest.raises(pl.SceneError, match=words):
        make()


@pytest.mark.parametrize(
    ("kind", "load", "words"),
    [
        ("grid", pl.Pressure(gas=1.0), "has holes"),
        ("curve", pl.Pressure(1.0), "finds no face"),
        ("solid", pl.Pressure(1.0, apply_to=target(corners=["000"])), "finds no face"),
        ("solid", pl.Load((0, 0, 1), "area", apply_to=target(corners=["000"])), "choose whole faces"),
        ("grid", pl.Moment((0, 0, 1), apply_to=target(nodes=[(3, 2)])), "neighbours inside"),
        ("grid", pl.Load(lambda t: (0, 0, float("nan"))), "is nan"),
        ("grid", pl.Load(lambda t: 1 / 0), "has failed: ZeroDivisionError"),
    ],
)  # fmt: skip
def test_what_does_not_fit_its_body_is_refused(kind, load, words):
    with pytest.raises(pl.PliantError, match=words):
        pl.Simulation(scene(kind, load)).step()


def plate(nodes: int, wide: int, shift: float) -> pl.Mesh:
    """A strip of triangles whose nodes are shifted by a part of a cell."""
    x, y = np.meshgrid(np.linspace(0, 1, nodes), np.linspace(-0.1, 0.1, wide), indexing="ij")
    places = np.stack([x, y, 0.0 * x], axis=-1)
    inner = (nodes - 3, wide - 2, 2)
    places[2:-1, 1:-1, :2] += shift / nodes * np.random.default_rng(1).uniform(-1, 1, inner)
    first = np.array([wide * i + j for i in range(nodes - 1) for j in range(wide - 1)])
    faces = np.concatenate([first[:, None] + [0, wide, wide + 1], first[:, None] + [0, wide + 1, 1]])
    end = np.arange(nodes * wide - wide, nodes * wide)
    return pl.Mesh(
        places.reshape(-1, 3),
        triangles=faces,
        material=PAPER,
        sets={"held": np.arange(2 * wide), "end": np.stack([end[:-1], end[1:]], axis=1)},
        id="strip",
    )


PAPER = pl.Elastic(young=1e6, poisson=0.0, thickness=0.01, density=1000.0)
EI = 1e6 * 0.2 * 0.01**3 / 12.0


def rolled(body, part: float, steps: int, **selection) -> pl.Scene:
    """A strip under the moment that makes it a part of a circle."""
    moment = pl.Keys((0.0, float(steps)), ((0, 0, 0), (0, 2.0 * np.pi * part * EI, 0)))
    scene = pl.Scene(bodies=[body], integrator="static", collision=False, dt=1.0)
    scene.add(pl.Moment(moment, apply_to=[pl.Target("strip", **selection)]))
    return scene


def fitted(line: np.ndarray) -> float:
    """The radius of the circle through points (n, 2)."""
    a = np.column_stack([2.0 * line, np.ones(len(line))])
    fit = np.linalg.lstsq(a, (line * line).sum(axis=1), rcond=None)[0]
    return float(np.sqrt(fit[2] + fit[0] ** 2 + fit[1] ** 2))


def test_a_plate_of_triangles_is_bent_by_a_moment_on_its_edge():
    """R = EI/M, to what a cell makes of the ends: 1.8 % of 20 cells and 0.5 % of 40."""
    scene = rolled(plate(41, 9, 0.2), 0.5, 4, sets=["end"])
    scene.pin("strip", sets=["held"])
    simulation = pl.Simulation(scene)
    for _ in range(4):
        simulation.step()
    x = simulation.positions("strip").reshape(41, 9, 3)[2:-2, 4][:, [0, 2]]
    assert fitted(x) == pytest.approx(1.0 / np.pi, rel=0.01)
    assert simulation.unconverged == 0


def test_a_strip_that_is_kept_in_its_plane_is_rolled_to_a_full_circle():
    """Nothing else keeps it there: from 0.95 of a circle on it is no minimum, and leaves the plane sideways."""
    body = pl.Surface(pl.shapes.rectangle(1.0, 0.2), grid=(31, 3), material=PAPER, id="strip")
    scene = rolled(body, 1.0, 3, edges=["m1"])
    scene.clamp("strip", edges=["m0"])
    scene.add(Axes("strip", "y", nodes=[(m, 1) for m in range(2, 31)]))
    simulation = pl.Simulation(scene)
    for _ in range(3):
        simulation.step()
    x = simulation.positions("strip").reshape(31, 3, 3)[:, 1][:, [0, 2]]
    assert fitted(x) == pytest.approx(0.5 / np.pi, rel=0.01)
    assert np.linalg.norm(x[-1] - x[0]) < 0.01  # closed
    assert simulation.unconverged == 0
