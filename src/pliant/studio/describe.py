"""A simulation as the page needs it: meshes, obstacles, anchors, and the arrays of a frame."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import numpy as np

from pliant.build.model import BodyModel
from pliant.constraints import Nail, OnLine, OnPlane
from pliant.contact.texture import texture_coordinates
from pliant.forces import Spring
from pliant.recording.readings import FIELDS
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.simulation.drawing import drawing, spacing
from pliant.simulation.marks import draggable_loads
from pliant.simulation.springs import drawn_springs
from pliant.studio.drawn import Anchor, BodyMesh, ObstacleMesh, SpringLines, base64, body_mesh
from pliant.topology.cutting import can_be_cut

_LISTS = {"vertices": True, "triangles": True, "tetrahedra": True}
_OF_SKINS = {"vertices", "triangles"}


def scene_data(scene: Scene) -> dict[str, Any]:
    """The scene for the panel of the page, without the long lists of a mesh: nobody turns those by hand.

    Bodies have their `dimension` beside what they were given: units go by it.
    """
    data = json.loads(scene.model_dump_json(exclude={"bodies": {"__all__": {**_LISTS, "shape": _OF_SKINS}}}))
    for told, body in zip(data["bodies"], scene.bodies, strict=True):
        told["dimension"] = body.dimension
    return data


def body_meshes(simulation: Simulation, revision: int) -> list[BodyMesh]:
    return [_body_mesh(body, revision) for body in simulation.model.bodies]


def _body_mesh(body: BodyModel, revision: int) -> BodyMesh:
    spec = body.spec
    texture = None if spec.look.texture is None else f"/textures/{quote(spec.id)}?revision={revision}"
    rest = body.layout.gather(body.shape.positions)
    cuttable = can_be_cut(spec)
    return body_mesh(
        drawing(body), rest, size=body.size, spacing=spacing(body), texture=texture, cuttable=cuttable
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
        vertices=base64(vertices, "<f4"),
        triangles=base64(faces, "<u4"),
        uv=base64(uv, "<f4"),
        colour=obstacle.look.color,
        texture=None if name is None else f"/textures/{quote('@' + obstacle.id)}?{quote(name, safe='')}",
        visible=obstacle.visible,
        anchor=getattr(obstacle, place),
        path=f"obstacles.{obstacle.id}.{place}",
    )


_PLACES = {Nail: "position", OnLine: "through", OnPlane: "through"}  # of joints that are somewhere


def anchors(simulation: Simulation) -> list[Anchor]:
    """What can be moved: the fixed ends of springs, and joints that are at one place."""
    scene, found = simulation.parameters, []
    for force in scene.forces:
        if isinstance(force, Spring):
            found.append(Anchor(id=force.id, at=force.anchor, path=f"forces.{force.id}.anchor"))
    for joint in simulation.model.joints:
        name, state = _PLACES.get(type(joint.spec)), simulation.state.joints[joint.name]
        places = (
            np.unique(state.kept.reshape(-1, 3), axis=0) if name and not state.broken else np.zeros((0, 3))
        )
        if len(places) == 1:
            x, y, z = places[0].tolist()
            found.append(Anchor(id=joint.name, at=(x, y, z), path=f"constraints.{joint.name}.{name}"))
    return found


def loads(simulation: Simulation) -> list[str]:
    """The parameters that the tips of the first arrows of loads are."""
    return [f"forces.{name}.force" for name in draggable_loads(simulation.parameters)]


def springs(simulation: Simulation) -> list[SpringLines]:
    return [
        SpringLines(body=one.body, nodes=one.nodes, force=one.force, to=one.to)
        for one in drawn_springs(simulation.parameters, simulation.model.bodies)
    ]


def readings(simulation: Simulation) -> list[str]:
    """What can be read at the nodes of some body."""
    has = {name for body in simulation.model.bodies for name in simulation.fields(body.name)}
    return [name for name in FIELDS if name in has]
