"""A recording as the page needs it: told from what the recording itself describes, without any model."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pliant.errors import PliantError
from pliant.recording import Recording
from pliant.recording.mesh import BodyMesh
from pliant.recording.readings import FIELDS
from pliant.studio import messages as m
from pliant.studio.drawn import base64, body_mesh

_LOOKED_AT = 32  # frames in which bodies are looked for
_MOST = 400_000  # nodes of all bodies


def scene_info(recording: Recording, name: str, revision: int) -> m.SceneInfo:
    """What is drawn, and where bodies get; nothing in it can be changed. Pictures on bodies are left out: the recording
    names files of whoever made it."""
    if not len(recording):
        raise PliantError("it has no frames")
    if sum(recording.mesh(body).nodes for body in recording.bodies) > _MOST:
        raise PliantError(f"it has more than {_MOST:,} nodes")
    kept = recording.meta.get("scene")
    title = kept.get("title") if isinstance(kept, dict) else None
    return m.SceneInfo(
        revision=revision,
        name=name,
        variant=None,
        title=title if isinstance(title, str) and title else name,
        scene={"bodies": [{"id": body} for body in recording.bodies], "gravity": None},
        bodies=[_body(recording, recording.mesh(body)) for body in recording.bodies],
        obstacles=[
            m.ObstacleMesh(
                id=one.id,
                kind=one.kind,
                vertices=base64(one.vertices, "<f4"),
                triangles=base64(one.triangles, "<u4"),
                uv="",
                colour=_colour(one.color),
                texture=None,
                visible=one.visible,
                anchor=_place(one.vertices.mean(axis=0) if len(one.vertices) else np.zeros(3)),
                path=None,
            )
            for one in recording.obstacles
        ],
        anchors=[
            m.Anchor(id=one.force, at=_place(one.anchor), path="")
            for one in recording.springs
            if one.force is not None and one.anchor is not None
        ],
        springs=[
            m.SpringLines(
                body=one.body,
                nodes=one.nodes.tolist(),
                force=one.force,
                to=None if one.to is None else one.to.tolist(),
            )
            for one in recording.springs
        ],
        loads=[],
        readings=_readings(recording),
        reframe=True,
        action=_action(recording),
        recorded=True,
    )


def _body(recording: Recording, mesh: BodyMesh) -> m.BodyMesh:
    start = recording.positions(mesh.id, slice(0, 1))[0]
    rest = start if mesh.rest is None else mesh.rest
    size = float(np.linalg.norm(np.ptp(rest, axis=0))) if len(rest) else 1.0
    parts = mesh.parts
    spacing = (
        float(np.linalg.norm(rest[parts[:, 0]] - rest[parts[:, 1]], axis=1).mean()) if len(parts) else size
    )
    return body_mesh(
        replace(mesh, color=_colour(mesh.color)), rest, size=size or 1.0, spacing=spacing or 0.01
    )


def _readings(recording: Recording) -> list[str]:
    """What was recorded at nodes, and the speed, which is told from positions."""
    kept = {key.rpartition("/")[2] for key in recording.frame(0).arrays} | {"speed"}
    return [name for name in FIELDS if name in kept]


def _action(recording: Recording) -> list[m.Place]:
    """The corners of the box that bodies stay in."""
    frames = np.unique(np.linspace(0, len(recording) - 1, min(len(recording), _LOOKED_AT)).astype(int))
    points = np.concatenate(
        [recording.positions(body, slice(k, k + 1))[0] for body in recording.bodies for k in frames]
    )
    points = points[np.isfinite(points).all(axis=1)]
    if not len(points):
        return []
    low, high = np.percentile(points, [0.5, 99.5], axis=0)  # without what flew off
    return [_place(np.where([i, j, k], high, low)) for i in (0, 1) for j in (0, 1) for k in (0, 1)]


def _place(point: np.ndarray) -> m.Place:
    x, y, z = (float(value) for value in np.nan_to_num(point))
    return x, y, z


def _colour(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    red, green, blue = (min(max(float(part), 0.0), 1.0) for part in colour)
    return red, green, blue
