"""Figures of document 003 (Song, Mokhov and Grogono) as scenes."""
