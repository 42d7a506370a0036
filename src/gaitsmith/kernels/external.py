"""Declared outside influences: pushes, the guide's torque, and motor noise."""

import math

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.spatial import add_force, add_moment, rotation_part
from gaitsmith.kernels.vectors import cross, dot, minus, rotated, row, times


@compiled
def is_pushing(time, start, duration, every):
    """Whether a push that starts at `start` [s] and repeats `every` [s] acts now."""
    since = time - start
    if since < 0.0:
        return False
    if every < math.inf:
        since = since % every
    return since < duration


@compiled
def push(pushes, time, body_state, loads):
    """Put the forces that act at `time` [s] on their bodies."""
    for index in range(pushes.body.shape[0]):
        if is_pushing(
            time, pushes.start[index], pushes.duration[index], pushes.every[index]
        ):
            body = pushes.body[index]
            com = body_state.com[0], body_state.com[1], body_state.com[2]
            arm = minus(row(body_state.mass_center, body), com)
            add_force(loads, body, arm, row(pushes.force, index))


@compiled
def guide_torque(guide, time, up, angular_velocity):
    """Torque = kp (b x u) - kd w [N m] (van de Panne & Lamouret 1995, section 3).

    b is the body's own axis `up`, u the vertical, which may sway to left and right.
    """
    sway = guide.sway * math.sin(guide.sway_rate * time)
    vertical = (0.0, math.sin(sway), math.cos(sway))
    righting = times(guide.stiffness, cross(up, vertical))
    return minus(righting, times(guide.damping, angular_velocity))


@compiled
def is_guiding(guide, time):
    """Whether the guide acts at `time` [s]."""
    is_on = guide.stiffness != 0.0 or guide.damping != 0.0
    return is_on and guide.start <= time < guide.end


@compiled
def present_torque(guide, time, body_state):
    """The guide's torque [N m] for the present state."""
    up = rotated(body_state.orientation, guide.body, guide.up)
    return guide_torque(guide, time, up, rotation_part(body_state.velocity, guide.body))


@compiled
def guide_body(guide, time, body_state, loads):
    """Load the guided body with the guide's torque."""
    if is_guiding(guide, time):
        add_moment(loads, guide.body, present_torque(guide, time, body_state))


@compiled
def guide_effort(guide, time, body_state, dt, effort_out):
    """Add to (integral of torque squared [N2 m2 s], work done on the body [J])."""
    if is_guiding(guide, time):
        torque = present_torque(guide, time, body_state)
        effort_out[0] += dot(torque, torque) * dt
        effort_out[1] += dt * dot(
            torque, rotation_part(body_state.velocity, guide.body)
        )


@compiled
def disturb_motors(actuation, qvel, noise, generator):
    """Gaussian torque noise, its standard deviation a share `noise` of each torque."""
    for axis in range(actuation.torque.shape[0]):
        torque = actuation.torque[axis] - actuation.damping[axis] * qvel[axis]
        if torque != 0.0:
            actuation.torque[axis] += noise * abs(torque) * generator.standard_normal()
