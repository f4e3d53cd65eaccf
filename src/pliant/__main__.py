"""`python -m pliant` is `pliant`."""

from __future__ import annotations

from pliant.cli import main

if __name__ == "__main__":
    main()
