"""A character that walks step by step, each with an action of its own.

A step begins and ends when a foot strikes and the law goes over to the other leg.
"""

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.contact_points import point_centers
from gaitsmith.kernels.records import LEFT, Floats
from gaitsmith.planning.action import ActionSpace, StepController
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.snapshot import Snapshot

WATCH = 0.002  # s, between two looks at a swing foot
ON_ITS_WAY = 0.8  # of a step's time; later, it lands
SET_OFF = 0.03  # m ahead of where it stood: from here on, a foot can be caught
HIGH = 0.1  # m; higher than this makes no difference
LANDING = 0.005  # m; a heel that is lower is about to touch the ground
LOOKS = (0.06, 0.09, 0.12, 0.15)  # s after the last strike, when a foot swings low
LONGEST_STEP = 2.0  # s; whoever does not step within it has failed
# Reduced state (Coros et al. 2008, section 4): centre of mass ahead of the heel that
# has just struck and its velocity; pitch of the torso; hips of stance and swing leg.
STATE_NAMES = ("offset", "velocity", "torso", "stance_hip", "swing_hip")


@dataclass(frozen=True)
class Footfall:
    """A foot that has struck, which ends one step and begins the next."""

    time: float  # s
    side: int  # of the foot that struck
    heel: tuple[float, float, float]  # m
    heading: float  # rad, that the step was asked to follow
    lifts: tuple[float, ...] = ()  # m, heights of its foot at `LOOKS`, if looked at

    @property
    def ahead(self) -> float:
        """Place of the heel along the heading [m]."""
        return self.heel[0] * math.cos(self.heading) + self.heel[1] * math.sin(
            self.heading
        )

    @property
    def left(self) -> float:
        """Place of the heel to the left of the heading [m]."""
        return self.heel[1] * math.cos(self.heading) - self.heel[0] * math.sin(
            self.heading
        )

    def outward_of(self, other: "Footfall") -> float:
        """How far [m] a left foot is to the left of the other, a right one right."""
        return (self.left - other.left) * (1.0 if self.side == LEFT else -1.0)


@dataclass(frozen=True)
class Swing:
    """What a foot did on its way to a footfall, over level ground."""

    clearance: float = 0.0  # m, see `clearance`
    skid: float = 0.0  # m, see `skid`


class Walker:
    """One character in one setting; takes steps, and can go back to before them."""

    def __init__(
        self,
        character: Character,
        controller: StepController,
        actions: ActionSpace,
        setting: Setting,
    ) -> None:
        """Nothing is simulated yet; see `start`."""
        self.character = character
        self.actions = actions
        self.simulation = Simulation(character, setting, notes_strikes=False)
        self._controller = controller
        self._heading = 0.0
        points = character.points
        self._heel = [points.is_heel & (points.side == side) for side in (0, 1)]

    def start(self, seed: int = 0, frame_rate: float = 0.0) -> None:
        """Put the character where its base gait starts."""
        drive = self._controller.drive(self.actions.values)
        self.simulation.start(drive, seed, frame_rate)
        self._heading = 0.0

    def undisturbed(self, is_filled: bool = False) -> "Walker":
        """Another one of the same kind on the same ground, started, without pushes.

        Args:
            is_filled: whether it has ground where this one has gaps and crevasses.
        """
        setting = _undisturbed(self.simulation.setting, is_filled)
        other = Walker(self.character, self._controller, self.actions, setting)
        other.start()
        return other

    def step(self, action: Floats, heading: float = 0.0) -> Footfall | None:
        """Take one step; None if there is none: it fell, or its time was over.

        Args:
            action: values of the parts of the action space.
            heading: rad, where to walk.
        """
        self.begin_step(action, heading)
        return self.finish_step()

    def begin_step(self, action: Floats, heading: float = 0.0) -> None:
        """From now on walk as an action and a heading [rad] say; no time passes."""
        self._heading = heading
        self.simulation.follow(self.law(action), heading)

    def law(self, action: Floats) -> Any:
        """The law that an action makes."""
        return self._controller.law(self.actions.values_of(action))

    def finish_step(self) -> Footfall | None:
        """Go on to the next strike; None if there is none."""
        if not self.simulation.advance_step(LONGEST_STEP):
            return None
        return self.footfall()

    def lifted_step(self, action: Floats, heading: float = 0.0) -> Footfall | None:
        """Take one step, to the last bit as `step`, with heights at `LOOKS`."""
        self.begin_step(action, heading)
        side = 1 - self.simulation.stance
        lifts: list[float] = []
        for before, look in pairwise((0.0, *LOOKS)):
            if self.simulation.advance_step(look - before):
                lifts += [0.0] * (len(LOOKS) - len(lifts))
                return replace(self.footfall(), lifts=tuple(lifts))
            lifts.append(self.lowest(self.simulation.qpos, side))
        after = self.finish_step()
        return None if after is None else replace(after, lifts=tuple(lifts))

    def watched_step(self, action: Floats) -> tuple[Footfall | None, Swing]:
        """Take one step, the same to the last bit as `step`, and watch its swing foot.

        Returns:
            the footfall, and the foot's way there.
        """
        self.begin_step(action)
        return self.finish_watched()

    def finish_watched(self) -> tuple[Footfall | None, Swing]:
        """Go on to the next strike as `finish_step`, and watch the swing foot."""
        side = 1 - self.simulation.stance
        swing = self.character.points.side == side
        cosine, sine = math.cos(self._heading), math.sin(self._heading)

        def look() -> tuple[float, float, tuple[float, float]]:
            """Its tip along the heading, its lowest point; its heel's both [m]."""
            places = self.simulation.point_places()
            ahead = places[:, 0] * cosine + places[:, 1] * sine
            x, y, z = places[self._heel[side]].mean(axis=0).tolist()
            heel = x * cosine + y * sine, z
            return float(ahead[swing].max()), float(places[swing, 2].min()), heel

        stood = look()[0]
        ways: list[float] = []
        heights: list[float] = []
        heels: list[tuple[float, float]] = []
        while self.outcome is Outcome.RUNNING and len(heights) * WATCH < LONGEST_STEP:
            if self.simulation.advance_step(WATCH):
                after = self.footfall()
                low = skid(heels, after.ahead)
                return after, Swing(clearance(ways, heights), low)
            tip, lowest, heel = look()
            ways.append(tip - stood)
            heights.append(lowest)
            heels.append(heel)
        return None, Swing()

    @property
    def outcome(self) -> Outcome:
        """How the simulation stands."""
        return self.simulation.outcome

    def footfall(self) -> Footfall:
        """The foot that the law stands on, as if it had just struck."""
        return self._foot(self.simulation.stance)

    def trailing_foot(self) -> Footfall:
        """The other foot, which swings next, as if it had just struck."""
        return self._foot(1 - self.simulation.stance)

    def _foot(self, side: int) -> Footfall:
        place = self.heel(self.simulation.qpos, side)
        return Footfall(self.simulation.time, side, place, self._heading)

    def heel(self, qpos: Floats, side: int) -> tuple[float, float, float]:
        """Where a heel is [m] in some pose."""
        heel = self.simulation.point_places(qpos)[self._heel[side]].mean(axis=0)
        return float(heel[0]), float(heel[1]), float(heel[2])

    def lowest(self, qpos: Floats, side: int) -> float:
        """Height [m] of a foot's lowest point in some pose."""
        is_its = self.character.points.side == side
        return float(self.simulation.point_places(qpos)[is_its, 2].min())

    def state(self, towards: float | None = None) -> Floats:
        """The reduced state, see `STATE_NAMES`, in the plane of a heading [rad].

        Left out: the heading of the last step.
        """
        moment = self.simulation.moment()
        direction = self._heading if towards is None else towards
        here = replace(self.footfall(), heading=direction)
        heading = math.cos(direction), math.sin(direction)
        roles = self.character.roles
        up = _rotated(
            moment.quaternion[roles.trunk], self.character.standing_up(roles.trunk)
        )
        hips = [moment.qpos[leg.hip[0].position] for leg in roles.legs]
        com, velocity = moment.com, moment.com_velocity
        return np.array(
            [
                com[0] * heading[0] + com[1] * heading[1] - here.ahead,
                velocity[0] * heading[0] + velocity[1] * heading[1],
                math.atan2(up[0] * heading[0] + up[1] * heading[1], up[2]),
                hips[here.side],
                hips[1 - here.side],
            ]
        )

    def snapshot(self) -> Snapshot:
        """To come back to with `restore`."""
        return self.simulation.snapshot()

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to before some steps."""
        self.simulation.restore(snapshot)


def _undisturbed(setting: Setting, is_filled: bool) -> Setting:
    terrain = setting.terrain
    if is_filled:
        terrain = terrain.model_copy(update={"gaps": (), "crevasses": ()})
    changes = {"pushes": (), "motor_noise": 0.0, "terrain": terrain}
    return setting.model_copy(update=changes)


def clearance(ways: list[float], heights: list[float]) -> float:
    """How low a foot [m] comes after it has set off and before it lands.

    Args:
        ways: m, of its tip from where it stood, at equal times of a step.
        heights: m, of its lowest point.
    """
    count = int(ON_ITS_WAY * len(heights))
    swinging = [
        height
        for way, height in zip(ways[:count], heights[:count], strict=True)
        if way > SET_OFF
    ]
    return min([*swinging, HIGH])


def skid(heels: list[tuple[float, float]], landed: float) -> float:
    """How far [m] a heel goes ahead while it is about to touch the ground.

    Over a gap it would find no ground there, and the wall behind it.

    Args:
        heels: m, place along the heading and height, at equal times of a step.
        landed: m, where it strikes.
    """
    way = 0.0
    for ahead, height in reversed(heels):
        if height > LANDING:
            break
        way = max(way, landed - ahead)
    return way


def foot_length(character: Character) -> float:
    """From heel to tip [m], of the standing pose."""
    data = mujoco.MjData(character.model)
    mujoco.mj_kinematics(character.model, data)
    points = character.points
    ahead = point_centers(points, data)[:, 0]
    lengths = [
        float(
            np.max(ahead[points.side == side])
            - np.mean(ahead[points.is_heel & (points.side == side)])
        )
        for side in (0, 1)
    ]
    return max(lengths)


def _rotated(
    quaternion: Floats, vector: tuple[float, float, float]
) -> tuple[float, float, float]:
    """A vector of a body's frame in the world's."""
    w, x, y, z = (float(part) for part in quaternion)
    axis, given = np.array([x, y, z]), np.array(vector)
    turned = given + 2.0 * np.cross(axis, np.cross(axis, given) + w * given)
    return float(turned[0]), float(turned[1]), float(turned[2])
