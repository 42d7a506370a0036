"""What the nerves of the legs feel, and what of it has arrived."""

from typing import NamedTuple

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.delay import delay_steps, delayed, fill_line
from gaitsmith.kernels.elementary import atan2
from gaitsmith.kernels.frames import ahead
from gaitsmith.kernels.lane_views import of_lane
from gaitsmith.kernels.lanes import any_lane, is_set, num_lanes
from gaitsmith.kernels.records import (
    GAS,
    GLU,
    HAM,
    HFL,
    LEFT,
    RIGHT,
    SOL,
    TA,
    VAS,
)
from gaitsmith.kernels.spatial import point_velocity
from gaitsmith.kernels.vectors import minus, row
from gaitsmith.papers.wang2012.reflex_memory import (
    GAS_FORCE,
    GLU_FORCE,
    HAM_FORCE,
    HAM_LENGTH,
    HFL_LENGTH,
    HIP,
    HIP_RATE,
    KNEE,
    KNEE_RATE,
    LEAN,
    LEAN_RATE,
    LEG_SIGNALS,
    LOAD,
    NUM_SIGNALS,
    SOL_FORCE,
    TA_LENGTH,
    VAS_FORCE,
)
from gaitsmith.papers.wang2012.reflexes import LegSense

AT_ANKLE, AT_KNEE, AT_HIP = 0, 1, 2  # index of a delay


class Arrived(NamedTuple):
    """What has arrived of one leg."""

    leg: LegSense
    load: float  # N under the foot


@compiled
def trunk_lean(law, heading, body_state):
    """Lean of the trunk over the pelvis [rad], forward +, and its rate [rad/s].

    The angle from the vertical of the line from the pelvis' centre of mass to that of
    the trunk, in the sagittal plane.
    """
    com = body_state.com[0], body_state.com[1], body_state.com[2]
    low = row(body_state.mass_center, law.hips.pelvis)
    high = row(body_state.mass_center, law.trunk)
    line = minus(high, low)
    velocity = minus(
        point_velocity(body_state.velocity, law.trunk, minus(high, com)),
        point_velocity(body_state.velocity, law.hips.pelvis, minus(low, com)),
    )
    along, up = ahead(line, heading), line[2]
    rate = (up * ahead(velocity, heading) - along * velocity[2]) / (
        along * along + up * up
    )
    return atan2(along, up), rate


@compiled
def sense_legs(law, memory, lean, lean_rate, senses):
    """Write the present signals; before the first step, they have always been so.

    `lean` [rad] and `lean_rate` [rad/s] are the trunk's, forward +.
    """
    line = memory.line
    now = memory.step & (line.shape[0] - 1)
    for side in (LEFT, RIGHT):
        write_leg(law, memory, side, now, senses)
    line[now, LEAN], line[now, LEAN_RATE] = lean, lean_rate
    starts = memory.step == 0
    if any_lane(starts):
        for lane in range(num_lanes(starts)):
            if is_set(starts, lane):
                fill_lines(of_lane(memory, lane).line)


@compiled
def fill_lines(line):
    """Before the start, every signal was what it is at the start."""
    for column in range(NUM_SIGNALS):
        fill_line(line, column, line[0, column])


@compiled
def force_share(muscles, side, muscle):
    """Force of a muscle, of its max isometric force."""
    return muscles.force[side, muscle] / muscles.max_force[side, muscle]


@compiled
def length_share(muscles, side, muscle):
    """Length of a muscle's fibre, in optimal lengths."""
    return muscles.fiber_length[side, muscle] / muscles.optimal_length[side, muscle]


@compiled
def write_leg(law, memory, side, now, senses):
    """One leg's signals into the row `now`."""
    line, column, muscles = memory.line, side * LEG_SIGNALS, senses.muscles
    qpos, qvel = senses.body.qpos, senses.body.qvel
    line[now, column + SOL_FORCE] = force_share(muscles, side, SOL)
    line[now, column + GAS_FORCE] = force_share(muscles, side, GAS)
    line[now, column + VAS_FORCE] = force_share(muscles, side, VAS)
    line[now, column + HAM_FORCE] = force_share(muscles, side, HAM)
    line[now, column + GLU_FORCE] = force_share(muscles, side, GLU)
    line[now, column + TA_LENGTH] = length_share(muscles, side, TA)
    line[now, column + HAM_LENGTH] = length_share(muscles, side, HAM)
    line[now, column + HFL_LENGTH] = length_share(muscles, side, HFL)
    line[now, column + HIP] = -qpos[law.leg_position[side, 0]]
    line[now, column + HIP_RATE] = -qvel[law.leg_axis[side, 0]]
    line[now, column + KNEE] = qpos[law.leg_position[side, 1]]
    line[now, column + KNEE_RATE] = qvel[law.leg_axis[side, 1]]
    line[now, column + LOAD] = senses.contact.foot_load[side]


@compiled
def sensed(law, memory, side, dt):
    """What has arrived of one leg by now."""
    line, step, column = memory.line, memory.step, side * LEG_SIGNALS
    ankle = delay_steps(law.delays[side, AT_ANKLE], dt)
    knee = delay_steps(law.delays[side, AT_KNEE], dt)
    hip = delay_steps(law.delays[side, AT_HIP], dt)
    return Arrived(
        LegSense(
            sol_force=delayed(line, step, ankle, column + SOL_FORCE),
            gas_force=delayed(line, step, ankle, column + GAS_FORCE),
            vas_force=delayed(line, step, knee, column + VAS_FORCE),
            ham_force=delayed(line, step, hip, column + HAM_FORCE),
            glu_force=delayed(line, step, hip, column + GLU_FORCE),
            ta_length=delayed(line, step, ankle, column + TA_LENGTH),
            ham_length=delayed(line, step, hip, column + HAM_LENGTH),
            hfl_length=delayed(line, step, hip, column + HFL_LENGTH),
            hip=delayed(line, step, hip, column + HIP),
            hip_rate=delayed(line, step, hip, column + HIP_RATE),
            knee=delayed(line, step, knee, column + KNEE),
            knee_rate=delayed(line, step, knee, column + KNEE_RATE),
            lean=delayed(line, step, hip, LEAN),
            lean_rate=delayed(line, step, hip, LEAN_RATE),
            take_off_lean=memory.take_off_lean[side],
        ),
        delayed(line, step, delay_steps(law.contact_delay[side], dt), column + LOAD),
    )
