"""A stage of a gait, simulated: what its last whole period is like, and all of it."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.gait.cycles import NUM_POINTS
from gaitsmith.gait.events import GaitEvents, events_of
from gaitsmith.gait.kinematics import (
    Kinematics,
    ahead,
    body_poses,
    kinematics_of,
    mean_heading,
)
from gaitsmith.gait.strike_order import strike_order
from gaitsmith.kernels.records import LEFT, Floats
from gaitsmith.reproduction.comparison import CurvePlot, Line
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.recording import Recording
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.withdrawal.window import guided_gait
from gaitsmith.workflows import simulate

FRAME_RATE = 200.0  # Hz of recordings
FLIGHT = 0.05  # share of the time off the ground that makes a run of a walk
TURNED = 20.0  # degrees; a walk straight ahead ends within so much of its heading
DUTY = 0.4  # share of the time that each foot stands in a walk, at least
PERCENT = np.linspace(0.0, 100.0, NUM_POINTS)


@dataclass(frozen=True)
class RecordedMotion:
    """A solution and its recorded rollout."""

    label: str
    solution: Solution
    rollout: Rollout

    @property
    def is_up(self) -> bool:
        """Whether it stays on its feet to the end."""
        return self.rollout.outcome is Outcome.COMPLETED

    @property
    def character(self) -> Character:
        """Who moves."""
        return self.solution.problem.character

    @property
    def recording(self) -> Recording:
        """All of it."""
        assert self.rollout.recording is not None, "it was asked for"
        return self.rollout.recording

    @property
    def period(self) -> float:
        """S."""
        return self.solution.values["period"]

    @cached_property
    def _last(self) -> slice:
        """Frames of the last whole period, from its first sample to the next one."""
        rate = self.recording.frame_rate
        periods = math.floor(self.rollout.seconds / self.period + 1e-9)
        start = round((periods - 1) * self.period * rate)
        return slice(start, start + round(self.period * rate) + 1)

    @cached_property
    def _events(self) -> GaitEvents:
        return events_of(self.character, self.recording)

    @cached_property
    def _kinematics(self) -> Kinematics:
        return kinematics_of(self.character, self.recording)

    @cached_property
    def pelvis_height(self) -> Floats:
        """(frames,) m, over the last period."""
        poses = body_poses(self.character, self.recording)
        return poses.position[self._last, self.character.roles.pelvis, 2]

    def left_angle(self, joint: str) -> Floats:
        """(frames,) degrees of flexion, over the last period."""
        return self._kinematics.sides[LEFT][joint][self._last]

    @property
    def stride(self) -> float:
        """M forward in the last period."""
        com = self.recording.com[self._last]
        heading = mean_heading(self._kinematics.heading[self._last])
        return float(ahead(com[-1] - com[0], heading))

    @property
    def flight_share(self) -> float:
        """Of the last period, how much no foot stands."""
        standing = [foot.is_standing[self._last] for foot in self._events.feet]
        return float(np.mean(~np.any(standing, axis=0)))

    @property
    def strikes(self) -> str:
        """Order of the strikes in a period, such as "L R"."""
        return strike_order(self._events, self.period)

    @property
    def style(self) -> str:
        """What the strikes and the flight make of it."""
        has_flight = self.flight_share > FLIGHT
        match self.strikes:
            case "L R":
                return "a run" if has_flight else "a walk"
            case "L L R R" if has_flight:
                return "a skip"
            case other:
                return f"neither walk nor run nor skip ({other or 'no strikes'})"

    @property
    def is_straight_walk(self) -> bool:
        """Whether all of it is a walk straight ahead, from the first strike on.

        The feet take turns, there is next to no flight, each foot stands for about half
        of the time, and the pelvis points ahead at the end.
        """
        sides = np.array([side for _, side in self._events.ordered_strikes()])
        standing = np.array([foot.is_standing for foot in self._events.feet])
        return bool(
            self.is_up
            and len(sides) > 1
            and np.all(sides[1:] != sides[:-1])
            and np.all(np.mean(standing, axis=1) >= DUTY)
            and np.mean(~np.any(standing, axis=0)) <= FLIGHT
            and abs(self.rollout.measures.heading_degrees) <= TURNED
        )

    @cached_property
    def effort(self) -> float:
        """N2 m2 s of the guide, in a stride."""
        return guided_gait(self.solution).effort

    @property
    def turning(self) -> float:
        """Degrees that the pelvis turns from side to side in the last period."""
        return math.degrees(float(np.ptp(self._kinematics.heading[self._last])))

    @property
    def way(self) -> float:
        """M along the heading, from the start to the end or the fall."""
        return self.rollout.measures.speed * self.rollout.seconds

    @property
    def leaning(self) -> float:
        """Degrees of the trunk forward, mean over the last period."""
        return float(np.mean(self._kinematics.trunk[self._last]))

    @property
    def foot_ahead(self) -> float:
        """M from the centre of mass to a foot as it strikes, mean over all strikes."""
        found = [
            float(
                ahead(
                    one.ankles[frame, side] - self.recording.com[frame],
                    one.heading[frame],
                )
            )
            for one in (self._kinematics,)
            for frame, side in self._events.ordered_strikes()
        ]
        return float(np.mean(found)) if found else 0.0

    @property
    def speed(self) -> float:
        """M/s in the last period."""
        return self.stride / self.period


def motion_of(solution: Solution, label: str = "") -> RecordedMotion:
    """Simulate a solution as it is."""
    rollout = simulate(solution, FRAME_RATE).rollout
    return RecordedMotion(label or solution.name, solution, rollout)


def period_plot(title: str, unit: str, curves: dict[str, Floats]) -> CurvePlot:
    """Curves over a period, by label."""
    lines = tuple(Line(label, _stretched(curve)) for label, curve in curves.items())
    return CurvePlot(title, "period [%]", unit, PERCENT, lines)


def _stretched(curve: Floats) -> Floats:
    return np.interp(PERCENT, np.linspace(0.0, 100.0, len(curve)), curve)
