"""SIMBICON's parameters, and how named values become the numbers of its law."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.roles import Hinge
from gaitsmith.control.controller import (
    Drive,
    NamedGait,
    start_state,
)
from gaitsmith.control.controllers import law
from gaitsmith.control.hips import (
    Hips,
    addresses,
    hips_of,
    require_knees,
)
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.records import LEFT, RIGHT, Floats, Phases
from gaitsmith.papers.yin2007.simbicon import MEMORY, SimbiconLaw
from gaitsmith.papers.yin2007.simbicon_gaits import (
    GAITS,
    STRIKE,
    GaitState,
    SimbiconGait,
)
from gaitsmith.parameters import Parameter, ParameterSpace

# field of GaitState, parameter's name, meaning; sagittal angles, turned to P-convention
ANGLES = (
    ("torso", "torso_pitch", "torso's pitch in the world, leaning forward +"),
    ("swing_hip", "swing_hip_pitch", "swing thigh's pitch in the world, forward -"),
    ("swing_knee", "swing_knee", "swing knee, flexion +"),
    ("swing_ankle", "swing_ankle", "swing ankle, plantarflexion +"),
    ("stance_knee", "stance_knee", "stance knee, flexion +"),
    ("stance_ankle", "stance_ankle", "stance ankle, plantarflexion +"),
)
ANGLE_SCALE = 0.1  # rad
GAIN_SCALE = 0.1  # rad/m or rad s/m
STRIKE_SHARE = 0.002  # of the weight, under the swing foot: it strikes
STANCE_SHARE = 0.15  # of the weight, under the stance foot: it can turn the body
TURN_LIMIT = 0.2  # rad; limits how hard the stance hip turns the body


@law("simbicon", gaits={name: gait.description for name, gait in GAITS.items()})
@dataclass(frozen=True)
class SimbiconController(NamedGait):
    """SIMBICON (Yin et al. 2007): pose graph with balance feedback, planar and 3D."""

    law_name = "simbicon"
    character: Character
    gait_name: str

    def __post_init__(self) -> None:
        """Refuse a gait that does not exist, or one for another kind of body."""
        if self.gait_name not in GAITS:
            raise unknown_name("gait of controller 'simbicon'", self.gait_name, GAITS)
        require_knees(self.character, "simbicon")
        if self.gait.is_planar != self.character.is_planar:
            kind = "planar" if self.gait.is_planar else "3D"
            fitting = [
                n for n, g in GAITS.items() if g.is_planar != self.gait.is_planar
            ]
            raise InputError(
                f"gait '{self.gait_name}' is for {kind} bodies, and character"
                f" '{self.character.name}' is not. Gaits that fit:"
                f" {', '.join(fitting)}."
            )

    @property
    def gait(self) -> SimbiconGait:
        """The published gait that the initial values come from."""
        return GAITS[self.gait_name]

    @property
    def space(self) -> ParameterSpace:
        """Targets, dwells and feedback of every state; gains are fixed unless freed."""
        parameters: list[Parameter] = []
        for index, state in enumerate(self.gait.states):
            parameters += self._state_parameters(f"state{index}", state)
        if not self.character.is_planar:
            parameters.append(
                Parameter(
                    "arm_swing",
                    "rad",
                    self.gait.arm_swing,
                    0.0,
                    "swing of the shoulders against the legs",
                    lower=0.0,
                )
            )
        parameters += self._start_parameters() + self._gain_parameters()
        return ParameterSpace(tuple(parameters))

    @property
    def _has_ankles(self) -> bool:
        return any(leg.ankle for leg in self.character.roles.legs)

    def _state_parameters(self, prefix: str, state: GaitState) -> list[Parameter]:
        found = []
        if state.dwell != STRIKE:
            found.append(
                Parameter(
                    f"{prefix}.dwell",
                    "s",
                    state.dwell,
                    0.03,
                    "how long the state lasts",
                    lower=0.02,
                    upper=1.0,
                )
            )
        found += [
            Parameter(
                f"{prefix}.{name}",
                "rad",
                0.0 - getattr(state, key),
                ANGLE_SCALE,
                meaning,
            )
            for key, name, meaning in ANGLES
            if self._has_ankles or not name.endswith("_ankle")
        ]
        gains = [
            ("offset_gain", "rad/m", state.offset_gain, "swing hip per offset ahead"),
            ("velocity_gain", "rad s/m", state.velocity_gain, "swing hip per velocity"),
        ]
        if not self.character.is_planar:
            found.append(
                Parameter(
                    f"{prefix}.swing_hip_roll",
                    "rad",
                    0.0,
                    ANGLE_SCALE,
                    "swing thigh's roll in the world, outward +",
                )
            )
            lateral, gait = "lateral_", self.gait
            gains += [
                (
                    lateral + "offset_gain",
                    "rad/m",
                    gait.lateral_offset_gain,
                    "sideways",
                ),
                (
                    lateral + "velocity_gain",
                    "rad s/m",
                    gait.lateral_velocity_gain,
                    "sideways",
                ),
            ]
        found += [
            Parameter(
                f"{prefix}.{name}", unit, value, GAIN_SCALE, f"balance: {meaning}"
            )
            for name, unit, value, meaning in gains
        ]
        return found

    def _start_parameters(self) -> list[Parameter]:
        return [
            Parameter(
                "start.speed",
                "m/s",
                self.gait.start.speed,
                0.0,
                "forward, at the start",
            )
        ]

    def _gain_parameters(self) -> list[Parameter]:
        gains = self.gait.gains
        groups = {"torso": gains.torso, "hip": gains.hip}
        if not self.character.is_planar:
            groups |= {"torso_yaw": gains.torso_yaw, "hip_yaw": gains.hip_yaw}
        used = {self._gain_group(hinge) for hinge in self._joints}
        groups |= {name: pair for name, pair in gains.joints.items() if name in used}
        scale = self.character.mass / gains.mass
        return [
            Parameter(
                f"gains.{group}.{kind}",
                unit,
                value * scale,
                0.0,
                f"servo {word}",
                lower=0.0,
            )
            for group, pair in groups.items()
            for kind, unit, word, value in (
                ("kp", "N m/rad", "stiffness", pair[0]),
                ("kd", "N m s/rad", "damping", pair[1]),
            )
        ]

    def drive(self, values: dict[str, float]) -> Drive:
        """The law and the start state for the given parameter values."""
        start = replace(self.gait.start, speed=values["start.speed"])
        qpos, qvel = start_state(self.character, start)
        law = self.law(values)
        return Drive(
            law=law,
            memory=np.zeros(1, dtype=MEMORY),
            phases=Phases(law.stance, np.zeros(len(law.stance), dtype=np.bool_)),
            qpos=qpos,
            qvel=qvel,
        )

    def law(self, values: dict[str, float]) -> SimbiconLaw:
        """The law alone, for the given parameter values."""
        character, gait = self.character, self.gait
        num = len(gait.states)
        joints = self._joints
        low, high = gait.hip_range
        is_strike = [state.dwell == STRIKE for state in gait.states]

        def per_state(name: str, default: float = 0.0) -> Floats:
            """One value per state, then once more for the mirrored half."""
            once = [values.get(f"state{i}.{name}", default) for i in range(num)]
            return np.array(once + once)

        outward = np.array([-1.0] * num + [1.0] * num)  # right leg swings first
        return SimbiconLaw(
            dwell=per_state("dwell", gait.least_dwell),
            ends_on_strike=np.array(is_strike + is_strike),
            strikes_with_heel=gait.strikes_with_heel,
            stance=np.array([LEFT] * num + [RIGHT] * num, dtype=np.int64),
            torso_pitch=per_state("torso_pitch"),
            hip_pitch=per_state("swing_hip_pitch"),
            hip_roll=outward * per_state("swing_hip_roll"),
            hip_pitch_range=np.array([-high, -low]),
            balances_hips=gait.balances_hips,
            heel=self._heels,
            feedback=np.column_stack(
                [
                    per_state("offset_gain"),
                    per_state("velocity_gain"),
                    per_state("lateral_offset_gain"),
                    per_state("lateral_velocity_gain"),
                ]
            ),
            turn_limit=TURN_LIMIT,
            strike_load=STRIKE_SHARE * character.weight,
            stance_load=STANCE_SHARE * character.weight,
            torso_gains=_world_gains(values, "torso"),
            hip_gains=_world_gains(values, "hip"),
            torque_limit=np.full(
                character.model.nv,
                gait.gains.torque_limit * character.mass / gait.gains.mass,
            ),
            joint_position=addresses(joints, "position"),
            joint_axis=addresses(joints, "axis"),
            joint_target=self._joint_targets(values),
            joint_gains=np.array([self._joint_gains(values, h) for h in joints]),
            hips=self._hips,
        )

    @cached_property
    def _heels(self) -> Floats:
        """Rear-most contact point of each foot [m], in the foot's frame."""
        points = self.character.points
        heels = []
        for side, leg in enumerate(self.character.roles.legs):
            mine = points.offset[(points.side == side) & (points.body == leg.foot)]
            heels.append(mine[np.argmin(mine[:, 0])])
        return np.array(heels)

    @cached_property
    def _hips(self) -> Hips:
        """Addresses of pelvis, waist and thighs."""
        return hips_of(self.character)

    @cached_property
    def _joints(self) -> list[Hinge]:
        """The locally servoed joints: all but the hips."""
        hips = {hinge.axis for leg in self.character.roles.legs for hinge in leg.hip}
        return [h for h in self.character.roles.hinges if h.axis not in hips]

    @cached_property
    def _target_sources(self) -> list[list[tuple[str, float]]]:
        """Per state and joint: a parameter and its factor, or "" and the angle."""
        states = range(2 * len(self.gait.states))
        return [
            [self._target_source(s, joint) for joint in self._joints] for s in states
        ]

    def _target_source(self, state: int, hinge: Hinge) -> tuple[str, float]:
        """Where a joint's target comes from; the second half is mirrored."""
        num = len(self.gait.states)
        stance = LEFT if state < num else RIGHT
        for side, leg in enumerate(self.character.roles.legs):
            role = "stance" if side == stance else "swing"
            if hinge == leg.knee:
                return f"state{state % num}.{role}_knee", 1.0
            if leg.ankle and hinge == leg.ankle[0]:
                return f"state{state % num}.{role}_ankle", 1.0
        is_right = hinge.role.startswith("right_")
        if hinge.role.endswith("shoulder_y"):
            is_swing_side = (stance == LEFT) == is_right
            return "arm_swing", 1.0 if is_swing_side else -1.0
        for part, angle in self.gait.posture.items():
            if hinge.role.endswith(part):
                return "", -angle if is_right and part[-1] in "xz" else angle
        return "", 0.0

    def _joint_targets(self, values: dict[str, float]) -> Floats:
        """(states, joints) target angles [rad]."""
        return np.array(
            [
                [factor * values[name] if name else factor for name, factor in row]
                for row in self._target_sources
            ]
        )

    def _gain_group(self, hinge: Hinge) -> str:
        """The group of gains that a joint belongs to, by its role."""
        groups = self.gait.gains.joints
        return next((group for group in groups if group in hinge.role), "other")

    def _joint_gains(
        self, values: dict[str, float], hinge: Hinge
    ) -> tuple[float, float]:
        group = self._gain_group(hinge)
        return values[f"gains.{group}.kp"], values[f"gains.{group}.kd"]


def _world_gains(values: dict[str, float], part: str) -> Floats:
    """kp, kd about forward, left and up."""
    upright = [values[f"gains.{part}.kp"], values[f"gains.{part}.kd"]]
    yaw = [values.get(f"gains.{part}_yaw.{kind}", 0.0) for kind in ("kp", "kd")]
    return np.array([upright, upright, yaw])
