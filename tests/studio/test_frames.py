"""Frames arrive as they were sent."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.studio import frames

ARRAYS = {
    "cloth/positions": np.arange(12.0).reshape(4, 3),
    "cloth/stretch": np.arange(4.0),
    "a/b/normal": np.ones((2, 3)),
}


def test_a_frame_comes_back_as_float32():
    header, arrays = frames.decode(frames.encode(3, 7, 70, 0.7, ARRAYS, live=True))
    assert {key: header[key] for key in ("revision", "frame", "step", "time", "live")} == {
        "revision": 3,
        "frame": 7,
        "step": 70,
        "time": 0.7,
        "live": True,
    }
    assert list(arrays) == list(ARRAYS)
    for key, array in arrays.items():
        assert array.dtype == np.float32 and np.array_equal(array, ARRAYS[key])


def test_arrays_are_aligned_for_the_page():
    """A Float32Array can only look at bytes from a multiple of four."""
    data = frames.encode(1, 1, 1, 0.1, ARRAYS, live=True)
    assert int.from_bytes(data[4:8], "little") % 4 == 0


def test_a_tab_gets_no_arrays_that_it_did_not_ask_for():
    data = frames.encode(3, 7, 70, 0.7, ARRAYS, live=True)
    header, arrays = frames.decode(frames.only(data, ["normal"]))
    assert list(arrays) == ["cloth/positions", "a/b/normal"] and header["frame"] == 7
    assert frames.only(data, ["normal", "stretch"]) is data


def test_every_tab_is_told_what_is_cut():
    arrays = {"cloth/positions": np.zeros((4, 3)), "cloth/cut": np.array([3, 70001], dtype=np.int32)}
    data = frames.encode(1, 2, 3, 0.5, arrays, live=True)
    _, back = frames.decode(frames.only(data, ()))
    assert back["cloth/cut"].tolist() == [3, 70001]


def test_other_bytes_are_no_frame():
    with pytest.raises(ValueError, match="not a frame"):
        frames.decode(b"PNG1234567")


def test_what_changes_with_broken_links_alone_is_sent_once():
    def sent(revision: int, links: list[int], seen: dict) -> set[str]:
        arrays = {"cloth/positions": np.zeros((4, 3)), "cloth/stretch": np.zeros(4)}
        if links:
            arrays |= {"cloth/broken": np.array(links, dtype=np.int32), "cloth/tear_uv": np.zeros((2, 6))}
        data = frames.encode(revision, 1, 1, 0.0, arrays, live=True)
        return {key.partition("/")[2] for key in frames.decode(frames.only(data, (), seen))[1]}

    seen: dict = {}
    assert sent(1, [], seen) == {"positions"}
    assert sent(1, [3], seen) == {"positions", "broken", "tear_uv"}
    assert sent(1, [3], seen) == {"positions", "broken"}
    assert sent(1, [3, 4], seen) == {"positions", "broken", "tear_uv"}
    assert sent(1, [3], seen) == {"positions", "broken", "tear_uv"}
    assert sent(2, [3], seen) == {"positions", "broken", "tear_uv"}
    assert sent(2, [], seen) == {"positions"}
    assert sent(2, [3], seen) == {"positions", "broken", "tear_uv"}
    assert sent(2, [3], {}) == {"positions", "broken", "tear_uv"}  # another tab
