"""Figures of document 000: M. Kelager, A. Fleron, *Implementation of Deformable Objects*."""
