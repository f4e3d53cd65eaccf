"""From the law of a material to that of its principal stretches."""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.energies import stretches
from pliant.energies.tape import write_tape
from pliant.errors import PliantError, problem_in_body
from pliant.model import Elastic, Sheet, laws
from pliant.model.functions import name_of
from pliant.model.laws import BulkLaw, as_law

_NEAR = 1e-2  # how far apart both may be


def law_of_stretches(law: BulkLaw) -> Any:
    match law:
        case laws.NeoHookean():
            return stretches.NeoHookean()
        case laws.Corotated():
            return stretches.Corotated()
        case laws.StVenantKirchhoff():
            return stretches.StVenantKirchhoff()
        case laws.MooneyRivlin(second=second):
            return stretches.MooneyRivlin(second)
        case laws.Ogden(exponents=exponents, shares=shares):
            return stretches.Ogden(np.array(exponents), np.array(shares))
        case laws.Custom(energy=energy):
            return write_tape(energy, f"the law {name_of(energy)!r}")
    raise AssertionError(law)


def check_law(material: Any, index: int) -> None:
    """Refuses a law of the user's own that fails, or has another shear modulus at rest than `young` and `poisson`."""
    law = as_law(getattr(material, "law", "metric"))
    if not isinstance(law, laws.Custom):
        return
    try:
        tape = write_tape(law.energy, f"the law {name_of(law.energy)!r}")
    except PliantError as error:
        raise problem_in_body(index, "material.law", str(error)) from error
    young = material.young if not isinstance(material, Sheet) else None
    wanted = None if young is None else np.mean(young) / (2.0 * (1.0 + material.poisson))
    if tape.shear <= 0.0 or (wanted is not None and abs(tape.shear / wanted - 1.0) > _NEAR):
        given = "" if wanted is None else f", and by young and poisson it is {wanted:.6g} Pa"
        message = f"the shear modulus of the law at rest, 2(∂W/∂I1 + ∂W/∂I2), is {tape.shear:.6g} Pa{given}"
        raise problem_in_body(index, "material.law", message)


def law_of_sheet(material: Elastic | Sheet) -> Any:
    """None: the metric energy, which for a sheet is St. Venant and Kirchhoff's."""
    law = as_law(material.law)
    return None if isinstance(law, laws.Metric | laws.StVenantKirchhoff) else law_of_stretches(law)
