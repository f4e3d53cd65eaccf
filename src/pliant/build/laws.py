"""From the law of a material to that of its principal stretches."""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.energies import stretches
from pliant.model import Elastic, Sheet, laws
from pliant.model.laws import BulkLaw, as_law


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
    raise AssertionError(law)


def law_of_sheet(material: Elastic | Sheet) -> Any:
    """None: the metric energy, which for a sheet is St. Venant and Kirchhoff's."""
    law = as_law(material.law)
    return None if isinstance(law, laws.Metric | laws.StVenantKirchhoff) else law_of_stretches(law)
