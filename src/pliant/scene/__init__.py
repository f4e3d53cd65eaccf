"""Scenes: what users write, read from files or built in Python."""

from pliant.scene.events import Cool, Cut, Grab, Heat, Move, PinEvent, Place, Push, Release, Set, Unpin
from pliant.scene.parameters import set_parameter
from pliant.scene.read import load
from pliant.scene.schema import Handle, Scene
from pliant.scene.write import save

__all__ = [
    "Cool",
    "Cut",
    "Grab",
    "Handle",
    "Heat",
    "Move",
    "PinEvent",
    "Place",
    "Push",
    "Release",
    "Scene",
    "Set",
    "Unpin",
    "load",
    "save",
    "set_parameter",
]
