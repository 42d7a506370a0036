"""What lines of sight meet first: flat faces and simple solids, in light.

A line of sight is `origin + depth * direction`, with a direction that points to the
viewer; of two points the one with the greater depth is seen. Round solids stand along
z of their own frame. Light that comes from one side and light from all around are told
apart: only the first can be shaded.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaitsmith.kernels.compilation import compiled, compiled_for_python
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.kernels.vectors import dot, row

Pixels = NDArray[np.float32]
Vector = tuple[float, float, float]
ELLIPSOID, CAPSULE, CYLINDER, BOX = range(4)  # kinds of solids
NOTHING = -1  # in place of a material
NONE = -math.inf  # depth of nothing
LIGHT = np.array([-0.45, -0.62, 1.0]) / np.linalg.norm([-0.45, -0.62, 1.0])
"""Unit vector to the light, world: from behind, the right, and above."""
TO_LIGHT = (float(LIGHT[0]), float(LIGHT[1]), float(LIGHT[2]))

# Linear mixing weights of the light on solids, chosen by eye.
AMBIENT, SKY, SUN = 0.60, 0.16, 0.52
# The ground keeps its own colours, whatever its slope; only shadows darken it.
SHADOW = 0.30
BOTTOM, RIM = 0.36, 0.5  # brightness of the bottom of a hole; how dark its rim is
NEAREST = 0.05  # what is nearer to the viewer is not seen [share of the distance]
TINY = 1e-12


class View(NamedTuple):
    """A viewer and its picture plane, see `scene.eye.Eye`."""

    # Vectors of the world as tuples: they stay in registers.
    axes: tuple[Vector, Vector, Vector]  # right, up, toward the viewer
    center: Vector  # m
    scale: float  # pixels per metre
    flatness: float  # 1/m, one over the distance; 0: lines of sight are parallel


class Faces(NamedTuple):
    """Flat convex pieces, as one view sees them."""

    sides: Floats  # (faces, sides, 3) a, b, c: inside is a across + b upward >= c
    num_sides: Integers  # (faces,)
    plane: Floats  # (faces, 4) normal along right, up, toward; normal . corner
    material: Integers  # (faces,)
    fall: Floats  # (faces, 2) m, heights of rim and bottom; not a number: no hole
    window: Integers  # (faces, 4) first and last + 1 row, then column


class Solids(NamedTuple):
    """Simple solids; the material of the first is `material`."""

    kind: Integers  # (solids,)
    size: Floats  # (solids, 3) m, half extents; radius and half length
    center: Floats  # (solids, 3) m
    turn: Floats  # (solids, 9) rotation from the solid to the world, row by row
    material: int
    window: Integers  # (solids, 4) room for what `place_solid` finds: rows, columns
    seen: Floats  # (solids, 6, 3) and for the view in its frame, see there


class Seen(NamedTuple):
    """The nearest surface behind every pixel; (height, width) each."""

    depth: Pixels  # m
    material: NDArray[np.int16]
    ambient: Pixels  # brightness in the shadow
    sunlight: Pixels  # how much brighter it is outside of it


@compiled
def see(view, across, upward, faces, solids, seen_out):
    """Look at everything, through every pixel.

    Args:
        view: from where.
        across: (width,) m, of the pixels' middles in the picture plane.
        upward: (height,) m.
        faces: of the ground.
        solids: of a character; their windows are found.
        seen_out: all of it is written.
    """
    for r in range(upward.shape[0]):
        for c in range(across.shape[0]):
            seen_out.depth[r, c] = NONE
            seen_out.material[r, c] = NOTHING
            seen_out.ambient[r, c] = 0.0
            seen_out.sunlight[r, c] = 0.0
    for face in range(faces.num_sides.shape[0]):
        window = faces.window
        for r in range(window[face, 0], window[face, 1]):
            for c in range(window[face, 2], window[face, 3]):
                depth = face_depth(faces, face, view, across[c], upward[r])
                if depth > seen_out.depth[r, c]:
                    ambient, sunlight = face_light(
                        faces, face, view, across[c], upward[r], depth
                    )
                    seen_out.depth[r, c] = depth
                    seen_out.material[r, c] = faces.material[face]
                    seen_out.ambient[r, c] = ambient
                    seen_out.sunlight[r, c] = sunlight
    for solid in range(solids.kind.shape[0]):
        place_solid(view, across, upward, solids, solid)
        window = solids.window
        for r in range(window[solid, 0], window[solid, 1]):
            for c in range(window[solid, 2], window[solid, 3]):
                depth, ambient, sunlight = solid_seen(
                    solids, solid, view.flatness, across[c], upward[r]
                )
                if depth > seen_out.depth[r, c]:
                    seen_out.depth[r, c] = depth
                    seen_out.material[r, c] = solids.material + solid
                    seen_out.ambient[r, c] = ambient
                    seen_out.sunlight[r, c] = sunlight


@compiled
def see_place(view, a, u, r, c, faces, solids):
    """Depth, material, ambient and sunlight at a place (a, u) [m] within a pixel."""
    nearest, material, ambient, sunlight = NONE, NOTHING, 0.0, 0.0
    for face in range(faces.num_sides.shape[0]):
        if is_in(faces.window, face, r, c):
            depth = face_depth(faces, face, view, a, u)
            if depth > nearest:
                nearest, material = depth, faces.material[face]
                ambient, sunlight = face_light(faces, face, view, a, u, depth)
    for solid in range(solids.kind.shape[0]):
        if is_in(solids.window, solid, r, c):
            depth, around, direct = solid_seen(solids, solid, view.flatness, a, u)
            if depth > nearest:
                nearest, material = depth, solids.material + solid
                ambient, sunlight = around, direct
    return nearest, material, ambient, sunlight


@compiled
def is_in(window, index, r, c):
    """Whether a pixel is in a window."""
    return (
        window[index, 0] <= r < window[index, 1]
        and window[index, 2] <= c < window[index, 3]
    )


@compiled
def face_depth(faces, face, view, a, u):
    """Where a line of sight meets a face [m]."""
    sides, plane = faces.sides, faces.plane
    for side in range(faces.num_sides[face]):
        if sides[face, side, 0] * a + sides[face, side, 1] * u < sides[face, side, 2]:
            return NONE
    along = a * plane[face, 0] + u * plane[face, 1]
    return (plane[face, 3] - along) / (plane[face, 2] - along * view.flatness)


@compiled
def face_light(faces, face, view, a, u, depth):
    """Ambient light and sunlight; in holes both fade."""
    brightness = 1.0
    rim, bottom = faces.fall[face, 0], faces.fall[face, 1]
    if not math.isnan(rim):
        z = world_point(view, a, u, depth)[2]
        dark = 1.0 - (1.0 - RIM) * (z - bottom) / (rim - bottom)
        brightness = 1.0 + (BOTTOM - 1.0) * dark
    return brightness * (1.0 - SHADOW), brightness * SHADOW


@compiled
def world_point(view, a, u, depth):
    """The point [m] that a place shows at a depth."""
    near = 1.0 - depth * view.flatness
    a, u, axes, center = a * near, u * near, view.axes, view.center
    return (
        axes[0][0] * a + axes[1][0] * u + axes[2][0] * depth + center[0],
        axes[0][1] * a + axes[1][1] * u + axes[2][1] * depth + center[1],
        axes[0][2] * a + axes[1][2] * u + axes[2][2] * depth + center[2],
    )


@compiled
def solid_seen(solids, solid, flatness, a, u):
    """Depth [m], ambient and sunlight where a line of sight meets a solid."""
    seen = solids.seen
    x = seen[solid, 0, 0] * a + seen[solid, 1, 0] * u
    y = seen[solid, 0, 1] * a + seen[solid, 1, 1] * u
    z = seen[solid, 0, 2] * a + seen[solid, 1, 2] * u
    depth, normal = meet(
        solids.kind[solid],
        row(solids.size, solid),
        (seen[solid, 3, 0] + x, seen[solid, 3, 1] + y, seen[solid, 3, 2] + z),
        (
            seen[solid, 2, 0] - x * flatness,
            seen[solid, 2, 1] - y * flatness,
            seen[solid, 2, 2] - z * flatness,
        ),
    )
    if depth == NONE:
        return NONE, 0.0, 0.0
    up = lit = 0.0
    for i in range(3):
        up += seen[solid, 4, i] * normal[i]
        lit += seen[solid, 5, i] * normal[i]
    return depth, AMBIENT + SKY * up, SUN * max(lit, 0.0)


@compiled
def place_solid(view, across, upward, solids, solid):
    """The view in a solid's frame, and the pixels around the solid.

    Of `Solids.seen`: to the right, up, to the viewer, from the solid to the middle of
    the picture plane [m], up in the world, to the light.
    """
    axes, turn, seen = view.axes, solids.turn, solids.seen
    x, y, z = (
        view.center[0] - solids.center[solid, 0],
        view.center[1] - solids.center[solid, 1],
        view.center[2] - solids.center[solid, 2],
    )
    for i in range(3):
        column = turn[solid, i], turn[solid, 3 + i], turn[solid, 6 + i]
        for axis in range(3):
            seen[solid, axis, i] = dot(column, axes[axis])
        seen[solid, 3, i] = dot(column, (x, y, z))
        seen[solid, 4, i] = column[2]
        seen[solid, 5, i] = dot(column, TO_LIGHT)
    away = x, y, z
    x, y, z = -dot(axes[0], away), -dot(axes[1], away), -dot(axes[2], away)
    kind, size = solids.kind[solid], row(solids.size, solid)
    wide = reach(kind, size, (seen[solid, 0, 0], seen[solid, 0, 1], seen[solid, 0, 2]))
    high = reach(kind, size, (seen[solid, 1, 0], seen[solid, 1, 1], seen[solid, 1, 2]))
    deep = reach(kind, size, (seen[solid, 2, 0], seen[solid, 2, 1], seen[solid, 2, 2]))
    left, right, low, top = math.inf, -math.inf, math.inf, -math.inf
    for end in (-1.0, 1.0):
        room = 1.0 / max(1.0 - (z + end * deep) * view.flatness, NEAREST)
        left, right = min(left, (x - wide) * room), max(right, (x + wide) * room)
        low, top = min(low, (y - high) * room), max(top, (y + high) * room)
    height, width = upward.shape[0], across.shape[0]
    window = solids.window
    window[solid, 0] = within(0.5 * height - top * view.scale - 1.0, height)
    window[solid, 1] = within(0.5 * height - low * view.scale + 2.0, height)
    window[solid, 2] = within(0.5 * width + left * view.scale - 1.0, width)
    window[solid, 3] = within(0.5 * width + right * view.scale + 2.0, width)


@compiled
def within(place, end):
    """A whole number from 0 to `end`."""
    return int(min(max(place, 0.0), float(end)))


@compiled
def reach(kind, size, way):
    """How far [m] a solid reaches from its centre along a unit vector of its frame."""
    if kind == ELLIPSOID:
        x, y, z = way[0] * size[0], way[1] * size[1], way[2] * size[2]
        return math.sqrt(x * x + y * y + z * z)
    if kind == BOX:
        return abs(way[0]) * size[0] + abs(way[1]) * size[1] + abs(way[2]) * size[2]
    if kind == CAPSULE:
        return size[0] + size[1] * abs(way[2])
    across = math.sqrt(way[0] * way[0] + way[1] * way[1])
    return size[0] * across + size[1] * abs(way[2])


@compiled
def meet(kind, size, o, d):
    """Where a line `o + depth d` meets a solid at its origin: depth, unit normal."""
    if kind == ELLIPSOID:
        return meet_ellipsoid(size, o, d)
    if kind == CAPSULE:
        return meet_capsule(size[0], size[1], o, d)
    if kind == CYLINDER:
        return meet_cylinder(size[0], size[1], o, d)
    return meet_box(size, o, d)


@compiled
def outer_root(a, b, c):
    """Larger root of a t^2 + 2 b t + c; `NONE` if there is none."""
    under = b * b - a * c
    return (math.sqrt(under) - b) / a if under >= 0.0 else NONE


@compiled
def mantle(radius, o, d):
    """Where a line meets the curved side of an endless upright cylinder."""
    # Seen along its axis, the side is only an edge: it is met far away.
    slope = max(d[0] * d[0] + d[1] * d[1], TINY)
    return outer_root(
        slope, o[0] * d[0] + o[1] * d[1], o[0] * o[0] + o[1] * o[1] - radius * radius
    )


@compiled
def meet_ellipsoid(size, o, d):
    """Squeezed to a unit ball, along whose lines distances stay the same."""
    p = o[0] / size[0], o[1] / size[1], o[2] / size[2]
    q = d[0] / size[0], d[1] / size[1], d[2] / size[2]
    t = outer_root(dot(q, q), dot(p, q), dot(p, p) - 1.0)
    if t == NONE:
        return NONE, (0.0, 0.0, 0.0)
    x, y, z = (
        (p[0] + t * q[0]) / size[0],
        (p[1] + t * q[1]) / size[1],
        (p[2] + t * q[2]) / size[2],
    )
    share = 1.0 / math.sqrt(max(x * x + y * y + z * z, TINY * TINY))
    return t, (x * share, y * share, z * share)


@compiled
def meet_capsule(radius, half, o, d):
    """The side, or the ball at the end that it comes in over."""
    t = mantle(radius, o, d)
    if t == NONE:
        return NONE, (0.0, 0.0, 0.0)
    z = o[2] + t * d[2]
    if abs(z) > half:
        low = o[2] - math.copysign(half, z)
        ball = o[0] * o[0] + o[1] * o[1] + low * low - radius * radius
        t = outer_root(dot(d, d), o[0] * d[0] + o[1] * d[1] + low * d[2], ball)
        if t == NONE:
            return NONE, (0.0, 0.0, 0.0)
        z = o[2] + t * d[2]
    z -= min(max(z, -half), half)
    share = 1.0 / radius
    return t, ((o[0] + t * d[0]) * share, (o[1] + t * d[1]) * share, z * share)


@compiled
def not_zero(slope):
    """What can be divided by; a line along a face meets it far away."""
    return slope if abs(slope) >= TINY else TINY


@compiled
def meet_cylinder(radius, half, o, d):
    """The side, or the end that faces the viewer."""
    t = mantle(radius, o, d)
    if t != NONE and abs(o[2] + t * d[2]) > half:
        t = NONE
    upward = not_zero(d[2])
    side = math.copysign(1.0, upward)
    end = (side * half - o[2]) / upward
    x, y = o[0] + end * d[0], o[1] + end * d[1]
    if x * x + y * y <= radius * radius and end > t:
        return end, (0.0, 0.0, side)
    if t == NONE:
        return NONE, (0.0, 0.0, 0.0)
    share = 1.0 / radius
    return t, ((o[0] + t * d[0]) * share, (o[1] + t * d[1]) * share, 0.0)


@compiled
def meet_box(size, o, d):
    """The last of the three pairs of planes that a line comes out of."""
    last, first, face = math.inf, -math.inf, 0
    for axis in range(3):
        slope = not_zero(d[axis])
        middle, room = -o[axis] / slope, size[axis] / abs(slope)
        if middle + room < last:
            last, face = middle + room, axis
        first = max(first, middle - room)
    if last < first:
        return NONE, (0.0, 0.0, 0.0)
    side = math.copysign(1.0, d[face])
    return last, (
        side if face == 0 else 0.0,
        side if face == 1 else 0.0,
        side if face == 2 else 0.0,
    )


@compiled_for_python
def meet_all(kind, size, origins, directions, depth_out, normal_out):
    """Meet one solid at its origin with many lines, in its own frame.

    Args:
        kind: one of ELLIPSOID, CAPSULE, CYLINDER, BOX.
        size: (3,) m.
        origins: (lines, 3) m.
        directions: (lines, 3) to the viewer.
        depth_out: (lines,) in lengths of the direction.
        normal_out: (lines, 3) unit vectors, outward.
    """
    three = size[0], size[1], size[2]
    for line in range(origins.shape[0]):
        depth, normal = meet(kind, three, row(origins, line), row(directions, line))
        depth_out[line] = depth
        for i in range(3):
            normal_out[line, i] = normal[i]
