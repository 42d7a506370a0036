"""The scene of a crossing: its recording, with footprints on the ground."""

from dataclasses import replace

from gaitsmith.planning.crossing import CourseRunner, Crossing
from gaitsmith.scene.footprints import crossing_footprints
from gaitsmith.scene.replay import scene_of
from gaitsmith.scene.scene import Scene
from gaitsmith.simulation.outcome import Outcome

_ENDINGS = {Outcome.COMPLETED: "Crossed it", Outcome.DIVERGED: "Diverged"}


def crossing_sentence(crossing: Crossing) -> str:
    """How it ended."""
    ending = _ENDINGS.get(crossing.outcome, "Fell")
    return (
        f"{ending} after {len(crossing.steps)} steps and"
        f" {crossing.simulated_seconds:.1f} s."
    )


def crossing_scene(label: str, runner: CourseRunner, crossing: Crossing) -> Scene:
    """The scene of a crossing that was recorded."""
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
