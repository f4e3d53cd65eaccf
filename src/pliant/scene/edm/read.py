"""From the XML of document 000 §4.4 to a scene."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path as FilePath
from typing import Any

from pliant.collision.spec import Collision
from pliant.errors import Problem, SceneError
from pliant.integrators.spec import SemiImplicit
from pliant.scene.edm.body import read_body
from pliant.scene.edm.element import Element, Enough
from pliant.scene.edm.parts import SoFar, applied_force, read_force, read_material, read_object
from pliant.scene.schema import Scene

SECTIONS = {
    "MaterialContainer": ("Material", read_material),
    "ExternalForces": ("Force", read_force),
    "RigidObjects": ("Object", read_object),
    "DeformableBodies": ("Body", read_body),
}


def scene_of(config: Any, source: str, folder: FilePath) -> Scene:
    """The scene that an EDMConfig element describes; a `SceneError` lists all that is wrong with it."""
    problems: list[Problem] = []
    top = Element(config, "", problems)
    so_far = SoFar(folder)
    name, settings = "", {}
    with suppress(Enough):
        top.only("id")
        name = top.name()
        for tag, (child, reader) in SECTIONS.items():  # in this order, so that bodies find what they bind
            section = _section(top, tag)
            for element in section.children(child) if section else ():
                reader(element, so_far)
        settings = _settings(top)
    if problems:
        raise SceneError(sorted(problems, key=lambda problem: problem.line or 0), source)
    if so_far.timesteps:
        settings["dt"] = so_far.timesteps[0][1]
    try:
        return Scene(
            id=name,
            bodies=list(so_far.bodies.values()),
            forces=[applied_force(so_far, force) for force in so_far.forces],
            obstacles=list(so_far.obstacles.values()),
            constraints=so_far.pins,
            integrator=SemiImplicit(),
            collision=Collision(bodies=False, itself=False),
            **settings,
        )
    except SceneError as error:
        raise SceneError(error.problems, source, error.more) from None


def _section(top: Element, tag: str) -> Element | None:
    found = top.mandatory(tag)
    if found is not None and len(list(top.children(tag))) > 1:
        top.wrong(f"the node {tag} must appear once")
    return found


def _settings(top: Element) -> dict[str, Any]:
    """What `write_edm` keeps for pliant in a processing instruction, where no other reader looks."""
    for note in top.element.xpath("processing-instruction('pliant')"):
        where = Element(note, "processing-instruction('pliant')", top.problems)
        try:
            settings = json.loads(note.text)
            Scene(**settings)
            if settings.keys() <= {"title", "seconds", "solver"}:
                return settings
            where.wrong("holds title, seconds and solver only")
        except (ValueError, TypeError, AttributeError, RecursionError):
            where.wrong("does not hold a JSON object")
        except SceneError as error:
            for problem in error.problems:
                where.wrong(f"{problem.path}: {problem.message}")
    return {}
