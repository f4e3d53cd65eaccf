"""The books of energy in a recording: kept with every frame, read, plotted and exported."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import RecordingError
from pliant.integrators.spec import Feynman
from pliant.model import Springs, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import simulate
from pliant.simulation.energy_balance.entries import ENTRIES


def falling() -> Scene:
    scene = Scene(dt=0.002, integrator=Feynman(), gravity=9.81)
    scene.add(Surface(rectangle(1.0, 1.0), id="net", grid=(3, 3), material=Springs(drag=0.5)))
    return scene


def test_frames_keep_the_books_and_they_balance(tmp_path):
    recording = simulate(falling(), steps=20, every=5, books=True)
    books = recording.books()
    assert list(books) == list(ENTRIES)
    assert len(books["kinetic"]) == len(recording) == 5
    stored = sum(books[name] for name in ENTRIES[2:])
    assert np.allclose(books["initial"] + books["work"], stored, atol=1e-12)
    assert np.all(np.diff(books["damping"]) > 0.0)
    assert np.array_equal(recording.books("net")["damping"], books["damping"])
    recording.export(tmp_path / "net.npz")
    with np.load(tmp_path / "net.npz") as arrays:
        assert np.array_equal(arrays["books/kinetic"], books["kinetic"])


def test_a_recording_without_books_says_so():
    recording = simulate(falling(), steps=2)
    assert not recording.has_books()
    with pytest.raises(RecordingError, match="no books"):
        recording.books()


def test_they_are_plotted(tmp_path):
    pytest.importorskip("matplotlib")
    path = simulate(falling(), steps=20, books=True).plot_books(tmp_path / "books.png")
    assert path.read_bytes().startswith(b"\x89PNG")
