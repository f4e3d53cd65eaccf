"""A wind that is a function in Python: what it does, and what becomes of it where no function can be kept."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.forces.viscous import stream_at
from pliant.studio.describe import scene_data


def whirl(points: np.ndarray, time: float) -> np.ndarray:
    return np.cross((0.0, 0.0, 2.0 + time), points)


def blown(stream) -> pl.Scene:
    """A sheet on a pole."""
    scene = pl.Scene(dt=0.01, seconds=0.1)
    sheet = pl.Sheet(membrane=100.0, bending=0.1, area_density=0.5)
    scene.pin(
        scene.add(pl.Surface(pl.shapes.rectangle(0.5, 0.4), id="sheet", grid=(6, 5), material=sheet)),
        edges=["m0"],
    )
    scene.add(pl.Viscous(5.0, stream), id="wind")
    return scene


def after(scene: pl.Scene, steps: int = 10) -> np.ndarray:
    simulation = pl.Simulation(scene)
    for _ in range(steps):
        simulation.step()
    return simulation.positions("sheet")


def test_a_function_of_one_velocity_is_that_wind():
    """The kernel takes other sums where the velocity is the same everywhere: the same to rounding."""
    wind = (0.5, 0.3, 3.0)
    everywhere = after(blown(lambda points, time: np.tile(wind, (len(points), 1))))
    assert everywhere == pytest.approx(after(blown(wind)), rel=0, abs=1e-12)
    assert np.array_equal(
        after(blown(lambda points, time: wind)), everywhere
    )  # one velocity for all is one, too


def test_the_drag_of_a_plate_that_is_held_is_c_a_u_squarely_and_nothing_along_it():
    """f = c A (n·u) n; the area of a flat plate is exact."""
    scene = pl.Scene(dt=0.01)
    scene.add(pl.Surface(pl.shapes.rectangle(0.5, 0.4), id="plate", grid=(6, 5), material="denim"))
    scene.pin("plate", nodes=[(m, n) for m in range(6) for n in range(5)])
    scene.add(pl.Viscous(7.0, lambda points, time: (1.0, 2.0, 3.0)))
    simulation = pl.Simulation(scene)
    simulation.step()
    force = simulation.external_forces("plate").sum(axis=0)
    assert force == pytest.approx([0.0, 0.0, 7.0 * 0.5 * 0.4 * 3.0], rel=1e-12, abs=1e-12)


def test_it_sees_the_nodes_of_a_body_where_they_are_when_a_step_begins_and_the_time_of_its_end():
    seen = []

    def wind(points: np.ndarray, time: float) -> np.ndarray:
        seen.append((points.copy(), time))
        return whirl(points, time)

    simulation = pl.Simulation(blown(wind))
    for _ in range(3):
        before = simulation.positions("sheet")
        seen.clear()
        simulation.step()
        points, time = seen[0]
        assert np.array_equal(points, before) and time == pytest.approx(simulation.time)


def test_a_vortex_and_the_function_of_it_are_the_same():
    vortex = pl.Vortex(2.0, 0.3)
    assert np.array_equal(after(blown(vortex)), after(blown(vortex.at)))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda points, time: points[:2], r"is no array of numbers \(30, 3\)"),
        (lambda points, time: 1.0 / 0.0, "division by zero"),
        (lambda points, time: points + np.inf, r"at t = 0.01 s is inf at \[0, 0\]"),
        (lambda points: points, "takes 1 positional argument"),
    ],
)
def test_a_function_that_gives_no_velocities_says_so(wrong, message: str):
    with pytest.raises(pl.PliantError, match=message):
        after(blown(wrong), 1)


@pytest.mark.parametrize("name", ["a.yaml", "a.json", "a.toml", "a.xml"])
def test_no_file_can_hold_it(tmp_path, name: str):
    with pytest.raises(pl.SceneError, match=r"forces\[0\]\.stream: a function of Python cannot be written"):
        pl.save(blown(whirl), tmp_path / name)
    assert not (tmp_path / name).exists()


def test_no_checkpoint_can_hold_it_but_a_state_goes_on(tmp_path):
    scene = blown(whirl)
    simulation = pl.Simulation(scene)
    simulation.step()
    with pytest.raises(pl.SceneError, match=r"forces\[0\]\.stream: a function of Python"):
        simulation.checkpoint(tmp_path / "here.state")
    assert not (tmp_path / "here.state").exists()
    again = pl.Simulation(scene, simulation.state)
    for one in (simulation, again):
        one.step()
    assert np.array_equal(simulation.positions("sheet"), again.positions("sheet"))


def test_a_script_has_it_and_gives_the_same_bits():
    simulation = pl.Simulation(blown(whirl))
    for step in range(10):
        if step == 4:
            simulation.apply(pl.Set("forces.wind.strength", 9.0))
        simulation.step()
    script = simulation.script()
    assert script.forces[0].stream.function is whirl
    assert np.array_equal(simulation.positions("sheet"), after(script))


def test_a_recording_keeps_its_name_and_cannot_be_simulated_anew(tmp_path):
    recording = pl.simulate(blown(whirl), to=tmp_path / "a.pliant")
    kept = recording.meta["scene"]
    assert kept["forces"][0]["stream"] == {"kind": "function", "function": "whirl"}
    with pytest.raises(
        pl.SceneError, match=r"stream\.function: .* only be given in Python \(given: 'whirl'\)"
    ):
        pl.Scene(**kept)


def test_the_studio_shows_its_name_and_offers_it_nowhere():
    assert scene_data(blown(whirl))["forces"][0]["stream"]["function"] == "whirl"
    assert "WindFunction" not in pl.Scene.json_schema()["$defs"]


def test_no_event_can_set_it():
    with pytest.raises(pl.SceneError, match="function"):
        pl.Set("forces.wind.stream", whirl)


def test_what_holds_on_to_a_thing_that_cannot_be_copied_is_a_wind_as_well():
    class Wind:
        def __deepcopy__(self, memo):
            raise TypeError("not to be copied")

        def __call__(self, points: np.ndarray, time: float) -> np.ndarray:
            return whirl(points, time)

    scene = blown(Wind())
    assert np.array_equal(after(scene), after(blown(whirl)))
    points = np.ones((2, 3))
    assert np.array_equal(stream_at(scene.forces[0].stream, points, 0.5), whirl(points, 0.5))
