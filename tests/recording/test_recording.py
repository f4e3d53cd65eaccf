"""What a recording promises: every complete frame can be read, whatever happened to the writer."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

from pliant.errors import RecordingError
from pliant.recording import Recording, RecordingWriter, format
from pliant.recording.index import Index

META = {
    "pliant": "test",
    "dt": 0.1,
    "bodies": [{"id": "cloth", "triangles": [[0, 1, 2]], "uv": [[0, 0]] * 3}],
}


def arrays(step: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(step)
    return {
        "cloth/positions": rng.normal(size=(3, 3)),
        "cloth/stretch": rng.normal(size=3).astype(np.float32),
    }


def record(path, frames: int = 5) -> list[int]:
    """Writes a recording; returns where each frame begins in the file, and where the last one ends."""
    edges = []
    with RecordingWriter(path, META) as writer:
        for step in range(frames):
            edges.append(os.path.getsize(path))
            writer.append(step, 0.1 * step, arrays(step))
        edges.append(os.path.getsize(path))
    return edges


def assert_frames(recording: Recording, frames: int) -> None:
    assert len(recording) == frames
    np.testing.assert_array_equal(recording.steps, np.arange(frames))
    expected = [arrays(step)["cloth/positions"] for step in range(frames)]
    np.testing.assert_array_equal(recording.positions("cloth"), np.array(expected).reshape(frames, 3, 3))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.pliant"


def test_what_is_written_is_read_back_bit_for_bit(path):
    record(path)
    recording = Recording(path)
    assert recording.meta == META
    assert recording.bodies == ["cloth"]
    assert recording.complete and recording.damage is None
    assert_frames(recording, 5)
    np.testing.assert_array_equal(recording.times, 0.1 * np.arange(5))
    stretch = recording.field("cloth", "stretch")
    assert stretch.shape == (5, 3) and stretch.dtype == np.float32
    np.testing.assert_array_equal(recording.frame(-1).arrays["cloth/stretch"], arrays(4)["cloth/stretch"])
    np.testing.assert_array_equal(
        recording.positions("cloth", slice(1, None, 2)), recording.positions("cloth")[1::2]
    )


@pytest.mark.parametrize(
    "array", [np.arange(6).reshape(2, 3).T, np.array(True), np.zeros((0, 3)), np.ones(3, ">f4")]
)
def test_arrays_of_any_memory_layout_are_kept(path, array):
    with RecordingWriter(path, META) as writer:
        writer.append(0, 0.0, {"odd": array})
    got = Recording(path).frame(0).arrays["odd"]
    assert got.shape == array.shape
    np.testing.assert_array_equal(got, array)


def test_notes_are_kept_in_order(path):
    with RecordingWriter(path, META) as writer:
        writer.note({"message": "halved dt", "step": 3})
        writer.append(0, 0.0, arrays(0))
        writer.note({"checkpoint": "run.0.npz"})
    assert Recording(path).notes == [{"message": "halved dt", "step": 3}, {"checkpoint": "run.0.npz"}]


def test_reading_positions_touches_no_other_array(path, monkeypatch):
    with RecordingWriter(path, META) as writer:
        writer.append(0, 0.0, {"big": np.zeros(10**6), **arrays(0)})
    recording = Recording(path, verify=False)
    total = 0
    read = Index._read

    def counting(self, offset, nbytes):
        nonlocal total
        total += nbytes
        return read(self, offset, nbytes)

    monkeypatch.setattr(Index, "_read", counting)
    recording.positions("cloth")
    assert total == 9 * 8


# ---- while it is being written, and after a kill


def test_a_reader_follows_a_growing_file(path):
    writer = RecordingWriter(path, META)
    recording = Recording(path)
    assert len(recording) == 0 and recording.positions("cloth").shape == (0, 3, 3)
    for step in range(4):
        writer.append(step, 0.1 * step, arrays(step))
        assert_frames(recording.refresh(), step + 1)
        assert recording.damage is None and not recording.complete
    writer.close()
    assert recording.refresh().complete


def test_a_chunk_that_is_half_written_is_ignored_until_it_is_whole(path):
    chunk = format.encode_frame(1, 0.1, arrays(1))
    RecordingWriter(path, META).append(0, 0.0, arrays(0))
    recording = Recording(path)
    for start in range(0, len(chunk), 7):
        with open(path, "ab") as file:
            file.write(chunk[start : start + 7])
        recording.refresh()
        done = start + 7 >= len(chunk)
        assert len(recording) == (2 if done else 1)
        assert recording.incomplete == (not done)
    assert_frames(recording, 2)


def test_every_complete_frame_survives_kill_9(path):
    program = textwrap.dedent(f"""
        import itertools, numpy as np
        from pliant.recording import RecordingWriter
        writer = RecordingWriter({str(path)!r}, {META!r})
        for step in itertools.count():
            writer.append(step, 0.1 * step, {{"cloth/positions": np.full((3, 3), step, float)}})
    """)
    process = subprocess.Popen([sys.executable, "-c", program])
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and (not path.exists() or path.stat().st_size < 20_000):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    recording = Recording(path)
    assert len(recording) > 10
    np.testing.assert_array_equal(recording.positions("cloth")[:, 0, 0], np.arange(len(recording)))
    with RecordingWriter.resume(path) as writer:
        assert writer.frames == len(recording)
        writer.append(len(recording), 1.0, {"cloth/positions": np.zeros((3, 3))})
    again = Recording(path)
    assert again.damage is None and len(again) == len(recording) + 1


# ---- damage


def test_a_file_cut_anywhere_keeps_every_frame_before_the_cut(path):
    edges = record(path)
    whole = path.read_bytes()
    for cut in range(edges[0], edges[-1] + 1):
        path.write_bytes(whole[:cut])
        recording = Recording(path)
        assert_frames(recording, sum(edge <= cut for edge in edges) - 1)
        assert (recording.damage is None) == (cut in edges)
        assert not recording.complete


def test_a_byte_flipped_anywhere_keeps_every_frame_before_it(path):
    edges = record(path, frames=3)
    whole = path.read_bytes()
    for at in range(edges[0], edges[-1]):
        broken = bytearray(whole)
        broken[at] ^= 0x41
        path.write_bytes(broken)
        recording = Recording(path)
        assert_frames(recording, sum(edge <= at for edge in edges) - 1)
        assert recording.damage is not None and "readable" in recording.damage


def test_damage_in_a_large_file_is_found_when_the_array_is_read(path):
    edges = record(path)
    broken = bytearray(path.read_bytes())
    broken[edges[3] - 12] ^= 1  # inside the stretch of frame 2
    path.write_bytes(broken)
    recording = Recording(path, verify=False)
    assert recording.positions("cloth").shape == (5, 3, 3)
    with pytest.raises(RecordingError, match="frame 2"):
        recording.frame(2).arrays["cloth/stretch"]
    with pytest.warns(RuntimeWarning, match="2 frames before it are readable"):
        assert len(recording.field("cloth", "stretch")) == 2
    assert recording.damage is not None and len(recording) == 2


def test_a_damaged_meta_is_an_error_that_says_so(path):
    edges = record(path)
    whole = path.read_bytes()
    for cut in (len(format.MAGIC), 15, edges[0] - 1):
        path.write_bytes(whole[:cut])
        with pytest.raises(RecordingError, match="META"):
            Recording(path)
    path.write_bytes(whole[:30] + b"?" + whole[31:])
    with pytest.raises(RecordingError, match=r"META.*checksum"):
        Recording(path)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 something else", b"PLIANT9\n"])
def test_a_file_that_is_no_recording_is_an_error_that_says_what_was_expected(path, content):
    path.write_bytes(content)
    with pytest.raises(RecordingError, match="expected a file that begins with b'PLIANT3"):
        Recording(path)


def test_a_recording_of_an_earlier_version_is_refused_with_the_reason(tmp_path):
    path = tmp_path / "old.pliant"
    path.write_bytes(b"PLIANT2\n" + bytes(100))
    with pytest.raises(RecordingError, match="another version of pliant, with other names"):
        Recording(path)


def test_a_missing_file_or_a_folder_is_an_error(tmp_path):
    for path in (tmp_path / "nothing.pliant", tmp_path):
        with pytest.raises(RecordingError, match=r"expected a recording"):
            Recording(path)


def test_a_meta_without_bodies_is_an_error(path):
    path.write_bytes(format.MAGIC + format.encode_json(format.META, {"bodies": [{"name": "?"}]}))
    with pytest.raises(RecordingError, match='expected "bodies"'):
        Recording(path)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": 10**40},
        {"radius": 1e999},
        {"radius": "nan"},
        {"blobs": -1},
        {"outer": "x"},
        {"outer": 99},
        {"grid": [1, 3], "periodic": [True]},
    ],
    ids=str,
)
def test_a_meta_that_speaks_nonsense_of_a_body_is_an_error(path, change):
    meta = json.dumps({**META, "bodies": [{**META["bodies"][0], **change}]}).encode()
    path.write_bytes(format.MAGIC + format.encode_chunk(format.META, meta))
    with pytest.raises(RecordingError, match="META of the recording is not understood"):
        Recording(path)


def test_what_is_not_there_is_named(path):
    record(path)
    recording = Recording(path)
    with pytest.raises(RecordingError, match="no body 'flag'; it has cloth"):
        recording.positions("flag")
    with pytest.raises(RecordingError, match=r"no 'heat' of 'cloth'.*only positions.*keep=\['heat'\]"):
        recording.field("cloth", "heat")
    with pytest.raises(RecordingError, match=r"frame 7.*5 frames"):
        recording.frame(7)


# ---- nothing recorded is lost


def test_an_existing_file_is_refused_unless_told_otherwise(path):
    record(path)
    with pytest.raises(RecordingError, match="overwrite=True"):
        RecordingWriter(path, META)
    assert_frames(Recording(path), 5)
    RecordingWriter(path, META, overwrite=True).close()
    assert len(Recording(path)) == 0


def test_two_writers_cannot_share_a_file(path):
    writer = RecordingWriter(path, META)
    for attempt in (
        lambda: RecordingWriter.resume(path),
        lambda: RecordingWriter(path, META, overwrite=True),
    ):
        with pytest.raises(RecordingError, match="another simulation"):
            attempt()
    writer.close()


def test_resuming_appends_and_cuts_only_an_incomplete_tail(path):
    record(path, frames=3)
    whole = path.read_bytes()
    path.write_bytes(whole + format.encode_frame(3, 0.3, arrays(3))[:100])
    with RecordingWriter.resume(path) as writer:
        writer.append(3, 0.3, arrays(3))
    assert path.read_bytes().startswith(whole)
    recording = Recording(path)
    assert_frames(recording, 4)
    assert recording.complete and recording.damage is None


def test_resuming_a_corrupted_file_is_refused_and_leaves_it_alone(path):
    edges = record(path)
    for at in (edges[1] + 5, edges[2] + 90):  # a length that reaches beyond the end, a wrong number
        broken = bytearray(path.read_bytes())
        broken[at] ^= 0x7F
        path.write_bytes(broken)
        with pytest.raises(RecordingError, match="new file"):
            RecordingWriter.resume(path)
        assert path.read_bytes() == broken


def test_a_closed_writer_says_so(path):
    writer = RecordingWriter(path, META)
    writer.close()
    writer.close()
    with pytest.raises(RecordingError, match="closed"):
        writer.append(0, 0.0, arrays(0))


@pytest.mark.parametrize("bad", [{"x": np.array(["text"])}, {"x": np.array([object()])}])
def test_only_numbers_can_be_recorded(path, bad):
    with RecordingWriter(path, META) as writer, pytest.raises(RecordingError, match="'x'"):
        writer.append(0, 0.0, bad)
    assert len(Recording(path)) == 0


def test_meta_must_be_finite_json(path):
    with pytest.raises(RecordingError, match="finite JSON"):
        RecordingWriter(path, {**META, "dt": float("nan")})
    assert not path.exists()


# ---- a full disk

FULL_DISK = textwrap.dedent("""
    import json, os, resource, sys, warnings
    import numpy as np
    from pliant.errors import RecordingError
    from pliant.recording import Recording, RecordingWriter

    path, meta, room_again = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3] == "True"
    writer = RecordingWriter(path, meta)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    # A limit on the size of files makes the kernel refuse the middle of a chunk, as a full disk does.
    resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(path) + 1000, hard))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for step in range(10):
            writer.append(step, 0.1 * step, {"cloth/positions": np.full((3, 3), step, float)})
    reader = Recording(path)
    first = len(reader), reader.damage, writer.unwritten
    if room_again:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        writer.append(10, 1.0, {"cloth/positions": np.full((3, 3), 10, float)})
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            writer.close()
        error = None
    except RecordingError as failure:
        error = str(failure)
    print(json.dumps([[str(w.message) for w in said], first, error]))
""")


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
@pytest.mark.parametrize("room_again", [True, False])
def test_with_a_full_disk_the_simulation_goes_on_and_frames_are_written_when_there_is_room(path, room_again):
    command = [sys.executable, "-c", FULL_DISK, str(path), json.dumps(META), str(room_again)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    said, (readable, damage, unwritten), error = json.loads(done.stdout)
    assert len(said) == 1 and "kept in memory" in said[0]
    assert 0 < readable < 10 and unwritten == 10 - readable
    assert damage is None  # the partial chunk was cut off again
    recording = Recording(path)
    if room_again:
        assert error is None and recording.complete
        np.testing.assert_array_equal(recording.positions("cloth")[:, 0, 0], np.arange(11))
    else:
        assert f"last {unwritten} frames could not be written" in error
        assert len(recording) == readable and not recording.complete


def test_frames_come_one_after_the_other(path):
    record(path)
    recording = Recording(path)
    frames = list(recording)
    assert [frame.time for frame in frames] == recording.times.tolist()
    assert np.array_equal(frames[2].positions("cloth"), recording.positions("cloth")[2])
    assert recording[-1].step == recording.steps[-1]
    with pytest.raises(RecordingError, match="no 'colour' of"):
        frames[0].field("cloth", "colour")
    with pytest.raises(RecordingError):
        recording[len(recording)]
