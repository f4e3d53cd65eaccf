"""Pydantic's findings as `Problem`s that name a place in what the user wrote.

Pydantic puts the branch it took at a union into the location of an error, as in ("obstacles", 0, "sphere",
"radius"), although the user wrote no such key. Walking the location along the user's own data tells keys from
branches, and walking the models beside it tells which keys would have been right.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from types import GenericAlias
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from pliant.errors import MOST_PROBLEMS, Problem

Path = tuple[int | str, ...]

_MOST_NAMES = 300  # that are compared with a misspelt one, which takes long
_MOST_SHOWN = 100


def path_text(path: Path) -> str:
    """``("bodies", 0, "material")`` as ``bodies[0].material``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


class FieldError(ValueError):
    """Raised by a validator that looks at several fields, to blame the one at `path` below its model."""

    def __init__(self, path: Path, message: str):
        self.path = path
        self.message = message
        super().__init__(f"{path_text(path)}: {message}")


@dataclass(frozen=True)
class Finding:
    """One thing wrong, with its place as the keys and indices that lead there."""

    path: Path
    message: str


def problems_of(error: ValidationError, data: Any, model: type[BaseModel]) -> list[Problem]:
    """What is wrong with `data`, given to `model`, each with a path a person can follow."""
    return [Problem(path_text(f.path), f.message) for f in findings_of(error, data, model)]


def findings_of(error: ValidationError, data: Any, model: type[BaseModel]) -> list[Finding]:
    """What is wrong with `data`, given to `model`: one more than `MOST_PROBLEMS`, if there is more."""
    found: dict[Finding, str] = {}  # the branches of a union may complain in the same words
    for item in error.errors(include_url=False):
        found.setdefault(_finding(item, data, model), item["type"])
        if len(found) > MOST_PROBLEMS:
            break

    # Pydantic does not count items that are wrong, and then finds too few of them.
    def is_owner(path: Path) -> bool:
        return any(f.path[: len(path)] == path and f.path != path for f in found)

    return [f for f, problem in found.items() if problem != "too_short" or not is_owner(f.path)]


def _finding(item: Any, data: Any, model: type[BaseModel]) -> Finding:
    loc, problem = item["loc"], item["type"]
    path: list[int | str] = []
    here, models = data, {model}
    for k, part in enumerate(loc):
        if k == len(loc) - 1 and problem in ("extra_forbidden", "no_such_attribute", "missing"):
            models = _meant(models, here)  # the key is what is wrong, so stay at its owner
        elif _has(here, part):
            models = _below(models, here, part)
            here = _get(here, part)
        else:  # the branch of a union, which tells its kind if the user did not: that of a preset
            models = {m for m in models if part in kinds([m])} or models
            continue
        path.append(part)
    cause = item.get("ctx", {}).get("error")
    if isinstance(cause, FieldError):
        return Finding((*path, *cause.path), cause.message)
    return Finding(tuple(path), _message(item, models))


def _has(here: Any, part: int | str) -> bool:
    if isinstance(here, Mapping):
        return part in here
    if isinstance(here, list | tuple):
        return isinstance(part, int) and part < len(here)
    return isinstance(here, BaseModel) and part in type(here).model_fields


def _get(here: Any, part: Any) -> Any:
    return getattr(here, part) if isinstance(here, BaseModel) else here[part]


def _below(models: set[type[BaseModel]], here: Any, part: int | str) -> set[type[BaseModel]]:
    """The models that may stand in field `part` of `models`; items of a list have the list's models."""
    if isinstance(part, int):
        return models
    fields = [m.model_fields[part] for m in _meant(models, here) if part in m.model_fields]
    return {found for field in fields for found in _models_in(field.annotation)}


def _meant(models: set[type[BaseModel]], here: Any) -> set[type[BaseModel]]:
    """Those of `models` whose kind is the one given, or all of them."""
    kind = here.get("kind") if isinstance(here, Mapping) else None
    return {m for m in models if kind is not None and kind in kinds([m])} or models


def _models_in(annotation: Any) -> set[type[BaseModel]]:
    if isinstance(annotation, type) and not isinstance(annotation, GenericAlias):
        return {annotation} if issubclass(annotation, BaseModel) else set()
    return {found for part in get_args(annotation) for found in _models_in(part)}


def kinds(models: Iterable[type[BaseModel]]) -> list[str]:
    """The values of `kind` that tell the models apart."""
    fields = [m.model_fields["kind"] for m in models if "kind" in m.model_fields]
    return sorted({str(kind) for field in fields for kind in get_args(field.annotation)})


def did_you_mean(given: Any, known: Iterable[str]) -> str:
    """A hint: the nearest known name, or the first of them if none is near."""
    names = {name.lower(): name for name in islice(known, _MOST_NAMES)}
    near = get_close_matches(str(given).lower(), names, n=1, cutoff=0.6) if len(str(given)) < 100 else []
    if near:
        return f"did you mean {names[near[0]]!r}?"
    shown = list(islice(names.values(), _MOST_SHOWN))
    return f"known here: {', '.join(shown)}{', …' if len(names) > len(shown) else ''}"


def _message(item: Any, models: set[type[BaseModel]]) -> str:
    given, context = item.get("input"), item.get("ctx", {})
    match item["type"]:
        case "missing" if isinstance(item["loc"][-1], int):
            return "an item is missing here"
        case "missing":
            return "missing; it is required"
        case "extra_forbidden" | "no_such_attribute":
            names = sorted({name for m in models for name in m.model_fields})
            return f"unknown key; {did_you_mean(item['loc'][-1], names)}"
        case "union_tag_not_found":
            return f"needs a kind: {', '.join(kinds(models))}"
        case "union_tag_invalid":
            return f"there is no kind {context['tag']!r}; {did_you_mean(context['tag'], kinds(models))}"
        case "value_error":
            return str(context["error"])
        case "model_type" | "model_attributes_type":
            return f"expected a mapping of keys to values (given: {_short(given)})"
        case "tuple_type" | "list_type":
            return f"must be a list (given: {_short(given)})"
        case "too_short":
            return f"must have at least {context['min_length']} items, {context['actual_length']} given"
        case "too_long":
            return f"must have at most {context['max_length']} items, {context['actual_length']} given"
        case _:
            return f"{item['msg'].replace('Input should be', 'must be', 1)} (given: {_short(given)})"


def _short(value: Any) -> str:
    """What was given, for a message: its beginning, without writing out a list of a million items."""
    if isinstance(value, int) and value.bit_length() > 200:
        return f"a whole number of {value.bit_length()} bits"
    if isinstance(value, list | tuple | dict) and len(value) > 20:
        return f"{type(value).__name__} of {len(value)} items"
    text = repr(value[:60]) if isinstance(value, str) else reprlib.repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
