"""Left and right: nerves that differ between the legs, and parameters that may.

Equal by default. What a body cannot help is said in the [controller] table: how late
its nerves are, what excites a muscle always (tone), how strongly a muscle answers to
its own force and length. What a search may choose is freed by `sides = "free"`: every
parameter of a leg gets a companion, `difference.NAME`, what the left leg has more than
the right one; 0 at first, so that a solution with equal sides is where it starts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, field_validator

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES, muscle_name, muscle_places
from gaitsmith.control.controller import ControllerSpec
from gaitsmith.errors import unknown_name
from gaitsmith.kernels.records import Floats
from gaitsmith.parameters import Parameter

SIDES = ("left", "right")
DELAYS = (0.020, 0.010, 0.005)  # s: muscles at the ankle, the knee, the hip
CONTACT_DELAY = 0.010  # s, of the load under a foot
DIFFERENCE = "difference."
LEGS_OWN = ("stance.", "initiation.", "swing.", "preparation.")  # of the muscles
TARGETS = ("pelvis_x", "swing_hip_x", "swing_hip_z", "stance_foot_x", "swing_foot_x")
# What a muscle's own force and length excite it by (Wang et al. 2012, section 4).
OWN_REFLEXES = {
    "SOL": ("stance.sol_force",),
    "TA": ("stance.ta_length",),
    "GAS": ("stance.gas_force",),
    "VAS": ("stance.vas_force",),
    "HAM": ("swing.ham_force",),
    "GLU": ("swing.glu_force",),
    "HFL": ("swing.hfl_length",),
}

Sides = Literal["equal", "free"]
Factor = Annotated[float, Field(ge=0, le=10)]
Tone = Annotated[float, Field(ge=0, le=1)]
Muscles = Mapping[str, float]


class NerveSpec(ControllerSpec):
    """The [controller] table of a law whose nerves report late."""

    delays: bool = True
    """False: nerves report at once (a part of the ablation of Wang et al. 2012)."""

    @property
    def nerve_delays(self) -> tuple[float, float, float]:
        """s, of the muscles at the ankle, at the knee, at the hip."""
        return DELAYS if self.delays else (0.0, 0.0, 0.0)

    @property
    def contact_delay(self) -> float:
        """s, of the load under a foot."""
        return CONTACT_DELAY if self.delays else 0.0


class ReflexSpec(NerveSpec):
    """The [controller] table of a law with reflexes of the legs' own."""

    sides: Sides | None = None
    """Whether the legs' parameters may differ: "equal", if left out, or "free"."""
    slower: Mapping[str, Factor] | None = None
    """Factor on the delays of a leg's nerves, such as { left = 1.5 }."""
    tone: Mapping[str, Tone] | None = None
    """Excitation that a muscle always has more, such as { left_soleus = 0.1 }."""
    reflex_gains: Mapping[str, Factor] | None = None
    """Factor on what a muscle's own force or length excites it by, such as
    { left_soleus = 2.0 }; of any but the rectus femoris, which has none."""

    @field_validator("slower")
    @classmethod
    def _are_sides(
        cls, table: Mapping[str, float] | None
    ) -> Mapping[str, float] | None:
        for name in table or {}:
            if name not in SIDES:
                raise ValueError(str(unknown_name("leg", name, SIDES)))
        return table

    @field_validator("tone", "reflex_gains")
    @classmethod
    def _are_muscles(cls, table: Muscles | None) -> Muscles | None:
        return table and {muscle_name(name): value for name, value in table.items()}

    @field_validator("reflex_gains")
    @classmethod
    def _have_reflexes(cls, table: Muscles | None) -> Muscles | None:
        for name in table or {}:
            if name.rpartition("_")[2] not in OWN_REFLEXES:
                raise ValueError(f"{name} has no reflex of its own in this law.")
        return table

    @property
    def nerves(self) -> "Nerves":
        """How they differ."""
        return Nerves(
            self.sides or "equal",
            dict(self.slower or {}),
            dict(self.tone or {}),
            dict(self.reflex_gains or {}),
        )


@dataclass(frozen=True)
class Nerves:
    """How the nerves of the legs differ, and whether their parameters may."""

    sides: Sides = "equal"
    slower: Muscles = field(default_factory=dict)
    tone: Muscles = field(default_factory=dict)
    reflex_gains: Muscles = field(default_factory=dict)

    @property
    def delay_factors(self) -> Floats:
        """(2,) of left and right."""
        return np.array([self.slower.get(side, 1.0) for side in SIDES])

    @property
    def tones(self) -> Floats:
        """(2, muscles) excitation."""
        found = np.zeros((len(SIDES), len(MUSCLE_NAMES)))
        for name, value in self.tone.items():
            found[muscle_places(name)] += value
        return found

    def of_legs(self, values: Mapping[str, float], own: Sequence[Parameter]):
        """Values by name of the left leg, and of the right one.

        Args:
            values: of all parameters.
            own: the parameters without their differences.
        """
        legs = [dict(values), dict(values)]
        for parameter in own if self.sides == "free" else ():
            apart = values.get(DIFFERENCE + parameter.name, 0.0)
            for leg, half in zip(legs, (0.5, -0.5), strict=True):
                leg[parameter.name] = parameter.within(
                    values[parameter.name] + half * apart
                )
        for name, factor in self.reflex_gains.items():
            places, muscle = muscle_places(name)
            for side in places:
                for gain in OWN_REFLEXES[MUSCLE_NAMES[muscle]]:
                    legs[side][gain] *= factor
        return legs

    def as_tables(self) -> dict[str, object]:
        """What a [controller] table says of it; nothing of equal legs."""
        found = {
            "slower": dict(self.slower),
            "tone": dict(self.tone),
            "reflex_gains": dict(self.reflex_gains),
        }
        tables: dict[str, object] = {
            key: table for key, table in found.items() if table
        }
        return {"sides": self.sides, **tables} if self.sides == "free" else tables


EQUAL = Nerves()


def may_differ(name: str) -> bool:
    """Whether a parameter is a leg's own."""
    is_target = name.partition(".")[2] in TARGETS and name.startswith("target.")
    return name.startswith(LEGS_OWN) or is_target


def with_differences(own: Sequence[Parameter]) -> tuple[Parameter, ...]:
    """The parameters, and how much more the left leg has of those that may differ."""
    return (
        *own,
        *(
            Parameter(
                DIFFERENCE + p.name,
                p.unit,
                0.0,
                p.scale,
                f"left leg's less the right one's: {p.meaning}",
            )
            for p in own
            if may_differ(p.name)
        ),
    )
