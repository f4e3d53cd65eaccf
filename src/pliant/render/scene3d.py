"""A recording as a scene that is built once and then moved from moment to moment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pliant.recording import Recording, obstacle_key
from pliant.render.blobs import BlobBody
from pliant.render.camera import Action, look_at, placed_at
from pliant.render.colour import ColourScale
from pliant.render.ground import Ground
from pliant.render.light import Light
from pliant.render.moments import Moment
from pliant.render.options import Options
from pliant.render.springs import SpringThings
from pliant.render.surface import Fineness
from pliant.render.things import Body, Obstacle
from pliant.render.window import open_plotter, read_pixels

OVERSAMPLING = 2  # pictures are drawn that much larger and shrunk, against jagged edges


class Scene3D:
    """The camera, the light, the bodies and the obstacles. Close it when done.

    Coarse meshes are subdivided to about so many `vertices`, for the light.
    """

    def __init__(
        self, recording: Recording, options: Options, action: Action, scale: ColourScale | None, vertices: int
    ):
        width, height = options.size
        self._shadows = options.shadows
        self.camera = (
            look_at(action, width / height, options.azimuth, options.elevation, options.zoom)
            if options.camera is None
            else placed_at(*options.camera, options.view_angle)
        )
        self._light = Light(action.centre, 1.1 * action.radius, self.camera.forward)
        self._plotter = open_plotter((OVERSAMPLING * width, OVERSAMPLING * height))
        self._place_camera()
        fine = Fineness(vertices, self._light.texel)
        self._moving = recording.moving_obstacles()
        shown = [o for o in recording.obstacles if options.obstacles and o.visible and len(o.triangles)]
        self._obstacles = [Obstacle(mesh, fine) for mesh in shown if mesh.kind != "plane"]
        self._planes = [mesh for mesh in shown if mesh.kind == "plane"]
        self._start = {mesh.id: mesh.vertices for mesh in self._planes}
        pixels_per_metre = self.camera.pixels_per_metre(height)
        thinnest = 0.6 / pixels_per_metre
        marked = options.wireframe or options.particles or options.normals  # which are those of the skin
        self._bodies = [
            Body(recording, body, options, scale, fine, thinnest)
            if recording.mesh(body).blobs is None or marked
            else BlobBody(recording, body, scale)
            for body in recording.bodies
        ]
        depth = min(0.6 * max((body.gap for body in self._bodies), default=0.0), 0.03 * action.radius)
        for obstacle in self._obstacles:
            obstacle.add_to(self._plotter, self.camera.position, depth)
            if obstacle.shades and obstacle.id not in self._moving:
                self._light.add_still(obstacle.dots(self._light.texel))
        for body in self._bodies:
            body.add_to(self._plotter, self.camera.position, OVERSAMPLING * pixels_per_metre)
        self._springs = SpringThings(recording, 2 * action.radius)
        self._springs.add_to(self._plotter, self.camera.position, OVERSAMPLING * pixels_per_metre)
        self._options, self._action = options, action
        self._lay_planes()

    def image(self, moment: Moment) -> np.ndarray:
        """The picture of a moment, shape (height, width, 3), uint8."""
        for body in self._bodies:
            body.move(moment)
        self._springs.move(moment)
        moving = [obstacle for obstacle in self._obstacles if obstacle.id in self._moving]
        for obstacle in moving:
            obstacle.move(moment)
        self._move_planes(moment)
        if self._shadows and self._bodies:
            shading = [obstacle for obstacle in moving if obstacle.shades]
            dots = [thing.dots(self._light.texel) for thing in (*self._bodies, *shading)]
            self._light.move(np.concatenate(dots))
        for thing in (*self._bodies, *self._obstacles):
            thing.paint(self._light, self._shadows)
        shadows = [ground.shadows(self._light) for ground in self._grounds] if self._shadows else []
        return read_pixels(self._plotter, self._backdrop, shadows, OVERSAMPLING)

    def _move_planes(self, moment: Moment) -> None:
        """Lay those anew that somebody has moved since the moment before."""
        arrays, moved = moment.arrays, False
        for k, mesh in enumerate(self._planes):
            vertices = arrays.get(obstacle_key(mesh.id), self._start[mesh.id])
            if not np.array_equal(vertices, mesh.vertices):
                self._planes[k], moved = replace(mesh, vertices=vertices), True
        if moved:
            self._lay_planes()

    def _lay_planes(self) -> None:
        """Make of the planes what is seen of them."""
        action = self._action
        grounds = [Ground(mesh, action.centre, action.radius, self.camera) for mesh in self._planes]
        self._grounds = [ground for ground in grounds if ground.visible]
        for thing in (*self._bodies, *self._obstacles):
            thing.cut(self._grounds)
        self._backdrop = self._paint_backdrop()

    def _paint_backdrop(self) -> Any:
        """A gradient with the planes on it: a Pillow image."""
        from PIL import Image

        options = self._options
        width, height = options.size
        bottom, top = (np.array(colour) for colour in options.background)
        ramp = np.linspace(1, 0, height)[:, None, None]
        backdrop = np.broadcast_to(ramp * top + (1 - ramp) * bottom, (height, width, 3))
        distances = [ground.distance(width, height) for ground in self._grounds]
        for ground, distance in zip(self._grounds, distances, strict=True):
            seen = np.isfinite(distance) & (distance <= np.min(distances, axis=0))
            backdrop = ground.paint(backdrop, self._light, seen)
        return Image.fromarray(np.round(255 * backdrop).astype(np.uint8))

    def _place_camera(self) -> None:
        view = self._plotter.camera
        view.position = tuple(self.camera.position)
        view.focal_point = tuple(self.camera.focal_point)
        view.up = tuple(self.camera.up)
        view.view_angle = self.camera.view_angle
        # Fixed, so that a body that flies away does not spoil the depth buffer for the others.
        view.clipping_range = (0.02 * self.camera.distance, 60 * self.camera.distance)

    def close(self) -> None:
        self._plotter.close()

    def __enter__(self) -> Scene3D:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
