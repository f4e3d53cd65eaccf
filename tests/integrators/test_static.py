"""Static equilibrium: against theory, on every kind of body, following hands; and what has none."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import pliant as pl
from pliant.compare import compare
from pliant.errors import PliantError, SceneError, SimulationError
from pliant.integrators.equilibrium import rate_of

SHEET = pl.Sheet(membrane=500.0, bending=1e-3, area_density=0.3, damping=0.1)


def _scene(**options) -> pl.Scene:
    return pl.Scene(**{"gravity": pl.EARTH, "dt": 1 / 60, "integrator": "static", **options})


def _stepped(scene: pl.Scene, steps: int = 1) -> pl.Simulation:
    simulation = pl.Simulation(scene)
    for _ in range(steps):
        simulation.step()
        assert all(report.converged for report in simulation.reports.values())
    return simulation


def _left(simulation: pl.Simulation, body: str) -> float:
    """The largest force [N] at a node that is free; tied nodes share theirs."""
    system = simulation.model.body(body).system
    pull = simulation.elastic_forces(body) + simulation.external_forces(body)
    for group in system.ties:
        members = np.isin(system.layout.nodes, group)
        pull[members] = pull[members].mean(axis=0)
    pull[simulation.pins(body)] = 0.0
    return float(np.linalg.norm(pull, axis=1).max())


# ---------------------------------------------------------------- theory


def test_a_rope_hangs_in_a_catenary():
    """At 65 nodes its sag is off by 2·10⁻⁴ of itself, as that of any chain of so many edges is."""
    length, span = 1.2, 0.8
    a = float(brentq(lambda a: 2 * a * np.sinh(span / (2 * a)) - length, 0.05, 10.0))  # type: ignore[arg-type]
    scene = _scene()
    bow = pl.shapes.bezier_curve([(-span / 2, 0, 0), (0, 0, -0.8), (span / 2, 0, 0)])
    cord = pl.Cord(stretching=1e5, line_density=0.2)
    rope = pl.Curve(pl.shapes.line((0, 0, 0), (length, 0, 0)), initial_shape=bow, grid=65, material=cord)
    scene.add(rope, id="rope")
    scene.pin("rope", corners=("0", "1"))
    hanging = _stepped(scene).positions("rope")
    theory = a * (np.cosh(hanging[:, 0] / a) - np.cosh(span / (2 * a)))
    assert np.abs(hanging[:, 2] - theory).max() < 1e-3 * length
    assert hanging[:, 2].min() == pytest.approx(theory.min(), rel=1e-3)


def test_a_chain_of_springs_is_stretched_by_what_hangs_below_each():
    """Spring i of n carries the n − i masses below it: Δℓ = (n − i) mg/k; exact up to the tolerance."""
    n, m, k = 8, 0.1, 50.0
    scene = _scene()
    chain = pl.Curve(
        pl.shapes.line((0, 0, 0), (0, 0, -1.0)), grid=n + 1, material=pl.Springs(stiffness=k, mass=m)
    )
    scene.add(chain, id="chain")
    scene.pin("chain", corners=("0",))
    lengths = -np.diff(_stepped(scene).positions("chain")[:, 2])
    assert lengths == pytest.approx(1.0 / n + m * pl.EARTH / k * np.arange(n, 0, -1), rel=1e-6)


def test_a_supported_plate_sags_as_navier_says():
    """w = 0.00406235 qa⁴/D in the middle; the grid of 17×17 is 4·10⁻³ off, of second order in its step."""
    scene = _scene(gravity=0.01)
    plate = pl.Surface(
        pl.shapes.rectangle(1, 1),
        grid=(17, 17),
        material=pl.Sheet(membrane=100.0, bending=1.0, area_density=1.0),
    )
    scene.add(plate, id="plate")
    scene.pin("plate", edges=("m0", "m1", "n0", "n1"))
    sag = -_stepped(scene).positions("plate").reshape(17, 17, 3)[8, 8, 2]
    assert sag == pytest.approx(0.00406235 * 0.01, rel=1e-2)


def test_matter_that_flows_creeps_from_equilibrium_to_equilibrium():
    """Maxwell's chain under its weight: Δℓ = (n − i)(mg/k)(1 + t/τ), which steps of any length follow exactly."""
    n, m, k, dt = 4, 0.1, 200.0, 0.1
    scene = _scene(dt=dt)
    chain = pl.Curve(
        pl.shapes.line((0, 0, 0), (0, 0, -1.0)),
        grid=n + 1,
        material=pl.Springs(stiffness=k, mass=m),
        flow=pl.Maxwell(relaxation_time=1.0),
    )
    scene.add(chain, id="chain")
    scene.pin("chain", corners=("0",))
    simulation = pl.Simulation(scene)
    for step in range(1, 6):
        simulation.step()
        longer = -np.diff(simulation.positions("chain")[:, 2]) - 1.0 / n
        assert longer == pytest.approx(m * pl.EARTH / k * np.arange(n, 0, -1) * (1.0 + step * dt), rel=1e-5)


# ---------------------------------------------------------------- every kind of body

POINTS = np.array([[i, j, 0.0] for i in range(5) for j in range(5)]) / 4.0
FACES = [
    face
    for i in range(4)
    for j in range(4)
    for face in ((5 * i + j, 5 * i + j + 5, 5 * i + j + 1), (5 * i + j + 1, 5 * i + j + 5, 5 * i + j + 6))
]
BODIES = {
    "surface": pl.Surface(pl.shapes.rectangle(1, 1), grid=(8, 7), material=SHEET),
    "without bending": pl.Surface(
        pl.shapes.rectangle(1, 1), grid=(8, 7), material=pl.Sheet(membrane=200.0, area_density=0.3)
    ),
    "tied": pl.Surface(
        pl.shapes.ellipsoid(0.4, 0.4, 0.5),
        grid=(8, 7),
        periodic=(True, False),
        material=pl.Sheet(membrane=500.0, bending=0.1, area_density=0.3),
    ),
    "springs": pl.Surface(
        pl.shapes.rectangle(1, 1),
        grid=(6, 7),
        material=pl.Springs(stiffness=100.0, mass=0.01, shear=50.0, bend=10.0),
    ),
    "curve": pl.Curve(
        pl.shapes.line((0, 0, 0), (1, 0, 0)),
        grid=15,
        material=pl.Cord(stretching=50.0, bending=1e-3, line_density=0.1),
    ),
    "solid": pl.Solid(
        pl.shapes.box(1, 0.4, 0.4), grid=(5, 4, 3), material=pl.Bulk(young=1e5, poisson=0.3, density=1000.0)
    ),
    "mesh": pl.Mesh(POINTS.tolist(), triangles=FACES, material=SHEET),
    "hybrid": pl.Surface(
        pl.shapes.rectangle(1, 1), grid=(6, 5), material=pl.Hybrid(slope=30.0, curvature=0.1, density=0.3)
    ),
    "balloon": pl.Layered(pl.layers.Octasphere(0.5, 1)),
}


@pytest.mark.parametrize("body", BODIES)
def test_every_body_finds_its_equilibrium(body: str):
    """Forces balance to a millionth of the weight or of the largest; a second step has nothing left to do."""
    scene = _scene()
    scene.add(BODIES[body].model_copy(update={"velocity": (1.0, 0.0, 0.0)}), id="body")
    scene.add(pl.Viscous(0.5, (1.0, 0.0, 0.0)), id="wind")  # does nothing
    rest = (0,) * (len(BODIES[body].grid) - 1)
    beside = (0, 1, 0)[: len(rest) + 1] if rest else (1,)
    scene.pin(
        "body", nodes=[(0, *rest), beside]
    )  # on a level line: about an upright one it could turn for nothing
    simulation = _stepped(scene)
    energy = sum(simulation.energies().values())
    scene_without_wind = scene.model_copy(update={"forces": []})
    simulation.replace_scene(scene_without_wind)
    largest = np.linalg.norm(simulation.elastic_forces("body"), axis=1).max()
    assert _left(simulation, "body") <= 1e-5 * largest
    assert (simulation.velocities("body") == 0.0).all()
    assert energy < 0.0  # lower than where it began
    before = simulation.positions("body")
    simulation.step()
    assert np.abs(simulation.positions("body") - before).max() < 1e-3


@pytest.mark.parametrize("solver", ["direct", "profile", "cg", "sor"])
def test_it_is_the_same_equilibrium_with_every_solver(solver: str):
    ends = []
    for spec in (pl.Solver("direct"), pl.Solver(solver, tolerance=1e-8, iterations=20_000)):
        scene = _scene(solver=spec)
        scene.add(BODIES["surface"], id="body")
        scene.pin("body", corners=("00", "10", "01", "11"))
        ends.append(_stepped(scene).positions("body"))
    assert np.abs(ends[0] - ends[1]).max() < 1e-5


# ---------------------------------------------------------------- contact and hands


def test_a_cloth_lies_on_a_ball():
    """Pinned on top of it; else it would slide off without friction."""
    scene = _scene(contact=pl.responses.Barrier(margin=0.002))
    cloth = pl.Surface(pl.shapes.rectangle(1, 1), grid=(13, 13), material=SHEET, position=(0, 0, 1.002))
    scene.add(cloth, id="cloth")
    scene.add(pl.obstacles.Sphere(center=(0.0, 0.0, 0.5), radius=0.5, friction=0.5), id="ball")
    scene.pin("cloth", nodes=[(6, 6)])
    simulation = _stepped(scene)
    away = np.linalg.norm(simulation.positions("cloth") - (0.0, 0.0, 0.5), axis=1)
    assert 0.498 < away.min() < 0.51
    assert np.sum(away < 0.51) > 30
    assert _left(simulation, "cloth") < 1e-5


def test_a_cloth_slides_off_a_ball_and_lies_flat_on_the_floor():
    """There is no friction without motion. On its way it takes more than one step."""
    scene = _scene()
    cloth = pl.Surface(pl.shapes.rectangle(1, 1), grid=(9, 9), material=SHEET, position=(0.1, 0, 1.05))
    scene.add(cloth, id="cloth")
    scene.add(pl.obstacles.Sphere(center=(0.0, 0.0, 0.5), radius=0.5, friction=0.5), id="ball")
    scene.add(pl.obstacles.Plane(), id="floor")
    simulation = pl.Simulation(scene)
    for _ in range(5):
        simulation.step()
    assert simulation.reports["cloth"].converged
    assert np.ptp(simulation.positions("cloth")[:, 2]) < 1e-4
    assert simulation.positions("cloth")[:, 2].max() < 0.02  # half the thickness of so coarse a cloth
    assert np.ptp(simulation.positions("cloth")[:, :2], axis=0).min() > 0.9


def test_a_hand_is_followed():
    """The end of a straight spring of stiffness k is where the hand is; the node in between in the middle."""
    scene = _scene(gravity=None)
    chain = pl.Curve(
        pl.shapes.line((0, 0, 0), (1, 0, 0)), grid=3, material=pl.Springs(stiffness=50.0, mass=0.1)
    )
    scene.add(chain, id="chain")
    scene.pin("chain", corners=("0",))
    scene.at(0.0, pl.Grab("chain", 2, id="hand"), pl.Move("hand", (2.0, 0.0, 0.0), seconds=4 / 60))
    simulation = pl.Simulation(scene)
    for step in range(1, 5):
        simulation.step()
        assert simulation.positions("chain")[:, 0] == pytest.approx(
            [0.0, 0.5 + step / 8, 1.0 + step / 4], abs=1e-6
        )
        assert (simulation.velocities("chain") == 0.0).all()


def test_a_push_is_balanced():
    scene = _scene(gravity=None)
    chain = pl.Curve(
        pl.shapes.line((0, 0, 0), (1, 0, 0)), grid=3, material=pl.Springs(stiffness=50.0, mass=0.1)
    )
    scene.add(chain, id="chain")
    scene.pin("chain", corners=("0",))
    scene.at(0.0, pl.Push("chain", 2, direction=(1.0, 0.0, 0.0), rate=60.0, radius=0.01))
    simulation = _stepped(scene, 2)
    pushed = simulation.external_forces("chain")[2, 0]
    assert pushed > 0.5
    assert simulation.positions("chain")[2, 0] == pytest.approx(1.0 + 2 * pushed / 50.0, rel=1e-6)


# ---------------------------------------------------------------- what has no equilibrium


def test_a_body_that_nothing_holds_is_refused():
    scene = _scene()
    scene.add(BODIES["surface"], id="cloth")
    with pytest.raises(
        SimulationError, match="'cloth' has no static equilibrium: nothing holds it against gravity"
    ):
        pl.Simulation(scene).step()


def test_a_piece_that_is_cut_off_and_held_by_nothing_is_refused():
    """Also one that falls past everything there is; what gravity does not pull stays."""
    for gravity, obstacles, words in (
        (pl.EARTH, [], "a piece of 45 nodes of body 'cloth' has no static equilibrium: nothing holds it"),
        (
            pl.EARTH,
            [pl.obstacles.Sphere(center=(5.0, 5.0, -1.0), radius=0.5)],
            "piece.*nothing has stopped it",
        ),
        (0.0, [], None),
    ):
        scene = _scene(gravity=gravity, obstacles=obstacles)
        sheet = pl.Sheet(membrane=500.0, bending=0.1, area_density=0.3)
        scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="cloth", grid=(9, 9), material=sheet))
        scene.pin("cloth", edges=["m0"])
        simulation = pl.Simulation(scene)
        simulation.step()
        ends = [pl.Place(nodes=[(3, n), (4, n)], weights=(0.5, 0.5)) for n in (0, 8)]
        simulation.cut("cloth", ends)
        if words is None:
            simulation.step()
            continue
        with pytest.raises(SimulationError, match=words):
            simulation.step()


def test_a_body_that_falls_past_everything_is_refused():
    scene = _scene()
    scene.add(BODIES["surface"], id="cloth")
    scene.add(pl.obstacles.Sphere(center=(5.0, 5.0, -1.0), radius=0.5))
    with pytest.raises(SimulationError, match="nothing has stopped it"):
        pl.Simulation(scene).step()


def test_a_free_body_without_loads_finds_its_rest_shape_where_it_is():
    scene = _scene(gravity=None)
    larger = pl.Surface(
        pl.shapes.rectangle(1, 1),
        initial_shape=pl.shapes.rectangle(1.3, 1.1),
        grid=(9, 9),
        material=pl.Sheet(membrane=500.0, bending=0.1, area_density=0.3),
    )
    scene.add(larger, id="sheet")
    simulation = pl.Simulation(scene)
    middle = simulation.positions("sheet").mean(axis=0)
    simulation.step()
    found = simulation.positions("sheet")
    assert np.ptp(found, axis=0) == pytest.approx([1.0, 1.0, 0.0], abs=1e-5)
    assert found.mean(axis=0) == pytest.approx(middle, abs=1e-3)


def test_what_has_no_energy_is_refused():
    raw = pl.Raw(tension=((0.3, 0.1), (0.1, 0.3)))
    published = pl.Surface(pl.shapes.rectangle(1, 1), grid=(5, 5), material=raw, variant="kelager")
    sticks = pl.Surface(pl.shapes.rectangle(1, 1), grid=(5, 5), material=pl.Sticks())
    for body, words in ((published, "not the gradient of an energy"), (sticks, "sticks have no energy")):
        with pytest.raises(SceneError, match=words):
            pl.Simulation(_scene(bodies=[body]))


def test_projection_is_refused():
    scene = _scene(bodies=[BODIES["surface"]], contact=pl.responses.Projection())
    with pytest.raises(SceneError, match="needs a barrier"):
        scene.add(pl.obstacles.Plane())
        scene.check()


def test_there_is_no_motion_to_compare():
    scene = pl.Scene(gravity=pl.EARTH, seconds=0.1, bodies=[BODIES["curve"]])
    with pytest.raises(PliantError, match="no motion"):
        compare(scene, ["springs"], ["static"])


def test_corrections_below_what_numbers_hold_are_not_taken_for_convergence():
    """After a correction of no length nothing is known of how fast they shrink."""
    assert rate_of(0.5, 1.0) == 0.5
    assert rate_of(0.0, 0.0) == rate_of(1.0, 0.0) == rate_of(1.0, np.inf) == 1.0
