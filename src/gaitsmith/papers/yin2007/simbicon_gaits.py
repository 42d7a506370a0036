"""Published SIMBICON gaits, as printed, with their starts and gains.

The tables keep the printed signs (S-convention: hip flexion +, knee flexion -,
dorsiflexion +, torso leaning forward -, radians, seconds). The rest of the package uses
the P-convention, in which every sagittal angle has the opposite sign;
`SimbiconController` turns them over in one place.

Sources: Yin, Loken & van de Panne 2007 by way of the authors' planar applet and later
ports; the 3D walk is the published default of the Simbody example. The bird's walk is
our own, for Coros et al. 2008 say no more of theirs than its steps of 0.66 m.
"""

from dataclasses import dataclass, field

from gaitsmith.control.controller import StartPose

STRIKE = 0.0  # as a dwell: the state ends when the swing foot strikes


@dataclass(frozen=True)
class GaitState:
    """Targets of one state, S-convention."""

    dwell: float  # s, or STRIKE
    offset_gain: float  # c_d, rad/m
    velocity_gain: float  # c_v, rad s/m
    torso: float  # rad, world
    swing_hip: float  # rad, world
    swing_knee: float
    swing_ankle: float
    stance_knee: float
    stance_ankle: float


@dataclass(frozen=True)
class Gains:
    """Servo gains (kp [N m/rad], kd [N m s/rad]) for a body of `mass` [kg]."""

    mass: float
    torso: tuple[float, float]
    torso_yaw: tuple[float, float]
    hip: tuple[float, float]
    hip_yaw: tuple[float, float]
    joints: dict[str, tuple[float, float]]
    """By the part of the joint's name; "other" for all that are not named."""
    torque_limit: float  # N m


@dataclass(frozen=True)
class SimbiconGait:
    """States of one step, feedback sideways, gains, and where it starts."""

    description: str
    states: tuple[GaitState, ...]
    gains: Gains
    start: StartPose
    strikes_with_heel: bool = False
    balances_hips: bool = False
    """Feedback looks at hips and stance heel, not centre of mass and ankle."""
    least_dwell: float = 0.0
    """s, before a strike counts."""
    hip_range: tuple[float, float] = (-10.0, 10.0)
    """rad, S-convention, of the swing hip's target."""
    lateral_offset_gain: float = 0.0
    lateral_velocity_gain: float = 0.0
    arm_swing: float = 0.0
    """rad, of the shoulders, against the legs."""
    posture: dict[str, float] = field(default_factory=dict)
    """rad, P-convention, left side: held angles of joints that are no leg's."""
    is_planar: bool = False


PLANAR_GAINS = Gains(
    mass=90.0,
    torso=(300.0, 30.0),
    torso_yaw=(0.0, 0.0),
    hip=(300.0, 30.0),
    hip_yaw=(0.0, 0.0),
    joints={"other": (300.0, 30.0)},
    torque_limit=1000.0,
)
# The applet's start, turned into the P-convention: the left foot has just landed.
PLANAR_START = StartPose(
    angles={
        "right_hip_y": 0.221,
        "right_knee_y": 0.217,
        "right_ankle_y": -0.360,
        "left_hip_y": -0.298,
        "left_knee_y": 0.601,
        "left_ankle_y": -0.241,
    },
    rates={
        "right_hip_y": 1.430,
        "right_knee_y": -0.086,
        "right_ankle_y": -0.697,
        "left_hip_y": 3.268,
        "left_knee_y": -3.167,
        "left_ankle_y": -3.532,
    },
    pitch=-0.051,
    pitch_rate=-0.276,
    speed=0.98,
    climb=-0.229,
)


def _planar(description: str, *states: GaitState) -> SimbiconGait:
    return SimbiconGait(
        description,
        states,
        PLANAR_GAINS,
        PLANAR_START,
        strikes_with_heel=True,
        balances_hips=True,
        hip_range=(-0.4, 1.6),
        is_planar=True,
    )


BIRD_GAINS = Gains(
    mass=64.1,
    torso=(300.0, 30.0),
    torso_yaw=(0.0, 0.0),
    hip=(300.0, 30.0),
    hip_yaw=(0.0, 0.0),
    joints={"ankle": (150.0, 15.0), "other": (300.0, 30.0)},
    torque_limit=1000.0,
)
# Of the settled walk: the left heel has just landed.
BIRD_START = StartPose(
    angles={
        "left_hip_y": 0.429,
        "left_knee_y": -0.898,
        "left_ankle_y": -0.029,
        "right_hip_y": 0.905,
        "right_knee_y": -0.230,
        "right_ankle_y": 0.273,
    },
    rates={
        "left_hip_y": -5.092,
        "left_knee_y": 6.201,
        "left_ankle_y": 3.028,
        "right_hip_y": 0.695,
        "right_knee_y": 0.744,
        "right_ankle_y": 0.398,
    },
    pitch=-0.134,
    pitch_rate=0.791,
    speed=1.439,
    climb=-0.644,
    sink=0.001,
)

# After the Simbody example's "original" gains, with softer arms and ankle roll; torso
# as stiff as the hips.
SPATIAL_GAINS = Gains(
    mass=70.0,
    torso=(1000.0, 100.0),
    torso_yaw=(1000.0, 100.0),
    hip=(1000.0, 100.0),
    hip_yaw=(300.0, 30.0),
    joints={
        "knee": (300.0, 30.0),
        "ankle_x": (100.0, 10.0),
        "ankle": (300.0, 30.0),
        "toe": (30.0, 3.0),
        "back": (300.0, 30.0),
        "neck": (100.0, 10.0),
        "shoulder": (30.0, 3.0),
        "elbow": (30.0, 3.0),
        "other": (300.0, 30.0),
    },
    torque_limit=1000.0,
)
SPATIAL_START = StartPose(
    angles={
        "left_hip_y": -0.30,
        "left_knee_y": 0.20,
        "left_ankle_y": 0.10,
        "right_hip_y": 0.20,
        "right_knee_y": 0.35,
        "right_ankle_y": 0.25,
    },
    rates={},
    speed=1.0,
    sink=0.003,
)
SPATIAL_POSTURE = {"shoulder_x": 0.12, "elbow_y": -0.35}


def _spatial(description: str, *states: GaitState) -> SimbiconGait:
    return SimbiconGait(
        description,
        states,
        SPATIAL_GAINS,
        SPATIAL_START,
        least_dwell=0.1,
        lateral_offset_gain=0.5,
        lateral_velocity_gain=0.2,
        arm_swing=0.3,
        posture=SPATIAL_POSTURE,
    )


GAITS = {
    "walk": _planar(
        "planar walk, 0.36 m steps",
        GaitState(0.30, 0.0, 0.2, 0.0, 0.40, -1.10, 0.2, -0.05, 0.2),
        GaitState(STRIKE, 2.2, 0.0, 0.0, -0.70, -0.05, 0.2, -0.10, 0.2),
    ),
    "crouch_walk": _planar(
        "planar walk on bent knees",
        GaitState(0.30, 0.0, 0.2, -0.18, 1.10, -2.17, 0.62, -0.97, 0.44),
        GaitState(STRIKE, 2.2, 0.0, -0.25, -0.70, -0.05, 0.20, -0.92, 0.44),
    ),
    "high_step_walk": _planar(
        "planar walk that lifts its feet high",
        GaitState(0.30, 0.0, 0.2, 0.0, 1.00, -2.40, 0.2, -0.05, 0.2),
        GaitState(STRIKE, 2.0, 0.0, 0.0, -0.70, -0.05, 0.2, -0.10, 0.2),
    ),
    "fast_walk": _planar(
        "planar fast walk",
        GaitState(0.20, 0.0, 0.2, -0.1, 0.73, -1.83, 0.2, -0.05, 0.2),
        GaitState(STRIKE, 2.0, 0.0, -0.1, -0.70, -0.05, 0.2, -0.10, 0.2),
    ),
    "in_place_walk": _planar(
        "planar stepping on the spot",
        GaitState(0.30, 0.0, 0.4, 0.0, 0.62, -1.10, 0.2, -0.05, 0.2),
        GaitState(STRIKE, 1.55, 0.0, 0.0, -0.10, -0.05, 0.2, -0.10, 0.2),
    ),
    "backward_walk": _planar(
        "planar walk backward",
        GaitState(0.22, 0.0, 0.28, 0.2, 0.37, -1.41, 0.2, -0.05, 0.0),
        GaitState(STRIKE, 0.6, 0.0, 0.2, -0.10, -0.05, 0.2, -0.10, 0.0),
    ),
    "fast_run": _planar(
        "planar run, one timed state per step",
        GaitState(0.21, 0.0, 0.2, -0.2, 1.08, -2.18, 0.2, -0.05, 0.27),
    ),
    "bird_walk": SimbiconGait(
        "planar walk of big_bird, 0.66 m steps",
        (
            GaitState(0.38, 0.643, 0.243, 0.211, -1.268, 1.460, -0.166, 0.053, -0.567),
            GaitState(
                STRIKE, -0.341, 0.203, -0.017, 0.011, 0.154, 0.250, -0.171, -0.368
            ),
        ),
        BIRD_GAINS,
        BIRD_START,
        is_planar=True,
    ),
    "walk_3d": _spatial(
        "3D walk",
        GaitState(0.30, 0.5, 0.2, 0.0, 0.50, -1.10, 0.60, -0.05, 0.0),
        GaitState(STRIKE, 0.5, 0.2, 0.0, -0.10, -0.05, 0.15, -0.10, 0.0),
    ),
    # Coros et al. 2008, section 3.3: what is held for 0.30 s in two halves.
    "walk_3d_three": _spatial(
        "3D walk, three states a step",
        GaitState(0.15, 0.5, 0.2, 0.0, 0.50, -1.10, 0.60, -0.05, 0.0),
        GaitState(0.15, 0.5, 0.2, 0.0, 0.50, -1.10, 0.60, -0.05, 0.0),
        GaitState(STRIKE, 0.5, 0.2, 0.0, -0.10, -0.05, 0.15, -0.10, 0.0),
    ),
}
