"""World-frame angles of body parts, pitch about the left-pointing axis (P-convention).

x is forward, y left, z up. Leaning or swinging forward-down with the upper end is a
positive pitch; a positive roll tips the upper end to the right; a positive yaw turns
left. A heading is the pair (forward x, forward y) of a horizontal unit vector.
"""

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import asin, atan2, length2, sin_cos
from gaitsmith.kernels.lanes import select

ALONG_X = (1.0, 0.0)  # heading


@compiled
def ahead(vector, heading):
    """Component of a vector along the heading."""
    return vector[0] * heading[0] + vector[1] * heading[1]


@compiled
def leftward(vector, heading):
    """Component of a vector to the left of the heading."""
    return -vector[0] * heading[1] + vector[1] * heading[0]


@compiled
def heading_of(forward):
    """Heading of a forward axis: its horizontal part, made one long."""
    length = length2(forward[0], forward[1])
    is_upright = length == 0.0
    share = 1.0 / select(is_upright, 1.0, length)
    return select(is_upright, 1.0, share * forward[0]), share * forward[1]


@compiled
def pitch_of_up_axis(up, heading):
    """Pitch [rad] of a body part whose own up axis points along `up`."""
    return atan2(ahead(up, heading), up[2])


@compiled
def roll_of_up_axis(up, heading):
    """Roll [rad] of a body part whose own up axis points along `up`.

    The sideways part of a unit vector, so that it does not flip by half a turn when the
    part pitches past the horizontal, as the arc tangent of two components would.
    """
    return asin(-leftward(up, heading))


@compiled
def pitch_of_forward_axis(forward, heading):
    """Pitch [rad] of a foot whose forward axis is `forward`; toes down positive."""
    return -atan2(forward[2], ahead(forward, heading))


@compiled
def roll_of_left_axis(left):
    """Roll [rad] of a foot whose left axis is `left`; left side up positive."""
    return asin(left[2])


@compiled
def yaw_of_forward_axis(forward, heading):
    """Yaw [rad] of a body part's forward axis relative to the heading, in (-pi, pi]."""
    return atan2(leftward(forward, heading), ahead(forward, heading))


@compiled
def wrapped(angle):
    """The same angle in (-pi, pi]."""
    sine, cosine = sin_cos(angle)
    return atan2(sine, cosine)
