"""Bodies drawn as blobs (Blinn 1982 [002 §6.3]): an iso-surface of potentials around the nodes, anew in every frame.

With the radius R [m] of the ball that a node alone is drawn as,

    Φ(p) = Σ exp(b (1 − |p − xᵢ|²/R²)) = 1 ,    b = SHARPNESS                                                   (1)

so that two nodes are one blob up to a distance of d = 2R √(1 + ln 2/b)                                           (2)

(1) is sampled at the corners of cells R/`CELLS` wide, but only in bricks of 8×8×8 cells near nodes, and cut by marching
tetrahedra: six to a cell, all around its diagonal, so that cells agree on their sides and the surface is closed. Where
an edge of a tetrahedron crosses the surface comes from ln Φ, linear along the edge, and one step of Newton's method
along the gradient; normals are −∇Φ/|∇Φ|. Potentials below `NOTHING` are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from math import ceil, exp, log, sqrt

import numpy as np

from pliant.numerics.compile import kernel

SHARPNESS, NOTHING = 2.0, 1e-4
FADED = SHARPNESS - log(NOTHING)  # the exponent b r²/R² beyond which a potential is left out
REACH = sqrt(FADED / SHARPNESS)  # the same as r/R
CELLS = 2.5  # per radius
BRICK = 8  # cells along a side
FARTHEST = 2**18  # from the middle [cells]: nodes that flew farther are not drawn


@dataclass(frozen=True)
class Blobs:
    """A closed surface around nodes at one moment."""

    points: np.ndarray  # (V, 3) [m]
    normals: np.ndarray  # (V, 3)
    triangles: np.ndarray  # (T, 3), counter-clockwise from outside
    nodes: np.ndarray  # (N, 3) [m]
    radius: float
    # Where to look for the nodes around a vertex: its brick, and the nodes of bricks one after the other.
    _brick: np.ndarray
    _starts: np.ndarray
    _near: np.ndarray

    def spread(self, values: np.ndarray) -> np.ndarray:
        """Values at the nodes (N, k) as means at the vertices, weighted by the potentials there."""
        rate = SHARPNESS / self.radius**2
        return mixed(self.points, self._brick, self._starts, self._near, self.nodes, rate, values)


def make_blobs(nodes: np.ndarray, radius: float, cells: float = CELLS) -> Blobs:
    """The surface (1) around nodes (N, 3) [m], from cells a `cells`-th of the radius [m] wide."""
    size, reach = radius / cells, ceil(cells * REACH)
    middle = np.nan_to_num(np.median(nodes, axis=0)) if len(nodes) else np.zeros(3)
    place = np.nan_to_num((nodes - middle) / size, nan=np.inf)  # in cells
    drawn = np.flatnonzero((np.abs(place) < FARTHEST).all(axis=1))
    bricks, starts, near = _bricks(place, drawn, reach)
    lowest = bricks.min(axis=0, initial=FARTHEST)
    bricks, place, middle = bricks - lowest, place - BRICK * lowest, middle + BRICK * size * lowest
    span = BRICK * (bricks.max(axis=0, initial=0) + 1) + 1  # corners of the grid along its axes
    rate, gain = SHARPNESS / cells**2, exp(SHARPNESS)
    values = np.zeros((len(bricks), BRICK + 1, BRICK + 1, BRICK + 1))
    add_potentials(place, bricks, starts, near, rate, gain, reach, values)
    count = march(values, bricks, span, TETRAHEDRA, TURNS, CASES, FACES, np.zeros((0, 3, 2), dtype=np.int64))
    corners = np.zeros((count, 3, 2), dtype=np.int64)
    march(values, bricks, span, TETRAHEDRA, TURNS, CASES, FACES, corners)
    edges, first, triangles = np.unique(corners[..., 0], return_index=True, return_inverse=True)
    brick = corners[..., 1].reshape(-1)[first]
    points, normals = (np.empty((len(edges), 3)) for _ in range(2))
    place_vertices(values, bricks, span, edges, brick, starts, near, place, rate, gain, points, normals)
    triangles = triangles.reshape(-1, 3)
    return Blobs(middle + size * points, normals, triangles, nodes, radius, brick, starts, near)


def _bricks(place: np.ndarray, drawn: np.ndarray, reach: int) -> tuple[np.ndarray, ...]:
    """Bricks (B, 3) near nodes, and the nodes that each has to know: those from starts[k] to starts[k + 1]."""
    centre = np.floor(place[drawn]).astype(np.int64)
    low = -(
        (BRICK - (centre - reach)) // BRICK
    )  # the first brick with the corner `centre − reach`, also as its last
    high = (centre + 1 + reach) // BRICK
    widest = int((high - low).max(initial=-1)) + 1
    steps = np.indices((widest, widest, widest)).reshape(3, -1).T
    brick = low[:, None] + steps
    kept = (brick <= high[:, None]).all(axis=2)
    node = np.broadcast_to(drawn[:, None], kept.shape)[kept]
    bricks, which, counts = np.unique(brick[kept], axis=0, return_inverse=True, return_counts=True)
    order = np.argsort(which.reshape(-1), kind="stable")  # nodes in the same order in all bricks: same sums
    return bricks.reshape(-1, 3), np.concatenate([[0], np.cumsum(counts)]), node[order]


# ---------------------------------------------------------------- tetrahedra


def _faces_of(inside: tuple[bool, ...]) -> list[list[tuple[int, int]]]:
    """Triangles that part the inside corners of a tetrahedron of positive volume from the others, as its edges."""
    within = [corner for corner in range(4) if inside[corner]]
    if len(within) in (1, 3):
        alone = within[0] if len(within) == 1 else next(corner for corner in range(4) if not inside[corner])
        i, j, k, m = next(p for p in permutations(range(4)) if p[0] == alone and _even(p))
        face = [(i, j), (i, k), (i, m)]
        return [face if len(within) == 1 else face[::-1]]
    if len(within) == 2:
        i, j, k, m = next(p for p in permutations(range(4)) if set(p[:2]) == set(within) and _even(p))
        return [[(i, k), (i, m), (j, m)], [(i, k), (j, m), (j, k)]]
    return []


def _even(order: tuple[int, ...]) -> bool:
    return sum(order[a] > order[b] for b in range(len(order)) for a in range(b)) % 2 == 0


def _tables() -> tuple[np.ndarray, ...]:
    ways = list(permutations(range(3)))
    # Corners of a cell are numbers of three bits, one per axis; from 0 to 7 along the axes in any order.
    tetrahedra = np.array([[0, 1 << a, (1 << a) | (1 << b), 7] for a, b, _ in ways])
    turns = np.array([_even(way) for way in ways])
    cases, faces = np.zeros(16, dtype=np.int64), np.zeros((16, 2, 3, 2), dtype=np.int64)
    for case in range(16):
        found = _faces_of(tuple(bool(case >> corner & 1) for corner in range(4)))
        cases[case] = len(found)
        for number, face in enumerate(found):
            faces[case, number] = face
    return tetrahedra, turns, cases, faces


TETRAHEDRA, TURNS, CASES, FACES = _tables()


# ---------------------------------------------------------------- kernels


@kernel(fastmath=False)  # corners that bricks share must have the same potential in each, to the last bit
def add_potentials(place, bricks, starts, near, rate, gain, reach, values):
    """Φ at the corners of the bricks' cells; `place` (N, 3) and all lengths in cells."""
    side = BRICK + 1
    w = np.zeros((3, side))
    for b in range(len(bricks)):
        for k in range(starts[b], starts[b + 1]):
            for c in range(3):
                x = place[near[k], c]
                low = np.floor(x) - reach
                for i in range(side):
                    at = float(BRICK * bricks[b, c] + i)
                    known = low <= at <= low + 2 * reach + 1
                    w[c, i] = np.exp(-rate * (at - x) * (at - x)) if known else 0.0
            for i in range(side):
                for j in range(side):
                    pair = gain * w[0, i] * w[1, j]
                    if pair > 0.0:
                        for m in range(side):
                            values[b, i, j, m] += pair * w[2, m]


@kernel
def march(values, bricks, span, tetrahedra, turns, cases, faces, out):
    """The triangles into `out` (T, 3, 2), if there is room; returns their number.

    A corner is a number of an edge of the grid (that of its lower end times 8, and its direction as three bits) and
    the brick in which it was found.
    """
    count = 0
    v = np.zeros(8)
    for b in range(len(values)):
        for i in range(BRICK):
            for j in range(BRICK):
                for m in range(BRICK):
                    within = 0
                    for corner in range(8):
                        v[corner] = values[b, i + (corner & 1), j + (corner >> 1 & 1), m + (corner >> 2)]
                        within += v[corner] > 1.0
                    if within in (0, 8):
                        continue
                    for t in range(6):
                        case = 0
                        for c in range(4):
                            case |= (v[tetrahedra[t, c]] > 1.0) << c
                        for f in range(cases[case]):
                            if len(out) > count:
                                for c in range(3):
                                    one = tetrahedra[t, faces[case, f, c, 0]]
                                    two = tetrahedra[t, faces[case, f, c, 1]]
                                    low, way = one & two, one ^ two
                                    x = BRICK * bricks[b, 0] + i + (low & 1)
                                    y = BRICK * bricks[b, 1] + j + (low >> 1 & 1)
                                    z = BRICK * bricks[b, 2] + m + (low >> 2)
                                    slot = c if turns[t] else 2 - c
                                    out[count, slot, 0] = 8 * ((x * span[1] + y) * span[2] + z) + way
                                    out[count, slot, 1] = b
                            count += 1
    return count


@kernel
def place_vertices(values, bricks, span, edges, brick, starts, near, place, rate, gain, points, normals):
    """Where edges (V,) cross the surface [cells], and the unit normals there."""
    p, q, g = np.zeros(3), np.zeros(3, dtype=np.int64), np.zeros(3)
    for e in range(len(edges)):
        b, way, corner = brick[e], edges[e] % 8, edges[e] // 8
        q[0], q[1], q[2] = corner // span[2] // span[1], corner // span[2] % span[1], corner % span[2]
        for c in range(3):
            q[c] -= BRICK * bricks[b, c]
        one = values[b, q[0], q[1], q[2]]
        two = values[b, q[0] + (way & 1), q[1] + (way >> 1 & 1), q[2] + (way >> 2)]
        f, g1 = np.log(max(one, 1e-12)), np.log(max(two, 1e-12))
        t = f / (f - g1)
        for c in range(3):
            p[c] = BRICK * bricks[b, c] + q[c] + t * (way >> c & 1)
        for newton in range(2):
            phi = 0.0
            g[:] = 0.0
            for k in range(starts[b], starts[b + 1]):
                x = near[k]
                dx, dy, dz = p[0] - place[x, 0], p[1] - place[x, 1], p[2] - place[x, 2]
                r2 = dx * dx + dy * dy + dz * dz
                if rate * r2 > FADED:
                    continue
                w = gain * np.exp(-rate * r2)
                phi += w
                g[0] += w * dx
                g[1] += w * dy
                g[2] += w * dz
            length = np.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2])
            if length < 1e-12:
                break
            if newton == 0:
                # (ln Φ)' = −2 rate |g|/Φ along the normal g/|g|
                ahead = np.log(max(phi, 1e-12)) * phi / (2.0 * rate * length)
                ahead = min(0.5, max(-0.5, ahead)) / length
                for c in range(3):
                    p[c] += ahead * g[c]
        for c in range(3):
            points[e, c] = p[c]
            normals[e, c] = g[c] / max(length, 1e-12)


@kernel
def mixed(points, brick, starts, near, nodes, rate, values):
    out = np.zeros((len(points), values.shape[1]))
    for e in range(len(points)):
        b, total = brick[e], 0.0
        for k in range(starts[b], starts[b + 1]):
            x, square = near[k], 0.0
            for c in range(3):
                square += (points[e, c] - nodes[x, c]) ** 2
            if rate * square > FADED:
                continue
            w = np.exp(-rate * square)
            total += w
            for c in range(values.shape[1]):
                out[e, c] += w * values[x, c]
        for c in range(values.shape[1]):
            out[e, c] /= max(total, 1e-300)
    return out
