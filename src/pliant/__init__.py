"""pliant: physically based deformable models.

>>> import pliant as pl
>>> scene = pl.Scene(gravity=pl.EARTH)
>>> cloth = scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(64, 64), material=pl.materials.COTTON))
>>> scene.pin(cloth, corners=("00", "10"))
>>> recording = pl.simulate(scene, seconds=4)

The public names are those of `pliant.api`. They are imported when the first of them is asked for, so that
`pliant --help` need not wait for the compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pliant import linear as linear
    from pliant import testing as testing
    from pliant.api import *  # noqa: F403
    from pliant.api import __all__ as __all__

__version__ = "0.1.0"

_ON_DEMAND = ("linear", "testing")  # only for those who ask: they bring much with them


def __getattr__(name: str) -> Any:
    if name.startswith("_") and name != "__all__":  # asked for by Python and its tools, not by people
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in _ON_DEMAND:
        return import_module(f"pliant.{name}")
    api = import_module("pliant.api")
    if name not in globals():  # importing the names has made the submodules attributes
        try:
            globals()[name] = getattr(api, name)
        except AttributeError:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *_ON_DEMAND, *import_module("pliant.api").__all__})
