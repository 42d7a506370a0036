"""Declared outside influences: pushes, the guide's torque, and motor noise."""

import math

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import cos, sin
from gaitsmith.kernels.lanes import absolute, any_lane, floor_of, select
from gaitsmith.kernels.spatial import add_force, add_moment, rotation_part
from gaitsmith.kernels.vectors import cross, dot, minus, rotated, row, times

NEAR = 1e-6  # s; much more than what rounding does to a time


@compiled
def is_pushing(time, start, duration, every):
    """Whether a push that starts at `start` [s] and repeats `every` [s] acts now."""
    since = time - start
    has_begun, is_repeated = since >= 0.0, every < math.inf
    period = select(is_repeated, every, 1.0)
    # An exact remainder costs much: it is found only where about one push is due.
    about = since - period * floor_of(since / period)
    is_near = (about < duration + NEAR) | (about > period - NEAR)
    if any_lane(has_begun & is_repeated & is_near):
        since = select(is_repeated, since % period, since)
    else:
        since = select(is_repeated, duration, since)
    return has_begun & (since < duration)


@compiled
def push(pushes, time, body, parts):
    """Put the forces that act at `time` [s] on their bodies."""
    for index in range(pushes.body.shape[0]):
        acts = is_pushing(
            time, pushes.start[index], pushes.duration[index], pushes.every[index]
        )
        if any_lane(acts):
            pushed = pushes.body[index]
            com = body.com[0], body.com[1], body.com[2]
            arm = minus(row(body.mass_center, pushed), com)
            share = select(acts, 1.0, 0.0)
            add_force(parts, pushed, arm, times(share, row(pushes.force, index)))


@compiled
def guide_torque(guide, time, up, angular_velocity):
    """Torque = kp (b x u) - kd w [N m] (van de Panne & Lamouret 1995, section 3).

    b is the body's own axis `up`, u the vertical, which may sway to left and right.
    """
    sway = guide.sway * sin(guide.sway_rate * time)
    vertical = (0.0 * sway, sin(sway), cos(sway))
    righting = times(guide.stiffness, cross(up, vertical))
    return minus(righting, times(guide.damping, angular_velocity))


@compiled
def is_guide_on(guide):
    """Whether the guide can do anything."""
    return guide.stiffness != 0.0 or guide.damping != 0.0


@compiled
def present_torque(guide, time, body):
    """The guide's torque [N m] for the present state; nothing outside of its time."""
    up = rotated(body.orientation, guide.body, guide.up)
    torque = guide_torque(guide, time, up, rotation_part(body.velocity, guide.body))
    acts = (time >= guide.start) & (time < guide.end)
    return times(select(acts, 1.0, 0.0), torque)


@compiled
def guide_body(guide, time, body, parts):
    """Load the guided body with the guide's torque."""
    if is_guide_on(guide):
        add_moment(parts, guide.body, present_torque(guide, time, body))


@compiled
def guide_effort(guide, time, body, dt, effort_out):
    """Add to (integral of torque squared [N2 m2 s], work done on the body [J])."""
    if is_guide_on(guide):
        torque = present_torque(guide, time, body)
        effort_out[0] += dot(torque, torque) * dt
        effort_out[1] += dt * dot(torque, rotation_part(body.velocity, guide.body))


@compiled
def disturb_motors(actuation, qvel, noise, generator):
    """Gaussian torque noise, its standard deviation a share `noise` of each torque."""
    for axis in range(actuation.torque.shape[0]):
        torque = actuation.torque[axis] - actuation.damping[axis] * qvel[axis]
        if torque != 0.0:
            actuation.torque[axis] += (
                noise * absolute(torque) * generator.standard_normal()
            )
