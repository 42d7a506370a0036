"""Geyer & Herr's reflexes on a planar body: published values as named parameters."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import (
    Drive,
    StartPose,
    start_state,
)
from gaitsmith.control.controllers import law
from gaitsmith.control.hips import addresses, require_two_legs
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.papers.geyer2010.geyer_law import GeyerLaw
from gaitsmith.papers.geyer2010.geyer_reflexes import GeyerGains
from gaitsmith.papers.wang2012.leg_sides import NerveSpec
from gaitsmith.papers.wang2012.muscle_drive import muscle_drive, require_muscles
from gaitsmith.papers.wang2012.reflex_parameters import (
    WALK_START,
    Row,
    table_parameters,
)
from gaitsmith.parameters import Parameter, ParameterSpace

GAITS = {"walk": "walks in the plane from Geyer & Herr's published values, 1.3 m/s"}
_PER_RAD, _RATE = "1/rad", "s/rad"

# In the order of `GeyerGains`; published values (Geyer & Herr 2010, table and
# appendix). Scales are about half of a value.
GEYER_ROWS = (
    Row("stance.vas", 0.09, 0.05, "excitation of VAS", lower=0.01, upper=1.0),
    Row("stance.ham", 0.05, 0.03, "excitation of HAM", lower=0.01, upper=1.0),
    Row("stance.glu", 0.05, 0.03, "excitation of GLU", lower=0.01, upper=1.0),
    Row("stance.hfl", 0.05, 0.03, "excitation of HFL", lower=0.01, upper=1.0),
    Row("stance.sol_force", 1.2, 0.6, "SOL by its force"),
    Row("stance.gas_force", 1.1, 0.55, "GAS by its force"),
    Row("stance.ta_length", 1.1, 0.55, "TA by its length, in swing too"),
    Row("stance.ta_offset", 0.71, 0.1, "TA: length that excites", "l_opt"),
    Row("stance.sol_inhibits_ta", 0.3, 0.15, "TA less by the force of SOL"),
    Row("stance.vas_force", 1.15, 0.55, "VAS by its force"),
    Row("stance.knee_stop", 2.0, 1.0, "VAS less as the knee straightens", _PER_RAD),
    Row("stance.knee_stop_angle", 0.17, 0.05, "below this flexion", "rad", 0.0, 1.0),
    Row("stance.load", 1.2, 0.6, "per body weight under a leg"),
    Row("stance.lean", 1.91, 1.0, "HAM, GLU, HFL by the trunk's lean", _PER_RAD),
    Row("stance.lean_rate", 0.25, 0.12, "by its rate", _RATE),
    Row("stance.lean_target", 0.105, 0.05, "lean held", "rad", -0.5, 0.5),
    Row("stance.glu_share", 0.68, 0.3, "of GLU in stance.lean"),
    Row("initiation.hip", 0.25, 0.12, "GLU less, HFL more, trailing leg", upper=1.0),
    Row("swing.ham_force", 0.65, 0.3, "HAM by its force"),
    Row("swing.glu_force", 0.4, 0.2, "GLU by its force"),
    Row("swing.hfl_length", 0.35, 0.2, "HFL by its length"),
    Row("swing.hfl_offset", 0.6, 0.1, "HFL: length that excites", "l_opt"),
    Row("swing.ham_inhibits_hfl", 4.0, 1.0, "HFL less by the length of HAM"),
    Row("swing.ham_offset", 0.85, 0.1, "HAM: length that inhibits", "l_opt"),
    Row("swing.hfl_take_off_lean", 1.15, 0.5, "HFL by lean at take-off", _PER_RAD),
)
START_JOINTS = tuple(
    f"{side}_{joint}_y"
    for side in ("left", "right")
    for joint in ("hip", "knee", "ankle")
)
START_PITCH = 0.087  # rad; the sole of the leg that stands is then flat


@law("geyer", NerveSpec, GAITS)
@dataclass(frozen=True)
class GeyerController:
    """Geyer & Herr 2010: fourteen muscles with reflexes, in the plane."""

    character: Character
    gait_name: str
    delays: bool = True

    @classmethod
    def from_spec(cls, character: Character, spec: NerveSpec) -> "GeyerController":
        """What a [controller] table asks for."""
        return cls(character, spec.gait, spec.delays)

    def declaration(self) -> NerveSpec:
        """The [controller] table that builds the same."""
        return NerveSpec(law="geyer", gait=self.gait_name, delays=self.delays)

    def __post_init__(self) -> None:
        """Refuse an unknown gait, and a body that is not planar or lacks joints."""
        if self.gait_name not in GAITS:
            raise unknown_name("gait of controller 'geyer'", self.gait_name, GAITS)
        require_two_legs(self.character, "geyer")
        name = self.character.name
        if not self.character.is_planar:
            raise InputError(
                f"controller 'geyer' walks in the sagittal plane only, and character"
                f" '{name}' can leave it; choose a planar one, such as 'geyer'."
            )
        require_muscles(self.character, "geyer")
        has = {hinge.role for hinge in self.character.roles.hinges}
        for joint in START_JOINTS:
            if joint not in has:
                raise InputError(
                    f"controller 'geyer' needs the joint '{joint}', which character"
                    f" '{name}' does not have."
                )

    @property
    def space(self) -> ParameterSpace:
        """The gains, and where the walk begins."""
        return self._space

    @cached_property
    def _space(self) -> ParameterSpace:
        start = [
            Parameter("start.speed", "m/s", WALK_START.speed, 0.1, "forward"),
            Parameter("start.pitch", "rad", START_PITCH, 0.05, "of the trunk"),
        ]
        for joint in START_JOINTS:
            angle = WALK_START.angles.get(joint, 0.0)
            start.append(
                Parameter(f"start.angle.{joint}", "rad", angle, 0.05, "at the start")
            )
        return ParameterSpace((*table_parameters(GEYER_ROWS, {}), *start))

    def drive(self, values: dict[str, float]) -> Drive:
        """The law and the start state for the given parameter values."""
        pose = StartPose(
            angles={name: values[f"start.angle.{name}"] for name in START_JOINTS},
            rates={},
            pitch=values["start.pitch"],
            speed=values["start.speed"],
        )
        qpos, qvel = start_state(self.character, pose)
        return muscle_drive(self.law(values), qpos, qvel)

    def law(self, values: dict[str, float]) -> GeyerLaw:
        """The law alone."""
        roles = self.character.roles
        legs = [leg.hinges_to_foot for leg in roles.legs]
        return GeyerLaw(
            gains=GeyerGains(*(values[row.name] for row in GEYER_ROWS)),
            delays=np.tile(self.declaration().nerve_delays, (2, 1)),
            contact_delay=np.full(2, self.declaration().contact_delay),
            weight=self.character.weight,
            trunk=roles.trunk,
            trunk_up=self.character.standing_up(roles.trunk),
            leg_axis=np.array([addresses(hinges, "axis") for hinges in legs]),
            leg_position=np.array([addresses(hinges, "position") for hinges in legs]),
        )
