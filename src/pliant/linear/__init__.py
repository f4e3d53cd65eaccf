"""Linear analysis: K U = F, modes and forced motion of frames, of elements given one by one, and of any scene at rest.

>>> from pliant import linear
>>> crane = linear.Frame([(0, 0, 0), (1, 0, 0), (1, 0, 1)], [(0, 1), (1, 2), (0, 2)], young=210e9, area=1e-4)
>>> found = crane.solve({2: (0, 0, -1e3)}, held={0: "xyz", 1: "xyz", 2: "y"})
>>> bool(found.stress[1] < 0)
True
"""

from pliant.linear.elements import (
    bar_mass,
    bar_stiffness,
    beam_mass,
    beam_stiffness,
    elasticity,
    interpolation,
    lumped,
    plane_stress,
    simplex_mass,
    simplex_stiffness,
    strain_matrix,
)
from pliant.linear.frames import Frame, Loaded, Struck
from pliant.linear.scenes import of_body
from pliant.linear.system import System, assemble

__all__ = [
    "Frame", "Loaded", "Struck", "System", "assemble", "bar_mass", "bar_stiffness", "beam_mass", "beam_stiffness",
    "elasticity", "interpolation", "lumped", "of_body", "plane_stress", "simplex_mass", "simplex_stiffness",
    "strain_matrix",
]  # fmt: skip
