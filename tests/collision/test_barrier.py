"""The barrier and the friction of pairs: energies, their gradients, and rows."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from pliant.collision.hull import Hull
from pliant.collision.potential import ContactPotential

THICK = 0.1


def triangle(name: str) -> Hull:
    faces = np.array([[0, 1, 2]], np.int32)
    edges = np.array([[0, 1], [1, 2], [0, 2]], np.int32)
    return Hull(name, np.arange(3), edges, faces, THICK)


FLAT = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0.0]])
PLACES = {
    "vertex over a face": FLAT * 0.5 + [[0.2], [0.2], [0.07]],
    "edges that cross": np.array([[0.5, 0.5, 0.6], [-0.5, 0.4, 0.9], [0.03, 0.05, 0.9]]),
    "edges nearly parallel": np.array([[0.1, 0.9, 0.5], [-0.05, -0.045, -0.7], [0.02, 0.03, 0.4]]),
}


def potential(upper: np.ndarray) -> ContactPotential:
    """Two triangles, one of them at FLAT; they start far apart."""
    far = np.concatenate([FLAT, upper + np.array([[0], [0], [10.0]])], axis=1)
    contact = ContactPotential([triangle("low"), triangle("high")], [(0, 1)], far)
    contact.set_friction([0.5, 0.5])
    contact.mass[:] = 1.0
    contact.begin(0.1, 0.1)
    contact.x[:] = np.concatenate([FLAT, upper], axis=1)
    contact.look()
    return contact


def energy(contact: ContactPotential, x: np.ndarray) -> float:
    contact.x[:] = x
    return contact.evaluate()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("rubs", [False, True])
@pytest.mark.parametrize("damping", [0.0, 0.1, 5.0])
def test_the_gradient_is_the_derivative_of_the_energy(place, rubs, damping):
    contact = potential(PLACES[place])
    contact.set_damping(damping)
    contact.begin(0.1, 0.1)
    x = contact.x.copy()
    contact.evaluate()
    assert contact.active > 0
    if rubs:
        contact.hold_friction()
        contact.hold_damping()
        contact.reference[:] = x - 0.1 * np.random.default_rng(1).normal(size=x.shape) * 0.02
    contact.evaluate()
    gradient, step = contact.gradient.copy(), 1e-7
    for c in range(3):
        for v in range(6):
            ends = []
            for sign in (1.0, -1.0):
                y = x.copy()
                y[c, v] += sign * step
                ends.append(energy(contact, y))
            slope = (ends[0] - ends[1]) / (2.0 * step)
            assert gradient[c, v] == pytest.approx(slope, abs=2e-6 * np.abs(gradient).max())


def test_nothing_is_felt_at_the_thickness_and_no_limit_holds_at_touch():
    at = PLACES["vertex over a face"].copy()
    contact = potential(at)
    values = []
    for gap in (THICK, 0.99 * THICK, 0.5 * THICK, 1e-3 * THICK, 1e-6 * THICK):
        at[2] = gap
        values.append(energy(contact, np.concatenate([FLAT, at], axis=1)))
    assert values[0] == 0.0
    assert all(a < b for a, b in pairwise(values))
    assert values[1] < 1e-5 * values[2]  # it begins as the cube of what is missing to the thickness
    assert values[-1] - values[-2] == pytest.approx(np.log(1e3) * (values[-1] / np.log(1e6)), rel=0.02)


def test_forces_on_two_bodies_are_opposite_and_have_no_torque():
    contact = potential(PLACES["edges that cross"])
    contact.evaluate()
    size = np.abs(contact.gradient).max()
    assert size > 0.0
    assert np.abs(contact.gradient.sum(axis=1)).max() < 1e-13 * size
    torque = np.cross(contact.x.T, contact.gradient.T).sum(axis=0)
    assert np.abs(torque).max() < 1e-12 * size


def test_what_rubs_is_limited_by_coulombs_law_and_opposes_the_motion():
    contact = potential(PLACES["vertex over a face"])
    contact.evaluate()
    pressing = contact.pressing
    contact.hold_friction()
    contact.reference[:] = contact.x
    contact.reference[0, 3:] -= 0.1  # the upper one slides along x at 1 m/s
    normal = contact.gradient.copy()
    contact.evaluate()
    drag = (contact.gradient - normal)[:, 3:].sum(axis=1)
    assert drag[0] == pytest.approx(0.5 * pressing, rel=1e-3)  # normals are not quite upright
    assert np.abs(drag[1:]).max() < 0.02 * pressing


def test_what_damps_resists_both_ways_but_holds_nothing_together():
    """At the rate v the force is c v, c = 2ζ√(k m̄), and what parts fast is held by no more than what presses."""
    contact = potential(PLACES["vertex over a face"])
    contact.set_damping(0.3)
    contact.begin(0.1, 0.1)
    contact.evaluate()
    pushes, k = contact._terms[: contact.active, 2:].T.copy()
    contact.hold_damping()
    c, upright = 2.0 * 0.3 * np.sqrt(k), np.abs(contact._normals[: contact.active, 2])  # masses are 1
    barrier = contact.gradient.copy()
    for rate in (-1.0, -1e-3, 1e-3, 100.0):
        contact.reference[:] = contact.x
        contact.reference[2, 3:] -= 0.1 * rate
        contact._known = -1
        contact.evaluate()
        expected = np.minimum(c * rate * upright, pushes) * upright
        assert (contact.gradient - barrier)[2, 3:].sum() == pytest.approx(expected.sum())
        touches = contact.touches([0, 1])
        assert touches.rubbing.power.sum() == pytest.approx(rate * expected.sum())
        assert touches.of(("low", "high")).rubbing.power.sum() == pytest.approx(rate * expected.sum())
    assert expected.sum() < pushes.sum() * (1.0 + 1e-12)


@pytest.mark.parametrize("damping", [0.0, 0.5])
def test_rows_bound_and_couple(damping):
    """C has no negative eigenvalue, moves nothing when all go alike, and the D that bounds it is no less."""
    contact = potential(PLACES["edges that cross"])
    contact.set_damping(damping)
    contact.begin(0.1, 0.1)
    contact.evaluate()
    contact.hold_friction()
    contact.hold_damping()
    contact.evaluate()
    contact.make_rows()
    assert contact.rows >= contact.active + contact.held + (contact.damped if damping else 0)
    full, own, bound = np.zeros((18, 18)), np.zeros((18, 18)), np.zeros((18, 18))
    order = [0, 1, 2, 1, 3, 4, 2, 4, 5]
    blocks = contact.diagonal[order].reshape(3, 3, 6).copy()
    contact.bound_diagonal()
    bounds = contact.diagonal[order].reshape(3, 3, 6).copy()
    contact.find_diagonal()
    for k in range(18):
        v = np.zeros((3, 6))
        v.flat[k] = 1.0
        own[:, k] = np.einsum("ijv,jv->iv", blocks, v).ravel()
        bound[:, k] = np.einsum("ijv,jv->iv", bounds, v).ravel()
        full[:, k] = contact.multiply(v).ravel() + own[:, k]
    size = np.abs(full).max()
    assert size > 0.0
    assert full == pytest.approx(full.T, abs=1e-12 * size)
    assert np.linalg.eigvalsh(full).min() > -1e-10 * size
    assert np.linalg.eigvalsh(bound - full).min() > -1e-10 * size
    assert np.where(own != 0.0, full, 0.0) == pytest.approx(own, abs=1e-10 * size)
    for c in range(3):
        alike = np.zeros((3, 6))
        alike[c] = 1.0
        assert np.abs(full @ alike.ravel()).max() < 1e-10 * size


@pytest.mark.parametrize("turn", [1e-3, 0.01, 0.1, 1.0])
def test_rows_are_as_stiff_as_the_barrier_where_edges_turn(turn: float):
    """Edges at a small angle resist turning, which the rows foresee: no curvature of E is twice theirs.

    In the plane this is what fades E of edges that are parallel, and out of it that nearest points go along them.
    """
    at = np.array([[0.1, 0.9, 0.5], [-0.4 * turn, 0.4 * turn, -0.3], [0.4 * THICK, 0.4 * THICK, 0.3]])
    contact = potential(at)
    contact.evaluate()
    contact.make_rows()
    rows = np.zeros((18, 18))
    order, size = [0, 1, 2, 1, 3, 4, 2, 4, 5], 1e-6 * THICK
    x, slopes = contact.x.copy(), np.zeros((18, 18))
    for k in range(18):
        v = np.zeros((3, 6))
        v.flat[k] = 1.0
        own = np.einsum("ijv,jv->iv", contact.diagonal[order].reshape(3, 3, 6), v)
        rows[:, k] = (contact.multiply(v) + own).ravel()
    for k in range(18):
        ends = []
        for sign in (1.0, -1.0):
            y = x.copy()
            y.flat[k] += sign * size
            energy(contact, y)
            ends.append(contact.gradient.ravel().copy())
        slopes[:, k] = (ends[0] - ends[1]) / (2.0 * size)
    curvature, directions = np.linalg.eigh(0.5 * (slopes + slopes.T))
    largest = directions[:, -1]
    assert curvature[-1] < 2.0 * largest @ rows @ largest
