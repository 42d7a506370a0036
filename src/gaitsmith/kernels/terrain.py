"""Where the ground is: depth of a point below a surface made of straight segments.

Segments are constant in y. Segment i starts at x = starts[i] [m] with height
heights[i] [m] and rises by grades[i] (rise over run). A gap is a segment far below.
Crevasses are rectangles anywhere that are cut out of the segments.
"""

import math

from gaitsmith.kernels.compilation import compiled

GAP_HEIGHT = -1000.0  # m; a segment at this height is a hole without bottom
NOT_STANDING = -1.0  # m, depth of a point that does not stand on the ground
SINKING = 0.02  # m that one who stands before a riser may have sunk into the ground
SAME_GROUND = 0.005  # m that a point sinks in a step at most; more is another segment


@compiled
def segment_at(terrain, x):
    """Index of the segment below position x [m]."""
    index = 0
    while index + 1 < terrain.starts.shape[0] and x >= terrain.starts[index + 1]:
        index += 1
    return index


@compiled
def segment_height(terrain, index, x):
    """Height [m] of segment `index`, prolonged as far as x [m]."""
    return terrain.heights[index] + terrain.grades[index] * (x - terrain.origins[index])


@compiled
def walking_height(terrain, x):
    """Height [m] of the surface one walks on at x.

    Over a gap, that of its near edge; over a crevasse, that of the ground around it,
    which is the same for every y.
    """
    index = segment_at(terrain, x)
    while index > 0 and terrain.heights[index] <= GAP_HEIGHT:
        index -= 1
        x = terrain.starts[index + 1]
    return segment_height(terrain, index, x)


@compiled
def depth_below_surface(terrain, x, y, z, stood):
    """Depth [m] of the point (x, y, z) below the nearest surface, and its normal.

    Negative above ground. A point inside a block is pushed out the shortest way: up, or
    sideways through a riser or the wall of a crevasse, so that a toe that runs into a
    step is stopped by it. A point that has come from above, and `stood` [m] deep in the
    last step, is pushed up only: nobody is pushed off an edge because the ground is
    soft. `NOT_STANDING` of one that has not.
    """
    depth, normal = depth_below_segments(terrain, x, z)
    if depth - stood > SAME_GROUND:
        depth, normal = shortest_way_out(terrain, x, z, depth, normal)
    for index in range(terrain.crevasses.center.shape[0]):
        distance, direction = way_to_crevasse(terrain.crevasses, index, x, y)
        if distance == 0.0:
            return GAP_HEIGHT - z, (0.0, 0.0, 1.0)
        if distance < depth and depth - stood > SAME_GROUND:
            depth, normal = distance, direction
    return depth, normal


@compiled
def way_to_crevasse(crevasses, index, x, y):
    """Distance [m] of (x, y) from crevasse `index`, and the direction towards it.

    Zero inside; there, every direction is as good.
    """
    cosine, sine = crevasses.heading[index, 0], crevasses.heading[index, 1]
    dx, dy = x - crevasses.center[index, 0], y - crevasses.center[index, 1]
    half_width = crevasses.half_size[index, 0]
    half_length = crevasses.half_size[index, 1]
    along, across = cosine * dx + sine * dy, cosine * dy - sine * dx
    along -= min(max(along, -half_width), half_width)
    across -= min(max(across, -half_length), half_length)
    distance = math.sqrt(along * along + across * across)
    if distance == 0.0:
        return 0.0, (0.0, 0.0, 1.0)
    along, across = along / distance, across / distance
    return distance, (
        sine * across - cosine * along,
        -sine * along - cosine * across,
        0.0,
    )


@compiled
def depth_below_segments(terrain, x, z):
    """Depth [m] of the point (x, z) below the segment there, and the normal."""
    index = segment_at(terrain, x)
    grade = terrain.grades[index]
    cosine = 1.0 / math.sqrt(1.0 + grade * grade)
    depth = (segment_height(terrain, index, x) - z) * cosine
    return depth, (-grade * cosine, 0.0, cosine)


@compiled
def shortest_way_out(terrain, x, z, depth, normal):
    """The same, or sideways through a riser if that is nearer."""
    if depth <= 0.0 or terrain.starts.shape[0] == 1:
        return depth, normal
    index = segment_at(terrain, x)
    if index > 0:
        edge = terrain.starts[index]
        if segment_height(terrain, index - 1, edge) < z + SINKING and x - edge < depth:
            depth, normal = x - edge, (-1.0, 0.0, 0.0)
    if index + 1 < terrain.starts.shape[0]:
        edge = terrain.starts[index + 1]
        if segment_height(terrain, index + 1, edge) < z + SINKING and edge - x < depth:
            depth, normal = edge - x, (1.0, 0.0, 0.0)
    return depth, normal
