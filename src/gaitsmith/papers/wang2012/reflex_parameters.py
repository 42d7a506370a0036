"""The 124 parameters of Wang, Hamner, Delp & Koltun 2012: 56 + 35 + 33, as data.

Their supplement with the values is not to be had. The muscles' start values are Geyer &
Herr's (2010) and those of Geyer's released model, as far as the laws are the same; the
servos' are those of Wang et al. 2009. Scales are about half of what a parameter is
worth, so that a search with sigma = 0.1 begins with changes of 5 %.
"""

from dataclasses import dataclass, field

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.parameters import Parameter

INFINITY = float("inf")
MUSCLES = tuple(name.lower() for name in MUSCLE_NAMES)
LEAST, MOST = 0.01, 1.0  # of an excitation


@dataclass(frozen=True)
class Row:
    """One parameter of a table."""

    name: str
    walk: float
    scale: float
    meaning: str
    unit: str = ""
    lower: float = 0.0
    upper: float = INFINITY


_STANCE = {"vas": 0.08, "ham": 0.05, "glu": 0.05, "hfl": 0.05}
_PER_RAD, _RATE = "1/rad", "s/rad"

MUSCLE_ROWS = (
    *(
        Row(
            f"stance.{muscle}",
            _STANCE.get(muscle, 0.01),
            0.05,
            f"excitation of {muscle.upper()} in stance",
            lower=LEAST,
            upper=MOST,
        )
        for muscle in MUSCLES
    ),
    Row("stance.sol_force", 1.2, 0.6, "SOL by its force"),
    Row("stance.sol_inhibits_ta", 0.4, 0.2, "TA less by the force of SOL"),
    Row("stance.gas_force", 1.1, 0.55, "GAS by its force"),
    Row("stance.vas_force", 1.2, 0.6, "VAS by its force"),
    Row("stance.ta_length", 1.1, 0.55, "TA by its length, in swing too"),
    Row("stance.ta_offset", 0.72, 0.1, "TA: length that excites", "l_opt"),
    Row("stance.ham_lean", 1.91, 1.0, "HAM by the trunk's lean", _PER_RAD),
    Row("stance.ham_lean_rate", 0.2, 0.1, "HAM by its rate", _RATE),
    Row("stance.ham_lean_target", 0.105, 0.05, "HAM: lean held", "rad", -0.5, 0.5),
    Row("stance.glu_lean", 1.30, 0.65, "GLU by the trunk's lean", _PER_RAD),
    Row("stance.glu_lean_rate", 0.2, 0.1, "GLU by its rate", _RATE),
    Row("stance.glu_lean_target", 0.105, 0.05, "GLU: lean held", "rad", -0.5, 0.5),
    Row("stance.hfl_lean", 1.91, 1.0, "HFL by the trunk's lean", _PER_RAD),
    Row("stance.hfl_lean_rate", 0.2, 0.1, "HFL by its rate", _RATE),
    Row("stance.hfl_lean_target", 0.105, 0.05, "HFL: lean held", "rad", -0.5, 0.5),
    Row("stance.knee_stop", 2.0, 1.0, "VAS less as the knee straightens", _PER_RAD),
    Row("stance.knee_stop_angle", 0.17, 0.05, "below this flexion", "rad", 0.0, 1.0),
    Row("initiation.vas", 1.0, 0.3, "VAS less in swing initiation", upper=MOST),
    Row("initiation.rf", 0.01, 0.3, "RF more in swing initiation", upper=MOST),
    Row("initiation.glu", 0.25, 0.2, "GLU less in swing initiation", upper=MOST),
    Row("initiation.hfl", 0.25, 0.2, "HFL more in swing initiation", upper=MOST),
    Row("initiation.at", 0.4, 0.1, "body ahead of ankle", "leg length", -1.0, 1.0),
    *(
        Row(
            f"swing.{muscle}",
            LEAST,
            0.03,
            f"excitation of {muscle.upper()} in swing",
            lower=LEAST,
            upper=MOST,
        )
        for muscle in MUSCLES
    ),
    Row("swing.ham_force", 0.65, 0.3, "HAM by its force"),
    Row("swing.glu_force", 0.5, 0.25, "GLU by its force"),
    Row("swing.hfl_length", 0.5, 0.25, "HFL by its length"),
    Row("swing.hfl_offset", 0.65, 0.1, "HFL: length that excites", "l_opt"),
    Row("swing.ham_inhibits_hfl", 4.0, 1.0, "HFL less by the length of HAM"),
    Row("swing.ham_offset", 0.85, 0.1, "HAM: length that inhibits", "l_opt"),
    Row("swing.hfl_take_off_lean", 1.15, 0.5, "HFL by lean at take-off", _PER_RAD),
    Row("preparation.knee_hold", 1.0, 0.5, "VAS by the knee's error", _PER_RAD),
    Row("preparation.knee_hold_rate", 0.2, 0.1, "VAS by its rate", _RATE),
    Row("preparation.knee_target", 0.14, 0.1, "knee's flexion", "rad", -0.5, 1.5),
    Row("preparation.glu_hold", 1.0, 0.5, "GLU by the hip's error", _PER_RAD),
    Row("preparation.glu_hold_rate", 0.2, 0.1, "GLU by its rate", _RATE),
    Row("preparation.hfl_hold", 1.0, 0.5, "HFL by the hip's error", _PER_RAD),
    Row("preparation.hfl_hold_rate", 0.2, 0.1, "HFL by its rate", _RATE),
    Row("preparation.hip_target", 0.45, 0.1, "hip's flexion", "rad", -0.5, 1.5),
    Row("preparation.hip_offset", 0.0, 0.3, "per m ahead", "rad/m", -INFINITY),
    Row("preparation.hip_velocity", 0.0, 0.1, "per m/s", "rad s/m", -INFINITY),
    Row("preparation.at", -0.15, 0.1, "body ahead of ankle", "leg length", -1.0, 1.0),
)
REFLEX_NAMES = tuple(row.name for row in MUSCLE_ROWS)
# Running: near a solution of the same laws on a robot (dimensionless gains carry over,
# those of rates grow with the root of the size). The paper started from the walk's
# values with doubled feedback of the calf's force: wang2012/run_as_published does.
RUN_VALUES = {
    "stance.vas": 0.324,
    "stance.ham": 0.05,
    "stance.rf": 0.025,
    "stance.glu": 0.319,
    "stance.hfl": 0.01,
    "swing.ham": 0.071,
    "swing.rf": 0.13,
    "swing.glu": 0.034,
    "swing.hfl": 0.047,
    "stance.sol_force": 3.5,
    "stance.sol_inhibits_ta": 2.0,
    "stance.gas_force": 3.5,
    "stance.vas_force": 0.852,
    "swing.ham_force": 0.997,
    "swing.glu_force": 0.1,
    "stance.ta_length": 3.0,
    "stance.ta_offset": 0.6,
    "swing.hfl_length": 3.0,
    "swing.hfl_offset": 0.65,
    "swing.ham_inhibits_hfl": 8.0,
    "swing.ham_offset": 0.68,
    "stance.ham_lean": 5.1,
    "stance.glu_lean": 6.1,
    "stance.hfl_lean": 7.5,
    "stance.ham_lean_rate": 0.3,
    "stance.glu_lean_rate": 0.7,
    "stance.hfl_lean_rate": 0.7,
    "stance.ham_lean_target": 0.1,
    "stance.glu_lean_target": 0.1,
    "stance.hfl_lean_target": 0.1,
    "initiation.vas": 0.64,
    "initiation.rf": 0.63,
    "initiation.glu": 0.99,
    "initiation.hfl": 0.96,
    "preparation.knee_hold": 1.37,
    "preparation.glu_hold": 3.99,
    "preparation.hfl_hold": 4.5,
    "preparation.knee_hold_rate": 0.7,
    "preparation.glu_hold_rate": 0.55,
    "preparation.hfl_hold_rate": 0.7,
    "preparation.knee_target": 0.1,
    "preparation.hip_target": 0.5,
    "preparation.at": 0.0,
    "initiation.at": 0.5,
    "swing.hfl_take_off_lean": 3.19,
    "stance.knee_stop": 4.0,
    "stance.knee_stop_angle": 0.199,
    "elbow": 1.5,
}

# Servos: kp [N m/rad] for a body of 70 kg, kd = kp / 10.
SERVO_GAINS = {
    "back_x": 300.0,
    "back_y": 300.0,
    "back_z": 300.0,
    "neck_x": 100.0,
    "neck_y": 100.0,
    "neck_z": 100.0,
    "stance_hip_x": 1000.0,
    "stance_hip_z": 300.0,
    "swing_hip_x": 300.0,
    "swing_hip_z": 100.0,
    "stance_ankle_x": 100.0,
    "swing_ankle_x": 30.0,
}
_TARGET = "world angle, outward +"
TARGET_ROWS = (
    Row("target.back_y", 0.0, 0.1, "back's pitch", "rad", -1.0, 1.0),
    Row("target.back_z", 0.0, 0.1, "back's yaw to the swing side", "rad", -1.0, 1.0),
    Row("target.pelvis_x", 0.0, 0.05, "pelvis' roll", "rad", -1.0, 1.0),
    Row("target.swing_hip_x", 0.0, 0.05, f"swing thigh's {_TARGET}", "rad", -1.0, 1.0),
    Row("target.swing_hip_z", 0.0, 0.05, "swing thigh's yaw", "rad", -1.0, 1.0),
    Row("target.stance_foot_x", 0.0, 0.05, f"foot's {_TARGET}", "rad", -1.0, 1.0),
    Row("target.swing_foot_x", 0.0, 0.05, f"foot's {_TARGET}", "rad", -1.0, 1.0),
    Row("coronal.offset", 0.2, 0.2, "swing hip sideways", "rad/m", -INFINITY),
    Row("coronal.velocity", 0.2, 0.2, "swing hip sideways", "rad s/m", -INFINITY),
    Row("arm_swing", 1.0, 0.3, "shoulders per difference of the hips"),
    Row("elbow", 0.2, 0.2, "flexion of the elbows", "rad", 0.0, 2.3),
)

START_JOINTS = (
    "left_hip_y", "left_knee_y", "left_ankle_y", "left_toe_y",
    "right_hip_y", "right_knee_y", "right_ankle_y", "right_toe_y",
    "back_y", "back_z", "left_shoulder_y", "left_elbow_y", "right_shoulder_y",
    "right_elbow_y",
)  # fmt: skip


@dataclass(frozen=True)
class ReflexStart:
    """Where a gait begins: P-convention, what is left out is zero."""

    speed: float  # m/s
    angles: dict[str, float]  # rad
    rates: dict[str, float] = field(default_factory=dict)  # rad/s
    pitch: float = 0.0  # rad
    climb: float = 0.0  # m/s
    drift: float = 0.0  # m/s, to the left
    height: float = 0.0  # m, of the lowest point above the ground


# Just before the right heel strikes (Geyer's release); hips - is forward.
WALK_START = ReflexStart(
    speed=1.3,
    angles={
        "left_hip_y": -0.087,
        "left_knee_y": 0.087,
        "left_ankle_y": -0.087,
        "right_hip_y": -0.698,
        "right_knee_y": 0.087,
    },
)
# In flight: the right leg is about to land, the left one swings with a bent knee (a
# running start of the same laws on a robot, its rates divided by the root of the size).
RUN_START = ReflexStart(
    speed=3.05,
    climb=0.0,
    pitch=0.1,
    height=0.03,
    angles={
        "left_hip_y": 0.35,
        "left_knee_y": 1.59,
        "left_ankle_y": 0.12,
        "right_hip_y": -0.70,
        "right_knee_y": 0.25,
        "right_ankle_y": -0.08,
        "left_elbow_y": -1.5,
        "right_elbow_y": -1.5,
    },
    rates={
        "left_hip_y": -3.3,
        "left_knee_y": 2.3,
        "left_ankle_y": -3.3,
        "right_hip_y": 1.5,
        "right_knee_y": 0.5,
        "right_ankle_y": -1.7,
    },
)


def table_parameters(rows: tuple[Row, ...], changes: dict[str, float]):
    """Parameters of a table, with some start values changed."""
    return [
        Parameter(
            row.name,
            row.unit,
            changes.get(row.name, row.walk),
            row.scale,
            row.meaning,
            lower=row.lower,
            upper=row.upper,
        )
        for row in rows
    ]
