"""SIMBICON's parameters, and how named values become the numbers of its law."""

from dataclasses import dataclass, replace

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.roles import Hinge
from gaitsmith.control.controller import Drive, start_state
from gaitsmith.control.law import LAWS
from gaitsmith.control.simbicon import MEMORY, SimbiconLaw, simbicon
from gaitsmith.control.simbicon_gaits import GAITS, STRIKE, Gait, GaitState
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.records import LEFT, RIGHT, Floats
from gaitsmith.parameters import Parameter, ParameterSpace

LAWS[SimbiconLaw] = simbicon

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
TURN_LIMIT = 0.2  # rad; limits how hard the stance hip turns the body


@dataclass(frozen=True)
class SimbiconController:
    """SIMBICON on one character, starting from one of the published gaits."""

    character: Character
    gait_name: str

    def __post_init__(self) -> None:
        """Refuse a gait that does not exist, or one for another kind of body."""
        if self.gait_name not in GAITS:
            raise unknown_name("gait of controller 'simbicon'", self.gait_name, GAITS)
        wants_planar = not self.gait.posture
        if wants_planar != self.character.is_planar:
            kind = "planar" if wants_planar else "3D"
            fitting = [n for n, g in GAITS.items() if bool(g.posture) == wants_planar]
            raise InputError(
                f"gait '{self.gait_name}' is for {kind} bodies, and character"
                f" '{self.character.name}' is not. Gaits that fit:"
                f" {', '.join(fitting)}."
            )

    @property
    def gait(self) -> Gait:
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
        groups |= gains.joints
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
        return Drive(
            law=self._law(values),
            memory=np.zeros(1, dtype=MEMORY),
            num_states=2 * len(self.gait.states),
            qpos=qpos,
            qvel=qvel,
        )

    def _law(self, values: dict[str, float]) -> SimbiconLaw:
        character, gait = self.character, self.gait
        roles, num = character.roles, len(gait.states)
        legs = roles.legs
        joints = [h for h in roles.hinges if h not in (*legs[0].hip, *legs[1].hip)]
        waist = [h for h in roles.others if _is_on(character, h, roles.pelvis)]
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
            heel=self._heels(),
            feedback=np.column_stack(
                [
                    per_state("offset_gain"),
                    per_state("velocity_gain"),
                    per_state("lateral_offset_gain"),
                    per_state("lateral_velocity_gain"),
                ]
            ),
            turn_limit=TURN_LIMIT,
            torso_gains=_world_gains(values, "torso"),
            hip_gains=_world_gains(values, "hip"),
            torque_limit=np.full(
                character.model.nv,
                gait.gains.torque_limit * character.mass / gait.gains.mass,
            ),
            joint_position=_addresses(joints, "position"),
            joint_axis=_addresses(joints, "axis"),
            joint_target=np.array(
                [[self._target(values, s, h) for h in joints] for s in range(2 * num)]
            ),
            joint_gains=np.array([self._joint_gains(values, h) for h in joints]),
            waist_axis=_addresses(waist, "axis"),
            waist_joint=_addresses(waist, "joint"),
            hip_axis=np.array([_addresses(leg.hip, "axis") for leg in legs]),
            hip_position=np.array([_addresses(leg.hip, "position") for leg in legs]),
            hip_joint=np.array([_addresses(leg.hip, "joint") for leg in legs]),
            hip_gain_row=np.array([1, 0, 2][: len(legs[0].hip)], dtype=np.int64),
            pelvis=roles.pelvis,
            thigh=np.array([leg.thigh for leg in legs], dtype=np.int64),
            foot=np.array([leg.foot for leg in legs], dtype=np.int64),
            pelvis_up=character.standing_up(roles.pelvis),
            pelvis_forward=character.standing_forward(roles.pelvis),
            thigh_up=np.array([character.standing_up(leg.thigh) for leg in legs]),
            thigh_forward=np.array(
                [character.standing_forward(leg.thigh) for leg in legs]
            ),
        )

    def _heels(self) -> Floats:
        """Rear-most contact point of each foot [m], in the foot's frame."""
        points = self.character.points
        heels = []
        for side, leg in enumerate(self.character.roles.legs):
            mine = points.offset[(points.side == side) & (points.body == leg.foot)]
            heels.append(mine[np.argmin(mine[:, 0])])
        return np.array(heels)

    def _target(self, values: dict[str, float], state: int, hinge: Hinge) -> float:
        """Target angle [rad] of a local servo; the second half is mirrored."""
        num = len(self.gait.states)
        stance = LEFT if state < num else RIGHT
        for side, leg in enumerate(self.character.roles.legs):
            role = "stance" if side == stance else "swing"
            if hinge == leg.knee:
                return values[f"state{state % num}.{role}_knee"]
            if hinge == leg.ankle[0]:
                return values[f"state{state % num}.{role}_ankle"]
        is_right = hinge.name.startswith("right_")
        if hinge.name.endswith("shoulder_y"):
            is_swing_side = (stance == LEFT) == is_right
            return values["arm_swing"] * (1.0 if is_swing_side else -1.0)
        for part, angle in self.gait.posture.items():
            if hinge.name.endswith(part):
                return -angle if is_right and part[-1] in "xz" else angle
        return 0.0

    def _joint_gains(
        self, values: dict[str, float], hinge: Hinge
    ) -> tuple[float, float]:
        for group in self.gait.gains.joints:
            if group in hinge.name or group == "other":
                return values[f"gains.{group}.kp"], values[f"gains.{group}.kd"]
        raise KeyError(hinge.name)


def _world_gains(values: dict[str, float], part: str) -> Floats:
    """kp, kd about forward, left and up."""
    upright = [values[f"gains.{part}.kp"], values[f"gains.{part}.kd"]]
    yaw = [values.get(f"gains.{part}_yaw.{kind}", 0.0) for kind in ("kp", "kd")]
    return np.array([upright, upright, yaw])


def _addresses(hinges: list[Hinge] | tuple[Hinge, ...], field: str) -> np.ndarray:
    return np.array([getattr(hinge, field) for hinge in hinges], dtype=np.int64)


def _is_on(character: Character, hinge: Hinge, body: int) -> bool:
    """Whether the body that `hinge` moves hangs on `body`."""
    return int(character.model.body_parentid[hinge.body]) == body
