"""Creep and relaxation [002 §4.1, Fig. 5]: laws of flow beside their closed forms.

Held at a strain that is put on at once, the stress of a law with moduli shares sᵢ and times τᵢ relaxes as

    σ/σ₀ = 1 − Σ sᵢ (1 − exp(−t/τᵢ))                                                                         (1)

and under a load put on at once the strain grows, with ε₀ = σ/E, as

    Maxwell                  ε/ε₀ = 1 + t/τ
    Voigt                    ε/ε₀ = 1 − exp(−t/τ)
    four units [002 (24)]    ε/ε₀ = 1 + t/τ₁ + (k₁/k₂)(1 − exp(−t/τ₂))                                       (2)
    one arm of share s       ε/ε₀ = (1 − s exp(−(1 − s)t/τ))/(1 − s)

The body is so light that it is in equilibrium all the time. When the load is taken off, strain falls by ε₀ at once, and
what Maxwell's dashpot has flown stays. In solids volume does not flow; they are sheared.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pliant.checks import at_most
from pliant.model.flow import Arm, FourUnits, Generalised, Law, Maxwell, Voigt
from pliant.validation.result import Plot, Result
from pliant.validation.stretched import SPECIMENS, Machine

TAU, TAU_2, RATIO, SHARE = 0.5, 0.2, 0.5, 0.6
SECONDS, DT = 0.5, 2.5e-3
STRAIN = 1e-4
FOUR = FourUnits(relaxation_time=TAU, ratio=RATIO, retardation_time=TAU_2)
ONE_ARM = Generalised(arms=(Arm(share=SHARE, relaxation_time=TAU),))
CREEP: dict[str, tuple[Law, Callable[[np.ndarray], np.ndarray]]] = {
    "Maxwell": (Maxwell(relaxation_time=TAU), lambda t: 1.0 + t / TAU),
    "Voigt": (Voigt(retardation_time=TAU_2), lambda t: 1.0 - np.exp(-t / TAU_2)),
    "four units": (FOUR, lambda t: 1.0 + t / TAU + (1.0 - np.exp(-t / TAU_2)) / RATIO),
    "one arm": (ONE_ARM, lambda t: (1.0 - SHARE * np.exp(-(1.0 - SHARE) * t / TAU)) / (1.0 - SHARE)),
}


def run() -> Result:
    checks = []
    creeping = Plot("Creep under a load from 0 on", "time [s]", "ε / ε₀")
    relaxing = Plot("Relaxation at a strain from 0 on, four units", "time [s]", "σ / σ₀")
    for name, (law, theory) in CREEP.items():
        t, strain = creep("springs", law)
        off = float(np.abs(strain - theory(t)).max() / theory(t).max())
        checks.append(at_most(f"creep of springs, {name}: largest error over largest strain", off, 1e-2))
        creeping = creeping.theory(f"{name}: theory", t, theory(t)).computed(name, t[::12], strain[::12])
    for kind in SPECIMENS:
        t, stress = relaxation(kind, FOUR)
        theory = relaxed(FOUR, t)
        off = float(np.abs(stress - theory).max())
        checks.append(at_most(f"relaxation of {kind}, four units: largest error over σ₀", off, 1e-2))
        if kind == "springs":
            relaxing = relaxing.theory("theory", t, theory)
        relaxing = relaxing.computed(kind, t[::16], stress[::16])
    for kind in ("rod", "sheet", "triangles"):
        t, strain = creep(kind, FOUR)
        theory = CREEP["four units"][1](t)
        off = float(np.abs(strain - theory).max() / theory.max())
        checks.append(at_most(f"creep of {kind}, four units: largest error over largest strain", off, 1e-2))
    checks.append(_swelling())
    return Result("viscoelastic", "Creep and relaxation", checks, [creeping, relaxing], __doc__ or "")


def relaxed(law: Law, t: np.ndarray) -> np.ndarray:
    """(1)."""
    return sum((u.share * np.exp(-t / u.time) for u in law.units()), np.zeros_like(t))


def relaxation(kind: str, law: Law) -> tuple[np.ndarray, np.ndarray]:
    """Times and σ/σ₀ of a specimen that is held at a strain."""
    test = Machine(SPECIMENS[kind], law, DT, sheared=kind == "solid")
    elastic = Machine(SPECIMENS[kind], None, DT, sheared=kind == "solid")
    for one in (test, elastic):
        one.hold(STRAIN)
    elastic.step()
    return test.followed(SECONDS, lambda test: test.force / elastic.force)


def creep(kind: str, law: Law, dt: float = DT) -> tuple[np.ndarray, np.ndarray]:
    """Times and ε/ε₀ of a specimen under a load."""
    elastic = Machine(SPECIMENS[kind], None, dt)
    elastic.hold(STRAIN)
    elastic.step()
    test = Machine(SPECIMENS[kind], law, dt, second=False)
    test.hang(elastic.force)
    return test.followed(SECONDS, lambda test: test.longer / STRAIN)


def _swelling():
    """A negative viscosity lets strain run away, but not beyond its bound."""
    law = Maxwell(relaxation_time=-0.1, bound=0.05)
    test = Machine(SPECIMENS["springs"], law, DT)
    test.hang(0.1)
    for _ in range(400):
        test.step()
    return at_most(
        "negative viscosity: strain that has flown beyond its bound", abs(test.longer) - 0.05, 2e-3
    )
