"""A curve as a round tube with round ends.

The nodes x_i are joined by cubics with the tangents m_i there, scaled by the length l of each segment (for evenly
spaced nodes a Catmull-Rom spline; uneven ones make no loops):

    p(t) = (1 + 2t)(1 − t)² x₀ + t(1 − t)² l m₀ + t²(3 − 2t) x₁ − t²(1 − t) l m₁

Around it stand rings of points, spanned by u and v = t × u. From ring to ring u turns no more than it must (parallel
transport). With any vectors a_k, b_k across the tangents, the turn of the transported a_k against a_{k+1} is an angle
θ_k, so that u_k is a_k turned by Σ θ: a sum instead of a loop. On a closed curve what is left over after a round
is spread over all rings; of all angles that close it, the nearest to that at the start.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.recording.mesh import BodyMesh
from pliant.recording.skin.skin import Skin

SIDES = 12  # unless the spacing is given
RINGS = 300  # at least about so many along a curve
MOST_STEPS = 16  # rings to a segment
MOST_POINTS = 8000  # fewer sides, rather than more than these
THINNEST = 1e-3  # radius over the size of the curve: a line without thickness is still seen


@dataclass(frozen=True)
class Path:
    """Where the rings of a tube are: ring k on segment ``segment[k]`` at t = ``along[k]``."""

    nodes: int
    closed: bool
    segment: np.ndarray
    along: np.ndarray

    @classmethod
    def build(cls, nodes: int, closed: bool) -> Path:
        closed = closed and nodes >= 3
        segments = nodes if closed else max(nodes - 1, 1)
        # Between two nodes alone it is straight.
        steps = int(np.clip(-(-RINGS // segments), 1, MOST_STEPS)) if nodes > 2 else 1
        ring = np.arange(segments * steps + (not closed))
        segment = np.minimum(ring // steps, segments - 1)
        return cls(nodes, closed, segment, ring / steps - segment)

    @property
    def ends(self) -> tuple[np.ndarray, np.ndarray]:
        """The nodes before and after each ring."""
        after = self.segment + 1
        return self.segment, after % self.nodes if self.closed else np.minimum(after, self.nodes - 1)

    def mix(self, values: np.ndarray) -> np.ndarray:
        """Values at the nodes, linearly between them."""
        before, after = self.ends
        t = self.along.reshape(-1, *(1,) * (values.ndim - 1))
        return (1 - t) * values[before] + t * values[after]

    def curve(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Points and unit tangents of the curve at the rings."""
        chords = np.roll(x, -1, axis=0) - x if self.closed else np.diff(x, axis=0)
        if not len(chords):
            chords = np.zeros((1, 3))
        length = np.linalg.norm(chords, axis=1)
        directions = _filled(chords, length)
        m = _tangents(directions, length, self.closed)
        before, after = self.ends
        s, t, size = self.segment, self.along[:, None], length[self.segment][:, None]
        x0, x1, m0, m1 = x[before], x[after], size * m[before], size * m[after]
        points = (1 + 2 * t) * (1 - t) ** 2 * x0 + t * (1 - t) ** 2 * m0
        points += t**2 * (3 - 2 * t) * x1 - t**2 * (1 - t) * m1
        slopes = 6 * t * (1 - t) * (x1 - x0) + (1 - t) * (1 - 3 * t) * m0 - t * (2 - 3 * t) * m1
        speed = np.linalg.norm(slopes, axis=1, keepdims=True)
        steady = speed > 1e-6 * size
        tangents = np.where(steady, slopes / np.where(steady, speed, 1.0), directions[s])
        return points, tangents


def make_tube(mesh: BodyMesh, first: np.ndarray, spacing: float | None, thinnest: float) -> Skin:
    """The tube of a curve that starts at `first`; see `skin_of`."""
    first = np.where(np.isfinite(first).all(axis=1, keepdims=True), first, 0.0)
    size = float(np.linalg.norm(np.ptp(first, axis=0)))
    radius = max(mesh.radius, thinnest, THINNEST * size, 1e-6)
    path = Path.build(len(first), mesh.closed)
    rings = len(path.segment)
    sides = SIDES if spacing is None else int(np.clip(np.ceil(4 * np.pi * radius / spacing), 6, 24))
    sides = int(np.clip(MOST_POINTS // rings, 6, sides))
    centres, tangents = path.curve(first)
    start = Start.of(tangents)
    angle = 2 * np.pi * np.arange(sides) / sides
    hoops = Hoops.build(rings, path.closed, sides)
    triangles, uv, uv_at = _net(hoops, sides, path.closed, _along(hoops, path, centres, radius))
    rows = path.segment[hoops.ring] if path.closed else path.segment[hoops.ring[:-1]]
    ends = np.zeros(0, dtype=int) if path.closed else np.repeat(path.segment[[0, -1]], sides)
    part = np.concatenate([np.repeat(rows, 2 * sides), ends])

    def move(positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        centres, t = path.curve(positions)
        u = transported(t, path.closed, start)
        v = np.cross(t, u)
        radial = (
            np.cos(angle)[:, None] * u[:, None] + np.sin(angle)[:, None] * v[:, None]
        )  # (rings, sides, 3)
        ring = hoops.ring
        outwards = hoops.rise[:, None, None] * t[ring][:, None] + hoops.width[:, None, None] * radial[ring]
        centre = np.repeat(centres[ring], sides, axis=0)
        outwards = outwards.reshape(-1, 3)
        if not path.closed:  # the poles
            outwards = np.concatenate([outwards, -t[:1], t[-1:]])
            centre = np.concatenate([centre, centres[:1], centres[-1:]])
        return centre + radius * outwards, outwards

    def spread(values: np.ndarray) -> np.ndarray:
        at_rings = path.mix(np.asarray(values, dtype=float))
        around = np.repeat(at_rings[hoops.ring], sides, axis=0)
        return around if path.closed else np.concatenate([around, at_rings[:1], at_rings[-1:]])

    count = sides * len(hoops.ring) + (0 if path.closed else 2)
    return Skin(
        count, count, triangles, triangles, uv, uv_at, closed=True, move=move, spread=spread, part=part
    )


@dataclass(frozen=True)
class Hoops:
    """Circles of points from one end of a tube to the other: those of its rings, and those of the round ends.

    The circle is around the middle of ``ring``, ``rise`` radii ahead of it, and ``width`` radii wide.
    """

    ring: np.ndarray
    rise: np.ndarray
    width: np.ndarray

    @classmethod
    def build(cls, rings: int, closed: bool, sides: int) -> Hoops:
        ring = np.arange(rings)
        if closed:
            return cls(ring, np.zeros(rings), np.ones(rings))
        count = max(sides // 4, 2)
        latitude = np.pi / 2 * np.arange(1, count) / count
        rise = np.concatenate([-np.sin(latitude[::-1]), np.zeros(rings), np.sin(latitude)])
        width = np.concatenate([np.cos(latitude[::-1]), np.ones(rings), np.cos(latitude)])
        return cls(np.pad(ring, count - 1, mode="edge"), rise, width)


@dataclass(frozen=True)
class Start:
    """How a tube stands to begin with: its first tangent, u there, and the angle that is left over after a round."""

    tangent: np.ndarray
    across: np.ndarray
    left: float

    @classmethod
    def of(cls, t: np.ndarray) -> Start:
        a, turn = _turns(t)
        return cls(t[0], a[0], _nearest(float(turn.sum()), 0.0))


def transported(t: np.ndarray, closed: bool, start: Start) -> np.ndarray:
    """Unit vectors u across unit tangents t (rings, 3) that turn about them as little as can be."""
    a, turn = _turns(t)
    b = np.cross(t, a)
    angle = np.concatenate([[0.0], np.cumsum(turn[:-1])])
    if closed:
        angle -= _nearest(float(turn.sum()), start.left) * np.arange(len(t)) / len(t)
    taken = _carried(start.across[None], start.tangent[None], t[:1])[0]
    angle += np.arctan2(taken @ b[0], taken @ a[0])
    return np.cos(angle)[:, None] * a + np.sin(angle)[:, None] * b


def _turns(t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Any vectors a across the tangents, and the angles θ from the next of them to each, carried there."""
    a = _across(t)
    carried, ahead = _carried(a, t, np.roll(t, -1, axis=0)), np.roll(a, -1, axis=0)
    return a, np.arctan2(_dot(carried, np.cross(np.roll(t, -1, axis=0), ahead)), _dot(carried, ahead))


def _nearest(angle: float, to: float) -> float:
    """The angle, without whole turns, nearest to another."""
    return to + float(np.angle(np.exp(1j * (angle - to))))


def _carried(a: np.ndarray, t: np.ndarray, ahead: np.ndarray) -> np.ndarray:
    """Vectors across t after the smallest rotation that brings t to `ahead`; where that turns back, unchanged."""
    cosine = _dot(t, ahead)[:, None]
    turns_back = cosine < -1 + 1e-9
    moved = a - _dot(a, ahead)[:, None] / np.where(turns_back, 1.0, 1 + cosine) * (t + ahead)
    return np.where(turns_back, a, moved)


def _across(t: np.ndarray) -> np.ndarray:
    """Any unit vectors across unit vectors (n, 3)."""
    helper = np.eye(3)[np.argmin(np.abs(t), axis=1)]
    across = np.cross(t, helper)
    return across / np.linalg.norm(across, axis=1, keepdims=True)


def _filled(chords: np.ndarray, length: np.ndarray) -> np.ndarray:
    """Unit directions of the segments; one without length has that of the one before it."""
    real = length > 1e-12 * max(float(length.max()), 1e-30)
    if not real.any():
        return np.tile([1.0, 0.0, 0.0], (len(chords), 1))
    last = np.maximum.accumulate(np.where(real, np.arange(len(real)), -1))
    last = np.where(last < 0, np.argmax(real), last)
    return (chords / np.where(real, length, 1.0)[:, None])[last]


def _tangents(directions: np.ndarray, length: np.ndarray, closed: bool) -> np.ndarray:
    """Unit tangents at the nodes: between the directions on both sides, nearer to that of the shorter segment."""
    if closed:
        before, after = np.roll(directions, 1, axis=0), directions
        shorter, longer = np.roll(length, 1), length
    else:
        before, after = np.vstack([directions[:1], directions]), np.vstack([directions, directions[-1:]])
        shorter, longer = np.append(length[:1], length), np.append(length, length[-1:])
    weight = np.divide(shorter, shorter + longer, out=np.full(len(before), 0.5), where=shorter + longer > 0)
    mean = (1 - weight)[:, None] * before + weight[:, None] * after
    size = np.linalg.norm(mean, axis=1, keepdims=True)
    turns = size > 1e-6
    return np.where(turns, mean / np.where(turns, size, 1.0), before)


def _along(hoops: Hoops, path: Path, centres: np.ndarray, radius: float) -> np.ndarray:
    """Texture coordinates of the circles along the tube, in circumferences, so that a texture is not stretched.

    On a closed tube the first circle comes again at the end, after a whole number; an open one has its two poles more.
    """
    steps = np.linalg.norm(np.diff(centres, axis=0, append=centres[:1]), axis=1)
    length = np.concatenate([[0.0], np.cumsum(steps)])[: len(centres) + path.closed]
    if path.closed:
        rounds = max(round(length[-1] / (2 * np.pi * radius)), 1)
        return length / max(length[-1], 1e-30) * rounds
    rings, rise = np.pad(hoops.ring, 1, mode="edge"), np.concatenate([[-1.0], hoops.rise, [1.0]])
    return (length[rings] / radius + np.arcsin(rise)) / (2 * np.pi)


def _net(
    hoops: Hoops, sides: int, closed: bool, along: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Triangles, texture coordinates, and which of these the corners have; `along` is that of `_along`."""
    count, columns = len(hoops.ring), sides + 1
    points = np.arange(count * sides).reshape(count, sides)
    points = np.hstack([points, points[:, :1]])
    rows = along if closed else along[1:-1]
    marks = np.arange(len(rows) * columns).reshape(len(rows), columns)
    around = np.arange(columns) / sides
    uv = np.stack(np.meshgrid(rows, around, indexing="ij"), axis=-1).reshape(-1, 2)
    if closed:
        points = np.vstack([points, points[:1]])
        return _cells(points), uv, _cells(marks)
    triangles, uv_at = [_cells(points)], [_cells(marks)]
    # Round each pole a fan, whose triangles have their own texture coordinates there: the texture comes to a point.
    middles = (around[1:] + around[:-1]) / 2
    for end, (row, after, before) in enumerate(
        [(0, slice(1, None), slice(-1)), (-1, slice(-1), slice(1, None))]
    ):
        pole, mark = np.full(sides, count * sides + end), len(uv) + np.arange(sides)
        triangles.append(np.column_stack([pole, points[row, after], points[row, before]]))
        uv_at.append(np.column_stack([mark, marks[row, after], marks[row, before]]))
        uv = np.concatenate([uv, np.column_stack([np.full(sides, along[row]), middles])])
    return np.concatenate(triangles), uv, np.concatenate(uv_at)


def _cells(number: np.ndarray) -> np.ndarray:
    """Two triangles for each cell of a grid of numbers, outwards: x_around × x_along."""
    a, b, c, d = number[:-1, :-1], number[:-1, 1:], number[1:, 1:], number[1:, :-1]
    return np.stack([a, b, c, a, c, d], axis=-1).reshape(-1, 3)


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("ij,ij->i", a, b)
