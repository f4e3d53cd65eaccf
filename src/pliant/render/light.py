"""Light and soft shadows, worked out at the vertices: no GPU has to do it, and it looks the same everywhere.

Light comes from directions d_k, a few close to a lamp and others from all over the sky. A surface with
normal n receives E = Σ_k I_k V_k max(n·d_k, 0), plus a little from the camera and from the floor. V_k is 1
where the light of that direction arrives, 0 where something is in front. To know V_k all surfaces are
drawn, as dots, into a small depth map along each direction. What never moves is drawn once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

RESOLUTION = 128  # of a depth map, texels a side
DOTS = 40_000  # at most, per mesh
TOWARDS_LAMP = np.array([0.26, -0.72, 0.64])  # right, away from us, up: as seen by the camera
LAMP, SKY, FILL, BOUNCE = 0.38, 0.46, 0.26, 0.30  # strengths; LAMP and SKY are those on a surface facing up
WARM, COOL = np.array([1.03, 1.0, 0.95]), np.array([0.96, 0.99, 1.05])
LAMP_DIRECTIONS, SKY_DIRECTIONS = 8, 28


class Probe(NamedTuple):
    """What is known of points before anything moves in front of them."""

    texel: np.ndarray  # the first of the 2 × 2 texels around them on each depth map, (directions, n)
    along: tuple[np.ndarray, np.ndarray]  # where between those texels they lie, 0 to 1, each (directions, n)
    depth: np.ndarray  # what lies no deeper [texels] leaves them in the light, (directions, n)
    facing: np.ndarray  # n·d_k, (directions, n)
    normals: np.ndarray  # (n, 3)


class Lit(NamedTuple):
    """Light on points from the lamp, from the sky and from elsewhere, each (n,)."""

    lamp: np.ndarray
    sky: np.ndarray
    rest: np.ndarray

    @property
    def colour(self) -> np.ndarray:
        """Factors of red, green and blue, (n, 3)."""
        return self.lamp[:, None] * WARM + self.sky[:, None] * COOL + self.rest[:, None]


class Light:
    """The light in a ball (`centre`, `radius`) as seen by a camera that looks `forward`."""

    def __init__(self, centre: np.ndarray, radius: float, forward: np.ndarray):
        self._centre = centre
        self._radius = radius
        self.texel = 2 * radius / RESOLUTION
        self._towards_eye = -forward
        directions = light_directions(_turn(forward) @ TOWARDS_LAMP)
        up = np.maximum(directions[:, 2], 0)
        lamp, sky = up[:LAMP_DIRECTIONS].sum(), up[LAMP_DIRECTIONS:].sum()
        self._lamp, self._sky = np.float32(LAMP / lamp), np.float32(SKY / sky)
        self._towards = directions.astype(np.float32)
        across = [across_of(direction) for direction in directions]
        self._e1 = np.array([e1 for e1, _ in across], dtype=np.float32)
        self._e2 = np.array([e2 for _, e2 in across], dtype=np.float32)
        self._first = (np.arange(len(directions), dtype=np.int32) * RESOLUTION**2)[:, None]
        self._still = np.full((len(directions), RESOLUTION, RESOLUTION), -np.inf, dtype=np.float32)
        self._maps = self._still

    def add_still(self, dots: np.ndarray) -> None:
        """Dots on surfaces that never move."""
        self._draw(self._still, dots)

    def move(self, dots: np.ndarray) -> None:
        """Dots on the moving surfaces, where they are now."""
        self._maps = self._still.copy()
        self._draw(self._maps, dots)

    def probe(self, points: np.ndarray, normals: np.ndarray, bias: float) -> Probe:
        """Points (n, 3) on surfaces with these normals, ready to be lit.

        What lies closer than `bias` [texels] in front of a point is taken for the surface it is on, and
        the more so the more the light grazes: there one texel spans a range of depths.
        """
        texel, along, depth = self._project(points)
        normals = normals.astype(np.float32)
        facing = _dot(self._towards, normals.T)
        slope = np.sqrt(np.maximum(1 - facing**2, 0)) / np.maximum(np.abs(facing), 0.2)
        return Probe(texel, along, depth / self.texel + bias * (1 + 2 * slope), facing, normals)

    def on(self, probe: Probe, side: int = 1, arrives: np.ndarray | None = None) -> Lit:
        """Light on one side (1 or −1) of the surfaces; with `arrives` (V_k) less what is in the way."""
        each = np.maximum(side * probe.facing, 0)
        if arrives is not None:
            each *= arrives
        lamp = self._lamp * each[:LAMP_DIRECTIONS].sum(axis=0)
        sky = self._sky * each[LAMP_DIRECTIONS:].sum(axis=0)
        x, y, z = (side * probe.normals).T
        to_x, to_y, to_z = self._towards_eye
        fill = FILL * np.maximum(x * to_x + y * to_y + z * to_z, 0)
        return Lit(lamp, sky, fill + BOUNCE * (0.7 - 0.3 * z))

    def arrives(self, probe: Probe) -> np.ndarray:
        """V_k, (directions, n): of the lamp the mean over 2 × 2 texels, or the steps of the map would show.

        The sky has so many directions that they do not.
        """
        i, j = probe.along
        nearest = probe.texel + (i > 0.5) * np.int32(RESOLUTION) + (j > 0.5)
        arrives = self._behind(nearest, probe.depth)
        lamp = slice(None, LAMP_DIRECTIONS)
        i, j, texel, depth = i[lamp], j[lamp], probe.texel[lamp], probe.depth[lamp]
        arrives[lamp] = (1 - i) * ((1 - j) * self._behind(texel, depth) + j * self._behind(texel + 1, depth))
        texel = texel + RESOLUTION
        arrives[lamp] += i * ((1 - j) * self._behind(texel, depth) + j * self._behind(texel + 1, depth))
        return arrives

    def _behind(self, texel: np.ndarray, depth: np.ndarray) -> np.ndarray:
        """1 where the map shows nothing in front of that depth, 0 where it does, and a texel between."""
        front = np.take(self._maps.reshape(-1), texel) * np.float32(1 / self.texel)
        return np.clip(depth - front + 1, 0.0, 1.0)

    def _draw(self, maps: np.ndarray, dots: np.ndarray) -> None:
        texel, _, depth = self._project(dots)
        flat, values = maps.reshape(-1), depth.reshape(-1)
        # A dot covers the 2 × 2 texels around it, so that dots a texel apart leave no holes.
        for offset in (0, 1, RESOLUTION, RESOLUTION + 1):
            np.maximum.at(flat, (texel + offset).reshape(-1), values)
        # What lies outside was drawn on the border: nothing is known there, so nothing casts a shadow.
        maps[:, :2], maps[:, -2:], maps[:, :, :2], maps[:, :, -2:] = (-np.inf,) * 4

    def _project(self, points: np.ndarray) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray], np.ndarray]:
        """First of the 2 × 2 texels around, the place between them, depth towards the light [m]."""
        local = (points - self._centre).astype(np.float32).T
        scale, middle = np.float32(1 / self.texel), np.float32(RESOLUTION / 2 - 0.5)
        a = np.clip(_dot(self._e1, local) * scale + middle, 0, RESOLUTION - 2)
        b = np.clip(_dot(self._e2, local) * scale + middle, 0, RESOLUTION - 2)
        i, j = a.astype(np.int32), b.astype(np.int32)
        return self._first + i * RESOLUTION + j, (a - i, b - j), _dot(self._towards, local)


class Dots:
    """Turns a mesh into dots about `spacing` [m] apart."""

    def __init__(self, vertices: np.ndarray, triangles: np.ndarray, spacing: float):
        corners = vertices[triangles]
        edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
        level = int(np.clip(np.round(np.mean(edges) / spacing), 1, 64)) if len(triangles) else 1
        while level > 1 and len(triangles) * level * (level + 1) // 2 > DOTS:
            level -= 1
        self._triangles = triangles
        # Middles of the small upright triangles of a subdivision: none is shared between neighbours.
        k, m = np.meshgrid(np.arange(level), np.arange(level), indexing="ij")
        upright = (k + m) < level
        u, v = (k[upright] + 1 / 3) / level, (m[upright] + 1 / 3) / level
        self._weights = np.stack([1 - u - v, u, v]).astype(np.float32)  # (3, dots of a triangle)

    def at(self, vertices: np.ndarray) -> np.ndarray:
        """The dots when the vertices are there, shape (n, 3)."""
        corners = vertices.astype(np.float32)[self._triangles]
        return np.einsum("tcx,cd->tdx", corners, self._weights).reshape(-1, 3)


def light_directions(lamp: np.ndarray) -> np.ndarray:
    """Unit vectors towards the light, shape (n, 3): first those of the lamp, then those of the sky."""
    golden = np.pi * (3 - np.sqrt(5))
    k = np.arange(LAMP_DIRECTIONS)
    spread = 0.15 * np.sqrt((k + 0.5) / LAMP_DIRECTIONS)
    e1, e2 = across_of(lamp)
    ring = np.cos(golden * k)[:, None] * e1 + np.sin(golden * k)[:, None] * e2
    k = np.arange(SKY_DIRECTIONS)
    height = (k + 0.5) / SKY_DIRECTIONS
    width = np.sqrt(1 - height**2)
    sky = np.stack([width * np.cos(golden * k), width * np.sin(golden * k), height], axis=1)
    directions = np.concatenate([lamp / np.linalg.norm(lamp) + spread[:, None] * ring, sky])
    return directions / np.linalg.norm(directions, axis=1, keepdims=True)


def tone(light: np.ndarray) -> np.ndarray:
    """Colours that are brighter than white bend towards it instead of being cut off; 0 to 1."""
    knee = 0.75
    bent = knee + (1 - knee) * np.tanh((light - knee) / (1 - knee))
    return np.where(light < knee, np.maximum(light, 0), bent)


def across_of(direction: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two unit vectors perpendicular to a direction and to each other."""
    helper = np.array([0.0, 0.0, 1.0]) if abs(direction[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    e1 = np.cross(direction, helper)
    e1 /= np.linalg.norm(e1)
    return e1, np.cross(direction / np.linalg.norm(direction), e1)


def _dot(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """The product of (k, 3) and (3, n). The threads that BLAS would start for it only get in the way."""
    x, y, z = rows[:, :, None].transpose(1, 0, 2)
    return x * columns[0] + y * columns[1] + z * columns[2]


def _turn(forward: np.ndarray) -> np.ndarray:
    """The rotation about z that brings x to the camera's right and y away from us."""
    x, y = forward[:2] / max(float(np.linalg.norm(forward[:2])), 1e-9)
    return np.array([[y, x, 0.0], [-x, y, 0.0], [0.0, 0.0, 1.0]])
