"""The 184 parameters of Wang et al. 2009, and how they become the law's numbers.

Initial values are the paper's Table 2 in one convention (P). The paper scales
parameters "roughly between 0 and 1" and prints no more: gait `as_printed` reads that so
that initial values of all kinds lie there. The scales of gait `walk` are ours and
measured: how far a parameter of each kind can be changed alone until the objective of a
good walk is 0.3 worse. Gains matter ten times less than angles do (they can change by
three quarters of their value), the start's rates likewise.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaitsmith.characters.character import Character
from gaitsmith.characters.roles import Hinge
from gaitsmith.control.controller import (
    Drive,
    NamedGait,
    StartPose,
    start_state,
)
from gaitsmith.control.controllers import law
from gaitsmith.control.hips import addresses, hips_of, require_two_legs
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.records import LEFT, RIGHT, Floats, Phases
from gaitsmith.papers.wang2009.pose_graph import MEMORY, PoseGraphLaw
from gaitsmith.parameters import Parameter, ParameterSpace


@dataclass(frozen=True)
class Scales:
    """What a step of one changes each kind of parameter by."""

    gain: float  # times its initial value
    angle: float  # rad, of targets
    start_angle: float  # rad
    start_rate: float  # rad/s
    pelvis_height: float  # m, times the body's size; also the next two
    pelvis_speed: float  # m/s
    pelvis_climb: float  # m/s
    pelvis_pitch: float  # rad
    pelvis_rate: float  # rad/s
    feedback: float  # rad/m and rad s/m
    arm_swing: float
    push_off: float  # m


TURN = 2.0 * math.pi  # rad
MEASURED = Scales(
    40.0, TURN, 5.0 * TURN, 400.0, 2.0, 6.0, 16.0, 0.3 * TURN, 40.0, 4.0, 4.0, 0.4
)
PLAIN = Scales(4.0, TURN, TURN, 20.0, 2.0, 2.0, 2.0, TURN, 20.0, 1.0, 2.0, 0.1)
WALKS = {
    "walk": "Table 2 of the paper: tuned by hand, takes a few steps",
    "as_printed": "the same, scaled to about [0, 1] for the search, as in the paper",
}

STRIKE_SHARE = 0.002  # of the weight, under the swing foot: it touches
# Controlled axes, named by the role of their side, with (kp, target) in states 0 and 1;
# kd = kp / 10 (Wang et al. 2009, Table 2, knees turned to flexion +).
AXES: dict[str, tuple[tuple[float, float], tuple[float, float]]] = {
    "back_x": ((300, 0), (300, 0)),
    "back_y": ((300, 0), (300, 0)),
    "back_z": ((300, 0), (300, 0)),
    "swing_hip_x": ((1000, 0), (1000, 0)),
    "swing_hip_y": ((1000, -1.0), (1000, -0.65)),
    "swing_hip_z": ((1000, 0), (1000, 0)),
    "torso_x": ((1000, 0), (1000, 0)),
    "torso_y": ((1000, 0), (1000, 0)),
    "torso_z": ((1000, 0), (1000, 0)),
    "swing_knee_y": ((300, 1.30), (50, 0.55)),
    "stance_knee_y": ((150, -0.40), (500, 0.50)),
    "swing_ankle_x": ((30, 0), (50, 0)),
    "swing_ankle_y": ((300, 3.0), (300, -0.35)),
    "stance_ankle_x": ((100, 0), (100, 0)),
    "stance_ankle_y": ((300, -0.20), (300, 0.75)),
    "swing_toe_y": ((20, 0), (20, 0)),
    "stance_toe_y": ((20, 0), (20, 0.6)),
    "neck_x": ((100, 0), (100, 0)),
    "neck_y": ((100, 0), (100, 0)),
    "neck_z": ((100, 0), (100, 0)),
    **{
        f"{role}_{joint}": ((30, 0), (30, 0))
        for role in ("swing", "stance")
        for joint in ("shoulder_x", "shoulder_y", "shoulder_z", "elbow_y", "elbow_z")
    },
}
# Axes whose targets are searched for; the stance toe in state 1 only.
FREE_TARGETS = (
    "back_y", "back_z", "swing_hip_y", "torso_y", "swing_knee_y", "stance_knee_y",
    "swing_ankle_y", "stance_ankle_y", "neck_y", "swing_elbow_y", "stance_elbow_y",
)  # fmt: skip
# Start of the left leg's mid swing: (angle [rad], rate [rad/s]); the rest is zero.
START = {
    "left_hip_y": (-0.4, 0.3),
    "left_knee_y": (1.35, 0.1),
    "left_ankle_y": (0.35, -15.0),
    "right_hip_y": (-0.4, 1.0),
    "right_knee_y": (0.6, 2.0),
    "right_ankle_y": (-0.2, -9.0),
}
REFERENCE_START_HEIGHT = 0.8315  # m, of the paper's default character's pelvis
START_SPEED = 1.3  # m/s
START_SINK = 0.003  # m, of the stance foot
START_JOINTS = (
    "back_y", "neck_y", "left_shoulder_y", "right_shoulder_y", "left_elbow_y",
    "right_elbow_y", "left_hip_y", "right_hip_y", "left_knee_y", "right_knee_y",
    "left_ankle_y", "right_ankle_y", "left_toe_y", "right_toe_y", "back_z",
)  # fmt: skip


@law("pose_graph", gaits=WALKS)
@dataclass(frozen=True)
class PoseGraphController(NamedGait):
    """Wang et al. 2009: four states, ankle push-off, 184 parameters."""

    law_name = "pose_graph"
    character: Character
    gait_name: str

    def __post_init__(self) -> None:
        """Refuse an unknown gait, and a body without the joints of Table 2."""
        if self.gait_name not in WALKS:
            raise unknown_name("gait of controller 'pose_graph'", self.gait_name, WALKS)
        require_two_legs(self.character, "pose_graph")
        has = {hinge.role for hinge in self.character.roles.hinges}
        missing = [name for name in START_JOINTS if name not in has]
        if missing:
            raise InputError(
                f"controller 'pose_graph' needs the joint '{missing[0]}', which"
                f" character '{self.character.name}' does not have."
            )

    @property
    def space(self) -> ParameterSpace:
        """All parameters; 184 of them are free."""
        return ParameterSpace(
            (
                *self._start_parameters(),
                *self._servo_parameters(),
                *_other_parameters(self._scales),
            )
        )

    @property
    def _scales(self) -> Scales:
        return PLAIN if self.gait_name == "as_printed" else MEASURED

    def _start_parameters(self) -> list[Parameter]:
        def start(name: str, unit: str, value: float, scale: float, meaning: str):
            return Parameter(f"start.{name}", unit, value, scale, meaning)

        # Scales grow with the body, so that a start keeps its meaning on another one;
        # speeds as dynamic similarity has it (Alexander): with the root of the height.
        scales, height = self._scales, self._start_height()
        size = height / REFERENCE_START_HEIGHT
        found = [
            start("height", "m", height, scales.pelvis_height * size, "of the pelvis"),
            start("pitch", "rad", 0.0, scales.pelvis_pitch, "of the pelvis"),
            start(
                "speed",
                "m/s",
                START_SPEED,
                scales.pelvis_speed * size**0.5,
                "forward",
            ),
            start("climb", "m/s", 0.0, scales.pelvis_climb * size**0.5, "upward"),
            start("pitch_rate", "rad/s", 0.0, scales.pelvis_rate, "of the pelvis"),
        ]
        for joint in START_JOINTS:
            angle, rate = START.get(joint, (0.0, 0.0))
            found += [
                start(f"angle.{joint}", "rad", angle, scales.start_angle, "at first"),
                start(f"rate.{joint}", "rad/s", rate, scales.start_rate, "at first"),
            ]
        return found

    def _start_height(self) -> float:
        """Height [m] of the pelvis with the stance foot a little in the ground."""
        pose = StartPose(
            angles={name: pair[0] for name, pair in START.items()},
            rates={},
            sink=START_SINK,
        )
        return float(start_state(self.character, pose)[0][2])

    def _servo_parameters(self) -> list[Parameter]:
        found = []
        scale, scales = self.character.gain_scale, self._scales
        for axis, states in AXES.items():
            for state, (kp, target) in enumerate(states):
                name = f"state{state}.{axis}"
                for kind, unit, gain in (
                    ("kp", "N m/rad", kp * scale),
                    ("kd", "N m s/rad", 0.1 * kp * scale),
                ):
                    found.append(
                        Parameter(
                            f"{name}.{kind}",
                            unit,
                            gain,
                            scales.gain * gain,
                            "gain",
                            0.0,
                        )
                    )
                is_free = axis in FREE_TARGETS or (axis, state) == ("stance_toe_y", 1)
                if is_free:
                    found.append(
                        Parameter(
                            f"{name}.target", "rad", target, scales.angle, "target"
                        )
                    )
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
        )
        qpos, qvel = start_state(self.character, pose)
        qpos[2] = values["start.height"]
        law = self.law(values)
        phases = Phases(law.stance, np.array([False, True, False, True]))
        return Drive(law, np.zeros(1, dtype=MEMORY), phases, qpos, qvel)

    def law(self, values: dict[str, float]) -> PoseGraphLaw:
        """The law alone, for the given parameter values."""
        numbers = np.array([*(values[name] for name in self._names), 0.0])
        chosen = {part: numbers[places] for part, places in self._places.items()}
        turns = chosen.pop("joint_target") * self._turned
        return PoseGraphLaw(
            transition=values["push_off_distance"],
            arm_swing=values["arm_swing"],
            joint_target=turns,
            **chosen,
            **self._fixed,
        )

    @cached_property
    def _names(self) -> list[str]:
        return [parameter.name for parameter in self.space.parameters]

    @cached_property
    def _joints(self) -> list[Hinge]:
        """Those that follow a target of their own."""
        roles = self.character.roles
        driven = {h for leg in roles.legs for h in (*leg.hip, *leg.ankle)}
        return [hinge for hinge in roles.hinges if hinge not in driven]

    @cached_property
    def _turned(self) -> Floats:
        """(states, joints) -1 where a target is mirrored with the legs, else 1."""
        is_turned = [
            [s >= 2 and j.role == "back_z" for j in self._joints] for s in STATES
        ]
        return np.where(is_turned, -1.0, 1.0)

    @cached_property
    def _places(self) -> dict[str, NDArray[np.int64]]:
        """Where the law's numbers are in the list of all parameters, which a 0 ends."""
        index = {name: place for place, name in enumerate(self._names)}

        def gains(state: int, axis: str) -> list[int]:
            name = f"state{state % 2}.{axis}"
            return [index[f"{name}.kp"], index[f"{name}.kd"]]

        def target(state: int, axis: str) -> int:
            return index.get(f"state{state % 2}.{axis}.target", len(index))

        names = [joint.role for joint in self._joints]
        tables = {
            "torso_pitch": [target(s, "torso_y") for s in STATES],
            "torso_gains": [[gains(s, f"torso_{a}") for a in "xyz"] for s in STATES],
            "hip_pitch": [target(s, "swing_hip_y") for s in STATES],
            "hip_gains": [[gains(s, f"swing_hip_{a}") for a in "xyz"] for s in STATES],
            "feedback": [index[name] for name in FEEDBACK],
            "joint_target": [
                [target(s, _axis_role(name, s)) for name in names] for s in STATES
            ],
            "joint_gains": [
                [gains(s, _axis_role(name, s)) for name in names] for s in STATES
            ],
            "ankle_pitch": [
                [target(s, _axis_role(f"{side}_ankle_y", s)) for side in SIDES]
                for s in STATES
            ],
            "ankle_gains": [
                [
                    [gains(s, _axis_role(f"{side}_ankle_{a}", s)) for a in "yx"]
                    for side in SIDES
                ]
                for s in STATES
            ],
        }
        return {part: np.array(places) for part, places in tables.items()}

    @cached_property
    def _fixed(self) -> dict[str, Any]:
        """What depends on the body alone."""
        joints, legs = self._joints, self.character.roles.legs
        names = [joint.role for joint in joints]
        shoulders = ("left_shoulder_y", "right_shoulder_y")
        return {
            "stance": np.array([RIGHT, RIGHT, LEFT, LEFT], dtype=np.int64),
            "strike_load": STRIKE_SHARE * self.character.weight,
            "joint_position": addresses(joints, "position"),
            "joint_axis": addresses(joints, "axis"),
            "arm": np.array([names.index(shoulder) for shoulder in shoulders]),
            "ankle_axis": np.array([addresses(leg.ankle, "axis") for leg in legs]),
            "ankle_joint": np.array([addresses(leg.ankle, "joint") for leg in legs]),
            "foot_forward": self._foot_axes(0),
            "foot_left": self._foot_axes(1),
            "hips": hips_of(self.character),
        }

    def _foot_axes(self, axis: int) -> Floats:
        """Axis 0 (ahead) or 1 (left) of the standing pose, in each foot's frame."""
        feet = [leg.foot for leg in self.character.roles.legs]
        return np.ascontiguousarray(self.character.standing_orientation[feet, axis])


STATES = range(4)
SIDES = ("left", "right")
FEEDBACK = {
    "feedback.sagittal.offset": ("rad/m", 0.0),
    "feedback.sagittal.velocity": ("rad s/m", 0.0),
    "feedback.coronal.offset": ("rad/m", 0.2),
    "feedback.coronal.velocity": ("rad s/m", 0.2),
}


def _other_parameters(scales: Scales) -> list[Parameter]:
    """Balance feedback shared by all states, arm swing and the transition."""
    return [
        *(
            Parameter(
                name, unit, value, scales.feedback, "swing hip per offset or velocity"
            )
            for name, (unit, value) in FEEDBACK.items()
        ),
        Parameter(
            "arm_swing", "", 1.0, scales.arm_swing, "shoulder per hips' difference"
        ),
        Parameter(
            "push_off_distance",
            "m",
            0.01,
            scales.push_off,
            "body past ankle when push-off begins",
        ),
    ]


def _axis_role(name: str, state: int) -> str:
    """left_knee_y in state 0, in which the left leg swings, is swing_knee_y."""
    side, _, rest = name.partition("_")
    if side not in SIDES:
        return name
    is_swing = (side == "left") == (state < 2)
    return f"{'swing' if is_swing else 'stance'}_{rest}"
