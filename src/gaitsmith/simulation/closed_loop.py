"""Sense, law, actuators, physics, meters: the compiled loop.

Each stage is a record, or a tuple of records, whose classes decide at compile time what
it does: the loop is written once, and costs what a hand-written one costs. It runs one
rollout, or eight in the lanes of one core (`kernels.lanes`), in lockstep: each has its
own clock, and where one of them ends the loop returns, so that it can be replaced.
"""

from gaitsmith.actuators.actuator import actuate, equilibrate
from gaitsmith.control.command import heading_at
from gaitsmith.control.law import control
from gaitsmith.kernels.compilation import compiled, compiled_for_python
from gaitsmith.kernels.dynamics import (
    accelerate,
    move_bodies,
    sense_body,
    step_position,
)
from gaitsmith.kernels.external import disturb_motors, guide_body, push
from gaitsmith.kernels.ground import press_on_ground, realized_forces
from gaitsmith.kernels.lane_memory import row_of_lanes
from gaitsmith.kernels.lane_records import in_lanes, parts_in_lanes
from gaitsmith.kernels.lane_views import of_lane
from gaitsmith.kernels.lanes import (
    always,
    any_lane,
    is_set,
    negated,
    num_lanes,
    select,
    truncated,
)
from gaitsmith.kernels.records import (
    Senses,
    Step,
)
from gaitsmith.kernels.servo import joint_stop
from gaitsmith.kernels.terrain import walking_height
from gaitsmith.simulation.meters import update_meters
from gaitsmith.simulation.recording import record

MOST_RELEASES = 4  # tries in which pulling points are released
# Where a call begins or ends within a time step.
WHOLE, TO_LAW, FROM_LAW, FROM_METERS = 0, 1, 2, 3
TOO_FAST = 1e4  # rad/s or m/s; root of the summed squares of all joint velocities


@compiled
def advance(
    world,
    body,
    parts,
    law,
    phases,
    memory,
    actuators,
    state,
    meters,
    recording,
    generators,
    clock,
    ends_with_stance,
    part,
):
    """Move on until a rollout falls, diverges or comes to its last step.

    With `ends_with_stance` also until a law goes over to the other leg. `world` holds
    what does not change, `state` what the simulation remembers between steps, `memory`
    what the law does, `actuators` and `meters` hold their own: stop here, go on later,
    and nothing differs. `body` and `parts` are derived anew from `body.qpos` and
    `body.qvel`.

    `part` is WHOLE, or a part of a single time step: TO_LAW and FROM_LAW for a law that
    is asked elsewhere, FROM_METERS for what the others have left to do after one of
    them has diverged.
    """
    dt, is_on = world.dt, clock.is_running[0]
    while True:
        time = clock.step[0] * dt
        senses = Senses(
            time,
            dt,
            heading_at(world.command, time),
            body,
            world.points,
            state.contact,
            state.muscles,
        )
        stance = phases.stance[memory.state]
        if part != FROM_METERS:
            if part != FROM_LAW:
                if has_ended(
                    world, body, parts, memory.state, state, recording, clock, senses
                ):
                    return
                rest_at_start(clock, actuators, senses)
                if part == TO_LAW:
                    return
            control(law, memory, senses, state.actuation)
            actuate(actuators, senses, state.actuation)
            add_noise(world, body, state, generators)
            step_without_pulling(world, body, parts, state, time)
            # Those that only keep company, too: nothing insane goes on.
            has_diverged = negated(is_sane(body.qvel))
            if any_lane(has_diverged):
                clock.has_diverged[0] = has_diverged
                return
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
            memory.state,
        )
        update_meters(meters, taken)
        step_position(world.tree, body, dt)
        clock.step[0] = clock.step[0] + 1.0
        if part != WHOLE:
            return
        if ends_with_stance:
            has_changed = is_on & (phases.stance[memory.state] != stance)
            if any_lane(has_changed):
                clock.has_changed[0] = has_changed
                return


@compiled
def has_ended(world, body, parts, law_state, state, recording, clock, senses):
    """Sense and record; whether a rollout is at its last step, or has fallen."""
    is_on = clock.is_running[0]
    is_over = is_on & (clock.step[0] >= clock.last[0])
    if any_lane(is_over):
        clock.is_over[0] = is_over
        return True
    sense_body(world.tree, body, parts)
    if recording.stride > 0:
        for lane in range(num_lanes(is_on)):
            if is_set(is_on, lane):
                record(
                    of_lane(recording, lane),
                    truncated(of_lane(clock.step, lane)[0]),
                    of_lane(senses, lane),
                    of_lane(state.actuation, lane),
                    of_lane(law_state, lane),
                )
    height = body.com[2] - walking_height(world.terrain, body.com[0])
    has_fallen = is_on & (height < world.fallen_below)
    if any_lane(has_fallen):
        clock.has_fallen[0] = has_fallen
        return True
    return False


@compiled
def rest_at_start(clock, actuators, senses):
    """In its first time step, put a rollout's actuators at rest in the start's pose."""
    starts = clock.step[0] == 0.0
    if any_lane(starts):
        for lane in range(num_lanes(starts)):
            if is_set(starts, lane):
                equilibrate(of_lane(actuators, lane), of_lane(senses, lane))


@compiled
def add_noise(world, body, state, generators):
    """Disturb the motors, each rollout with its own random numbers."""
    is_noisy = world.motor_noise > 0.0
    if any_lane(is_noisy):
        for lane in range(num_lanes(is_noisy)):
            if is_set(is_noisy, lane):
                disturb_motors(
                    of_lane(state.actuation, lane),
                    of_lane(body.qvel, lane),
                    of_lane(world.motor_noise, lane),
                    generators[lane],
                )


@compiled
def step_without_pulling(world, body, parts, state, time):
    """Advance the velocities; no point of a foot may end up pulling on the ground.

    Whether a point pushes is judged with the velocity at the start of the step, but its
    force acts with the one at the end. If a point has pulled, it is released and the
    step is done again without it; that is rare, and one more try is nearly always
    enough.
    """
    dt, qvel = world.dt, body.qvel
    collect_joint_forces(world, body, parts, state.actuation)
    for point in range(state.contact.is_released.shape[0]):
        state.contact.is_released[point] = False
    is_due = always(time)
    for releases in range(MOST_RELEASES + 1):
        if releases > 0:
            move_bodies(world.tree, body, parts)  # their loads are taken off
        press_on_ground(
            world.points,
            world.ground,
            world.terrain,
            body,
            parts,
            dt,
            state.contact,
            is_due,
        )
        push(world.pushes, time, body, parts)
        guide_body(world.guide, time, body, parts)
        accelerate(world.tree, body, parts, dt)
        for axis in range(qvel.shape[0]):
            speed = qvel[axis] + dt * parts.joint_acceleration[axis]
            parts.speed[axis] = select(is_due, speed, parts.speed[axis])
        is_due = realized_forces(world.points, parts, dt, state.contact, is_due)
        if not any_lane(is_due):
            break
    for axis in range(qvel.shape[0]):
        qvel[axis] = parts.speed[axis]


@compiled
def collect_joint_forces(world, body, parts, actuation):
    """Forces and implicit dampings in the joints, from all that acts there."""
    for axis in range(body.qvel.shape[0]):
        damping = actuation.damping[axis]
        parts.force[axis] = actuation.torque[axis] - damping * body.qvel[axis]
        parts.damping[axis] = damping
    for axis in range(actuation.device_torque.shape[0]):  # if anything is worn
        damping = actuation.device_damping[axis]
        parts.force[axis] += actuation.device_torque[axis] - damping * body.qvel[axis]
        parts.damping[axis] += damping
    add_joint_stops(world.stops, body, parts, world.dt)
    add_passive_joints(world.passive, body, parts, world.dt)


@compiled
def add_joint_stops(stops, body, parts, dt):
    """Soft torques at the ends of the joint ranges, integrated implicitly.

    The spring acts with the angle at the end of the step, so dt * stiffness joins the
    damping.
    """
    whole = stops.damping + dt * stops.stiffness
    for index in range(stops.axis.shape[0]):
        axis = stops.axis[index]
        torque, is_beyond = joint_stop(
            body.qpos[stops.position[index]],
            stops.lower[index],
            stops.upper[index],
            stops.stiffness,
        )
        damping = select(is_beyond, whole, 0.0)
        parts.force[axis] += torque - damping * body.qvel[axis]
        parts.damping[axis] += damping


@compiled
def add_passive_joints(passive, body, parts, dt):
    """The body's own springs and dampers, integrated implicitly like the stops."""
    for index in range(passive.axis.shape[0]):
        axis, stiffness = passive.axis[index], passive.stiffness[index]
        stretch = body.qpos[passive.position[index]] - passive.rest[index]
        damping = passive.damping[index] + dt * stiffness
        parts.force[axis] -= stiffness * stretch + damping * body.qvel[axis]
        parts.damping[axis] += damping


@compiled
def is_sane(qvel):
    """Whether all velocities are finite and none is impossibly fast."""
    total = 0.0
    for axis in range(qvel.shape[0]):
        total += qvel[axis] * qvel[axis]
    return total < TOO_FAST * TOO_FAST  # false for NaN, too


@compiled_for_python
def advance_lanes(
    world,
    body,
    parts,
    law,
    phases,
    memory,
    actuators,
    state,
    meters,
    recording,
    generators,
    clock,
    ends_with_stance,
    part,
):
    """`advance` for a batch: records whose arrays have the lane as their last axis."""
    advance(
        in_lanes(world),
        in_lanes(body),
        in_lanes(parts),
        parts_in_lanes((law,))[0],
        phases,
        row_of_lanes(memory),
        parts_in_lanes(actuators),
        in_lanes(state),
        parts_in_lanes(meters),
        in_lanes(recording),
        generators,
        in_lanes(clock),
        ends_with_stance,
        part,
    )


@compiled_for_python
def advance_one(
    world,
    body,
    parts,
    law,
    phases,
    memory,
    actuators,
    state,
    meters,
    recording,
    generators,
    clock,
    ends_with_stance,
    part,
):
    """`advance` for one rollout."""
    advance(
        world,
        body,
        parts,
        law,
        phases,
        memory[0],
        actuators,
        state,
        meters,
        recording,
        generators,
        clock,
        ends_with_stance,
        part,
    )


@compiled_for_python
def sense_lanes(tree, body, parts):
    """`sense_body` for a batch, between two calls of `advance_lanes`."""
    sense_body(tree, in_lanes(body), in_lanes(parts))


@compiled_for_python
def sense_one(tree, body, parts):
    """`sense_body` for one rollout."""
    sense_body(tree, body, parts)
