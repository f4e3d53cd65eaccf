"""Crash-safe frames on disk: what a simulation writes and everything that shows it reads."""

from pliant.recording.mesh import (
    BOOKS,
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
    "BOOKS",
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
