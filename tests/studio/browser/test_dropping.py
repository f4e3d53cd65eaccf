"""A mesh and a recording of one's own, given to the page."""

from __future__ import annotations

import pytest

from pliant.scene import load
from pliant.simulation import simulate
from tests.studio.browser.server import SCENE
from tests.studio.browser.tab import COMPILING
from tests.studio.conftest import start, stop
from tests.studio.test_dropping import OCTAHEDRON


@pytest.fixture(scope="module")
def studio(browser):
    """A server that was given no scene."""
    running = start()
    yield running
    stop(running)


DROP = """([name, bytes]) => {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(bytes)], name));
  for (const type of ["dragenter", "dragover", "drop"])
    window.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def drop(tab, name: str, data: bytes) -> None:
    tab.page.evaluate(DROP, [name, list(data)])


def test_a_mesh_and_a_recording_dropped_on_the_page_open(open_tab, tmp_path):
    tab = open_tab()
    drop(tab, "octahedron.obj", OCTAHEDRON.encode())
    tab.until("scene.name === 'octahedron.obj' && frame.step > 2", COMPILING)
    assert tab.find("view").is_visible()

    (tmp_path / "cloth.yaml").write_text(SCENE, encoding="utf-8")
    simulate(load(tmp_path / "cloth.yaml"), seconds=0.5, to=tmp_path / "cloth.pliant").close()
    drop(tab, "cloth.pliant", (tmp_path / "cloth.pliant").read_bytes())
    tab.until("scene.recorded && status.state === 'recording'")
    tab.until("frame.frame === status.last_frame && !state.playback")  # it plays to its end
    assert tab.body_at(tab.place(78)) == "cloth"
    tab.press("reset")
    tab.until("frame.frame === 0")
    tab.press("play")
    tab.until("frame.frame > 3")

    drop(tab, "nonsense.obj", b"nothing at all")
    toast = tab.find("toast-trouble").first
    toast.wait_for()
    assert "nonsense.obj" in toast.inner_text()
