"""A recording as a scene that is built once and then moved from moment to moment."""

from __future__ import annotations

import numpy as np

from pliant.recording import Recording
from pliant.render.camera import VIEW_ANGLE, Action, look_at
from pliant.render.colour import ColourScale
from pliant.render.ground import Ground
from pliant.render.light import Light
from pliant.render.moments import Moment
from pliant.render.options import Options
from pliant.render.things import Body, Obstacle
from pliant.render.window import open_plotter, read_pixels

OVERSAMPLING = 2  # pictures are drawn that much larger and shrunk, against jagged edges


class Scene3D:
    """The camera, the light, the bodies and the obstacles. Close it when done."""

    def __init__(self, recording: Recording, options: Options, action: Action, scale: ColourScale | None):
        width, height = options.size
        self._shadows = options.shadows
        self.camera = look_at(action, width / height, options.azimuth, options.elevation, options.zoom)
        self._light = Light(action.centre, 1.1 * action.radius, self.camera.forward)
        self._plotter = open_plotter((OVERSAMPLING * width, OVERSAMPLING * height))
        # Plain blending is all that the ground needs; VTK's order-independent pass costs a lot without a GPU.
        self._plotter.renderer.SetUseOIT(False)
        bottom, top = options.background
        self._plotter.set_background(bottom, top=top)
        self._place_camera()
        shown = [o for o in recording.obstacles if o.visible and len(o.triangles)] if options.obstacles else []
        self._obstacles = [Obstacle(mesh) for mesh in shown if mesh.kind != "plane"]
        planes = [mesh for mesh in shown if mesh.kind == "plane"]
        grounds = [Ground(mesh, action.centre, action.radius, self.camera.position) for mesh in planes]
        self._grounds = [ground for ground in grounds if ground.visible]
        self._bodies = [Body(recording, body, options, scale) for body in recording.bodies]
        for thing in (*self._obstacles, *self._grounds):
            thing.add_to(self._plotter)
        for body in self._bodies:
            body.add_to(self._plotter, OVERSAMPLING * self.camera.pixels_per_metre(height))
        for obstacle in self._obstacles:
            self._light.add_still(obstacle.dots(self._light.texel))

    def image(self, moment: Moment) -> np.ndarray:
        """The picture of a moment, shape (height, width, 3), uint8."""
        for body in self._bodies:
            body.move(moment)
        if self._shadows and self._bodies:
            self._light.move(np.concatenate([body.dots(self._light.texel) for body in self._bodies]))
        for thing in (*self._bodies, *self._obstacles, *self._grounds):
            thing.paint(self._light, self._shadows)
        return read_pixels(self._plotter, OVERSAMPLING)

    def _place_camera(self) -> None:
        view = self._plotter.camera
        view.position = tuple(self.camera.position)
        view.focal_point = tuple(self.camera.focal_point)
        view.up = (0.0, 0.0, 1.0)
        view.view_angle = VIEW_ANGLE
        # Fixed, so that a body that flies away does not spoil the depth buffer for the others.
        view.clipping_range = (0.02 * self.camera.distance, 60 * self.camera.distance)

    def close(self) -> None:
        self._plotter.close()

    def __enter__(self) -> Scene3D:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
