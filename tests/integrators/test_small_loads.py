"""Static steps are the linear answer where loads are small, in any place and orientation, and say when they are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.sparse.linalg as spla

import pliant as pl
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.grid import cell_triangles
from pliant.shapes.pose import transform
from pliant.solvers.direct import Reduction

PLACES = {"as it is": {}, "turned": {"rotation": (0.4, -0.7, 1.1), "position": (0.6, -0.8, 0.9)}}
STEEL = pl.Elastic(young=2e11, poisson=0.3, thickness=1e-3, density=7800.0)
BLOCK = [(x / 4, y / 8, z / 8) for x in range(5) for y in range(2) for z in range(2)]
TETRAHEDRA = [
    tuple(4 * i + k for k in corners)
    for i in range(4)
    for corners in ((0, 1, 2, 4), (1, 2, 3, 7), (1, 4, 5, 7), (2, 4, 6, 7), (1, 2, 4, 7))
]
STRIP = [(0.1 * i, 0.1 * j, 0.02 * float(np.sin(0.4 * i))) for i in range(8) for j in range(3)]


FOIL = pl.Elastic(
    young=29e6, poisson=0.22, thickness=0.0032, density=1.0
)  # of MacNeal and Harder's twisted beam,
TWISTED = np.array(  # a quarter of a turn in its length of 12
    [
        [(x, y * np.cos(np.pi * x / 24), y * np.sin(np.pi * x / 24)) for y in np.linspace(-0.55, 0.55, 9)]
        for x in np.linspace(0.0, 12.0, 49)
    ]
)
RUBBERY = pl.Bulk(young=1e9, poisson=0.3, density=1000.0)


BODIES = {
    "ruler": (pl.Surface(pl.shapes.rectangle(0.5, 0.05), grid=(33, 5), material=STEEL, id="body"), "clamp"),
    "arch": (
        pl.Surface(pl.shapes.cylinder(0.4, 0.3, angle=2.0), grid=(17, 7), material=STEEL, id="body"),
        "clamp",
    ),
    "wire": (
        pl.Curve(
            pl.shapes.line((0, 0, 0), (0.6, 0.3, 0.1)),
            grid=41,
            material=pl.Rod(young=2e11, radius=1e-3, density=7800.0),
            id="body",
        ),
        [0, 1],
    ),
    "hook": (
        pl.Curve(
            pl.shapes.arc(0.3, angle=float(np.pi / 2)),
            grid=81,
            material=pl.Rod(young=2e11, radius=1e-3, density=7800.0),
            id="body",
        ),
        [0, 1, 2],
    ),
    "twisted": (
        pl.Surface(pl.shapes.b_spline(TWISTED, degrees=(1, 1)), grid=(49, 9), material=FOIL, id="body"),
        "clamp",
    ),
    "block": (
        pl.Solid(
            pl.shapes.box(1.0, 0.2, 0.2),
            grid=(9, 3, 3),
            material=RUBBERY,
            id="body",
        ),
        range(9),
    ),
    "triangles": (
        pl.Mesh(STRIP, triangles=cell_triangles((8, 3), (False, False)).tolist(), material=STEEL, id="body"),
        range(6),
    ),
    "tetrahedra": (pl.Mesh(BLOCK, tetrahedra=TETRAHEDRA, material=RUBBERY, id="body"), range(4)),
}


def scene_of(kind: str, place: str, gravity: float) -> pl.Scene:
    body, held = BODIES[kind]
    scene = pl.Scene(gravity=gravity, integrator="static", bodies=[body.model_copy(update=PLACES[place])])
    if held == "clamp":
        scene.add(pl.Clamp(body="body", edges=["m0"]))
    else:
        count = len(body.grid)
        nodes = [np.unravel_index(k, body.grid) if count > 1 else (k,) for k in held]
        scene.pin("body", nodes=[tuple(map(int, node)) for node in nodes])
    return scene


def linear_answer(simulation: pl.Simulation) -> np.ndarray:
    """u (nodes, 3) of K u = f with the Hessian at the start, solved at once and refined.

    Kᵢᵢ is minus the sum of what couples i with others, but it is rounded: that holds a slender body in its place, and
    changes the answer by 3·10⁻⁶. So residuals are taken from differences, Σ Kᵢⱼ (uⱼ − uᵢ), in extended precision. What
    is left of Kᵢᵢ beside a clamp, which holds directions, is no rounding.
    """
    system, state = simulation.model.body("body").system, simulation.state.bodies["body"]
    matrix, force = system.make_matrix(), system.layout.zeros(3)
    system.at(0.0, state.memory).hessian(state.x, matrix, False)
    for energy in system.energies:
        if type(energy).__name__ == "GravityEnergy":
            energy.add_gradient(state.x, force)
    reduced, basis = Reduction(system.layout, system.subspace(state)).reduce(matrix)
    given = -system.layout.gather(force).astype(np.longdouble)
    factors, product = spla.splu(reduced), products_of_differences(matrix)
    u = np.zeros_like(given)
    for _ in range(6):
        left = np.asarray(basis.T @ (given - product(u)).astype(float).ravel())
        u = u + np.asarray(basis @ factors.solve(left)).reshape(-1, 3)
    return u.astype(float)


def products_of_differences(matrix: Any) -> Callable[[np.ndarray], np.ndarray]:
    """u (nodes, 3) → K u, from the blocks Kᵢⱼ of i ≠ j."""
    whole = (matrix.blocks_to_sparse() if isinstance(matrix, BlockMatrix) else matrix.to_sparse()).tobsr(
        (3, 3)
    )
    count = len(whole.indptr) - 1
    i, j = np.repeat(np.arange(count), np.diff(whole.indptr)), whole.indices
    own, sums = np.zeros((count, 3, 3)), np.zeros((count, 3, 3), np.longdouble)
    own[i[i == j]] = whole.data[i == j]
    apart, blocks = i != j, whole.data.astype(np.longdouble)
    np.add.at(sums, i[apart], blocks[apart])
    held = np.where(np.abs(own + sums) > 1e-9 * np.abs(own).max(), own + sums, 0.0)

    def product(u: np.ndarray) -> np.ndarray:
        out = np.einsum("kab,kb->ka", held, u)
        np.add.at(out, i[apart], np.einsum("kab,kb->ka", blocks[apart], u[j[apart]] - u[i[apart]]))
        return out

    return product


def stepped(simulation: pl.Simulation, steps: int = 1) -> np.ndarray:
    """Displacements (nodes, 3) after some steps."""
    start = simulation.positions("body").copy()
    for _ in range(steps):
        simulation.step()
    return simulation.positions("body") - start


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", BODIES)
def test_a_small_load_displaces_as_the_linear_equations_say(kind: str, place: str):
    """To 10⁻⁶ at displacements of 10⁻⁹ and 10⁻⁷ of the size; positions themselves are rounded at 2·10⁻⁷ of the first.

    What is not linear is of the size of the displacement over that of the body: a node that moves along an arc. So at
    10⁻⁶ and above no answer can be the linear one to 10⁻⁶.
    """
    weighed = pl.Simulation(scene_of(kind, place, 1.0))
    size, theory = weighed.model.body("body").size, linear_answer(weighed)
    largest, per_weight = np.linalg.norm(theory, axis=1).max(), []
    for level in (1e-9, 1e-7):
        gravity = level * size / largest
        simulation = pl.Simulation(scene_of(kind, place, gravity))
        found = stepped(simulation)
        assert simulation.reports["body"].converged and simulation.unconverged == 0
        assert np.abs(found / gravity - theory).max() < 1e-6 * largest
        per_weight.append(found / gravity)
        again = found + stepped(simulation)  # a second step has nothing to add
        assert np.abs(again - found).max() < 1e-6 * level * size
    assert np.abs(per_weight[0] - per_weight[1]).max() < 1e-6 * largest


@pytest.mark.parametrize("kind", BODIES)
def test_what_is_odd_in_the_load_is_linear_up_to_a_thousandth_of_the_size(kind: str):
    """Half the difference of two opposite loads: arcs, of second order, cancel out; what is left is of third order.

    It is 2·(u/L)² at the most, 6·(u/L)² of the wavy strip of triangles.
    """
    weighed = pl.Simulation(scene_of(kind, "turned", 1.0))
    size, theory = weighed.model.body("body").size, linear_answer(weighed)
    largest = np.linalg.norm(theory, axis=1).max()
    left = 6.0 if kind == "triangles" else 2.0
    for level in (1e-5, 1e-3):
        gravity = level * size / largest
        down, up = (stepped(pl.Simulation(scene_of(kind, "turned", sign * gravity))) for sign in (1.0, -1.0))
        assert np.abs(0.5 * (down - up) / gravity - theory).max() < (1e-6 + left * level**2) * largest


def ruler(force: float, grid: tuple[int, int], place: str) -> tuple[pl.Scene, np.ndarray]:
    """A steel ruler held at one end, dead loads of a far spring at the other one across it; and that direction."""
    spec = PLACES[place]
    rotation, position = spec.get("rotation", (0, 0, 0)), spec.get("position", (0, 0, 0))
    across = transform(np.array([[0.0, 0.0, 1.0]]), (0, 0, 0), rotation)[0]
    end = transform(np.array([[0.25, 0.0, 0.0]]), position, rotation)[0]
    body = pl.Surface(pl.shapes.rectangle(0.5, 0.05), grid=grid, material=STEEL, id="body", **spec)
    scene = pl.Scene(integrator="static", bodies=[body])
    scene.add(pl.Clamp(body="body", edges=["m0"]))
    for n in range(grid[1]):
        share = force * (0.5 if n in (0, grid[1] - 1) else 1.0) / (grid[1] - 1)
        target = pl.Target(body="body", nodes=[(grid[0] - 1, n)])
        scene.add(pl.Spring(share / 1e6, tuple(end + 1e6 * across), apply_to=[target]))
    return scene, across


@pytest.mark.parametrize("place", PLACES)
def test_a_ruler_bends_in_proportion_to_its_load(place: str):
    """Of 160×16 cells: between a beam's FL³/3EI and a plate's, which is ν² = 9 % stiffer."""
    per_newton = []
    for force in (1e-8, 1e-4):
        scene, across = ruler(force, (161, 17), place)
        simulation = pl.Simulation(scene)
        per_newton.append(stepped(simulation).reshape(161, 17, 3)[-1, 8] @ across / force)
        assert simulation.reports["body"].converged
    beam = 0.5**3 / (3 * 2e11 * 0.05 * 1e-9 / 12)
    assert 0.91 * beam < per_newton[1] < 1.001 * beam
    assert per_newton[0] == pytest.approx(per_newton[1], rel=1e-6)


def test_what_positions_are_too_coarse_for_is_said():
    """10⁻¹⁴ N bend the ruler by less than the rounding of where it is; that is no solution, and no zero."""
    scene, _ = ruler(1e-14, (33, 5), "turned")
    simulation = pl.Simulation(scene)
    with pytest.warns(RuntimeWarning, match="below rounding"):
        simulation.step()
    assert simulation.unconverged == 1
    assert not simulation.reports["body"].converged


def test_nothing_to_do_is_no_rounding():
    simulation = pl.Simulation(scene_of("arch", "turned", 0.0))
    assert not stepped(simulation, 2).any()
    assert simulation.unconverged == 0


def test_a_step_that_was_not_solved_says_so():
    scene, _ = ruler(1.0, (33, 5), "turned")
    scene = scene.model_copy(update={"integrator": pl.Static(newton_iterations=2)})
    simulation = pl.Simulation(scene)
    with pytest.warns(RuntimeWarning, match="no static equilibrium was found"):
        simulation.step()
    assert simulation.unconverged == 1


def bent(force: float, steps: int = 1) -> pl.Simulation:
    """A strip of length 10 and bending stiffness 100 N·m, clamped at one end; the other one carries a dead load."""
    strip = pl.Sheet(membrane=1.2e5, bending=100.0, poisson=0.0, area_density=1.0)
    body = pl.Surface(pl.shapes.rectangle(10, 1), grid=(33, 3), material=strip, id="body")
    scene = pl.Scene(integrator="static", bodies=[body])
    scene.add(pl.Clamp(body="body", edges=["m0"]))
    for n, share in enumerate((0.25, 0.5, 0.25)):
        target = pl.Target(body="body", nodes=[(32, n)])
        scene.add(pl.Spring(share * force / 1e6, (5.0, 0.0, 1e6), apply_to=[target]), id=f"load{n}")
    simulation = pl.Simulation(scene)
    for step in range(1, steps + 1):
        for n, share in enumerate((0.25, 0.5, 0.25)):
            simulation.apply(pl.Set(f"forces.load{n}.stiffness", share * force * step / steps / 1e6))
        simulation.step()
    return simulation


def test_a_large_load_needs_no_ramp():
    """A cantilever with PL²/EI = 4 rises by 0.66996 L; all the load at once and in five steps give the same.

    The tip of the elastica is integrated in the literature; 32 cells are within 2·10⁻³ of it.
    """
    at_once, ramped = bent(4.0), bent(4.0, 5)
    assert at_once.unconverged == ramped.unconverged == 0
    ends = [simulation.positions("body").reshape(33, 3, 3)[-1, 1] for simulation in (at_once, ramped)]
    assert ends[0] == pytest.approx(ends[1], abs=1e-5)
    assert ends[0][2] == pytest.approx(6.6996, rel=2e-3)


# ---------------------------------------------------------------- slender shells


def leaning(load: float, tilt: float, **integrator) -> pl.Simulation:
    """A strip, 140 times as long as thick, clamped at its foot; `load` 1 is Greenhill's, under which it buckles."""
    length, stiffness, density = 0.5, 1e-3, 0.1
    sheet = pl.Sheet(membrane=1e3, bending=stiffness, poisson=0.0, area_density=density)
    body = pl.Surface(
        pl.shapes.rectangle(length, 0.1),
        grid=(33, 5),
        material=sheet,
        id="body",
        rotation=(0, tilt - np.pi / 2, 0),
    )
    gravity = load * 7.837 * stiffness / (density * length**3)
    scene = pl.Scene(gravity=gravity, integrator=pl.Static(**integrator), bodies=[body])
    scene.add(pl.Clamp(body="body", edges=["m0"]))
    return pl.Simulation(scene)


@pytest.mark.parametrize("tilt", [0.1, 0.2])
@pytest.mark.parametrize("load", [0.9, 1.1, 2.0])
def test_a_strip_that_leans_over_is_found_in_one_step(load: float, tilt: float):
    """It turns by half a right angle and more; the moment at its foot is its weight times how far it leans."""
    simulation = leaning(load, tilt)
    simulation.step()
    report = simulation.reports["body"]
    assert report.converged
    assert report.newton < 100
    place, system = simulation.positions("body").reshape(33, 5, 3), simulation.model.body("body").system
    mass = system.mass[system.layout.nodes].reshape(33, 5)
    gravity = load * 7.837e-3 / (0.1 * 0.5**3)
    weight = float((mass * (place[..., 0] - place[0, 2, 0])).sum()) * gravity
    foot, first = place[1, 2] - place[0, 2], np.array([np.sin(tilt), 0.0, np.cos(tilt)])
    turn = np.arccos(foot @ first / np.linalg.norm(foot)) / (0.5 * 0.5 / 32)  # over half a cell
    assert weight == pytest.approx(1e-3 * 0.1 * turn, rel=0.03)


def test_what_it_gave_up_is_said_with_a_length():
    simulation = leaning(0.9, 0.1, newton_iterations=10)
    with pytest.warns(RuntimeWarning, match=r"the last one still was \d"):
        simulation.step()


def slit_annulus(load: float, ends: tuple[int, int] = (31, 7)) -> pl.Scene:
    """Radii 6 and 10, thickness 0.03, E = 21·10⁶; one side is clamped, `load` 1 is 0.8 per length on the other."""
    angles, radii = np.linspace(0.0, 2 * np.pi - 1e-4, ends[0]), np.linspace(6.0, 10.0, ends[1])
    points = np.array([[(r * np.cos(a), r * np.sin(a), 0.0) for r in radii] for a in angles])
    sheet = pl.Elastic(young=21e6, poisson=0.0, thickness=0.03, density=1.0)
    body = pl.Surface(pl.shapes.b_spline(points, degrees=(1, 1)), grid=ends, material=sheet, id="body")
    scene = pl.Scene(integrator="static", bodies=[body])
    scene.add(pl.Clamp(body="body", edges=["m0"]))
    for n in range(ends[1]):
        share = 3.2 * load * (0.5 if n in (0, ends[1] - 1) else 1.0) / (ends[1] - 1)
        target = pl.Target(body="body", nodes=[(ends[0] - 1, n)])
        anchor = (*(float(c) for c in points[-1, n, :2]), 1e6)
        scene.add(pl.Spring(share / 1e6, anchor, apply_to=[target]), id=f"load{n}")
    return scene


@pytest.mark.slow
@pytest.mark.parametrize("steps", [1, 20])
def test_a_slit_annulus_is_lifted(steps: int):
    """By 13.9 and 17.5 at its ends in fine grids (Sze, Liu and Lo); 30×6 cells are 10 % too stiff. All is solved."""
    simulation = pl.Simulation(slit_annulus(1.0 / steps))
    start = simulation.positions("body").reshape(31, 7, 3)[-1, [0, -1], 2].copy()
    corrections = 0
    for step in range(1, steps + 1):
        if step > 1:
            simulation.replace_scene(slit_annulus(step / steps))
        simulation.step()
        assert simulation.reports["body"].converged
        corrections += simulation.reports["body"].newton
    assert corrections < (200 if steps == 1 else 500)
    lifted = simulation.positions("body").reshape(31, 7, 3)[-1, [0, -1], 2] - start
    assert lifted == pytest.approx([13.891, 17.528], rel=0.15)
