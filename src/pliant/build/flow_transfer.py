"""What has flown under one law goes on under another: stress does not jump.

An arm of the new law begins with the mean strain of the old ones, weighted by their shares, unless there are as many
arms as before: then each goes on with its own. A piece that comes off a hybrid body has a frame of its own from then
on, in which its shape without stress is told anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from pliant.energies.hybrid import HybridEnergy
from pliant.inelastic.flow import FlowingEnergy
from pliant.inelastic.hybrid import FlowingHybrid
from pliant.inelastic.solid import MouldedEnergy


def carry_over(before: Iterable[Any], after: Iterable[Any], memory: dict[str, np.ndarray]) -> None:
    """Change the memory of a body from that of the energies `before` to that of those `after`."""
    old, new = _arms(before), _arms(after)
    for name, arms in new.items():
        sources = old.get(name, [])
        if isinstance(arms[0], FlowingHybrid) and sources and isinstance(sources[0], FlowingHybrid):
            for values in (memory[name], memory[f"{name}/before"]):
                for unit in values:
                    unit[:] = _in_new_frames(sources[0].elastic, arms[0].elastic, unit)
        if isinstance(arms[0], MouldedEnergy):
            if sources and (len(sources), _hardening(sources)) != (len(arms), _hardening(arms)):
                _mould(sources, arms, memory)
        elif sources and len(sources[0].units) != len(arms[0].units):
            shares = np.array([unit.share for unit in sources[0].units])
            mean = np.tensordot(shares / shares.sum(), memory[name], axes=1)
            memory[name] = np.repeat(mean[None], len(arms[0].units), axis=0)
            memory[f"{name}/before"] = memory[name].copy()


def _hardening(arms: list[MouldedEnergy]) -> float:
    """H of a solid, whose arms are then one that yields and one that does not (`inelastic.solid`)."""
    return arms[1].unit.share / arms[0].unit.share if 0.0 < arms[0].unit.limit < np.inf and arms[1:] else 0.0


def _mould(sources: list[MouldedEnergy], arms: list[MouldedEnergy], memory: dict[str, np.ndarray]) -> None:
    """What has flown in a solid, as one strain; of an arm that hardens it is 1 + H times that, of its spring none."""
    shares = np.array([arm.unit.share for arm in sources])
    logarithms = [_by_eigenvalues(np.log, q @ np.swapaxes(q, 1, 2)) for q in _matrices(sources, memory)]
    strain = np.tensordot(shares / shares.sum(), np.stack(logarithms), axes=1)
    hardening = _hardening(arms)
    for k, arm in enumerate(arms):
        part = 1.0 if hardening == 0.0 else (1.0 + hardening if k == 0 else 0.0)
        q = _by_eigenvalues(np.exp, 0.5 * part * strain)
        memory[arm.name] = np.ascontiguousarray(q.reshape(-1, 9).T)
        memory[f"{arm.name}/before"] = memory[arm.name].copy()


def _matrices(arms: list[MouldedEnergy], memory: dict[str, np.ndarray]) -> list[np.ndarray]:
    """Q of arms, (n, 3, 3)."""
    return [memory[arm.name].T.reshape(-1, 3, 3) for arm in arms]


def _by_eigenvalues(function: Any, matrices: np.ndarray) -> np.ndarray:
    """A function of symmetric matrices (n, 3, 3)."""
    values, vectors = np.linalg.eigh(matrices)
    return (vectors * function(values)[:, None, :]) @ np.swapaxes(vectors, 1, 2)


def _in_new_frames(before: HybridEnergy, after: HybridEnergy, flown: np.ndarray) -> np.ndarray:
    """What has flown (3, P) by the frames of the pieces of a hybrid body, told by those of the pieces it has now."""
    old, new = before.reference, after.reference
    assert old.piece is not None and new.piece is not None
    if np.array_equal(old.piece, new.piece):
        return flown
    mixed = np.unique(np.stack([old.piece, new.piece], axis=1), axis=0)
    other = [np.bincount(column)[column] > 1 for column in mixed.T]
    changed = np.isin(new.piece, mixed[other[0] | other[1], 1])
    return np.where(changed, after.deformation(old.centre + old.shape + flown), flown)


def _arms(energies: Iterable[Any]) -> dict[str, list[Any]]:
    """Energies that flow, those of the arms of one solid together, by name."""
    found: dict[str, list[Any]] = {}
    for energy in energies:
        if isinstance(energy, FlowingEnergy | MouldedEnergy):
            found.setdefault(energy.name.partition(".")[0], []).append(energy)
    return found
