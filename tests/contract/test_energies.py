"""The contract of every energy: true derivatives, no force at rest, blind to rigid motion.

The rows are `pliant.validation.specimens` and `points`: one small body for each way to build an energy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.errors import PliantError
from pliant.numerics.grid_layout import fold_halo
from pliant.topology.pieces import pieces, pieces_of
from pliant.validation.derivatives import compare
from pliant.validation.points import ELASTIC_POINTS, GAS_POINTS, PLANAR_POINTS
from pliant.validation.specimens import CONTACTS, ELASTIC, LOADS, Probe, deformed, probes, rest_of
from tests.rows import rows

GROUPS = (ELASTIC, ELASTIC_POINTS, PLANAR_POINTS, GAS_POINTS, LOADS, CONTACTS)
ALL = [name for group in GROUPS for name in group]
AT_REST = [*ELASTIC, *ELASTIC_POINTS]
INVARIANT = [*AT_REST, *GAS_POINTS]
TURN = Rotation.from_rotvec([1.2, -0.4, 2.0]).as_matrix()
SHIFT = np.array([0.5, -2.0, 3.0])


def _probes(name: str) -> Iterator[tuple[str, Probe]]:
    group = next(group for group in GROUPS if name in group)
    found = [(label, probe) for label, probe in probes(group, only=name)]
    assert found, f"{name} has no energy of its kind"
    return iter(found)


@pytest.mark.parametrize("name", rows(ALL))
def test_the_force_and_the_hessian_are_derivatives_and_newtons_hessian_is_positive(name: str):
    for label, probe in _probes(name):
        force, stiffness, lowest = compare(probe)
        assert force < 1e-6, label  # central differences leave about 1e-9
        assert stiffness < (1e-5 if name in CONTACTS else 1e-6), label
        assert lowest > -1e-10, label


@pytest.mark.parametrize("name", rows(ALL))
def test_the_energy_of_a_step_without_damping_is_the_energy_in_the_energy_balance(name: str):
    for label, probe in _probes(name):
        if "internal damping" not in name:
            x = deformed(probe.body)
            stored = probe.system.energies[0].stored(probe.layout.spread(x))
            assert stored == pytest.approx(probe.energy(x), rel=1e-12), label


@pytest.mark.parametrize("name", rows(ALL))
def test_a_step_that_takes_for_ever_has_the_forces_of_a_moment(name: str):
    """Within it nothing has a rate: what is frozen is what the energy is by itself, and at a state without a past."""
    for label, probe in _probes(name):
        x, probe_at = deformed(probe.body), probe.system.at()
        probe.begin(deformed(probe.body, seed=2), interval=1e30)
        out, own = probe.layout.zeros(3), probe.layout.zeros(3)
        probe_at.gradient(probe.layout.spread(x), out)
        probe.system.energies[0].add_gradient(probe.layout.spread(x), own)
        size = np.abs(own).max()
        assert probe.gradient(x) == pytest.approx(probe.layout.gather(out).ravel(), abs=1e-9 * size), label
        fold_halo(own, probe.layout.halo)
        assert (own == out).all(), label


@pytest.mark.parametrize("name", rows(AT_REST))
def test_nothing_pulls_at_rest_wherever_the_body_is(name: str):
    for label, probe in _probes(name):
        rest = rest_of(probe.body)
        size = np.abs(probe.gradient(deformed(probe.body))).max()
        for x in (rest, rest @ TURN.T + SHIFT):
            probe.begin(x)
            assert np.abs(probe.gradient(x)).max() < 1e-9 * size, label


@pytest.mark.parametrize("name", rows(AT_REST))
def test_at_rest_both_hessians_exist_and_have_no_negative_eigenvalue(name: str):
    for label, probe in _probes(name):
        rest = rest_of(probe.body)
        probe.begin(rest)
        for psd in (True, False):
            eigenvalues = np.linalg.eigvalsh(probe.hessian(rest, psd=psd))
            assert eigenvalues[0] > -1e-9 * eigenvalues[-1], label


@pytest.mark.parametrize("name", rows(INVARIANT))
def test_rigid_motion_changes_neither_energy_nor_force(name: str):
    for label, probe in _probes(name):
        x, before = deformed(probe.body), rest_of(probe.body)
        probe.begin(before)
        energy, gradient = probe.energy(x), probe.gradient(x).reshape(-1, 3)
        probe.begin(before @ TURN.T + SHIFT)  # damping refers to where the step began
        moved = x @ TURN.T + SHIFT
        assert probe.energy(moved) == pytest.approx(energy, rel=1e-9), label
        turned = probe.gradient(moved).reshape(-1, 3)
        assert np.abs(turned - gradient @ TURN.T).max() < 1e-9 * np.abs(gradient).max(), label


@pytest.mark.parametrize("name", rows(INVARIANT))
def test_internal_forces_have_neither_sum_nor_torque(name: str):
    for label, probe in _probes(name):
        x = deformed(probe.body)
        gradient = probe.gradient(x).reshape(-1, 3)
        size = np.abs(gradient).max()
        assert np.abs(gradient.sum(axis=0)).max() < 1e-10 * size, label
        assert np.abs(np.cross(x.reshape(-1, 3), gradient).sum(axis=0)).max() < 1e-10 * size, label


@pytest.mark.parametrize("name", rows(AT_REST))
def test_deforming_a_body_costs_energy(name: str):
    for label, probe in _probes(name):
        if "internal damping" not in name:
            assert probe.energy(rest_of(probe.body)) == pytest.approx(0.0, abs=1e-12), label
            assert probe.energy(deformed(probe.body)) > 0, label


@pytest.mark.parametrize("name", rows([*ELASTIC, *ELASTIC_POINTS, *PLANAR_POINTS, *GAS_POINTS]))
def test_a_whole_body_is_one_piece(name: str):
    """Every part of the matter says what it holds together, and together that is all of the body."""
    for label, probe in _probes(name):
        assert pieces(probe.body).max() == 0, label


def test_matter_that_does_not_say_what_it_holds_together_is_refused():
    _, probe = next(_probes(next(iter(ELASTIC_POINTS))))
    body, mute = probe.body, replace(probe.body.matter, elastic=(object(),))
    with pytest.raises(PliantError, match="object does not say which nodes it holds together"):
        pieces_of(body.spec, body.shape, mute)
