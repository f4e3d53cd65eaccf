"""Scene → model, in three layers: rest shape, matter, surroundings; `model.build` puts them together."""
