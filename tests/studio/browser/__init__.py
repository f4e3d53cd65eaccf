"""The page in a real browser. A package, so that its tests share a browser and a server (`scope="package"`)."""
