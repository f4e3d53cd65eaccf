"""Readings of what has flown, and laws that follow one another while a simulation runs."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.inelastic.flow import FlowingEnergy
from pliant.inelastic.solid import MouldedEnergy
from pliant.simulation import Simulation

SPRINGS = pl.Springs(stiffness=200.0, shear=100.0, bend=20.0, mass=1e-3, damping=0.01)
SHEET = pl.Sheet(membrane=100.0, bending=0.01, area_density=0.2)
ROD = pl.Rod(young=1e6, density=1000.0, radius=0.01)
GEL = pl.Bulk(young=1e4, poisson=0.3, density=1000.0)
MAXWELL = pl.Maxwell(relaxation_time=0.1)


def body(kind: str, law) -> pl.Scene:
    scene = pl.Scene(gravity=0.0, dt=0.01)
    if kind == "curve":
        scene.add(
            pl.Curve(pl.shapes.line((0, 0, 0), (0.5, 0, 0)), id="it", grid=(6,), material=ROD, flow=law)
        )
    elif kind == "solid":
        scene.add(pl.Solid(pl.shapes.box(0.2, 0.2, 0.2), id="it", grid=(3, 3, 3), material=GEL, flow=law))
    else:
        material = SPRINGS if kind == "springs" else SHEET
        scene.add(
            pl.Surface(pl.shapes.rectangle(0.4, 0.3), id="it", grid=(5, 4), material=material, flow=law)
        )
    return scene


def with_memory(simulation: Simulation, size: float) -> Simulation:
    """As if every first energy had flown to a strain: ΔG of stretching along x, shear of a solid."""
    memory = simulation.state.bodies["it"].memory
    energy = simulation.model.bodies[0].elastic[0]
    if isinstance(energy, MouldedEnergy):
        memory[energy.name][1] = -2.0 * size  # Q = I − 2s e₁e₂ᵀ
    else:
        assert isinstance(energy, FlowingEnergy)
        memory[energy.name][:, 0] = size
    return simulation


def test_springs_and_curves_tell_their_plastic_strain():
    simulation = with_memory(Simulation(body("curve", MAXWELL)), 0.02)
    assert simulation.inelastic_strain("it") == pytest.approx(0.02, rel=1e-9)
    simulation = Simulation(body("springs", MAXWELL))
    energy = simulation.model.bodies[0].elastic[0]
    simulation.state.bodies["it"].memory[energy.name][0, 0] = 0.03 * energy.elastic.law.length
    assert simulation.inelastic_strain("it") == pytest.approx(0.03, rel=1e-9)


def test_a_sheet_and_a_solid_tell_the_size_of_their_strain():
    """Plates: √(ε:Cε/3G) of ε₁₁ with ΔG₁₁ = 2ε₁₁; solids: |½(I − QᵀQ)| of a shear by 2s is √2 s (and s²)."""
    simulation = Simulation(body("sheet", MAXWELL))
    energy = simulation.model.bodies[0].elastic[0]
    rest = np.tile(energy.elastic.cells.metric[0], 4)[energy.points.weight > 0.0][0]  # G₁₁
    simulation.state.bodies["it"].memory[energy.name][:, 0] = 2 * 0.01 * rest
    nu = 0.3
    expected = 0.01 * np.sqrt(1.0 / (1.0 - nu * nu) / (1.5 / (1.0 + nu)))
    assert simulation.inelastic_strain("it") == pytest.approx(expected, rel=1e-6)
    solid = with_memory(Simulation(body("solid", MAXWELL)), 0.005)
    assert solid.inelastic_strain("it") == pytest.approx(np.sqrt(2) * 0.005, rel=0.02)


def test_a_body_without_a_law_has_neither_reading():
    simulation = Simulation(body("sheet", None))
    assert simulation.fields("it") == ("stretch", "bending", "speed", "contact_pressure")
    with pytest.raises(pl.PliantError, match="does not flow"):
        simulation.inelastic_strain("it")


@pytest.mark.parametrize("kind", ["curve", "solid", "sheet", "springs"])
def test_nothing_ever_stays_of_a_law_that_only_damps(kind):
    simulation = Simulation(body(kind, pl.Voigt(retardation_time=0.1)))
    assert simulation.inelastic_strain("it").tolist() == [0.0] * len(
        simulation.positions("it").reshape(-1, 3)
    )


@pytest.mark.parametrize("kind", ["curve", "solid"])
def test_stress_does_not_jump_from_one_law_to_another(kind):
    """Two arms become one, which is set, and one becomes two: forces stay."""
    arms = pl.Generalised(
        arms=(pl.Arm(share=0.4, relaxation_time=0.1), pl.Arm(share=0.6, relaxation_time=1.0))
    )
    simulation = Simulation(body(kind, arms))
    memory = simulation.state.bodies["it"].memory
    for k, energy in enumerate(
        e for e in simulation.model.bodies[0].elastic if hasattr(e, "inelastic_strain")
    ):
        p = memory[energy.name]
        wave = 0.001 * (1 + k) * np.sin(np.arange(p.size)).reshape(p.shape)
        if kind == "solid":
            wave[::4] = 0.0  # shear: what has flown keeps its volume
        p[...] = p + wave
    before = simulation.elastic_forces("it")
    assert np.abs(before).max() > 0.0
    simulation.apply(pl.Set("bodies.it.flow", {"kind": "elastic"}))
    tolerance = (1e-9 if kind == "curve" else 0.02) * np.abs(before).max()  # of solids: of second order in p
    assert simulation.elastic_forces("it") == pytest.approx(before, abs=tolerance)
    simulation.apply(pl.Set("bodies.it.flow", arms.model_dump()))
    assert simulation.elastic_forces("it") == pytest.approx(before, abs=tolerance)
    simulation.step()


def test_a_body_takes_on_a_law_and_cannot_lose_it():
    simulation = Simulation(body("springs", None))
    simulation.step()
    simulation.apply(pl.Set("bodies.it.flow", MAXWELL.model_dump()))
    simulation.step()
    assert simulation.inelastic_strain("it") == pytest.approx(0.0, abs=1e-12)
    with pytest.raises(pl.PliantError, match="the law 'elastic' keeps"):
        simulation.apply(pl.Set("bodies.it.flow", None))
    scene = body("springs", MAXWELL)
    with pytest.raises(pl.SceneError, match="the law 'elastic' keeps"):
        scene.add(pl.Set("bodies.it.flow", None, time=0.1))
        scene.check()


def test_recordings_have_what_a_body_has(tmp_path):
    scene = body("springs", pl.Thermoplastic(relaxation_time=0.1, temperature=90.0))
    scene.add(pl.Set("bodies.it.flow", {"kind": "elastic"}, time=0.02))
    recording = pl.simulate(scene, steps=4)
    assert recording.field("it", "temperature")[-1] == pytest.approx(90.0)
    assert recording.field("it", "inelastic_strain").shape == (5, 20)
    recording.export(tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz") as file:
        assert file["it/inelastic_strain"].shape == file["it/temperature"].shape == (5, 20)
