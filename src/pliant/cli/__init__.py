"""The command line: `pliant` or `python -m pliant`.

Start-up is part of the product: modules here import nothing heavy at the top, so that help appears at once
and numerics are loaded by the commands that need them.
"""

from pliant.cli.app import app, main

__all__ = ["app", "main"]
