"""How fast it is: `pliant bench`.

>>> from pliant import benchmarks
>>> rows = benchmarks.run()
"""

from pliant.benchmarks.row import Row
from pliant.benchmarks.suite import run

__all__ = ["Row", "run"]
