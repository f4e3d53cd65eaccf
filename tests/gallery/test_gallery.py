"""Every figure of the gallery shows what its caption says."""

from __future__ import annotations

import re

import numpy as np
import pytest

import pliant as pl
from pliant import gallery
from pliant.build.hulls import meetings
from pliant.build.model import build
from pliant.checks import at_most
from pliant.collision.hull import offsets
from pliant.gallery.crossings import crossings, nothing_crosses, skins_at
from pliant.gallery.measure import clearance, drawn_pieces, masses, misfit
from pliant.gallery.shapes import half_cylinder
from pliant.gallery.terzopoulos_fleischer.hot_spheres import over_spheres
from pliant.gallery.terzopoulos_fleischer.plasticine import pinched, residual

ENTRIES = gallery.entries()

# SPEC: what the first gallery has to show.
WANTED = {
    *(f"000 Fig. {figure}" for figure in ("3.2", "3.10", "4.9", "4.10", "4.11", "4.12", "4.13", "4.14")),
    *(
        f"000 Fig. {figure}"
        for figure in ("5.5", "5.6", "5.7", "5.8", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7")
    ),
    *(f"001 Fig. {figure}" for figure in ("5.1", "5.2", "5.3", "5.4", "5.5")),
    *(f"001 Fig. 5.{number}" for number in range(11, 21)),
    *(f"002 Fig. {figure}" for figure in ("9a", "9b", "12", "13", "14", "16", "17", "18", "19")),
}


@pytest.mark.parametrize(
    "entry",
    [pytest.param(e, id=e.name, marks=[pytest.mark.slow] if e.slow else []) for e in ENTRIES],
)
def test_the_figure_shows_what_its_caption_says(entry):
    result = gallery.run(entry)
    failed = [f"{c.claim}: {c.measured}, wanted {c.wanted}" for c in result.checks if not c.passed]
    assert result.passed and not failed, "\n".join(failed)
    for name, scene in entry.scenes().items():
        assert crossed(result.recordings[name], scene) == 0, name


def crossed(recording: pl.Recording, scene: pl.Scene) -> int:
    """In how many frames others find a crossing of what can touch in the scene."""
    found = meetings(build(scene))
    if not found.meets or not any(len(hull.faces) for hull in found.hulls):
        return 0
    ipctk = pytest.importorskip("ipctk")
    first = offsets(found.hulls)
    edges = np.concatenate([hull.edges + k for hull, k in zip(found.hulls, first, strict=False)])
    faces = np.concatenate([hull.faces + k for hull, k in zip(found.hulls, first, strict=False)])
    states = [np.asfortranarray(x.T) for x in skins_at(recording, found)]
    mesh = ipctk.CollisionMesh(states[0], edges, faces)
    return sum(ipctk.has_intersections(mesh, x) for x in states)


def test_a_sheet_that_feels_nothing_of_itself_is_seen_to_cross_itself():
    # Else the claim that nothing crosses could not fail.
    scene = gallery.find("held-at-centre").scenes()["exact"]
    scene = scene.model_copy(update={"seconds": 0.6})
    alone = scene.model_copy(update={"collision": pl.Collision(bodies=False, itself=False)})
    recording = pl.simulate(alone)
    counts = crossings(recording, scene)
    assert max(counts) > 100 and counts[0] == 0
    assert crossed(recording, scene) == sum(count > 0 for count in counts)
    assert [check.passed for check in nothing_crosses(recording, scene)] == [False]
    assert nothing_crosses(recording, alone) == []


def test_every_figure_that_is_asked_for_is_there():
    assert {entry.source for entry in ENTRIES} >= WANTED


def test_names_are_unique_and_can_be_typed():
    names = [entry.name for entry in ENTRIES]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_an_entry_says_where_it_comes_from_and_what_is_seen(entry):
    assert re.fullmatch(r"00[0-7] (Fig|Sec|Eq)\. \d+(\.\d+)?[a-z]?", entry.source)
    assert entry.title and len(entry.text) > 60
    scenes = entry.scenes()
    assert set(entry.shown) | set(entry.explodes) <= set(scenes)
    for scene in scenes.values():
        assert pl.Scene(**scene.model_dump()) == scene  # could be written to a file


def test_an_unknown_name_gets_a_hint():
    with pytest.raises(pl.PliantError, match="did you mean 'tension'"):
        gallery.find("tensoin")


def test_a_scene_that_stops_without_being_meant_to_is_a_failed_check():
    def scenes():
        scene = pl.Scene(dt=1.0, seconds=30.0, gravity=pl.EARTH, integrator=pl.Explicit())
        sheet = scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(4, 4), material="cotton"))
        scene.pin(sheet, corners=("00",))
        return {"too fast": scene}

    entry = gallery.Entry(
        "boom", "Boom", "000 Fig. 1", "", scenes, check=lambda recordings: [at_most("fine", 0.0, 1.0)]
    )
    result = gallery.run(entry)
    assert not result.passed
    assert result.checks[0].claim == "too fast: runs to its end"
    assert len(result.recordings["too fast"]) >= 1


def test_pictures_and_the_page_are_written(tmp_path):
    pytest.importorskip("pyvista")
    calls = []
    result = gallery.run(
        gallery.find("tension"), tmp_path, progress=lambda *step: calls.append(step), size=(320, 180)
    )
    assert [path.name for path in result.pictures] == ["tension.png"]
    assert calls[0] == ("kelager", 1, 600) and calls[-1] == ("exact", 600, 600)
    page = gallery.write_page(tmp_path, [result]).read_text(encoding="utf-8")
    assert "![Tension pulls a stretched sheet back](tension.png)" in page
    assert page.count("✓") == len(result.checks)


def test_the_fitted_half_cylinder_is_round_and_evenly_spaced():
    x = half_cylinder(1.0, 2.0).points((33, 5), (False, False))
    assert np.abs(np.hypot(x[..., 0], x[..., 2]) - 1).max() < 1e-4
    steps = np.linalg.norm(np.diff(x[:, 0], axis=0), axis=-1)
    assert np.ptp(steps) < 1e-3 * steps.mean()


def test_a_mirror_image_is_a_misfit_but_a_turned_copy_is_not():
    x = half_cylinder(1.0, 2.0).points((9, 5), (False, False))
    x[0, 0] += (0.3, 0.0, 0.0)  # without symmetry
    turned = x @ np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]) + (1.0, 2.0, 3.0)
    assert misfit(turned, x) < 1e-12
    assert misfit(x * (1.0, 1.0, -1.0), x) > 0.1


def test_a_small_solid_breaks_over_a_sphere_and_loses_nothing():
    # The gallery's eight large ones take minutes.
    scene = over_spheres((8, 8, 3), (0.25,)).model_copy(update={"seconds": 0.6})
    recording = pl.simulate(scene)
    pieces = [drawn_pieces(recording, "solid0", frame) for frame in (0, len(recording) // 2, -1)]
    assert pieces[0] == 1 and max(pieces) > 1
    assert clearance(recording, scene, "ball0", "solid0").min() > 0
    assert masses(scene, "solid0").sum() == pytest.approx(1000.0 * 0.6 * 0.6 * 0.12)


def test_a_small_bust_keeps_what_it_was_pulled():
    # That of 180×127 nodes takes longer.
    failed = [check for check in residual(pl.simulate(pinched((45, 32)))) if not check.passed]
    assert not failed, failed
