"""What can be asked of a picture."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from pliant.errors import PliantError, by_new_names

Colour = tuple[float, float, float]
Point = tuple[float, float, float]


@dataclass(frozen=True)
class Options:
    """How a recording is shown. Every field is an option of `picture` and `video`.

    size: pixels, (width, height).
    azimuth, elevation: direction from which to look [degrees]; azimuth is counted from the x axis
        towards y and chosen from the shape of the bodies when None.
    zoom: larger than 1 comes closer.
    camera: instead of all these, (position, target, up) of the camera [m]; `view_angle` is its own vertical
        angle of view [degrees].
    color_by: a recorded quantity to colour the bodies by, such as "stretch"; `limits` its range.
    texture: "checker", "checks" (a checkerboard in the colour of each body), "none", or the path of an image for
        all bodies; None: each body's own.
    wireframe, particles, pins, normals: the mesh, its nodes (fixed ones red), only the fixed nodes, and
        the normals: the visual debug of document 000.
    obstacles, shadows, legend: whether to draw them.
    labels: the time in a corner of the picture.
    background: colours at the bottom and at the top, 0 to 1.
    """

    size: tuple[int, int] = (1280, 720)
    azimuth: float | None = None
    elevation: float = 20.0
    zoom: float = 1.0
    camera: tuple[Point, Point, Point] | None = None
    view_angle: float = 28.0
    color_by: str | None = None
    limits: tuple[float, float] | None = None
    texture: str | None = None
    wireframe: bool = False
    particles: bool = False
    pins: bool = False
    normals: bool = False
    obstacles: bool = True
    shadows: bool = True
    legend: bool = True
    labels: bool = False
    background: tuple[Colour, Colour] = ((0.86, 0.87, 0.88), (0.97, 0.975, 0.98))

    def __post_init__(self) -> None:
        width, height = self.size
        if not (
            isinstance(width, int)
            and isinstance(height, int)
            and min(width, height) >= 16
            and max(width, height) <= 8192
        ):
            raise PliantError(
                f"size = {self.size} given, (width, height) in pixels expected, 16 to 8192 each"
            )
        if not -90 <= self.elevation <= 90:
            raise PliantError(f"elevation = {self.elevation} given, degrees from -90 to 90 expected")
        if not self.zoom > 0:
            raise PliantError(f"zoom = {self.zoom} given, a positive number expected")
        if not 1 <= self.view_angle <= 170:
            raise PliantError(f"view_angle = {self.view_angle} given, degrees from 1 to 170 expected")
        if self.limits is not None and not self.limits[0] < self.limits[1]:
            raise PliantError(f"limits = {self.limits} given, (low, high) expected")
        if self.texture not in (None, "none", "checker", "checks") and not Path(self.texture).is_file():
            raise PliantError(
                f"texture = {self.texture!r} given, 'checker', 'checks', 'none' or an image file expected"
            )

    def texture_of(self, own: str | None) -> str | None:
        """The texture of a body that has its `own`."""
        return None if self.texture == "none" else self.texture or own

    @classmethod
    def of(cls, given: dict[str, Any]) -> Options:
        """The options as users give them, by name."""
        known = [field.name for field in fields(cls)]
        given = by_new_names(given, {"colour_by": "color_by"}, "a picture")
        for name in given:
            if name not in known:
                raise PliantError(f"unknown option {name!r}; the options of a picture are {', '.join(known)}")
        if "size" in given:
            given = {**given, "size": tuple(int(pixels) for pixels in given["size"])}
        return cls(**given)
