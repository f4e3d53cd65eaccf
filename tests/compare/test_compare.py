"""Comparisons find what is known: orders, limits of stability, and which run is nearest."""

from __future__ import annotations

import json
from math import sqrt
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from pliant.cli.app import app
from pliant.compare import compare, rows, table, trial
from pliant.compare.formulations import reason_against
from pliant.errors import PliantError
from pliant.integrators.spec import RK4, Feynman
from pliant.model import Curve, Layered, Springs
from pliant.model.nets import Ring
from pliant.scene import save
from pliant.scene.schema import Scene
from pliant.shapes import Line


def pendulum(**options) -> Scene:
    """A mass on a spring that starts level: it swings and stretches."""
    line = Line(start=(0, 0, 1), end=(0.5, 0, 1))
    material = Springs(stiffness=400.0, damping=0.0, mass=1.0)
    scene = Scene(gravity=9.81, dt=0.01, seconds=0.5, **options)
    scene.add(Curve(line, id="bob", grid=(2,), material=material))
    scene.pin("bob", nodes=[(0,)])
    return scene


@pytest.fixture(scope="module")
def found():
    return compare(pendulum(), ["springs", "exact"], ["bdf2", "feynman", "rk4", "backward_euler"])


def entry(found, formulation, integrator) -> Any:
    return next(e for e in found.entries if (e.formulation, e.integrator) == (formulation, integrator))


def test_there_is_a_line_for_every_pair(found):
    assert [e.name for e in found.entries][:2] == ["springs, bdf2", "springs, feynman"]
    assert len(found.entries) == 8
    assert all(not e.problem and e.per_step > 0 for e in found.entries)


def test_schemes_of_higher_order_are_nearer_to_the_fine_run(found):
    errors = [entry(found, "springs", name).own_error for name in ("rk4", "feynman", "backward_euler")]
    assert errors[0] < errors[1] < errors[2]


def test_backward_euler_loses_energy(found):
    assert entry(found, "springs", "backward_euler").drift < -0.01
    assert abs(entry(found, "springs", "rk4").drift) < 1e-3


def test_the_formulations_agree_on_one_spring(found):
    """A curve of one edge with the same EA is nearly the same spring: its energy is another function of length."""
    assert entry(found, "exact", "rk4").difference < 0.05
    assert entry(found, "exact", "rk4").own_error < 1e-3


@pytest.mark.parametrize(("scheme", "limit"), [(Feynman(), 2.0), (RK4(), 2.0 * sqrt(2.0))])
def test_the_largest_step_is_that_of_theory(scheme, limit):
    """ω dt ≤ 2 for the leapfrog and 2√2 for RK4; the bisection knows it to 4 %, and growth needs some time to show."""
    scene = pendulum(integrator=scheme)
    body = scene.bodies[0].model_copy(update={"velocity": (1.0, 0.0, 0.0)})
    along = scene.model_copy(update={"seconds": 20.0, "gravity": None, "bodies": [body]})
    omega = sqrt(400.0 / 1.0)
    assert trial.largest_step(along, liveliest=0.5) == pytest.approx(limit / omega, rel=0.06)


def test_implicit_schemes_have_no_limit(found):
    assert np.isinf(entry(found, "springs", "bdf2").largest_dt)


def test_sticks_have_one_line_whatever_the_integrators():
    found = compare(pendulum(), ["springs", "sticks", "xpbd"], ["rk4", "bdf2"])
    assert [e.name for e in found.entries][2:] == ["sticks, verlet", "xpbd, verlet"]
    assert entry(found, "xpbd", "verlet").difference < entry(found, "sticks", "verlet").difference


def test_what_cannot_be_compared_is_said():
    found = compare(pendulum(), ["springs", "kelager"], ["rk4"])
    assert entry(found, "springs", "rk4").per_step > 0
    assert "surfaces only" in entry(found, "kelager", "rk4").problem
    assert "surfaces only" in table(found)


def test_bodies_without_a_grid_stay_as_they_are_beside_others():
    scene = pendulum()
    scene.add(Layered(Ring(radius=0.1, count=6), id="ring", position=(3.0, 0.0, 0.0)))
    found = compare(scene, ["exact", "springs"], ["rk4"], seconds=0.05)
    assert entry(found, "exact", "rk4").per_step > 0
    assert "'ring' stays springs" in table(found)
    assert not entry(found, "springs", "rk4").note
    alone = scene.model_copy(update={"bodies": scene.bodies[1:], "constraints": []})
    assert "no grid" in reason_against(alone, "exact")


def test_bad_input():
    with pytest.raises(PliantError, match="formulation named 'hybird'"):
        compare(pendulum(), ["springs", "hybird"])
    with pytest.raises(PliantError, match="no bodies"):
        compare(Scene())
    with pytest.raises(PliantError, match="formulation named 'hybird'"):
        compare(pendulum(), ["hybird"])
    with pytest.raises(PliantError, match="no integrator named 'rk5'"):
        compare(pendulum(), integrators=["rk5"])


def test_the_table_has_all_lines(found):
    text = table(found)
    assert text.count("| springs |") == 4 and "any" in text
    assert len(rows(found)) == 8


def test_from_the_command_line(tmp_path):
    path = tmp_path / "bob.yaml"
    save(pendulum(), path)
    arguments = ["compare", str(path), "--formulations", "springs,exact", "--integrators", "rk4,feynman"]
    result = CliRunner().invoke(
        app, [*arguments, "--seconds", "0.1", "-o", str(tmp_path / "out"), "--no-video", "--json"]
    )
    assert result.exit_code == 0, result.output
    written = json.loads((tmp_path / "out" / "compare.json").read_text())
    assert [line["formulation"] for line in written] == ["springs", "springs", "exact", "exact"]
    assert "| exact |" in (tmp_path / "out" / "compare.md").read_text()
    assert not (tmp_path / "out" / "compare.mp4").exists()


def test_what_is_too_slow_is_left_out_and_says_so():
    found = compare(pendulum(), ["springs"], ["rk4"], budget=1e-9)
    assert found.entries[0].problem.startswith("too slow")


def test_a_folder_that_cannot_be_is_told_before_the_run(tmp_path):
    path, taken = tmp_path / "bob.yaml", tmp_path / "taken"
    save(pendulum(), path)
    taken.write_text("")
    result = CliRunner().invoke(app, ["compare", str(path), "-o", str(taken), "--no-video"])
    assert result.exit_code == 1
    assert "cannot be written to" in result.output
