"""A vortex is Lamb and Oseen's: its circulation, its core and what it does to light bodies."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl

WHIRL = pl.Vortex(circulation=3.0, radius=0.2, center=(0.3, -0.1, 0.4), axis=(1.0, 2.0, -2.0))
AXIS = np.array([1.0, 2.0, -2.0]) / 3.0
ACROSS = np.array([2.0, 1.0, 2.0]) / 3.0


def _around(distance: float, count: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Points of a circle about the axis, and its unit tangents."""
    angle = np.linspace(0.0, 2.0 * np.pi, count, endpoint=False)[:, None]
    other = np.cross(AXIS, ACROSS)
    radial = np.cos(angle) * ACROSS + np.sin(angle) * other
    points = np.asarray(WHIRL.center) + distance * radial + 0.7 * AXIS
    return points, np.cross(AXIS, radial)


def _speed(distance: float) -> float:
    points, along = _around(distance)
    u = WHIRL.at(points, 0.0)
    assert u == pytest.approx(along * np.sum(u * along, axis=1)[:, None], abs=1e-12)  # it only goes around
    return float(np.sum(u * along, axis=1).mean())


def test_it_has_its_circulation_far_away():
    assert 2.0 * np.pi * 5.0 * _speed(5.0) == pytest.approx(3.0, rel=1e-12)


def test_near_its_axis_it_turns_as_a_solid_body():
    assert _speed(1e-4) / 1e-4 == pytest.approx(3.0 / (2.0 * np.pi * 0.2**2), rel=1e-6)
    assert not WHIRL.at(np.array([WHIRL.center]), 0.0).any()


def test_it_is_fastest_a_little_outside_of_its_core():
    distances = np.union1d(np.linspace(0.05, 1.0, 96), np.linspace(0.2, 0.25, 101))
    speeds = [_speed(distance) for distance in distances]
    assert distances[np.argmax(speeds)] == pytest.approx(1.1209 * 0.2, abs=1e-3)
    assert max(speeds) == pytest.approx(0.63817 * 3.0 / (2.0 * np.pi * 0.2), rel=1e-4)


def test_nothing_of_it_comes_or_goes():
    points = np.random.default_rng(1).normal(size=(50, 3))
    step = 1e-5
    shifts = step * np.eye(3)
    spread = sum(
        (WHIRL.at(points + shift, 0.0) - WHIRL.at(points - shift, 0.0))[:, k]
        for k, shift in enumerate(shifts)
    )
    assert np.abs(spread / (2.0 * step)).max() < 1e-7


@pytest.mark.parametrize("length", [1e-90, 1.0, 1e12])
def test_the_length_of_its_axis_does_not_matter(length: float):
    points = np.random.default_rng(2).normal(size=(5, 3))
    scaled = pl.Vortex(3.0, 0.2, WHIRL.center, tuple(length * AXIS))
    assert scaled.at(points, 0.0) == pytest.approx(WHIRL.at(points, 0.0), rel=1e-12)


def test_an_axis_of_no_direction_is_refused():
    with pytest.raises(pl.SceneError, match="axis: the axis of a vortex must not be zero"):
        pl.Vortex(axis=(0.0, 0.0, 0.0))


def test_a_light_rod_across_its_core_turns_with_it():
    """Where its parts lag and lead there is no torque: Σ r (u − ωr) A = 0 over its nodes, each with its length A."""
    whirl = pl.Vortex(circulation=0.5, radius=0.15)
    scene = pl.Scene(dt=0.005, forces=[pl.Viscous(2.0, whirl)])
    rod = pl.Rod(radius=0.01, young=1e7, density=20.0)
    scene.add(pl.Curve(pl.shapes.line((-0.3, 0, 0), (0.3, 0, 0)), id="rod", grid=25, material=rod))
    simulation = pl.Simulation(scene)
    for _ in range(200):
        simulation.step()
    x, v = simulation.positions("rod"), simulation.velocities("rod")
    turning = np.cross(x, v)[:, 2].sum() / np.sum(x**2)
    r = np.linspace(-0.3, 0.3, 25)
    share = np.where(np.abs(r) > 0.299, 0.5, 1.0)
    u = whirl.at(np.stack([r, 0 * r, 0 * r], axis=1), 0.0)[:, 1]
    assert turning == pytest.approx(np.sum(share * r * u) / np.sum(share * r * r), rel=0.01)
    assert turning * simulation.time > np.pi / 4  # it has turned, so the wind was asked where it went


def test_forms_can_begin_with_it_and_know_its_units():
    """The page offers what needs nothing more, and takes units from the text."""
    described = pl.Scene.json_schema()["$defs"]["Vortex"]
    assert "required" not in described
    for part in ("`circulation` Γ [m²/s]", "`center` [m]", "`radius` [m]"):
        assert part in described["description"]
