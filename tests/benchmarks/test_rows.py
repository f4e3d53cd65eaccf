"""The benchmarks measure what they say. Nothing here depends on how fast the machine is."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
import pytest

import pliant as pl
from pliant import benchmarks
from pliant.benchmarks import (
    assembly,
    bust,
    contact,
    hanging,
    hanging_cloth,
    million_springs,
    peers,
    points,
    scaling,
    table_5_1,
    tables_4,
)
from pliant.benchmarks.peers import PEERS, Peer

ROOT = Path(__file__).parents[2]


def _are_rows(rows: list[benchmarks.Row]) -> bool:
    return bool(rows) and all(row.quantity and math.isfinite(row.figure) and row.figure > 0 for row in rows)


# ---------------------------------------------------------------- Table 5.1


def test_the_cloth_reaches_the_first_sphere_in_the_frame_that_the_source_gives():
    """[000 §5.2.4]: "from frame 124 the model collides with the spheres"."""
    simulation = pl.Simulation(table_5_1.scene(24, iterations=20))
    while np.ptp(simulation.positions("cloth")[:, 2]) < 1e-9:
        simulation.step()
    assert simulation.state.step == table_5_1.CONTACT


def test_exactly_the_asked_number_of_cg_iterations_is_run_at_24x24():
    for iterations in table_5_1.ITERATIONS:
        window = table_5_1.Window(24, iterations)
        assert len(window.times()) == table_5_1.WINDOW
        assert set(window.iterations) == {iterations}


def test_exactly_the_asked_number_of_sweeps_is_run_over_sticks_that_meet_the_sphere():
    window = table_5_1.Window(8, 10, sticks=True)
    assert len(window.times()) == table_5_1.WINDOW
    assert set(window.iterations) == {10}
    assert np.ptp(window.simulation.positions("cloth")[:, 2]) > 0.05


def test_rows_of_the_table_stand_beside_it():
    rows = table_5_1.rows_for(8, repeats=1)
    assert _are_rows(rows)
    published = [row.reference for row in rows if "Table 5.1" in row.compared_with]
    assert published == [812.92, 4032.82, 448.83, 3958.61]
    assert sum("sticks" in row.quantity for row in rows) == 2
    assert any("SciPy" in row.compared_with for row in rows)


# ---------------------------------------------------------------- scaling


def test_the_exponent_is_that_of_the_power():
    nodes = [64.0, 256.0, 1024.0]
    assert scaling.exponent(nodes, [3e-9 * n**1.25 for n in nodes]) == pytest.approx(1.25)


@pytest.mark.slow
def test_growth_is_measured_for_both_systems():
    rows = scaling.growth_rows(sizes=(8, 16), budget=0.0)
    assert len(rows) == 4
    assert all(math.isfinite(row.figure) for row in rows)


def test_threads_are_measured_beside_the_triad():
    rows = scaling.thread_rows(nodes=16, megabytes=0.1, tries=1)
    assert [row.unit for row in rows if "triad" not in row.quantity] == ["×", "×"]


# ---------------------------------------------------------------- Tables 4.1 to 4.3


@pytest.mark.slow
def test_rows_of_the_formulations_stand_beside_their_tables():
    rows = tables_4.rows(sizes=(3, 10))
    assert _are_rows(rows) and len(rows) == 13
    beside = {(row.compared_with, row.quantity): row.reference for row in rows}
    assert beside["001 Table 4.1", "primal formulation, 10×10: one frame"] == 283
    assert beside["001 Table 4.2", "hybrid formulation, 10×10: one frame"] == 233
    assert beside["001 Table 4.3", "spring formulation, 10×10: preprocessing"] == 2067


def test_both_formulations_describe_the_same_sheet():
    """Both hang as deep in the middle. They shear freely, so that the shape depends little on large strains, in which
    the two formulations differ."""
    depths = []
    for scene in (tables_4.primal_scene, tables_4.spring_scene):
        simulation = pl.Simulation(scene(11))
        for _ in range(2500):
            simulation.step()
        depths.append(-float(simulation.positions("patch")[60, 2]))
    assert depths[0] > 0.3 and depths[0] == pytest.approx(depths[1], rel=0.02)


# ---------------------------------------------------------------- the bust of 002 Fig. 16


@pytest.mark.parametrize("solver", bust.SOLVERS)
def test_the_bust_is_pulled_by_its_cheek_alike_with_every_solver(solver: str):
    def cheek(spec: pl.Solver) -> np.ndarray:
        simulation = pl.Simulation(bust.bust(spec, (24, 17)))
        for _ in range(6):
            simulation.step()
            assert simulation.reports["body"].converged
        return simulation.positions("body")

    exact = cheek(pl.Solver(kind="direct", tolerance=1e-12))
    rest = pl.Simulation(bust.bust(pl.Solver(), (24, 17))).positions("body")
    moved = np.abs(exact - rest).max()
    assert moved > 0.01
    assert (
        np.abs(cheek(bust.SOLVERS[solver]) - exact).max() < 0.02 * moved
    )  # Newton's tolerance, and more steps


# ---------------------------------------------------------------- a million springs


def test_bytes_of_a_step_are_those_of_its_springs_and_nodes():
    assert million_springs.SPRING_BYTES == 2 * 3 * 8 + 2 * 3 * 8 + 2 * 4 + 3 * 8
    assert million_springs.bytes_of_step(3) == 12 * 128 + 9 * 144
    springs = pl.Simulation(million_springs.scene(9)).model.body("sheet").elastic[0]
    assert len(springs.nodes) == 2 * 9 * 8
    assert 1_000_000 <= 2 * million_springs.NODES * (million_springs.NODES - 1) < 1_005_000


def test_steps_of_springs_are_measured_beside_the_triad():
    rows = million_springs.rows(nodes=12, megabytes=0.1, tries=1)
    assert {row.unit for row in rows} <= {"ms", "×"}
    step, ratio = rows[:2]
    assert step.reference and ratio.figure == pytest.approx(step.figure / step.reference)


def test_the_sheet_of_springs_does_not_explode():
    """Dampers only take energy away."""
    simulation = pl.Simulation(million_springs.scene(20))
    before = sum(simulation.energies().values())
    for _ in range(300):
        simulation.step()
    moved = simulation.energies()
    assert simulation.halvings == 0 and moved["kinetic"] > 1.0
    assert before - 0.2 * moved["kinetic"] < sum(moved.values()) < before


# ---------------------------------------------------------------- the hanging cloth


def test_the_hanging_cloth_is_sound_on_a_small_grid():
    coarse, fine = hanging_cloth.run_cloth(12), hanging_cloth.run_cloth(12, steps=4)
    assert coarse.complaints(fine) == []
    assert coarse.is_complete
    assert _are_rows(hanging_cloth.rows_of("pliant", coarse, fine))


def test_a_cloth_that_stretches_or_hangs_in_the_air_is_not_sound():
    run = hanging.Hanging(
        nodes=8, frames=120, seconds_per_frame=0.001, largest=1.5, percentile_99=1.2, drop=0.03
    )
    finer = hanging.Hanging(
        nodes=8, frames=480, seconds_per_frame=0.001, largest=1.1, percentile_99=1.01, drop=0.19
    )
    assert len(run.complaints(finer)) == 3
    verdict = hanging_cloth.rows_of("other", run)[-1]
    assert verdict.figure == 0.0 and "0.186–0.206" in verdict.compared_with


def test_stretch_is_edge_length_over_rest_length():
    x = hanging.flat_cloth(5) * [1.1, 1.0, 1.0]
    assert sorted(np.unique(hanging.edge_stretches(x, 5).round(9))) == [1.0, 1.1]


def test_masses_and_triangles_of_the_cloth_add_up():
    assert hanging.node_masses(7).sum() == pytest.approx(0.2)
    x = hanging.flat_cloth(7)[hanging.triangles(7)]
    normals = np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0])
    assert 0.5 * normals[:, 2].sum() == pytest.approx(1.0) and (normals[:, 2] > 0).all()


# ---------------------------------------------------------------- peers


def test_every_peer_has_an_adapter_and_steps_for_every_size():
    for peer in PEERS:
        assert peer.adapter.is_file()
        assert set(hanging_cloth.SIZES) <= set(peer.steps)


def test_a_peer_that_is_not_installed_is_listed_as_such():
    (row,) = peers.rows_for(Peer("nobody", "no_such_module_anywhere", {8: 1}), sizes=(8,), ours={})
    assert row.compared_with == "not installed" and math.isnan(row.figure)


def test_a_peer_runs_in_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An adapter in which the cloth falls freely, and one that fails."""
    monkeypatch.delenv("PLIANT_PEERS_PYTHON", raising=False)
    monkeypatch.setattr(peers, "_HERE", tmp_path)
    (tmp_path / "falling.py").write_text(
        "from hanging import FRAME, flat_cloth\n"
        "def cloth(nodes, steps):\n"
        "    x, time = flat_cloth(nodes), [0.0]\n"
        "    def advance():\n"
        "        time[0] += FRAME\n"
        "        x[:, 2] = -0.5 * 9.81 * time[0] ** 2\n"
        "    return advance, lambda: x\n",
        encoding="utf-8",
    )
    rows = peers.rows_for(Peer("falling", "json", {8: 3}), sizes=(8,), ours={8: 0.5})
    assert (rows[0].compared_with, rows[0].reference) == ("pliant, same run", 0.5)
    assert [row.figure for row in rows if "drop" in row.quantity] == [pytest.approx(0.1962)]
    assert rows[-1].figure == 1.0 and rows[-1].compared_with.startswith("sound")
    (tmp_path / "broken.py").write_text("raise RuntimeError('out of order')\n", encoding="utf-8")
    (row,) = peers.rows_for(Peer("broken", "json", {8: 3}), sizes=(8,), ours={})
    assert "out of order" in row.compared_with
    assert sys.executable == peers.interpreter()


# ---------------------------------------------------------------- solids and ropes


def test_solids_are_measured_per_node_and_a_rope_beside_real_time():
    rows = points.solid_rows(sizes=(3, 4))
    assert [row.unit for row in rows] == ["ms", "µs", "ms", "µs", ""]
    assert all(math.isfinite(row.figure) for row in rows)
    assert rows[3].reference == pytest.approx(rows[1].figure)
    (row,) = points.rope_rows(nodes=20, steps=2)
    assert row.reference == pytest.approx(1000.0 / 60.0) and _are_rows([row])


def test_every_step_that_is_measured_was_solved():
    simulation = pl.Simulation(points.solid(5))
    for _ in range(3):
        simulation.step()
        assert simulation.reports["body"].converged
    assert simulation.positions("body")[:, 2].min() < -0.5  # it sags


# ---------------------------------------------------------------- all of it


def _rows(name: str, figure: float = 1.0) -> benchmarks.Part:
    return benchmarks.Part(name, lambda: [benchmarks.Row(name, figure, "s")])


KNOWN = [
    benchmarks.Section("cloth", "Cloth", [_rows("8x8"), _rows("64x64")]),
    benchmarks.Section("rope", "Ropes", [_rows("64x64")]),
    benchmarks.Section("studio", "The studio", [_rows("live"), _rows("memory")], usual=False),
]


@pytest.mark.parametrize(
    ("only", "also", "expected"),
    [
        ((), (), ["cloth/8x8", "cloth/64x64", "rope/64x64"]),
        ((), ("studio",), ["cloth/8x8", "cloth/64x64", "rope/64x64", "studio/live", "studio/memory"]),
        (("studio",), (), ["studio/live", "studio/memory"]),
        (("*/64x64",), (), ["cloth/64x64", "rope/64x64"]),
        (("studio/l*", "rope"), (), ["rope/64x64", "studio/live"]),
    ],
)
def test_sections_and_parts_are_chosen_by_patterns(only, also, expected):
    chosen = benchmarks.choose(KNOWN, only, also)
    assert [f"{section.name}/{part.name}" for section in chosen for part in section.parts] == expected


def test_a_pattern_that_stands_for_nothing_is_an_error_with_a_hint():
    with pytest.raises(pl.PliantError, match=r"'clot'; did you mean 'cloth'"):
        benchmarks.choose(KNOWN, ["clot"])
    with pytest.raises(pl.PliantError, match="cloth, rope, studio"):
        benchmarks.choose(KNOWN, ["xyz"])


def test_a_part_that_fails_is_a_row_and_the_others_go_on():
    def fail() -> list[benchmarks.Row]:
        raise TimeoutError("the cloth did not follow")

    section = benchmarks.Section("s", "S", [benchmarks.Part("a", fail), _rows("b")])
    (_, (failed,)), (_, (went_on,)) = benchmarks.measure(section)
    assert math.isnan(failed.figure) and "the cloth did not follow" in failed.compared_with
    assert went_on.figure == 1.0


@pytest.mark.parametrize("limit", ["at most", "at least", ""])
@pytest.mark.parametrize(
    ("figure", "expected"),
    [(1.0, "at most"), (2.0, "at most, at least"), (3.0, "at least"), (math.nan, None)],
)
def test_a_figure_is_within_its_limit_or_not(limit, figure: float, expected: str | None):
    within = None if not limit or expected is None else limit in expected
    assert benchmarks.Row("a step", figure, "ms", "wanted", 2.0, limit).within is within


def test_all_that_is_wanted_has_a_limit():
    """Every section with wishes says so in a way that programs understand; of other simulators nothing is wanted."""
    run = hanging.Hanging(
        nodes=8, frames=120, seconds_per_frame=0.001, largest=1.02, percentile_99=1.01, drop=0.196
    )
    ours = hanging_cloth.rows_of("pliant", run, references=[("wanted", 2.0, "at most")], is_ours=True)
    assert [row.within for row in ours] == [True, True, None, None, True]
    theirs = hanging_cloth.rows_of("other", run)
    assert not any(row.limit for row in theirs)
    for source in (ROOT / "src/pliant/benchmarks").glob("*.py"):
        text = source.read_text(encoding="utf-8")
        assert "wanted, at" not in text, f"{source.name} has a limit in words only"


def test_every_section_has_its_own_name_and_parts():
    known = benchmarks.sections()
    names = [f"{section.name}/{part.name}" for section in known for part in section.parts]
    assert len(set(names)) == len(names) and all(section.parts for section in known)


def test_the_default_scene_of_the_package_is_the_example():
    packaged = ROOT / "src/pliant/data/drape.yaml"
    assert packaged.read_bytes() == (ROOT / "examples/drape.yaml").read_bytes()


# ---------------------------------------------------------------- contact


def test_contact_is_measured_beside_the_same_scene_without_it():
    rows = contact.crumpling_rows(12, frames=12)
    assert all(math.isfinite(row.figure) for row in rows)
    assert sum("contact on" in row.quantity for row in rows) == 3
    assert [row.within for row in rows if "edges" in row.quantity] == [True]


def test_a_cloth_without_contact_crosses_itself_where_one_with_contact_does_not():
    off, on = contact.measure([contact.crumpling(24, which) for which in (False, True)], 31)
    assert off.crossings > 0
    assert on.crossings == 0


def test_the_folded_sheet_has_the_triangles_that_are_asked_for_and_no_stretch():
    hull, x = contact.folded(2000)
    assert len(hull.faces) == pytest.approx(2000, rel=0.05)
    assert hull.grid is not None
    lengths = np.linalg.norm(np.diff(x.reshape(3, hull.grid.rows, -1), axis=1), axis=0)
    assert lengths.max() <= 1.0 + 1e-12  # chords of its half circles are shorter than their arcs
    assert lengths.min() > 0.9


def test_pairs_are_found_for_each_size_that_is_asked_for():
    rows = contact.broad_phase_rows({500: None, 2000: 1e9}, repeats=1)
    assert _are_rows(rows)
    assert [row.within for row in rows if row.limit] == [True]


def test_a_peer_that_is_not_there_has_no_draped_cloth():
    (row,) = peers.draped_rows(Peer("nobody", "no_such_module_anywhere", {64: 1}))
    assert math.isnan(row.figure) and row.compared_with == "not installed"


def test_matrices_of_tetrahedra_are_timed_with_or_without_scikit_fem():
    rows = assembly.rows(cells=2)
    assert len(rows) == 2 and all(row.figure > 0.0 for row in rows)
    assert all("scikit-fem" in row.compared_with for row in rows)
