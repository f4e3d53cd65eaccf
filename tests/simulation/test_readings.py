"""What is read off a simulation is what it says, and reading leaves no trace."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.validation.states import place

STIFF = pl.Sheet(membrane=300.0, bending=0.05, area_density=0.5)
INTEGRATORS = {
    "explicit": pl.Explicit(),
    "semi_implicit": pl.SemiImplicit(),
    "backward_euler": pl.BackwardEuler(),
    "bdf2": pl.BDF2(),
}


def sheet(integrator=None, **options) -> pl.Scene:
    options = {"id": "sheet", "grid": (13, 11), "material": STIFF, **options}
    integrator = integrator or pl.BDF2()
    return pl.Scene(
        dt=1e-3, integrator=integrator, bodies=[pl.Surface(pl.shapes.rectangle(1.2, 1.0), **options)]
    )


def rest(simulation: pl.Simulation) -> np.ndarray:
    return simulation.positions("sheet").reshape(13, 11, 3)


# ---------------------------------------------------------------- shapes


def test_a_corner_without_area_as_far_as_rounding_tells_has_no_stretch_of_its_own():
    """One corner of the sheet is 10⁹ m away: there, what two edges span is less than what is rounded off."""
    points = [(-2.0, -2.0, 1.0), (2.0, -2.0, 1.0), (-2.0, 2.0, 1.0), (1e9, 2.0, 1.0)]
    raw = pl.Raw(tension=((0.4, 0.3), (0.3, 0.4)), rigidity=((1e-4, 1e-3), (1e-3, 1e-4)), damping=0.9)
    shape = pl.shapes.Bezier(order=1, control_points=points)
    body = pl.Surface(shape, id="sheet", grid=(3, 6), material=raw, variant="kelager")
    scene = pl.Scene(bodies=[body], dt=0.01, integrator=pl.Feynman())
    scene.add(pl.Spring(stiffness=1.0, anchor=(0.95, 0.95, 0.6)))
    simulation = pl.Simulation(scene)
    simulation.step()
    assert np.isfinite(simulation.stretch("sheet")).all()


def test_a_sheet_rolled_to_a_cylinder_is_bent_by_one_over_the_radius():
    simulation = pl.Simulation(sheet())
    u = rest(simulation)[..., 0]
    x = rest(simulation).copy()
    x[..., 0], x[..., 2] = 0.5 * np.sin(u / 0.5), 0.5 * np.cos(u / 0.5)
    place(simulation, "sheet", x)
    bent = simulation.bending("sheet").reshape(13, 11)
    assert bent[1:-1] == pytest.approx(2.0, rel=5e-3)  # second differences of a grid with 12 × 10 cells
    assert bent[0] == pytest.approx(0.0, abs=0.05)  # across a free edge it cannot be sampled


def test_a_saddle_is_bent_along_both_diagonals():
    """z = c·x·y has the principal curvatures ±c in the middle."""
    simulation = pl.Simulation(sheet())
    x = rest(simulation).copy()
    x[..., 2] = 0.3 * x[..., 0] * x[..., 1]
    place(simulation, "sheet", x)
    assert simulation.bending("sheet").reshape(13, 11)[6, 5] == pytest.approx(0.3 * np.sqrt(2), rel=1e-2)


@pytest.mark.parametrize("kind", ["flat", "egg", "dome", "skew"])
def test_at_rest_nothing_is_stretched_or_bent(kind: str):
    options = {
        "flat": {},
        "egg": {"shape": pl.shapes.ellipsoid(0.5, 0.4, 0.6), "periodic": (True, False)},
        "dome": {
            "shape": pl.shapes.bezier([(j, i, (i == 1) + 0.0) for i in range(3) for j in range(3)], order=2)
        },
        "skew": {"shape": pl.shapes.bezier([(0, 0, 0), (1, 0.1, 0), (0.5, 0.9, 0), (1.6, 1, 0)], order=1)},
    }[kind]
    shape = options.pop("shape", pl.shapes.rectangle(1, 1))
    surface = pl.Surface(shape, id="sheet", grid=(12, 9), material=STIFF, rotation=(1, 2, 0.5), **options)
    simulation = pl.Simulation(pl.Scene(bodies=[surface]))
    assert np.abs(simulation.bending("sheet")).max() < 1e-9
    assert np.abs(simulation.stretch("sheet")).max() < 1e-7  # a root of rounding errors
    assert simulation.largest_stretch() == simulation.stretch("sheet").max()


def test_a_tear_does_not_count_as_bending():
    """Both sides of a cut may go their own way."""
    links = [((m, 5), (m, 6)) for m in range(13)]
    simulation = pl.Simulation(sheet(broken_links=links))
    x = rest(simulation).copy()
    x[:, 6:, 2] += 0.5
    place(simulation, "sheet", x)
    assert np.abs(simulation.bending("sheet")).max() < 1e-9
    assert np.abs(simulation.stretch("sheet")).max() < 1e-7


def test_a_ball_that_is_blown_up_is_bent_less_and_stretched_alike_all_around():
    """Curvature 1/R becomes less; across the seam of the grid nothing is left out."""
    ball = pl.shapes.ellipsoid(0.5, 0.5, 0.5)
    surface = pl.Surface(ball, id="sheet", grid=(48, 49), periodic=(True, False), material=STIFF)
    simulation = pl.Simulation(pl.Scene(bodies=[surface]))
    place(simulation, "sheet", 1.2 * simulation.positions("sheet"))
    stretch = simulation.stretch("sheet").reshape(48, 49)
    assert stretch[:, 1:-1] == pytest.approx(0.2, rel=1e-6)
    assert simulation.largest_stretch() == pytest.approx(0.2, rel=1e-6)
    # B grows by 1.2 and is read with the rest metric: each principal change is 0.2/R
    middle = simulation.bending("sheet").reshape(48, 49)[:, 24]
    assert middle == pytest.approx(0.2 / 0.5 * np.sqrt(2), rel=2e-2)
    outward = simulation.positions("sheet") / 0.6
    along = np.sum(simulation.normals("sheet") * outward, axis=1).reshape(48, 49)[:, 2:-2]
    assert np.abs(along) == pytest.approx(1.0, abs=5e-3)


def test_speed_and_normals():
    simulation = pl.Simulation(sheet(velocity=(3.0, 0.0, 4.0)))
    assert simulation.speed("sheet") == pytest.approx(5.0)
    assert simulation.speed("sheet").shape == (143,)
    assert np.abs(simulation.normals("sheet")) == pytest.approx(np.tile((0, 0, 1), (143, 1)))


def test_pins_are_what_is_pinned_not_what_is_held():
    scene = sheet()
    scene.pin("sheet", corners=["00"])
    simulation = pl.Simulation(scene)
    simulation.apply(pl.PinEvent("sheet", nodes=[(2, 3)]))
    simulation.apply(pl.Grab("sheet", (5, 5), id="hand"))
    simulation.apply(pl.Grab("sheet", (0, 0), id="pin"))  # a pin that is moved stays one
    simulation.step()
    assert simulation.pins("sheet").tolist() == [0, 2 * 11 + 3]
    simulation.apply(pl.PinEvent("sheet", nodes=[(5, 5)]))
    simulation.apply(pl.Unpin("sheet", nodes=[(2, 3)]))
    assert simulation.pins("sheet").tolist() == [0, 5 * 11 + 5]


# ---------------------------------------------------------------- forces


def busy(integrator, **options) -> pl.Scene:
    """A sheet that everything acts upon."""
    scene = sheet(integrator, velocity=(0.2, 0, 0), spin=(0, 0, 2), **options)
    scene.gravity = pl.EARTH
    scene.add(pl.obstacles.Sphere(center=(0, 0, -0.199), radius=0.2), id="ball")
    scene.add(pl.Spring(2.0, (0, 0, 0.2), apply_to=[pl.Target("sheet", nodes=[(8, 7)])]), id="string")
    spot = {"nodes": [(3, 3), (4, 3), (4, 4)], "weights": (0.2, 0.5, 0.3)}
    scene.at(0.0, pl.Grab("sheet", **spot, id="hand", to=(0, 0, 0.1), stiffness=20.0))
    scene.at(0.0, pl.Push("sheet", (9, 9), id="fist", direction=(0, 1, 1), rate=50.0, radius=0.2))
    return scene


def masses(simulation: pl.Simulation) -> np.ndarray:
    body = simulation.model.body("sheet")
    return body.layout.gather(body.system.mass)[:, None]


def test_after_an_implicit_step_mass_times_acceleration_is_the_sum_of_the_forces():
    """Backward Euler: M(v₁ − v₀)/Δt is the force at the end of the step, which is what is read then."""
    material = STIFF.model_copy(update={"drag": 0.4})
    simulation = pl.Simulation(busy(pl.BackwardEuler(tolerance=1e-9), material=material))
    simulation.step()
    before = simulation.velocities("sheet")
    simulation.step()
    inertia = masses(simulation) * (simulation.velocities("sheet") - before) / 1e-3
    forces = simulation.external_forces("sheet") + simulation.elastic_forces("sheet")
    assert np.abs(inertia - forces).max() < 1e-5 * np.abs(forces).max()


@pytest.mark.parametrize("variant", ["exact", "kelager", "terzopoulos"])
def test_an_explicit_step_starts_from_the_forces_that_are_read(variant: str):
    raw = pl.Raw(tension=((0.3, 0.1), (0.1, 0.3)), bending=0.0, mass=0.01)
    scene = busy(pl.Explicit(), material=raw, variant=variant)
    scene.events.clear()  # explicit schemes see hands where they will be
    simulation = pl.Simulation(scene)
    for _ in range(3):
        simulation.step()
    before = simulation.velocities("sheet")
    forces = simulation.external_forces("sheet") + simulation.elastic_forces("sheet")
    simulation.step()
    inertia = masses(simulation) * (simulation.velocities("sheet") - before) / 1e-3
    assert np.abs(inertia - forces).max() < 1e-9 * np.abs(forces).max()


def test_internal_damping_is_not_an_elastic_force():
    forces = []
    for damping in (0.0, 0.02):
        simulation = pl.Simulation(sheet(material=STIFF.model_copy(update={"damping": damping})))
        simulation.step()
        x = rest(simulation)
        place(simulation, "sheet", 1.1 * x, 2.0 * x)
        forces.append(simulation.elastic_forces("sheet"))
    assert np.abs(forces[0]).max() > 1.0
    assert forces[0] == pytest.approx(forces[1], rel=1e-12)


def test_a_stream_and_friction_are_external_forces():
    scene = pl.Scene(dt=0.01, gravity=pl.EARTH, forces=[pl.Viscous(2.0, (0, 0, 3.0))])
    scene.add(
        pl.obstacles.Plane(point=(0, 0, 0.001), friction=0.5, response=pl.responses.Penalty(1e3, margin=0))
    )
    scene.add(
        pl.Surface(pl.shapes.rectangle(1, 1), id="sheet", grid=(5, 5), material=STIFF, velocity=(1, 0, 0))
    )
    simulation = pl.Simulation(scene)
    force = simulation.external_forces("sheet").sum(axis=0)
    pressed = 25 * 1e3 * 0.001
    assert force[2] == pytest.approx(2.0 * 3.0 * 1.0 - 0.5 * pl.EARTH + pressed, rel=1e-9)
    assert force[0] == pytest.approx(-0.5 * pressed, rel=1e-9)


def test_the_published_variants_store_no_elastic_energy():
    raw = pl.Raw(tension=((0.3, 0.1), (0.1, 0.3)), mass=0.01)
    simulation = pl.Simulation(busy(pl.SemiImplicit(), material=raw, variant="kelager"))
    for _ in range(3):
        simulation.step()
    energies = simulation.energies()
    assert energies["elastic"] == 0.0 and energies["kinetic"] > 0.0


# ---------------------------------------------------------------- no trace


def read_everything(simulation: pl.Simulation) -> None:
    for reading in (
        simulation.positions,
        simulation.velocities,
        simulation.speed,
        simulation.stretch,
        simulation.bending,
        simulation.normals,
        simulation.external_forces,
        simulation.elastic_forces,
        simulation.pins,
    ):
        found = reading("sheet")
        assert len(found) == 143 or reading == simulation.pins
        found[...] = 0  # it is the reader's own
    simulation.energies()
    simulation.largest_stretch()
    simulation.firm_stiffness("sheet")
    simulation.script()


@pytest.mark.parametrize("name", [*INTEGRATORS, "kelager", "velocity test", "friction"])
def test_reading_leaves_no_trace(name: str):
    def made() -> pl.Simulation:
        raw = pl.Raw(tension=((0.3, 0.1), (0.1, 0.3)), mass=0.01)
        options = {"material": raw, "variant": "kelager"} if name == "kelager" else {}
        if name in INTEGRATORS:
            options = {"material": STIFF.model_copy(update={"damping": 1e-5})}
        integrator = INTEGRATORS.get(name, pl.SemiImplicit() if name == "kelager" else pl.BDF2())
        scene = busy(integrator, **options)
        scene.add(pl.Viscous(0.3, pl.Gust((1, 0, 0), amplitude=(0.5, 0, 0), period=0.01)))
        scene.at(
            0.004, pl.Grab("sheet", (10, 2), id="fingers"), pl.Move("fingers", (0.5, -0.2, 0.1), seconds=0.02)
        )
        scene.at(0.008, pl.Release("fingers"))
        if name == "velocity test":
            scene.contact = pl.responses.QuadraticPenalty(epsilon=0.01)
        if name == "friction":
            scene.obstacles[0] = scene.obstacles[0].model_copy(update={"friction": 0.5})
        return pl.Simulation(scene)

    read, alone = made(), made()
    for _ in range(12):
        read_everything(read)
        read.step()
        alone.step()
    assert (read.positions("sheet") == alone.positions("sheet")).all()
    assert (read.velocities("sheet") == alone.velocities("sheet")).all()
    assert read.energies() == alone.energies()


def test_readings_of_nobody_are_refused():
    simulation = pl.Simulation(sheet())
    for name in ("speed", "stretch", "bending", "normals", "external_forces", "elastic_forces", "pins"):
        with pytest.raises(pl.PliantError, match="no body named 'nobody'"):
            getattr(simulation, name)("nobody")
    with pytest.raises(pl.PliantError, match="no body named 'nobody'"):
        simulation.firm_stiffness("nobody")
