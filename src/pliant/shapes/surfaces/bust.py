"""A head and shoulders as a laser scanner sees them from the front: a range image such as that of 002 Fig. 16.

The sculpture is made here, from a skull of elliptic cross-sections, smooth bumps and dents for the face, ears,
hair, a neck and a chest, standing out from a flat ground. Lengths are parts of the image's height; x runs to the
right from the middle, z upwards from the lower edge, and the depth h towards the viewer.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from pliant.numerics.grid import parameters
from pliant.shapes.shape import ParametricSurface
from pliant.spec import Length, Point, Positive

ROWS, COLUMNS = 180, 127  # of 002 Fig. 16
WIDTH = COLUMNS / ROWS

# The skull from chin to crown: height z, half width, depth.
_SKULL = np.array(
    [
        (0.450, 0.048, 0.085),
        (0.458, 0.072, 0.125),
        (0.470, 0.092, 0.150),
        (0.490, 0.108, 0.168),
        (0.520, 0.122, 0.178),
        (0.550, 0.134, 0.183),
        (0.590, 0.149, 0.186),
        (0.630, 0.159, 0.187),
        (0.670, 0.166, 0.187),
        (0.710, 0.171, 0.190),
        (0.760, 0.174, 0.192),
        (0.810, 0.170, 0.186),
        (0.860, 0.152, 0.165),
        (0.900, 0.122, 0.132),
        (0.925, 0.086, 0.092),
        (0.940, 0.045, 0.050),
        (0.945, 0.010, 0.010),
    ]
)


class Bust(ParametricSurface):
    """A bust in relief, `height` [m] high and 127/180 as wide, about `center` [m], looking along −y.

    Its first axis runs downwards and its second to the right, as rows and columns of a picture do; a grid of
    180×127 is that of 002 Fig. 16. `relief` multiplies the depth. Nothing in it closes.
    """

    positional: ClassVar = ("height",)

    kind: Literal["bust"] = "bust"
    height: Length = 1.0
    relief: Positive = 1.0
    center: Point = (0.0, 0.0, 0.0)

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        z, x = np.meshgrid(1.0 - s, (t - 0.5) * WIDTH, indexing="ij")
        y = -self.relief * _depth(x, z)
        return np.asarray(self.center) + self.height * np.stack([x, y, z - 0.5], axis=-1)


def bust(height: float = 1.0, **options) -> Bust:
    """A head and shoulders in relief, `height` [m] high; use a grid of about 180×127."""
    return Bust(height=height, **options)


def bust_range_image(rows: int = ROWS, columns: int = COLUMNS) -> np.ndarray:
    """The depths of the bust (rows, columns), as parts of its height, from the top left corner."""
    s, t = parameters((rows, columns), (False, False))
    return _depth(*np.meshgrid((t - 0.5) * WIDTH, 1.0 - s))


def _depth(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    side = np.abs(x)
    h = _skull(side, z)
    h += _eyes(side, z) + _nose(side, z) + _mouth(side, z) + _cheeks(side, z)
    h = _larger(h, _ear(side, z), 0.008)
    h = _with_hair(h, x, z)
    h = _larger(h, _neck(side, z), 0.014)
    h = _larger(h, _chest(side, z), 0.024)
    return _larger(h, np.zeros_like(h), 0.010)


# ---------------------------------------------------------------- tools


def _bump(t: np.ndarray) -> np.ndarray:
    return np.exp(-t * t)


def _ramp(t: np.ndarray) -> np.ndarray:
    """0 below 0, 1 above 1, smooth in between."""
    t = np.clip(t, 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def _larger(a: np.ndarray, b: np.ndarray, fillet: float) -> np.ndarray:
    """The larger of two depths, with a fillet of that width where they meet."""
    part = np.clip(0.5 + 0.5 * (a - b) / fillet, 0.0, 1.0)
    return b + (a - b) * part + fillet * part * (1.0 - part)


# ---------------------------------------------------------------- parts, as depths over (|x|, z)


def _skull(side: np.ndarray, z: np.ndarray, thicker: float = 0.0, power: float = 2.35) -> np.ndarray:
    """The head without features, grown by `thicker` on all sides."""
    from scipy.interpolate import PchipInterpolator

    z = 0.70 + (z - 0.70) / (1.0 + 5.0 * thicker)
    low, high = _SKULL[0, 0], _SKULL[-1, 0]
    width, depth = PchipInterpolator(_SKULL[:, 0], _SKULL[:, 1:])(np.clip(z, low, high)).transpose(2, 0, 1)
    r = side / (width + thicker)
    inside = (depth + thicker) * np.sqrt(np.maximum(1.0 - r**power, 0.0))
    h = np.where(r < 1.0, inside, -0.25 * (r - 1.0) * (width + thicker))
    beyond = np.maximum(z - high, low - z)
    return np.where(beyond > 0.0, np.minimum(h, 0.0) - 1.5 * beyond, h)


def _eyes(side: np.ndarray, z: np.ndarray) -> np.ndarray:
    arch = 0.716 - 1.3 * (side - 0.05) ** 2
    h = 0.011 * _bump((z - arch) / 0.014) * _bump((side - 0.055) / 0.044)  # brows
    h += 0.004 * _bump((z - 0.718) / 0.016) * _bump(side / 0.02)
    h -= 0.028 * _bump((side - 0.064) / 0.034) * _bump((z - 0.690) / 0.021)  # sockets
    h -= 0.012 * _bump((side - 0.023) / 0.014) * _bump((z - 0.692) / 0.020)
    across, up = (side - 0.0645) / 0.029, z - 0.687
    h += 0.0145 * np.sqrt(np.maximum(1.0 - across**2 - (up / 0.0155) ** 2, 0.0))  # eyeballs
    almond = np.sqrt(np.maximum(1.0 - across**2, 0.0))
    h += 0.0050 * _bump((up - 0.0130 * almond) / 0.0050) * _bump(across**2)  # lids
    h += 0.0030 * _bump((up + 0.0115 * almond) / 0.0055) * _bump(across**2)
    return h - 0.0035 * _bump(np.hypot(side - 0.0645, up - 0.001) / 0.0060)  # pupils


def _nose(side: np.ndarray, z: np.ndarray) -> np.ndarray:
    down = np.clip((0.712 - z) / 0.097, 0.0, 1.0)  # 0 at the root, 1 at the tip
    ridge = (0.011 + 0.034 * down**1.1) * _bump(side / (0.0125 + 0.0055 * down**2))
    h = ridge * _ramp((z - 0.588) / 0.028) * _ramp((0.735 - z) / 0.035)
    h += 0.007 * _bump(side / 0.017) * _bump((z - 0.613) / 0.014)  # tip
    h += 0.019 * _bump((side - 0.0215) / 0.0105) * _bump((z - 0.607) / 0.0115)  # wings
    h -= 0.008 * _bump((side - 0.0120) / 0.0070) * _bump((z - 0.5965) / 0.0055)  # nostrils
    return h + 0.009 * _bump(side / 0.032) * _bump((z - 0.63) / 0.040)


def _mouth(side: np.ndarray, z: np.ndarray) -> np.ndarray:
    h = 0.012 * _bump(side / 0.058) * _bump((z - 0.552) / 0.038)
    h -= 0.0035 * _bump(side / 0.006) * _bump((z - 0.575) / 0.011)  # below the nose
    up = z - (0.5475 - 0.06 * side + 0.5 * side**2)  # from the line between the lips
    bow = 0.0070 + 0.0022 * _bump((side - 0.010) / 0.010) - 0.0016 * _bump(side / 0.005)
    h += 0.0095 * _bump((up - bow) / 0.0080) * _bump(side / 0.034)  # upper and lower lip
    h += 0.0115 * _bump((up + 0.0105) / 0.0095) * _bump(side / 0.030)
    h -= 0.0120 * _bump(up / 0.0036) * _bump((side / 0.040) ** 2)
    h -= 0.007 * _bump((side - 0.043) / 0.009) * _bump((z - 0.5455) / 0.010)  # corners
    h -= 0.008 * _bump(side / 0.035) * _bump((z - 0.519) / 0.010)
    return h + 0.020 * _bump(side / 0.036) * _bump((z - 0.489) / 0.023)  # chin


def _cheeks(side: np.ndarray, z: np.ndarray) -> np.ndarray:
    h = 0.011 * _bump((side - 0.092) / 0.034) * _bump((z - 0.648) / 0.024)
    h -= 0.009 * _bump((side - 0.095) / 0.030) * _bump((z - 0.575) / 0.038)
    h -= 0.007 * _bump((side - 0.135) / 0.025) * _bump((z - 0.735) / 0.035)  # temples
    fold = _bump((side - 0.031 - 0.33 * (0.604 - z)) / 0.010)  # from the nose to the corners of the mouth
    return h - 0.003 * fold * _ramp((0.606 - z) / 0.02) * _ramp((z - 0.540) / 0.03)


def _ear(side: np.ndarray, z: np.ndarray) -> np.ndarray:
    across = side - 0.172 - 0.10 * (z - 0.66)
    r = (across / 0.020) ** 2 + ((z - 0.662) / 0.050) ** 2
    shell = 0.052 - 0.022 * r - 0.016 * _bump((across + 0.004) / 0.009) * _bump((z - 0.668) / 0.026)
    return np.where(r < 1.8, shell, -1.0)


def _with_hair(h: np.ndarray, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    side = np.abs(x)
    line = 0.838 - 0.25 * np.maximum(side - 0.045, 0.0) - 13.0 * np.maximum(side - 0.08, 0.0) ** 2
    line += 0.004 * np.sin(70.0 * x + 1.0)
    turn = np.arctan2(x + 0.03, z - 0.70)  # locks fan out from a point behind the brow
    locks = np.sin(30.0 * turn + 3.0 * np.sin(24.0 * z + 9.0 * x))
    locks += 0.5 * np.sin(64.0 * turn + 4.0 * np.sin(31.0 * z - 12.0 * x))
    cap = _skull(side, z, thicker=0.016, power=2.2)
    cap += 0.0055 * locks * _ramp((z - line) / 0.05) * _ramp(cap / 0.03)
    covered = _ramp((z - line) / 0.03) * _ramp((z - 0.66) / 0.06)
    return np.where(covered > 0.0, _larger(h, h * (1.0 - covered) + cap * covered, 0.006), h)


def _neck(side: np.ndarray, z: np.ndarray) -> np.ndarray:
    width = 0.100 + 0.45 * np.maximum(0.42 - z, 0.0) ** 1.15 + 0.05 * np.maximum(z - 0.42, 0.0)
    q = (side / width) ** 2.2
    h = 0.112 * np.where(q < 1.0, np.sqrt(np.maximum(1.0 - q, 0.0)), -1.2 * (q - 1.0))
    h += 0.008 * _bump((side - 0.030 - 0.25 * (z - 0.37)) / 0.016) * _ramp((0.48 - z) / 0.08)  # sinews
    h += 0.006 * _bump(side / 0.018) * _bump((z - 0.425) / 0.020)  # throat
    return np.where(z < 0.52, h, -1.0)


def _chest(side: np.ndarray, z: np.ndarray) -> np.ndarray:
    slope = np.sqrt(np.maximum(side - 0.085, 0.0) ** 2 + 0.001)
    top = 0.372 - 0.30 * slope - 1.6 * np.maximum(side - 0.20, 0.0) ** 2  # the line of the shoulders
    down = np.clip((top - z) / 0.22, 0.0, 1.0)
    h = 0.155 * np.sqrt(down * (2.0 - down)) * np.sqrt(np.maximum(1.0 - (side / 0.42) ** 2.6, 0.0))
    h = np.where(z < top, h, top - z) - 0.02
    h += 0.009 * _bump((z - 0.318 - 0.10 * side) / 0.011) * _bump((side - 0.11) / 0.075)  # collar bones
    h -= 0.012 * _bump(side / 0.020) * _bump((z - 0.322) / 0.020)
    h += 0.014 * _bump((side - 0.13) / 0.10) * _bump((z - 0.13) / 0.075)
    return h - 0.006 * _bump(side / 0.030) * _ramp((0.27 - z) / 0.08)
