"""The XML scenes of Kelager and Fleron's program [000 §4.4], both ways."""
