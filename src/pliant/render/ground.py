"""An infinite plane, drawn as a patch that fades into the background, with soft shadows on it."""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.recording import ObstacleMesh
from pliant.render.light import Light, across_of, tone
from pliant.render.window import load_pyvista

TEXELS = 192  # across the patch
SHADOWED = 0.5  # of its width, in the middle, gets shadows


class Ground:
    """One plane. `reach` [m] is the radius of the action around `centre`; `eye` is the camera."""

    def __init__(self, plane: ObstacleMesh, centre: np.ndarray, reach: float, eye: np.ndarray):
        a, b, c = plane.vertices[plane.triangles[0]]
        normal = np.cross(b - a, c - a)
        self.normal = normal / np.linalg.norm(normal)
        self.origin = centre - self.normal * float(self.normal @ (centre - a))
        self.visible = float(self.normal @ (eye - a)) > 0  # a wall that we stand behind is not drawn
        self._colour = np.array(plane.colour)
        self._half = 4.2 * max(reach, float(np.linalg.norm(self.origin - centre)))
        self._e1, self._e2 = across_of(self.normal)
        side = (np.arange(TEXELS) + 0.5) / TEXELS * 2 - 1
        self._fade = np.clip(1.25 - 1.25 * np.hypot(*np.meshgrid(side, side)) ** 2, 0, 1)
        cut = round(TEXELS * (1 - SHADOWED) / 2)
        self._middle = slice(cut, TEXELS - cut)
        s, t = np.meshgrid(side[self._middle], side[self._middle])
        self._points = self._at(s.reshape(-1, 1), t.reshape(-1, 1))

    def _at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        return self.origin + self._half * (s * self._e1 + t * self._e2)

    def add_to(self, plotter: Any) -> None:
        pyvista = load_pyvista()
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        patch = pyvista.PolyData(self._at(corners[:, :1], corners[:, 1:]).astype(np.float32), [4, 0, 1, 2, 3])
        patch.active_texture_coordinates = ((corners + 1) / 2).astype(np.float32)
        self._image = pyvista.ImageData(dimensions=(TEXELS, TEXELS, 1))
        self._image.point_data["rgba"] = np.zeros((TEXELS**2, 4), dtype=np.uint8)
        self._texture = pyvista.Texture(self._image)
        self._texture.interpolate = True
        self._actor = plotter.add_mesh(patch, texture=self._texture, lighting=False, show_scalar_bar=False)
        self._actor.ForceTranslucentOn()  # the alpha is in the texture, where VTK does not look for it

    def paint(self, light: Light, shadows: bool) -> None:
        """Colours the patch, with the shadows of the present moment."""
        normal = self.normal[None, :]
        full = light.on(normal)
        colours = np.empty((TEXELS, TEXELS, 4))
        colours[..., :3] = tone(full[0] * self._colour)
        colours[..., 3] = self._fade
        if shadows:
            side = self._middle.stop - self._middle.start
            part = light.on(normal, light.reach(self._points, normal, bias=0.0)).sum(axis=1) / full.sum()
            shaded = tone(blurred(part.reshape(side, side))[..., None] * full[0] * self._colour)
            colours[self._middle, self._middle, :3] = shaded
        self._image.point_data["rgba"][:] = np.round(255 * colours).reshape(-1, 4)
        self._image.Modified()
        self._texture.Modified()


def blurred(image: np.ndarray) -> np.ndarray:
    """Four passes of 1-2-1 along both axes: the steps between the directions of the light melt."""
    for _ in range(4):
        padded = np.pad(image, 1, mode="edge")
        image = (padded[:-2, 1:-1] + 2 * padded[1:-1, 1:-1] + padded[2:, 1:-1]) / 4
        padded = np.pad(image, 1, mode="edge")
        image = (padded[1:-1, :-2] + 2 * padded[1:-1, 1:-1] + padded[1:-1, 2:]) / 4
    return image
