"""Muscle reflexes on one character: its 124 parameters, and how they become the law.

Wang, Hamner, Delp & Koltun 2012. Of the muscles: 56 parameters; of the servos of all
other joints: 35; of the start: 33.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from gaitsmith.actuators.hill_muscles import body_height
from gaitsmith.characters.character import Character
from gaitsmith.characters.roles import Hinge, Leg
from gaitsmith.control.controller import (
    Drive,
    StartPose,
    start_state,
)
from gaitsmith.control.controllers import law
from gaitsmith.control.hips import addresses, hips_of, require_two_legs
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.records import LEFT, RIGHT, Floats
from gaitsmith.papers.wang2012.leg_sides import (
    EQUAL,
    SIDES,
    Nerves,
    ReflexSpec,
    with_differences,
)
from gaitsmith.papers.wang2012.muscle_drive import muscle_drive, require_muscles
from gaitsmith.papers.wang2012.reflex_law import ReflexLaw
from gaitsmith.papers.wang2012.reflex_parameters import (
    MUSCLE_ROWS,
    MUSCLES,
    REFLEX_NAMES,
    RUN_START,
    RUN_VALUES,
    SERVO_GAINS,
    START_JOINTS,
    TARGET_ROWS,
    WALK_START,
    table_parameters,
)
from gaitsmith.papers.wang2012.reflexes import ReflexGains
from gaitsmith.parameters import Parameter, ParameterSpace

GAITS = {
    "walk": "walks from Geyer & Herr's values, 1.3 m/s",
    "run": "a start for a run: in flight, stiff reflexes, 3.05 m/s",
}
LEG_SHARE = 0.93 / 1.80  # leg length, of the height (Wang et al. 2012's body)
REFERENCE_MASS = 70.0  # kg, of the servos' gains
ARM_GAIN, TOE_GAIN, TOE_DAMPING = 30.0, 30.0, 0.1  # N m/rad; N m s/rad (proposed)
# How bent elbows turn the shoulders: back, and inward (proposed).
SHOULDER_BACK, SHOULDER_INWARD = 0.25, 0.25
ARM_JOINTS = ("shoulder_y", "elbow_y")


@law("reflexes", ReflexSpec, GAITS)
@dataclass(frozen=True)
class ReflexController:
    """Wang et al. 2012: sixteen muscles with reflexes, 124 parameters."""

    character: Character
    gait_name: str
    delays: bool = True
    nerves: Nerves = EQUAL
    law_name: ClassVar[str] = "reflexes"

    @classmethod
    def from_spec(cls, character: Character, spec: ReflexSpec) -> "ReflexController":
        """What a [controller] table asks for."""
        return cls(character, spec.gait, spec.delays, spec.nerves)

    def declaration(self) -> ReflexSpec:
        """The [controller] table that builds the same."""
        return ReflexSpec(
            law=self.law_name,
            gait=self.gait_name,
            delays=self.delays,
            **self.nerves.as_tables(),
        )

    def __post_init__(self) -> None:
        """Refuse an unknown gait, and a body without the joints or the muscles."""
        if self.gait_name not in GAITS:
            kind = f"gait of controller '{self.law_name}'"
            raise unknown_name(kind, self.gait_name, GAITS)
        require_two_legs(self.character, self.law_name)
        require_muscles(self.character, self.law_name)
        needed = (*START_JOINTS, "back_x", "left_ankle_x", "left_hip_z")
        has = {hinge.role for hinge in self.character.roles.hinges}
        is_armless = not any(name.partition("_")[2] in ARM_JOINTS for name in has)
        missing = [
            name
            for name in needed
            if name not in has
            and not (is_armless and name.partition("_")[2] in ARM_JOINTS)
        ]
        if missing:
            raise InputError(
                f"controller '{self.law_name}' needs the joint '{missing[0]}', which"
                f" character '{self.character.name}' does not have."
            )

    @property
    def space(self) -> ParameterSpace:
        """All parameters; 124 of them are free, and more if the legs may differ."""
        return self._space

    @cached_property
    def _space(self) -> ParameterSpace:
        own = self._own_parameters
        is_free = self.nerves.sides == "free"
        return ParameterSpace(with_differences(own) if is_free else own)

    @cached_property
    def _own_parameters(self) -> tuple[Parameter, ...]:
        """Those of legs that are equal."""
        changes = RUN_VALUES if self.gait_name == "run" else {}
        return (
            *table_parameters(MUSCLE_ROWS, changes),
            *self._servo_parameters(),
            *table_parameters(TARGET_ROWS, changes),
            *self._start_parameters(),
        )

    def of_legs(self, values: dict[str, float]) -> Callable[[str], Floats]:
        """What gives a parameter's value of the left and of the right leg, by name."""
        legs = self.nerves.of_legs(values, self._own_parameters)
        return lambda name: np.array([leg[name] for leg in legs])

    def _servo_parameters(self) -> list[Parameter]:
        scale = self.character.mass / REFERENCE_MASS
        return [
            Parameter(
                f"gains.{axis}.{kind}", unit, gain, 0.5 * gain, "servo", lower=0.0
            )
            for axis, kp in SERVO_GAINS.items()
            for kind, unit, gain in (
                ("kp", "N m/rad", kp * scale),
                ("kd", "N m s/rad", 0.1 * kp * scale),
            )
        ]

    @property
    def _start(self):
        return RUN_START if self.gait_name == "run" else WALK_START

    def _start_parameters(self) -> list[Parameter]:
        start = self._start

        def one(name: str, unit: str, value: float, scale: float, meaning: str):
            return Parameter(f"start.{name}", unit, value, scale, meaning)

        found = [
            one("height", "m", start.height, 0.01, "lowest point above the ground"),
            one("pitch", "rad", start.pitch, 0.05, "of the pelvis"),
            one("speed", "m/s", start.speed, 0.1, "forward"),
            one("climb", "m/s", start.climb, 0.1, "upward"),
            one("pitch_rate", "rad/s", 0.0, 0.3, "of the pelvis"),
            one("drift", "m/s", start.drift, 0.0, "to the left"),
        ]
        has = {hinge.role for hinge in self.character.roles.hinges}
        for joint in START_JOINTS:
            angle = start.angles.get(joint, 0.0)
            rate = start.rates.get(joint, 0.0)
            there = 1.0 if joint in has else 0.0  # a body without arms has them fixed
            found += [
                one(f"angle.{joint}", "rad", angle, 0.1 * there, "at the start"),
                one(f"rate.{joint}", "rad/s", rate, 0.5 * there, "at the start"),
            ]
        return found

    def drive(self, values: dict[str, float]) -> Drive:
        """The law and the start state for the given parameter values."""
        pose = StartPose(
            angles={name: values[f"start.angle.{name}"] for name in START_JOINTS},
            rates={name: values[f"start.rate.{name}"] for name in START_JOINTS},
            pitch=values["start.pitch"],
            pitch_rate=values["start.pitch_rate"],
            speed=values["start.speed"],
            climb=values["start.climb"],
            sink=-values["start.height"],
        )
        qpos, qvel = start_state(self.character, pose)
        qvel[1] = values["start.drift"]
        return muscle_drive(self.law(values), qpos, qvel)

    def law(self, values: dict[str, float]) -> Any:
        """The law alone."""
        character, roles = self.character, self.character.roles
        legs = roles.legs
        back = next(hinge for hinge in roles.others if hinge.role == "back_x")
        joints = self._joints
        names = [hinge.role for hinge in joints]

        def gains(axis: str) -> list[float]:
            return [values[f"gains.{axis}.kp"], values[f"gains.{axis}.kd"]]

        of_legs, nothing = self.of_legs(values), [0.0, 0.0]
        nerves, slower = self.declaration(), self.nerves.delay_factors
        sagittal = [_sagittal(leg) for leg in legs]
        return ReflexLaw(
            gains=_reflex_gains(of_legs, self.nerves.tones),
            delays=np.outer(slower, nerves.nerve_delays),
            contact_delay=slower * nerves.contact_delay,
            leg_length=LEG_SHARE * body_height(self.character),
            trunk=roles.trunk,
            trunk_up=character.standing_up(roles.trunk),
            leg_axis=np.array([addresses(hinges, "axis") for hinges in sagittal]),
            leg_position=np.array(
                [addresses(hinges, "position") for hinges in sagittal]
            ),
            hip_gains=np.array([gains("swing_hip_x"), nothing, gains("swing_hip_z")]),
            torso_gains=np.array(
                [gains("stance_hip_x"), nothing, gains("stance_hip_z")]
            ),
            pelvis_roll=of_legs("target.pelvis_x"),
            swing_roll=of_legs("target.swing_hip_x"),
            swing_yaw=of_legs("target.swing_hip_z"),
            coronal=np.array([values["coronal.offset"], values["coronal.velocity"]]),
            foot_gains=np.array([gains("stance_ankle_x"), gains("swing_ankle_x")]),
            foot_roll=np.stack(
                [of_legs("target.stance_foot_x"), of_legs("target.swing_foot_x")],
                axis=1,
            ),
            ankle_roll_axis=addresses([leg.ankle[1] for leg in legs], "axis"),
            ankle_roll_joint=addresses([leg.ankle[1] for leg in legs], "joint"),
            foot_left=np.ascontiguousarray(
                character.standing_orientation[[leg.foot for leg in legs], 1]
            ),
            back_axis=back.axis,
            back_joint=back.joint,
            back_gains=np.array(gains("back_x")),
            joint_position=addresses(joints, "position"),
            joint_axis=addresses(joints, "axis"),
            joint_target=np.array(
                [[_target(values, hinge, s) for hinge in joints] for s in (LEFT, RIGHT)]
            ),
            joint_gains=np.array([self._joint_gains(values, h) for h in joints]),
            arm=np.array([_index(names, f"{side}_shoulder_y") for side in SIDES]),
            arm_swing=values["arm_swing"],
            hips=hips_of(character),
        )

    @cached_property
    def _joints(self) -> list[Hinge]:
        """The locally servoed ones: what neither muscles nor the world's frame move."""
        legs = self.character.roles.legs
        elsewhere = {hinge.axis for leg in legs for hinge in leg.hinges_to_foot}
        return [
            hinge
            for hinge in self.character.roles.hinges
            if hinge.axis not in elsewhere and hinge.role != "back_x"
        ]

    def _joint_gains(self, values: dict[str, float], hinge: Hinge) -> list[float]:
        if f"gains.{hinge.role}.kp" in values:
            return [values[f"gains.{hinge.role}.{kind}"] for kind in ("kp", "kd")]
        scale = self.character.mass / REFERENCE_MASS
        if "toe" in hinge.role:
            return [TOE_GAIN * scale, TOE_DAMPING * scale]
        return [ARM_GAIN * scale, 0.1 * ARM_GAIN * scale]


def _sagittal(leg: Leg) -> tuple[Hinge, Hinge, Hinge]:
    assert leg.knee is not None, "a body without one is refused"
    return leg.hip[0], leg.knee, leg.ankle[0]


def _index(names: list[str], name: str) -> int:
    """Of a name; -1 where the body lacks it."""
    return names.index(name) if name in names else -1


def _target(values: dict[str, float], hinge: Hinge, state: int) -> float:
    """Where a servoed joint is held [rad]; the arms' swing comes to it."""
    inward = -1.0 if hinge.role.startswith("left_") else 1.0
    match hinge.role.split("_", 1)[-1], hinge.role:
        case _, "back_y":
            return values["target.back_y"]
        case _, "back_z":
            return values["target.back_z"] * (1.0 if state == RIGHT else -1.0)
        case "elbow_y", _:
            return -values["elbow"]
        case "shoulder_y", _:
            return SHOULDER_BACK * values["elbow"]
        case "shoulder_z", _:
            return inward * SHOULDER_INWARD * values["elbow"]
        case _:
            return 0.0


def _reflex_gains(of_legs: Callable[[str], Floats], tones: Floats) -> ReflexGains:
    """The muscles' 56 values of both legs, in the order of the table.

    Args:
        of_legs: a parameter's values (2,) by its name.
        tones: (2, 8) excitation that comes to the constants.
    """

    def each(phase: str) -> Floats:
        own = np.stack([of_legs(f"{phase}.{muscle}") for muscle in MUSCLES], axis=1)
        return own + tones

    stimuli = {f"{phase}.{m}" for phase in ("stance", "swing") for m in MUSCLES}
    others = [of_legs(name) for name in REFLEX_NAMES if name not in stimuli]
    return ReflexGains(each("stance"), each("swing"), *others)
