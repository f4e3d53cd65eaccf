"""The contract of what matter can do beyond energy, gradient and Hessian (`energies.capabilities`), over every law.

The rows are those of `test_energies`. What a law can do is right; what it cannot do is refused by its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pliant.build.flow import flowing, section_of
from pliant.build.flow_scale import FlowGauge
from pliant.build.model import BodyModel, build
from pliant.energies.capabilities import Pulls, PullsAtCorners, TakesDashpot, Tears, Yields, matter_can, named
from pliant.energies.elements import ElementEnergy
from pliant.energies.gas import Gas, GasInRing
from pliant.errors import SceneError
from pliant.model.capabilities import Flows, those
from pliant.model.flow import Maxwell, Plastic, Voigt
from pliant.model.protocols import StepContext
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.topology.element_fibres import CannotBreak, all_that
from pliant.validation.points import ELASTIC_POINTS, GAS_POINTS, PLANAR_POINTS
from pliant.validation.specimens import ELASTIC, deformed
from tests.rows import rows

SCENES: dict[str, Callable[[], Scene]] = {**ELASTIC, **ELASTIC_POINTS, **PLANAR_POINTS, **GAS_POINTS}
ALL = list(SCENES)


def _of_large_strain(name: str) -> bool:
    """Whether its material has a law for large strain: matter of these does not flow."""
    law = getattr(getattr(SCENES[name]().bodies[0], "material", None), "law", None)
    return law is not None and law.kind != "metric"


def _with(name: str, **changes: Any) -> Scene:
    scene = SCENES[name]()
    return scene.model_copy(update={"bodies": [scene.bodies[0].model_copy(update=changes)]})


def _body(name: str) -> BodyModel:
    return build(SCENES[name]()).bodies[0]


# ---------------------------------------------------------------- flow


@pytest.mark.parametrize("name", rows(ALL))
@pytest.mark.parametrize("law", [Maxwell(0.01), Plastic(0.01)], ids=lambda law: law.kind)
def test_matter_flows_or_is_refused_by_name(name: str, law: Any):
    """Nothing stays elastic without a word: after a step away from rest something has flown."""
    try:
        simulation = Simulation(_with(name, flow=law))
    except SceneError as error:
        assert "does not flow" in str(error) and law.kind in str(error)
        assert _of_large_strain(name) and named(_body(name).elastic[0]) in str(error)
        return
    body, state = simulation.model.bodies[0], simulation.state.bodies["body"]
    state.x[:] = body.system.layout.spread(deformed(body))
    simulation.step()
    assert "inelastic_strain" in simulation.fields("body")
    assert simulation.inelastic_strain("body").max() > 1e-4


@pytest.mark.parametrize("name", rows([name for name in ALL if not _of_large_strain(name)]))
@pytest.mark.parametrize("law", [Maxwell(0.01), Plastic(0.01, hardening=0.3)], ids=lambda law: law.kind)
def test_what_flows_while_nothing_moves_takes_what_is_stored_less(name: str, law: Any):
    simulation = Simulation(_with(name, flow=law))
    body, state = simulation.model.bodies[0], simulation.state.bodies["body"]
    state.x[:] = body.system.layout.spread(deformed(body))
    before, after = state.copy(), state.copy()
    step = StepContext(state.x, 0.0 * state.x, 0.0, 0.01, state.x, 0.01, memory=before.memory)
    for energy in those(body.elastic, Flows):
        energy.freeze(step).end(state.x, after.memory)
        held = [energy.at(0.0, one.memory).stored(one.x) for one in (before, after)]
        viscous, plastic, warmed = energy.spent(before, after, 0.01)
        assert viscous + plastic == pytest.approx(held[0] - held[1], rel=1e-9, abs=1e-12)
        assert viscous >= -1e-12 and plastic >= -1e-12 and warmed == 0.0
        assert plastic == 0.0 if isinstance(law, Maxwell) else viscous == 0.0


@pytest.mark.parametrize("name", rows(ALL))
def test_voigts_law_damps_all_matter(name: str):
    """But a gas, which has no shape to keep."""
    body = _body(name)
    for energy in flowing(body.spec, 0, Voigt(0.01), body.shape, body.elastic):
        assert isinstance(energy, TakesDashpot), named(energy)
        assert isinstance(energy, Gas | GasInRing) or energy.damping_time > 0.0, named(energy)  # type: ignore[attr-defined]


def test_matter_that_cannot_flow_at_all_is_refused_under_any_law():
    body = _body("solid")
    mute = (SimpleNamespace(pattern=()),)
    for law in (Voigt(0.1), Maxwell(0.1), Plastic(1.0)):
        with pytest.raises(
            SceneError, match=rf"bodies\[0\]\.flow: matter of the law SimpleNamespace.*{law.kind}"
        ):
            flowing(body.spec, 0, law, body.shape, mute)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", rows(ALL))
def test_stress_points_know_the_energy_and_their_scale_is_that_of_a_strain(name: str):
    """½ Σ weight z²/Λ is the elastic energy where this is quadratic; scale and limit are positive numbers."""
    body, gauge = _body(name), FlowGauge()
    section = section_of(body.spec, body.shape, 1.0)
    x = body.system.layout.spread(deformed(body, 0.01))
    for energy in body.elastic:
        where = energy.stress_points(section) if matter_can(energy, Yields) else None  # type: ignore[attr-defined]
        if where is None:
            continue
        points, scale = where.points, np.asarray(gauge.scale(where))
        there = points.weight > 0.0
        z = points.stress(energy.strains(x))  # type: ignore[attr-defined]
        held = 0.5 * float(points.weight @ (z * z / points.modulus).sum(axis=0))
        # Bending of curves in space is rounded off (`uneven`), by less than a tenth here.
        assert held == pytest.approx(energy.stored(x), rel=0.1 if points.uneven else 1e-6), named(energy)
        assert np.all(np.broadcast_to(scale, there.shape)[there] > 0.0), named(energy)
        assert np.all(np.isfinite(scale[there] if scale.ndim else scale)), named(energy)
        if name != "weights of the papers":  # which have no thickness, and hence no moment that they bear
            assert np.all(np.broadcast_to(where.limit, there.shape)[there] > 0.0), named(energy)
        assert where.nodes.shape[0] == points.shape[1] and where.nodes.max() < body.system.layout.size


# ---------------------------------------------------------------- fracture


def _stretched(body: BodyModel) -> np.ndarray:
    """The same deformation everywhere."""
    F = np.eye(3) + 0.2 * np.random.default_rng(3).normal(size=(3, 3))
    return F @ body.shape.positions


def _work_of_stress(body: BodyModel, energy: Any, x: np.ndarray, way: np.ndarray) -> float | None:
    """What stresses do on a small way, if the energy has any."""
    if matter_can(energy, Tears):
        law, nodes = energy.law, energy.nodes
        many = hasattr(law, "volume")  # several samples: the first stands for the element as a whole
        g = law.gradients[: law.starts[1]] if many else law.gradients
        nodes = nodes[:, law.members[: law.starts[1]]] if many else nodes
        size = (law.volume * law.shares[:, 0]).sum(axis=0) if many else law.area
        F, dF = (np.einsum("cnk,kdn->cdn", at[:, nodes], g) for at in (x, way))
        return float((size * (energy.nominal_stress(F, {}) * dF).sum(axis=(0, 1))).sum())
    if matter_can(energy, Pulls):
        e, d = (at[:, energy.nodes[:, 1]] - at[:, energy.nodes[:, 0]] for at in (x, way))
        rate = (e * d).sum(axis=0) / np.maximum(np.linalg.norm(e, axis=0), 1e-300)
        return float(energy.tension(x, {}) @ rate)
    return None


@pytest.mark.parametrize("name", rows(ALL))
def test_the_stress_that_breaks_matter_is_the_derivative_of_its_energy(name: str):
    """∂ψ/∂F by central differences of the stored energy, along small even deformations."""
    body = _body(name)
    x = _stretched(body)
    for energy in body.elastic:
        for axis in range(3):
            A = np.zeros((3, 3))
            A[axis] = np.random.default_rng(axis).normal(size=3)
            way = A @ body.shape.positions
            if matter_can(energy, PullsAtCorners):  # growing alike: every edge along itself
                way = x
            work = _work_of_stress(body, energy, x, way)
            if matter_can(energy, PullsAtCorners):
                inside = np.zeros(body.system.layout.size)
                inside[body.system.layout.nodes] = 1.0
                pulls = energy.corner_tensions(x, {})  # type: ignore[attr-defined]
                work = sum(float(inside @ (a + b)) for a, b in pulls)
            if work is None:
                continue
            h = 1e-5
            slope = (energy.stored(x + h * way) - energy.stored(x - h * way)) / (2 * h)
            size = abs(energy.stored(x)) + abs(slope)
            assert work == pytest.approx(slope, abs=1e-6 * size), named(energy)


@pytest.mark.parametrize("name", rows(ALL))
def test_a_law_of_matter_has_a_stress_that_breaks_it(name: str):
    """All but hybrid bodies, whose specs refuse it, and what only bends."""
    if "hybrid" not in name:
        kinds = (Tears, Pulls, PullsAtCorners)
        assert any(matter_can(energy, kind) for energy in _body(name).elastic for kind in kinds)


def test_matter_without_a_stress_is_refused_by_name():
    body = _body("neo-Hookean solid")
    energy = body.elastic[0]
    assert isinstance(energy, ElementEnergy)
    mute = replace(energy, law=SimpleNamespace(reference=energy.law.reference))
    with pytest.raises(CannotBreak, match="SimpleNamespace has no stress that could break it"):
        all_that([mute], Tears)
    assert all_that([energy], Tears) == [energy]
