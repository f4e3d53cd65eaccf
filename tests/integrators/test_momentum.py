"""What keeps the momentum of free pieces copes with pieces that have none."""

from __future__ import annotations

import numpy as np

from pliant.integrators.momentum import solved


def test_pieces_without_mass_or_size_are_left_where_they_are():
    matrices = np.stack(
        [2.0 * np.eye(3), np.zeros((3, 3)), np.diag([1.0, 1.0, 0.0]), np.full((3, 3), np.nan)]
    )
    found = solved(matrices, np.ones((4, 3)), 0.0)
    assert found.tolist() == [[0.5, 0.5, 0.5], [0.0] * 3, [0.0] * 3, [0.0] * 3]
