"""One scene through several formulations and integrators: what each costs, bears and gets wrong.

>>> from pliant.compare import compare
>>> found = compare(pliant.load("drape.yaml"), ["exact", "springs"], ["bdf2", "rk4"], film=True)
>>> print(table(found))
"""

from pliant.compare.comparison import INTEGRATORS, Comparison, Entry, compare
from pliant.compare.formulations import FORMULATIONS, available, converted
from pliant.compare.table import HEADINGS, rows, table

__all__ = [
    "FORMULATIONS",
    "HEADINGS",
    "INTEGRATORS",
    "Comparison",
    "Entry",
    "available",
    "compare",
    "converted",
    "rows",
    "table",
]
