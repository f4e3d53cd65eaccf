"""Scenes: what users write, read from files or built in Python."""

from pliant.scene.events import Cut, Event, Grab, Move, PinEvent, Place, Push, Release, Set, Unpin
from pliant.scene.parameters import set_parameter
from pliant.scene.read import load
from pliant.scene.schema import Handle, Scene
from pliant.scene.write import save

__all__ = [
    "Cut",
    "Event",
    "Grab",
    "Handle",
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
