"""Rods with a material frame: twist, bending and what holds them."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.integrators.system import BodySystem

YOUNG, POISSON, RADIUS, DENSITY = 1e7, 0.3, 0.01, 1000.0
G = YOUNG / (2.0 * (1.0 + POISSON))
EI, GJ = YOUNG * np.pi * RADIUS**4 / 4.0, G * np.pi * RADIUS**4 / 2.0
RUBBER = pl.Rod(young=YOUNG, poisson=POISSON, radius=RADIUS, density=DENSITY)


def _straight(edges: int = 16, **changes) -> pl.Curve:
    options = {"material": RUBBER, "frame": pl.MaterialFrame(), "id": "rod", **changes}
    return pl.Curve(pl.shapes.line((0, 0, 0), (1, 0, 0)), grid=edges + 1, **options)


def _scene(rod: pl.Curve, **options) -> pl.Scene:
    return pl.Scene(bodies=[rod], **{"gravity": None, "integrator": pl.Static(), "dt": 0.1, **options})


def _turning(scene: pl.Scene, edges: int, angle: float, seconds: float = 1.0) -> None:
    """Holds the first two nodes and turns the last two about the axis."""
    way = pl.Keys(times=[0.0, seconds], values=[[0, 0, 0], [angle, 0, 0]])
    scene.add(pl.Drive("rod", nodes=[(0,), (1,)]))
    scene.add(pl.Drive("rod", turn=way, nodes=[(edges - 1,), (edges,)]))


def test_the_torque_of_a_twisted_rod_is_that_of_theory():
    scene = _scene(_straight())
    _turning(scene, 16, 2.0)
    simulation = pl.Simulation(scene)
    for _ in range(10):
        simulation.step()
    # Two pinned nodes hold up to the middle between them: 15 of 16 edges are twisted.
    inside = slice(2, -2)
    assert simulation.probe("torque", "rod")[inside] == pytest.approx(GJ * 2.0 * 16.0 / 15.0, rel=1e-9)
    # Its driven end is held by that torque, and by no force.
    assert simulation.reaction("drive2").moment == pytest.approx(
        [GJ * 2.0 * 16.0 / 15.0, 0.0, 0.0], abs=1e-10
    )
    assert simulation.reaction("drive2").force == pytest.approx([0.0, 0.0, 0.0], abs=1e-9)
    assert simulation.probe("twist", "rod")[inside] == pytest.approx(2.0 * 16.0 / 15.0, rel=1e-9)
    assert simulation.probe("elastic_energy", "rod") == pytest.approx(0.5 * GJ * 4.0 * 16.0 / 15.0, rel=1e-9)


def test_an_end_may_be_turned_round_and_round():
    """Two turns are just below those with which a straight rod of that material buckles, 8.99 EI/GJ."""
    scene = _scene(_straight(32, material=RUBBER.model_copy(update={"poisson": 0.5})))
    _turning(scene, 32, 4.0 * np.pi)
    simulation = pl.Simulation(scene)
    for _ in range(10):
        simulation.step()
    twist = simulation.probe("twist", "rod")
    assert twist[2:-2] == pytest.approx(4.0 * np.pi * 32.0 / 31.0, rel=1e-6)


def _bracket(edges: int) -> float:
    """How far the tip of an L-bracket with so many edges in a leg goes, over theory."""
    force, leg = 1e-4, 0.5
    corner = pl.shapes.b_spline_curve([(0, 0, 0), (leg, 0, 0), (leg, leg, 0)], 1)
    rod = _straight().model_copy(update={"shape": corner, "grid": (2 * edges + 1,)})
    scene = _scene(rod)
    scene.add(pl.Clamp("rod", edges=["n0"]))
    scene.add(pl.Load((0, 0, force), apply_to=[pl.Target("rod", nodes=[(2 * edges,)])]))
    simulation = pl.Simulation(scene)
    simulation.step()
    theory = force * leg**3 * (2.0 / (3.0 * EI) + 1.0 / GJ)
    return float(simulation.positions("rod")[-1, 2]) / theory


def test_an_l_bracket_bends_and_twists_as_theory_says():
    """A sharp corner is stiffer than the legs by half an edge of each, so that the error is of first order."""
    coarse, fine = _bracket(32), _bracket(64)
    assert fine == pytest.approx(1.0, abs=0.01)
    assert 1.0 - fine == pytest.approx(0.5 * (1.0 - coarse), rel=0.1)


@pytest.mark.parametrize("integrator", [pl.BDF2(), pl.RK4(), pl.SemiImplicit()], ids=lambda one: one.kind)
def test_a_twisted_rod_swings_about_its_axis_as_theory_says(integrator):
    """f = √(G/ρ)/4L; half a period after it was let go from uniform twist the free end is turned as far back."""
    speed = np.sqrt(G / DENSITY)
    half, edges = 2.0 / speed, 24
    implicit = not isinstance(integrator, pl.RK4)
    dt = half / (400 if implicit else 1600)
    scene = _scene(_straight(edges, frame=pl.MaterialFrame(initial_twist=0.5)), integrator=integrator, dt=dt)
    scene.add(pl.Clamp("rod", edges=["n0"]))
    simulation = pl.Simulation(scene)
    initial = simulation.probe("twist", "rod")[1:-1]
    assert initial == pytest.approx(0.5, rel=1e-9)
    for _ in range(round(half / dt)):
        simulation.step()
    # What is left of the wave's front is a few edges wide, at the clamp: the middle has swung to the other side.
    # The semi-implicit scheme is of first order, and loses a few per cent.
    twist = simulation.probe("twist", "rod")[6:-6]
    assert twist.mean() == pytest.approx(-0.5, rel=0.15 if integrator.kind == "semi_implicit" else 0.03)


def test_a_clamp_holds_a_rod_against_twist_and_gives_its_moment():
    scene = _scene(_straight(64))
    scene.add(pl.Clamp("rod", edges=["n0"], id="vice"))
    scene.add(pl.Load((0, 0, 1e-3), apply_to=[pl.Target("rod", nodes=[(64,)])]))
    simulation = pl.Simulation(scene)
    simulation.step()
    assert simulation.positions("rod")[-1, 2] == pytest.approx(1e-3 / (3.0 * EI), rel=1e-3)
    moments = simulation.probe("section_moments", "rod")
    assert np.abs(moments[0, :2]).max() == pytest.approx(1e-3, rel=1e-2)
    assert np.abs(moments[:, 2]).max() < 1e-9
    assert simulation.probe("bending_moment", "rod")[32, 1] == pytest.approx(-0.5e-3, rel=1e-2)


def test_a_closed_rod_is_twisted_evenly_however_it_was_glued():
    ring = pl.shapes.circle(1.0)
    rod = pl.Curve(
        ring, grid=24, periodic=True, material=RUBBER, frame=pl.MaterialFrame(initial_twist=0.7), id="rod"
    )
    simulation = pl.Simulation(_scene(rod))
    # Along the chords, of which the twist is told, a ring of 24 nodes is shorter than its circle by 0.3 %.
    assert simulation.probe("twist", "rod") == pytest.approx(0.7, rel=1e-9)


@pytest.mark.parametrize("dt", [1e-3, 2.5e-4])
def test_a_free_rod_that_spins_keeps_its_momenta_and_energy(dt):
    """What the scheme takes of energy, a hundredth of it in a tenth of a second at 1 ms, shrinks with the step."""
    rod = _straight(
        12, frame=pl.MaterialFrame(initial_twist=1.0), spin=(3.0, 0.0, 2.0), velocity=(0.0, 1.0, 0.0)
    )
    simulation = pl.Simulation(_scene(rod, integrator=pl.BDF2(), dt=dt, gravity=9.8))
    simulation.keep_energy_balance()
    before = simulation.probe("angular_momentum", "rod")
    for _ in range(round(0.1 / dt)):
        simulation.step()
    after, mass = simulation.probe("angular_momentum", "rod"), simulation.probe("mass", "rod")
    assert after == pytest.approx(before, abs=1e-6 * float(np.linalg.norm(before)))
    assert simulation.probe("momentum", "rod")[2] == pytest.approx(-0.98 * mass, rel=1e-9)
    assert mass == pytest.approx(DENSITY * np.pi * RADIUS**2, rel=1e-12)
    balance = simulation.energy_balance().entries()
    assert abs(balance["numerical"]) < 0.04 * (dt / 1e-3) * balance["initial"]


def test_what_cannot_twist_is_refused_by_name():
    line = pl.shapes.line((0, 0, 0), (1, 0, 0))
    with pytest.raises(pl.SceneError, match="knows no twist"):
        pl.Curve(line, grid=5, material=pl.model.Springs(stiffness=1.0), frame=pl.MaterialFrame())
    with pytest.raises(pl.SceneError, match="kept flat"):
        _straight(plane=(0, 0, 1))


def test_a_rod_that_is_twisted_beyond_its_limit_stays_twisted():
    """Its skin yields at T = 2/√3 of the moment that bends it so far, σπr³/4; in one layer no more is borne."""
    limit = 1e5
    scene = _scene(_straight(16, flow=pl.Plastic(limit=limit, layers=1)))
    _turning(scene, 16, 4.0)
    simulation = pl.Simulation(scene)
    for _ in range(10):
        simulation.step()
    bears = 2.0 / np.sqrt(3.0) * limit * np.pi * RADIUS**3 / 4.0
    assert 1.5 * bears < GJ * 4.0
    assert simulation.probe("torque", "rod")[2:-2] == pytest.approx(bears, rel=1e-3)


def test_a_rod_that_breaks_comes_apart_and_its_halves_untwist():
    rod = _straight(16, frame=pl.MaterialFrame(initial_twist=1.0), broken_links=[((8,), (9,))])
    scene = _scene(rod, integrator=pl.BDF2(), dt=1e-3)
    simulation = pl.Simulation(scene)
    assert len(simulation.debris("rod")) == 2
    assert simulation.probe("torque", "rod")[[7, 8, 9]] == pytest.approx([1.0 * GJ, 0.0, 0.0], abs=1e-12)
    for _ in range(20):
        simulation.step()
    assert np.abs(simulation.positions("rod")[:, 1:]).max() < 1e-3
    assert simulation.probe("mass", "rod") == pytest.approx(DENSITY * np.pi * RADIUS**2, rel=1e-12)


def test_a_strip_bends_more_easily_across_its_height_and_twists_as_a_flat_section_does():
    flat = pl.Strip(young=YOUNG, width=0.04, height=0.004, density=DENSITY)
    assert flat.second_moments == pytest.approx((0.04 * 0.004**3 / 12.0, 0.004 * 0.04**3 / 12.0))
    # wh³/3 less 0.63 of the part that both ends lack [Timoshenko & Goodier, § 109]
    assert flat.twisting == pytest.approx(0.04 * 0.004**3 / 3.0 * (1.0 - 0.63 * 0.1), rel=1e-3)
    square = pl.Strip(young=YOUNG, width=0.01, height=0.01, density=DENSITY)
    assert square.twisting == pytest.approx(0.1406 * 0.01**4, rel=1e-3)
    oval = pl.Strip(young=YOUNG, width=2 * RADIUS, height=2 * RADIUS, section="ellipse", density=DENSITY)
    assert (oval.bending, oval.torsion) == pytest.approx((EI, G * np.pi * RADIUS**4 / 2.0))
    with pytest.raises(pl.SceneError, match="give it one"):
        _straight(material=flat, frame=None)


def test_a_strip_bends_towards_its_natural_curvature():
    """A straight one with the natural curvature 2π/L closes to a ring, about the second axis of its section."""
    strip = pl.Strip(young=YOUNG, width=0.04, height=0.004, density=DENSITY, damping=0.5)
    frame = pl.MaterialFrame(up=(0, 0, 1), curvature=(2.0 * np.pi, 0.0))
    simulation = pl.Simulation(
        _scene(_straight(48, material=strip, frame=frame), integrator=pl.BDF2(), dt=0.05)
    )
    for _ in range(200):
        simulation.step()
    x = simulation.positions("rod")
    assert np.linalg.norm(x[-1] - x[0]) < 0.05
    assert np.ptp(x[:, 1]) < 1e-6
    assert np.ptp(x[:, 2]) == pytest.approx(1.0 / np.pi, rel=0.02)


def test_a_pretwisted_strip_is_without_stress():
    strip = pl.Strip(young=YOUNG, width=0.04, height=0.004, density=DENSITY)
    simulation = pl.Simulation(_scene(_straight(material=strip, frame=pl.MaterialFrame(pretwist=6.0))))
    assert simulation.probe("elastic_energy", "rod") == pytest.approx(0.0, abs=1e-15)
    assert np.abs(simulation.probe("twist", "rod")).max() < 1e-9


def test_the_forces_of_a_clamp_are_the_derivatives_of_its_energy():
    scene = _scene(_straight(6, frame=pl.MaterialFrame(initial_twist=1.0)))
    scene.add(pl.Clamp("rod", edges=["n0", "n1"]))
    simulation = pl.Simulation(scene)
    body, state = simulation.model.body("rod"), simulation.state.bodies["rod"]
    layout = body.system.layout
    frozen = BodySystem("clamps", layout, body.system.mass, list(body.clamps)).at(0.0, state.memory)
    x = layout.gather(state.x) + np.random.default_rng(0).normal(scale=0.01, size=(layout.count, 3))

    def at(points: np.ndarray) -> tuple[float, np.ndarray]:
        out = layout.zeros(3)
        value = frozen.gradient(layout.spread(points.reshape(-1, 3)), out)
        return value, layout.gather(out).ravel()

    step, found, second = 1e-6, [], []
    for shift in step * np.eye(x.size):
        (more, up), (less, down) = at(x.ravel() + shift), at(x.ravel() - shift)
        found.append(0.5 * (more - less) / step)
        second.append(0.5 * (up - down) / step)
    matrices = [body.system.make_matrix() for _ in range(2)]
    for matrix, psd in zip(matrices, (False, True), strict=True):
        frozen.hessian(layout.spread(x), matrix, psd)
    exact, positive = (matrix.to_sparse().toarray() for matrix in matrices)
    assert at(x.ravel())[1] == pytest.approx(np.array(found), abs=1e-8 * np.abs(found).max())
    assert np.abs(exact - np.array(second)).max() < 1e-6 * np.abs(exact).max()
    assert np.linalg.eigvalsh(positive).min() > -1e-9 * np.abs(positive).max()


def test_a_rod_goes_on_from_a_checkpoint_bit_for_bit_and_is_kept_in_files(tmp_path):
    scene = _scene(_straight(12, frame=pl.MaterialFrame(initial_twist=1.0)), integrator=pl.BDF2(), dt=1e-3)
    scene.clamp("rod", edges=["n0"])
    pl.save(scene, tmp_path / "rod.yaml")
    assert pl.load(tmp_path / "rod.yaml").bodies[0] == scene.bodies[0]
    one = pl.Simulation(scene)
    for _ in range(3):
        one.step()
    one.checkpoint(tmp_path / "rod.state")
    other = pl.Simulation.restore(tmp_path / "rod.state")
    for simulation in (one, other):
        for _ in range(3):
            simulation.step()
    assert np.array_equal(one.state.bodies["rod"].x, other.state.bodies["rod"].x)


def test_weight_does_not_turn_a_rod():
    """Outriggers stand on either side in turn: what one turns this way the next one turns back.

    On one side all their weights would twist this soft rod by a tenth of a radian.
    """
    soft = RUBBER.model_copy(update={"young": 1e6})
    scene = _scene(_straight(40, material=soft, frame=pl.MaterialFrame(up=(0, 1, 0))), gravity=pl.EARTH)
    scene.clamp("rod", edges=["n0", "n1"])
    simulation = pl.Simulation(scene)
    simulation.step()
    turned = simulation.probe("twist", "rod")
    assert np.abs(np.cumsum(turned) / 40.0).max() < 1e-3  # [rad]


@pytest.mark.parametrize(("temperature", "left"), [(200.0, 0.1), (20.0, 1.0)])
def test_a_hot_rod_forgets_its_twist_and_a_cold_one_does_not(temperature, left):
    law = pl.Thermoplastic(0.05, temperature=temperature)
    torque = {}
    for name, flow in (("elastic", None), ("thermoplastic", law)):
        scene = _scene(_straight(8, flow=flow), integrator=pl.BDF2(), dt=0.02)
        _turning(scene, 8, 2.0, seconds=0.2)
        simulation = pl.Simulation(scene)
        for _ in range(25):
            simulation.step()
        torque[name] = float(simulation.probe("torque", "rod")[4])
    share = torque["thermoplastic"] / torque["elastic"]
    assert share == pytest.approx(1.0, rel=1e-6) if left == 1.0 else share < left


def test_a_rod_breaks_where_it_is_stretched_too_far():
    scene = _scene(_straight(8, fracture=pl.Fracture(limit=0.1, at_most=1)), integrator=pl.BDF2(), dt=0.01)
    scene.add(pl.Drive("rod", nodes=[(0,), (1,)]))
    way = pl.Keys(times=[0.0, 0.2], values=[(0.0, 0.0, 0.0), (0.2, 0.0, 0.0)])
    scene.add(pl.Drive("rod", shift=way, nodes=[(7,), (8,)]))
    simulation = pl.Simulation(scene)
    for _ in range(20):
        simulation.step()
    assert len(simulation.debris("rod")) == 2
