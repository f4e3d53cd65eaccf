"""Figures of document 002: D. Terzopoulos, K. Fleischer, *Deformable Models*."""
