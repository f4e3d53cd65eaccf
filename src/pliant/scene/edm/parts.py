"""Materials, forces, rigid objects and binds of document 000's XML [000 §4.4.1.3–4.4.4]."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from pliant.constraints import Pin
from pliant.contact import Cylinder, Plane, Projection, Sphere, Torus
from pliant.errors import PliantError
from pliant.forces import Gravity, Spring, Target, Viscous
from pliant.model import Look, Surface
from pliant.problems import did_you_mean, findings_of, path_text
from pliant.scene.edm import literals as read
from pliant.scene.edm.element import Element
from pliant.scene.files import found_texture
from pliant.scene.references import ID, ID_RULE
from pliant.spec import Spec

# type: (its spec, {attribute of Properties: (field, reader)})
FORCES: dict[str, tuple[type[Spec], dict[str, tuple[str, Callable]]]] = {
    "Gravity": (Gravity, {"g": ("g", read.vector)}),
    "Spring": (Spring, {"k": ("stiffness", read.not_negative), "r0": ("anchor", read.vector)}),
    "Viscous": (Viscous, {"c": ("strength", read.not_negative), "u": ("stream", read.vector)}),
}
OBJECTS: dict[str, tuple[type[Spec], dict[str, tuple[str, Callable]]]] = {
    "Cylinder": (
        Cylinder,
        {"c": ("center", read.vector), "h": ("height", read.positive), "r": ("radius", read.positive)},
    ),
    "Plane": (Plane, {"n": ("normal", read.vector), "x0": ("point", read.vector)}),
    "Sphere": (Sphere, {"c": ("center", read.vector), "r": ("radius", read.positive)}),
    "Torus": (
        Torus,
        {"a": ("tube", read.positive), "c": ("center", read.vector), "r": ("radius", read.positive)},
    ),
}


@dataclass
class SoFar:
    """What has been read so far. A value of None was wrong, but its name is known."""

    folder: FilePath
    looks: dict[str, Look | None] = field(default_factory=dict)
    forces: dict[str, tuple[type, dict[str, Any]] | None] = field(default_factory=dict)
    targets: dict[str, dict[str, dict | None]] = field(default_factory=dict)  # force: {body: nodes or all}
    obstacles: dict[str, Any] = field(default_factory=dict)
    bodies: dict[str, Surface | None] = field(default_factory=dict)
    pins: list[Pin] = field(default_factory=list)
    timesteps: dict[str, tuple[float, Element]] = field(
        default_factory=dict
    )  # by body [s], and where it is said


def read_material(element: Element, scene: SoFar) -> None:
    """A Material: Color or Texture [000 §4.4.2]."""
    element.only("id", "type")
    name = new_name(element, scene.looks)
    kind = element.choice("type", ("Color", "Texture"))
    properties = element.mandatory("Properties")
    scene.looks[name] = None
    if kind is None or properties is None:
        return
    if kind == "Color":
        properties.only("rgb")
        if (colour := properties.required("rgb", read.rgb)) is not None:
            scene.looks[name] = Look(color=colour)
        return
    properties.only("file")
    file = properties.required("file", str)
    if file is not None:
        try:
            scene.looks[name] = Look(texture=found_texture(file, scene.folder))
        except PliantError as error:
            properties.wrong(str(error), "file")


def read_force(element: Element, scene: SoFar) -> None:
    """A Force: Gravity, Spring or Viscous [000 §4.4.3]."""
    element.only("id", "type")
    name = new_name(element, scene.forces)
    scene.targets[name] = {}
    scene.forces[name] = None
    kind = element.choice("type", tuple(FORCES))
    properties = element.mandatory("Properties")
    if kind is not None and properties is not None:
        spec, attributes = FORCES[kind]
        values = property_values(properties, attributes)
        scene.forces[name] = (spec, {"id": name, **values}) if values is not None else None


def applied_force(scene: SoFar, name: str) -> Any:
    """The force with the nodes that bodies have bound to it."""
    force = scene.forces[name]
    assert force is not None, "a wrong force would have been reported"
    spec, values = force
    targets = [Target(body=body, nodes=list(nodes or ())) for body, nodes in scene.targets[name].items()]
    return spec(**values, apply_to=targets)


def read_object(element: Element, scene: SoFar) -> None:
    """A rigid Object: Cylinder, Plane, Sphere or Torus [000 §4.4.4]."""
    element.only("id", "type", "epsilon", "scale", "visible")
    name = new_name(element, scene.obstacles)
    scene.obstacles[name] = None
    before = len(element.problems)
    kind = element.choice("type", tuple(OBJECTS))
    shared = {
        "epsilon": element.attribute("epsilon", read.positive, 1.0),
        "scale": element.attribute("scale", read.positive, 1.0),
        "visible": element.attribute("visible", read.boolean, True),
    }
    look = None
    for bind in element.children("Bind"):
        if bind_type(bind, ("Material",)):
            look = bound_look(bind, scene, look)
    properties = element.mandatory("Properties")
    values = property_values(properties, OBJECTS[kind][1]) if properties and kind else None
    if kind is None or values is None or properties is None or len(element.problems) > before:
        return
    response = Projection(strength=shared.pop("epsilon"))  # ε is reused as the strength c [000 §4.4.4]
    options = {"look": look} if look else {}
    spec, attributes = OBJECTS[kind]
    places = {field: (properties, attribute) for attribute, (field, _) in attributes.items()}
    scene.obstacles[name] = built(
        element, spec, places, id=name, response=response, **shared, **values, **options
    )


def property_values(element: Element, attributes: dict[str, tuple[str, Callable]]) -> dict[str, Any] | None:
    """The mandatory attributes of a Properties node by the names of the spec's fields."""
    element.only(*attributes)
    values = {field: element.required(name, reader) for name, (field, reader) in attributes.items()}
    return None if None in values.values() else values


def built(element: Element, spec: type[Spec], places: dict[str, tuple[Element, str]], **values: Any) -> Any:
    """The spec, or None with its complaints noted: where `places` has a field, or else at the element."""
    try:
        return spec.model_validate(values)
    except ValidationError as error:
        for finding in findings_of(error, values, spec):
            field = path_text(finding.path[:1])
            where, attribute = places.get(field, (element, ""))
            known = attribute or not field
            where.wrong(finding.message if known else f"{field}: {finding.message}", attribute)
        return None


def new_name(element: Element, taken: dict[str, Any]) -> str:
    """The id of an instance, which no other of its kind has."""
    name = element.name()
    if name and name in taken:
        element.wrong(f"the id {name!r} is already taken", "id")
    if name and not ID.fullmatch(name):
        element.wrong(f"{ID_RULE} (given: {name!r})", "id")
    return name


# ---------------------------------------------------------------- binds


def bind_type(bind: Element, allowed: tuple[str, ...]) -> str | None:
    """What a Bind node binds, if that is allowed there [000 §4.4.1.3]."""
    bind.only("type", "ref", "particle")
    kind = bind.choice("type", ("Material", "Force", "Collision"))
    if kind is not None and kind not in allowed:
        bind.wrong(f"only {' and '.join(allowed)} can be bound here (given: {kind!r})", "type")
        return None
    if kind != "Force" and bind.element.get("particle") is not None:
        bind.wrong("only a Force can be bound to a particle", "particle")
    return kind


def reference(bind: Element, known: dict[str, Any], what: str) -> str | None:
    """The id that a Bind node refers to, which must be known."""
    name = bind.required("ref", str)
    if name is not None and name not in known:
        hint = did_you_mean(name, known) if known else "the scene has none"
        bind.wrong(f"there is no {what} {name!r}; {hint}", "ref")
        return None
    return name


def bound_look(bind: Element, scene: SoFar, before: Look | None) -> Look | None:
    """The look of the material that is bound, unless there was one before."""
    name = reference(bind, scene.looks, "material")
    if before is not None:
        bind.wrong("a second material is bound; one is enough")
    return scene.looks[name] if name is not None else None
