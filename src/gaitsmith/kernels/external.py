"""Declared outside influences: pushes, the guide's torque, and motor noise."""

import math

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.frames import rotate
from gaitsmith.kernels.spatial import add_force


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
def push(pushes, time, body_state, loads, scratch):
    """Put the forces that act at `time` [s] on their bodies."""
    for index in range(pushes.body.shape[0]):
        if is_pushing(
            time, pushes.start[index], pushes.duration[index], pushes.every[index]
        ):
            body = pushes.body[index]
            for axis in range(3):
                center = body_state.mass_center[body, axis]
                scratch.vector[axis] = center - body_state.com[axis]
            add_force(scratch.vector, pushes.force[index], loads.wrench[body])
            loads.is_loaded[body] = True


@compiled
def guide_torque(guide, body_state, scratch, torque_out):
    """torque = kp (b x u) - kd w [N m] (van de Panne & Lamouret 1995, section 3)."""
    rotate(body_state.orientation[guide.body], guide.up, scratch.up)
    velocity = body_state.velocity[guide.body]
    torque_out[0] = guide.stiffness * scratch.up[1] - guide.damping * velocity[0]
    torque_out[1] = -guide.stiffness * scratch.up[0] - guide.damping * velocity[1]
    torque_out[2] = -guide.damping * velocity[2]


@compiled
def guide_body(guide, body_state, dt, loads, scratch, effort_out):
    """Apply the guide, and add to its effort: J = integral of torque squared, and work.

    `effort_out` is (J [N2 m2 s], work done on the body [J]).
    """
    if guide.stiffness == 0.0 and guide.damping == 0.0:
        return
    guide_torque(guide, body_state, scratch, scratch.moment)
    velocity = body_state.velocity[guide.body]
    for axis in range(3):
        torque = scratch.moment[axis]
        loads.wrench[guide.body, axis] += torque
        effort_out[0] += torque * torque * dt
        effort_out[1] += torque * velocity[axis] * dt
    loads.is_loaded[guide.body] = True


@compiled
def disturb_motors(servos, qvel, noise, generator):
    """Gaussian torque noise, its standard deviation a share `noise` of each torque."""
    for axis in range(servos.torque.shape[0]):
        torque = servos.torque[axis] - servos.damping[axis] * qvel[axis]
        if torque != 0.0:
            servos.torque[axis] += noise * abs(torque) * generator.standard_normal()
