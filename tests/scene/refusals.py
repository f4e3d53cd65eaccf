"""What is wrong with a scene file, as its reader says it."""

from __future__ import annotations

import pytest

from pliant.errors import SceneError
from pliant.scene import load


def error(tmp_path, name: str, text: str | bytes) -> SceneError:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SceneError) as caught:
        load(path)
    assert caught.value.source == str(path)
    assert str(caught.value).startswith(str(path))
    return caught.value


def only(tmp_path, name: str, text: str | bytes) -> tuple[str, int | None, str]:
    problems = error(tmp_path, name, text).problems
    assert len(problems) == 1, problems
    return problems[0].path, problems[0].line, problems[0].message
