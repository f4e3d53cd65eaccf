"""Which specimens of the contract tests wait for `make test-all`.

The laws for large strain share their kernels but for a few lines each: in the gate there is one of every kind of body,
and one of every law.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

_LATER = {
    *("corotated", "Mooney–Rivlin", "custom"),
    *("corotated solid", "St. Venant–Kirchhoff solid", "Mooney–Rivlin solid"),
    *("Mooney–Rivlin triangles", "Ogden triangles", "custom triangles"),
    *(f"{law} tetrahedra, internal damping" for law in ("corotated", "Mooney–Rivlin", "custom")),
}


def rows(names: Iterable[str]) -> list[Any]:
    """The names as parameters, some of them marked `slow`."""
    return [pytest.param(name, marks=pytest.mark.slow) if name in _LATER else name for name in names]
