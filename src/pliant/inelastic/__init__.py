"""Matter that creeps, yields and remembers: laws of flow, return mapping, internal variables."""
