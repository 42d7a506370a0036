"""A solution's gait, measured and compared with people."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gaitsmith.characters.character import Character
from gaitsmith.characters.spec import HumanoidSpec
from gaitsmith.gait.analysis import FRAME_RATE, GaitAnalysis, analyze
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.gait.features import Feature, walking_features
from gaitsmith.gait.metabolism import Metabolism, metabolism_of
from gaitsmith.gait.reference import Reference, human_reference, people_of_size
from gaitsmith.gait.score import GaitScore, score_gait
from gaitsmith.measured.reference_file import read_reference
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.terrain import TerrainSpec
from gaitsmith.workflows import AnySolution, as_solution, simulate, undisturbed

LEVEL = TerrainSpec()
DURATION = 10.0  # s that are simulated to measure a gait


@dataclass(frozen=True)
class Assessment:
    """A gait: how it went, its curves, its features, and its likeness to people."""

    rollout: Rollout
    analysis: GaitAnalysis
    features: tuple[Feature, ...]
    """Of walking; a run has none."""
    score: GaitScore

    @property
    def metabolism(self) -> Metabolism | None:
        """What it costs, beside people; None without muscles."""
        score = self.score
        size = score.reference.size
        return metabolism_of(self.rollout.measures, score.gait, score.speed, size)


def people_beside(character: Character, gait: str, speed: float) -> Reference:
    """Whom a body is compared with; small people at equal dimensionless speed."""
    spec = character.spec
    if not isinstance(spec, HumanoidSpec):
        return human_reference(gait, speed)
    lengths = spec.proportions
    legs = lengths.ankle_height + lengths.shank + lengths.thigh
    return people_of_size(gait, speed, legs * spec.height)


def assess(
    solution: AnySolution,
    duration: float = DURATION,
    reference_file: Path | None = None,
    strikes: Sequence[float] = (),
) -> Assessment:
    """Simulate a solution undisturbed, and measure its gait.

    Args:
        solution: itself, or its name, as for `simulate`; its pushes, motor noise and
            turns are left out.
        duration: s.
        reference_file: whose curves to compare with; left out: people's at this speed.
        strikes: s, of the right foot in that file, to cut it into cycles.

    Raises:
        NoStepsError: there is no complete gait cycle.
        InputError: the reference file is wrong.
    """
    calm = undisturbed(as_solution(solution), duration)
    character = calm.problem.character
    rollout = simulate(calm, FRAME_RATE).rollout
    recording = rollout.recording
    assert recording is not None, "it was asked for"
    try:
        analysis = analyze(character, recording, muscles=rollout.muscles)
    except NoStepsError as error:
        raise NoStepsError(f"{calm.name}: {rollout.sentence} {error}") from None
    gait, speed = analysis.gait, analysis.summary.speed
    is_walk = gait == "walk"
    features = (
        walking_features(character, recording, rollout.measures) if is_walk else ()
    )
    reference = (
        people_beside(character, gait, speed)
        if reference_file is None
        else read_reference(reference_file, gait, speed, strikes)
    )
    terrain = calm.problem.setting.terrain
    if reference_file is None and terrain != LEVEL:
        note = "people walked on level ground; this is none."
        reference = replace(reference, notes=(note, *reference.notes))
    return Assessment(rollout, analysis, features, score_gait(analysis, reference))
