"""Which integrator steps a body, and when the one that did goes on after a change of the scene."""

from __future__ import annotations

import numpy as np

from pliant.build.model import BodyModel, Model
from pliant.integrators.explicit import ExplicitStepper
from pliant.integrators.feynman import FeynmanStepper
from pliant.integrators.implicit import ImplicitStepper
from pliant.integrators.relaxation import Relaxation
from pliant.integrators.rigid import RigidStaticStepper, RigidStepper
from pliant.integrators.runge_kutta import RungeKuttaStepper
from pliant.integrators.semi_implicit import SemiImplicitStepper
from pliant.integrators.spec import (
    BDF2,
    RK4,
    BackwardEuler,
    Euler,
    Explicit,
    Feynman,
    Midpoint,
    SemiImplicit,
    Static,
)
from pliant.integrators.static import StaticStepper
from pliant.integrators.sticks import StickStepper
from pliant.integrators.system import Stepper


def make_steppers(model: Model) -> dict[str, Stepper]:
    """A stepper for every body, by name."""
    return {body.name: _make(model, body) for body in model.bodies}


def carried_on(model: Model, before: Model, steppers: dict[str, Stepper]) -> dict[str, Stepper]:
    """Steppers for a changed model: those of the model before, with their matrices, wherever they still fit."""
    same_scheme = (model.scene.integrator, model.scene.solver) == (
        before.scene.integrator,
        before.scene.solver,
    )
    carried = {}
    for body, old in zip(model.bodies, before.bodies, strict=True):
        if same_scheme and body.layout is old.layout and _same_form(body, old):
            carried[body.name] = steppers[body.name]
        else:
            carried[body.name] = _make(model, body)
    for body in model.bodies:
        carried[body.name].system = body.system
    return carried


def _same_form(body: BodyModel, old: BodyModel) -> bool:
    """Whether what decides about the form of a body's matrix, or of its sticks, is the same."""
    if body.matter.relaxation is not None or old.matter.relaxation is not None:
        return _same_sticks(body.matter.relaxation, old.matter.relaxation)
    now, before = ([energy.pattern for energy in one.elastic] for one in (body, old))
    if bool(body.matter.secants) != bool(old.matter.secants) or list(map(len, now)) != list(map(len, before)):
        return False
    if (body.system.framed is None) != (old.system.framed is None):  # whose matrix is of its own kind
        return False
    return all(
        np.array_equal(a, b)
        for pattern, other in zip(now, before, strict=True)
        for a, b in zip(pattern, other, strict=True)
    )


def _same_sticks(relaxation: Relaxation | None, before: Relaxation | None) -> bool:
    if relaxation is None or before is None:
        return False
    return len(relaxation.sticks.compliance) == len(before.sticks.compliance)


def _make(model: Model, body: BodyModel) -> Stepper:
    spec, system = model.scene.integrator, body.system
    if system.frame is not None and isinstance(spec, Static):
        return RigidStaticStepper(spec, system, model.scene.solver)
    if system.frame is not None:
        return RigidStepper(spec if isinstance(spec, BDF2 | BackwardEuler) else BackwardEuler(), system)
    if system.relaxation is not None:
        return StickStepper(system, system.relaxation)
    if isinstance(spec, Explicit):
        return ExplicitStepper(spec, system)
    if isinstance(spec, Feynman):
        return FeynmanStepper(spec, system)
    if isinstance(spec, Euler | Midpoint | RK4):
        return RungeKuttaStepper(spec, system)
    if isinstance(spec, Static):
        return StaticStepper(spec, system, model.scene.solver)
    solver = system.make_solver(model.scene.solver)
    if isinstance(spec, SemiImplicit):
        return SemiImplicitStepper(spec, system, solver)
    return ImplicitStepper(spec, system, solver)
