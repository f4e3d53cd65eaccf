"""Infinite planes and the backdrop: what lies behind everything else, with soft shadows on it.

A plane is drawn as a round patch that fades into the backdrop. The camera does not move, so the patch
is painted once, and again when somebody moves the plane; at each moment only a small map of its shadows is
new, and Pillow turns that into the camera's perspective faster than VTK could without a GPU.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.recording import ObstacleMesh
from pliant.render.camera import Camera
from pliant.render.light import Light, across_of, tone
from pliant.render.surface import load_picture

TEXELS = 96  # of the map of shadows, each way
SHADOWED = 2.1  # half the width of that map, over the radius of the action
DEEPEST = 0.85  # of a shadow: the rest is light that comes from everywhere
PATCH = 4.2  # radius of the patch, over the radius of the action


class Ground:
    """One plane. `reach` [m] is the radius of the action around `centre`."""

    def __init__(self, plane: ObstacleMesh, centre: np.ndarray, reach: float, camera: Camera):
        a, b, c = plane.vertices[plane.triangles[0]]
        normal = np.cross(b - a, c - a)
        normal = normal / max(float(np.linalg.norm(normal)), 1e-30)
        self.normal = normal if normal @ (centre - a) >= 0 else -normal  # bodies are on the upper side
        self.origin = centre - self.normal * float(self.normal @ (centre - a))
        self.visible = (
            float(self.normal @ (camera.position - a)) > 0
        )  # a wall that we stand behind is not drawn
        self._colour = np.array(plane.color)
        self._picture = load_picture(plane.texture, f"obstacle {plane.id!r}") if plane.texture else None
        if plane.uv is not None:  # u, v = uv₀ + M (p − a), from the first triangle
            edges = np.stack([b - a, c - a, self.normal])
            turns = np.stack([*(plane.uv[0, 1:] - plane.uv[0, 0]), np.zeros(2)])
            self._lies = plane.uv[0, 0] - a @ np.linalg.solve(edges, turns), np.linalg.solve(edges, turns)
        self._reach = max(reach, float(np.linalg.norm(self.origin - centre)))
        self._camera = camera
        self._e1, self._e2 = across_of(self.normal)
        side = ((np.arange(TEXELS) + 0.5) / TEXELS * 2 - 1) * SHADOWED * self._reach
        s, t = np.meshgrid(side, side)
        self._points = self.origin + s.reshape(-1, 1) * self._e1 + t.reshape(-1, 1) * self._e2
        inside = np.clip(2.2 - 2.2 * np.hypot(s, t) / (SHADOWED * self._reach), 0, 1)
        self._window = inside**2 * (3 - 2 * inside)  # no shadow ends at the edge of the map

    def distance(self, width: int, height: int) -> np.ndarray:
        """How far [in lengths of the ray] each pixel sees the plane, (height, width); infinite: not at all."""
        x, y = np.arange(width) + 0.5, np.arange(height)[:, None] + 0.5
        a, b, c = self.normal @ self._camera.rays(width, height)
        against = -(a * x + b * y + c)  # a ray meets the plane when it goes against the normal
        above = float(self.normal @ (self._camera.position - self.origin))
        return np.divide(above, against, out=np.full_like(against, np.inf), where=against > 0)

    def paint(self, backdrop: np.ndarray, light: Light, seen: np.ndarray) -> np.ndarray:
        """The backdrop, (height, width, 3), 0 to 1, with the patch on it where it is `seen`; no shadows yet."""
        from PIL import Image

        height, width = seen.shape
        x, y = np.arange(width) + 0.5, np.arange(height)[:, None] + 0.5
        s, t, w = (row[0] * x + row[1] * y + row[2] for row in self._to_plane(width, height))
        far = np.hypot(s, t) / np.where(seen, -w, 1.0) / (PATCH * self._reach)
        fade = np.where(seen, np.clip(1.25 - 1.25 * far**2, 0, 1), 0)[..., None]
        self._unseen = Image.fromarray(np.where(seen, 0, 255).astype(np.uint8))
        self._probe = light.probe(self._points, np.tile(self.normal, (len(self._points), 1)), bias=0.0)
        colour = self._colour
        if self._picture is not None:
            colour = self._pictured(s / np.where(seen, w, 1.0), t / np.where(seen, w, 1.0))
        return (1 - fade) * backdrop + fade * tone(light.on(self._probe).colour[0] * colour)

    def _pictured(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """The picture at points of the plane, (height, width, 3)."""
        assert self._picture is not None
        start, by = self._lies
        u, v = (
            start[k] + self.origin @ by[:, k] + s * (self._e1 @ by[:, k]) + t * (self._e2 @ by[:, k])
            for k in (0, 1)
        )
        rows, columns = self._picture.shape[:2]
        column = np.minimum(((u % 1.0) * columns).astype(int), columns - 1)
        row = np.minimum(((1.0 - v % 1.0) * rows).astype(int), rows - 1)
        return self._picture[row, column]

    def shadows(self, light: Light) -> Any:
        """How much of the light is left at each pixel, as a Pillow image of the size of the backdrop."""
        from PIL import Image, ImageChops

        lamp, sky, rest = light.on(self._probe, arrives=light.arrives(self._probe))
        left = (blurred(lamp, 3) + blurred(sky, 12) + rest) / sum(light.on(self._probe))
        left = 1 - DEEPEST * (1 - left.reshape(TEXELS, TEXELS)) * self._window
        width, height = self._unseen.size
        half = (max(width // 2, 1), max(height // 2, 1))  # enough for what is soft
        s, t, w = self._to_plane(*half)
        scale = TEXELS / (2 * SHADOWED * self._reach)
        matrix = np.stack([scale * s + TEXELS / 2 * w, scale * t + TEXELS / 2 * w, w]) / (w[2] or 1e-12)
        shadows = Image.fromarray(np.round(255 * left).astype(np.uint8)).transform(
            half,
            Image.Transform.PERSPECTIVE,
            matrix.reshape(-1)[:8].tolist(),
            Image.Resampling.BILINEAR,
            fillcolor=255,
        )
        shadows = shadows.resize((width, height), Image.Resampling.BILINEAR)
        return ImageChops.lighter(shadows, self._unseen)

    def _to_plane(self, width: int, height: int) -> np.ndarray:
        """Rows S, T, W: the pixel p = (x, y, 1) sees the point S·p / W·p, T·p / W·p of the plane.

        Its ray is D = R p. It meets the plane at eye + D·h / (n·D), where h is minus the height of the eye
        above it; so s = ((e₁·eye) n·D + h e₁·D) / (n·D).
        """
        rays = self._camera.rays(width, height)
        eye = self._camera.position - self.origin
        n, h = self.normal @ rays, -float(self.normal @ eye)
        return np.stack([*((e @ eye) * n + h * (e @ rays) for e in (self._e1, self._e2)), n])


def blurred(values: np.ndarray, passes: int) -> np.ndarray:
    """Values on the map of shadows after so many passes of 1-2-1 along both axes."""
    image = values.reshape(TEXELS, TEXELS)
    for _ in range(passes):
        padded = np.pad(image, 1, mode="edge")
        rows = padded[:-2] + 2 * padded[1:-1] + padded[2:]
        image = (rows[:, :-2] + 2 * rows[:, 1:-1] + rows[:, 2:]) / 16
    return image.reshape(-1)
