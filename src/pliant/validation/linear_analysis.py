"""Linear analysis: frames, consistent and lumped masses, and bodies of scenes, against theory.

A beam held at one end swings, and a bar along itself, with

    ω_k = (β_k/l)² √(EI/ρA) , cos β cosh β = −1 ;   ω = (π/2l) √(E/ρ) .                                    (1)

Members with consistent masses come from above, lumped ones from below: of a bar by (1 ± (πh/2l)²/24). The linear
system of a solid on a grid is that of its simulation, with lumped masses. A ring of radius R that swings in its plane
with n waves has, without being stretched,

    ω_n = n(n² − 1)/√(n² + 1) · √(EI/ρA)/R² .                                                             (2)

A force on the end of a rod ("Impact") sends a wave of stress P/A along it with c = √(E/ρ); the wall throws it back with
twice the stress.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import close
from pliant.linear import Frame, of_body
from pliant.model import Bulk, Solid
from pliant.scene.schema import Scene
from pliant.shapes import box
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

YOUNG, DENSITY, AREA, MOMENT = 210e9, 7850.0, 1e-4, 1e-10
ROOTS = np.array([1.875104, 4.694091, 7.854757])
COUNTS = (2, 4, 8, 16)
WAVE = np.sqrt(YOUNG / DENSITY)
LOAD = 1e3


def run() -> Result:
    wanted = ROOTS**2 / (2 * np.pi) * np.sqrt(YOUNG * MOMENT / (DENSITY * AREA))
    fine, coarse = ([_beam(n, consistent) / wanted for n in COUNTS] for consistent in (True, False))
    solids = [_solid(n) for n in (1, 2, 4)]
    beam = ROOTS[0] ** 2 / (2 * np.pi) * np.sqrt(1e6 * 0.1**2 / 12 / 1000.0)
    waves = np.arange(2, 5)
    rings = (
        waves
        * (waves**2 - 1)
        / np.sqrt(waves**2 + 1)
        / (2 * np.pi)
        * np.sqrt(YOUNG * MOMENT / (DENSITY * AREA))
    )
    ring = _ring()
    x, found = _impact()
    checks = [
        *(close(f"beam of 16 members, mode {k + 1}", fine[-1][k], 1.0, 1e-3) for k in range(3)),
        *(
            close(f"beam of 16 members, lumped masses, mode {k + 1}", coarse[-1][k], 1.0, 0.03)
            for k in range(3)
        ),
        *(
            close(f"bar on a grid, {n} cells through, mode 1", f / beam, 1.0, 0.03)
            for n, f in zip((2, 4), solids[1:], strict=True)
        ),
        *(close(f"ring, {n} waves", ring[k], rings[k], 0.01, "Hz") for k, n in enumerate(waves)),
        close("impact: stress behind the wave", float(found[0][x > 0.6].mean()), LOAD / AREA, 0.02, "Pa"),
        close("impact: stress thrown back", float(found[1][x < 0.4].mean()), 2 * LOAD / AREA, 0.02, "Pa"),
    ]
    half = np.where(np.linspace(0, 1, 200) > 0.5, 1.0, 0.0)
    plots = [
        Plot(
            "Frequencies of a beam held at one end",
            "members",
            "frequency over (1), less one",
            log_x=True,
            log_y=True,
        )
        .theory("h⁴", COUNTS, [0.02 / n**4 * 16 for n in COUNTS])
        .computed("mode 1, consistent", COUNTS, [abs(f[0] - 1) for f in fine])
        .computed("mode 2, consistent", COUNTS, [abs(f[1] - 1) for f in fine])
        .computed("mode 1, lumped", COUNTS, [abs(f[0] - 1) for f in coarse])
        .computed("mode 2, lumped", COUNTS, [abs(f[1] - 1) for f in coarse]),
        Plot("A rod that is struck at its end", "x/l", "pressure over P/A")
        .theory("on its way", np.linspace(0, 1, 200), half)
        .theory("thrown back", np.linspace(0, 1, 200), 2.0 - half)
        .computed("on its way", x[::4], found[0][::4] * AREA / LOAD)
        .computed("thrown back", x[::4], found[1][::4] * AREA / LOAD),
    ]
    return Result("linear_analysis", "Linear analysis", checks, plots, __doc__ or "")


def _line(count: int) -> tuple[np.ndarray, np.ndarray]:
    nodes = np.zeros((count + 1, 3))
    nodes[:, 0] = np.linspace(0.0, 1.0, count + 1)
    return nodes, np.stack([np.arange(count), np.arange(1, count + 1)], axis=1)


def _beam(count: int, consistent: bool) -> np.ndarray:
    """The lowest three frequencies [Hz] in the plane of x and z."""
    held = {0: "xyzXYZ"} | dict.fromkeys(range(1, count + 1), "xyXZ")
    frame = Frame(*_line(count), YOUNG, AREA, DENSITY, moments=(MOMENT, MOMENT))
    return frame.modes(3, held, consistent=consistent)[0]


def _solid(cells: int) -> float:
    """The lowest frequency [Hz] of a bar with cells four times as long as thick."""
    scene = Scene(collision=False)
    material = Bulk(young=1e6, poisson=0.0, density=1000.0)
    scene.add(
        Solid(box(1.0, 0.1, 0.1), id="bar", grid=(5 * cells + 1, cells + 1, cells + 1), material=material)
    )
    scene.pin("bar", edges=("l0",))
    system, _ = of_body(Simulation(scene), "bar")
    return float(system.modes(1)[0][0])


def _ring(count: int = 48) -> np.ndarray:
    """Frequencies [Hz] of a free ring in its plane with two, three and four waves."""
    angle = 2 * np.pi * np.arange(count) / count
    nodes = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    members = np.stack([np.arange(count), np.roll(np.arange(count), -1)], axis=1)
    frame = Frame(nodes, members, YOUNG, AREA, DENSITY, moments=(MOMENT, MOMENT))
    found, _ = frame.modes(9, dict.fromkeys(range(count), "zXY"))
    return found[3::2]  # after three rigid motions they come in pairs


def _impact(count: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Middles of members, and pressures in them [Pa] when the wave is in the middle, there and back."""
    rod = Frame(*_line(count), YOUNG, AREA, DENSITY)
    found = rod.strike({count: (-LOAD, 0.0, 0.0)}, held=[0], dt=0.5 / count / WAVE, steps=3 * count)
    return (np.arange(count) + 0.5) / count, -found.stress[[count, 3 * count]]
