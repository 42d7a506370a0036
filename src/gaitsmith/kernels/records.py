"""Named tuples that cross into compiled code. Arrays carry their shape as a comment.

All of them hold views: compiled code reads and writes the arrays in place.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaitsmith.kernels.lane_records import LaneFlags, LaneFloats

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]

LEFT, RIGHT = 0, 1
HIP, KNEE, ANKLE = 0, 1, 2
# Soleus, tibialis anterior, gastrocnemius, vasti, hamstrings, rectus femoris, glutei
# and hip flexors: the columns of what `Muscles` and `MuscleState` hold.
SOL, TA, GAS, VAS, HAM, RF, GLU, HFL = 0, 1, 2, 3, 4, 5, 6, 7
ANDERSON, BHARGAVA = 0, 1  # models of metabolic power, see `metabolics`


# Kinds of joints; hinges about an axis of their frame cost less than about any.
FREE, BALL, SLIDE, HINGE, HINGE_X, HINGE_Y, HINGE_Z = range(7)


class Tree(NamedTuple):
    """The bodies and joints of a character, as its model says. Body 0 is the world."""

    parent: Integers  # (bodies,)
    offset: Floats  # (bodies, 3) m, in the parent's frame
    turn: Floats  # (bodies, 9) rotation in the parent's frame
    is_turned: Flags  # (bodies,) that rotation is not nothing
    mass: Floats  # (bodies,) kg
    total_mass: float  # kg
    mass_offset: Floats  # (bodies, 3) m, centre of mass in the body's frame
    inertia: Floats  # (bodies, 3) kg m2, principal moments
    inertia_turn: Floats  # (bodies, 9) principal axes in the body's frame
    is_inertia_turned: Flags  # (bodies,)
    is_floating: Flags  # (bodies,) on a free joint without damping or armature
    first_joint: Integers  # (bodies,)
    num_joints: Integers  # (bodies,)
    first_axis: Integers  # (bodies,) qvel address
    num_axes: Integers  # (bodies,)
    joint_kind: Integers  # (joints,) FREE, BALL, SLIDE, HINGE, ...
    joint_position: Integers  # (joints,) qpos address
    joint_axis: Integers  # (joints,) qvel address
    joint_direction: Floats  # (joints, 3) in the body's frame
    joint_anchor: Floats  # (joints, 3) m, in the body's frame
    has_anchor: Flags  # (joints,) it is not the body's origin
    joint_rest: Floats  # (joints,) qpos in the model's own pose
    armature: Floats  # (axes,) kg m2 or kg


class Articulation(NamedTuple):
    """Work space of `kernels.dynamics`, made anew in every time step."""

    sine: LaneFloats  # (joints,) of hinges
    cosine: LaneFloats  # (joints,)
    anchor: LaneFloats  # (joints, 3) m
    motion: LaneFloats  # (axes, 6) spatial velocity at unit joint speed
    bias_acceleration: LaneFloats  # (bodies, 6) without joint accelerations
    inertia: LaneFloats  # (bodies, 21) of the body and what hangs on it, articulated
    wrench: LaneFloats  # (bodies, 6) bias less loads, of the same
    force: LaneFloats  # (axes,) N m or N, in the joints
    damping: LaneFloats  # (axes,) N m s/rad or N s/m, integrated implicitly
    resistance: LaneFloats  # (axes, 6) wrench that unit joint acceleration takes
    ease: LaneFloats  # (axes,) joint acceleration per force
    push: LaneFloats  # (axes,) joint acceleration if the parent has none
    acceleration: LaneFloats  # (bodies, 6) that the joints' accelerations make
    joint_acceleration: LaneFloats  # (axes,)
    speed: LaneFloats  # (axes,) joint velocities at the end of the step


class ContactPoints(NamedTuple):
    """Points of the body that may touch the ground."""

    body: Integers  # (points,)
    offset: Floats  # (points, 3) m, in the body's frame
    radius: Floats  # (points,) m; 0 for the corner of a box
    side: Integers  # (points,) index of the leg; of two legs LEFT, RIGHT
    is_heel: Flags  # (points,) behind the ankle
    is_toe: Flags  # (points,) on the toes
    is_toe_top: Flags  # (points,) on the upper side of the toes


class Ground(NamedTuple):
    """Spring-damper constants, the same across and along the surface."""

    stiffness: Floats  # (points,) N/m
    damping: float  # N s/m per point
    friction: float  # Coulomb's coefficient; infinity for a foot that never slips


class Crevasses(NamedTuple):
    """Rectangular holes without bottom, seen from above."""

    center: Floats  # (crevasses, 2) m
    heading: Floats  # (crevasses, 2) unit vector, the direction in which one crosses
    half_size: Floats  # (crevasses, 2) m, along the heading and across it


NO_CREVASSES = Crevasses(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2)))


class Terrain(NamedTuple):
    """Ground height along x: straight segments, see `kernels.terrain`."""

    starts: Floats  # (segments,) m; the first is -infinity
    origins: Floats  # (segments,) m, where the height is given
    heights: Floats  # (segments,) m
    grades: Floats  # (segments,) rise over run
    crevasses: Crevasses = NO_CREVASSES
    has_walls: bool = True  # risers stop a foot; else the ground pushes up only


class BodyState(NamedTuple):
    """Where the bodies are and how they move; spatial quantities as in `dynamics`."""

    com: LaneFloats  # (3,) m, whole-body centre of mass
    position: LaneFloats  # (bodies, 3) m
    orientation: LaneFloats  # (bodies, 9) row-major rotation to the world
    velocity: LaneFloats  # (bodies, 6) spatial, at the centre of mass, rotation first
    mass_center: LaneFloats  # (bodies, 3) m
    momentum: LaneFloats  # (6,) whole-body, angular about the centre of mass first
    joint_axis: LaneFloats  # (joints, 3) world direction of each joint axis
    qpos: LaneFloats  # (nq,)
    qvel: LaneFloats  # (nv,)
    com_velocity: LaneFloats  # (3,) m/s


class ContactState(NamedTuple):
    """What each contact point does to the ground, and the ground to each foot."""

    is_touching: LaneFlags  # (points,) presses on the ground in this step
    is_released: LaneFlags  # (points,) would pull, and is left out of this step
    is_anchored: LaneFlags  # (points,) is below the surface, friction spring attached
    anchor: LaneFloats  # (points, 3) m, where it is attached
    depth: LaneFloats  # (points,) m below the surface
    arm: LaneFloats  # (points, 3) m, from the centre of mass to the point
    normal: LaneFloats  # (points, 3) of the surface
    force: LaneFloats  # (points, 3) N, of the ground on the point
    load: LaneFloats  # (points,) N, normal force of the last step
    impedance_normal: LaneFloats  # (points,) N s/m
    impedance_across: LaneFloats  # (points,) N s/m
    foot_load: (
        LaneFloats  # (legs,) N, normal force under each foot during the last step
    )
    heel_load: LaneFloats  # (legs,) N, the heel's part of it
    foot_points: (
        LaneFloats  # (legs,) number of touching points of each foot without its toes
    )
    toe_points: LaneFloats  # (legs,) number of touching points of each foot's toes
    toe_top_points: (
        LaneFloats  # (legs,) number of those of their upper side: toes are stubbed
    )


class Actuation(NamedTuple):
    """What a law asks for, and then what the actuators do.

    See `kernels.servo` for the two parts of a torque.
    """

    torque: LaneFloats  # (nv,) N m
    damping: LaneFloats  # (nv,) N m s/rad
    excitation: LaneFloats  # (legs, muscles) 0.01 to 1; no muscles: (0, 0)
    # What is worn on joints does, apart from the body's own; nothing worn: (0,).
    device_torque: LaneFloats = np.zeros(0)  # (nv,) N m
    device_damping: LaneFloats = np.zeros(0)  # (nv,) N m s/rad


class Muscles(NamedTuple):
    """What the muscles of both legs are like; see `muscle_path` for the angles."""

    max_force: Floats  # (2, muscles) F0, N, isometric
    optimal_length: Floats  # (2, muscles) of the fibre, m
    max_velocity: Floats  # (2, muscles) optimal lengths per second
    slack_length: Floats  # (2, muscles) of the tendon, m
    reference_strain: Floats  # (2, muscles) of the tendon at F0
    passive_strain: (
        Floats  # (2, muscles) of the fibres beyond the optimal length, at F0
    )
    base_length: Floats  # (2, muscles) m; the length less what the joints add to it
    arm: Floats  # (2, muscles, 3) greatest arm, m, signed as its torque; 0: not crossed
    angle_of_max: Floats  # (2, muscles, 3) rad, where the arm is greatest
    arm_scale: Floats  # (2, muscles, 3) s of the arm's cosine; 0: the same everywhere
    pennation: Floats  # (2, muscles, 3) rho, change of length per change of path
    mass: Floats  # (2, muscles) kg
    slow_fraction: Floats  # (2, muscles) part of its fibres that twitch slowly
    activation_time: float  # s, of activation behind excitation; 0: at once
    energy_model: int  # ANDERSON, BHARGAVA: who says what the muscles cost


class MuscleState(NamedTuple):
    """What the muscles of both legs do, whatever their model; none: (0, 0)."""

    max_force: Floats  # (2, muscles) N, isometric; does not change
    optimal_length: Floats  # (2, muscles) m, of the fibre; does not change
    excitation: LaneFloats  # (2, muscles) what the nerves ask for, 0.01 to 1
    activation: LaneFloats  # (2, muscles) follows the excitation
    length: LaneFloats  # (2, muscles) of fibre and tendon, m
    arm: LaneFloats  # (2, muscles, 3) moment arms in this pose, m, signed as torques
    fiber_length: LaneFloats  # (2, muscles) m
    fiber_velocity: LaneFloats  # (2, muscles) m/s, + lengthening
    force: LaneFloats  # (2, muscles) N, of the tendon and so of the whole unit
    active_force: LaneFloats  # (2, muscles) N, of the contractile fibres
    torque: LaneFloats  # (2, 3) N m, + hip extension, knee extension, plantarflexion


class Phases(NamedTuple):
    """What the states of a law mean for the legs."""

    stance: Integers  # (states,) the leg that stands
    is_push_off: Flags  # (states,) the stance foot is about to leave the ground
    period: float = 0.0  # s, of a cycle by the clock; 0: the law follows no clock


class Guide(NamedTuple):
    """A torque that helps a body to stay upright; see `kernels.external`."""

    body: int
    stiffness: float  # N m, strength included; 0 with a damping of 0: off
    damping: float  # N m s
    up: tuple[float, float, float]  # b, in the body's own frame
    sway: float  # rad, amplitude of u
    sway_rate: float  # rad/s
    start: float  # s
    end: float  # s


class Senses(NamedTuple):
    """What a law and the actuators may look at: the present, and the last step."""

    time: float  # s
    dt: float  # s
    heading: float  # rad, commanded
    body: BodyState
    points: ContactPoints
    contact: ContactState
    muscles: MuscleState


class Step(NamedTuple):
    """What a meter may look at: the time step that was just taken.

    Positions and body velocities are those of its start, joint velocities of its end.
    """

    time: float  # s, of its start
    dt: float  # s
    heading: float  # rad, commanded
    body: BodyState
    points: ContactPoints
    contact: ContactState
    muscles: MuscleState
    actuation: Actuation
    guide: Guide
    phases: Phases
    state: int  # of the law
