"""Scenes of pliant's own that are about contact between bodies."""
