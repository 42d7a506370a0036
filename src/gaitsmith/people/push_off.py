"""Wang et al. 2012's reflexes, and one that ends the push of the calf.

People's calf falls silent before the toes leave the ground, and the shin's muscle
begins to lift the foot (docs/people.md). The paper's swing initiation takes from VAS
and GLU and gives to RF and HFL; here it takes s from SOL and GAS, too, and gives to TA:

    u_SOL - s_SOL    u_GAS - s_GAS    u_TA + s_TA
"""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from gaitsmith.control.controllers import law
from gaitsmith.control.law import controls
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.records import GAS, LEFT, RIGHT, SOL, TA
from gaitsmith.papers.wang2012.leg_sides import ReflexSpec
from gaitsmith.papers.wang2012.reflex_controller import GAITS, ReflexController
from gaitsmith.papers.wang2012.reflex_law import (
    ReflexLaw,
    pelvis_heading,
    progress,
    reflex_walk,
)
from gaitsmith.papers.wang2012.reflex_parameters import Row, table_parameters
from gaitsmith.papers.wang2012.reflexes import add_clipped
from gaitsmith.parameters import Parameter

# A search that starts them at 0 leaves them there.
PUSH_OFF_ROWS = (
    Row("initiation.sol", 0.2, 0.3, "SOL less in swing initiation", upper=1.0),
    Row("initiation.gas", 0.2, 0.3, "GAS less in swing initiation", upper=1.0),
    Row("initiation.ta", 0.2, 0.2, "TA more in swing initiation", upper=1.0),
)


class PushOffLaw(NamedTuple):
    """The paper's law, and what its swing initiation lacks."""

    reflexes: ReflexLaw
    end_sol: LaneFloats  # (2,) s_SOL, taken away in swing initiation of each leg
    end_gas: LaneFloats  # (2,) s_GAS, taken away
    lift_ta: LaneFloats  # (2,) s_TA, added


@controls(PushOffLaw, lanes=True)
@compiled
def walk_and_end_push_off(law, memory, senses, actuation_out):
    """One control step of the paper's law; then the calf of a leg about to leave."""
    reflex_walk(law.reflexes, memory, senses, actuation_out)
    heading = pelvis_heading(law.reflexes, senses.body)
    for side in (LEFT, RIGHT):
        _share, _leads, is_due = progress(
            law.reflexes, memory, side, heading, senses.body
        )
        is_due = is_due & (memory.is_stance[side] == 1)
        u = actuation_out.excitation[side]
        add_clipped(u, SOL, -law.end_sol[side], is_due)
        add_clipped(u, GAS, -law.end_gas[side], is_due)
        add_clipped(u, TA, law.lift_ta[side], is_due)


@law("push_off_reflexes", ReflexSpec, GAITS)
@dataclass(frozen=True)
class PushOffController(ReflexController):
    """Wang et al. 2012, and swing initiation of the calf: 127 parameters."""

    law_name: ClassVar[str] = "push_off_reflexes"

    @cached_property
    def _own_parameters(self) -> tuple[Parameter, ...]:
        paper = super()._own_parameters
        return (*paper, *table_parameters(PUSH_OFF_ROWS, {}))

    def law(self, values: dict[str, float]) -> PushOffLaw:
        """The law alone."""
        of_legs = self.of_legs(values)
        return PushOffLaw(
            super().law(values),
            end_sol=of_legs("initiation.sol"),
            end_gas=of_legs("initiation.gas"),
            lift_ta=of_legs("initiation.ta"),
        )
