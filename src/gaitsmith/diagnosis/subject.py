"""What is explained, and how commands call it."""

import shlex
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from gaitsmith.control.law import is_plain_python
from gaitsmith.errors import InputError
from gaitsmith.experiment import shipped_experiments
from gaitsmith.objectives.score_card import ScoreCard
from gaitsmith.optimization.problem import QUIET, Problem
from gaitsmith.optimization.withdrawal import lowered
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.search_job import Run
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting
from gaitsmith.solution_file import (
    CHAIN_FILE,
    EXPERIMENT_FILE,
    SKILL_FILE,
    WITHDRAWAL_FILE,
    gallery,
)
from gaitsmith.workflows import AnySolution, solution_or_start, with_changes

UNNAMED = "SOLUTION.json"  # what commands call a solution that is in no file


@dataclass(frozen=True)
class Explained:
    """A solution, in the trial of its problem that was over first."""

    name: str
    """As it is called on the command line."""
    solution: Solution
    changes: tuple[str, ...]
    """Of --set."""
    folder: RunFolder | None
    """Of the search that found it, if that is explained, too."""
    problem: Problem
    """The trial that was over first, alone."""
    rollout: Rollout
    """Of it, without a recording."""
    score: ScoreCard
    """Over all trials."""

    @property
    def values(self) -> dict[str, float]:
        """Of the parameters."""
        return self.solution.values

    @property
    def seconds(self) -> float:
        """S that it stays up."""
        return self.rollout.seconds

    @property
    def is_slow(self) -> bool:
        """Whether its law is plain Python, with which many rollouts take hours."""
        return is_plain_python(self.problem.drive(self.values).law)

    @cached_property
    def friction(self) -> float:
        """Coulomb's coefficient where it is."""
        own = self.problem.setting.friction
        return self.problem.character.spec.ground.friction if own is None else own

    def recorded(self, frame_rate: float) -> Rollout:
        """The same rollout, with a recording [Hz]."""
        return self.problem.roll_out(self.values, frame_rate)

    def seconds_in(self, setting: Setting) -> float:
        """S that it stays up in another setting."""
        return replace(self.problem, setting=setting).roll_out(self.values).seconds

    def with_setting(self, **changes: object) -> Setting:
        """Its setting with other fields."""
        return self.problem.setting.model_copy(update=changes)

    def command(self, verb: str, *words: str, changes: tuple[str, ...] = ()) -> str:
        """A command about it, with these --set after its own."""
        return shlex.join(["gaitsmith", verb, self.name, *words, *self._sets(changes)])

    def _sets(self, changes: tuple[str, ...]) -> list[str]:
        """Options --set: its own, but for keys that are given anew, and these."""
        anew = {one.partition("=")[0] for one in changes}
        own = [one for one in self.changes if one.partition("=")[0] not in anew]
        return [part for one in (*own, *changes) for part in ("--set", one)]

    def search(
        self, *changes: str, seed: int | None = None, is_anew: bool = False
    ) -> str:
        """A command that searches on from here; empty: nobody knows its experiment.

        Args:
            changes: more of --set.
            seed: another one.
            is_anew: from where its search began.
        """
        start, experiment = self.name, self.solution.provenance.experiment
        if self.folder is not None:
            experiment = str(self.folder.experiment_file)
        elif self.name in shipped_experiments() or self.name.endswith(".toml"):
            start, experiment = "", self.name
        elif experiment not in shipped_experiments():
            return ""
        begins = (f"start_from={start}",) if start and not is_anew else ()
        words = self._sets((*begins, *changes))
        seeds = [] if seed is None else ["--seed", str(seed)]
        return shlex.join(["gaitsmith", "optimize", experiment, *seeds, *words])


def loaded(what: AnySolution, changes: tuple[str, ...] = ()) -> Solution:
    """The solution that is to be explained; of a folder, that of its last search."""
    if isinstance(what, Solution):
        return with_changes(what, changes)
    return solution_or_start(_place(what), changes)


def subject_of(
    what: AnySolution, changes: tuple[str, ...] = (), name: str = ""
) -> Explained:
    """Load what is to be explained, and simulate it.

    Args:
        what: see `explain`.
        changes: "key=value" strings that replace values of its experiment.
        name: as it is called on the command line; left out: as it was given.
    """
    solution = loaded(what, changes)
    folder = None
    if not isinstance(what, Solution):
        place = _place(what)
        name = name or str(place)
        if Path(place).is_dir() and not changes:
            folder = RunFolder(Path(place))
    elif not name:
        name = what.name if what.name in gallery() else UNNAMED
    problem = solution.problem
    judged = problem.judge(solution.values)
    trial = problem.trials[judged.rollouts.index(judged.first_to_end)]
    alone = replace(
        problem,
        setting=trial.setting,
        seed=trial.seed,
        off=trial.off,
        robustness=QUIET,
    )
    first = judged.first_to_end
    return Explained(name, solution, changes, folder, alone, first, judged.score)


def _place(what: str | Path | Run) -> str | Path:
    """A name, a file, or the folder of a search."""
    place = what.folder.path if isinstance(what, Run) else what
    return _search_in(Path(place)) if Path(place).is_dir() else place


def _search_in(path: Path) -> Path:
    """The folder of a search: of a chain or a withdrawal, of the last one in it."""
    if (path / EXPERIMENT_FILE).is_file():
        return path
    if (path / SKILL_FILE).is_file():
        raise InputError(
            f"{path}: this is a stepping skill, which is no search; explain the gait"
            " that it began with."
        )
    if any((path / marker).is_file() for marker in (CHAIN_FILE, WITHDRAWAL_FILE)):
        searches = sorted(
            (file.parent for file in path.glob(f"*/{EXPERIMENT_FILE}")),
            key=lambda folder: folder.stat().st_mtime,
        )
        if searches:
            return searches[-1]
    RunFolder.open_run(path)  # or complain
    return path


def start_cost(folder: RunFolder, level: float = 1.0) -> float:
    """The objective of the values that a search began with."""
    experiment = folder.experiment()
    problem = lowered(experiment.problem, experiment.search.withdrawal, level)
    return float(problem.judge(problem.space.initial_values()).score.total)
