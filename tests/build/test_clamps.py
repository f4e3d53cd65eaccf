"""A clamped edge is at the edge of the body, and what hangs on it is right to second order in the size of cells."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_bvp

import pliant as pl
from pliant import shapes
from pliant.energies.clamped import ClampEnergy
from pliant.model import Bulk, Cord, Curve, Elastic, Sheet, Solid, Springs, Surface
from pliant.model.protocols import StepContext
from pliant.scene.holding import constrained
from pliant.validation.states import settled

STIFF = {"membrane": 1e5, "area_density": 1.0}
WEIGHT = 0.01  # [N/m²], or [N/m]; with D = 1 the tip of a strip of 1 m sinks by 1.25 mm


def strip(cells: int, edge: str, gravity: float = WEIGHT, **options) -> pl.Scene:
    """A strip of 1 m along the axis of the edge, three nodes wide."""
    scene = pl.Scene(gravity=gravity, **options)
    size, grid = ((1.0, 0.1), (cells + 1, 3)) if edge[0] == "m" else ((0.1, 1.0), (3, cells + 1))
    material = Sheet(poisson=0.0, bending=1.0, **STIFF)
    scene.add(Surface(shapes.rectangle(*size), grid=grid, material=material), id="strip")
    scene.clamp("strip", edges=[edge])
    return scene


def rod(cells: int, gravity: float = WEIGHT, **options) -> pl.Scene:
    scene = pl.Scene(gravity=gravity, **options)
    material = Cord(stretching=1e5, bending=1.0, line_density=1.0)
    scene.add(Curve(shapes.line((0, 0, 0), (1, 0, 0)), grid=cells + 1, material=material), id="strip")
    scene.clamp("strip", edges=["n0"])
    return scene


def depth(scene: pl.Scene, **options) -> float:
    return -float(settled(scene, **options).positions("strip")[:, 2].min())


# ---------------------------------------------------------------- statics


@pytest.mark.parametrize("edge", ["m1", "n0", "curve"])
def test_a_cantilever_is_right_to_second_order(edge):
    """w = qL⁴/8D with the whole length L: 0.4 % at 16 cells (it was −12 %), a quarter of that at 32."""
    make = rod if edge == "curve" else lambda cells: strip(cells, edge)
    errors = [depth(make(cells)) / (WEIGHT / 8.0) - 1.0 for cells in (8, 16, 32)]
    assert abs(errors[1]) < 0.005
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.05)
    assert errors[1] / errors[2] == pytest.approx(4.0, rel=0.05)


def test_a_heavy_elastica_hangs_as_theory_has_it():
    """D θ″ = −q(L − s) cos θ: the tip sinks by 0.6 L; 16 edges are within half a per cent."""
    q = 12.0

    def rates(s, y):
        return np.vstack([y[1], -q * (1 - s) * np.cos(y[0])])

    s = np.linspace(0, 1, 401)
    found = solve_bvp(rates, lambda a, b: np.array([a[0], b[1]]), s, np.vstack([s, 1 - s]), tol=1e-8)
    angle = found.sol(s)[0]
    tip = np.trapezoid(np.cos(angle), s), np.trapezoid(np.sin(angle), s)
    x = settled(rod(16, q), load_steps=6).positions("strip")[-1]
    assert x[0] == pytest.approx(tip[0], abs=5e-3)
    assert -x[2] == pytest.approx(tip[1], abs=5e-3)


def test_a_clamped_plate_bends_as_tables_say():
    """0.00126532 qa⁴/D (Timoshenko): 16 × 16 cells are 3.3 % too soft, as differences are that mirror the plate at its
    edge (with two rows held it was 22 % too stiff), 8 × 8 nearly four times that."""
    errors = []
    for cells in (8, 16):
        scene = pl.Scene(gravity=WEIGHT)
        material = Sheet(poisson=0.3, bending=1.0, **STIFF)
        scene.add(Surface(shapes.rectangle(1, 1), grid=(cells + 1,) * 2, material=material), id="strip")
        scene.clamp("strip", edges=["m0", "m1", "n0", "n1"])
        errors.append(depth(scene) / (0.00126532 * WEIGHT) - 1.0)
    assert abs(errors[1]) < 0.035
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.07)


def ring(inner: float, q: float, nu: float) -> float:
    """The deflection of the free inner rim (radius `inner`) of a plate clamped at r = 1, D = 1:
    w = A + B ln r + C r² + E r² ln r + q r⁴/64, from w = w′ = 0 outside, M_r = 0 and Q = 0 inside."""

    def terms(r):  # w, w′, w″, w‴ of the four functions and of the load
        l = np.log(r)  # noqa: E741
        w = [1, l, r**2, r**2 * l, q * r**4 / 64]
        w1 = [0, 1 / r, 2 * r, 2 * r * l + r, q * r**3 / 16]
        w2 = [0, -1 / r**2, 2, 2 * l + 3, 3 * q * r**2 / 16]
        w3 = [0, 2 / r**3, 0, 2 / r, 3 * q * r / 8]
        return (np.array(part, dtype=float) for part in (w, w1, w2, w3))

    w, w1, _, _ = terms(1.0)
    v, v1, v2, v3 = terms(inner)
    rows = np.array([w, w1, v2 + nu * v1 / inner, v3 + v2 / inner - v1 / inner**2])
    return float(v @ [*np.linalg.solve(rows[:, :4], -rows[:, 4]), 1.0])


def test_a_round_edge_that_is_closed_is_clamped_likewise():
    """A ring, periodic around: 0.5 % or better with 16 cells across."""
    nu, inner = 0.3, 0.4
    scene = pl.Scene(gravity=WEIGHT)
    flat = shapes.cone(1.0, 1e-6, inner)
    material = Sheet(poisson=nu, bending=1.0, **STIFF)
    scene.add(Surface(flat, grid=(48, 17), periodic=(True, False), material=material), id="strip")
    scene.clamp("strip", edges=["n0"])
    assert depth(scene) == pytest.approx(abs(ring(inner, WEIGHT, nu)), rel=0.01)


def test_fibres_count_across_the_edge():
    """Stiff along the strip or across it, by the angle of the fibres: the same strip either way."""
    fibres = {"young": 1e9, "young_2": 1e8, "poisson": 0.0, "shear": 1e8, "thickness": 2e-3, "density": 500.0}
    found = {}
    for name, edge, angle in (("m", "m0", 0.0), ("n", "n1", np.pi / 2), ("across", "m0", np.pi / 2)):
        scene = strip(8, edge, 1e-3)
        scene.bodies[0] = scene.bodies[0].model_copy(
            update={"material": Elastic(fibre_angle=angle, **fibres)}
        )
        found[name] = depth(scene)
    assert found["n"] == pytest.approx(found["m"], rel=1e-6)
    assert found["across"] == pytest.approx(10 * found["m"], rel=1e-3)
    D = 1e9 * 2e-3**3 / 12  # E t³/12
    assert found["m"] == pytest.approx(1e-3 / (8 * D), rel=0.02)  # 8 cells: 1.6 %


def test_a_solid_is_held_by_its_face_and_loses_no_cell():
    """A bar hangs from its face: it stretches by ρgL²/2E of its whole length (two layers held: 23 % less)."""
    scene = pl.Scene(gravity=(10.0, 0.0, 0.0))
    bar = Solid(shapes.box(1, 0.2, 0.2), grid=(9, 3, 3), material=Bulk(young=1e6, poisson=0.0, density=100.0))
    scene.add(bar, id="bar")
    scene.clamp("bar", edges=["l0"])
    longest = settled(scene).positions("bar")[:, 0].max() - 0.5
    assert longest == pytest.approx(100.0 * 10.0 / (2 * 1e6), rel=0.01)


# ---------------------------------------------------------------- motion, and what happens to clamps


def test_a_clamped_strip_hums_at_its_frequency():
    """ω = 3.516 √(D/μ)/L²: 16 cells, within 0.5 %, from the curvature of its lowest swing about rest.

    Taken from the energy: started with the shape of the first mode, it turns in a quarter of a period.
    """
    scene = rod(16, 0.0, dt=0.002, integrator={"kind": "bdf2", "tolerance": 1e-6})
    simulation = pl.Simulation(scene)
    x = np.linspace(0, 1, 17)
    b, s = 1.8751041, 0.7340955
    mode = np.cosh(b * x) - np.cos(b * x) - s * (np.sinh(b * x) - np.sin(b * x))
    body = simulation.model.body("strip")
    simulation.state.bodies["strip"].v[2, body.layout.nodes] = 1e-3 * mode
    tip = []
    while simulation.time < 1.0:
        simulation.step()
        tip.append(simulation.positions("strip")[-1, 2])
    k = next(k for k in range(len(tip) - 1) if tip[k] > 0 >= tip[k + 1])  # half a period
    half = 0.002 * (k + 1 + tip[k] / (tip[k] - tip[k + 1]))
    assert np.pi / half == pytest.approx(b**2, rel=5e-3)


@pytest.mark.parametrize("kind", ["bdf2", "backward_euler", "explicit", "rk4", "semi_implicit", "static"])
def test_every_integrator_knows_clamps(kind):
    """The edge stays, and the strip stays nearly straight beside it: with a hinge there it would swing down."""
    scene = strip(6, "m0", 1.0, dt=5e-4, integrator={"kind": kind})
    scene.bodies[0] = scene.bodies[0].model_copy(
        update={"material": Sheet(membrane=100.0, poisson=0.0, bending=1.0, area_density=1.0, damping=1e-3)}
    )
    simulation = pl.Simulation(scene)
    for _ in range(5 if kind == "static" else 200):
        simulation.step()
    x = simulation.positions("strip").reshape(7, 3, 3)
    assert (x[0, :, 2] == 0).all()
    assert (
        0 < -x[1, 1, 2] < 0.01
    )  # a strip of 1 m that may turn sinks beside its hinge by ¾gt²/6 and more when static
    assert simulation.energies()["elastic"] > 0


def test_a_clamp_that_is_released_holds_neither_place_nor_direction():
    scene = strip(6, "m0", 0.0)
    scene.at(0.05, pl.Unpin("strip"))
    simulation = pl.Simulation(scene)
    (energy,) = simulation.model.body("strip").clamps
    assert np.linalg.norm(simulation.state.bodies["strip"].memory[energy.name][:3], axis=0) == pytest.approx(
        1.0
    )
    while simulation.time < 0.1:
        simulation.step()
    assert not simulation.state.bodies["strip"].memory[energy.name][:3].any()
    state = simulation.state.bodies["strip"]
    state.x[2] += 0.3 * state.x[0]  # turned, and nothing resists
    assert simulation.energies()["elastic"] < 1e3  # the shear of the shift alone
    out = simulation.model.body("strip").layout.zeros(3)
    assert energy.at(0.0, state.memory).add_gradient(state.x, out) == 0.0 and not out.any()


def test_one_node_that_is_freed_leaves_the_others_clamped():
    scene = strip(6, "m0", 0.0)
    scene.at(0.0, pl.Unpin("strip", nodes=[(0, 0)]))
    simulation = pl.Simulation(scene)
    simulation.step()
    held = simulation.state.bodies["strip"].memory["clamp/m0"][:3].any(axis=0)
    assert held.tolist() == [False, True, True]


def test_a_clamp_set_while_it_runs_holds_the_direction_of_that_moment(tmp_path):
    """A strip that has swung down by its hinge, then clamped: it stays turned where it is held. Checkpoints know it."""
    scene = rod(8, 3.0, dt=0.01)
    scene.constraints.clear()
    scene.pin("strip", nodes=[(0,)])
    scene.at(0.3, pl.Set("constraints", [{"kind": "clamp", "id": "vice", "body": "strip", "edges": ["n0"]}]))
    simulation = pl.Simulation(scene)
    while simulation.time < 0.3 - 1e-9:
        simulation.step()
    x = simulation.positions("strip")
    before = (x[1] - x[0]) / np.linalg.norm(x[1] - x[0])
    simulation.step()
    held = simulation.state.bodies["strip"].memory["clamp/n0"][:3, 0]
    assert before[2] < -0.1
    assert held @ before > 0.999
    simulation.checkpoint(tmp_path / "a.npz")
    other = pl.Simulation.restore(tmp_path / "a.npz")
    for _ in range(20):
        simulation.step()
        other.step()
    assert (simulation.positions("strip") == other.positions("strip")).all()
    x = simulation.positions("strip")
    assert (x[1] - x[0]) @ held / np.linalg.norm(x[1] - x[0]) > 0.99


def test_a_rod_that_starts_bent_is_held_in_the_direction_of_its_end():
    """A straight rod that starts as a quarter of a circle and is clamped at one end settles straight, along the
    tangent of the circle there: 16 edges are within 0.15°."""
    scene = pl.Scene(gravity=0.0)
    angle = np.linspace(0, np.pi / 2, 201)
    arc = shapes.polyline(2 / np.pi * np.stack([np.sin(angle), 0 * angle, np.cos(angle)], axis=1))
    straight = shapes.line((0, 0, 0), (1, 0, 0))
    material = Cord(stretching=1e3, bending=1.0, line_density=1.0)
    scene.add(Curve(straight, initial_shape=arc, grid=17, material=material), id="rod")
    scene.clamp("rod", edges=["n0"])
    x = settled(scene, dt=0.2, steps=30).positions("rod")
    tangent = x[-1] - x[0]
    assert np.linalg.norm(tangent) == pytest.approx(1.0, rel=1e-3)
    assert tangent @ (1, 0, 0) / np.linalg.norm(tangent) > np.cos(np.radians(0.15))


# ---------------------------------------------------------------- the energy, and what it is for


@pytest.mark.parametrize("curve", [False, True])
def test_gradient_and_hessian_of_the_energy_agree_with_differences(curve):
    scene = rod(5) if curve else strip(5, "m1")
    body = scene.bodies[0]
    scene.bodies[0] = body.model_copy(update={"material": body.material.model_copy(update={"damping": 0.1})})  # type: ignore
    simulation = pl.Simulation(scene)
    model, state = simulation.model.body("strip"), simulation.state.bodies["strip"]
    (energy,) = model.clamps
    assert isinstance(energy, ClampEnergy)
    random = np.random.default_rng(3)
    x = state.x + 0.03 * random.standard_normal(state.x.shape) * model.shape.ones
    past = state.x + 0.03 * random.standard_normal(state.x.shape) * model.shape.ones
    energy = energy.freeze(StepContext(past, state.v, 0.0, 0.1, past, 0.1, memory=state.memory))
    gradient, matrix = model.layout.zeros(3), model.system.make_matrix()
    energy.add_gradient(x, gradient)
    assert gradient.sum(axis=1) == pytest.approx(0.0, abs=1e-9 * np.abs(gradient).max())
    matrix.clear()
    energy.add_hessian(x, matrix, psd=False)
    shift = 1e-6
    for p in energy.beside:
        for c in range(3):
            up, down = x.copy(), x.copy()
            up[c, p] += shift
            down[c, p] -= shift
            ends = [model.layout.zeros(3), model.layout.zeros(3)]
            high, low = (energy.add_gradient(*pair) for pair in zip((up, down), ends, strict=True))
            scale = np.abs(gradient).max()
            assert (high - low) / (2 * shift) == pytest.approx(gradient[c, p], rel=1e-6, abs=1e-7 * scale)
            column = (ends[0][:, p] - ends[1][:, p]) / (2 * shift)
            entries = matrix.diagonal[[3 * i + c for i in range(3)], p]
            assert column == pytest.approx(entries, rel=1e-5, abs=1e-5 * np.abs(matrix.diagonal).max())
    matrix.clear()
    energy.add_hessian(x, matrix, psd=True)
    for p in energy.beside:
        assert (
            np.linalg.eigvalsh(matrix.diagonal[:, p].reshape(3, 3)).min()
            > -1e-9 * np.abs(matrix.diagonal).max()
        )


def test_what_knows_no_direction_has_two_rows_held():
    scene = pl.Scene()
    scene.add(Surface(shapes.rectangle(1, 1), grid=(4, 5), material=Springs()), id="net")
    scene.add(Surface(shapes.rectangle(1, 1), grid=(4, 5), material=Sheet(bending=1.0, **STIFF)), id="sheet")
    for body in ("net", "sheet"):
        scene.clamp(body, edges=["m0"])
    rows = [constrained(scene, body).any(axis=1).sum() for body in scene.bodies]
    assert rows == [2, 1]


def test_a_cut_along_the_edge_frees_the_direction_there():
    scene = strip(6, "m0", 0.0)
    links = [((0, n), (1, n)) for n in range(2)]
    scene.bodies[0] = scene.bodies[0].model_copy(update={"broken_links": links})
    (energy,) = pl.Simulation(scene).model.body("strip").clamps
    assert (energy.stiffness > 0).tolist() == [False, False, True]
