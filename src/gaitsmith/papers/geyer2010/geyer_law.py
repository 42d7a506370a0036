"""The law of Geyer & Herr 2010: fourteen muscles move a planar body, and nothing else.

Nerves, muscles and the change of phases are those of `reflex_law`; this one has no
servos. It shows how far the reflexes alone carry.
"""

from typing import NamedTuple

from gaitsmith.control.law import controls
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.frames import pitch_of_up_axis
from gaitsmith.kernels.records import LEFT, RIGHT, Floats, Integers
from gaitsmith.kernels.spatial import rotation_part
from gaitsmith.kernels.vectors import rotated
from gaitsmith.papers.geyer2010.geyer_reflexes import (
    GeyerGains,
    excite_geyer_stance,
    excite_geyer_swing,
)
from gaitsmith.papers.wang2012.reflex_law import change_phase
from gaitsmith.papers.wang2012.reflex_senses import sense_legs, sensed

ALONG_X = (1.0, 0.0)  # heading


class GeyerLaw(NamedTuple):
    """All numbers of the law; states count LEFT, RIGHT: the leg that struck last."""

    gains: GeyerGains
    delays: Floats  # (2, 3) s: of muscles at each leg's ankle, knee, hip
    contact_delay: Floats  # (2,) s
    weight: float  # N, of the body
    trunk: int
    trunk_up: tuple[float, float, float]  # in the trunk's frame
    leg_axis: Integers  # (2, 3) qvel addresses of hip, knee, ankle
    leg_position: Integers  # (2, 3) qpos addresses


@controls(GeyerLaw)
@compiled
def geyer_walk(law, memory, senses, actuation_out):
    """One control step: feel, decide which leg stands, excite."""
    body_state = senses.body
    up = rotated(body_state.orientation, law.trunk, law.trunk_up)
    lean = pitch_of_up_axis(up, ALONG_X)
    lean_rate = rotation_part(body_state.velocity, law.trunk)[1]
    sense_legs(law, memory, lean, lean_rate, senses)
    for side in (LEFT, RIGHT):
        change_phase(law, memory, side, senses.time, senses.dt)
    for side in (LEFT, RIGHT):
        excite_geyer_leg(law, memory, side, senses.dt, actuation_out)
    for axis in range(actuation_out.torque.shape[0]):
        actuation_out.torque[axis] = 0.0
        actuation_out.damping[axis] = 0.0
    memory.step += 1


@compiled
def excite_geyer_leg(law, memory, side, dt, actuation_out):
    """Excitations of one leg's muscles."""
    u = actuation_out.excitation[side]
    arrived = sensed(law, memory, side, dt)
    if not memory.is_stance[side]:
        excite_geyer_swing(law.gains, arrived.leg, u)
        return
    other = 1 - side
    is_trailing_double = memory.is_stance[other] == 1 and memory.state == other
    excite_geyer_stance(
        law.gains,
        arrived.leg,
        arrived.load / law.weight,
        sensed(law, memory, other, dt).load / law.weight,
        is_trailing_double,
        u,
    )
