"""World-frame angles of body parts, pitch about the left-pointing axis (P-convention).

x is forward, y left, z up. Leaning or swinging forward-down with the upper end is a
positive pitch; a positive roll tips the upper end to the right; a positive yaw turns
left. A heading is the pair (forward x, forward y) of a horizontal unit vector.
"""

import math

from gaitsmith.kernels.compilation import compiled


@compiled
def rotate(matrix, vector, rotated_out):
    """Rotate `vector` by a row-major 3x3 matrix stored as nine numbers."""
    for row in range(3):
        rotated_out[row] = (
            matrix[3 * row] * vector[0]
            + matrix[3 * row + 1] * vector[1]
            + matrix[3 * row + 2] * vector[2]
        )


@compiled
def pitch_of_up_axis(up, forward_x, forward_y):
    """Pitch [rad] of a body part whose own up axis points along `up`."""
    return math.atan2(up[0] * forward_x + up[1] * forward_y, up[2])


@compiled
def roll_of_up_axis(up, forward_x, forward_y):
    """Roll [rad] of a body part whose own up axis points along `up`.

    The sideways part of a unit vector, so that it does not flip by half a turn when the
    part pitches past the horizontal, as the arc tangent of two components would.
    """
    leftward = -up[0] * forward_y + up[1] * forward_x
    return math.asin(min(1.0, max(-1.0, -leftward)))


@compiled
def yaw_of_forward_axis(forward, forward_x, forward_y):
    """Yaw [rad] of a body part's forward axis relative to the heading, in (-pi, pi]."""
    ahead = forward[0] * forward_x + forward[1] * forward_y
    leftward = -forward[0] * forward_y + forward[1] * forward_x
    return math.atan2(leftward, ahead)


@compiled
def wrapped(angle):
    """The same angle in (-pi, pi]."""
    return math.atan2(math.sin(angle), math.cos(angle))
