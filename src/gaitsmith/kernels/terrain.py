"""Where the ground is: depth of a point below a surface made of straight segments.

The ground is constant in y. Segment i starts at x = starts[i] [m] with height
heights[i] [m] and rises by grades[i] (rise over run). A gap is a segment far below.
"""

import math

from gaitsmith.kernels.compilation import compiled

GAP_HEIGHT = -1000.0  # m; a segment at this height is a hole without bottom


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
    """Height [m] of the surface one walks on at x; over a gap, of its near edge."""
    index = segment_at(terrain, x)
    while index > 0 and terrain.heights[index] <= GAP_HEIGHT:
        index -= 1
        x = terrain.starts[index + 1]
    return segment_height(terrain, index, x)


@compiled
def depth_below_surface(terrain, x, z):
    """Depth [m] of the point (x, z) below the nearest surface, and its normal.

    Negative above ground. A point inside a block is pushed out the shortest way: up, or
    sideways through a riser, so that a toe that runs into a step is stopped by it.
    """
    index = segment_at(terrain, x)
    grade = terrain.grades[index]
    cosine = 1.0 / math.sqrt(1.0 + grade * grade)
    depth = (segment_height(terrain, index, x) - z) * cosine
    normal = (-grade * cosine, 0.0, cosine)
    if depth <= 0.0 or terrain.starts.shape[0] == 1:
        return depth, normal
    if index > 0:
        edge = terrain.starts[index]
        if segment_height(terrain, index - 1, edge) < z and x - edge < depth:
            depth, normal = x - edge, (-1.0, 0.0, 0.0)
    if index + 1 < terrain.starts.shape[0]:
        edge = terrain.starts[index + 1]
        if segment_height(terrain, index + 1, edge) < z and edge - x < depth:
            depth, normal = edge - x, (1.0, 0.0, 0.0)
    return depth, normal
