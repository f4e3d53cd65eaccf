"""The energy balance: a chart that opens and closes, and whose numbers add up."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from pliant.simulation.energy_balance.entries import DISSIPATED, STORED
from tests.studio.browser.tab import COMPILING, Tab, by
from tests.studio.browser.test_screens import SCREENS, boxes, overlap

PREFIXES = {"": 1.0, "k": 1e3, "M": 1e6, "m": 1e-3, "µ": 1e-6, "n": 1e-9}
CAME = ("initial", "work")


def joules(text: str) -> float:
    """A value as the legend has it."""
    number, unit = text.split()
    return float(number.replace("−", "-")) * PREFIXES[unit.removesuffix("J")]


def legend(tab: Tab) -> dict[str, float]:
    """What is written beside the chart, all at one moment."""
    names = (*CAME, *STORED, *DISSIPATED, "came", "there", "gone")
    texts = tab.read(
        f"Object.fromEntries({list(names)}.map((name) => "
        "[name, document.querySelector(`[data-test=balance-${name}]`).textContent]))"
    )
    return {name: joules(text) for name, text in texts.items()}


def keeps_energy_balance(tab: Tab, seconds: float = 0.1) -> None:
    """Until the energy balance was kept for some time; what it needs may have to be compiled."""
    tab.until(f"status.balance && status.time > status.balance.since + {seconds}", COMPILING)


def colours(tab: Tab) -> int:
    """How many colours the chart has."""
    picture = Image.open(BytesIO(tab.find("plot-balance").locator("canvas").screenshot()))
    counts = np.unique(np.asarray(picture.convert("RGB")).reshape(-1, 3), axis=0, return_counts=True)[1]
    return int((counts > 20).sum())


def test_the_chart_opens_and_its_numbers_add_up(tab, server):
    assert server().status["balance"] is None
    tab.key("e")
    tab.until(lambda: tab.find("plot-balance").locator("canvas").is_visible())
    keeps_energy_balance(tab)
    inside = 0.6 * tab.place(78) + 0.25 * tab.place(79) + 0.15 * tab.place(90)
    tab.drag(inside, inside + by(-60, -60))
    tab.until("state.hands.holds.length")
    tab.until("status.balance.work > 0")
    keeps_energy_balance(tab, 0.5)
    tab.page.mouse.up()
    tab.press("play")
    tab.until("status.state === 'paused'")
    tab.until(lambda: legend(tab)["work"] == pytest.approx(tab.read("status.balance.work"), rel=1e-2))
    found = legend(tab)
    written = 1e-2 * max(abs(value) for value in found.values())  # three digits of each
    assert found["came"] > 0 and found["damping"] > 0
    assert found["came"] == pytest.approx(sum(found[name] for name in CAME), abs=written)
    assert found["there"] == pytest.approx(sum(found[name] for name in STORED), abs=written)
    assert found["gone"] == pytest.approx(sum(found[name] for name in DISSIPATED), abs=written)
    assert found["there"] + found["gone"] == pytest.approx(found["came"], abs=written)
    assert colours(tab) >= 4
    tab.key("e")
    tab.until(lambda: not tab.find("plot-balance").locator("canvas").is_visible())
    tab.until(lambda: server().status["balance"] is None)


def test_another_start_is_another_account_and_the_past_is_looked_up(tab):
    tab.key("e")
    keeps_energy_balance(tab, 0.6)
    tab.press("reset")
    tab.until("status.balance && status.balance.since === 0 && status.time > 0.6")
    tab.until(lambda: "Since 0.00 s" in tab.find("balance-note").inner_text())
    tab.press("play")
    tab.until("status.state === 'paused'")
    now = legend(tab)
    tab.slide("timeline", 0.3)
    tab.until("frame.live === false && state.shown")
    tab.until(lambda: legend(tab)["damping"] < now["damping"])
    tab.press("live")
    tab.until(lambda: legend(tab) == now)


@pytest.mark.parametrize("screen", SCREENS)
def test_labels_and_values_are_apart(anew, open_tab, screen):
    tab = open_tab(**SCREENS[screen]).wait_for_frames()
    tab.key("e")
    keeps_energy_balance(tab, 0.3)
    names = [f"balance-{name}" for name in (*CAME, *STORED, *DISSIPATED, "came", "there", "gone")]
    found = boxes(tab, names)
    assert set(found) == set(names)
    panel = boxes(tab, ["panel"])["panel"]
    assert [name for name, box in found.items() if box[0] < panel[0] or box[2] > panel[2]] == []
    assert [(a, b) for a in names for b in names if a < b and overlap(found[a], found[b])] == []
    wide = tab.read(
        "[...document.querySelectorAll('.balance-row, .balance-legend h3')]"
        ".filter((row) => row.scrollWidth > row.clientWidth + 1).map((row) => row.textContent)"
    )
    assert wide == []
