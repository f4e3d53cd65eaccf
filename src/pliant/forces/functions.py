"""Functions of Python in a scene: winds, forces and energies of the user's own.

For a run to be repeatable a function must depend on nothing but its arguments. No file can hold one: scenes with one
cannot be saved or checkpointed (`scene.write.require_writable`); recordings keep its name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Self

import numpy as np
from pydantic import BeforeValidator, ConfigDict, PlainSerializer

from pliant.errors import PliantError
from pliant.spec import Spec


def _is_one(value: Any) -> Any:
    if not callable(value):
        raise ValueError(f"a function can only be given in Python (given: {value!r})")
    return value


def name_of(function: Any) -> str:
    return getattr(function, "__qualname__", type(function).__qualname__)


Function = Annotated[Callable[..., Any], BeforeValidator(_is_one), PlainSerializer(name_of, return_type=str)]


class OfPython(Spec):
    """The base of specs that hold functions."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    def __deepcopy__(self, memo: Any) -> Self:
        """The same: what a function may hold on to is the user's."""
        return self


def numbers(values: Any, shape: tuple[int, ...], what: str) -> np.ndarray:
    """What a user's function has answered, as finite numbers of a shape; `what` names it in errors."""
    try:
        found = np.broadcast_to(np.asarray(values, dtype=float), shape)
    except (TypeError, ValueError) as error:
        raise PliantError(f"{what} is no array of numbers {shape}: {error}") from error
    wrong = np.argwhere(~np.isfinite(found))
    if len(wrong):
        raise PliantError(f"{what} is {found[tuple(wrong[0])]} at {wrong[0].tolist()}")
    return found


def ask(function: Callable[..., Any], what: str, *arguments: Any) -> Any:
    """The answer of a user's function; whatever it raises is a `PliantError` that names it."""
    try:
        return function(*arguments)
    except Exception as error:  # it is the user's
        raise PliantError(f"{what} has failed: {type(error).__name__}: {error}") from error
