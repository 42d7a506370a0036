"""What is counted during a rollout, so that it can be scored without a recording."""

import math
from typing import NamedTuple

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.frames import (
    pitch_of_up_axis,
    roll_of_up_axis,
    yaw_of_forward_axis,
)
from gaitsmith.kernels.records import Flags, Floats, Integers
from gaitsmith.kernels.sensing import vertical_spin
from gaitsmith.kernels.spatial import point_velocity
from gaitsmith.kernels.vectors import minus, plus, rotated, row, set_row

LIFT_TIME = 0.05  # s; a foot without load for this long has been lifted
HEAD_TILT = 0.1  # rad (Wang et al. 2009, E_head)
TILT = 0.1  # rad, of the trunk to a side, or turned: more is counted (proposed)
LEAN, LEAN_TOLERANCE = 0.1, 0.15  # rad, of the trunk forward (proposed)
PLANTED_POINTS = 3  # contact points of a foot or its toes (Wang et al. 2009, E_land)
ALONG_X = (1.0, 0.0)  # heading


class Tally(NamedTuple):
    """Sums over the time steps of a rollout."""

    torque_squared: Floats  # (nv,) sum of squared motor torques, N2 m2
    head_velocity: (
        Floats  # (2,) sum, and sum of squares, of the head's forward velocity
    )
    head_tilted: Integers  # (1,) steps with the head tilted by more than HEAD_TILT
    state_time: Floats  # (states,) s spent in each completed controller state
    state_visits: Integers  # (states,) how often each was completed
    state_now: Floats  # (2,) the present state, and when it began [s]
    unloaded_since: Floats  # (2,) s, since when each foot is without load; -1: loaded
    loaded_time: Floats  # (2,) s that each foot was loaded
    strike_time: Floats  # (strikes,) s
    strike_side: Integers  # (strikes,) LEFT, RIGHT
    strike_place: Floats  # (strikes, 3) m, the ankle's position
    strike_heading: Floats  # (strikes,) rad, commanded
    strike_knee: Floats  # (strikes,) rad, angle of the striking leg's knee
    num_strikes: Integers  # (1,)
    ground_impulse: Floats  # (3,) N s
    headway: Floats  # (1,) m, way of the centre of mass along the commanded heading
    guide_effort: Floats  # (2,) integral of torque squared [N2 m2 s], work [J]
    landing: (
        Integers  # (2,) steps of push-off without a planted foot, with stubbed toes
    )
    posture: Floats  # (1,) sum of squared tilts of trunk and pelvis that are too much
    spin: Floats  # (2,) sum of squared spin rates [(kg m2/s2)2], spin of the last step
    unlikeness: Floats  # (1,) sum of weighted squared differences from a pattern, rad2


class Phases(NamedTuple):
    """What the states of a law mean for the legs."""

    stance: Integers  # (states,) LEFT, RIGHT
    is_push_off: Flags  # (states,) the stance foot is about to leave the ground
    period: float = 0.0  # s, of a cycle by the clock; 0: the law follows no clock


class Pattern(NamedTuple):
    """Joint angles over a cycle that a motion is compared with."""

    position: Integers  # (joints,) qpos addresses; empty: nothing is compared
    weight: Floats  # (joints,)
    start: Floats  # (joints,) share of the cycle that is over at time 0
    angle: Floats  # (joints, points) rad, evenly spaced; the last point ends the cycle


class Watched(NamedTuple):
    """Which bodies are measured, and their axes in their own frames."""

    head: int  # -1: the character has none
    head_up: tuple[float, float, float]
    head_forward: tuple[float, float, float]
    trunk: int
    trunk_up: tuple[float, float, float]
    trunk_forward: tuple[float, float, float]
    pelvis: int
    pelvis_up: tuple[float, float, float]
    feet: Integers  # (2,)
    ankles: Floats  # (2, 3) m, the ankle joint in each foot's frame
    knees: Integers  # (2,) qpos addresses; -1: the leg has none
    strike_load: float  # N; a lifted foot with this load strikes


@compiled
def tally_torques(tally, servos, qvel):
    """Add the squared torques [N2 m2] that acted during this step."""
    for axis in range(qvel.shape[0]):
        torque = servos.torque[axis] - servos.damping[axis] * qvel[axis]
        tally.torque_squared[axis] += torque * torque


@compiled
def tally_head(tally, watched, body_state):
    """Add the head's forward velocity, and whether it is tilted."""
    head = watched.head
    if head < 0:
        return
    com = body_state.com[0], body_state.com[1], body_state.com[2]
    arm = minus(row(body_state.position, head), com)
    forward_velocity = point_velocity(body_state.velocity, head, arm)[0]
    tally.head_velocity[0] += forward_velocity
    tally.head_velocity[1] += forward_velocity * forward_velocity
    up = rotated(body_state.orientation, head, watched.head_up)
    forward = rotated(body_state.orientation, head, watched.head_forward)
    pitch = pitch_of_up_axis(up, ALONG_X)
    roll = roll_of_up_axis(up, ALONG_X)
    yaw = yaw_of_forward_axis(forward, ALONG_X)
    if pitch * pitch + roll * roll + yaw * yaw > HEAD_TILT * HEAD_TILT:
        tally.head_tilted[0] += 1


@compiled
def tilt_squared(angle, tolerance):
    """Q(d; eps) = d^2 if |d| > eps, else 0 (Wang et al. 2009)."""
    return angle * angle if abs(angle) > tolerance else 0.0


@compiled
def tally_posture(tally, watched, body_state):
    """Add squared tilts [rad2] of trunk and pelvis beyond what a walk needs."""
    up = rotated(body_state.orientation, watched.trunk, watched.trunk_up)
    forward = rotated(body_state.orientation, watched.trunk, watched.trunk_forward)
    pelvis = rotated(body_state.orientation, watched.pelvis, watched.pelvis_up)
    tally.posture[0] += (
        tilt_squared(roll_of_up_axis(up, ALONG_X), TILT)
        + tilt_squared(yaw_of_forward_axis(forward, ALONG_X), TILT)
        + tilt_squared(pitch_of_up_axis(up, ALONG_X) - LEAN, LEAN_TOLERANCE)
        + tilt_squared(pitch_of_up_axis(pelvis, ALONG_X), LEAN_TOLERANCE)
    )


@compiled
def tally_spin(tally, body_state, dt):
    """Add the squared rate of the vertical angular momentum, by finite differences."""
    spin = vertical_spin(body_state)
    if not math.isnan(tally.spin[1]):  # the first step has none before it
        rate = (spin - tally.spin[1]) / dt
        tally.spin[0] += rate * rate
    tally.spin[1] = spin


@compiled
def tally_landing(tally, phases, state, touch):
    """Count push-off from a foot that is not planted, and stubbed toes (eq. 6)."""
    stance = phases.stance[state]
    points = max(touch.foot_points[stance], touch.toe_points[stance])
    if phases.is_push_off[state] and points < PLANTED_POINTS:
        tally.landing[0] += 1
    if touch.toe_top_points[1 - stance] > 0:
        tally.landing[1] += 1


@compiled
def tally_likeness(tally, pattern, period, body_state, time):
    """Add the squared differences [rad2] from a pattern, stretched to `period` [s]."""
    intervals = pattern.angle.shape[1] - 1
    for joint in range(pattern.position.shape[0]):
        place = (pattern.start[joint] + time / period) % 1.0 * intervals
        point = min(int(place), intervals - 1)
        before, after = pattern.angle[joint, point], pattern.angle[joint, point + 1]
        wanted = before + (place - point) * (after - before)
        difference = body_state.qpos[pattern.position[joint]] - wanted
        tally.unlikeness[0] += pattern.weight[joint] * difference * difference


@compiled
def tally_state(tally, state, time):
    """Note when the controller's state changes."""
    if state == int(tally.state_now[0]):
        return
    before = int(tally.state_now[0])
    if tally.state_now[1] > 0.0:  # the first state may have begun before the rollout
        tally.state_time[before] += time - tally.state_now[1]
        tally.state_visits[before] += 1
    tally.state_now[0] = state
    tally.state_now[1] = time


@compiled
def tally_headway(tally, heading, body_state, dt):
    """Add the way along the commanded heading [rad]."""
    velocity = body_state.com_velocity
    speed = velocity[0] * math.cos(heading) + velocity[1] * math.sin(heading)
    tally.headway[0] += speed * dt


@compiled
def tally_contacts(tally, watched, points, touch, body_state, heading, time, dt):
    """Add the ground's impulse; note a foot that strikes after having been lifted."""
    for point in range(points.body.shape[0]):
        if touch.is_touching[point]:
            for axis in range(3):
                tally.ground_impulse[axis] += touch.force[point, axis] * dt
    for side in range(watched.feet.shape[0]):
        load = touch.foot_load[side]
        since = tally.unloaded_since[side]
        if load < watched.strike_load:
            if since < 0.0:
                tally.unloaded_since[side] = time
            continue
        tally.unloaded_since[side] = -1.0
        tally.loaded_time[side] += dt
        count = tally.num_strikes[0]
        if since < 0.0 or time - since < LIFT_TIME:
            continue
        if count < tally.strike_time.shape[0]:
            tally.strike_time[count] = time
            tally.strike_side[count] = side
            tally.strike_heading[count] = heading
            knee = watched.knees[side]
            tally.strike_knee[count] = body_state.qpos[knee] if knee >= 0 else 0.0
            foot = watched.feet[side]
            arm = rotated(body_state.orientation, foot, row(watched.ankles, side))
            ankle = plus(row(body_state.position, foot), arm)
            set_row(tally.strike_place, count, ankle)
            tally.num_strikes[0] = count + 1
