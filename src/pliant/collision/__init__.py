"""Bodies that meet each other and themselves: skins, pairs of features, barrier, certified steps, friction.

In the order of the maths: `hull` (what of a body can touch), `distance` (nearest points of two features), `tree` and
`flat` (which features may come near), `glance` (that none can), `pairs` (the list of them), `certify` (motions
in which nothing crosses), `separation` (these together), `intersections` (whether hulls cross), `barrier` and
`friction` (what pairs that are near do to each other).
"""
