"""Large tables in specs: read-only NumPy arrays that compare by content and serialise to lists.

Tuples of tuples would do for a few rows. For a mesh of 200,000 triangles they take ten times the memory, and twenty
times as long to check.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import core_schema

from pliant.problems import FieldError


class Array:
    """Numbers that never change. NumPy takes it for the array it holds; `tolist` and items are as of an array."""

    def __init__(self, values: np.ndarray):
        self._values = np.array(values, order="C")
        self._values.flags.writeable = False

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if dtype is not None and np.dtype(dtype) != self._values.dtype:
            return self._values.astype(dtype)
        return self._values.copy() if copy else self._values

    @property
    def shape(self) -> tuple[int, ...]:
        return self._values.shape

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: Any) -> Any:
        return self._values[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def tolist(self) -> list:
        return self._values.tolist()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Array) and np.array_equal(self._values, other._values)

    @cached_property
    def _hash(self) -> int:
        return hash((self.shape, self._values.tobytes()))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<{'×'.join(map(str, self.shape))} numbers>"


@dataclass(frozen=True)
class _Rows:
    """How pydantic makes an `Array` with `width` numbers a row."""

    width: int
    whole: bool  # integers

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        return core_schema.no_info_plain_validator_function(
            self.checked,
            serialization=core_schema.plain_serializer_function_ser_schema(lambda array: array.tolist()),
        )

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        number = {"type": "integer" if self.whole else "number"}
        row = {"type": "array", "items": number, "minItems": self.width, "maxItems": self.width}
        return {"type": "array", "items": row}

    def checked(self, value: Any) -> Array:
        if isinstance(value, Array):
            value = np.asarray(value)
        if not isinstance(value, np.ndarray | list | tuple):
            raise ValueError("must be a list of rows")
        if not len(value):
            return Array(np.zeros((0, self.width), dtype=self._type))
        try:
            array = np.asarray(value)
        except ValueError:  # ragged
            array = None
        if array is None or array.dtype.kind not in "iuf" or array.ndim != 2:
            raise self._complaint(value)
        if array.shape[1] != self.width:
            raise FieldError((0,), f"must have {self.width} numbers, {array.shape[1]} given")
        wrong = ~np.isfinite(array)
        if self.whole and array.dtype.kind == "f":
            wrong |= array != np.floor(array)
        if wrong.any():
            place = tuple(int(i) for i in np.argwhere(wrong)[0])
            what = "an integer" if self.whole else "a finite number"
            raise FieldError(place, f"must be {what} (given: {array[place]})")
        return Array(array.astype(self._type))

    @property
    def _type(self) -> Any:
        return np.int64 if self.whole else float

    def _complaint(self, rows: Any) -> ValueError:
        """What is wrong with the first row that is not one."""
        for k, row in enumerate(rows):
            if not isinstance(row, list | tuple | np.ndarray) or len(row) != self.width:
                return FieldError((k,), f"must be {self.width} numbers (given: {row!r})"[:80])
            for j, number in enumerate(row):
                if isinstance(number, bool) or not isinstance(number, int | float | np.number):
                    return FieldError((k, j), f"must be a number (given: {number!r})"[:80])
        return ValueError("must be a list of rows of numbers")


class _Table(_Rows):
    """Numbers along one, two or three axes."""

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "array", "items": {}}

    def checked(self, value: Any) -> Array:
        try:
            array = np.asarray(value)
        except ValueError:  # ragged
            array = np.zeros(0, dtype=object)
        if array.dtype.kind not in "iuf" or not 1 <= array.ndim <= 3 or not array.size:
            raise ValueError("must be numbers along one, two or three axes, with rows of equal length")
        wrong = np.argwhere(~np.isfinite(array))
        if len(wrong):
            place = tuple(wrong[0].tolist())
            raise FieldError(place, f"must be a finite number (given: {array[place]})")
        return Array(array.astype(float))


Places = Annotated[Array, _Rows(3, whole=False)]
Triples = Annotated[Array, _Rows(3, whole=True)]
Quadruples = Annotated[Array, _Rows(4, whole=True)]
Table = Annotated[Array, _Table(0, whole=False)]
