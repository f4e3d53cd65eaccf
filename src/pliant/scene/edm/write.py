"""From a scene to the XML of document 000 §4.4.

What XML says in other words is rewritten: a rectangle as a patch of order 1, the scene's gravity as a force,
clamps as fixed particles, "all" as a list. What it cannot say at all is an error that names it: whatever is not written
must be as it is by default.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path as FilePath
from typing import Any

import numpy as np

from pliant.contact import Projection
from pliant.errors import Problem, SceneError
from pliant.forces import Gravity, Target, gravity_vector
from pliant.model import Look, Raw, RawBulk, Solid, Surface
from pliant.model.fields import varies
from pliant.model.meets import meets
from pliant.scene.edm.literals import written
from pliant.scene.edm.parts import FORCES, OBJECTS
from pliant.scene.files import written_file
from pliant.scene.holding import constrained
from pliant.scene.meeting import meeting_pairs
from pliant.scene.schema import Scene
from pliant.shapes import Bezier, BezierSolid, Box, Ellipsoid, EllipsoidSolid, Rectangle
from pliant.spec import Spec

_SHAPES = Rectangle | Bezier | Ellipsoid | Box | BezierSolid | EllipsoidSolid
_PARTICLE = ("mass", "damping", "tension", "rigidity")
# What is written of each kind of thing, besides what OBJECTS and FORCES list.
_OF_SCENE = ("id", "title", "gravity", "bodies", "forces", "obstacles", "constraints", "contact", "collision", "dt",
             "seconds", "integrator", "solver")  # fmt: skip
_OF_FORCE = ("kind", "id", "apply_to")
_OF_OBSTACLE = ("kind", "id", "response", "look", "scale", "visible")
_OF_BODY = (
    "kind",
    "id",
    "shape",
    "initial_shape",
    "grid",
    "periodic",
    "material",
    "variant",
    "collides",
    "ignores",
    "substeps",
    "look",
)
_OF_SHAPE = ("kind", "order", "control_points", "semi_axes", "center")
_OF_MATERIAL = ("kind", "single", *_PARTICLE)


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Writer:
    """Builds the tree and collects what cannot be said in it."""

    def __init__(self, scene: Scene, folder: FilePath):
        from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]  (no stubs)

        self.etree = etree
        self.scene = scene
        self.folder = folder
        self.problems: list[Problem] = []
        self.looks: list[Look] = []
        self.new = etree.SubElement
        self.config = etree.Element("EDMConfig", id=self._text("id", scene.id))

    def cannot(self, path: str, message: str) -> None:
        self.problems.append(Problem(path, f"the XML of document 000 cannot express {message}"))

    def _text(self, path: str, text: str) -> str:
        """A text that XML can hold: there is no way to write most control characters."""
        if _NOT_XML.search(text):
            self.cannot(path, f"the text {text[:60]!r}: it has characters in it that XML has not")
            return ""
        return text

    def refuse_others(self, spec: Spec, said: Iterable[str], path: str) -> None:
        """Whatever of a spec is neither said in the XML nor as it is by default."""
        for name, field in type(spec).model_fields.items():
            if name not in said and getattr(spec, name) != field.get_default(call_default_factory=True):
                self.cannot(f"{path}.{name}".lstrip("."), f"`{name}`")

    def document(self) -> bytes:
        """The whole XML document, or a `SceneError` with everything that does not fit."""
        scene, new = self.scene, self.new
        self._scene_wide()
        materials = new(self.config, "MaterialContainer")
        forces = new(self.config, "ExternalForces")
        objects = new(self.config, "RigidObjects")
        bodies = new(self.config, "DeformableBodies")
        all_forces = self._forces()
        for k, force in enumerate(all_forces):
            self._force(forces, force, f"forces[{k}]")
        for k, obstacle in enumerate(scene.obstacles):
            self._object(objects, obstacle, f"obstacles[{k}]")
        for k, body in enumerate(scene.bodies):
            if isinstance(body, Surface | Solid):
                self._body(bodies, body, all_forces, f"bodies[{k}]")
            else:
                self.cannot(f"bodies[{k}].kind", f"a {body.kind}")
        self._materials(materials)
        if self.problems:
            raise SceneError(self.problems)
        return self.etree.tostring(self.config, pretty_print=True, xml_declaration=True, encoding="UTF-8")

    def _scene_wide(self) -> None:
        scene, default = self.scene, Scene()
        if scene.integrator.kind != "semi_implicit":
            self.cannot("integrator", f"{scene.integrator.kind}; its scenes run with semi_implicit")
        self.refuse_others(scene, _OF_SCENE, "")
        if not scene.obstacles and scene.contact not in (default.contact, Projection()):
            self.cannot("contact", "the response of obstacles that are not there")
        for i, j in islice(meeting_pairs(scene), 1):
            whom = "itself" if i == j else repr(scene.bodies[j].id)
            self.cannot(
                "collision", f"contact: {scene.bodies[i].id!r} meets {whom}; set `collision` to false"
            )
        if not scene.bodies and scene.dt != default.dt:
            self.cannot("dt", "a time step without a body that has it")
        settings: dict[str, Any] = {
            name: getattr(scene, name)
            for name in ("title", "seconds")
            if getattr(scene, name) != getattr(default, name)
        }
        if scene.solver != default.solver:
            settings["solver"] = scene.solver.model_dump(exclude_defaults=True)
        if settings:
            # Other readers skip processing instructions. "?>" would end it, and JSON can spell ">" otherwise.
            text = json.dumps(settings).replace(">", "\\u003e")
            self.config.append(self.etree.ProcessingInstruction("pliant", text))

    def _forces(self) -> list[Any]:
        forces = list(self.scene.forces)
        if self.scene.gravity is not None:
            taken, name = {force.id for force in forces}, "Gravity"
            while name in taken:
                name += "_"
            g = tuple(gravity_vector(self.scene.gravity).tolist())
            forces.append(Gravity(id=name, g=g))
        return forces

    def _force(self, parent: Any, force: Any, path: str) -> None:
        kind = type(force).__name__
        if kind not in FORCES:
            self.cannot(path, f"a force of kind {force.kind}")
            return
        fields = {name: field for name, (field, _) in FORCES[kind][1].items()}
        described = [name for name in fields.values() if isinstance(getattr(force, name), Spec)]
        for name in described:  # it has numbers and vectors
            self.cannot(
                f"{path}.{name}", f"a {name} of kind {getattr(force, name).kind}; it has constant ones"
            )
        if described:
            return
        self.refuse_others(force, (*_OF_FORCE, *fields.values()), path)
        element = self.new(parent, "Force", id=force.id, type=kind)
        values = {name: getattr(force, field) for name, field in fields.items()}
        if isinstance(force, Gravity):
            values["g"] = gravity_vector(force.g).tolist()
        self.new(element, "Properties", **{name: written(value) for name, value in values.items()})

    def _object(self, parent: Any, obstacle: Any, path: str) -> None:
        kind = type(obstacle).__name__
        if kind not in OBJECTS:
            self.cannot(path, f"an obstacle of kind {obstacle.kind}")
            return
        fields = {name: field for name, (field, _) in OBJECTS[kind][1].items()}
        self.refuse_others(obstacle, (*_OF_OBSTACLE, *fields.values()), path)
        response = obstacle.response or self.scene.contact
        if not isinstance(response, Projection):
            self.cannot(
                f"{path}.response", f"the response {response.kind}; its obstacles respond by projection"
            )
            return
        element = self.new(parent, "Object", id=obstacle.id, type=kind)
        element.set("epsilon", written(response.strength))
        element.set("scale", written(obstacle.scale))
        element.set("visible", written(obstacle.visible))
        values = {name: written(getattr(obstacle, field)) for name, field in fields.items()}
        self.new(element, "Properties", **values)
        self._look(element, obstacle, path)

    def _look(self, element: Any, owner: Any, path: str) -> None:
        look = owner.look
        if look == type(owner).model_fields["look"].default:
            return
        if look.texture is not None and look.color != Look().color:
            self.cannot(f"{path}.look", "a colour together with a texture")
        if look.blobs is not None:
            self.cannot(f"{path}.look.blobs", "blobs")
        if look not in self.looks:
            self.looks.append(look)
        self.new(element, "Bind", type="Material", ref=f"Material{self.looks.index(look) + 1}")

    def _materials(self, parent: Any) -> None:
        for k, look in enumerate(self.looks, start=1):
            kind = "Color" if look.texture is None else "Texture"
            element = self.new(parent, "Material", id=f"Material{k}", type=kind)
            if look.texture is None:
                self.new(element, "Properties", rgb=", ".join(written(part) for part in look.color))
            else:
                file = self._text("look.texture", written_file(look.texture, self.folder))
                self.new(element, "Properties", file=file)

    def _body(self, parent: Any, body: Surface | Solid, forces: list[Any], path: str) -> None:
        if body.variant != "kelager":
            self.cannot(f"{path}.variant", f"the variant {body.variant}; its bodies are kelager")
        self.refuse_others(body, _OF_BODY, path)
        for name in ("shape", "initial_shape"):
            shape = getattr(body, name)
            if not isinstance(shape, _SHAPES | None):
                self.cannot(f"{path}.{name}", f"the shape {shape.kind}; it has Bézier shapes and ellipsoids")
                return
            if shape is not None and not isinstance(shape, Rectangle | Box):  # which are written as patches
                self.refuse_others(shape, _OF_SHAPE, f"{path}.{name}")
        shapes = [_as_patch(shape) for shape in (body.shape, body.initial_shape) if shape is not None]
        if len({_kind_of(shape) for shape in shapes}) > 1:
            self.cannot(
                f"{path}.initial_shape", "an initial shape of another type or order than the natural one"
            )
        kind, order = _kind_of(shapes[0])
        element = self.new(parent, "Body", id=body.id, model=type(body).__name__, type=kind)
        properties = self.new(element, "Properties", timestep=written(self.scene.dt / body.substeps))
        if kind.startswith("Generic"):
            properties.set("order", str(order))
        for name, continuous in zip(
            ("lcont", "mcont", "ncont")[-len(body.grid) :], body.periodic, strict=True
        ):
            if continuous:
                properties.set(name, "Yes")
        for tag, shape in zip(("NaturalShape", "InitialShape"), shapes, strict=False):
            child = self.new(element, tag)
            for k, position in enumerate(_nodes_of(shape)):
                self.new(child, "Node", index=str(k), pos=written(position))
        self._particles(element, body, path)
        self._look(element, body, path)
        for force in forces:
            self._force_binds(element, body, force)
        obstacles = [obstacle.id for obstacle in self.scene.obstacles]
        listed = obstacles if body.collides is None else [name for name in body.collides if name in obstacles]
        for name in (name for name in listed if meets(body, name)):
            self.new(element, "Bind", type="Collision", ref=name)

    def _particles(self, element: Any, body: Surface | Solid, path: str) -> None:
        raw = body.material
        if not isinstance(raw, Raw | RawBulk):
            self.cannot(f"{path}.material", f"the material {raw.kind}; it takes raw weights")
            return
        self.refuse_others(raw, _OF_MATERIAL, f"{path}.material")
        if any(varies(value) for _, value in raw):
            self.cannot(f"{path}.material", "a material that varies; it lists single particles")
            return
        held = constrained(self.scene, body)
        particles = self.new(element, "Particles", grid=written(body.grid))
        names = [name for name in _PARTICLE if hasattr(raw, name)]
        self.new(particles, "All", **{name: written(getattr(raw, name)) for name in names})
        listed = {one.node: one for one in raw.single}
        fixed = [tuple(node) for node in np.argwhere(held).tolist()]
        for node in [*listed, *(node for node in fixed if node not in listed)]:
            single = self.new(particles, "Single", particle=written(node))
            if held[node]:
                single.set("fixed", "Yes")
            for name in names:
                value = getattr(listed.get(node), name, None)
                if value is not None:
                    single.set(name, written(value))

    def _force_binds(self, element: Any, body: Surface | Solid, force: Any) -> None:
        targets = [Target(body=body.id)] if force.apply_to is None else force.apply_to
        targets = [target for target in targets if target.body == body.id]
        if any(target.is_all for target in targets):
            self.new(element, "Bind", type="Force", ref=force.id)
            return
        nodes: dict[tuple[int, ...], None] = {}  # a set that keeps its order
        for target in targets:
            nodes.update(dict.fromkeys(target.nodes))
            nodes.update(dict.fromkeys(tuple(node) for node in np.argwhere(target.mask_of(body)).tolist()))
        for node in nodes:
            self.new(element, "Bind", type="Force", ref=force.id, particle=written(node))


def _as_patch(shape: Any) -> Any:
    """A rectangle as the bilinear patch that it is, a box as the trilinear solid; the others as they are."""
    if isinstance(shape, Box):
        ends = np.array([0.0, 1.0])
        corners = np.transpose(shape.at(ends, ends, ends), (2, 1, 0, 3)).reshape(
            -1, 3
        )  # the first index fastest
        return BezierSolid(order=1, control_points=corners)
    if not isinstance(shape, Rectangle):
        return shape
    center, u, v = (
        np.asarray(shape.center),
        shape.width * np.asarray(shape.u),
        shape.height * np.asarray(shape.v),
    )
    corners = [center + (j - 0.5) * u + (i - 0.5) * v for i in (0, 1) for j in (0, 1)]
    return Bezier(order=1, control_points=[tuple(corner.tolist()) for corner in corners])


def _kind_of(shape: Any) -> tuple[str, int]:
    if isinstance(shape, Ellipsoid | EllipsoidSolid):
        return ("EllipsoidPatch" if isinstance(shape, Ellipsoid) else "EllipsoidSolid"), 0
    if isinstance(shape, BezierSolid):
        return "GenericBezierSolid", shape.order
    return ("QuadraticBezierPatch" if shape.order == 2 else "GenericBezierPatch"), shape.order


def _nodes_of(shape: Any) -> list[Any]:
    is_round = isinstance(shape, Ellipsoid | EllipsoidSolid)
    return [shape.semi_axes, shape.center] if is_round else list(shape.control_points)
