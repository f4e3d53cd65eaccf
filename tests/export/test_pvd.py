"""What ParaView opens: read back by VTK itself, it says what the recording says."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pliant as pl
from pliant.errors import PliantError
from pliant.export import export
from pliant.recording import Recording
from tests.recording.bodies import curve, helix, record, solid, twisted

pv = pytest.importorskip("pyvista")


def read(path: Path) -> dict[tuple[float, str], Any]:
    """The meshes of a collection, by time and name."""
    entries = ET.parse(path).getroot().iter("DataSet")
    return {
        (float(entry.attrib["timestep"]), entry.attrib["name"]): pv.read(path.parent / entry.attrib["file"])
        for entry in entries
    }


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    bodies = []
    for name, (meta, positions) in {
        "rope": curve(helix(20), 0.05),
        "a bar": solid(twisted, (4, 5, 6)),
    }.items():
        bodies.append(({**meta, "id": name}, [positions + step for step in range(3)]))
    return record(tmp_path / "run.pliant", bodies)


def test_bodies_are_where_they_were_recorded(recording, tmp_path):
    written = export(recording, tmp_path / "all.pvd")
    assert [path.name for path in written] == ["all.pvd", "all"]
    meshes = read(written[0])
    assert set(meshes) == {(time, name) for time in recording.times for name in ("rope", "a bar")}
    for index, time in enumerate(recording.times):
        rope = meshes[time, "rope"]
        np.testing.assert_allclose(rope.points, recording.positions("rope")[index], rtol=1e-12)
        np.testing.assert_array_equal(
            rope.lines.reshape(-1, 3)[:, 1:], np.column_stack([np.arange(19), np.arange(1, 20)])
        )
        bar = meshes[time, "a bar"]
        assert len(bar.regular_faces) == len(recording.mesh("a bar").triangles)
        assert bar.volume > 0.0
        assert bar.center == pytest.approx(np.array(meshes[recording.times[0], "a bar"].center) + index)


def test_threads_may_be_tubes(recording, tmp_path):
    (path, _) = export(recording, tmp_path / "tubes", "pvd", body="rope", curves="tube")
    rope = next(iter(read(path).values()))
    assert rope.n_lines == 0 and len(rope.regular_faces) > 200
    with pytest.raises(PliantError, match="curves"):
        export(recording, tmp_path / "else.pvd", curves="ribbon")


def test_quantities_tears_and_obstacles(tmp_path):
    """A hot sheet that is cut in two above a ball that moves."""
    scene = pl.Scene(gravity=None, seconds=0.05)
    flow = pl.Thermoplastic(relaxation_time=0.1, temperature=100.0)
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(1, 1), id="sheet", grid=(8, 8), material=pl.materials.COTTON, flow=flow
        )
    )
    scene.add(pl.Cut("sheet", path=((0.0, -1.0, 0.0), (0.0, 1.0, 0.0)), time=0.02))
    way = pl.obstacles.Motion(times=(0.0, 1.0), shifts=((0.0, 0.0, 0.0), (0.0, 0.0, 0.2)))
    scene.add(pl.obstacles.Sphere(center=(0, 0, -1), radius=0.2, motion=way), id="ball")
    scene.add(pl.obstacles.Plane(point=(0, 0, -2)), id="floor")
    recording = pl.simulate(scene, to=tmp_path / "cut.pliant")
    (path, folder) = recording.export(tmp_path / "cut.pvd", obstacles=True)
    meshes, first, last = read(path), recording.times[0], recording.times[-1]
    whole, torn = meshes[first, "sheet"], meshes[last, "sheet"]
    assert whole.n_points == 64 and torn.n_points > 64
    assert torn.split_bodies().n_blocks == 2
    assert torn.area == pytest.approx(whole.area, rel=1e-3)
    assert {"stretch", "inelastic_strain", "temperature"} <= set(torn.point_data)
    np.testing.assert_allclose(
        torn["temperature"][:64], recording.field("sheet", "temperature")[-1], rtol=1e-6
    )
    assert meshes[last, "ball"].center[2] > meshes[first, "ball"].center[2]
    assert len(list(folder.glob("floor*"))) == 1 and meshes[last, "floor"].n_points > 0


def test_a_second_export_leaves_nothing_of_the_first(recording, tmp_path):
    export(recording, tmp_path / "all.pvd")
    (tmp_path / "all" / "notes.txt").write_text("mine")
    (path, folder) = export(recording, tmp_path / "all.pvd", frames=slice(0, 1), body="rope", overwrite=True)
    assert sorted(file.name for file in folder.iterdir()) == ["notes.txt", "rope_00000.vtp"]
    assert len(read(path)) == 1


def test_blobs_have_a_mesh_in_every_frame(tmp_path):
    scene = pl.Scene(gravity=pl.EARTH, seconds=0.05)
    flow = pl.Thermoplastic(relaxation_time=0.1, temperature=100.0)
    scene.add(
        pl.Solid(
            pl.shapes.box(0.2, 0.2, 0.2),
            id="goop",
            grid=(4, 4, 4),
            material=pl.Bulk(young=1e4, poisson=0.3, density=100.0),
            flow=flow,
            look=pl.Look("#5f8f5a", blobs=0.05),
        )
    )
    recording = pl.simulate(scene, to=tmp_path / "goop.pliant")
    (path, _) = recording.export(tmp_path / "goop.pvd")
    for mesh in read(path).values():
        assert mesh.n_open_edges == 0 and mesh.volume > 0.2**3
        np.testing.assert_allclose(mesh["temperature"], 100.0, atol=1.0)
