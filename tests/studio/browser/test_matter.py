"""Matter that flows in the page: moulded with the mouse, cooled, and what the panel says of it."""

from __future__ import annotations

import numpy as np

from tests.studio.browser.tab import by

RING = """\
id: ring
bodies:
  - kind: curve
    id: ring
    shape: {kind: circle, radius: 0.3, u: [1, 0, 0], v: [0, 0, 1]}
    grid: 24
    periodic: true
    material: {kind: hybrid, slope: 20, curvature: 0.1, density: 0.5, damping: 0.02}
    flow: {kind: thermoplastic, relaxation_time: 0.05, temperature: 20}
obstacles:
  - {id: room, kind: room, low: [-0.9, -0.01, -0.6], high: [0.9, 0.01, 0.6]}
contact: {kind: penalty, margin: 0.01}
constraints:
  - {kind: pin, body: ring, nodes: [12]}
forces:
  - {kind: viscous, id: air, strength: 0.5}
"""
RIGHT = 0  # a node


def length(positions: np.ndarray) -> float:
    return float(np.ptp(positions, axis=0).max())


def test_a_flat_world_is_seen_from_the_front(playing):
    tab = playing("ring", RING)
    corners = [[x, 0, z] for x in (-0.3, 0.3) for z in (-0.3, 0.3)]
    seen = [tab.read(f"view.projectPoint({corner})") for corner in corners]
    assert abs(seen[0]["x"] - seen[1]["x"]) < 0.5 and abs(seen[0]["y"] - seen[2]["y"]) < 0.5
    assert seen[2]["x"] > seen[0]["x"] and seen[1]["y"] < seen[0]["y"]  # x to the right, z up


def test_what_is_soft_is_moulded_and_cooled_it_keeps_the_shape(playing, server):
    tab = playing("ring", RING)
    round_ring = length(server().positions)

    def pull() -> None:
        start = tab.place(RIGHT, "ring")
        tab.drag(start, start + by(100, 0))
        tab.until(lambda: length(server().positions) > 1.15 * round_ring)

    def wait(seconds: float) -> None:
        time = tab.read("status.time")
        tab.until(f"status.time > {time} + {seconds}")

    pull()  # cold: it springs back
    tab.page.mouse.up()
    tab.until(lambda: length(server().positions) < 1.05 * round_ring)

    tab.press("soften-ring")
    tab.until("state.hands.undo > 0")
    pull()
    wait(0.3)
    tab.page.mouse.up()
    tab.press("cool-ring")
    tab.until("state.hands.undo > 1")
    wait(1.0)
    moulded = server().positions
    assert length(moulded) > 1.08 * round_ring
    assert np.abs(moulded[:, 1]).max() < 1e-6  # all of it in the plane
