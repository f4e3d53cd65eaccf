"""Functions of Python in a scene: winds, forces and energies of the user's own.

For a run to be repeatable a function must depend on nothing but its arguments. No file can hold one, but a name:

    @pl.named("gusty")
    def gusty(points, time): ...

Scenes, checkpoints and recordings then say "gusty", and a program that defines the same name before it loads them finds
the function again. Where the name is not known that is an error in words; so it is in the studio, whose engine is a
process of its own. A scene with a function that has no name cannot be saved or checkpointed
(`scene.write.require_writable`); recordings keep what it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Self, TypeVar

import numpy as np
from pydantic import BeforeValidator, ConfigDict, PlainSerializer

from pliant.errors import PliantError
from pliant.spec import Spec

_NAMED: dict[str, Callable[..., Any]] = {}
F = TypeVar("F", bound=Callable[..., Any])


def named(name: str) -> Callable[[F], F]:
    """Gives a function a name by which saved scenes and checkpoints find it again; the last one counts."""
    if not isinstance(name, str) or not name.strip():
        raise PliantError(f"a function is named by a text (given: {name!r})")

    def keep(function: F) -> F:
        if not callable(function):
            raise PliantError(f"only a function can be named {name!r} (given: {type(function).__name__})")
        _NAMED[name] = function
        return function

    return keep


def is_named(function: Any) -> bool:
    """Whether a function has a name that files can say."""
    return any(one is function for one in _NAMED.values())


def _is_one(value: Any) -> Any:
    if isinstance(value, str) and value in _NAMED:
        return _NAMED[value]
    if isinstance(value, str):
        raise ValueError(
            f"a function can only be given in Python (given: {value!r}): none of that name is known here, so define it "
            f"first, with @pliant.named({value!r})"
        )
    if not callable(value):
        raise ValueError(f"a function can only be given in Python (given: {value!r})")
    return value


def name_of(function: Any) -> str:
    """The name that a function was given, or what it is called in Python."""
    for name, one in _NAMED.items():
        if one is function:
            return name
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
