"""A simulation as the page needs it: meshes, obstacles, anchors, and the arrays of a frame."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

import numpy as np

from pliant.contact.texture import texture_coordinates
from pliant.forces import Spring
from pliant.scene.build import BodyModel
from pliant.scene.cutting import can_be_cut
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.simulation.drawing import drawing
from pliant.simulation.springs import drawn_springs
from pliant.studio.messages import Anchor, BodyMesh, Chain, ObstacleMesh, SpringLines

_LISTS = {"vertices": True, "triangles": True, "tetrahedra": True}
_OF_SKINS = {"vertices", "triangles"}


def scene_data(scene: Scene) -> dict[str, Any]:
    """The scene for the panel of the page, without the long lists of a mesh: nobody turns those by hand."""
    return json.loads(scene.model_dump_json(exclude={"bodies": {"__all__": {**_LISTS, "shape": _OF_SKINS}}}))


def body_meshes(simulation: Simulation, revision: int) -> list[BodyMesh]:
    return [_body_mesh(body, revision) for body in simulation.model.bodies]


def _body_mesh(body: BodyModel, revision: int) -> BodyMesh:
    spec = body.spec
    drawn = drawing(body)
    creased = spec.kind in ("solid", "mesh", "layered")
    rest = body.layout.gather(body.shape.positions) if creased else np.zeros((0, 3))
    texture = None if spec.look.texture is None else f"/textures/{quote(spec.id)}?revision={revision}"
    return BodyMesh(
        id=spec.id,
        kind=spec.kind,
        nodes=body.layout.count,
        grid=list(spec.grid),
        periodic=list(spec.periodic),
        triangles=_base64(drawn.triangles, "<u4"),
        uv=_base64(drawn.uv if drawn.uv is not None else np.zeros((0, 2)), "<f4"),
        coordinates=_base64(drawn.coordinates if drawn.coordinates is not None else np.zeros((0, 3)), "<f4"),
        rest=_base64(rest, "<f4"),
        radius=drawn.radius,
        closed=drawn.closed,
        chains=[Chain(**chain) for chain in drawn.chains],
        colour=spec.look.colour,
        texture=texture,
        size=body.size,
        spacing=drawn.spacing,
        cuttable=can_be_cut(spec),
        blobs=spec.look.blobs,
    )


def obstacle_meshes(simulation: Simulation) -> list[ObstacleMesh]:
    extent = 4.0 * max(body.size for body in simulation.model.bodies)
    return [_obstacle_mesh(obstacle, extent) for obstacle in simulation.parameters.obstacles]


def _obstacle_mesh(obstacle: Any, extent: float) -> ObstacleMesh:
    vertices, faces = obstacle.mesh(extent)
    place = "point" if obstacle.kind == "plane" else "center"
    name = obstacle.look.texture
    uv = np.zeros((0, 2)) if name is None else texture_coordinates(obstacle, vertices, faces)
    return ObstacleMesh(
        id=obstacle.id,
        kind=obstacle.kind,
        vertices=_base64(vertices, "<f4"),
        triangles=_base64(faces, "<u4"),
        uv=_base64(uv, "<f4"),
        colour=obstacle.look.colour,
        texture=None if name is None else f"/textures/{quote('@' + obstacle.id)}?{quote(name, safe='')}",
        visible=obstacle.visible,
        anchor=getattr(obstacle, place),
        path=f"obstacles.{obstacle.id}.{place}",
    )


def anchors(scene: Scene) -> list[Anchor]:
    return [
        Anchor(id=force.id, at=force.anchor, path=f"forces.{force.id}.anchor")
        for force in scene.forces
        if isinstance(force, Spring)
    ]


def springs(simulation: Simulation) -> list[SpringLines]:
    return [
        SpringLines(body=one.body, nodes=one.nodes, force=one.force, to=one.to)
        for one in drawn_springs(simulation.parameters, simulation.model.bodies)
    ]


def frame_arrays(simulation: Simulation, extras: Iterable[str]) -> dict[str, np.ndarray]:
    """Positions of every body, and of the `extras` ("stretch", "normal", …) what there is."""
    arrays: dict[str, np.ndarray] = {}
    for body in simulation.model.bodies:
        arrays[f"{body.name}/positions"] = simulation.positions(body.name)
        has = {*simulation.fields(body.name), *_READERS}
        for name in (name for name in extras if name in has):
            read = _READERS.get(name) or _OPTIONAL[name]
            arrays[f"{body.name}/{name}"] = read(simulation, body.name)
    return arrays


_READERS = {
    "stretch": lambda simulation, body: simulation.stretch(body),
    "bending": lambda simulation, body: simulation.bending(body),
    "speed": lambda simulation, body: simulation.speed(body),
    "normal": lambda simulation, body: simulation.normals(body),
    "external": lambda simulation, body: simulation.external_forces(body),
    "elastic": lambda simulation, body: simulation.elastic_forces(body),
}


_OPTIONAL = {  # what only bodies that flow or break have
    "flown": lambda simulation, body: simulation.flown(body),
    "temperature": lambda simulation, body: simulation.temperature(body),
    "damage": lambda simulation, body: simulation.damage(body),
}


def _base64(array: np.ndarray, dtype: str) -> str:
    return b64encode(np.ascontiguousarray(array, dtype=dtype).tobytes()).decode()
