"""Parameters of a scene from what was measured."""
