"""The scene of a crossing: its recording, with real and planned footprints, stones."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gaitsmith.planning.crossing import LEAD_STEPS, CourseRunner, CrossedStep, Crossing
from gaitsmith.planning.footholds import STONE_TOLERANCE
from gaitsmith.scene.colors import uncertainty_color
from gaitsmith.scene.footprint import MISSED_COLOR, REAL_COLOR, STONE_COLOR, Footprint
from gaitsmith.scene.ground import GroundShape
from gaitsmith.scene.replay import scene_of
from gaitsmith.scene.scene import Scene
from gaitsmith.simulation.outcome import Outcome

_ENDINGS = {Outcome.COMPLETED: "Crossed it", Outcome.DIVERGED: "Diverged"}


def is_missed(step: CrossedStep, has_stones: bool) -> bool:
    """Whether a foot landed too far from its stone, or mostly over a gap."""
    is_off = has_stones and step.plan is not None and step.error > STONE_TOLERANCE
    return is_off or not step.is_good


def world_place(ahead: float, left: float, heading: float) -> tuple[float, float]:
    """The x and y [m] of a place along a heading [rad] and to its left."""
    cosine, sine = math.cos(heading), math.sin(heading)
    return ahead * cosine - left * sine, ahead * sine + left * cosine


def crossing_footprints(
    runner: CourseRunner, crossing: Crossing, ground: GroundShape
) -> tuple[Footprint, ...]:
    """All footprints, in the order in which they are to be drawn: real ones last."""
    return tuple(
        replace(one, place=_on(ground, one))
        for kind in (_stones, _plans, _real)
        for one in kind(runner, crossing)
    )


def _real(runner: CourseRunner, crossing: Crossing) -> Iterator[Footprint]:
    for step in crossing.steps:
        missed = is_missed(step, bool(runner.course.stones))
        kind, color = ("missed", MISSED_COLOR) if missed else ("real", REAL_COLOR)
        fall = step.footfall
        place = (*fall.heel[:2], 0.0)
        yield Footprint(kind, place, fall.heading, runner.foot, color, fall.time)


def _stones(runner: CourseRunner, crossing: Crossing) -> Iterator[Footprint]:
    for number, heel in enumerate(runner.stone_heels, start=LEAD_STEPS):
        place = _planned_place(crossing.steps, number, heel, 0.0)
        yield Footprint("stone", place, 0.0, runner.foot, STONE_COLOR)


def _plans(runner: CourseRunner, crossing: Crossing) -> Iterator[Footprint]:
    """Of every plan the next step, and until the next plan those after it."""
    steps, limit = crossing.steps, runner.settings.most_uncertain
    plans = [(one.plan, one.footfall.heading, one.footfall.time) for one in steps]
    plans.append((runner.unfinished, runner.heading, math.inf))
    for number, (plan, heading, end) in enumerate(plans):
        if plan is None:
            continue
        start = steps[number - 1].footfall.time if number else 0.0
        for ahead, (heel, unsure) in enumerate(
            zip(plan.heels, plan.uncertainty, strict=True)
        ):
            known = steps[: number + 1]
            yield Footprint(
                "expected" if ahead else "planned",
                _planned_place(known, number + ahead, heel, heading),
                heading,
                runner.foot,
                uncertainty_color(unsure, limit),
                start,
                end if ahead else math.inf,
            )


def _planned_place(
    steps: Sequence[CrossedStep], number: int, ahead: float, heading: float
) -> tuple[float, float, float]:
    """Where the heel of a step is to land [m], at any height.

    Sideways nothing is planned: there it is where the foot really landed, or last was.

    Args:
        steps: those that are known.
        number: of the step.
        ahead: place along the heading [m].
        heading: rad.
    """
    same = [steps[n].footfall for n in range(number, -1, -2) if n < len(steps)]
    left = replace(same[0], heading=heading).left if same else 0.0
    return (*world_place(ahead, left, heading), 0.0)


def _on(ground: GroundShape, one: Footprint) -> tuple[float, float, float]:
    """The same place, on the highest ground below the foot."""
    x, y, _ = one.place
    heights = ground.height_range(*one.ends)
    return x, y, heights[1] if heights else ground.height_at(x)


def crossing_sentence(crossing: Crossing) -> str:
    """How it ended."""
    ending = _ENDINGS.get(crossing.outcome, "Fell")
    return (
        f"{ending} after {len(crossing.steps)} steps and"
        f" {crossing.simulated_seconds:.1f} s."
    )


def crossing_scene(label: str, runner: CourseRunner, crossing: Crossing) -> Scene:
    """The scene of a crossing that was recorded, with footprints on the ground."""
    walker = runner.walker
    simulation = walker.simulation
    scene = scene_of(label, walker.character, simulation.setting, simulation.result())
    prints = crossing_footprints(runner, crossing, scene.ground)
    return replace(
        scene,
        caption=crossing_sentence(crossing),
        # The last foot may strike after the last frame.
        footprints=tuple(
            replace(one, start=min(one.start, scene.duration)) for one in prints
        ),
    )
