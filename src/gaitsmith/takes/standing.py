"""Standing still: every joint is a spring, and the body leans over its feet.

The torques are those of law `posture`, with other targets: nothing holds the body but
its feet on the ground.
"""

import math
from dataclasses import dataclass

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.contact_points import point_centers
from gaitsmith.control.controller import STATE_ONLY, Drive, StartPose, start_state
from gaitsmith.control.posture import PostureController, PostureLaw
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Floats, Integers, Phases
from gaitsmith.planning.walker import Walker
from gaitsmith.simulation.outcome import Outcome

STIFFER = 3.0  # times law `posture`'s stiffness: ankles carry the whole body
OVER_FOOT = 0.4  # of the way from heels to toes, above which the body stands
MOST_LEAN = 0.4  # rad
SOLE = 0.02  # m above the lowest point: what is higher is not stood on
PACE = 0.02  # s between two targets of joints that are led somewhere
STILL = 0.03  # m/s of the centre of mass; whoever is slower stands


@dataclass(frozen=True)
class Stance:
    """How a body stands."""

    drive: Drive
    """Its phases are those of the gait that it goes over to."""
    ahead: Integers
    """Which joints lean it ahead: ankles."""
    aside: Floats
    """(joints,) by how much each turns for a lean to the left."""
    height: float
    """m, of the centre of mass over the feet."""

    def leaning(self, ahead: float, aside: float = 0.0) -> PostureLaw:
        """The law that leans further, ahead and to the left [rad]."""
        target = self.drive.law.target + aside * self.aside
        target[self.ahead] -= ahead
        return self.drive.law._replace(target=target)


@dataclass(frozen=True)
class Still:
    """How somebody stands, or does not."""

    stands: bool
    speed: float  # m/s, of the centre of mass
    apart: float  # m, between the feet, along the heading
    sunk: float  # m, of the centre of mass over the feet, from where it should be


def stance_of(character: Character, phases: Phases, slope: float = 0.0) -> Stance:
    """How a body stands with its feet side by side.

    Args:
        character: has ankles, and no muscles.
        phases: of the gait that it goes over to.
        slope: rad, of the ground, uphill +.
    """
    legs = character.roles.legs
    if character.spec.muscles is not None:
        raise InputError(
            f"body '{character.name}' has muscles, and no reflexes to stand are known"
        )
    if not all(leg.ankle for leg in legs):
        raise InputError(f"body '{character.name}' has no ankles to stand on")
    hinges = character.roles.hinges
    roles = [hinge.role for hinge in hinges]
    ankles = {hinge.role for leg in legs for hinge in leg.ankle or ()}
    names = [role for role in roles if role in ankles and role.endswith("_y")]
    qpos, qvel, height = _over_its_feet(character, names, slope)
    side = [float(role.endswith("ankle_x")) - role.endswith("hip_x") for role in roles]
    space = PostureController(character, "stand").space
    usual = {parameter.name: parameter for parameter in space.parameters}
    law = PostureLaw(
        position=np.array([hinge.position for hinge in hinges], dtype=np.int64),
        axis=np.array([hinge.axis for hinge in hinges], dtype=np.int64),
        target=np.array([qpos[hinge.position] for hinge in hinges]),
        stiffness=STIFFER * usual["stiffness"].initial,
        damping=math.sqrt(STIFFER) * usual["damping"].initial,
    )
    return Stance(
        drive=Drive(law, np.zeros(1, dtype=STATE_ONLY), phases, qpos, qvel),
        ahead=np.array([roles.index(name) for name in names], dtype=np.int64),
        aside=np.array(side),
        height=height,
    )


def _over_its_feet(
    character: Character, ankles: list[str], slope: float
) -> tuple[Floats, Floats, float]:
    """qpos and qvel of a body that leans until it is over its feet, and its height."""
    data = mujoco.MjData(character.model)
    low, high = -MOST_LEAN, MOST_LEAN
    while True:
        lean = 0.5 * (low + high)
        angles = dict.fromkeys(ankles, -lean - slope)
        qpos, qvel = start_state(character, StartPose(angles, {}, pitch=lean))
        data.qpos[:] = qpos
        mujoco.mj_kinematics(character.model, data)
        mujoco.mj_comPos(character.model, data)
        places = point_centers(character.points, data)
        if high - low < 1e-4:  # rad
            return qpos, qvel, float(data.subtree_com[1, 2] - places[:, 2].mean())
        heights = places[:, 2] - places[:, 0] * math.tan(slope)
        on_ground = places[heights < heights.min() + SOLE, 0]
        wanted = on_ground.min() + OVER_FOOT * np.ptp(on_ground)
        if data.subtree_com[1, 0] < wanted:
            low = lean
        else:
            high = lean


def lead(walker: Walker, goal: PostureLaw, seconds: float) -> None:
    """Lead the joints of somebody who stands from where they are to other targets."""
    simulation = walker.simulation
    law = simulation.drive.law
    count = max(round(seconds / PACE), 1)
    for number in range(1, count + 1):
        share = number / count
        share *= share * (3.0 - 2.0 * share)  # gently
        target = law.target + share * (goal.target - law.target)
        simulation.follow(law._replace(target=target))
        simulation.advance(PACE)


def come_to_stand(walker: Walker, stance: Stance, ahead: float, seconds: float) -> None:
    """Hand over to standing, from the present angles on.

    Args:
        walker: has its feet on the ground, or nearly.
        stance: where the joints are led.
        ahead: rad, by which it leans further.
        seconds: that the way there takes.
    """
    simulation = walker.simulation
    now = simulation.qpos[stance.drive.law.position].copy()
    law = stance.drive.law._replace(target=now)
    simulation.hand_over(stance.drive._replace(law=law))
    lead(walker, stance.leaning(ahead), seconds)


def still(walker: Walker, stance: Stance, heading: float) -> Still:
    """Whether somebody stands.

    Args:
        walker: has come to a stand.
        stance: how it should stand.
        heading: rad, where it looks.
    """
    simulation = walker.simulation
    moment = simulation.moment()
    speed = float(np.linalg.norm(moment.com_velocity))
    places, side = moment.contact_position, walker.character.points.side
    way = places[:, 0] * math.cos(heading) + places[:, 1] * math.sin(heading)
    apart = abs(float(way[side == 0].mean() - way[side == 1].mean()))
    return Still(
        stands=simulation.outcome is Outcome.RUNNING and speed < STILL,
        speed=speed,
        apart=apart,
        sunk=abs(float(moment.com[2] - places[:, 2].mean()) - stance.height),
    )
