"""The gallery's gaits of people, measured: all seeds of every walk."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gaitsmith.assessment import Assessment, assess
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.gait.metabolism import Metabolism
from gaitsmith.reproduction.comparison import Exhibit, Tell
from gaitsmith.reproduction.findings import Sample
from gaitsmith.runs.seed_file import read_seeds
from gaitsmith.runs.solution import Solution
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution

RELAXED = ("people/relaxed_",)
WALKS = (  # the last on harder heels
    *RELAXED,
    "people/natural_",
    "people/robust_",
    "people/walk_",
)
STURDY = (*WALKS, "people/pushed_", "people/sturdy_")
SECONDS = 20.0  # of each walk that is measured
RATES = (1200.0, 2400.0, 4800.0)  # Hz


@dataclass(frozen=True)
class MeasuredWalk:
    """One solution, measured."""

    name: str
    seed: int
    solution: Solution
    measured: Assessment

    @property
    def asked_speed(self) -> float:
        """m/s."""
        return float(self.solution.problem.objective.as_dict()["user"]["speed"])

    @property
    def speed(self) -> float:
        """m/s."""
        return self.measured.analysis.summary.speed

    @property
    def spent(self) -> Metabolism:
        """What it costs."""
        spent = self.measured.metabolism
        assert spent is not None, "these bodies have muscles"
        return spent

    @property
    def net_power(self) -> float:
        """W/kg, without the body at rest."""
        power = self.measured.rollout.measures.net_power
        assert power is not None, "these bodies have muscles"
        return power

    @cached_property
    def scores(self) -> dict[str, float]:
        """Standard scores of the joints' angles, and of all that is compared."""
        score = self.measured.score
        angles = {joint: fit.standard_score for joint, fit in score.angles.items()}
        return {
            **{joint: angles[joint] for joint in ("hip", "knee", "ankle")},
            "angles": angles["average"],
            "without the hip's offset": without_hip_offset(self.measured),
            "moments": score.moments["average"].standard_score,
            "forces": score.forces["average"].standard_score,
        }

    @property
    def held_rates(self) -> tuple[float, ...]:
        """Hz, of three time steps those at which it stays up 100 s, by its check."""
        check = self.solution.sturdiness
        trials = [t for t in check.trials if not t.start] if check else []
        return tuple(sorted(t.rate for t in trials if t.holds and t.rate in RATES))

    @property
    def holds_rates(self) -> bool:
        """Whether it stays up 100 s at all of them."""
        return len(self.held_rates) == len(RATES)

    @property
    def held_starts(self) -> tuple[int, int]:
        """From how many starts a little off it stays up 100 s, and of how many."""
        check = self.solution.sturdiness
        held = [t.holds for t in check.trials if t.start] if check else []
        return sum(held), len(held)

    @property
    def holds(self) -> bool:
        """Everything that its check has tried."""
        return bool(self.solution.sturdiness and self.solution.sturdiness.holds)


def found(tell: Tell, prefixes: tuple[str, ...] = WALKS) -> Iterator[MeasuredWalk]:
    """The gallery's gaits of these names, in their order, from all seeds."""
    for name in sorted(name for name in gallery() if name.startswith(prefixes)):
        shown = load_solution(name)
        for seed, one in read_seeds(gallery()[name], shown).items():
            try:
                measured = assess(one, SECONDS)
            except NoStepsError:
                tell(f"{name}, seed {seed}: takes no complete cycle")
                continue
            tell(f"{name}, seed {seed}: {measured.analysis.summary.speed:.2f} m/s")
            yield MeasuredWalk(name.removeprefix("people/"), seed, one, measured)


def by_name(all_of: list[MeasuredWalk]) -> Mapping[str, list[MeasuredWalk]]:
    """What the seeds of each walk came to."""
    groups: dict[str, list[MeasuredWalk]] = {}
    for one in all_of:
        groups.setdefault(one.name, []).append(one)
    return groups


def sample(
    group: list[MeasuredWalk], value: Callable[[MeasuredWalk], float | bool]
) -> Sample:
    """One figure of all seeds."""
    return Sample({one.seed: value(one) for one in group})


def held_starts(group: list[MeasuredWalk]) -> str:
    """From how many starts a little off all seeds stay up, and of how many."""
    held = [one.held_starts for one in group]
    return f"{sum(h for h, _ in held)} of {sum(n for _, n in held)}"


def exhibits(all_of: list[MeasuredWalk]) -> tuple[Exhibit, ...]:
    """What is shown moving: the gallery's own of each walk."""
    return tuple(
        Exhibit(name, load_solution(f"people/{name}")) for name in by_name(all_of)
    )


def without_hip_offset(measured: Assessment) -> float:
    """Average score of the angles with the hip's mean put on people's."""
    band = measured.score.reference.angles["hip"]
    hip = measured.analysis.angles["hip"].both.mean
    moved = hip - np.mean(hip - band.mean)
    off = float(np.mean(np.abs(moved - band.mean) / band.sd))
    angles = measured.score.angles
    return (off + angles["knee"].standard_score + angles["ankle"].standard_score) / 3.0
