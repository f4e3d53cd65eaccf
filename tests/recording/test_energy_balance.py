"""The energy balance in a recording: kept with every frame, read, plotted and exported."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.contact import Plane
from pliant.errors import PliantError, RecordingError
from pliant.integrators.spec import Feynman
from pliant.materials import COTTON
from pliant.model import Springs, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import simulate
from pliant.simulation.energy_balance.entries import ENTRIES, PAIR_ENTRIES


def falling() -> Scene:
    scene = Scene(dt=0.002, integrator=Feynman(), gravity=9.81)
    scene.add(Surface(rectangle(1.0, 1.0), id="net", grid=(3, 3), material=Springs(drag=0.5)))
    return scene


def test_frames_keep_the_energy_balance_and_it_adds_up(tmp_path):
    recording = simulate(falling(), steps=20, every=5, energy_balance=True)
    energy_balance = recording.energy_balance()
    assert list(energy_balance) == list(ENTRIES)
    assert len(energy_balance["kinetic"]) == len(recording) == 5
    stored = sum(energy_balance[name] for name in ENTRIES[2:])
    assert np.allclose(energy_balance["initial"] + energy_balance["work"], stored, atol=1e-12)
    assert np.all(np.diff(energy_balance["damping"]) > 0.0)
    assert np.array_equal(recording.energy_balance("net")["damping"], energy_balance["damping"])
    recording.export(tmp_path / "net.npz")
    with np.load(tmp_path / "net.npz") as arrays:
        assert np.array_equal(arrays["energy_balance/kinetic"], energy_balance["kinetic"])


def test_recordings_keep_it_pair_by_pair(tmp_path):
    """What rubs on the floor is there from the frame on in which it is touched."""
    scene = Scene(gravity=9.81, dt=1 / 60)
    place = {"position": (0.0, 0.0, 0.03), "velocity": (1.0, 0.0, 0.0)}
    scene.add(Surface(rectangle(0.5, 0.5), id="net", grid=(4, 4), material=COTTON, **place))
    scene.add(Plane(id="floor", friction=0.3))
    recording = simulate(scene, steps=12, energy_balance=True)
    pairs = recording.energy_pairs()
    assert list(pairs) == [("net", "floor")]
    entries = pairs["net", "floor"]
    assert list(entries) == list(PAIR_ENTRIES)
    assert entries["friction"][0] == 0.0 and entries["friction"][-1] > 0.0
    assert np.allclose(entries["friction"], recording.energy_balance()["friction"])
    recording.export(tmp_path / "net.npz")
    with np.load(tmp_path / "net.npz") as arrays:
        assert np.array_equal(arrays["energy_pairs/net/floor/friction"], entries["friction"])


def test_a_recording_without_an_energy_balance_says_so():
    recording = simulate(falling(), steps=2)
    assert not recording.has_energy_balance()
    with pytest.raises(RecordingError, match="no energy balance"):
        recording.energy_balance()
    with pytest.raises(RecordingError, match="no energy balance"):
        recording.energy_pairs()


def test_they_are_plotted(tmp_path):
    pytest.importorskip("matplotlib")
    path = simulate(falling(), steps=20, energy_balance=True).plot_energy_balance(
        tmp_path / "energy_balance.png"
    )
    assert path.read_bytes().startswith(b"\x89PNG")


def test_it_is_drawn_into_axes_that_one_has():
    from matplotlib.figure import Figure

    recording = simulate(falling(), steps=20, energy_balance=True)
    left, right = Figure().subplots(1, 2)
    assert recording.plot_energy_balance(ax=right) is right
    assert len(right.lines) == 1 and not left.lines  # initial + work; what it became is stacked below it
    assert right.get_ylabel() == "energy [J]" and np.array_equal(right.lines[0].get_xdata(), recording.times)
    for wrong in ({}, {"path": "a.png", "ax": right}):
        with pytest.raises(PliantError, match="a path or into ax"):
            recording.plot_energy_balance(**wrong)
