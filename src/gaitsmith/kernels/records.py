"""Named tuples that cross into compiled code. Arrays carry their shape as a comment.

All of them hold views: compiled code reads and writes the arrays in place.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]

LEFT, RIGHT = 0, 1
HIP, KNEE, ANKLE = 0, 1, 2
# Soleus, tibialis anterior, gastrocnemius, vasti, hamstrings, rectus femoris, glutei
# and hip flexors: the columns of what `Muscles` and `MuscleState` hold.
SOL, TA, GAS, VAS, HAM, RF, GLU, HFL = 0, 1, 2, 3, 4, 5, 6, 7
ANDERSON, BHARGAVA = 0, 1  # models of metabolic power, see `metabolics`


class Tree(NamedTuple):
    """The kinematic tree, and the sparse rows of its inertia matrix."""

    parent: Integers  # (bodies,) parent body; body 0 is the world
    first_axis: Integers  # (bodies,) first joint axis (degree of freedom) of each body
    num_axes: Integers  # (bodies,)
    row_start: Integers  # (axes,) where row i of the inertia matrix starts
    row_length: (
        Integers  # (axes,) its entries: the axes on the way to the root, itself last
    )
    row_axis: Integers  # (entries,) column of each entry
    mass: Floats  # (bodies,) kg


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

    stiffness: float  # N/m per point
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


class BodyState(NamedTuple):
    """Where the bodies are and how they move; views of the engine's memory."""

    com: Floats  # (3,) m, whole-body centre of mass
    position: Floats  # (bodies, 3) m
    orientation: Floats  # (bodies, 9) row-major rotation to the world
    velocity: Floats  # (bodies, 6) spatial, at the centre of mass, rotation first
    mass_center: Floats  # (bodies, 3) m
    inertia: (
        Floats  # (bodies, 10) spatial, at the centre of mass, the engine's `cinert`
    )
    joint_axis: Floats  # (joints, 3) world direction of each joint axis
    qpos: Floats  # (nq,)
    qvel: Floats  # (nv,)
    com_velocity: Floats  # (3,) m/s, set by `sensing`


class ContactState(NamedTuple):
    """What each contact point does to the ground, and the ground to each foot."""

    is_touching: Flags  # (points,) presses on the ground in this step
    is_released: Flags  # (points,) would pull, and is left out of this step
    is_anchored: Flags  # (points,) is below the surface, friction spring attached
    anchor: Floats  # (points, 3) m, where it is attached
    depth: Floats  # (points,) m below the surface
    arm: Floats  # (points, 3) m, from the centre of mass to the point
    normal: Floats  # (points, 3) of the surface
    velocity: Floats  # (points, 3) m/s, at the start of the step
    force: Floats  # (points, 3) N, of the ground on the point
    load: Floats  # (points,) N, normal force of the last step
    impedance_normal: Floats  # (points,) N s/m
    impedance_across: Floats  # (points,) N s/m
    end_velocity: Floats  # (bodies, 6) of bodies that touch, at the end of the step
    foot_load: Floats  # (legs,) N, normal force under each foot during the last step
    heel_load: Floats  # (legs,) N, the heel's part of it
    foot_points: Integers  # (legs,) touching points of each foot without its toes
    toe_points: Integers  # (legs,) touching points of each foot's toes
    toe_top_points: Integers  # (legs,) those of their upper side: toes are stubbed


class Loads(NamedTuple):
    """Wrenches and impedances on bodies, collected over one time step."""

    is_loaded: Flags  # (bodies,)
    is_damped: Flags  # (bodies,) has an impedance
    wrench: Floats  # (bodies, 6) N m and N at the centre of mass
    impedance: Floats  # (bodies, 6, 6), lower triangle


class Actuation(NamedTuple):
    """What a law asks for, and then what the actuators do.

    See `kernels.servo` for the two parts of a torque.
    """

    torque: Floats  # (nv,) N m
    damping: Floats  # (nv,) N m s/rad
    excitation: Floats  # (legs, muscles) 0.01 to 1; no muscles: (0, 0)


class Muscles(NamedTuple):
    """What the muscles of both legs are like; see `muscle_path` for the angles."""

    max_force: Floats  # (2, muscles) F0, N, isometric
    optimal_length: Floats  # (2, muscles) of the fibre, m
    max_velocity: Floats  # (2, muscles) optimal lengths per second
    slack_length: Floats  # (2, muscles) of the tendon, m
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
    excitation: Floats  # (2, muscles) what the nerves ask for, 0.01 to 1
    activation: Floats  # (2, muscles) follows the excitation
    length: Floats  # (2, muscles) of fibre and tendon, m
    arm: Floats  # (2, muscles, 3) moment arms in this pose, m, signed as torques
    fiber_length: Floats  # (2, muscles) m
    fiber_velocity: Floats  # (2, muscles) m/s, + lengthening
    force: Floats  # (2, muscles) N, of the tendon and so of the whole unit
    active_force: Floats  # (2, muscles) N, of the contractile fibres
    torque: Floats  # (2, 3) N m, + hip extension, knee extension, plantarflexion


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
