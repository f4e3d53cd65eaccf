"""Laws of the user's own: an energy W(I₁, I₂) in Python, written down as a tape that kernels play.

The function is called once, with symbols; what it does with them becomes a list of operations, `Tape`. Kernels carry
them out with numbers that know their derivatives by the stretches: of each the value, three slopes and six second
derivatives,

    x·y:   z_i = x_i y + x y_i ,   z_ij = x_ij y + x_i y_j + x_j y_i + x y_ij                                (1)
    f(x):  z_i = f′ x_i ,   z_ij = f′ x_ij + f″ x_i x_j                                                      (2)

so that gradient and Hessian are exact, and a new law compiles nothing: the tape is data. As the other laws of rubber do
(`stretches`), it costs

    ψ = W(I₁, I₂) − W(3J^⅔, 3J^4⁄₃) + ½K(J − 1)² ,                                                           (3)

without what the same change of volume would cost W, of which K takes the place. Logarithms, and powers that are not
whole, of what is less than 0.05 go on as parabolas (`stretches.power`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pliant.energies.stretches import know, of_volume, power, together, volume_changed
from pliant.errors import PliantError
from pliant.numerics.compile import inlined, internal

_CONSTANT, _ADD, _MULTIPLY, _POWER, _EXP, _LOG, _TANH = range(7)
_INPUTS = 2


class Tape(NamedTuple):
    """Operations in their order; the first two results are I₁ and I₂, the last is W [Pa]."""

    kinds: np.ndarray  # (n,)
    left: np.ndarray  # (n,) which earlier result each takes
    right: np.ndarray  # (n,) and the other, if there is one
    numbers: np.ndarray  # (n,) its constant or exponent
    shear: float  # μ [Pa] of W at rest

    @property
    def name(self) -> str:
        return "Custom"


# ---------------------------------------------------------------- writing it


class Symbol:
    """What a function is called with: it writes down what is done with it."""

    __slots__ = ("number", "rows")

    def __init__(self, rows: list[tuple[int, int, int, float]], number: int):
        self.rows, self.number = rows, number

    def _new(self, kind: int, right: int = 0, number: float = 0.0) -> Symbol:
        self.rows.append((kind, self.number, right, number))
        return Symbol(self.rows, _INPUTS + len(self.rows) - 1)

    def _other(self, value: Any) -> Symbol:
        if isinstance(value, Symbol):
            return value
        return self._new(_CONSTANT, number=float(value))

    def __add__(self, other: Any) -> Symbol:
        return self._new(_ADD, self._other(other).number)

    def __mul__(self, other: Any) -> Symbol:
        return self._new(_MULTIPLY, self._other(other).number)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Symbol:
        return self * -1.0

    def __sub__(self, other: Any) -> Symbol:
        return self + (-other)

    def __rsub__(self, other: Any) -> Symbol:
        return -self + other

    def __truediv__(self, other: Any) -> Symbol:
        return self * other**-1.0

    def __rtruediv__(self, other: Any) -> Symbol:
        return self**-1.0 * other

    def __pow__(self, exponent: Any) -> Symbol:
        if isinstance(exponent, Symbol):
            return (exponent * np.log(self))._new(_EXP)  # type: ignore[attr-defined]
        return self._new(_POWER, number=float(exponent))

    def __rpow__(self, base: Any) -> Symbol:
        return (self * float(np.log(base)))._new(_EXP)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """NumPy's functions of a symbol."""
        function = _FUNCTIONS.get(ufunc.__name__) if method == "__call__" and not options else None
        if function is None:
            known = ", ".join(sorted(_FUNCTIONS))
            raise PliantError(f"a law cannot use numpy.{ufunc.__name__}: it may use + − * / ** and {known}")
        return function(*inputs)

    def __bool__(self) -> bool:
        raise PliantError("a law is one formula: it cannot ask whether I1 or I2 is larger than something")

    def __lt__(self, other: Any) -> bool:
        return bool(self)

    __gt__ = __le__ = __ge__ = __lt__

    def __float__(self) -> float:
        raise PliantError("a law takes NumPy's functions (numpy.exp), not those of math")


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "exp": lambda x: x._new(_EXP),
    "log": lambda x: x._new(_LOG),
    "tanh": lambda x: x._new(_TANH),
    "sqrt": lambda x: x**0.5,
    "square": lambda x: x**2.0,
    "add": lambda x, y: y + x if isinstance(y, Symbol) else x + y,
    "subtract": lambda x, y: x - y if isinstance(x, Symbol) else y.__rsub__(x),
    "multiply": lambda x, y: y * x if isinstance(y, Symbol) else x * y,
    "divide": lambda x, y: x / y if isinstance(x, Symbol) else y.__rtruediv__(x),
    "power": lambda x, y: x**y if isinstance(x, Symbol) else y.__rpow__(x),
    "negative": lambda x: -x,
}


def write_tape(function: Callable[..., Any], what: str) -> Tape:
    """What `function(I1, I2)` does; `what` names it in errors."""
    rows: list[tuple[int, int, int, float]] = []
    try:
        found = function(Symbol(rows, 0), Symbol(rows, 1))
    except PliantError as error:
        raise PliantError(f"{what}: {error}") from error
    except Exception as error:  # it is the user's
        raise PliantError(f"{what} has failed: {type(error).__name__}: {error}") from error
    if not isinstance(found, Symbol):
        raise PliantError(f"{what} does not depend on I1 and I2 (answered: {found!r})")
    if found.number != _INPUTS + len(rows) - 1:  # one of the inputs, or an earlier result, as it is
        found = found + 0.0
    kinds, left, right, numbers = (np.array(column) for column in zip(*rows, strict=True))
    tape = Tape(kinds, left, right, numbers.astype(float), 1.0)
    return tape._replace(shear=shear_of(tape))


def shear_of(tape: Tape) -> float:
    """μ = 2(∂W/∂I₁ + ∂W/∂I₂) [Pa] at rest, from a small pure shear."""
    h = 1e-4
    stretch = np.exp(h)
    square = stretch**2 + stretch**-2 + 1.0
    return float((value_at(tape, square, square) - value_at(tape, 3.0, 3.0)) / (2.0 * h * h))


def value_at(tape: Tape, first: float, second: float) -> float:
    """W [Pa]."""
    found = [first, second]
    for kind, a, b, number in zip(*(column.tolist() for column in tape[:4]), strict=True):
        x, y = found[a], found[b]
        results = {
            _CONSTANT: lambda x, y, number: number,
            _ADD: lambda x, y, number: x + y,
            _MULTIPLY: lambda x, y, number: x * y,
            _POWER: lambda x, y, number: x**number,
            _EXP: lambda x, y, number: np.exp(x),
            _LOG: lambda x, y, number: np.log(x),
            _TANH: lambda x, y, number: np.tanh(x),
        }
        found.append(results[kind](x, y, number))
    return float(found[-1])


# ---------------------------------------------------------------- playing it


@internal
def _play(tape, one, two):
    """W of two numbers with their derivatives, in the order value, 1, 2, 3, 11, 22, 33, 12, 13, 23."""
    count = tape.kinds.shape[0]
    r = np.empty((count + 2, 10))
    for k in range(2):
        value, g, h = one if k == 0 else two
        r[k, 0] = value
        for c in range(3):
            r[k, 1 + c] = g[c]
        for c in range(6):
            r[k, 4 + c] = h[c]
    for n in range(count):
        z, x, y, number, kind = r[n + 2], r[tape.left[n]], r[tape.right[n]], tape.numbers[n], tape.kinds[n]
        if kind == _CONSTANT:
            z[:] = 0.0
            z[0] = number
        elif kind == _ADD:
            for c in range(10):
                z[c] = x[c] + y[c]
        elif kind == _MULTIPLY:  # (1)
            z[0] = x[0] * y[0]
            for c in range(1, 10):
                z[c] = x[c] * y[0] + x[0] * y[c]
            for c in range(6):
                i, j = _first(c), _second(c)
                z[4 + c] += x[1 + i] * y[1 + j] + x[1 + j] * y[1 + i]
        else:  # (2)
            if kind == _POWER:
                f, f1, f2 = (
                    _whole(x[0], number)
                    if number == np.floor(number) and number > 0.0
                    else power(x[0], number)
                )
            elif kind == _EXP:
                f = np.exp(x[0])
                f1, f2 = f, f
            elif kind == _LOG:
                f, f1, f2 = _logarithm(x[0])
            else:
                f = np.tanh(x[0])
                f1 = 1.0 - f * f
                f2 = -2.0 * f * f1
            z[0] = f
            for c in range(1, 10):
                z[c] = f1 * x[c]
            for c in range(6):
                z[4 + c] += f2 * x[1 + _first(c)] * x[1 + _second(c)]
    z = r[count + 1]
    return z[0], (z[1], z[2], z[3]), (z[4], z[5], z[6], z[7], z[8], z[9])


@inlined
def _first(c):
    return c if c < 3 else (1 if c == 5 else 0)


@inlined
def _second(c):
    return c if c < 3 else (1 if c == 3 else 2)


@inlined
def _whole(x, n):
    """x^n and its derivatives for a whole n > 0, also of what is negative."""
    bend = n * (n - 1.0) * x ** (n - 2.0) if n >= 2.0 else 0.0
    return x**n, n * x ** (n - 1.0), bend


@inlined
def _logarithm(x):
    """log x and its derivatives; below a crushed x they go on as a parabola."""
    at = max(x, 0.05)
    away = min(x - 0.05, 0.0)
    slope, bend = 1.0 / at, -1.0 / (at * at)
    return np.log(at) + away * (slope + 0.5 * away * bend), slope + away * bend, bend


@inlined
def _custom(law, mu, bulk, a, b, c):
    share = mu / law.shear
    x, y, z = a * a, b * b, c * c
    square = x + y + z
    first = (square, (2.0 * a, 2.0 * b, 2.0 * c), (2.0, 2.0, 2.0, 0.0, 0.0, 0.0))
    p, q, r = 2.0 * (y + z), 2.0 * (x + z), 2.0 * (x + y)
    second = (
        x * y + x * z + y * z,
        (a * p, b * q, c * r),
        (p, q, r, 4.0 * a * b, 4.0 * a * c, 4.0 * b * c),
    )
    (f, f1, f2), (g, g1, g2) = power(a * b * c, 2.0 / 3.0), power(a * b * c, 4.0 / 3.0)
    grown = _play(
        law,
        of_volume(3.0 * f, 3.0 * f1, 3.0 * f2, a, b, c),
        of_volume(3.0 * g, 3.0 * g1, 3.0 * g2, a, b, c),
    )
    shape = together(_times(share, _play(law, first, second)), _times(-share, grown))
    return together(shape, volume_changed(bulk, a, b, c))


@inlined
def _times(s, one):
    g, h = one[1], one[2]
    return (
        s * one[0],
        (s * g[0], s * g[1], s * g[2]),
        (s * h[0], s * h[1], s * h[2], s * h[3], s * h[4], s * h[5]),
    )


know(Tape, _custom)
