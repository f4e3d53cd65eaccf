"""What every field of every spec means, in a few words: for `help`, the JSON Schema and the tables in the docs.

A field is looked up as ``Class.field``, of the class or a base of it, then by its name alone: a word means the same
everywhere. Units and defaults are not said here; they are where the field is.
"""

from __future__ import annotations

from collections.abc import Iterable

_ANYWHERE = """
a: half of its extent along u
about: the point that it turns about (None: its own centre)
along: along what the push is: the gradient of f, or its part along the normal of the body
ambient: temperature of the surroundings
adaptive: when steps are divided (None: where something goes wrong)
amplitude: how far it swells
anchor: the place that nodes are pulled to
angle: how far it goes round
angles: how far it is turned at each time
apply_to: the nodes it acts on (None: all of every body)
area_density: mass per area
arms: the dashpots, with their shares of the stiffness
at_most: how many links break in a step (None: all)
axes: the axes along which coordinates stay
axis: the direction that it goes about
b: half of its extent along v
bend: springs to the next node but one
bending: resistance to bending
between: the two nodes that it joins
blend: how near two parts are where their seam is filled
blobs: drawn as balls of this radius around its nodes
bodies: what is simulated
body: the id of the body
bound: the strain at which it swells no more
broken_links: pairs of neighbouring nodes that do not hold together
by: what deforms the shape, in this order
center: where its middle is
centrifugal: whether this inertial force deforms it
channel: what of the picture is taken
circulation: how strong it turns
closed: whether its end joins its beginning
collides: ids of the obstacles and bodies that it meets (None: all)
collision: how bodies meet each other and themselves (False: not)
color: red, green and blue, 0 to 1, or a text such as "#cc5544"
compliance: how far sticks give way under a force
condition: how stress is measured
constraints: pins, clamps and joints
contact: the response of obstacles that have none of their own
contact_thickness: how thick it is in contact (None: as `collision` says)
contact_time: how fast nodes take on its temperature
control_points: the points that shape it
cooling_time: how fast it cools (None: never)
coriolis: whether this inertial force deforms it
corner: one of its corners: a digit for each axis, 0 first and 1 last
corners: corners: a digit for each axis, 0 first and 1 last
count: how many there are
counts: how many control points, along each axis
curvature: weight of the second derivatives of the deformation
curve: the curve that it follows
cutoff: entries of the stiffness matrix below this are zero, in the variant `kelager`
cuttable: whether it can be cut into pieces
damping: internal damping
degree: of its polynomials
degrees: of its polynomials, along each axis
density: mass per volume
depth: extent along y and the second axis
direction: where it points; of any length
directions: the directions that it goes through
drag: resistance of what surrounds it
dt: the time step
ease: how it goes from one to the next
edge_length: length of the edges inside (None: a twentieth of the diagonal)
edges: edges: the index that is constant there, such as "m0"
end: where it ends
epsilon: how far its push reaches
error: the largest local error of a piece of a step, as a part of the body's size (None: any)
events: what happens, and when
exponent: 1: an ellipse, towards 0 a rectangle, 2 a diamond
exponents: 1: round, towards 0 square, 2 a diamond; both ways
faces: triples of vertices by number
factors: by how much along x, y, z; one number: all the same
fibre_angle: from the first axis of the grid to that of the fibres
field: what is asked: the distance, or the implicit function
file: where it is read from
fill: whether a closed surface is filled with tetrahedra
fixed: where along the axis the shape stays in place
flow: the law by which it creeps or yields (None: it is elastic)
force: a vector, keys over time, or a function of the time
forces: what acts on the bodies
fracture: what it bears before it tears (None: anything)
frame: how its section is turned along it, so that it resists twist (None: it knows no twist)
frame_times: the moments that the frames are of
frames: where the vertices are, one time after the other
friction: Coulomb's coefficient μ
function: the function that is asked
g: the acceleration of free fall
gas: the amount nRT of gas inside (None: none)
girdle: the closed curve that it goes around on
goal: where it is led to (None: nowhere)
grab: the id of the hand
gravity: a vector, a number (downwards), a planet, or none
grid: numbers of nodes along its axes
halvings: how often a step is halved at most
hardening: by how much the limit rises with plastic strain
height: extent along the second axis, upwards or along z
heights: the table that raises it
high: the corner with the largest coordinates
hollow: the part of each radius that is left empty
id: its name, by which others refer to it
ignores: ids of the obstacles and bodies that it does not meet
initial_shape: the shape that it starts from (None: the rest shape)
initial_twist: how much more it is twisted at the start, per length
inner: how large the innermost layer is, beside the outermost
integrator: how time is stepped
iterations: how often it is tried at most
isotropic: by how much the limit rises with all that has flown, to and fro
itself: whether a body meets itself
kind: what it is
law: what large strains cost
layers: how many nets there are
length: how long it is
level: how often triangles are cut into four
limit: what it bears at most
line_density: mass per length
links: the springs that differ, and further ones
look: how it is drawn
low: the corner with the smallest coordinates
magnitude: weight of the deformation itself
margin: where it begins, above the surface (None: from the thickness)
mass: of one node
material: what it is made of, or the name of a preset
mean: what it swells about
measure: what is limited
melting: above this it flows freely
membrane: resistance to stretching, E·t, or C₁₁, C₁₂, C₂₂, C₃₃
moment: a vector, keys over time, or a function of the time
more: further points that it holds
motion: how it moves by itself (None: it rests)
name: what it is called
newton_iterations: of Newton's method, at most in a step
node: the indices of the node
nodes: nodes: [m, n], [l, m, n], or [n]
normal: direction out of it, of any length
obstacle: the id of the obstacle
obstacles: what bodies meet and does not give way
offset: how far it is moved
omega: the factor of over-relaxation
order: of its polynomials
parts: the obstacles that it is made of
path: the way that it takes
penetration: how much deeper into an obstacle nodes may get in a piece of a step (None: any)
per: what the force is given for
period: how long a swell takes
periodic: which axes close upon themselves
phase: where it begins in its period
pitch: how far it rises in a turn
plane: the normal of the plane that it lies in (None: in space)
point: a point of the plane
poisson: contraction across over extension along, ν
position: how far it is moved at the start
positions: where the chosen nodes are, one time after the other (None: by shift and turn)
preconditioner: what makes conjugate gradients quick
pressure: P·V of the gas inside
pretwist: how much the section turns along it at rest, per length
quadratic: whether tetrahedra have nodes in the middles of their edges too
radius: how far it reaches from its middle
radius_damping: damping of springs between layers
radius_stiffness: stiffness of springs between layers
range: the part of the axis that is deformed (None: all)
rate: how much harder it pushes as time goes by
ratio: stiffness of the second spring over that of the first
reach: how far from the surface it is sticky
relaxation_time: how fast stress relaxes
relief: what the depth is multiplied by
repeat: whether it begins anew when it is over
response: how it keeps bodies out (None: the scene's `contact`)
rest: rest length over the distance of the nodes
restitution: speed after over speed before a blow (None: by the response)
retardation_time: how fast it creeps
rigidity: resistance to bending, as published
rotation: how it is turned, as a rotation vector
scale: what lengths are multiplied by
scatter: relative standard deviation of the limit
Custom.energy: W(I1, I2) in Python
second: share of the second constant C₂ in C₁ + C₂
seconds: how long it takes
section: what the cross-section is
seed: chooses the random numbers
self_contact: whether it meets itself (None: surfaces, curves, meshes do)
semi_axes: half of its extents along x, y, z
sets: sets of a mesh, by their names
shape: its shape at rest
shares: which share of the shear modulus each exponent has
share: the part of the stiffness that relaxes
shear: resistance to shearing
shift: how far they are moved: a vector, keys over time, or a function of the time
shifts: where it is at these times, from its place
single: the nodes that differ
size: extents along x, y and z
slope: weight of the first derivatives of the deformation
smooth: whether it begins and ends each way at rest
softening: above this it begins to flow
softness: stiffness when molten over that when cold
solver: how linear systems are solved
spin: how fast it turns at the start, about its centre of mass
start: where it begins
stickiness: the stress that pulls matter to it
stiffness: force over displacement
stream: the velocity of the fluid
strength: the force at which it breaks (None: never)
stretching: resistance to stretching, EA
substeps: how many parts a step has
Surface.substeps: how many steps of its own are in one of the scene
Mesh.initial_shape: where its vertices are at the start (None: where they are at rest)
Mesh.sets: names for some of its vertices
NamedSet.edges: edges: pairs of vertices by number
NamedSet.nodes: nodes: vertices by number
BodyOfPoints.substeps: how many steps of its own are in one of the scene
symmetric: whether sweeps go there and back
temperature: how hot it is
tension: resistance to stretching, as published
tetrahedra: four numbers of vertices each
texture: the path of a picture that is laid over it
thickness: how thick it is
threshold: deeper than this, what goes out is left alone
through: a point on it (None: where each node starts)
time: when it happens
times: the moments that the values are of
title: what it is called for people
to: where it goes
tolerance: how exactly it is solved, relative
top: the radius above
torque: a vector in the body's frame, keys over time, or a function
torsion: resistance to twisting, GJ
towards: the direction that it goes to
transverse: whether this inertial force deforms it
triangles: three numbers of vertices each
tube: the radius of the tube itself
turn: how they are turned, as a rotation vector: the same
turns: how often it goes round
u: direction of its first axis
unit: what a length of 1 in the file stands for
untangle: whether bodies that cross at the start are parted
up: the first axis of the section at the first edge (None: an axis of space)
v: direction of its second axis
value: what it becomes
values: the numbers
variant: the energy (exact), or a published secant force
velocity: how fast it moves at the start
velocity_test: whether nodes on their way out are left alone
vertices: points of the mesh
visible: whether it is drawn
weights: shares of the nodes, that sum to 1
width: extent along x or the first axis
within: how long it takes until it is met (None: it is from the start)
young: Young's modulus E
young_2: Young's modulus across the fibres (None: the same)
"""

_THERE = """
Barrier.damping_ratio: of what bounces off it, a part of what is critical (None: that of the scene)
Barrier.stiffness: of the push at a node (None: from mass and time step)
Box.height: extent along z and the third axis
Bust.height: how high it is
Capsule.length: of the segment between the centres of its ends
Circle.angle: how much of the circle there is
Collision.damping_ratio: of what bounces off others, a part of what is critical
Cord.damping: internal damping, a Kelvin–Voigt time
Cord.radius: how thick it is drawn
Curve.periodic: whether it closes
Custom.function: of positions, velocities and the time: the forces
CustomEnergy.function: of positions and the time: energy and gradient
Ogden.exponents: powers of the stretches
CustomEnergy.hessian: of the same: blocks (n, 3, 3) of second derivatives
Cut.direction: of the blade (None: against the mean normal)
Cut.path: points, or places of the body, one after the other
CapsuleSolid.length: of the segment between the centres of its ends
CylinderSolid.radius: of the whole rod
Difference.parts: the first one is left, without the others
Direction.a: where the edge begins
Direction.b: where it ends
Direction.c: the third point of a triangle (None: an edge is led)
Direction.times: when it has come to each direction
Distance.a: the first point
Distance.b: the second point
Distance.length: how far apart they stay (None: as they start)
Drive.about: the point that they turn about (None: their middle)
Elastic.bending: resistance to bending (None: E t³/12(1 − ν²))
Elastic.damping: internal damping, a Kelvin–Voigt time
Elastic.shear: shear modulus G (None: from E and ν)
ExponentialPenalty.strength: its potential at the surface, per node
Fracture.limit: the elongation, stress or deformation that a link bears
Fracture.molten: the share of the limit that molten matter has left (None: all)
Fracture.toughness: what it costs to make a crack longer (None: a crack runs at the limit)
Grab.damping: of the hand's spring
Grab.id: the name by which it is moved and released
Grab.radius: of the patch that the hand grips (0: a spot)
Grab.stiffness: of the hand's spring (None: it holds a node exactly)
Grab.to: where it goes (None: it stays)
Gyro.axis: the body's own, at rest, that is turned to the goal
Gyro.damping: resistance to all turning
Gyro.goal: the direction that the axis is led to (None: none)
Gyro.limit: the torque of the controller at most (None: any)
Gyro.stiffness: of the controller
Heat.temperature: what it is brought to; one number, or one a node
HeightField.scale: what the table is multiplied by
Hybrid.damping: internal damping, a Kelvin–Voigt time
Hybrid.density: mass per length, area or volume
ImageField.high: what white stands for
ImageField.low: what black stands for
Join.a: the first point
Join.b: the second point
JointOfNodes.body: the id of the body that the chosen nodes are of
Layered.shape: the net of its outermost layer
Layers.rest: rest length over the distance at rest
MaterialFrame.curvature: towards both axes of the section at rest (None: that of the shape)
Mesh.thickness: of the skin of an open mesh
Motion.turns: how it is turned at these times, as rotation vectors
Nail.point: the point that is held
Nail.position: where it is held (None: where it starts)
ObstacleSpec.scale: how large it is drawn, beside what it is
ObstacleSpec.temperature: of what is hot, for matter that softens (None: not)
OnCurve.curve: the curve that it slides on
OnSurface.offset: how far above the surface
Patch.thickness: of the gaps between layers
Path.curve: the curve that it goes along
Path.function: the place at a time
Path.point: the point that is led
Path.seconds: how long it takes along the curve
Path.start: when it begins to go along the curve
Path.times: when it has come to each place
Penalty.damping_ratio: of what bounces off it, a part of what is critical (None: that of the scene)
Penalty.stiffness: of its spring at a node (None: from mass and time step)
Pipe.radius: from the axis to the middle of the wall
Pipe.thickness: of the wall
Plastic.layers: of what bends, on each side of the middle (1: all yields with the skin)
Plastic.limit: the stress at which it yields
Pressure.pressure: a number, keys over time, or a function of the time
Projection.strength: 1 lands on the surface, less sinks in, more bounces
Push.radius: of the patch that it pushes at
Raw.damping: resistance to motion, of one node
RawBulk.damping: resistance to motion, of one node
RawBulkNode.damping: resistance to motion, of this node
RawNode.damping: resistance to motion, of this node
Release.grab: the id of the grab or the push
Rigid.center: where its centre of mass is in its shape (None: as of even density)
Rigid.density: mass per volume within its skin (None: the mass is given)
Rigid.divisions: nodes of its skin along each axis of the shape
Rigid.inertia: moments about the axes of its shape, or a tensor (None: as of even density)
Rigid.mass: all of it (None: from the density)
Rod.damping: internal damping, a Kelvin–Voigt time
Rotate.rotation: how it is turned, as a rotation vector
SampledStream.counts: how many points there are along x, y and z
SampledStream.values: velocities, three numbers each
Scene.seconds: how long a run takes, unless told
Set.path: such as "gravity" or "bodies.cloth.material.young"
Shear.amount: how far it slides per metre along the axis
Sheet.bending: resistance to bending, D, or D₁₁, D₁₂, D₂₂, D₃₃
Sheet.damping: internal damping, a Kelvin–Voigt time
Skin.thickness: of the gaps between layers
Solid.shape: its shape at rest
SpringLink.length: at which it is at ease (None: as it is at rest)
Springs.damping: of springs between neighbours
Springs.shear: springs across the cells (0: none)
Springs.stiffness: of springs between neighbours
Sticks.order: "even" (no torque), or "original"
Strip.damping: internal damping, a Kelvin–Voigt time
Strip.height: extent along the first axis of the section
Strip.width: extent along the second axis
Sticks.rigidity: nodes at most so many links apart are joined
Supertoroid.radius: from the centre to the middle of the tube
Table.values: velocities at these times
Taper.to: the scale at the far end
Terrain.depth: extent along y and the second axis
Terrain.heights: the height over each point of the grid
Terrain.thickness: how far down it is solid, below its lowest point
Thermoplastic.temperature: how hot it is at the start
Thruster.damping: of the controller
Thruster.force: a vector in the body's frame, keys over time, or a function
Thruster.limit: the force of the controller at most (None: any)
Thruster.stiffness: of the controller
Toroid.radius: over the root of a₁² + a₂² it is how many of these away
Torus.radius: from the centre to the middle of the tube
TorusSolid.radius: from the centre to the middle of the tube
Tube.end: the radius at the far end (None: the same)
TubeSolid.end: the radius at the far end (None: the same)
Viscoplastic.layers: of what bends, on each side of the middle (1: all yields with the skin)
Viscoplastic.limit: the stress at which it flows
Viscous.strength: of the resistance; per area of exact bodies
Vortex.center: a point of its axis
Vortex.radius: of its core
"""


def _table(text: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in text.strip().splitlines())


MEANINGS = _table(_ANYWHERE) | _table(_THERE)


def meaning_of(classes: Iterable[type], field: str) -> str:
    """What a field means in a class whose method resolution order this is."""
    for one in classes:
        if (there := MEANINGS.get(f"{one.__name__}.{field}")) is not None:
            return there
    return MEANINGS.get(field, "")
