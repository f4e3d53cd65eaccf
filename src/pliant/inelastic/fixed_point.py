"""What is held while a step is solved, and taken anew from its end, until it stays: p = G(p).

Taken as it is found, p converges the faster the softer what answers to it is beside inertia and hardening; where it is
stiff, little by little. So the last few tries are looked at as if G were linear (Anderson): with f = G(p) − p, the
changes ΔF of f and those ΔG of what was found,

    p ← G(p) − ΔG c ,   |f − ΔF c| least .                                                                  (1)
"""

from __future__ import annotations

import numpy as np

_TRIES = 5  # that are looked back upon
_ALIKE = 1e-10  # of the squares of residuals: tries that differ less tell nothing new


class Settling:
    """The tries of one step, which begins with p (…, m, n)."""

    def __init__(self, p: np.ndarray):
        self.p = p
        self._found: list[np.ndarray] = []
        self._off: list[np.ndarray] = []

    def meet(self, found: np.ndarray, least: float) -> np.ndarray | None:
        """What to hold next after G(p) was `found`; None if no vector of p is off by more than `least`."""
        off = found - self.p
        if np.sqrt((off**2).sum(axis=-2).max(initial=0.0)) <= least:
            return None
        self._found = [*self._found[-_TRIES:], found]
        self._off = [*self._off[-_TRIES:], off]
        self.p = self._mixed()
        return self.p

    def _mixed(self) -> np.ndarray:
        """(1)."""
        found, off = self._found[-1], self._off[-1]
        changes = [off - before for before in self._off[:-1]]
        if not changes:
            return found
        products = np.array([[np.sum(a * b) for b in changes] for a in changes])
        right = np.array([np.sum(a * off) for a in changes])
        if (
            not np.isfinite(products).all() or not np.isfinite(right).all()
        ):  # an explosion, which others will tell
            return found
        weights = np.linalg.lstsq(products, right, rcond=_ALIKE)[0]
        return found - sum(
            weight * (found - before) for weight, before in zip(weights, self._found[:-1], strict=True)
        )


def largest(strains: np.ndarray) -> float:
    """The largest size of strains (…, m, n)."""
    return float(np.sqrt((strains**2).sum(axis=-2).max(initial=0.0)))
