"""Springs one by one: those that differ from the rest, further ones between any nodes, and meshes of springs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pliant as pl
from pliant.energies.springs import edge_pairs, opposite_pairs
from pliant.validation.points import lump

LINE = pl.shapes.line((0, 0, 0), (1, 0, 0))
SQUARE = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]


def _curve(*links: pl.SpringLink, **more) -> pl.Curve:
    material = pl.Springs(**{"stiffness": 100.0, "damping": 2.0, "mass": 0.1, "links": list(links), **more})
    return pl.Curve(LINE, id="body", grid=6, material=material)


def _sheet(**more) -> pl.Mesh:
    """Two triangles, hinged along the diagonal from 0 to 2."""
    material = pl.Springs(**{"stiffness": 100.0, "damping": 0.0, "mass": 0.1, **more})
    return pl.Mesh(SQUARE, id="body", triangles=[(0, 1, 2), (0, 2, 3)], material=material)


def _simulation(body, pinned=(), **options) -> pl.Simulation:
    scene = pl.Scene(**{"dt": 1e-3, **options})
    scene.add(body)
    if pinned:
        scene.pin("body", corners=pinned)
    return pl.Simulation(scene)


def _table(body) -> dict[tuple[int, int], tuple[float, float, float]]:
    """(k, c, ℓ) of the springs by their nodes."""
    springs = _simulation(body).model.body("body").elastic[0]
    law = springs.law
    values = zip(law.stiffness.tolist(), law.damping.tolist(), law.length.tolist(), strict=True)
    return dict(zip(map(tuple, np.sort(springs.nodes, axis=1).tolist()), values, strict=True))


# ---------------------------------------------------------------- single springs


def test_a_link_changes_what_it_names_and_leaves_the_rest_of_its_spring():
    table = _table(
        _curve(
            pl.SpringLink((1, 2), stiffness=7.0),
            pl.SpringLink((3, 2), damping=0.5),
            pl.SpringLink((3, 4), length=0.3, damping=0.0),
        )
    )
    assert table[0, 1] == pytest.approx((100.0, 2.0, 0.2))
    assert table[1, 2] == pytest.approx((7.0, 2.0, 0.2))
    assert table[2, 3] == pytest.approx((100.0, 0.5, 0.2))
    assert table[3, 4] == pytest.approx((100.0, 0.0, 0.3))
    assert len(table) == 5


def test_a_link_joins_any_two_nodes_at_the_distance_of_the_rest_shape():
    table = _table(
        _curve(pl.SpringLink((0, 5), stiffness=3.0), pl.SpringLink((4, 1), stiffness=9.0, length=0.1))
    )
    assert table[0, 5] == pytest.approx((3.0, 0.0, 1.0))
    assert table[1, 4] == pytest.approx((9.0, 0.0, 0.1))
    assert len(table) == 7


def test_a_link_without_stiffness_and_damping_is_no_spring():
    assert (2, 3) not in _table(_curve(pl.SpringLink((2, 3), stiffness=0.0, damping=0.0)))
    assert _table(_curve(pl.SpringLink((2, 3), stiffness=0.0)))[2, 3] == pytest.approx((0.0, 2.0, 0.2))


@pytest.mark.parametrize("integrator", ["feynman", "bdf2"])
def test_a_net_with_links_of_its_own_comes_to_rest_where_its_springs_balance(integrator: str):
    """Springs in a row share one tension, so their elongations go as 1/k."""
    body = _curve(
        *(pl.SpringLink((n, n + 1), stiffness=k) for n, k in enumerate((50.0, 100.0, 200.0, 400.0, 25.0))),
        drag=0.5,
        rest=0.8,
    )
    simulation = _simulation(body, ("0", "1"), integrator=integrator, dt=5e-3)
    for _ in range(2000):
        simulation.step()
    long = np.diff(simulation.positions("body")[:, 0]) - 0.16
    compliance = 1.0 / np.array([50.0, 100.0, 200.0, 400.0, 25.0])
    # All springs together are 0.2 m longer than at ease.
    assert long == pytest.approx(0.2 * compliance / compliance.sum(), abs=1e-5)


def test_a_length_of_its_own_is_stress_along_that_spring_only():
    simulation = _simulation(_curve(pl.SpringLink((2, 3), length=0.25)))
    force = simulation.elastic_forces("body")
    wanted = np.zeros((6, 3))
    wanted[2, 0], wanted[3, 0] = -100.0 * 0.05, 100.0 * 0.05  # it pushes its ends apart
    assert force == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("suffix", ["yaml", "json", "toml"])
def test_links_survive_a_file(tmp_path: Path, suffix: str):
    scene = pl.Scene()
    sheet = pl.Surface(
        pl.shapes.rectangle(1, 1),
        id="sheet",
        grid=(4, 4),
        material=pl.Springs(links=[pl.SpringLink(((0, 0), (3, 3)), stiffness=5.0, length=0.5)]),
    )
    scene.add(sheet)
    scene.add(_sheet(links=[pl.SpringLink((1, 3), stiffness=1.0)]))
    path = tmp_path / f"scene.{suffix}"
    pl.save(scene, path)
    assert pl.load(path).bodies == scene.bodies


def test_a_link_can_be_added_while_it_runs():
    simulation = _simulation(_curve(), integrator="bdf2")
    simulation.step()
    link = pl.SpringLink((0, 5), stiffness=50.0, length=0.4)
    simulation.apply(pl.Set("bodies.body.material.links", [link.model_dump()]))
    for _ in range(3):
        simulation.step()
    ends = simulation.velocities("body")[[0, 5], 0]
    assert ends[0] > 0.1 and ends[0] == pytest.approx(-ends[1])


def test_links_that_make_no_sense_are_refused():
    with pytest.raises(pl.SceneError, match=r"between: a spring has two ends"):
        pl.SpringLink((2, 2), stiffness=1.0)
    twice = [pl.SpringLink((1, 2), stiffness=1.0), pl.SpringLink((2, 1), stiffness=2.0)]
    with pytest.raises(pl.SceneError, match=r"links\[1\].*listed twice"):
        pl.Springs(links=twice)
    with pytest.raises(pl.SceneError, match=r"material\.links\[0\]\.between\[1\].*outside the grid"):
        _curve(pl.SpringLink((0, 6), stiffness=1.0))
    with pytest.raises(pl.SceneError, match=r"between\[0\].*no vertex|between\[0\].*outside"):
        _sheet(links=[pl.SpringLink((4, 0), stiffness=1.0)])
    with pytest.raises(pl.SceneError, match=r"between\[0\].*one index"):
        _curve(pl.SpringLink(((0, 1), (1, 1)), stiffness=1.0))
    with pytest.raises(pl.SceneError, match=r"bodies\[0\]\.material\.links\[0\].*give the `stiffness`"):
        _simulation(_curve(pl.SpringLink((0, 5), length=1.0)))
    ball = pl.Surface(
        pl.shapes.ellipsoid(1, 1, 1),
        grid=(8, 7),
        periodic=(True, False),
        material=pl.Springs(links=[pl.SpringLink(((0, 0), (3, 0)), stiffness=1.0)]),
    )
    with pytest.raises(pl.SceneError, match="one point at rest"):
        _simulation(ball)


# ---------------------------------------------------------------- meshes


def test_edges_of_a_mesh_are_springs_and_bend_springs_go_across_its_hinges():
    table = _table(_sheet(bend=30.0))
    assert set(table) == {(0, 1), (1, 2), (0, 2), (2, 3), (0, 3), (1, 3)}
    assert table[0, 2] == pytest.approx((100.0, 0.0, np.sqrt(2.0)))
    assert table[1, 3] == pytest.approx((30.0, 0.0, np.sqrt(2.0)))
    assert (1, 3) not in _table(_sheet())


def test_a_solid_of_tetrahedra_has_springs_across_its_inner_faces():
    cells = np.array([(0, 1, 2, 3), (1, 2, 3, 4)])
    assert len(edge_pairs(cells)) == 9
    assert opposite_pairs(cells).tolist() == [[0, 4]]


def test_two_nodes_have_one_spring():
    """On the surface of a tetrahedron, what lies across an edge is joined by an edge."""
    x = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
    material = pl.Springs(stiffness=10.0, bend=3.0)
    table = _table(pl.Mesh(x, id="body", triangles=faces, material=material))
    assert len(table) == 6 and {k for k, _, _ in table.values()} == {10.0}


@pytest.mark.parametrize("integrator", ["feynman", "bdf2"])
def test_a_mesh_of_springs_falls_and_bounces_as_a_body(integrator: str):
    points, cells = lump()
    material = pl.Springs(stiffness=200.0, damping=0.5, mass=0.05, bend=50.0)
    body = pl.Mesh(
        points + np.array((0, 0, 0.3)), id="body", tetrahedra=cells, material=material, spin=(0, 0, 3)
    )
    ground = pl.obstacles.Plane(id="ground")
    simulation = _simulation(body, gravity=pl.EARTH, integrator=integrator, obstacles=[ground])
    lowest = np.inf
    for _ in range(500):
        simulation.step()
        lowest = min(lowest, float(simulation.positions("body")[:, 2].min()))
    assert -0.01 < lowest < 0.05
    size = np.ptp(simulation.positions("body"), axis=0).max()
    assert size == pytest.approx(np.ptp(points, axis=0).max(), rel=0.4)


def test_a_closed_surface_can_be_filled_with_springs(tmp_path: Path):
    ball = pl.meshes.MeshGeometry.of(*_octahedron())
    path = tmp_path / "ball.obj"
    pl.meshes.save(path, ball)
    shell, full = (
        pl.Mesh(
            file=str(path), id="body", material=pl.Springs(), fill=fill, edge_length=0.5 if fill else None
        )
        for fill in (False, True)
    )
    assert len(_table(shell)) == 12
    assert len(full.geometry().tetrahedra) and len(_table(full)) > 12


def _octahedron():
    x = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    faces = [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]
    return x, faces


def test_a_mesh_has_no_shear_springs():
    with pytest.raises(pl.SceneError, match=r"material\.shear.*no cells"):
        _sheet(shear=1.0)
