"""A camera that frames the action: all of it, over the whole recording, as large as it goes. Or one put somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pliant.errors import PliantError
from pliant.recording import Recording
from pliant.recording.skin import skin_of

VIEW_ANGLE = 28.0  # degrees, vertical: a long lens keeps cloth in proportion
MARGIN = 0.10  # of the picture's half width and height, left free on every side
FRAMES_LOOKED_AT = 32
POINTS_LOOKED_AT = 1500
AZIMUTHS = (-58.0, -32.0, -122.0, -148.0)  # three-quarter views; the first one unless it shows bodies edge-on


@dataclass(frozen=True)
class Camera:
    """Where the picture is taken from."""

    position: np.ndarray
    right: np.ndarray  # unit vectors
    up: np.ndarray
    forward: np.ndarray
    distance: float  # to the middle of the action, or to what was looked at [m]
    view_angle: float = VIEW_ANGLE  # degrees, vertical

    @property
    def focal_point(self) -> np.ndarray:
        return self.position + self.distance * self.forward

    def rays(self, width: int, height: int) -> np.ndarray:
        """3 × 3: a pixel (x, y, 1), counted from the upper left corner, to the direction that it sees."""
        t = np.tan(np.radians(self.view_angle / 2))
        across, down = 2 * t / height * self.right, -2 * t / height * self.up
        return np.stack([across, down, self.forward - width / 2 * across - height / 2 * down], axis=1)

    def pixels_per_metre(self, height: int) -> float:
        """At the middle of the action."""
        return height / (2 * self.distance * np.tan(np.radians(self.view_angle / 2)))


@dataclass(frozen=True)
class Action:
    """The points that matter: bodies at moments of the recording, and the obstacles near them."""

    points: np.ndarray  # (n, 3)
    normals: np.ndarray  # (m, 3), of bodies, for the choice of a direction

    @property
    def centre(self) -> np.ndarray:
        return (self.points.min(axis=0) + self.points.max(axis=0)) / 2

    @property
    def radius(self) -> float:
        return max(float(np.linalg.norm(np.ptp(self.points, axis=0))) / 2, 1e-3)


def find_action(recording: Recording, with_obstacles: bool = True) -> Action:
    """Looks through a recording."""
    count = len(recording)
    chosen = np.unique(np.linspace(0, count - 1, min(count, FRAMES_LOOKED_AT)).astype(int)) if count else []
    clouds, normals = [], []
    for body in recording.bodies:
        reach = recording.mesh(body).blobs or 0.0
        skin = skin_of(recording, body) if count and not reach else None
        for index in chosen:
            points = recording.positions(body, slice(index, index + 1))[0]
            if skin is not None and np.isfinite(points).all():
                points, facing = skin.move(points)
                normals.append(_some(facing))
            clouds += [_some(points) + reach, _some(points) - reach] if reach else [_some(points)]
    points = _without_outliers(clouds)
    if with_obstacles:
        solid = [o for o in recording.obstacles if o.visible and o.kind != "plane"]
        shown = (o.vertices if o.kind == "room" else _near(o.vertices, points) for o in solid)
        points = np.concatenate([points, *shown])
    anchors = [one.anchor for one in recording.springs if one.anchor is not None]
    if anchors:
        points = np.concatenate([points, _near(np.array(anchors), points)])
    if not len(points):
        points = np.array([[-0.5, -0.5, 0.0], [0.5, 0.5, 1.0]])
    return Action(points, np.concatenate(normals) if normals else np.empty((0, 3)))


def look_at(action: Action, aspect: float, azimuth: float | None, elevation: float, zoom: float) -> Camera:
    """The closest camera from which all of the action is inside a picture of that aspect (width/height).

    With a, b, c a point's coordinates to the right, up and forward, it is inside when
    |a − a₀| ≤ t·(c − c₀); so max(±a − t·c) ≤ ±a₀ − t·c₀, which gives a₀ and c₀ exactly; the same upwards.
    """
    angle = best_azimuth(action, elevation) if azimuth is None else azimuth
    right, up, forward = _axes(angle, elevation)
    a, b, c = (action.points @ axis for axis in (right, up, forward))
    t_up = np.tan(np.radians(VIEW_ANGLE / 2)) * (1 - MARGIN)
    t_right = t_up * aspect
    a0, c_right = _fit(a, c, t_right)
    b0, c_up = _fit(b, c, t_up)
    middle = (c.min() + c.max()) / 2
    distance = max(middle - min(c_right, c_up), 0.5 * action.radius) / zoom
    position = a0 * right + b0 * up + (middle - distance) * forward
    return Camera(position, right, up, forward, float(distance))


def placed_at(
    position: Sequence[float], target: Sequence[float], up: Sequence[float], view_angle: float
) -> Camera:
    """A camera at a point [m] that looks at another, with `up` upwards in the picture."""
    towards = np.subtract(target, position)
    distance = float(np.linalg.norm(towards))
    if not distance > 0:
        raise PliantError("camera: position and target are the same point")
    forward = towards / distance
    right = np.cross(forward, up)
    if not np.linalg.norm(right) > 1e-9 * np.linalg.norm(up):
        raise PliantError("camera: up is the direction of view; expected one across it")
    right /= np.linalg.norm(right)
    return Camera(
        np.asarray(position, dtype=float), right, np.cross(right, forward), forward, distance, view_angle
    )


def extent(action: Action, azimuth: float, elevation: float) -> tuple[float, float]:
    """Width and height [m] of the action as seen from afar."""
    right, up, _ = _axes(azimuth, elevation)
    return float(np.ptp(action.points @ right)), float(np.ptp(action.points @ up))


def best_azimuth(action: Action, elevation: float) -> float:
    """The first of `AZIMUTHS` from which the bodies are not seen edge-on."""
    if not len(action.normals):
        return AZIMUTHS[0]
    facing = [float(np.abs(action.normals @ _axes(angle, elevation)[2]).mean()) for angle in AZIMUTHS]
    return next(angle for angle, seen in zip(AZIMUTHS, facing, strict=True) if seen >= 0.7 * max(facing))


def _axes(azimuth: float, elevation: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Unit vectors to the right, up and forward of a camera that looks from there to the middle."""
    angle, height = np.radians(azimuth), np.radians(np.clip(elevation, -89.9, 89.9))
    forward = -np.array([np.cos(angle) * np.cos(height), np.sin(angle) * np.cos(height), np.sin(height)])
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    return right, np.cross(right, forward), forward


def _fit(across: np.ndarray, forward: np.ndarray, t: float) -> tuple[float, float]:
    high, low = (across - t * forward).max(), (-across - t * forward).max()
    return (high - low) / 2, -(high + low) / (2 * t)


def _without_outliers(clouds: list[np.ndarray]) -> np.ndarray:
    """Points within Tukey's fences over time: a body that explodes must not shrink the rest to a dot."""
    clouds = [cloud[np.isfinite(cloud).all(axis=1)] for cloud in clouds]
    clouds = [cloud for cloud in clouds if len(cloud)]
    if not clouds:
        return np.empty((0, 3))
    boxes = np.array([[cloud.min(axis=0), cloud.max(axis=0)] for cloud in clouds])
    low, high = np.percentile(boxes[:, 0], 25, axis=0), np.percentile(boxes[:, 1], 75, axis=0)
    fence = 1.5 * float(np.max(high - low)) + 1e-9
    points = np.concatenate(clouds)
    return points[((points >= low - fence) & (points <= high + fence)).all(axis=1)]


def _some(points: np.ndarray) -> np.ndarray:
    """At most `POINTS_LOOKED_AT` of them, and the outermost ones."""
    if len(points) <= POINTS_LOOKED_AT:
        return points
    chosen = np.linspace(0, len(points) - 1, POINTS_LOOKED_AT).astype(int)
    return points[np.concatenate([chosen, points.argmin(axis=0), points.argmax(axis=0)])]


def _near(vertices: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The part of an obstacle that is close to the bodies; all of it where there are no bodies."""
    if not len(points):
        return vertices
    low, high = points.min(axis=0), points.max(axis=0)
    reach = 0.3 * float(np.linalg.norm(high - low))
    return vertices[((vertices >= low - reach) & (vertices <= high + reach)).all(axis=1)]
