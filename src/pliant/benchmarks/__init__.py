"""How fast it is: `pliant bench`.

>>> from pliant import benchmarks
>>> rows = benchmarks.run(only=["hanging-cloth"])
"""

from pliant.benchmarks.row import Row
from pliant.benchmarks.suite import Part, Section, choose, measure, run, sections

__all__ = ["Part", "Row", "Section", "choose", "measure", "run", "sections"]
