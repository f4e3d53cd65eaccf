"""`python -m pliant.studio.thumbnails [NAME …]`."""

import sys

from pliant.studio.gallery import items
from pliant.studio.thumbnails import make

for name in sys.argv[1:] or [item.name for item in items()]:
    print(make(name), flush=True)
