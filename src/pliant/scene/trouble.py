"""Problems of bodies that only show when their model is built."""

from __future__ import annotations

from pliant.errors import Problem, SceneError


def problem_in_body(index: int, path: str, message: str) -> SceneError:
    """The error for something wrong at `path` of the body with that index."""
    return SceneError([Problem(f"bodies[{index}].{path}", message)])
