"""Scenes: what users write, read from files or built in Python."""

from pliant.scene.events import Event, Grab, Move, PinEvent, Push, Release, Set, Unpin
from pliant.scene.parameters import set_parameter
from pliant.scene.read import load
from pliant.scene.schema import Handle, Scene
from pliant.scene.write import save

__all__ = [
    "Event",
    "Grab",
    "Handle",
    "Move",
    "PinEvent",
    "Push",
    "Release",
    "Scene",
    "Set",
    "Unpin",
    "load",
    "save",
    "set_parameter",
]
