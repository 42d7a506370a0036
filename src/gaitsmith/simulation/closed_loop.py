"""Sense, law, actuators, physics, meters: the compiled loop.

Each stage is a record, or a tuple of records, whose classes decide at compile time what
it does: the loop is written once, and costs what a hand-written one costs.
"""

from gaitsmith.actuators.actuator import actuate, equilibrate
from gaitsmith.control.command import heading_at
from gaitsmith.control.law import control
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.external import disturb_motors, guide_body, push
from gaitsmith.kernels.ground import press_on_ground, realized_forces
from gaitsmith.kernels.records import Senses, Step
from gaitsmith.kernels.sensing import sense_com_velocity
from gaitsmith.kernels.servo import joint_stop
from gaitsmith.kernels.spatial import project_onto_joints
from gaitsmith.kernels.terrain import walking_height
from gaitsmith.simulation.meters import update_meters
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
WHOLE, TO_LAW, FROM_LAW = 0, 1, 2  # parts of a time step
TOO_FAST = 1e4  # rad/s or m/s; root of the summed squares of all joint velocities


@compiled
def advance(
    physics,
    body,
    world,
    law,
    phases,
    memory,
    actuators,
    state,
    meters,
    recording,
    generator,
    first,
    last,
    ends_with_stance,
    part,
):
    """Move the character on from time step `first` to `last`, or until it falls.

    With `ends_with_stance` also until the law goes over to the other leg: the time step
    in which it does so is the last one.

    `world` holds what does not change during a rollout, `state` what the simulation
    remembers between steps, `memory` what the law does, `actuators` and `meters` hold
    their own: stop here, go on later, and nothing differs.

    `part` is WHOLE, or one of the two halves of a single time step: up to the law, for
    a law that is asked elsewhere, and what comes after it.

    Returns:
        (outcome code, next time step).
    """
    dt = physics.dt
    stance = phases.stance[memory[0].state]
    for step in range(first, last):
        time = step * dt
        senses = sense(physics, body, world, state, time)
        if part != FROM_LAW:
            if recording.stride > 0 and step % recording.stride == 0:
                record(recording, step, senses, state.actuation, memory[0].state)
            height = body.com[2] - walking_height(world.terrain, body.com[0])
            if height < world.fallen_below:
                return FELL, step
            if step == 0:
                equilibrate(actuators, senses)
            if part == TO_LAW:
                return COMPLETED, step
        control(law, memory[0], senses, state.actuation)
        actuate(actuators, senses, state.actuation)
        if world.motor_noise > 0.0:
            disturb_motors(state.actuation, body.qvel, world.motor_noise, generator)
        step_without_pulling(physics, body, world, state, time)
        if not is_sane(body.qvel):
            return DIVERGED, step
        taken = Step(
            time,
            dt,
            senses.heading,
            body,
            world.points,
            state.contact,
            state.muscles,
            state.actuation,
            world.guide,
            phases,
            memory[0].state,
        )
        update_meters(meters, taken)
        step_position(physics, body)
        if ends_with_stance and phases.stance[memory[0].state] != stance:
            return COMPLETED, step + 1
    return COMPLETED, last


@compiled
def sense(physics, body, world, state, time):
    """The present state of everything that a law and the actuators may look at."""
    update_body(physics)
    sense_com_velocity(body, world.tree, body.com_velocity)
    return Senses(
        time,
        physics.dt,
        heading_at(world.command, time),
        body,
        world.points,
        state.contact,
        state.muscles,
    )


@compiled
def step_without_pulling(physics, body, world, state, time):
    """Advance the velocities; no point of a foot may end up pulling on the ground.

    Whether a point pushes is judged with the velocity at the start of the step, but its
    force acts with the one at the end. If a point has pulled, it is released and the
    step is done again without it; that is rare, and one more try is nearly always
    enough.
    """
    qvel = body.qvel
    for axis in range(qvel.shape[0]):
        state.qvel_before[axis] = qvel[axis]
    for point in range(state.contact.is_released.shape[0]):
        state.contact.is_released[point] = False
    for _ in range(MOST_RELEASES):
        load_body(physics, body, world, state, time)
        step_velocity(physics, qvel)
        num_pulling = realized_forces(
            world.points, world.tree, physics.motion_axes, qvel, state.contact
        )
        if num_pulling == 0:
            return
        for axis in range(qvel.shape[0]):
            qvel[axis] = state.qvel_before[axis]
        update_inertia(physics)
    load_body(physics, body, world, state, time)
    step_velocity(physics, qvel)
    realized_forces(world.points, world.tree, physics.motion_axes, qvel, state.contact)


@compiled
def load_body(physics, body, world, state, time):
    """Collect all forces, and all dampings in the inertia matrix."""
    apply_actuation(physics, state.actuation, body)
    apply_joint_stops(physics, world.stops, body)
    apply_passive_joints(physics, world.passive, body)
    press_on_ground(
        world.points,
        world.ground,
        world.terrain,
        body,
        physics.dt,
        state.contact,
        state.loads,
    )
    push(world.pushes, time, body, state.loads)
    guide_body(world.guide, time, body, state.loads)
    project_onto_joints(
        world.tree,
        physics.motion_axes,
        physics.dt,
        state.loads,
        physics.force,
        physics.inertia,
    )


@compiled
def apply_actuation(physics, actuation, body):
    """Start the sum of forces with the motors; damping goes into the matrix."""
    for axis in range(actuation.torque.shape[0]):
        damping = actuation.damping[axis]
        physics.force[axis] = actuation.torque[axis] - damping * body.qvel[axis]
        physics.inertia[physics.diagonal[axis]] += physics.dt * damping


@compiled
def apply_joint_stops(physics, stops, body):
    """Soft torques at the ends of the joint ranges, integrated implicitly.

    The spring acts with the angle at the end of the step, so dt * stiffness joins the
    damping.
    """
    dt = physics.dt
    for index in range(stops.axis.shape[0]):
        axis = stops.axis[index]
        torque, is_beyond = joint_stop(
            body.qpos[stops.position[index]],
            stops.lower[index],
            stops.upper[index],
            stops.stiffness,
        )
        if is_beyond:
            damping = stops.damping + dt * stops.stiffness
            physics.force[axis] += torque - damping * body.qvel[axis]
            physics.inertia[physics.diagonal[axis]] += dt * damping


@compiled
def apply_passive_joints(physics, passive, body):
    """The body's own springs and dampers, integrated implicitly like the stops."""
    dt = physics.dt
    for index in range(passive.axis.shape[0]):
        axis, stiffness = passive.axis[index], passive.stiffness[index]
        stretch = body.qpos[passive.position[index]] - passive.rest[index]
        damping = passive.damping[index] + dt * stiffness
        physics.force[axis] -= stiffness * stretch + damping * body.qvel[axis]
        physics.inertia[physics.diagonal[axis]] += dt * damping


@compiled
def is_sane(qvel):
    """Whether all velocities are finite and none is impossibly fast."""
    total = 0.0
    for axis in range(qvel.shape[0]):
        total += qvel[axis] * qvel[axis]
    return total < TOO_FAST * TOO_FAST  # false for NaN, too
