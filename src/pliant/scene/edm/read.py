"""From the XML of document 000 §4.4 to a scene."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path as FilePath
from typing import Any

from pliant.collision.spec import Collision
from pliant.errors import Problem, SceneError
from pliant.integrators.spec import SemiImplicit
from pliant.model.body import MOST_SUBSTEPS
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

_EVEN = 1e-6  # of a time step: how well its sub-steps fill it


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
        settings = _settings(top) | _steps(so_far)
    if problems:
        raise SceneError(sorted(problems, key=lambda problem: problem.line or 0), source)
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


def _steps(so_far: SoFar) -> dict[str, float]:
    """The longest time step of a body is that of the scene; others are taken in sub-steps of it."""
    if not so_far.timesteps:
        return {}
    longest, dt = max(((name, step) for name, (step, _) in so_far.timesteps.items()), key=lambda one: one[1])
    for name, (step, where) in so_far.timesteps.items():
        count, body = round(dt / step), so_far.bodies.get(name)
        if abs(count * step - dt) > _EVEN * dt:
            where.wrong(
                f"{step} is not the time step {dt} of body {longest!r} divided by a whole number", "timestep"
            )
        elif count > MOST_SUBSTEPS:
            why = f"{count:,} steps of {step} are in {dt}, that of {longest!r}; at most {MOST_SUBSTEPS:,}"
            where.wrong(why, "timestep")
        elif body is not None and count > 1:
            so_far.bodies[name] = body.model_copy(update={"substeps": count})
    return {"dt": dt}


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
