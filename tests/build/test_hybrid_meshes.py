"""Hybrid bodies on triangles and tetrahedra, and weights that vary over a body."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial import Delaunay

import pliant as pl
from pliant.build.model import build
from pliant.energies.mesh import shared_sides
from pliant.validation.points import lump
from pliant.validation.specimens import deformed, probes, rest_of

_SIDE = np.linspace(0.0, 1.0, 6)
_FLAT = np.array([(x + 0.05 * np.sin(7 * y), y, 0.0) for x in _SIDE for y in _SIDE])


def sheet(options=None, **weights) -> pl.Mesh:
    triangles = Delaunay(_FLAT[:, :2]).simplices
    material = pl.Hybrid(density=2.0, **weights)
    return pl.Mesh(_FLAT, triangles=triangles, material=material, id="body", **(options or {}))


def block(options=None, **weights) -> pl.Mesh:
    points, cells = lump()
    material = pl.Hybrid(density=900.0, **weights)
    return pl.Mesh(points, tetrahedra=cells, material=material, id="body", **(options or {}))


def stiffness(mesh: pl.Mesh) -> np.ndarray:
    return build(pl.Scene(bodies=[mesh])).bodies[0].elastic[0].stiffness.toarray()


ALL = {"magnitude": 30.0, "slope": 20.0, "curvature": 0.5}


@pytest.mark.parametrize("make", [sheet, block])
@pytest.mark.parametrize("weight", ALL)
def test_every_weight_gives_a_symmetric_matrix_without_negative_eigenvalues(make, weight):
    k = stiffness(make(**{weight: ALL[weight], "slope": ALL["slope"]}))
    assert k == pytest.approx(k.T, abs=1e-12 * np.abs(k).max())
    values = np.linalg.eigvalsh(k)
    assert values.min() > -1e-12 * values.max()


@pytest.mark.parametrize("make", [sheet, block])
def test_constant_fields_cost_their_magnitude_and_nothing_else(make):
    """½ w₀ per area or volume."""
    body = build(pl.Scene(bodies=[make(magnitude=30.0)])).bodies[0]
    total = float(body.shape.measure.sum())
    one = np.ones(body.layout.count)
    assert one @ stiffness(make(magnitude=30.0)) @ one == pytest.approx(30.0 * total, rel=1e-12)
    for weight in ("slope", "curvature"):
        assert np.abs(stiffness(make(**{weight: 3.0})) @ one).max() < 1e-10


@pytest.mark.parametrize("make", [sheet, block])
def test_linear_fields_cost_half_the_square_of_their_slope_and_do_not_bend(make):
    body = build(pl.Scene(bodies=[make(slope=20.0)])).bodies[0]
    total = float(body.shape.measure.sum())
    field = body.layout.gather(body.shape.positions) @ np.array([0.3, -0.2, 0.0])
    assert field @ stiffness(make(slope=20.0)) @ field == pytest.approx(20.0 * 0.13 * total, rel=1e-10)
    assert field @ stiffness(make(curvature=2.0)) @ field == pytest.approx(0.0, abs=1e-10)


def test_a_bent_sheet_costs_half_the_square_of_its_second_derivative():
    """e = ½κx² has Le/M = κ inside, to the accuracy of a regular grid of 30×30 cells without its border."""
    side = np.linspace(0.0, 1.0, 31)
    points = np.array([(x, y, 0.0) for x in side for y in side])
    corner = np.array([31 * i + j for i in range(30) for j in range(30)])[:, None]
    triangles = np.concatenate([corner + np.array(one) for one in ((0, 31, 1), (31, 32, 1))])
    k = stiffness(pl.Mesh(points, triangles=triangles, material=pl.Hybrid(curvature=3.0, density=1.0)))
    field = 0.5 * 0.7 * points[:, 0] ** 2
    assert field @ k @ field == pytest.approx(3.0 * 0.7**2 * (29 / 30) ** 2, rel=1e-6)


@pytest.mark.parametrize("make", [sheet, block])
def test_forces_on_meshes_are_gradients_and_neither_push_nor_turn(make):
    scene = pl.Scene(bodies=[make(**ALL)])
    for _, probe in probes({"mesh": lambda: scene}):
        x = deformed(probe.body, 0.05)
        gradient = probe.gradient(x)
        forces = gradient.reshape(-1, 3)
        numeric = np.zeros_like(gradient)
        for k in range(len(gradient)):
            step = np.zeros(x.size)
            step[k] = 1e-6
            ends = [probe.energy(x + sign * step.reshape(x.shape)) for sign in (1, -1)]
            numeric[k] = (ends[0] - ends[1]) / 2e-6
        size = np.abs(gradient).max()
        assert gradient == pytest.approx(numeric, abs=1e-6 * size)
        assert np.abs(forces.sum(axis=0)).max() < 1e-11 * size
        assert np.abs(np.cross(x.reshape(-1, 3), forces).sum(axis=0)).max() < 1e-11 * size
        assert np.abs(probe.gradient(rest_of(probe.body))).max() < 1e-11 * size


@pytest.mark.parametrize("make", [sheet, block])
def test_a_mesh_that_turns_keeps_its_momenta(make):
    scene = pl.Scene(gravity=None, dt=1e-3, integrator="rk4")
    scene.add(make(**ALL).model_copy(update={"spin": (1.0, 2.0, 0.5), "velocity": (1.0, 0.0, 0.0)}))
    simulation = pl.Simulation(scene)
    body = simulation.model.bodies[0]
    mass = body.system.mass[body.layout.nodes][:, None]

    def momenta() -> np.ndarray:
        x, v = simulation.positions("body"), mass * simulation.velocities("body")
        return np.concatenate([v.sum(axis=0), np.cross(x, v).sum(axis=0)])

    before = momenta()
    for _ in range(30):
        simulation.step()
    assert momenta() == pytest.approx(before, abs=1e-9 * np.abs(before).max())


# ---------------------------------------------------------------- breaks

CUTTABLE: dict[str, Any] = {"cuttable": True}


def inner_side(mesh: pl.Mesh) -> tuple[tuple[int], ...]:
    """A side inside the mesh whose vertices are, if possible, inside as well."""
    geometry = mesh.geometry()
    elements = geometry.tetrahedra if len(geometry.tetrahedra) else geometry.triangles
    assert geometry.vertex is not None
    sides, _ = shared_sides(geometry.vertex[elements])
    inside = np.bincount(sides.ravel(), minlength=len(geometry.vertex))[sides].sum(axis=1)
    return tuple((int(v),) for v in sides[np.argmax(inside)])


@pytest.mark.parametrize("make", [sheet, block])
def test_a_mesh_that_can_be_cut_is_as_stiff_as_one_that_cannot(make):
    whole, parts = stiffness(make(**ALL)), stiffness(make(CUTTABLE, **ALL))
    count = len(whole)
    assert parts[:count, :count] == pytest.approx(whole, rel=1e-9, abs=1e-9 * np.abs(whole).max())
    assert not parts[count:].any() and not parts[:, count:].any()


def test_a_broken_side_inside_a_mesh_takes_the_bending_at_its_ends_and_opens_nothing():
    side = inner_side(sheet(CUTTABLE, slope=1.0))
    broken = {**CUTTABLE, "broken_links": [side]}
    for weight, same in (("slope", True), ("magnitude", True), ("curvature", False)):
        before, after = stiffness(sheet(CUTTABLE, **{weight: 3.0})), stiffness(sheet(broken, **{weight: 3.0}))
        assert np.array_equal(before, after) == same
        if not same:
            values = np.linalg.eigvalsh(before - after)
            assert (values > 1e-9 * values.max()).sum() == 2 and values.min() > -1e-9 * values.max()


@pytest.mark.parametrize("make", [sheet, block])
def test_where_all_sides_are_broken_elements_have_their_own_slopes_and_nothing_bends(make):
    """Any field that is linear in every element costs half the square of its slope, wherever it jumps."""
    mesh = make(CUTTABLE, slope=20.0).geometry()
    elements = mesh.tetrahedra if len(mesh.tetrahedra) else mesh.triangles
    sides, _ = shared_sides(mesh.vertex[elements])
    broken = {**CUTTABLE, "broken_links": [tuple((int(v),) for v in side) for side in sides]}
    made = build(pl.Scene(bodies=[make(broken, slope=20.0)])).bodies[0]
    field = np.zeros(len(mesh.vertices))
    slopes = np.random.default_rng(1).normal(size=(len(elements), 3)) * (1.0, 1.0, float(make is block))
    for nodes, slope in zip(elements, slopes, strict=True):
        field[nodes] = mesh.vertices[nodes] @ slope + 3.0 * slope[0]
    size = made.shape.measure[elements].sum(axis=1)
    assert made.shape.ties == ()
    k = stiffness(make(broken, slope=20.0))
    assert field @ k @ field == pytest.approx(20.0 * size @ (slopes**2).sum(axis=1), rel=1e-9)
    assert not stiffness(make(broken, curvature=2.0)).any()


# ---------------------------------------------------------------- weights that vary


def test_weights_that_vary_make_one_half_stiffer_than_the_other():
    """w₁(u) is 10 N/m on one half of a sheet and 30 N/m on the other: a stretch along it stores the mean."""
    halves = np.where(np.arange(9) < 4, 10.0, np.where(np.arange(9) > 4, 30.0, 20.0))
    slope = np.broadcast_to(halves[:, None], (9, 5)).copy()
    made = build(
        pl.Scene(
            bodies=[
                pl.Surface(
                    pl.shapes.Rectangle(width=0.8, height=0.4),
                    id="sheet",
                    grid=(9, 5),
                    material=pl.Hybrid(slope=slope, density=1.0),
                )
            ]
        )
    ).bodies[0]
    k = made.elastic[0].stiffness
    x = made.layout.gather(made.shape.positions)
    for chosen, weight in ((x[:, 0] < 1e-9, 10.0), (x[:, 0] > -1e-9, 30.0)):
        one_half = np.where(chosen, x[:, 0], 0.0)  # linear on one half, zero on the other
        links = 3 * weight + 0.5 * (weight + 20.0)  # four links to the middle, of which the last is a mean
        assert one_half @ (k @ one_half) == pytest.approx(0.4 * 0.1 * links, rel=1e-9)


def test_a_magnitude_that_varies_holds_only_where_it_is():
    magnitude = np.zeros((7, 7))
    magnitude[0] = 500.0
    body = pl.Surface(
        pl.shapes.Rectangle(width=0.6, height=0.6),
        id="sheet",
        grid=(7, 7),
        material=pl.Hybrid(magnitude=magnitude, slope=1.0, density=1.0),
    )
    k = build(pl.Scene(bodies=[body])).bodies[0].elastic[0].stiffness.toarray()
    plain = build(pl.Scene(bodies=[body.model_copy(update={"material": pl.Hybrid(slope=1.0, density=1.0)})]))
    more = np.diag(k - plain.bodies[0].elastic[0].stiffness.toarray()).reshape(7, 7)
    assert np.abs(more[1:]).max() < 1e-12
    assert more[0, 1:-1] == pytest.approx(500.0 * 0.1 * 0.05)  # half a cell at the border
