"""Bodies that meet each other and themselves: nothing crosses, momentum is kept, friction obeys Coulomb."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.benchmarks.contact import crumpling
from pliant.collision.intersections import intersections
from pliant.collision.potential import ContactPotential
from pliant.model.nets import octasphere
from pliant.solvers import direct

SOFT = pl.Bulk(young=1e6, poisson=0.3, density=1000)


def contact_of(simulation: pl.Simulation) -> ContactPotential:
    contact = simulation._world.contact
    assert contact is not None
    return contact


def crossings(simulation: pl.Simulation) -> int:
    """How many edges pierce faces, of all bodies that meet."""
    contact = contact_of(simulation)
    x = np.concatenate(
        [simulation.state.bodies[hull.name].x[:, hull.nodes] for hull in contact.hulls], axis=1
    )
    return len(intersections(contact.hulls, x, [tuple(pair) for pair in contact.separation.meets]))


def sheet(name: str, size: float = 0.5, n: int = 8, **options) -> pl.Surface:
    shape = pl.shapes.rectangle(size, size)
    return pl.Surface(shape, id=name, grid=(n, n), material=pl.materials.COTTON, **options)


def block(name: str, *, grid=(3, 3, 3), size=(0.2, 0.2, 0.2), **options) -> pl.Solid:
    return pl.Solid(pl.shapes.box(*size), id=name, grid=grid, material=SOFT, **options)


def held_block(scene: pl.Scene, name: str, size: tuple[float, float, float], **options) -> None:
    body = scene.add(block(name, grid=(5, 5, 2), size=size, **options))
    scene.pin(body, nodes=[(i, j, k) for i in range(5) for j in range(5) for k in range(2)])


def momenta(simulation: pl.Simulation) -> tuple[np.ndarray, np.ndarray, float]:
    p, spin = np.zeros(3), np.zeros(3)
    for body in simulation.model.bodies:
        state, nodes = simulation.state.bodies[body.name], body.layout.nodes
        mv = body.system.mass[nodes] * state.v[:, nodes]
        p += mv.sum(axis=1)
        spin += np.cross(state.x[:, nodes].T, mv.T).sum(axis=0)
    return p, spin, sum(simulation.energies().values())


def test_a_sheet_falls_onto_a_sheet_and_stays_there():
    scene = pl.Scene(collision=True, gravity=pl.EARTH)
    low = scene.add(sheet("low", 1.0))
    scene.add(sheet("high", position=(0.1, 0.05, 0.1)))
    scene.pin(low, corners=("00", "10", "01", "11"))
    simulation = pl.Simulation(scene)
    for _ in range(60):
        simulation.step()
        assert crossings(simulation) == 0
    assert simulation.positions("high")[:, 2].mean() > simulation.positions("low")[:, 2].min()
    assert contact_of(simulation).active > 0


def test_a_sheet_falls_onto_itself():
    scene = pl.Scene(collision=True, gravity=pl.EARTH)
    scene.add(sheet("cloth", 1.0, 16, rotation=(1.45, 0.15, 0.0), position=(0.0, 0.0, 0.62)))
    scene.add(pl.obstacles.Plane(point=(0, 0, 0), normal=(0, 0, 1), friction=0.3))
    simulation = pl.Simulation(scene)
    touched = 0
    for _ in range(45):
        simulation.step()
        assert crossings(simulation) == 0
        touched = max(touched, contact_of(simulation).active)
    assert touched > 20


def test_a_sheet_that_collapses_on_the_floor_is_solved_in_every_step():
    """What is cut on the floor stays behind, and does not take along all that falls by two cells a step."""
    simulation = pl.Simulation(crumpling(32, collision=True))
    for _ in range(20):
        simulation.step()
    assert crossings(simulation) == 0
    assert contact_of(simulation).active > 20
    assert simulation.unconverged == simulation.halvings == 0


def bullet(kind: str, speed: float) -> pl.Surface | pl.Curve | pl.Solid:
    start = {"position": (0.013, 0.021, 0.08), "velocity": (0.1 * speed, 0.0, -speed)}
    if kind == "cube":
        return block("bullet", size=(0.06, 0.06, 0.06), **start)
    if kind == "rope":
        cord = pl.Cord(stretching=500.0, bending=1e-4, line_density=0.05)
        return pl.Curve(
            pl.shapes.line((-0.05, 0, 0), (0.05, 0, 0)), id="bullet", grid=8, material=cord, **start
        )
    spin = (
        (20.0 * min(speed, 100.0), 0.0, 10.0 * min(speed, 100.0)) if kind == "spinning" else (0.0, 0.0, 0.0)
    )
    return sheet("bullet", 0.1, 3, spin=spin, **start)


@pytest.mark.parametrize("kind", ["sheet", "rope", "cube", "spinning"])
@pytest.mark.parametrize("speed", [1.0, 10.0, 100.0, 1000.0])
def test_a_bullet_does_not_pass_a_thin_sheet(speed, kind):
    """A sheet of 0.4 mm whose edges are held; at 1000 m/s the bullet would go 17 m in a step."""
    scene = pl.Scene(gravity=None, collision=pl.Collision(thickness=4e-4))
    held = scene.add(sheet("held", 0.5, 6))
    scene.pin(held, edges=("m0", "m1", "n0", "n1"))
    scene.add(bullet(kind, speed))
    simulation = pl.Simulation(scene)
    for _ in range(12 if speed == 1.0 else 8):
        simulation.step()
        assert crossings(simulation) == 0
        below = simulation.positions("bullet")[:, 2].mean() - simulation.positions("held")[:, 2].min()
        assert below > 0.0


@pytest.mark.parametrize("integrator", ["bdf2", "backward_euler"])
def test_two_sheets_that_collide_keep_their_momentum_and_gain_no_energy(integrator):
    scene = pl.Scene(collision=True, gravity=None, integrator=integrator)
    scene.add(sheet("a", velocity=(0.0, 0.0, 1.0)))
    scene.add(sheet("b", position=(0.1, 0.05, 0.1), velocity=(0.5, 0.0, -1.0)))
    simulation = pl.Simulation(scene)
    p, spin, energy = momenta(simulation)
    touched, last = 0, energy
    for _ in range(20):
        simulation.step()
        touched = max(touched, contact_of(simulation).active)
        now, turning, left = momenta(simulation)
        assert now == pytest.approx(p, abs=1e-12)
        if contact_of(simulation).active:
            assert turning == pytest.approx(spin, abs=1e-9)
        assert left < last * (1 + 1e-6)
        last = left
    assert touched > 20
    assert crossings(simulation) == 0


def cubes_that_collide(integrator: str, dt: float, friction: float) -> pl.Simulation:
    """Of jelly in which sound goes 6 m/s, so that 4 m/s squash them."""
    jelly = pl.Bulk(young=2e4, poisson=0.3, density=500)
    scene = pl.Scene(gravity=None, dt=dt, integrator=integrator, collision=pl.Collision(friction=friction))
    shape = pl.shapes.box(0.1, 0.1, 0.1)
    scene.add(pl.Solid(shape, id="a", grid=(4, 4, 4), material=jelly, velocity=(0, 0, 2), spin=(1, 0, 3)))
    place = {"position": (0.02, 0.01, 0.17), "rotation": (0.3, 0.4, 0.1), "velocity": (0.0, 0.0, -2.0)}
    scene.add(pl.Solid(shape, id="b", grid=(4, 4, 4), material=jelly, **place))
    return pl.Simulation(scene)


@pytest.mark.parametrize("integrator", ["explicit", "midpoint", "rk4", "feynman"])
def test_cubes_of_explicit_schemes_collide_and_part_with_less_energy(integrator):
    """Momentum is kept but for rounding; kinetic and elastic energy wobble by less than a thousandth."""
    simulation = cubes_that_collide(integrator, 2e-4, 0.3)
    p, _, energy = momenta(simulation)
    touched = False
    for _ in range(250):
        simulation.step()
        now, _, left = momenta(simulation)
        assert left < 1.001 * energy
        touched = touched or contact_of(simulation).active > 0
    assert touched
    assert now == pytest.approx(p, abs=1e-11)
    assert simulation.velocities("b")[:, 2].mean() > 0.5 > -0.5 > simulation.velocities("a")[:, 2].mean()


@pytest.mark.parametrize("integrator", ["bdf2", "backward_euler"])
def test_a_blow_that_is_not_solved_for_keeps_momentum_too(integrator):
    """1/60 s is long for this: corrections run out. Momenta are relative to Σ m|v| and Σ m|x||v|."""
    simulation = cubes_that_collide(integrator, 1 / 60, 0.0)
    p, spin, energy = momenta(simulation)
    touched = 0
    for _ in range(12):
        simulation.step()
        now, turning, left = momenta(simulation)
        touched += contact_of(simulation).active > 0
        assert now == pytest.approx(p, abs=1e-11)
        if contact_of(simulation).active:
            assert turning == pytest.approx(spin, abs=1e-9)
        assert left < 1.001 * energy
    assert touched > 2
    assert simulation.unconverged > 0


def test_a_direct_solver_factors_each_matrix_once_however_often_it_preconditions(monkeypatch):
    """Of two bodies in each correction; conjugate gradients need four times as many solutions here."""
    factored, factor = [], direct.spla.splu
    monkeypatch.setattr(direct.spla, "splu", lambda *a, **k: factored.append(1) or factor(*a, **k))
    scene = pl.Scene(gravity=pl.EARTH, solver=pl.Solver("direct"))
    low = scene.add(sheet("low", 0.5, 6))
    scene.add(sheet("high", 0.3, 5, position=(0.0, 0.0, 0.03)))
    scene.pin(low, corners=("00", "10", "01", "11"))
    simulation = pl.Simulation(scene)
    newton, linear = 0, 0
    for _ in range(10):
        simulation.step()
        newton += sum(report.newton for report in simulation.reports.values())
        linear += sum(report.linear for report in simulation.reports.values())
    assert contact_of(simulation).active > 0
    assert linear > 3 * newton
    assert len(factored) < 1.5 * newton


@pytest.mark.parametrize(("ratio", "slides"), [(0.98, False), (1.02, True)])
def test_a_block_slides_on_a_slope_beyond_the_angle_of_friction(ratio, slides):
    """tan⁻¹ μ: below it the block creeps at less than v₀ = 1 mm/s, beyond it it goes faster and faster."""
    mu, g = 0.5, 9.81
    slope = np.arctan(mu * ratio)
    gravity = (g * np.sin(slope), 0.0, -g * np.cos(slope))
    scene = pl.Scene(gravity=gravity, dt=1 / 120, collision=pl.Collision(friction=mu, thickness=0.005))
    held_block(scene, "slope", (2.0, 0.6, 0.1))
    scene.add(block("block", position=(-0.5, 0.0, 0.1545)))
    simulation = pl.Simulation(scene)
    at = []
    for _ in range(150):
        simulation.step()
        at.append(simulation.positions("block").mean(axis=0)[0])
    speed = (at[-1] - at[-11]) * 12.0
    gained = g * (np.sin(slope) - mu * np.cos(slope)) * 150 / 120
    assert speed == pytest.approx(gained, rel=0.2) if slides else speed < 1.2e-3


def test_a_stack_of_blocks_stands():
    scene = pl.Scene(collision=True, gravity=pl.EARTH)
    held_block(scene, "base", (1.0, 1.0, 0.1), position=(0.0, 0.0, -0.05))
    for k in range(3):
        scene.add(block(f"block{k}", position=(0.005 * (-1) ** k, 0.0, 0.104 + 0.204 * k)))
    simulation = pl.Simulation(scene)
    for _ in range(60):
        simulation.step()
    before = [simulation.positions(f"block{k}") for k in range(3)]
    for _ in range(60):
        simulation.step()
    for k in range(3):
        assert simulation.positions(f"block{k}") == pytest.approx(before[k], abs=1e-3)
    assert simulation.unconverged == 0


def test_bodies_that_start_nearer_than_their_thickness_are_not_thrown_apart():
    scene = pl.Scene(collision=True, gravity=None)
    scene.add(sheet("a"))
    scene.add(sheet("b", position=(0.0, 0.0, 0.002)))
    simulation = pl.Simulation(scene)
    for _ in range(5):
        simulation.step()
    assert max(simulation.speed("a").max(), simulation.speed("b").max()) < 1e-6


@pytest.mark.parametrize("scheme", ["rk4", "explicit", "feynman"])
def test_bodies_of_explicit_schemes_do_not_cross(scheme):
    scene = pl.Scene(collision=True, gravity=None, integrator=scheme, dt=2e-4)
    wool = pl.materials.Sheet(membrane=50.0, bending=1e-4, area_density=0.2)
    for name, z, v in (("a", 0.0, 1.0), ("b", 0.03, -1.0)):
        shape = pl.shapes.rectangle(0.5, 0.5)
        place = {"position": (0.02 * (name == "b"), 0.0, z), "velocity": (0.0, 0.0, v)}
        scene.add(pl.Surface(shape, id=name, grid=(6, 6), material=wool, **place))
    simulation = pl.Simulation(scene)
    p, _, _ = momenta(simulation)
    touched = 0
    for _ in range(150):
        simulation.step()
        touched = max(touched, contact_of(simulation).active)
    assert touched > 0
    assert crossings(simulation) == 0
    assert momenta(simulation)[0] == pytest.approx(p, abs=1e-9)
    gap = simulation.positions("b")[:, 2].mean() - simulation.positions("a")[:, 2].mean()
    assert gap > 0.0


def test_sticks_and_hybrid_bodies_meet_others():
    scene = pl.Scene(collision=True, gravity=pl.EARTH)
    table = scene.add(sheet("table", 1.0, 6))
    scene.pin(table, nodes=[(i, j) for i in range(6) for j in range(6)])
    shape = pl.shapes.rectangle(0.3, 0.3)
    scene.add(
        pl.Surface(shape, id="sticks", grid=(5, 5), material=pl.Sticks(mass=0.05), position=(-0.2, 0, 0.1))
    )
    hybrid = pl.Hybrid(slope=50.0, curvature=1.0, density=2.0)
    scene.add(pl.Surface(shape, id="hybrid", grid=(5, 5), material=hybrid, position=(0.2, 0.0, 0.1)))
    simulation = pl.Simulation(scene)
    for _ in range(40):
        simulation.step()
        assert crossings(simulation) == 0
    for name in ("sticks", "hybrid"):
        assert simulation.positions(name)[:, 2].min() > 0.0


@pytest.mark.parametrize("compliance", [0.0, 1e-4])
def test_sticks_meet_sticks(compliance):
    """They are put back to their lengths after contact as before it: nothing crosses, nor stretches to speak of."""
    scene = pl.Scene(gravity=None)
    shape, matter = pl.shapes.rectangle(0.3, 0.3), pl.Sticks(mass=0.01, compliance=compliance)
    scene.add(pl.Surface(shape, id="a", grid=(6, 6), material=matter, velocity=(0.0, 0.0, 1.0)))
    start = {"position": (0.1, 0.05, 0.1), "rotation": (0.3, 0.2, 0.0), "velocity": (0.0, 0.0, -2.0)}
    scene.add(pl.Surface(shape, id="b", grid=(6, 6), material=matter, **start))
    simulation = pl.Simulation(scene)
    p, touched = momenta(simulation)[0], 0
    for _ in range(20):
        simulation.step()
        touched = max(touched, contact_of(simulation).active)
        assert crossings(simulation) == 0
    assert touched > 10
    assert momenta(simulation)[0] == pytest.approx(p, abs=1e-12)
    for name in ("a", "b"):
        assert simulation.stretch(name).max() < 0.1


def test_a_published_variant_that_is_asked_for_contact_is_refused_by_name():
    with pytest.raises(pl.SceneError, match="'terzopoulos' meet obstacles only"):
        sheet("cloth", variant="terzopoulos", self_contact=True)
    weights = pl.Raw(tension=((0.3, 0.1), (0.1, 0.3)), rigidity=((1e-5, 1e-5), (1e-5, 1e-5)))
    flat = pl.shapes.rectangle(0.5, 0.5, center=(0.0, 0.0, 0.1))
    raw = pl.Surface(flat, id="raw", grid=(5, 5), material=weights, variant="terzopoulos")
    scene = pl.Scene(bodies=[raw, sheet("cloth")], integrator="semi_implicit")
    assert "raw" not in pl.Simulation(scene)._world.hulls
    with pytest.raises(
        pl.SceneError, match="'cloth' and 'raw' cannot meet: bodies of the variant 'terzopoulos'"
    ):
        pl.Scene(bodies=[raw, sheet("cloth", collides=["raw"])], integrator="semi_implicit")


def test_a_checkpoint_goes_on_bit_for_bit(tmp_path):
    scene = pl.Scene(collision=True, gravity=pl.EARTH)
    low = scene.add(sheet("low", 1.0))
    scene.add(sheet("high", position=(0.1, 0.05, 0.05)))
    scene.pin(low, corners=("00", "10", "01", "11"))
    simulation = pl.Simulation(scene)
    for _ in range(15):
        simulation.step()
    assert contact_of(simulation).active > 0
    simulation.checkpoint(tmp_path / "state.npz")
    again = pl.Simulation.restore(tmp_path / "state.npz")
    for _ in range(5):
        simulation.step()
        again.step()
    for name in ("low", "high"):
        assert np.array_equal(simulation.positions(name), again.positions(name))


def test_a_checkpoint_after_an_obstacle_was_moved_goes_on_bit_for_bit(tmp_path):
    points, faces = octasphere(2)
    scene = pl.Scene(gravity=pl.EARTH)
    scene.add(pl.obstacles.Mesh(0.2 * points, faces, id="ball"))
    scene.add(sheet("cloth", 0.8, 10, position=(0.01, 0.02, 0.25)))
    simulation = pl.Simulation(scene)
    for step in range(17):
        if step == 12:
            simulation.apply(pl.Set("obstacles[0].center", (0.02, 0.01, 0.01)))
        simulation.step()
    simulation.checkpoint(tmp_path / "state")
    again = pl.Simulation.restore(tmp_path / "state")
    for _ in range(8):
        simulation.step()
        again.step()
    assert np.array_equal(simulation.positions("cloth"), again.positions("cloth"))


def test_without_contact_bodies_pass_and_nothing_else_changes():
    def run(collision) -> np.ndarray:
        scene = pl.Scene(gravity=pl.EARTH, collision=collision)
        cloth = scene.add(sheet("cloth", 1.0, 8))
        scene.pin(cloth, corners=("00", "10"))
        simulation = pl.Simulation(scene)
        for _ in range(10):
            simulation.step()
        return simulation.positions("cloth")

    assert np.array_equal(run(False), run(True))


def test_a_mesh_obstacle_is_met_as_a_body_is():
    v = np.array([(x, y, z) for x in (-0.2, 0.2) for y in (-0.2, 0.2) for z in (-0.2, 0.0)])
    f = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6)]
    f += [(0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]
    scene = pl.Scene(collision=True, gravity=pl.EARTH)
    scene.add(pl.obstacles.Mesh(vertices=v, triangles=np.array(f), friction=0.3))
    scene.add(sheet("cloth", 0.6, 12, position=(0.01, 0.02, 0.1)))
    simulation = pl.Simulation(scene)
    for _ in range(40):
        simulation.step()
    inside = simulation.positions("cloth")
    deep = (np.abs(inside[:, :2]) < 0.2).all(axis=1) & (inside[:, 2] < 0.0) & (inside[:, 2] > -0.2)
    assert not deep.any()
    assert simulation.positions("cloth")[:, 2].max() > 0.0


@pytest.mark.parametrize("integrator", ["bdf2", "static"])
def test_an_obstacle_that_what_is_pinned_cannot_give_way_to_ends_the_run(integrator):
    """It would be somewhere else in the next step, whatever is in between: the error names both."""
    scene = pl.Scene(gravity=None, integrator=integrator, dt=1 / 60)
    cloth = scene.add(sheet("cloth", 0.4, 4))
    scene.pin(cloth, nodes=[(i, j) for i in range(4) for j in range(4)])
    corners = np.array([(0.0, 0.0, 0.02), (0.05, 0.0, 0.1), (0.0, 0.05, 0.1)])
    motion = {"times": (0.0, 0.1), "shifts": ((0.0, 0.0, 0.0), (0.01, 0.0, -0.1))}
    scene.add(pl.obstacles.Mesh(vertices=corners, triangles=np.array([(0, 1, 2)]), id="tip", motion=motion))
    simulation = pl.Simulation(scene)
    with pytest.raises(pl.SimulationError, match=r"obstacle 'tip' cannot go on in step .*: 'cloth'"):
        for _ in range(8):
            simulation.step()
    contact, (shell,) = contact_of(simulation), simulation.shells
    x = [simulation.positions("cloth").T, shell.points(simulation.time).T]
    assert len(intersections(contact.hulls, np.concatenate(x, axis=1), [(0, 1)])) == 0


def test_a_body_of_sticks_and_one_of_bdf2_that_nothing_holds_meet():
    """One looks back two steps, the other one: what the one loses in momentum the other gets."""
    scene = pl.Scene(gravity=None, collision=pl.Collision(friction=0.0))
    scene.add(sheet("cloth", 0.4, 6, velocity=(0.0, 0.0, 1.0)))
    shape = pl.shapes.rectangle(0.2, 0.2)
    start = {"position": (0.02, 0.01, 0.06), "velocity": (0.0, 0.0, -1.0)}
    scene.add(pl.Surface(shape, id="sticks", grid=(4, 4), material=pl.Sticks(mass=0.01), **start))
    simulation = pl.Simulation(scene)
    p, _, _ = momenta(simulation)
    for _ in range(12):
        simulation.step()
        assert crossings(simulation) == 0
    below = simulation.positions("cloth").reshape(6, 6, 3)[2:4, 2:4, 2]
    assert simulation.positions("sticks")[:, 2].mean() > below.mean()
    assert simulation.velocities("sticks")[:, 2].mean() > -0.9  # they have met
    assert momenta(simulation)[0] == pytest.approx(p, abs=1e-12)


@pytest.mark.parametrize("scheme", [pl.Explicit(), pl.Feynman(), pl.RK4()], ids=lambda scheme: scheme.kind)
def test_a_cloth_that_an_explicit_scheme_throws_apart_is_told_of_though_contact_holds_it(scheme):
    scene = pl.Scene(gravity=pl.EARTH, integrator=scheme, dt=1 / 60)
    scene.pin(scene.add(sheet("cloth")), corners=("00", "10"))
    simulation = pl.Simulation(scene)
    with pytest.raises(pl.SimulationError, match="exploded"):
        for _ in range(20):
            simulation.step()


@pytest.mark.slow
@pytest.mark.parametrize("young", [1e8, 1e9])
def test_stiff_planks_on_ropes_bear_a_ball(young):
    """Eleven bodies that touch, some a million times as stiff as others; none is thrown away or explodes."""
    scene = pl.Scene(gravity=pl.EARTH)
    for y in (-0.3, 0.3):
        line = pl.shapes.polyline([(-2, y, 1.2), (0, y, 0.9), (2, y, 1.2)])
        rope = scene.add(pl.Curve(line, grid=61, material=pl.materials.ROPE))
        scene.pin(rope, corners=("0", "1"))
    wood = pl.Bulk(young=young, poisson=0.3, density=600)
    planks = []
    for k in range(9):
        x = 0.36 * (k - 4)
        plank = pl.Solid(
            pl.shapes.box(0.26, 0.8, 0.03),
            grid=(4, 7, 2),
            material=wood,
            position=(x, 0, 0.94 + 0.15 * abs(x)),
        )
        planks.append(scene.add(plank))
    ball = pl.Solid(
        pl.shapes.ball(0.12), grid=(6, 6, 6), material=pl.materials.RUBBER, position=(0.1, 0, 1.5)
    )
    scene.add(ball, id="ball")
    simulation = pl.Simulation(scene)
    for _ in range(60):
        simulation.step()
    for plank in planks:
        assert 0.7 < simulation.positions(plank)[:, 2].mean() < 1.3
        assert abs(simulation.positions(plank)[:, 1].mean()) < 0.1
    assert simulation.positions("ball")[:, 2].mean() > 0.9
