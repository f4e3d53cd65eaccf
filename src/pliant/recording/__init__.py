"""Crash-safe frames on disk: what a simulation writes and everything that shows it reads."""

from pliant.recording.mesh import (
    ENERGY_BALANCE,
    BodyMesh,
    ObstacleMesh,
    SpringLines,
    anchor_key,
    broken_key,
    cut_key,
    obstacle_key,
)
from pliant.recording.reader import Frame, Recording
from pliant.recording.writer import RecordingWriter

__all__ = [
    "ENERGY_BALANCE",
    "BodyMesh",
    "Frame",
    "ObstacleMesh",
    "Recording",
    "RecordingWriter",
    "SpringLines",
    "anchor_key",
    "broken_key",
    "cut_key",
    "obstacle_key",
]
