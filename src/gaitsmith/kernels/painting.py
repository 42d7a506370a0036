"""Pictures: what is seen, in colour, with tiles, shadows, haze and smooth edges."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaitsmith.kernels.compilation import compiled, compiled_for_python
from gaitsmith.kernels.records import Flags, Floats
from gaitsmith.kernels.sight import (
    NOTHING,
    Pixels,
    Vector,
    View,
    see,
    see_place,
    world_point,
)
from gaitsmith.kernels.vectors import row

TOP = 0  # the material of what is walked on; it is tiled
EDGE = 0.06  # neighbours that differ more in brightness are drawn more finely
FINENESS = 2  # how many times more finely, in both directions


class Paint(NamedTuple):
    """Colours, 0 to 1."""

    colors: Floats  # (materials, 3)
    contrast: Vector  # light less dark tile
    tile: float  # m, edge of the tiles
    haze: Vector  # of the background
    near: float  # m, beyond the middle of the picture, where haze begins
    far: float  # m, where nothing else is left; 0: no background
    is_shadow: bool  # instead of the ground, only the shadow on it is drawn


class Shadows(NamedTuple):
    """What the light sees."""

    light: View
    depth: Pixels  # (height, width) m, around all that casts shadows
    bias: float  # m; what is this near casts no shadow
    softness: float  # pixels of the light, half the width of a shadow's edge


class Drawn(NamedTuple):
    """The picture."""

    pixels: NDArray[np.uint8]  # (height, width, 4)
    is_edge: Flags  # (height, width) work space
    is_open: Flags  # (width,) likewise: ground where no shadow can fall, of one row
    work: Floats  # (2, width) likewise: how clear it is, and its tiles


@compiled_for_python
def see_from_light(view, across, upward, faces, solids, seen_out):
    """What the light sees."""
    see(view, across, upward, faces, solids, seen_out)


@compiled_for_python
def paint(view, across, upward, faces, solids, colors, shadows, seen_out, drawn_out):
    """Look, and write the picture.

    Args:
        view: from where.
        across: (width,) m, of the pixels' middles in the picture plane.
        upward: (height,) m.
        faces: of the ground.
        solids: of the character.
        colors: of both.
        shadows: of the character.
        seen_out: what is seen.
        drawn_out: how it looks.
    """
    see(view, across, upward, faces, solids, seen_out)
    find_edges(seen_out, drawn_out.is_edge)
    for r in range(upward.shape[0]):
        look_for_open_ground(
            view, across, upward[r], r, colors, shadows, seen_out, drawn_out.work
        )
        paint_open_ground(r, colors, seen_out, drawn_out)
        for c in range(across.shape[0]):
            if drawn_out.is_edge[r, c]:
                red, green, blue, cover = tone_of_edge(
                    view, across, upward, r, c, faces, solids, colors, shadows
                )
                write_pixel(drawn_out.pixels, r, c, red, green, blue, cover)
            elif colors.is_shadow or not drawn_out.is_open[c]:
                red, green, blue, cover = tone(
                    view,
                    across[c],
                    upward[r],
                    seen_out.depth[r, c],
                    seen_out.material[r, c],
                    seen_out.ambient[r, c],
                    seen_out.sunlight[r, c],
                    colors,
                    shadows,
                )
                write_pixel(drawn_out.pixels, r, c, red, green, blue, cover)


@compiled
def write_pixel(pixels_out, r, c, red, green, blue, cover):
    """Colours from 0 to 1 as bytes."""
    pixels_out[r, c, 0] = int(min(red * 255.0 + 0.5, 255.0))
    pixels_out[r, c, 1] = int(min(green * 255.0 + 0.5, 255.0))
    pixels_out[r, c, 2] = int(min(blue * 255.0 + 0.5, 255.0))
    pixels_out[r, c, 3] = int(min(cover * 255.0 + 0.5, 255.0))


@compiled
def look_for_open_ground(view, across, u, r, paint, shadows, seen, work_out):
    """Tiles and haze of a row of ground; no pixel is told apart, so many go at once."""
    has_haze, share = paint.far > 0.0, 0.0
    if has_haze:
        share = 1.0 / (paint.far - paint.near)
    height, width = shadows.depth.shape
    right = 0.5 * width + shadows.softness
    top = 0.5 * height + shadows.softness
    for c in range(across.shape[0]):
        depth = max(seen.depth[r, c], -1e6)
        point = world_point(view, across[c], u, depth)
        column, upward, _ = light_place(shadows, point)
        is_out = max(abs(column) - right, abs(upward) - top) >= 0.0
        clear = min(max((depth + paint.far) * share, 0.0), 1.0)
        clear = clear if has_haze else 1.0
        work_out[0, c] = clear if is_out else -1.0
        work_out[1, c] = (
            0.5 * clear * checker(view, point, across[c], u, depth, paint.tile)
        )


@compiled
def paint_open_ground(r, paint, seen, drawn_out):
    """The pixels of a row that show ground in the open, the same as by `tone`."""
    haze, light, work = paint.haze, paint.contrast, drawn_out.work
    pixels, is_open = drawn_out.pixels, drawn_out.is_open
    red, green, blue = (
        paint.colors[TOP, 0] - haze[0],
        paint.colors[TOP, 1] - haze[1],
        paint.colors[TOP, 2] - haze[2],
    )
    for c in range(work.shape[1]):
        clear, tile = work[0, c], work[1, c]
        is_open[c] = (seen.material[r, c] == TOP) & (clear >= 0.0)
        # Of other pixels, too, which are written over: no branch, many go at once.
        clear = max(clear, 0.0)
        write_pixel(
            pixels,
            r,
            c,
            haze[0] + red * clear + light[0] * tile,
            haze[1] + green * clear + light[1] * tile,
            haze[2] + blue * clear + light[2] * tile,
            1.0,
        )


@compiled
def tone_of_edge(view, across, upward, r, c, faces, solids, paint, shadows):
    """The mean of several places in a pixel; colours count as they are opaque."""
    red = green = blue = cover = 0.0
    for i in range(FINENESS):
        for j in range(FINENESS):
            a = across[c] + ((i + 0.5) / FINENESS - 0.5) / view.scale
            u = upward[r] + ((j + 0.5) / FINENESS - 0.5) / view.scale
            depth, material, around, sun = see_place(view, a, u, r, c, faces, solids)
            x, y, z, w = tone(view, a, u, depth, material, around, sun, paint, shadows)
            red, green, blue, cover = (
                red + x * w,
                green + y * w,
                blue + z * w,
                cover + w,
            )
    share = 1.0 / max(cover, 1e-6)
    return red * share, green * share, blue * share, cover / FINENESS**2


@compiled
def find_edges(seen, is_edge_out):
    """Where another thing or another brightness begins, on both sides."""
    height, width = seen.depth.shape
    for r in range(height):
        for c in range(width):
            is_edge_out[r, c] = False
    for r in range(height):
        for c in range(width - 1):
            differs = look_different(seen, r, c, r, c + 1)
            is_edge_out[r, c] |= differs
            is_edge_out[r, c + 1] |= differs
    for r in range(height - 1):
        for c in range(width):  # nothing hangs on another column: many go at once
            differs = look_different(seen, r, c, r + 1, c)
            is_edge_out[r, c] |= differs
            is_edge_out[r + 1, c] |= differs


@compiled
def look_different(seen, r, c, s, d):
    """Whether two pixels show different things, or one in different light."""
    light = seen.ambient[r, c] + seen.sunlight[r, c]
    other = seen.ambient[s, d] + seen.sunlight[s, d]
    return (seen.material[r, c] != seen.material[s, d]) | (abs(light - other) > EDGE)


@compiled
def tone(view, a, u, depth, material, ambient, sunlight, paint, shadows):
    """Red, green, blue and opacity of a place, 0 to 1."""
    haze = paint.haze
    has_haze = paint.far > 0.0
    clear = 1.0
    if has_haze:
        clear = min(max((depth + paint.far) / (paint.far - paint.near), 0.0), 1.0)
    if material == NOTHING or clear == 0.0:
        return haze[0], haze[1], haze[2], 1.0 if has_haze else 0.0
    point = world_point(view, a, u, depth)
    blocked = 0.0
    if sunlight > 0.0:
        blocked = shaded(shadows, point)
    if paint.is_shadow and material == TOP:
        return 0.0, 0.0, 0.0, blocked * sunlight / (ambient + sunlight)
    bright = ambient + sunlight * (1.0 - blocked)
    contrast = 0.0
    if material == TOP:
        contrast = 0.5 * checker(view, point, a, u, depth, paint.tile)
    red, green, blue = row(paint.colors, material)
    red = (red + contrast * paint.contrast[0]) * bright
    green = (green + contrast * paint.contrast[1]) * bright
    blue = (blue + contrast * paint.contrast[2]) * bright
    if has_haze:
        red = haze[0] + (red - haze[0]) * clear
        green = haze[1] + (green - haze[1]) * clear
        blue = haze[2] + (blue - haze[2]) * clear
    return red, green, blue, 1.0


@compiled
def checker(view, point, a, u, depth, tile):
    """1 on light tiles, -1 on dark ones, smooth between them at a pixel's scale."""
    axes, flat = view.axes, view.flatness
    # A pixel's length on the ground: across, and along the line of sight.
    per_tile = 1.0 / tile
    width = (1.0 - depth * flat) * per_tile / view.scale
    slope = axes[2][2] - (a * axes[0][2] + u * axes[1][2]) * flat
    length = width / max(slope, 1e-3)
    x_blur = width * abs(axes[0][0]) + length * abs(axes[2][0])
    y_blur = width * abs(axes[0][1]) + length * abs(axes[2][1])
    x_wave = soft_square_wave(point[0] * per_tile, x_blur)
    return x_wave * soft_square_wave(point[1] * per_tile, y_blur)


@compiled
def soft_square_wave(place, width):
    """A wave that jumps between -1 and 1 at whole numbers, averaged over a width."""
    edge = math.floor(place + 0.5)
    half = 0.5 * edge
    rise = 2.0 if half == math.floor(half) else -2.0
    way = place - edge
    if abs(way) >= 0.5 * width:  # most pixels; dividing costs more than this
        return math.copysign(0.5, way) * rise
    return way / width * rise


@compiled
def light_place(shadows, point):
    """How far a point is right of and above the light's middle, and its depth.

    Pixels, and m; the depth has the bias.
    """
    axes, center, scale = shadows.light.axes, shadows.light.center, shadows.light.scale
    x, y, z = point[0] - center[0], point[1] - center[1], point[2] - center[2]
    return (
        (axes[0][0] * x + axes[0][1] * y + axes[0][2] * z) * scale,
        (axes[1][0] * x + axes[1][1] * y + axes[1][2] * z) * scale,
        axes[2][0] * x + axes[2][1] * y + axes[2][2] * z + shadows.bias,
    )


@compiled
def shaded(shadows, point):
    """How much of the light is taken from a point [m], 0 to 1."""
    soft = shadows.softness
    height, width = shadows.depth.shape
    right, top = 0.5 * width, 0.5 * height
    column, upward, depth = light_place(shadows, point)
    if abs(column) >= right + soft or abs(upward) >= top + soft:
        return 0.0
    blocked = 0
    for i in (-1, 0, 1):
        r = pixel_at(top - upward + i * soft, height)
        for j in (-1, 0, 1):
            c = pixel_at(right + column + j * soft, width)
            if shadows.depth[r, c] > depth:
                blocked += 1
    return blocked / 9.0


@compiled
def pixel_at(place, end):
    """The number of a pixel, one at the rim if it is outside."""
    return int(min(max(place, 0.0), end - 1.0))
