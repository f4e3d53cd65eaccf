"""Pictures and films of recordings, on machines with or without a display or a GPU.

Needs the extra ``render``; nothing heavy is imported before the first picture.
"""

from pliant.render.energy_balance import plot_energy_balance
from pliant.render.options import Options
from pliant.render.picture import picture
from pliant.render.video import video

__all__ = ["Options", "picture", "plot_energy_balance", "video"]
