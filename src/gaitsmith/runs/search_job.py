"""A search as a job: every generation is logged, the best of all is kept.

When it ends, the last bests are compared by their sturdiness, see `final_check`.
"""

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import tomli_w

from gaitsmith.experiment import Experiment
from gaitsmith.optimization.evaluation import Evaluator
from gaitsmith.optimization.problem import Problem
from gaitsmith.optimization.search import EvaluateAll, Generation, search
from gaitsmith.optimization.stopping import StopReason
from gaitsmith.optimization.withdrawal import Withdrawal
from gaitsmith.runs.advance import Advance, Watcher
from gaitsmith.runs.best import Best, best_of
from gaitsmith.runs.final_check import FinalCheck, Finalist, finalists
from gaitsmith.runs.folder import Progress, RunFolder
from gaitsmith.runs.job import Job
from gaitsmith.runs.row_log import append_terms, cut_rows
from gaitsmith.runs.solution import Solution
from gaitsmith.runs.write_behind import WriteBehind
from gaitsmith.simulation.workers import AnyWorkers, workers_of
from gaitsmith.solution_file import EXPERIMENT_FILE


@dataclass(frozen=True)
class Run:
    """What came of a search."""

    folder: RunFolder
    best: Solution
    stop_reason: StopReason
    generations: int
    evaluations: int
    seconds: float
    """Wall time, over all starts."""
    finalists: tuple[Finalist, ...] = ()
    """The bests that were compared when it ended, lowest objective first."""

    @property
    def is_interrupted(self) -> bool:
        """Whether it can be resumed."""
        return self.stop_reason is StopReason.INTERRUPTED

    failure = ""  # the best so far is always something

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return {
            "run": str(self.folder.path),
            "stop_reason": self.stop_reason.word,
            "generations": self.generations,
            "evaluations": self.evaluations,
            "seconds": self.seconds,
            **self.best.score,
            "guide_strength": self.best.problem.setting.guide.acting_strength,
            "sturdiness": self.best.sturdiness and self.best.sturdiness.as_dict(),
            "finalists": [finalist.as_dict() for finalist in self.finalists],
        }

    def __str__(self) -> str:
        """In words."""
        strength = self.best.problem.setting.guide.acting_strength
        lines = [
            f"{self.stop_reason.value} {self.evaluations} candidates in"
            f" {self.seconds:.0f} s; best objective {self.best.score['total']:.6g}.",
            f"Kept in {self.folder.path}",
        ]
        if strength:
            lines.append(f"It is guided, with a strength of {strength:.3g}.")
        if self.best.sturdiness is not None:
            lines.append(self.best.sturdiness.sentence)
        if self.finalists and self.finalists[0].total < self.best.score["total"]:
            lines.append(f"A lower objective was passed over: {self.finalists[0]}")
        return "\n".join([*lines, f"See it: gaitsmith report {self.folder.path}"])

    __repr__ = __str__


@dataclass(frozen=True)
class SearchJob(Job):
    """The search of an experiment; its folder is a `RunFolder`."""

    experiment: Experiment
    marker = EXPERIMENT_FILE

    @classmethod
    def load(cls, path: Path) -> "SearchJob":
        """The experiment of a run."""
        return cls(RunFolder.open_run(path).experiment())

    @property
    def problem(self) -> Problem:
        """What is simulated."""
        return self.experiment.problem

    def files(self) -> dict[str, str]:
        """The experiment, self-contained."""
        return {EXPERIMENT_FILE: tomli_w.dumps(self.experiment.as_dict())}

    def work(self, path: Path, workers: AnyWorkers, watch: Watcher) -> Run:
        """Replay what is in the log, and search on."""
        experiment, kept = self.experiment, RunFolder(path)
        costs = _recorded(kept, experiment)
        kept.cut_costs(costs)
        command = making_command(kept, experiment)
        rows = kept.cut_progress(len(costs))
        cut_rows(kept.terms_file, len(costs))
        spent = rows[-1].seconds if rows else 0.0
        began = time.perf_counter()
        best = generation = None
        passed: list[Generation] = []
        compared: tuple[Finalist, ...] = ()
        reason = StopReason.INTERRUPTED
        workers = workers_of(workers)
        evaluate = Evaluator(experiment.problem, workers, experiment.search.withdrawal)
        try:
            with WriteBehind() as write:
                for generation in _search(experiment, evaluate, costs):
                    reason = generation.stop_reason or reason
                    if generation.is_better:
                        passed.append(generation)
                    is_news = not generation.is_replayed
                    if is_news:
                        write(kept.append_costs, generation)
                    elif generation.number < len(costs) and not generation.stop_reason:
                        continue
                    if generation.is_better or not is_news:
                        found = evaluate.best if is_news else None
                        best = best_of(experiment, generation, command, found)
                        write(best.solution.save, kept.best_file)
                        write(
                            append_terms,
                            kept.terms_file,
                            generation.best_generation,
                            _terms(best.solution),
                        )
                    seconds = spent + (time.perf_counter() - began if is_news else 0.0)
                    row = _progress(generation, best, seconds)
                    # A kill can fall between a generation's costs and its row.
                    if is_news or not rows or rows[-1].generation < generation.number:
                        write(kept.append_progress, row)
                    watch(_advance(experiment, generation, row))
            check = FinalCheck(path, experiment.search.sturdiness, workers, watch)
            rivals = finalists(passed, experiment.search)
            compared, chosen = check.compare(experiment, rivals, command)
            if chosen is not None:
                best = chosen
                best.solution.save(kept.best_file)
        except KeyboardInterrupt:
            if best is None or generation is None:
                raise
            reason = StopReason.INTERRUPTED
        assert best is not None and generation is not None, "a search has a generation"
        return Run(
            folder=kept,
            best=best.solution,
            stop_reason=reason,
            generations=generation.number,
            evaluations=generation.evaluations,
            seconds=spent + time.perf_counter() - began,
            finalists=compared,
        )


def replay(kept: RunFolder, experiment: Experiment) -> Iterator[Generation]:
    """The generations of a run, exactly as they were; nothing is simulated.

    Only reads, so that a run can be replayed while it goes on.
    """
    costs = _recorded(kept, experiment)
    return islice(_search(experiment, _evaluate_none, costs), len(costs))


def making_command(kept: RunFolder, experiment: Experiment) -> str:
    """The command that started a run."""
    return kept.first_command() or f"gaitsmith optimize {experiment.name}"


def _recorded(kept: RunFolder, experiment: Experiment) -> list[list[float]]:
    """Costs of all complete generations of a run."""
    dimension = experiment.problem.space.dimension
    return kept.read_costs(experiment.search.optimizer.num_candidates(dimension))


def _search(
    experiment: Experiment, evaluate: EvaluateAll, costs: list[list[float]]
) -> Iterator[Generation]:
    """An experiment's search; first the generations whose costs are known."""
    how = experiment.search
    return search(
        experiment.problem.space,
        how.optimizer,
        how.seed,
        evaluate,
        costs,
        Withdrawal(how.withdrawal),
    )


def _evaluate_none(*candidates: object) -> list[float]:
    raise RuntimeError(f"a replay simulates nothing, but was asked for {candidates}")


def _advance(experiment: Experiment, generation: Generation, row: Progress) -> Advance:
    """One generation, for who watches."""
    duration = experiment.problem.setting.duration
    words = f"best {row.best:.4g}  stays up {row.best_survived:.1f} of {duration:g} s"
    words += f"  guide {row.guide_strength:.2g}" if row.guide_strength else ""
    return Advance(
        what="generation",
        done=generation.number,
        total=experiment.search.optimizer.max_generations,
        words=words,
        evaluations=generation.evaluations,
        is_replayed=generation.is_replayed,
        is_last=generation.stop_reason is not None,
    )


def _terms(best: Solution) -> dict[str, float]:
    """What each term contributes to a best that was just scored."""
    terms = best.score["terms"]
    return {name: term["contribution"] for name, term in terms.items()}


def _progress(generation: Generation, best: Best | None, seconds: float) -> Progress:
    assert best is not None, "the first generation has one"
    guide = best.solution.problem.setting.guide
    return Progress(
        generation=generation.number,
        evaluations=generation.evaluations,
        best=generation.best,
        generation_best=min(generation.costs),
        generation_median=statistics.median(generation.costs),
        sigma=generation.sigma,
        best_survived=best.rollout.seconds,
        seconds=seconds,
        guide_strength=guide.acting_strength,
        guide_effort=best.rollout.measures.metered["guide"]["effort"],
    )
