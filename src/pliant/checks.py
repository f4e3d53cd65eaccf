"""A claim, what was measured and what was wanted: what the gallery and the validation are made of."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Check:
    """One claim that was put to the test; `measured` and `wanted` are for people to read."""

    claim: str
    measured: str
    wanted: str
    passed: bool

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def at_most(claim: str, value: float, limit: float, unit: str = "") -> Check:
    """Passes if value ≤ limit (never if it is NaN)."""
    return Check(claim, _number(value, unit), f"≤ {_number(limit, unit)}", bool(value <= limit))


def at_least(claim: str, value: float, limit: float, unit: str = "") -> Check:
    return Check(claim, _number(value, unit), f"≥ {_number(limit, unit)}", bool(value >= limit))


def between(claim: str, value: float, low: float, high: float, unit: str = "") -> Check:
    wanted = f"{_number(low, unit)} … {_number(high, unit)}"
    return Check(claim, _number(value, unit), wanted, bool(low <= value <= high))


def close(claim: str, value: float, wanted: float, relative: float, unit: str = "") -> Check:
    """Passes if value is within a relative tolerance of what is wanted."""
    text = f"{_number(wanted, unit)} ± {100 * relative:.3g} %"
    return Check(claim, _number(value, unit), text, bool(abs(value - wanted) <= relative * abs(wanted)))


def holds(claim: str, passed: bool, measured: str, wanted: str) -> Check:
    return Check(claim, measured, wanted, bool(passed))


def _number(value: float, unit: str) -> str:
    return f"{value:.4g}{' ' + unit if unit else ''}"
