"""What is counted in every rollout: way, torques, states of the law, strikes."""

from typing import NamedTuple

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import sin_cos
from gaitsmith.kernels.lane_records import LaneFloats, LaneIntegers
from gaitsmith.kernels.lane_views import of_lane
from gaitsmith.kernels.lanes import (
    any_lane,
    as_float,
    is_set,
    negated,
    num_lanes,
    select,
)
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.kernels.vectors import plus, rotated, row, set_row
from gaitsmith.simulation.meters import Started, updates

LIFT_TIME = 0.05  # s; a foot without load for this long has been lifted
STRIKE_SHARE = 0.01  # of the weight, under a foot that was lifted: it strikes
MOST_STRIKES_PER_SECOND = 25


class TravelMeter(NamedTuple):
    """How far it came, and what the ground gave."""

    headway: LaneFloats  # (1,) m, way of the centre of mass along the commanded heading
    ground_impulse: LaneFloats  # (3,) N s


@updates(TravelMeter, lanes=True)
@compiled
def count_travel(meter, step):
    """Add the way along the commanded heading, and the ground's impulse."""
    velocity = step.body.com_velocity
    sine, cosine = sin_cos(step.heading)
    speed = velocity[0] * cosine + velocity[1] * sine
    meter.headway[0] += speed * step.dt
    for point in range(step.points.body.shape[0]):
        if any_lane(step.contact.is_touching[point]):
            for axis in range(3):
                force = step.contact.force[point, axis]
                meter.ground_impulse[axis] += force * step.dt


class TorqueMeter(NamedTuple):
    """Effort of the joints."""

    squared: LaneFloats  # (nv,) sum of squared joint torques, N2 m2


@updates(TorqueMeter, lanes=True)
@compiled
def count_torques(meter, step):
    """Add the squared torques [N2 m2] that acted during this step."""
    actuation, qvel = step.actuation, step.body.qvel
    for axis in range(qvel.shape[0]):
        torque = actuation.torque[axis] - actuation.damping[axis] * qvel[axis]
        meter.squared[axis] += torque * torque


class StateMeter(NamedTuple):
    """How long the states of the law last."""

    time: LaneFloats  # (states,) s spent in each completed state
    visits: LaneIntegers  # (states,) how often each was completed
    now: LaneFloats  # (2,) the present state, and when it began [s]


@updates(StateMeter, lanes=True)
@compiled
def count_states(meter, step):
    """Note when the controller's state changes."""
    has_changed = as_float(step.state) != meter.now[0]
    if any_lane(has_changed):
        for lane in range(num_lanes(has_changed)):
            if is_set(has_changed, lane):
                note_state(of_lane(meter, lane), of_lane(step, lane))


@compiled
def note_state(meter, step):
    """One more visit of the state that is over."""
    before = int(meter.now[0])
    if meter.now[1] > 0.0:  # the first state may have begun before the rollout
        meter.time[before] += step.time - meter.now[1]
        meter.visits[before] += 1
    meter.now[0] = step.state
    meter.now[1] = step.time


class StrikeMeter(NamedTuple):
    """When and where feet strike after having been lifted."""

    foot: Integers  # (legs,)
    ankle: Floats  # (legs, 3) m, the ankle joint in each foot's frame
    knee_position: Integers  # (legs,) qpos addresses; -1: the leg has none
    strike_load: float  # N; a lifted foot with this load strikes
    unloaded_since: LaneFloats  # (legs,) s, since when a foot has no load; -1: it has
    loaded_time: LaneFloats  # (legs,) s that each foot was loaded
    num_strikes: LaneIntegers  # (1,) so far
    time: LaneFloats  # (strikes,) s
    side: LaneIntegers  # (strikes,) the leg
    place: LaneFloats  # (strikes, 3) m, the ankle's position
    heading: LaneFloats  # (strikes,) rad, commanded
    knee: LaneFloats  # (strikes,) rad, angle of the striking leg's knee


@updates(StrikeMeter, lanes=True)
@compiled
def count_strikes(meter, step):
    """Note a foot that strikes after having been lifted."""
    for side in range(meter.foot.shape[0]):
        since = meter.unloaded_since[side]
        is_free = step.contact.foot_load[side] < meter.strike_load
        lifted = select(since < 0.0, step.time, since)
        meter.unloaded_since[side] = select(is_free, lifted, -1.0)
        meter.loaded_time[side] += select(is_free, 0.0, step.dt)
        was_lifted = (since >= 0.0) & (step.time - since >= LIFT_TIME)
        strikes = negated(is_free) & was_lifted
        if any_lane(strikes):
            for lane in range(num_lanes(strikes)):
                if is_set(strikes, lane):
                    note_strike(of_lane(meter, lane), of_lane(step, lane), side)


@compiled
def note_strike(meter, step, side):
    """When, where and how a foot strikes, while there is room."""
    body, count = step.body, meter.num_strikes[0]
    if count < meter.time.shape[0]:
        meter.time[count] = step.time
        meter.side[count] = side
        meter.heading[count] = step.heading
        knee = meter.knee_position[side]
        meter.knee[count] = body.qpos[knee] if knee >= 0 else 0.0
        foot = meter.foot[side]
        arm = rotated(body.orientation, foot, row(meter.ankle, side))
        set_row(meter.place, count, plus(row(body.position, foot), arm))
        meter.num_strikes[0] = count + 1


class StandardMeters(NamedTuple):
    """Those that every rollout has."""

    travel: TravelMeter
    torque: TorqueMeter
    state: StateMeter
    strikes: StrikeMeter


def standard_meters(character: Character, about: Started) -> StandardMeters:
    """All sums at zero, with room for every strike."""
    legs = character.roles.legs
    room = int(about.duration * MOST_STRIKES_PER_SECOND) + 10
    return StandardMeters(
        TravelMeter(headway=np.zeros(1), ground_impulse=np.zeros(3)),
        TorqueMeter(squared=np.zeros(character.model.nv)),
        StateMeter(
            time=np.zeros(about.num_states),
            visits=np.zeros(about.num_states, dtype=np.int64),
            now=np.array([about.first_state, -1.0]),
        ),
        StrikeMeter(
            foot=np.array([leg.foot for leg in legs], dtype=np.int64),
            ankle=np.array([character.ankle_offset(i) for i in range(len(legs))]),
            knee_position=np.array(
                [leg.knee.position if leg.knee else -1 for leg in legs], dtype=np.int64
            ),
            strike_load=STRIKE_SHARE * character.weight,
            unloaded_since=np.full(len(legs), -1.0),
            loaded_time=np.zeros(len(legs)),
            num_strikes=np.zeros(1, dtype=np.int64),
            time=np.zeros(room),
            side=np.zeros(room, dtype=np.int64),
            place=np.zeros((room, 3)),
            heading=np.zeros(room),
            knee=np.zeros(room),
        ),
    )
