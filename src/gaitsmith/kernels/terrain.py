"""Where the ground is: depth of a point below a surface made of straight segments.

Segments are constant in y. Segment i starts at x = starts[i] [m] with height
heights[i] [m] and rises by grades[i] (rise over run). A gap is a segment far below.
Crevasses are rectangles anywhere that are cut out of the segments.
"""

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lanes import (
    always,
    any_lane,
    maximum,
    minimum,
    select,
    square_root,
)
from gaitsmith.kernels.vectors import chosen

GAP_HEIGHT = -1000.0  # m; a segment at this height is a hole without bottom
NOT_STANDING = -1.0  # m, depth of a point that does not stand on the ground
SINKING = 0.02  # m that one who stands before a riser may have sunk into the ground
SAME_GROUND = 0.005  # m that a point sinks in a step at most; more is another segment


@compiled
def segment_at(terrain, x):
    """Index of the segment below position x [m], by halving."""
    count = terrain.starts.shape[0]
    step = 1
    while 2 * step < count:
        step *= 2
    index = select(always(x), 0, 0)
    while step > 0:
        further = index + step
        inside = further < count
        further = select(inside, further, index)
        index = select(inside & (x >= terrain.starts[further]), further, index)
        step //= 2
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
    if terrain.starts.shape[0] == 1:
        return segment_height(terrain, 0, x)
    index = segment_at(terrain, x)
    is_gap = (index > 0) & (terrain.heights[index] <= GAP_HEIGHT)
    while any_lane(is_gap):
        x = select(is_gap, terrain.starts[index], x)
        index = select(is_gap, index - 1, index)
        is_gap = (index > 0) & (terrain.heights[index] <= GAP_HEIGHT)
    return segment_height(terrain, index, x)


@compiled
def greatest_depth(terrain, places):
    """How deep [m] the deepest of some points is below the surface one walks on.

    Args:
        terrain: the ground.
        places: (points, 3) m.
    """
    deepest = walking_height(terrain, places[0, 0]) - places[0, 2]
    for point in range(1, places.shape[0]):
        depth = walking_height(terrain, places[point, 0]) - places[point, 2]
        deepest = maximum(deepest, depth)
    return deepest


@compiled
def depth_below_surface(terrain, x, y, z, stood):
    """Depth [m] of the point (x, y, z) below the nearest surface, and its normal.

    Negative above ground. A point inside a block is pushed out the shortest way: up, or
    sideways through a riser or the wall of a crevasse, so that a toe that runs into a
    step is stopped by it, unless the terrain has no walls. A point that has come from
    above, and `stood` [m] deep in the last step, is pushed up only: nobody is pushed
    off an edge because the ground is soft. `NOT_STANDING` of one that has not.
    """
    depth, normal = depth_below_segments(terrain, x, z)
    if terrain.has_walls and terrain.starts.shape[0] > 1:
        side_depth, side_normal = shortest_way_out(terrain, x, z, depth, normal)
        is_new = depth - stood > SAME_GROUND
        depth = select(is_new, side_depth, depth)
        normal = chosen(is_new, side_normal, normal)
    for index in range(terrain.crevasses.center.shape[0]):
        distance, direction = way_to_crevasse(terrain.crevasses, index, x, y)
        is_inside = distance == 0.0
        is_nearer = (distance < depth) & (depth - stood > SAME_GROUND)
        if not terrain.has_walls:
            is_nearer = is_nearer & is_inside
        depth = select(is_inside, GAP_HEIGHT - z, select(is_nearer, distance, depth))
        up = (0.0 * x, 0.0 * x, 0.0 * x + 1.0)
        normal = chosen(is_inside, up, chosen(is_nearer, direction, normal))
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
    along = along - minimum(maximum(along, -half_width), half_width)
    across = across - minimum(maximum(across, -half_length), half_length)
    distance = square_root(along * along + across * across)
    safe = select(distance == 0.0, 1.0, distance)
    along, across = along / safe, across / safe
    return distance, (
        sine * across - cosine * along,
        -sine * along - cosine * across,
        0.0 * x,
    )


@compiled
def depth_below_segments(terrain, x, z):
    """Depth [m] of the point (x, z) below the segment there, and the normal."""
    still = 0.0 * x
    if terrain.starts.shape[0] == 1:  # the same slope for all, found once
        grade = terrain.grades[0]
        cosine = 1.0 / square_root(1.0 + grade * grade)
        height = segment_height(terrain, 0, x)
        return (height - z) * cosine, (still - grade * cosine, still, still + cosine)
    index = segment_at(terrain, x)
    grade = terrain.grades[index]
    height = segment_height(terrain, index, x)
    cosine = 1.0 / square_root(1.0 + grade * grade)
    return (height - z) * cosine, (-grade * cosine, still, cosine)


@compiled
def shortest_way_out(terrain, x, z, depth, normal):
    """The same, or sideways through a riser if that is nearer."""
    count = terrain.starts.shape[0]
    index = segment_at(terrain, x)
    has_before, has_after = index > 0, index + 1 < count
    is_below = depth > 0.0
    before = select(has_before, index - 1, 0)
    after = select(has_after, index + 1, count - 1)
    up, still = 0.0 * x + 1.0, 0.0 * x
    edge = select(has_before, terrain.starts[index], 0.0)
    is_low = segment_height(terrain, before, edge) < z + SINKING
    is_out = is_below & has_before & is_low & (x - edge < depth)
    depth = select(is_out, x - edge, depth)
    normal = chosen(is_out, (-up, still, still), normal)
    edge = terrain.starts[after]
    is_low = segment_height(terrain, after, edge) < z + SINKING
    is_out = is_below & has_after & is_low & (edge - x < depth)
    depth = select(is_out, edge - x, depth)
    return depth, chosen(is_out, (up, still, still), normal)
