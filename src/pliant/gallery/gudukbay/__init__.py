"""Figures of document 001: U. Güdükbay, *Animation of Elastically Deformable Models*."""
