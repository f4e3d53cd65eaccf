"""The tape keeps what was shown, within its bounds, and gives it back."""

from __future__ import annotations

import errno
import warnings
from pathlib import Path

import numpy as np
import pytest

from pliant.errors import RecordingError
from pliant.recording import Recording, writer
from pliant.studio.takes import Tape, TapeReader, join

META = {
    "bodies": [{"id": "cloth", "triangles": [[0, 1, 2]], "grid": [200]}],
    "obstacles": [],
}


def positions(number: int) -> np.ndarray:
    return np.full((200, 3), float(number))


def recorded(folder: Path, frames: int, **bounds: int) -> Tape:
    tape = Tape(folder, **bounds)
    tape.start(5, lambda: META)
    for number in range(frames):
        assert tape.append(10 * number, 0.1 * number, {"cloth/positions": positions(number)}) == number
    return tape


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("*.pliant"))


def test_a_frame_is_found_by_its_number(tmp_path):
    tape = recorded(tmp_path, 100, limit=2**20, segment=2**16)
    assert tape.first == (0, 0.0) and tape.last == (99, pytest.approx(9.9))
    reader = TapeReader(tmp_path)
    for number in (0, 99, 50, 51, 1):
        found = reader.read(5, number)
        assert found is not None
        true_number, frame, _ = found
        assert (true_number, frame.step) == (number, 10 * number)
        assert np.array_equal(frame.arrays["cloth/positions"], positions(number))


def test_a_frame_can_be_read_as_soon_as_it_is_written(tmp_path):
    tape, reader = recorded(tmp_path, 3), TapeReader(tmp_path)
    assert reader.read(5, 99)[0] == 2  # type: ignore[index]
    tape.append(30, 0.3, {"cloth/positions": positions(3)})
    assert reader.read(5, 99)[0] == 3  # type: ignore[index]


def test_the_oldest_goes_when_there_is_too_much(tmp_path):
    limit = 2**18
    tape = recorded(tmp_path, 400, limit=limit, segment=2**15)
    assert size(tmp_path) < 1.3 * limit and tape.bytes < 1.3 * limit
    first, time = tape.first
    assert first > 300 and time == pytest.approx(0.1 * first)
    found = TapeReader(tmp_path).read(5, 0)
    assert found is not None and found[0] == first


def test_another_take_begins_with_an_empty_tape(tmp_path):
    tape = recorded(tmp_path, 50, segment=2**15)
    tape.start(6, lambda: META)
    assert tape.append(0, 0.0, {"cloth/positions": positions(0)}) == 0
    reader = TapeReader(tmp_path)
    assert reader.read(5, 0) is None
    assert reader.read(6, 40)[0] == 0  # type: ignore[index]
    assert len(list(tmp_path.iterdir())) == 1


def test_what_a_dead_engine_left_is_removed(tmp_path):
    recorded(tmp_path, 5).close()
    (tmp_path / "keep.pliant").touch()
    Tape(tmp_path).start(6, lambda: META)
    assert [path.name for path in tmp_path.iterdir()] == ["keep.pliant"]


@pytest.mark.parametrize(
    ("first", "last", "wanted"),
    [(None, None, range(100)), (10, 20, range(10, 21)), (95, 500, range(95, 100))],
)
def test_segments_are_joined_to_one_recording(tmp_path, first, last, wanted):
    tape = recorded(tmp_path, 100, segment=2**15)
    kept = tmp_path / "kept"
    kept.mkdir()
    segments = tape.link(kept, first, last)
    tape.start(6, lambda: META)  # what was linked stays
    seen = []
    joined = join(
        segments, first, last, tmp_path / "joined.pliant", lambda done, total: seen.append((done, total))
    )
    assert joined.positions("cloth")[:, 0, 0].tolist() == [float(number) for number in wanted]
    assert seen[-1] == (len(wanted), len(wanted))
    assert Recording(tmp_path / "joined.pliant").complete


def test_nothing_cannot_be_joined(tmp_path):
    with pytest.raises(RecordingError, match="no frames"):
        join([], None, None, tmp_path / "a.pliant")


def test_a_full_disk_costs_frames_and_no_memory(tmp_path, monkeypatch):
    tape = recorded(tmp_path, 60, limit=2**20, segment=2**15)
    put = writer.RecordingWriter._put
    full = True

    def refuse(self, chunk):
        if full:
            raise OSError(errno.ENOSPC, "No space left on device")
        put(self, chunk)

    monkeypatch.setattr(writer.RecordingWriter, "_put", refuse)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for number in range(60, 90):
            tape.append(10 * number, 0.1 * number, {"cloth/positions": positions(number)})
    assert any("cannot be written" in str(warning.message) for warning in told)
    full = False
    for number in range(90, 100):
        assert tape.append(10 * number, 0.1 * number, {"cloth/positions": positions(number)}) == number
    found = TapeReader(tmp_path).read(5, 99)
    assert found is not None and found[0] == 99
