"""What an experiment may change about muscles and nerves: every law with muscles."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, field_validator

from gaitsmith.characters.muscle_table import (
    MUSCLE_NAMES,
    REFERENCE_HEIGHT,
    REFERENCE_MASS,
    SIDES,
    build_muscles,
)
from gaitsmith.declarations import Declaration
from gaitsmith.errors import unknown_name
from gaitsmith.kernels.muscle import ACTIVATION_TIME
from gaitsmith.kernels.records import ANDERSON, BHARGAVA, Muscles

DELAYS = (0.020, 0.010, 0.005)  # s: muscles at the ankle, the knee, the hip
CONTACT_DELAY = 0.010  # s, of the load under a foot
ENERGY_MODELS = {"anderson": ANDERSON, "bhargava": BHARGAVA}


class MuscleSpec(Declaration):
    """The table [controller.muscles]."""

    strength: Mapping[str, Annotated[float, Field(gt=0, le=10)]] = Field(default={})
    """Factor of a muscle's greatest force, such as { SOL = 0.25, left_GAS = 0.25 }."""
    delays: bool = True
    """False: nerves report at once (a part of the paper's ablation)."""
    activation_dynamics: bool = True
    """False: muscles are as active as they are excited (the other part of it)."""
    energy: Literal["anderson", "bhargava"] = "anderson"
    """Whose model counts what the muscles cost: Anderson 1999, as in the paper, or
    Bhargava et al. 2004."""

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

    def built(
        self, height: float = REFERENCE_HEIGHT, mass: float = REFERENCE_MASS
    ) -> Muscles:
        """The muscles of a body of this height [m] and mass [kg]."""
        return build_muscles(
            height,
            mass,
            self.strength,
            ACTIVATION_TIME if self.activation_dynamics else 0.0,
            ENERGY_MODELS[self.energy],
        )

    @property
    def contact_delay(self) -> float:
        """s, of the load under a foot."""
        return CONTACT_DELAY if self.delays else 0.0


AS_THEY_ARE = MuscleSpec()
