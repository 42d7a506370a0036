"""What an experiment may change about muscles and nerves: every law with muscles."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, field_validator

from gaitsmith.characters.muscle_table import MUSCLE_NAMES, SIDES
from gaitsmith.declarations import Declaration
from gaitsmith.errors import unknown_name

DELAYS = (0.020, 0.010, 0.005)  # s: muscles at the ankle, the knee, the hip
CONTACT_DELAY = 0.010  # s, of the load under a foot


class MuscleSpec(Declaration):
    """The table [controller.muscles]."""

    strength: Mapping[str, Annotated[float, Field(gt=0, le=10)]] = Field(default={})
    """Factor of a muscle's greatest force, such as { SOL = 0.25, left_GAS = 0.25 }."""
    delays: bool = True
    """False: nerves report at once (the paper's ablation)."""

    @field_validator("strength")
    @classmethod
    def _are_muscles(cls, strength: Mapping[str, float]) -> Mapping[str, float]:
        one_leg = [f"{side}_{name}" for side in SIDES for name in MUSCLE_NAMES]
        known = (*MUSCLE_NAMES, *one_leg)
        for name in strength:
            if name not in known:
                raise ValueError(str(unknown_name("muscle", name, known)))
        return strength

    @property
    def nerve_delays(self) -> tuple[float, float, float]:
        """s, of the muscles at the ankle, at the knee, at the hip."""
        return DELAYS if self.delays else (0.0, 0.0, 0.0)

    @property
    def contact_delay(self) -> float:
        """s, of the load under a foot."""
        return CONTACT_DELAY if self.delays else 0.0


AS_THEY_ARE = MuscleSpec()
