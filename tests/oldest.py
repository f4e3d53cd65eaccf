"""The oldest versions that `pyproject.toml` allows, for pip: `python tests/oldest.py > pins.txt`.

`make oldest` installs them together and runs a part of the tests with them, so that no lower bound is a guess.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
EXTRAS = ("meshes", "plots", "render", "studio")  # what users install


def bounds() -> list[str]:
    """The requirements of pliant, of its extras and of its wheel, each a name and a lower bound."""
    data = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    project, optional = data["project"], data["project"]["optional-dependencies"]
    extras = [one for extra in EXTRAS for one in optional[extra]]
    return [*project["dependencies"], *extras, *data["build-system"]["requires"]]


def pins() -> list[str]:
    """The same, with exactly the oldest version."""
    found = []
    for requirement in bounds():
        parts = re.fullmatch(r"([\w-]+)>=([\d.]+)", requirement)
        if parts is None:
            raise ValueError(f"{requirement!r} in pyproject.toml is not NAME>=VERSION")
        found.append(f"{parts[1]}=={parts[2]}")
    return found


if __name__ == "__main__":
    print("\n".join(pins()))
