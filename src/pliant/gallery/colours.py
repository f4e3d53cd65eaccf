"""The colours of the gallery."""

from pliant.model import Look

RED = Look("#c4503f")
BLUE = Look("#3a68a5")
GREEN = Look("#5f8f5a")
GOLD = Look("#d19a3c")
PLUM = Look("#8a4f7d")
LINEN = Look("#e9e1d0")
STEEL = Look("#8d98a6")
TEAL = Look("#3f8a8c")
ROSE = Look("#d08a86")
STONE = Look("#a9adb3")  # obstacles
SLATE = Look("#6f7d8c")
FLOOR = Look("#c9ccd0")
