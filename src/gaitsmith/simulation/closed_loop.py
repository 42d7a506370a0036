"""Sense, control, load, step, count, record: the compiled loop."""

from gaitsmith.control.command import heading_at
from gaitsmith.control.law import drive
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.external import (
    disturb_motors,
    guide_body,
    guide_effort,
    push,
)
from gaitsmith.kernels.ground import press_on_ground, realized_forces
from gaitsmith.kernels.sensing import sense_com_velocity
from gaitsmith.kernels.servo import joint_stop
from gaitsmith.kernels.spatial import project_onto_joints
from gaitsmith.kernels.tally import (
    tally_contacts,
    tally_head,
    tally_headway,
    tally_landing,
    tally_likeness,
    tally_posture,
    tally_spin,
    tally_state,
    tally_torques,
)
from gaitsmith.kernels.terrain import walking_height
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.physics import (
    step_position,
    step_velocity,
    update_body,
    update_inertia,
)
from gaitsmith.simulation.recording import record

# Codes of `Outcome` as plain numbers, which compiled code can return.
COMPLETED = int(Outcome.COMPLETED)
FELL = int(Outcome.FELL)
DIVERGED = int(Outcome.DIVERGED)
MOST_RELEASES = 4  # tries in which pulling points are released
TOO_FAST = 1e4  # rad/s or m/s; root of the summed squares of all joint velocities


@compiled
def advance(
    physics,
    body_state,
    world,
    law,
    phases,
    memory,
    state,
    tally,
    recording,
    generator,
    first,
    last,
    ends_with_stance,
):
    """Move the character on from time step `first` to `last`, or until it falls.

    With `ends_with_stance` also until the law goes over to the other leg: the time step
    in which it does so is the last one.

    `world` holds what does not change during a rollout, `state` what the simulation
    remembers between steps, `memory` what the law does: stop here, go on later, and
    nothing differs.

    Returns:
        (outcome code, next time step).
    """
    dt = physics.dt
    servos = state.servos
    stance = phases.stance[memory[0].state]
    for step in range(first, last):
        time = step * dt
        update_body(physics)
        sense_com_velocity(body_state, world.tree, body_state.com_velocity)
        if recording.stride > 0 and step % recording.stride == 0:
            record(recording, step, dt, body_state, world.points, state, memory)
        height = body_state.com[2] - walking_height(world.terrain, body_state.com[0])
        if height < world.fallen_below:
            return FELL, step
        drive(
            law,
            memory,
            time,
            dt,
            body_state,
            world.points,
            state.touch,
            world.command,
            servos,
        )
        if world.motor_noise > 0.0:
            disturb_motors(servos, body_state.qvel, world.motor_noise, generator)
        guide_effort(world.guide, time, body_state, dt, tally.guide_effort)
        step_without_pulling(physics, body_state, world, state, time)
        if not is_sane(body_state.qvel):
            return DIVERGED, step
        heading = heading_at(world.command, time)
        tally_headway(tally, heading, body_state, dt)
        tally_torques(tally, servos, body_state.qvel)
        tally_head(tally, world.watched, body_state)
        tally_posture(tally, world.watched, body_state)
        tally_spin(tally, body_state, dt)
        tally_landing(tally, phases, memory[0].state, state.touch)
        tally_state(tally, memory[0].state, time)
        tally_likeness(tally, world.pattern, phases.period, body_state, time)
        tally_contacts(
            tally,
            world.watched,
            world.points,
            state.touch,
            body_state,
            heading,
            time,
            dt,
        )
        step_position(physics, body_state)
        if ends_with_stance and phases.stance[memory[0].state] != stance:
            return COMPLETED, step + 1
    return COMPLETED, last


@compiled
def step_without_pulling(physics, body_state, world, state, time):
    """Advance the velocities; no point of a foot may end up pulling on the ground.

    Whether a point pushes is judged with the velocity at the start of the step, but its
    force acts with the one at the end. If a point has pulled, it is released and the
    step is done again without it; that is rare, and one more try is nearly always
    enough.
    """
    qvel = body_state.qvel
    for axis in range(qvel.shape[0]):
        state.qvel_before[axis] = qvel[axis]
    for point in range(state.touch.is_released.shape[0]):
        state.touch.is_released[point] = False
    for _ in range(MOST_RELEASES):
        load_body(physics, body_state, world, state, time)
        step_velocity(physics, qvel)
        num_pulling = realized_forces(
            world.points, world.tree, physics.motion_axes, qvel, state.touch
        )
        if num_pulling == 0:
            return
        for axis in range(qvel.shape[0]):
            qvel[axis] = state.qvel_before[axis]
        update_inertia(physics)
    load_body(physics, body_state, world, state, time)
    step_velocity(physics, qvel)
    realized_forces(world.points, world.tree, physics.motion_axes, qvel, state.touch)


@compiled
def load_body(physics, body_state, world, state, time):
    """Collect all forces, and all dampings in the inertia matrix."""
    apply_servos(physics, state.servos, body_state)
    apply_joint_stops(physics, world.stops, body_state)
    press_on_ground(
        world.points,
        world.ground,
        world.terrain,
        body_state,
        physics.dt,
        state.touch,
        state.loads,
    )
    push(world.pushes, time, body_state, state.loads)
    guide_body(world.guide, time, body_state, state.loads)
    project_onto_joints(
        world.tree,
        physics.motion_axes,
        physics.dt,
        state.loads,
        physics.force,
        physics.inertia,
    )


@compiled
def apply_servos(physics, servos, body_state):
    """Start the sum of forces with the motors; damping goes into the matrix."""
    for axis in range(servos.torque.shape[0]):
        damping = servos.damping[axis]
        physics.force[axis] = servos.torque[axis] - damping * body_state.qvel[axis]
        physics.inertia[physics.diagonal[axis]] += physics.dt * damping


@compiled
def apply_joint_stops(physics, stops, body_state):
    """Soft torques at the ends of the joint ranges, integrated implicitly.

    The spring acts with the angle at the end of the step, so dt * stiffness joins the
    damping.
    """
    dt = physics.dt
    for index in range(stops.axis.shape[0]):
        axis = stops.axis[index]
        torque, is_beyond = joint_stop(
            body_state.qpos[stops.position[index]],
            stops.lower[index],
            stops.upper[index],
            stops.stiffness,
        )
        if is_beyond:
            damping = stops.damping + dt * stops.stiffness
            physics.force[axis] += torque - damping * body_state.qvel[axis]
            physics.inertia[physics.diagonal[axis]] += dt * damping


@compiled
def is_sane(qvel):
    """Whether all velocities are finite and none is impossibly fast."""
    total = 0.0
    for axis in range(qvel.shape[0]):
        total += qvel[axis] * qvel[axis]
    return total < TOO_FAST * TOO_FAST  # false for NaN, too
