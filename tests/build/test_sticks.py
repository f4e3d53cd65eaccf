"""Bodies of Jakobsen's sticks: which sticks there are, what they keep, that they do not turn, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pliant as pl
from pliant.contact.tangents import Planes
from pliant.integrators.relaxation import Work, prepare, relax

RIGID = pl.Sticks(mass=0.01, iterations=20)
SOFT = pl.Sticks(mass=0.01, compliance=1e-3, damping=0.02, iterations=20)
BODIES = {
    "curve": lambda **more: pl.Curve(pl.shapes.line((0, 0, 0), (1, 0, 0)), id="body", grid=8, **more),
    "surface": lambda **more: pl.Surface(pl.shapes.rectangle(1, 1), id="body", grid=(6, 5), **more),
    "solid": lambda **more: pl.Solid(pl.shapes.box(1, 1, 1), id="body", grid=(4, 3, 5), **more),
}
each_body = pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
each_kind = pytest.mark.parametrize("material", [RIGID, SOFT], ids=["rigid", "compliant"])


def _simulation(body, **options) -> pl.Simulation:
    scene = pl.Scene(**{"dt": 1e-2, **options})
    scene.add(body)
    return pl.Simulation(scene)


def _sticks(simulation: pl.Simulation):
    relaxation = simulation.model.body("body").system.relaxation
    assert relaxation is not None
    return relaxation.sticks


def _pairs(simulation: pl.Simulation) -> set[tuple[int, int]]:
    sticks = _sticks(simulation)
    return {
        (min(a, b), max(a, b)) for a, b in zip(sticks.first.tolist(), sticks.second.tolist(), strict=True)
    }


def _run(simulation: pl.Simulation, steps: int) -> pl.Simulation:
    for _ in range(steps):
        simulation.step()
    return simulation


def _near(grid, periodic, reach) -> set[tuple[int, int]]:
    """All pairs of nodes with Σ|Δ| ≤ reach, one by one."""
    nodes = list(np.ndindex(*grid))
    found = set()
    for i, a in enumerate(nodes):
        for j in range(i):
            apart = 0
            for p, q, count, wraps in zip(a, nodes[j], grid, periodic, strict=True):
                apart += min(abs(p - q), count - abs(p - q)) if wraps else abs(p - q)
            if apart <= reach:
                found.add((j, i))
    return found


@pytest.mark.parametrize("order", ["even", "original"])
@pytest.mark.parametrize("reach", [1, 2, 3, 5])
@pytest.mark.parametrize(
    ("grid", "periodic"),
    [
        ((7,), (False,)),
        ((9,), (True,)),
        ((6, 5), (False, False)),
        ((6, 5), (True, False)),
        ((3, 4), (True, True)),
        ((5, 7), (True, True)),
        ((3, 4, 3), (False, True, True)),
    ],
    ids=str,
)
def test_sticks_join_all_nodes_so_many_links_apart_once(grid, periodic, reach: int, order: str):
    material = pl.Sticks(rigidity=reach, order=order)
    kind = {1: pl.Curve, 2: pl.Surface, 3: pl.Solid}[len(grid)]
    shape = {
        (False,): pl.shapes.line((0, 0, 0), (1, 0, 0)),
        (True,): pl.shapes.ellipse(1, 2),
        (False, False): pl.shapes.rectangle(1, 1),
        (True, False): pl.shapes.cylinder(1, 1),
        (True, True): pl.shapes.torus(1, 0.3),
        (False, True, True): pl.shapes.box(1, 1, 1),
    }[periodic]
    simulation = _simulation(kind(shape, id="body", grid=grid, periodic=periodic, material=material))
    sticks = _sticks(simulation)
    pairs = _pairs(simulation)
    assert len(pairs) == len(sticks.first) and pairs == _near(grid, periodic, reach)
    x = simulation.positions("body")
    assert sticks.length == pytest.approx(np.linalg.norm(x[sticks.first] - x[sticks.second], axis=1))
    assert sticks.starts[0] == 0 and sticks.starts[-1] == len(sticks.first)
    for begin, end in zip(sticks.starts[:-1], sticks.starts[1:], strict=True):  # classes share no node
        used = np.concatenate([sticks.first[begin:end], sticks.second[begin:end]])
        assert len(np.unique(used)) == 2 * (end - begin) > 0


def test_a_broken_link_takes_the_sticks_that_cross_it_along():
    link = [((2, 2), (2, 3))]
    whole, cut = (
        _pairs(_simulation(BODIES["surface"](material=RIGID, broken_links=links))) for links in ([], link)
    )
    node = lambda m, n: 5 * m + n  # noqa: E731
    across = {(node(m, n), node(m + 1, k)) for m in (1, 2) for n, k in ((2, 3), (3, 2))}
    over = {(node(2, 1), node(2, 3)), (node(2, 2), node(2, 4))}
    assert whole - cut == {(node(2, 2), node(2, 3))} | across | over


@each_body
@each_kind
def test_momentum_and_angular_momentum_are_kept(body, material):
    """Of a body that spins and trembles; about x⁰, where Verlet's scheme keeps account of it: Σ m x⁰ × v."""
    rng = np.random.default_rng(1)
    simulation = _simulation(body(material=material, spin=(0, 1, 2), velocity=(1, 0, 0)))
    state = simulation.state.bodies["body"]
    state.v[:] += 0.3 * rng.standard_normal(state.v.shape)
    mean = simulation.velocities("body").mean(axis=0)
    _run(simulation, 2)
    kept = []
    for _ in range(60):
        before = simulation.positions("body")
        simulation.step()
        kept.append(np.cross(before, simulation.velocities("body")).sum(axis=0))
    assert simulation.velocities("body").mean(axis=0) == pytest.approx(mean, abs=1e-12)
    assert np.abs(np.array(kept) - kept[0]).max() < 1e-7 * np.abs(kept[0]).max()
    assert np.linalg.norm(simulation.velocities("body") - mean, axis=1).max() > 0.1


def _turned(order: str, seconds: float = 4.0) -> tuple[float, float]:
    """How far a plate on a nail has turned about the vertical [rad], and how far it droops [m]."""
    scene = pl.Scene(gravity=9.82, dt=0.01)
    plate = pl.Sticks(rigidity=5, iterations=2, drag=0.1, order=order)
    scene.add(pl.Surface(pl.shapes.rectangle(4, 4), id="body", grid=(9, 9), material=plate))
    scene.pin("body", nodes=[(4, 4)])
    simulation = pl.Simulation(scene)
    noise = np.random.default_rng(1).standard_normal(simulation.state.bodies["body"].x.shape)
    simulation.state.bodies["body"].x[:] += 1e-3 * noise * simulation.state.bodies["body"].free
    angle, before = 0.0, None
    while simulation.time < seconds:
        simulation.step()
        x = simulation.positions("body")
        place = x[:, 0] + 1j * x[:, 1]
        if before is not None:
            angle += float(np.angle(np.vdot(before, place)))
        before = place
    return angle, -float(simulation.positions("body")[:, 2].min())


def test_a_plate_on_a_nail_turns_in_the_original_order_only():
    """000 Fig. 5.6; it starts a little uneven, so that no symmetry of the grid helps."""
    original, droop = _turned("original")
    even, also = _turned("even")
    assert abs(original) > 0.02 and droop > 0.3 and also > 0.3
    assert abs(even) < 1e-4


def test_rigid_sticks_keep_their_length_and_compliant_ones_are_springs():
    """A weight on a stick: Δℓ = α m g; and the energy ½ Δℓ²/α is in the energy balance."""
    for alpha, wanted in ((0.0, 0.0), (1e-2, 1e-2 * 0.5 * 9.81)):
        body = pl.Curve(
            pl.shapes.line((0, 0, 0), (0, 0, -1)),
            id="body",
            grid=2,
            material=pl.Sticks(mass=0.5, compliance=alpha, damping=3.0),
        )
        scene = pl.Scene(gravity=9.81, dt=0.01)
        scene.add(body)
        scene.pin("body", corners=("0",))
        simulation = _run(pl.Simulation(scene), 400)
        longer = -float(simulation.positions("body")[1, 2]) - 1.0
        assert longer == pytest.approx(wanted, abs=1e-7)
        energy = 0.5 * wanted**2 / alpha if alpha else 0.0
        assert simulation.energies()["elastic"] == pytest.approx(energy, abs=1e-6)
        pull = (0.0, 0.0, 0.5 * 9.81 if alpha else 0.0)
        assert simulation.elastic_forces("body")[1] == pytest.approx(pull, abs=1e-5)


def test_a_damper_takes_the_swing_out_of_a_compliant_stick():
    """As of a spring: m ẍ = −x/α − c ẋ, by backward Euler, whose own damping is of order Δt."""
    alpha, mass, c, dt = 1e-2, 1.0, 4.0, 2e-4
    ends = {}
    for damper in (0.0, c):
        material = pl.Sticks(mass=mass, compliance=alpha, damping=damper)
        body = pl.Curve(pl.shapes.line((0, 0, 0), (1, 0, 0)), id="body", grid=2, material=material)
        scene = pl.Scene(dt=dt)
        scene.add(body)
        scene.pin("body", corners=("0",))
        simulation = pl.Simulation(scene)
        simulation.state.bodies["body"].v[0, 1] = 1.0
        peaks = []
        for _ in range(4250):
            simulation.step()
            peaks.append(float(simulation.positions("body")[1, 0]) - 1.0)
        ends[damper] = np.max(peaks[3500:]) / np.max(peaks[:1000])
    period = 2 * np.pi * np.sqrt(mass * alpha)
    assert ends[0.0] > 0.9
    assert ends[c] / ends[0.0] == pytest.approx(np.exp(-0.5 * c / mass * period), rel=0.03)


def test_poles_move_as_one():
    ball = pl.Surface(
        pl.shapes.ellipsoid(1, 1, 1), id="body", grid=(8, 7), material=RIGID, periodic=(True, False)
    )
    simulation = _simulation(ball, gravity=pl.EARTH)
    start = simulation.positions("body")
    _run(simulation, 20)
    fallen = start - simulation.positions("body")
    assert fallen[:, 2] == pytest.approx(0.5 * 9.81 * 0.2 * 0.21, rel=1e-2)  # 20 steps of symplectic Euler
    points = simulation.positions("body").reshape(8, 7, 3)
    assert np.ptp(points[:, 0], axis=0).max() == 0.0
    assert _sticks(simulation).length.min() > 0.1


@pytest.mark.parametrize(
    "response",
    [pl.responses.Penalty(), pl.responses.Penalty(1e4), pl.responses.Projection()],
    ids=["penalty", "penalty with a stiffness", "projection"],
)
@pytest.mark.parametrize("friction", [0.0, 0.5])
def test_sticks_rest_on_a_slope_if_friction_holds_them(response, friction: float):
    """On a slope of 20°, tan 20° = 0.36: with μ = 0.5 a sheet stays, with none it slides by ½ g sin 20° t²."""
    slope = np.radians(20.0)
    scene = pl.Scene(gravity=9.81, dt=0.01, contact=response)
    sheet = pl.Surface(
        pl.shapes.rectangle(1, 1),
        id="body",
        grid=(6, 6),
        material=pl.Sticks(mass=0.1),
        rotation=(0, slope, 0),
        position=(0.002 * np.sin(slope), 0, 0.002 * np.cos(slope)),
    )
    scene.add(sheet)
    scene.add(pl.obstacles.Plane(normal=(np.sin(slope), 0, np.cos(slope)), friction=friction))
    simulation = pl.Simulation(scene)
    start = simulation.positions("body")
    _run(simulation, 100)
    moved = simulation.positions("body") - start
    along = moved @ (np.cos(slope), 0, -np.sin(slope))
    if friction:
        assert np.abs(along).max() < 2e-3
    else:
        assert along == pytest.approx(0.5 * 9.81 * np.sin(slope), rel=0.03)
    height = simulation.positions("body") @ (np.sin(slope), 0, np.cos(slope))
    assert height.min() > -1e-4 and height.max() < 0.003


def test_substeps_are_steps():
    """Four substeps are four steps of a quarter, but for the rounding of times."""
    divided, short = (
        _run(
            _simulation(
                BODIES["surface"](material=SOFT.model_copy(update={"substeps": count}), spin=(1, 2, 3)),
                gravity=pl.EARTH,
                dt=dt,
            ),
            steps,
        )
        for count, dt, steps in ((4, 0.01, 20), (1, 0.0025, 80))
    )
    assert divided.positions("body") == pytest.approx(short.positions("body"), abs=1e-12)


def test_whatever_the_integrator_sticks_are_stepped_alike_beside_other_bodies():
    ends = []
    for integrator in ("bdf2", "rk4"):
        scene = pl.Scene(gravity=pl.EARTH, dt=1e-3, integrator=integrator)
        scene.add(BODIES["surface"](material=RIGID))
        scene.add(pl.Curve(pl.shapes.line((0, 0, 2), (1, 0, 2)), grid=5, material=pl.Springs(mass=0.1)))
        scene.pin("body", corners=("00",))
        ends.append(_run(pl.Simulation(scene), 50).positions("body"))
    assert (ends[0] == ends[1]).all()


def test_parameters_change_while_it_runs(tmp_path: Path):
    scene = pl.Scene(gravity=pl.EARTH, dt=0.01)
    scene.add(BODIES["surface"](material=RIGID))
    scene.pin("body", corners=("00",))
    scene.add(pl.obstacles.Sphere(center=(0.3, 0, -1), radius=0.3), id="ball")
    scene.at(0.05, pl.Set("bodies.body.material.rigidity", 4), pl.Set("bodies.body.material.iterations", 5))
    scene.at(0.1, pl.Set("bodies.body.material.compliance", 1e-3), pl.Grab("body", (5, 4), id="hand"))
    scene.at(0.1, pl.Move("hand", (1.0, 1.0, 1.0), seconds=0.2))
    scene.at(0.15, pl.Set("bodies.body.material.order", "original"))
    scene.at(0.2, pl.Set("bodies.body.material.mass", 0.02), pl.Set("bodies.body.material.substeps", 3))
    scene.at(0.25, pl.Set("bodies.body.material.compliance", 0.0), pl.Release("hand"))
    whole = _run(pl.Simulation(scene), 40)
    assert np.isfinite(whole.positions("body")).all()
    for step in (7, 12, 22, 31):
        first = _run(pl.Simulation(scene), step)
        first.checkpoint(tmp_path / "state.npz")
        second = _run(pl.Simulation.restore(tmp_path / "state.npz"), 40 - step)
        assert (second.positions("body") == whole.positions("body")).all()
        assert (second.velocities("body") == whole.velocities("body")).all()


def test_sticks_go_through_files(tmp_path: Path):
    scene = pl.Scene(gravity=pl.EARTH, dt=0.01)
    material = pl.Sticks(compliance=lambda u: 1e-3 * u[:, 0], rigidity=3, substeps=2, order="original")
    scene.add(BODIES["surface"](material=material))
    for name in ("scene.yaml", "scene.toml", "scene.json"):
        pl.save(scene, tmp_path / name)
        assert pl.load(tmp_path / name).bodies[0].material == scene.bodies[0].material
    sticks = _sticks(pl.Simulation(scene))
    assert sticks.compliance.min() == 0.0 and sticks.compliance.max() == pytest.approx(1e-3)


def test_what_makes_no_sense_is_refused():
    for wrong in ({"rigidity": 0}, {"rigidity": 6}, {"iterations": 0}, {"substeps": 0}, {"order": "odd"}):
        with pytest.raises(pl.SceneError, match=next(iter(wrong))):
            pl.Sticks(**wrong)
    with pytest.raises(pl.SceneError, match="greater than 0"):
        pl.Sticks(mass=0.0)
    with pytest.raises(pl.SceneError, match="sticks have no others: the variant is 'exact'"):
        BODIES["surface"](material=RIGID, variant="kelager")
    with pytest.raises(pl.SceneError, match="'raw_bulk'"):
        BODIES["solid"](material=RIGID, variant="kelager")
    simulation = _simulation(BODIES["surface"](material=RIGID))
    sheet = pl.Sheet(membrane=20.0, area_density=0.3).model_dump()
    with pytest.raises(pl.PliantError, match="cannot change while a simulation runs"):
        simulation.apply(pl.Set("bodies.body.material", sheet))
    simulation.apply(pl.Set("bodies.body.material", pl.Springs(mass=0.01).model_dump()))  # both are points
    _run(simulation, 2)


def test_where_arrays_lie_in_memory_does_not_matter():
    """Before a loop runs in vector instructions it compares the addresses of its arrays."""
    simulation = _simulation(BODIES["surface"](material=pl.Sticks(mass=0.01, compliance=1e-3, rigidity=4)))
    sticks, layout = _sticks(simulation), simulation.model.body("body").system.layout
    work, x, rng = Work.room_for(sticks, layout), layout.zeros(3), np.random.default_rng(0)
    x[:, layout.nodes] = 0.3 * rng.standard_normal((3, layout.count))
    work.before[:] = x
    prepare(sticks, np.ones(layout.size), 0.01, work)
    kept = {"x": x, "length": sticks.length, "compliance": sticks.compliance, **work._asdict()}
    ends = set()
    for _ in range(50):
        room, here = np.zeros(sum(values.size for values in kept.values())), {}
        hole = room[rng.integers(len(room)) :][:0]
        for name in rng.permutation(list(kept)):
            here[name], room = np.split(room, [kept[name].size])
            here[name] = here[name].reshape(kept[name].shape)
            here[name][...] = kept[name]
        moved, length, compliance = (here.pop(name) for name in ("x", "length", "compliance"))
        moving = sticks._replace(length=length, compliance=compliance, damping=hole)
        relax(moving, Planes.room_for(0), Work(**here), moved, 5, 0.01)
        ends.add(moved.tobytes())
    assert len(ends) == 1
