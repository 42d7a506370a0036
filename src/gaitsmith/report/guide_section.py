"""The guide of one solution or of several: its torque and effort over time."""

from collections.abc import Mapping
from dataclasses import dataclass

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.external import present_torque
from gaitsmith.kernels.records import Floats
from gaitsmith.report.drawing import looks, small_plot
from gaitsmith.report.sections import Key, Panel, Panels
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.disturbances import GuideSpec, guide_record
from gaitsmith.simulation.physics import body_state
from gaitsmith.simulation.recording import Recording
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.workflows import simulate


@dataclass(frozen=True)
class GuideHistory:
    """The guide's torque on its body in every frame."""

    time: Floats  # (frames,) s
    torque: Floats  # (frames, 3) N m, in the world

    @property
    def size(self) -> Floats:
        """(frames,) N m, how large the torque is."""
        return np.linalg.norm(self.torque, axis=1)

    @property
    def effort(self) -> Floats:
        """(frames,) N2 m2 s, integral of the squared torque up to each frame."""
        lasting = np.diff(self.time, prepend=self.time[:1])
        before = np.concatenate([[0.0], self.size[:-1]])
        return np.cumsum(before**2 * lasting)


def guide_history(
    character: Character, recording: Recording, guide: GuideSpec
) -> GuideHistory:
    """The torque that a guide has put on a character that was recorded.

    A frame stands for the time until the next one, as a time step does in the
    simulation; so the effort is as exact as the recording is dense.
    """
    record = guide_record(guide, character)
    data = mujoco.MjData(character.model)
    body = body_state(character.model)
    torque = np.zeros((len(recording.time), 3))
    for frame, time in enumerate(recording.time):
        if guide.is_on:
            data.qpos[:] = recording.qpos[frame]
            data.qvel[:] = recording.qvel[frame]
            mujoco.mj_kinematics(character.model, data)
            mujoco.mj_comPos(character.model, data)
            mujoco.mj_comVel(character.model, data)
            body.orientation[:] = data.xmat
            body.velocity[:] = data.cvel
            torque[frame] = present_torque(record, float(time), body)
    return GuideHistory(recording.time, torque)


UNIT = "N² m² s"
RATE = 240.0  # Hz; the curve then ends within 1 % of the effort that is told


@dataclass(frozen=True)
class _Guided:
    """What the guide of one solution did."""

    strength: float
    rollout: Rollout
    history: GuideHistory


def guide_section(solutions: Mapping[str, Solution]) -> tuple[Panels, ...]:
    """One section about the guides that act; none if there is none.

    Args:
        solutions: by the name that the page shows, in the setting to simulate.
    """
    guided = {
        name: _guided(solution)
        for name, solution in solutions.items()
        if solution.problem.setting.guide.is_on
    }
    if not guided:
        return ()
    look = looks(tuple(solutions))

    with (
        small_plot("time [s]", "N m") as torque,
        small_plot("time [s]", UNIT) as effort,
    ):
        for name, one in guided.items():
            color, stroke = look[name]
            for plot, values in (
                (torque, one.history.size),
                (effort, one.history.effort),
            ):
                line = one.history.time, values
                plot.axes.plot(*line, stroke, color=color, linewidth=1.6)
                plot.axes.set_ylim(bottom=0.0)
    is_alone = len(solutions) == 1
    return (
        Panels(
            "The guide",
            (
                Panel("Torque on the guided body", torque.svg),
                Panel("Effort so far: integral of torque²", effort.svg),
            ),
            () if is_alone else tuple(Key(name, *look[name]) for name in guided),
            " ".join(
                ("Effort" if is_alone else f"{name}: effort") + f" {_numbers(one)}"
                for name, one in guided.items()
            ),
        ),
    )


def _guided(solution: Solution) -> _Guided:
    problem = solution.problem
    guide = problem.setting.guide
    rollout = simulate(solution, RATE).rollout
    assert rollout.recording is not None, "it was asked for"
    history = guide_history(problem.character, rollout.recording, guide)
    return _Guided(guide.strength, rollout, history)


def _numbers(guided: _Guided) -> str:
    """How much it helped, from its effort on."""
    counted = guided.rollout.measures.metered["guide"]
    largest = guided.history.size.max(initial=0.0)
    a_second = counted["effort"] / max(guided.rollout.seconds, 1.0 / RATE)
    work = f"{counted['work']:z.0f}".replace("-", "\N{MINUS SIGN}")
    return (
        f"{counted['effort']:.0f} {UNIT}, {a_second:.0f} a second;"
        f" work {work} J; strength {guided.strength:g};"
        f" largest torque {largest:.0f} N m."
    )
