"""The loop of a body that yields and hardens [002 §4.2, Fig. 6].

A specimen is stretched to B, pressed to D, and stretched again. With stiffness K, limit f_A and hardening H it is
elastic up to A, and beyond it force grows with the slope K_t = K H/(1 + H); back from B it is elastic again until the
force has fallen by

    f_B − f_C = 2 f_A                                                                                       (1)

because hardening is kinematic: it shifts the elastic range and does not widen it. Sheets and solids are sheared: their
limit is 1/√3 of the stress by von Mises. The loop does not depend on how many steps it is cut into.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_most, close
from pliant.model.flow import Plastic
from pliant.validation.result import Plot, Result
from pliant.validation.stretched import LIMIT, SPECIMENS, Machine

H = 0.25
SHEARED = ("sheet", "triangles", "solid")
STEPS = (200, 400, 800)  # of a whole loop
# What stretches a specimen to three times its yield strain, its limit, and the force at which it yields [N].
CASES = {
    "springs": (0.3, 1.0, 1.0),
    "rod": (0.003, LIMIT, LIMIT * np.pi * 0.01**2),
    "sheet": (6e-3 / np.sqrt(3.0), LIMIT, LIMIT / np.sqrt(3.0) * 0.5e-3),
    "triangles": (6e-3 / np.sqrt(3.0), LIMIT, LIMIT / np.sqrt(3.0) * 0.5e-3),
    "solid": (7.8e-3 / np.sqrt(3.0), LIMIT, LIMIT / np.sqrt(3.0)),
}

_SLOPE = H / (1.0 + H)  # K_t/K
_B = 1.0 + 2.0 * _SLOPE
# The corners of the loop: share of the way, elongation over the largest, force over f_A.
WAY = np.array(
    [
        (0.0, 0.0, 0.0),
        (1 / 12, 1 / 3, 1.0),
        (1 / 4, 1.0, _B),
        (5 / 12, 1 / 3, _B - 2.0),
        (3 / 4, -1.0, -_B),
        (11 / 12, -1 / 3, 2.0 - _B),
        (1.0, 0.0, 2.0 - _B + _SLOPE),
    ]
)


def run() -> Result:
    checks, plot = [], Plot("Yield, hardening, and back", "elongation / largest", "force / f_A")
    for kind, (reach, limit, wanted) in CASES.items():
        law = Plastic(limit=limit, hardening=H)
        loops = [loop(kind, law, reach, steps) for steps in STEPS]
        u, f = loops[-1]
        a, b, c = corners(u, f)
        checks.append(close(f"{kind}: force at which it yields", a, wanted, 0.02, "N"))
        checks.append(close(f"{kind}: (f_B − f_C)/2f_A", (b - c) / (2.0 * a), 1.0, 0.01))
        size = np.abs(f).max()
        for steps, (_, g) in zip(STEPS[:-1], loops[:-1], strict=True):
            ratio = STEPS[-1] // steps
            off = float(np.abs(g - f[ratio - 1 :: ratio]).max() / size)
            what = f"{kind}: force with {steps} instead of {STEPS[-1]} steps, largest difference"
            checks.append(at_most(what, off, 0.01))
        theory = np.interp(np.arange(1, len(f) + 1) / len(f), WAY[:, 0], WAY[:, 2])
        off = float(np.abs(f / wanted - theory).max())
        checks.append(at_most(f"{kind}: force along the whole loop, largest error over f_A", off, 0.01))
        plot = plot.computed(kind, u[::8] / reach, f[::8] / wanted)
    plots = [plot.theory("theory", WAY[:, 1], WAY[:, 2])]
    return Result("elastoplastic", "The elastoplastic loop", checks, plots, __doc__ or "")


def loop(kind: str, law: Plastic, reach: float, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Elongations and forces on the way O–A–B–C–D–O."""
    test = Machine(SPECIMENS[kind], law, 1.0, sheared=kind in SHEARED, second=False)
    return led_round(test, reach, steps)


def led_round(test: Machine, reach: float, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """A specimen is held at elongations there, back and over to the other side: these, and its forces."""
    u = reach * np.interp(np.arange(1, steps + 1) / steps, [0.0, 0.25, 0.75, 1.0], [0.0, 1.0, -1.0, 0.0])
    forces = []
    for amount in u:
        test.hold(amount)
        test.step()
        forces.append(test.force)
    return u, np.array(forces)


def corners(u: np.ndarray, f: np.ndarray) -> tuple[float, float, float]:
    """Forces at A, B and C: where straight pieces of the loop meet."""
    turn = int(np.argmax(u))

    def knee(piece: slice) -> float:
        x, y = u[piece], f[piece]
        low, high = len(x) // 8, -len(x) // 4
        first = np.polyfit(x[:low], y[:low], 1)
        last = np.polyfit(x[high:], y[high:], 1)
        at = (last[1] - first[1]) / (first[0] - last[0])
        return float(np.polyval(first, at))

    return knee(slice(0, turn)), float(f[turn]), knee(slice(turn, 3 * turn))
