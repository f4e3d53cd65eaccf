"""When a simulation cannot go on it says which body, at which step and why, and keeps what it has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pliant as pl
from pliant.forces.hands import NO_HANDS


def _explosive(integrator: str = "explicit", **options) -> pl.Scene:
    """A stiff, stretched sheet under an explicit scheme at a step a hundred times too long."""
    scene = pl.Scene(dt=0.01, integrator=integrator, **options)  # type: ignore[arg-type]
    stiff = pl.Elastic(young=1e9, thickness=1e-3, density=1000.0)
    calm = pl.Surface(
        pl.shapes.rectangle(1, 1),
        id="calm",
        position=(0, 0, 2),
        grid=(4, 4),
        material=pl.Sheet(membrane=1.0, area_density=1.0),
    )
    start = pl.shapes.rectangle(1.01, 1)
    scene.add(calm)
    scene.add(
        pl.Surface(pl.shapes.rectangle(1, 1), id="bomb", initial_shape=start, grid=(6, 6), material=stiff)
    )
    return scene


@pytest.mark.parametrize("integrator", ["explicit", "euler", "feynman", "midpoint", "rk4"])
def test_an_explosion_names_the_body_the_step_and_the_cause(integrator: str, tmp_path: Path):
    with pytest.raises(pl.SimulationError) as caught:
        pl.simulate(_explosive(integrator), seconds=5, to=tmp_path / "boom.pliant")
    error = caught.value
    assert error.body == "bomb"
    assert error.step is not None and error.step >= 1
    assert "'bomb'" in str(error) and f"step {error.step}" in str(error) and "bdf2" in str(error)


def test_what_was_recorded_before_an_explosion_is_kept(tmp_path: Path):
    path = tmp_path / "boom.pliant"
    with pytest.raises(pl.SimulationError) as caught:
        pl.simulate(_explosive(), seconds=5, to=path)
    recording = pl.Recording(path)
    assert len(recording) == caught.value.step  # the start and every step that went well
    assert np.isfinite(recording.positions("bomb")).all()
    assert recording.complete and recording.notes[-1]["step"] == caught.value.step
    assert recording.notes[-1]["body"] == "bomb"
    assert len(caught.value.recording) == len(recording)  # type: ignore[attr-defined]


def test_a_simulation_that_exploded_stands_where_it_was_before_the_step():
    simulation = pl.Simulation(_explosive())
    with pytest.raises(pl.SimulationError) as caught:
        for _ in range(500):
            before = simulation.positions("bomb")
            simulation.step()
    assert (simulation.positions("bomb") == before).all()
    assert simulation.state.step + 1 == caught.value.step


class Fussy:
    """A stepper that can only take short steps."""

    changes = None

    def __init__(self, stepper, longest: float):
        self.system, self.stepper, self.longest = stepper.system, stepper, longest

    def step(self, state, time: float, dt: float, hands=NO_HANDS):
        report = self.stepper.step(state, time, dt, hands)
        if dt > self.longest:
            state.x[:] = np.nan
        return report


def test_a_step_that_goes_wrong_is_taken_back_and_made_of_halves():
    scene = pl.Scene(gravity=pl.EARTH, dt=0.01, integrator=pl.BackwardEuler())
    soft = pl.Sheet(membrane=50.0, bending=1e-3, area_density=0.5)
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="sheet", grid=(6, 6), material=soft))
    scene.pin("sheet", corners=("00", "10"))
    fussy = pl.Simulation(scene)
    fussy._steppers["sheet"] = Fussy(fussy._steppers["sheet"], longest=0.003)
    scene.dt = 0.01 / 4
    patient = pl.Simulation(scene)
    for _ in range(5):
        fussy.step()
        for _ in range(4):
            patient.step()
    assert fussy.halvings == 5 * 3  # each step in two, each half in two again
    assert fussy.time == pytest.approx(patient.time)
    assert (fussy.positions("sheet") == patient.positions("sheet")).all()


def test_the_default_integrator_is_calm_where_the_explicit_one_explodes():
    scene = _explosive()
    scene.integrator = pl.BDF2()
    recording = pl.simulate(scene, steps=30)
    assert np.abs(recording.positions("bomb")[-1]).max() < 0.6


def test_the_published_scheme_explodes_and_says_what_to_use_instead():
    """A stiff plate and a long step."""
    raw = pl.Raw(tension=((30.0, 30.0), (30.0, 30.0)), rigidity=((0.1, 0.1), (0.1, 0.1)))
    scene = pl.Scene(gravity=pl.EARTH, dt=0.02, integrator=pl.Explicit())
    scene.add(
        pl.Surface(pl.shapes.rectangle(4, 4), id="plate", grid=(12, 12), material=raw, variant="terzopoulos")
    )
    scene.pin("plate", corners=("00", "10"))
    with pytest.raises(pl.SimulationError, match="use the variant 'exact'"):
        pl.simulate(scene, seconds=20)


def test_reading_does_not_change_anything():
    simulation = pl.Simulation(_explosive())
    before = simulation.positions("bomb")
    simulation.positions("bomb")[:] = np.nan
    simulation.velocities("bomb")[:] = np.nan
    simulation.energies()
    simulation.stretch("bomb")
    assert (simulation.positions("bomb") == before).all()
    with pytest.raises(pl.PliantError, match="no body named 'nobody'"):
        simulation.positions("nobody")


def _other_array(path: Path) -> None:
    with open(path, "wb") as file:
        np.save(file, np.zeros(3))


def _other_archive(path: Path) -> None:
    np.savez(path, meta=np.array("[]"), scene=np.array("{}"))


@pytest.mark.parametrize(
    "write",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_text("not a checkpoint"),
        _other_array,
        _other_archive,
    ],
)
def test_a_file_of_another_kind_is_no_checkpoint(tmp_path: Path, write):
    write(tmp_path / "other.npz")
    with pytest.raises(pl.PliantError) as caught:
        pl.Simulation.restore(tmp_path / "other.npz")
    assert str(caught.value).startswith(f"{tmp_path / 'other.npz'}: not a pliant checkpoint, or ")


def test_a_checkpoint_that_is_none_is_refused(tmp_path: Path):
    with pytest.raises(pl.PliantError, match="no such checkpoint"):
        pl.Simulation.restore(tmp_path / "nothing.npz")
    (tmp_path / "text.npz").write_text("not a checkpoint")
    with pytest.raises(pl.PliantError, match="not a pliant checkpoint"):
        pl.Simulation.restore(tmp_path / "text.npz")
    simulation = pl.Simulation(_explosive())
    simulation.checkpoint(tmp_path / "whole.npz")
    whole = (tmp_path / "whole.npz").read_bytes()
    (tmp_path / "half.npz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(pl.PliantError, match="damaged"):
        pl.Simulation.restore(tmp_path / "half.npz")
