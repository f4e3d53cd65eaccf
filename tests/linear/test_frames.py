"""Trusses, frames and bodies as linear systems: statics, modes, damping, and the program "Impact" of document 004."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pliant as pl
from pliant import linear
from pliant.errors import PliantError

STEEL: dict[str, Any] = {"young": 210e9, "area": 1e-4, "density": 7850.0}
STRIP: dict[str, Any] = {**STEEL, "moments": (1e-10, 4e-10)}


def straight(count: int, length: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    nodes = np.zeros((count + 1, 3))
    nodes[:, 0] = np.linspace(0.0, length, count + 1)
    return nodes, np.stack([np.arange(count), np.arange(1, count + 1)], axis=1)


def test_a_bracket_of_two_bars_bears_what_its_triangle_of_forces_says():
    """A tie of length 1 and a strut at 45° below it: P and −√2 P."""
    truss = linear.Frame([(0, 0, 0), (0, 0, -1), (1, 0, 0)], [(0, 2), (1, 2)], **STEEL)
    found = truss.solve({2: (0.0, 0.0, -1000.0)}, held={0: "xyz", 1: "xyz", 2: "y"})
    assert found.stress == pytest.approx([1000.0 / 1e-4, -np.sqrt(2.0) * 1000.0 / 1e-4])
    assert found.strain == pytest.approx(found.stress / 210e9)
    assert found.reactions.sum(axis=0) == pytest.approx([0.0, 0.0, 1000.0], abs=1e-6)


@pytest.mark.parametrize(("axis", "moment"), [(2, 1e-10), (1, 4e-10)])
def test_a_cantilever_sinks_by_pl3_over_3ei_with_any_number_of_members(axis: int, moment: float):
    load = np.zeros(3)
    load[axis] = -10.0
    for count in (1, 3):
        found = linear.Frame(*straight(count), **STRIP).solve({count: load.tolist()}, held=[0])
        sag, turn = 10.0 / (3 * 210e9 * moment), 10.0 / (2 * 210e9 * moment)
        assert found.displacements[-1, axis] == pytest.approx(-sag)
        assert abs(found.displacements[-1, 7 - axis - 1 if axis == 1 else 4]) == pytest.approx(turn)
        assert found.reactions[0, axis] == pytest.approx(10.0)
        assert np.abs(found.ends[0, 0, 3:]).max() == pytest.approx(10.0)  # the moment at the wall


def test_frequencies_of_a_clamped_beam_converge_from_above():
    roots = np.array([1.875104, 4.694091])
    wanted = roots**2 / (2 * np.pi) * np.sqrt(210e9 * 1e-10 / (7850.0 * 1e-4))
    errors = []
    for count in (2, 4, 8):
        held = {0: "xyzXYZ"} | dict.fromkeys(range(1, count + 1), "yXZ")
        found, _ = linear.Frame(*straight(count), **STRIP).modes(2, held)
        errors.append(found / wanted - 1.0)
    errors = np.array(errors)
    assert (errors > 0.0).all()
    assert (np.abs(errors[-1]) < 1e-3).all()
    assert errors[1, 1] / errors[2, 1] > 12.0  # of fourth order


def test_consistent_masses_swing_too_fast_and_lumped_ones_too_slowly():
    """Of a bar held at one end, along it: ω = πc/2l (1 ± (πh/2l)²/24)."""
    wave = np.sqrt(210e9 / 7850.0)
    for consistent, sign in ((True, 1.0), (False, -1.0)):
        held = {0: "xyz"} | dict.fromkeys(range(1, 11), "yz")
        (found, *_), _ = linear.Frame(*straight(10), **STEEL).modes(1, held, consistent=consistent)
        assert found / (0.25 * wave) - 1.0 == pytest.approx(sign * (0.05 * np.pi) ** 2 / 24.0, rel=0.01)


def test_rayleighs_damping_takes_from_each_mode_what_it_should():
    held = {0: "xyz"} | dict.fromkeys(range(1, 6), "yz")
    frame = linear.Frame(*straight(5), **STEEL)
    system = frame.system(held)
    frequencies, shapes = system.modes(2)
    for omega, shape in zip(2 * np.pi * frequencies, shapes, strict=True):
        alpha, beta = 0.02 * omega, 0.06 / omega  # ζ = 0.04
        dt = 2 * np.pi / omega / 200
        _, u = system.move(np.zeros(18), dt=dt, steps=400, rayleigh=(alpha, beta), start=(shape, 0 * shape))
        swing = u @ system.mass @ shape
        assert np.log(swing[0] / swing[400]) == pytest.approx(2 * 2 * np.pi * 0.04, rel=0.02)


def test_impact_a_wave_runs_along_a_rod_and_doubles_at_the_wall():
    """A force P on its end: stress P/A behind a front of speed c = √(E/ρ), 2P/A once it is back from the wall.

    The front of rods with masses at their nodes is followed by ripples: means are taken, to 2 %.
    """
    count, load = 200, 1000.0
    rod = linear.Frame(*straight(count), **STEEL)
    dt = 0.5 / count / np.sqrt(210e9 / 7850.0)
    found = rod.strike({count: (-load, 0.0, 0.0)}, held=[0], dt=dt, steps=3 * count)
    half, late = count, 3 * count  # steps after which it is in the middle, on its way there and back
    assert np.abs(found.stress[half, :80]).max() < 0.02 * load / 1e-4
    assert found.stress[half, 120:].mean() == pytest.approx(-load / 1e-4, rel=0.02)
    assert found.stress[late, :80].mean() == pytest.approx(-2 * load / 1e-4, rel=0.02)
    assert found.stress[late, 120:].mean() == pytest.approx(-load / 1e-4, rel=0.02)
    assert found.strain == pytest.approx(found.stress / 210e9)
    assert found.displacements[half, -1, 0] == pytest.approx(-load / (210e9 * 1e-4) * 0.5, rel=0.02)


def test_impact_nodes_turn_under_moments_by_the_inertia_of_their_halves():
    rod = linear.Frame(*straight(1), **STEEL)
    found = rod.strike({0: (0.0, 0.0, 0.0, 0.0, 0.0, 2.0)}, dt=1e-5, steps=10)
    half = 0.5 * 7850.0 * 1e-4 / 12.0
    assert found.spins[10, 0] == pytest.approx([0.0, 0.0, 10 * 1e-5 * 2.0 / half])


def test_impact_is_what_a_curve_of_the_same_stiffness_does():
    """The same nodes, half masses and tensions, stepped by the same scheme: velocities, then places."""
    scene = pl.Scene(collision=False, dt=1e-5, integrator=pl.Explicit())
    cord = pl.Cord(stretching=210e9 * 1e-4, bending=0.0, line_density=7850.0 * 1e-4)
    scene.add(pl.Curve(pl.shapes.line((0, 0, 0), (1, 0, 0)), id="rod", grid=11, material=cord))
    scene.pin("rod", corners="0")
    scene.add(pl.Load((-1000.0, 0.0, 0.0), apply_to=[pl.Target("rod", corners=["1"])]))
    simulation = pl.Simulation(scene)
    found = linear.Frame(*straight(10), **STEEL).strike({10: (-1000.0, 0, 0)}, [0], dt=1e-5, steps=30)
    for step in range(1, 31):
        simulation.step()
        moved = simulation.positions("rod") - found.displacements[0] - straight(10)[0]
        assert moved == pytest.approx(found.displacements[step], abs=1e-10)


def test_a_body_of_a_scene_is_a_linear_system_too():
    """A bar on a grid: K U = F as the simulation's own equilibrium, and its first mode as beam theory has it."""
    material = pl.Bulk(young=1e6, poisson=0.0, density=1000.0)
    scene = pl.Scene(collision=False, gravity=(0.0, 0.0, -1e-3), integrator=pl.Static())
    scene.add(pl.Solid(pl.shapes.box(1.0, 0.1, 0.1), id="bar", grid=(21, 3, 3), material=material))
    scene.pin("bar", edges=("l0",))
    simulation = pl.Simulation(scene)
    system, forces = linear.of_body(simulation, "bar")
    rest = simulation.positions("bar")
    U = system.solve(forces).reshape(-1, 3)
    simulation.step()
    assert pytest.approx(simulation.positions("bar") - rest, abs=1e-4 * np.abs(U).max()) == U
    (first, *_), _ = system.modes(2)
    wanted = 1.875104**2 / (2 * np.pi) * np.sqrt(1e6 * 0.1**2 / 12 / 1000.0)
    assert first == pytest.approx(wanted, rel=0.02)


def test_what_cannot_be_is_refused_by_name():
    nodes, members = straight(2)
    with pytest.raises(PliantError, match="members are between nodes 0 … 2, 5 given"):
        linear.Frame(nodes, [(0, 5)], **STEEL)
    with pytest.raises(PliantError, match="nothing resists some motion"):
        linear.Frame(nodes, members, **STEEL).solve({2: (0, 0, 1.0)}, held=[0])
    with pytest.raises(PliantError, match="give `moments`"):
        linear.Frame(nodes, members, **STEEL).solve({2: (0, 0, 1.0, 0, 0, 1.0)}, held=[0])
    with pytest.raises(PliantError, match="longer than a wave takes"):
        linear.Frame(nodes, members, **STEEL).strike({2: (0, 0, 1.0)}, held=[0], dt=1.0, steps=1)
    with pytest.raises(PliantError, match="held along 'X'"):
        linear.Frame(nodes, members, **STEEL).system({0: "X"})
