"""Claims about penalties and projection: they push out, and they come from an energy."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.contact import (
    Barrier,
    Capsule,
    Cylinder,
    Ellipsoid,
    ExponentialPenalty,
    Penalty,
    Plane,
    Projection,
    QuadraticPenalty,
    Sphere,
    Torus,
    Union,
    contact_field,
    distance_at,
    kernels,
)
from pliant.contact.responses import penalty_terms
from pliant.errors import PliantError, SceneError

PENALTIES = [
    pytest.param(Penalty(stiffness=40.0, margin=0.05), id="penalty"),
    pytest.param(ExponentialPenalty(strength=0.3, epsilon=0.1), id="exponential"),
    pytest.param(QuadraticPenalty(epsilon=0.2), id="quadratic"),
    pytest.param(ExponentialPenalty(strength=0.3, epsilon=0.2, field="implicit"), id="exponential-implicit"),
    pytest.param(QuadraticPenalty(epsilon=0.2, field="implicit"), id="quadratic-implicit"),
    pytest.param(Barrier(stiffness=40.0, margin=0.05), id="barrier"),
]
OBSTACLES = [
    pytest.param(Plane(normal=(1, 0, 2), rotation=(0.2, 0, 0)), id="plane"),
    pytest.param(Sphere(radius=0.7, center=(0.1, 0, 0)), id="sphere"),
    pytest.param(Ellipsoid((0.5, 0.9, 0.7), rotation=(0.4, 0, 1)), id="ellipsoid"),
    pytest.param(Torus(radius=0.7, tube=0.3), id="torus"),
    pytest.param(Capsule(radius=0.4, length=1.0), id="capsule"),
]


# Every obstacle and every penalty, not every combination: each pair costs a second of compilation.
PAIRS = [pytest.param(*o.values, *PENALTIES[0].values, id=f"{o.id}-{PENALTIES[0].id}") for o in OBSTACLES]
PAIRS += [
    pytest.param(*OBSTACLES[i].values, *p.values, id=f"{OBSTACLES[i].id}-{p.id}")
    for i, p in zip((1, 3, 2, 1, 0), PENALTIES[1:], strict=True)
]


def nodes_about(count: int = 60, halo: int = 7, seed: int = 1):
    """Positions (3, P) around the obstacles with a few unused nodes, the nodes that collide, and weights."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-0.9, 0.9, size=(3, count + halo))
    nodes = np.sort(rng.permutation(count + halo)[:count]).astype(np.int64)
    return x, nodes, rng.uniform(0.5, 2.0, size=count + halo)


@pytest.mark.parametrize("response", PENALTIES)
def test_terms_are_derivatives_of_the_energy(response):
    terms = response.parameters()
    h = 1e-5
    for f in (-5.0, -2.03, -1.97, -0.5, -0.1, -0.01, 0.02, 0.3, 4.0):
        E, dE, d2E = penalty_terms(terms, f)
        above, below = penalty_terms(terms, f + h), penalty_terms(terms, f - h)
        assert dE == pytest.approx((above[0] - below[0]) / (2 * h), rel=1e-5, abs=1e-9)
        assert d2E == pytest.approx((above[1] - below[1]) / (2 * h), rel=1e-5, abs=1e-9)
        assert E >= 0 and dE <= 0 and d2E >= 0


def test_printed_forces():
    # 000 (3.6.7): c/ε·exp(−f/ε) along +∇f; (3.6.8): (f/ε)² along +∇f. The force is −E′∇f.
    assert -penalty_terms(ExponentialPenalty(2.0, 0.5).parameters(), -0.25)[1] == pytest.approx(
        2.0 / 0.5 * np.exp(0.5)
    )
    assert -penalty_terms(QuadraticPenalty(0.1).parameters(), -0.3)[1] == pytest.approx(9.0)
    assert penalty_terms(QuadraticPenalty(0.1).parameters(), 1e-9) == (0.0, 0.0, 0.0)
    assert -penalty_terms(Penalty(stiffness=100, margin=0.01).parameters(), -0.01)[1] == pytest.approx(2.0)


def test_the_exponential_never_overflows_and_is_smooth_where_it_turns_quadratic():
    terms = ExponentialPenalty(strength=1e-4, epsilon=0.005).parameters()
    assert np.all(np.isfinite(penalty_terms(terms, -1e3)))
    turn = -20 * 0.005
    assert penalty_terms(terms, turn * (1 + 1e-12)) == pytest.approx(penalty_terms(terms, turn * (1 - 1e-12)))


@pytest.mark.parametrize(("obstacle", "response"), PAIRS)
def test_gradient_and_hessian_agree_with_differences(obstacle, response):
    field, terms = contact_field(obstacle.geometry(), response), response.parameters()
    x, nodes, weights = nodes_about()
    gradient, hessian = np.zeros_like(x), np.zeros((6, x.shape[1]))
    kernels.add_gradient(field, terms, x, nodes, weights, gradient)
    kernels.add_hessian_diagonal(field, terms, x, nodes, weights, hessian)
    kernels.add_field_curvature(field, terms, x, nodes, weights, hessian)
    unused = np.setdiff1d(np.arange(x.shape[1]), nodes)
    assert not gradient[:, unused].any() and not hessian[:, unused].any()

    h = 1e-6
    wanted = np.zeros_like(x)
    blocks = np.zeros((3, 3, x.shape[1]))
    one = np.empty(1, dtype=np.int64)
    for a in range(3):
        above, below = x.copy(), x.copy()
        above[a] += h
        below[a] -= h
        for one[0] in nodes:
            rise = kernels.energy(field, terms, above, one, weights)
            wanted[a, one[0]] = (rise - kernels.energy(field, terms, below, one, weights)) / (2 * h)
        up, down = np.zeros_like(x), np.zeros_like(x)
        kernels.add_gradient(field, terms, above, nodes, weights, up)
        kernels.add_gradient(field, terms, below, nodes, weights, down)
        blocks[:, a] = (up - down) / (2 * h)
    scale = np.abs(gradient).max()
    assert np.abs(gradient - wanted).max() < 1e-7 * scale
    entries = np.array([blocks[i, j] for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))])
    assert np.abs(hessian - entries).max() < 1e-7 * np.abs(entries).max()


@pytest.mark.parametrize(("obstacle", "response"), PAIRS)
def test_the_force_pushes_out_and_the_psd_hessian_has_no_negative_eigenvalue(obstacle, response):
    field, terms = contact_field(obstacle.geometry(), response), response.parameters()
    x, nodes, weights = nodes_about()
    gradient, hessian = np.zeros_like(x), np.zeros((6, x.shape[1]))
    kernels.add_gradient(field, terms, x, nodes, weights, gradient)
    kernels.add_hessian_diagonal(field, terms, x, nodes, weights, hessian)

    d, n = distance_at(obstacle, x.T[nodes])
    inside = d < -0.01
    outward = -np.einsum("in,ni->n", gradient[:, nodes], n)
    assert inside.sum() > 5
    assert np.all(outward[inside] > 0)

    xx, xy, xz, yy, yz, zz = hessian
    blocks = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]).transpose(2, 0, 1)
    values = np.linalg.eigvalsh(blocks)
    assert values.min() >= -1e-12 * values.max()
    assert values.max() > 0


def test_a_penalty_rests_where_it_balances_the_weight():
    # 0.1 N down on a floor of k = 50 N/m: 2 mm below the top of the margin.
    field, terms = contact_field(Plane().geometry(), Penalty()), Penalty(margin=0.005).parameters(50.0)
    x = np.array([[0.0], [0.0], [0.003]])
    gradient = np.zeros_like(x)
    kernels.add_gradient(field, terms, x, np.array([0]), np.ones(1), gradient)
    assert gradient[:, 0] == pytest.approx([0, 0, -0.1])


def test_the_velocity_test_spares_nodes_that_are_deep_and_on_their_way_out():
    field = contact_field(Plane().geometry(), QuadraticPenalty())
    z = np.array([0.1, -0.005, -0.005, -0.05, -0.05])
    vz = np.array([1.0, 1.0, -1.0, 1.0, -1.0])
    x, v = np.zeros((3, 5)), np.zeros((3, 5))
    x[2], v[2] = z, vz
    nodes, out = np.arange(5), np.empty(5, dtype=np.int64)
    count = kernels.still_entering(field, -0.01, x, v, nodes, out)  # Listing 3.4
    assert out[:count].tolist() == [0, 1, 2, 4]
    count = kernels.still_entering(field, 0.0, x, v, nodes, out)  # (3.6.9)
    assert out[:count].tolist() == [0, 2, 4]


@pytest.mark.parametrize(
    "obstacle",
    [
        *OBSTACLES,
        pytest.param(Capsule(radius=0.4, length=1.0, rotation=(0, 1, 0)), id="capsule"),
        pytest.param(Cylinder(radius=0.6, height=1.0, rotation=(1, 0, 0)), id="cylinder"),
        pytest.param(
            Union(
                [Sphere(0.5), Ellipsoid((0.3, 0.9, 0.3)), Torus(0.7, 0.2), Sphere(0.3, center=(0.5, 0, 0))]
            ),
            id="union",
        ),
    ],
)
def test_projection_puts_nodes_on_the_surface_and_leaves_the_others(obstacle):
    x, nodes, _ = nodes_about(200)
    movable = np.ones(x.shape[1], dtype=bool)
    held = nodes[::7]
    movable[held] = False
    before = x.copy()
    d, _ = distance_at(obstacle, x.T)
    projected = np.zeros(x.shape[1], dtype=bool)
    projected[nodes] = True
    projected &= movable & (d < 0)
    moved = kernels.project(obstacle.geometry(), 1.0, x, nodes, movable)
    assert moved == projected.sum() > 5
    after, _ = distance_at(obstacle, x.T)
    assert np.abs(after[projected]).max() < 1e-9
    assert np.array_equal(x[:, ~projected], before[:, ~projected])


def test_the_strength_of_a_projection_sinks_or_bounces():
    for strength, height in ((0.5, -0.1), (1.0, 0.0), (1.5, 0.1)):
        x = np.array([[0.3], [0.0], [-0.2]])
        kernels.project(Plane().geometry(), strength, x, np.array([0]), np.ones(1, dtype=bool))
        assert x[:, 0] == pytest.approx([0.3, 0.0, height])


def test_impossible_responses_are_refused():
    with pytest.raises(SceneError, match="threshold"):
        QuadraticPenalty(threshold=0.1)
    with pytest.raises(SceneError, match="epsilon"):
        ExponentialPenalty(epsilon=0)
    with pytest.raises(SceneError, match="strength"):
        Projection(strength=-1)
    with pytest.raises(PliantError, match="stiffness"):
        Penalty().parameters()
    assert Sphere(response={"kind": "projection", "strength": 0.5}).response == Projection(0.5)
