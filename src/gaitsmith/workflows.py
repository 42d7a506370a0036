"""The few lines that tie searching, simulating and storing together."""

import math
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from gaitsmith.declarations import Declaration, declare
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.experiment import Experiment, load_experiment, shipped_experiments
from gaitsmith.objectives.score_card import ScoreCard
from gaitsmith.optimization.evaluation import ThreadEvaluator, available_workers
from gaitsmith.optimization.optimizers import Search
from gaitsmith.optimization.problem import Problem
from gaitsmith.optimization.search import EvaluateAll, Generation, search
from gaitsmith.optimization.stopping import StopReason
from gaitsmith.optimization.withdrawal import Withdrawal, lowered
from gaitsmith.runs.folder import Progress, RunFolder
from gaitsmith.runs.solution import Provenance, Solution, read_solution
from gaitsmith.runs.terms_log import append_terms, cut_terms
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting
from gaitsmith.solution_file import (
    BEST_FILE,
    CHAIN_FILE,
    WITHDRAWAL_FILE,
    gallery,
)

SAME_COST = 0.05  # relative; a larger difference means another problem
CHECK_SECONDS = 40.0  # s of walking at CHECK_RATE [Hz] that the demo must show
CHECK_RATE = 2400.0

Watcher = Callable[[Generation, Progress], None]


@dataclass(frozen=True)
class Run:
    """What came of an optimisation."""

    folder: RunFolder
    best: Solution
    stop_reason: StopReason
    generations: int
    evaluations: int
    seconds: float
    """Wall time, over all starts."""


@dataclass(frozen=True)
class Scored:
    """A rollout with its score card."""

    rollout: Rollout
    score: ScoreCard


def simulate(solution: Solution, frame_rate: float = 0.0) -> Scored:
    """Simulate a solution in its problem's setting.

    Args:
        solution: see `load_solution`.
        frame_rate: Hz of the recording; 0 for none.
    """
    problem = solution.problem
    rollout = problem.roll_out(solution.values, frame_rate=frame_rate)
    return Scored(rollout, problem.score(rollout))


def initial_solution(experiment: Experiment) -> Solution:
    """The values that a search starts from, as a solution."""
    return Solution(
        name=f"{experiment.name} (start)",
        problem=experiment.problem,
        values=experiment.problem.space.initial_values(),
        provenance=Provenance(
            command=f"gaitsmith show {experiment.name}",
            seed=experiment.search.seed,
            search=experiment.search,
            experiment=experiment.name,
        ),
        description=experiment.description,
    )


def start_of(solution: Solution) -> Solution:
    """Where the search of a solution's problem starts."""
    made = solution.provenance
    return replace(
        solution,
        name=f"{made.experiment or solution.name} (start)",
        values=solution.problem.space.initial_values(),
        provenance=replace(made, evaluations=0, seconds=None),
        score={},
    )


def find_solution(name_or_path: str | Path) -> Path:
    """The file of a solution by gallery name, solution file, or run folder."""
    path = Path(name_or_path)
    if path.is_dir() and (path / BEST_FILE).is_file():
        return path / BEST_FILE
    for file, words in (
        (CHAIN_FILE, "none of this chain's stages has been solved yet"),
        (WITHDRAWAL_FILE, "it does not walk without its guide yet"),
    ):
        if path.is_dir() and (path / file).is_file():
            raise InputError(f"{path}: {words}. Go on with: gaitsmith resume {path}")
    if path.is_dir():
        folder = RunFolder.open_run(path)
        raise InputError(
            f"{folder.path}: this run has no {BEST_FILE} yet; it has not finished its"
            f" first generation. Go on with: gaitsmith resume {path}"
        )
    known = gallery()
    if str(name_or_path) in known:
        return known[str(name_or_path)]
    if path.suffix == ".json" or path.exists():
        return path
    raise unknown_name("file, run folder or gallery entry", str(path), known)


def load_solution(name_or_path: str | Path) -> Solution:
    """A solution by gallery name, solution file, or run folder."""
    return read_solution(find_solution(name_or_path))


def solution_or_start(name_or_path: str | Path) -> Solution:
    """A solution, or where the search of an experiment starts."""
    if is_start(name_or_path):
        return initial_solution(load_experiment(name_or_path))
    return load_solution(name_or_path)


def is_start(name_or_path: str | Path) -> bool:
    """Whether `solution_or_start` takes this for an experiment."""
    text = str(name_or_path)
    is_experiment = text.endswith(".toml") or text in shipped_experiments()
    return is_experiment and text not in gallery()


def optimize(
    problem: Problem | Experiment,
    folder: str | Path,
    workers: int | None = None,
    watch: Watcher | None = None,
    command: str = "",
) -> Run:
    """Search for better values; everything is kept in a new run folder.

    Args:
        problem: what to solve, by CMA-ES; or an experiment, see `load_experiment`,
            which also says how.
        folder: where the run is kept; must not exist, or be empty.
        workers: threads; left out: one per processor.
        watch: called after every generation.
        command: what to note as the command that made it.
    """
    experiment = problem
    if isinstance(experiment, Problem):
        search = Search(seed=experiment.seed)
        experiment = Experiment(Path(folder).name, experiment, search)
    experiment.check()
    command = command or (
        f"gaitsmith optimize {experiment.name} --seed {experiment.search.seed}"
        if experiment.source
        else "gaitsmith.optimize, called from Python"
    )
    with RunFolder.create(Path(folder), experiment, command) as kept:
        return _continue(experiment, kept, [], workers, watch, command)


def resume(
    folder: str | Path, workers: int | None = None, watch: Watcher | None = None
) -> Run:
    """Go on exactly where a run stopped, however it stopped."""
    with RunFolder.open_run(Path(folder)).lock() as kept:
        experiment = kept.experiment()
        costs = _recorded(kept, experiment)
        kept.cut_costs(costs)
        command = making_command(kept, experiment)
        kept.note_start(f"gaitsmith resume {kept.path.name}")
        return _continue(experiment, kept, costs, workers, watch, command)


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


def _continue(
    experiment: Experiment,
    kept: RunFolder,
    costs: list[list[float]],
    workers: int | None,
    watch: Watcher | None,
    command: str,
) -> Run:
    rows = kept.cut_progress(len(costs))
    cut_terms(kept.terms_file, len(costs))
    spent = rows[-1].seconds if rows else 0.0
    began = time.perf_counter()
    best = None
    generation = None
    reason = StopReason.INTERRUPTED
    try:
        with ThreadEvaluator(
            experiment.problem,
            workers or available_workers(),
            experiment.search.withdrawal,
        ) as evaluate:
            for generation in _search(experiment, evaluate, costs):
                reason = generation.stop_reason or reason
                is_news = not generation.is_replayed
                if is_news:
                    kept.append_costs(generation)
                elif generation.number < len(costs) and not generation.stop_reason:
                    continue
                if generation.is_better or not is_news:
                    best = best_of(experiment, generation, command)
                    best.solution.save(kept.best_file)
                    append_terms(
                        kept.terms_file,
                        generation.best_generation,
                        _terms(best.solution),
                    )
                seconds = spent + (time.perf_counter() - began if is_news else 0.0)
                row = _progress(generation, best, seconds)
                # A kill can fall between a generation's costs and its row.
                if is_news or not rows or rows[-1].generation < generation.number:
                    kept.append_progress(row)
                if watch is not None:
                    watch(generation, row)
    except KeyboardInterrupt:
        reason = StopReason.INTERRUPTED
    if best is None or generation is None:
        raise InterruptedRunError(kept.path)
    return Run(
        folder=kept,
        best=best.solution,
        stop_reason=reason,
        generations=generation.number,
        evaluations=generation.evaluations,
        seconds=spent + time.perf_counter() - began,
    )


class InterruptedRunError(KeyboardInterrupt):
    """Interrupted before the first generation was complete: there is no best yet."""

    def __init__(self, folder: Path) -> None:
        """Remember the folder, to say how to resume."""
        super().__init__(str(folder))
        self.folder = folder


@dataclass(frozen=True)
class Best:
    """The best so far, and its rollout that was over first."""

    solution: Solution
    rollout: Rollout


def best_of(experiment: Experiment, generation: Generation, command: str) -> Best:
    """The best so far, in the problem at the level that it was found at."""
    how = experiment.search
    problem = lowered(experiment.problem, how.withdrawal, generation.level)
    values = problem.space.decode(generation.best_vector)
    judgement = problem.judge(values)
    card = judgement.score
    # To the bit on the same kind of processor, nearly so on another.
    if not math.isclose(card.total, generation.best, rel_tol=SAME_COST):
        raise InputError(
            f"{experiment.source}: the best candidate cost {generation.best!r} when it"
            f" was found, and costs {card.total!r} now; the run was made with other"
            " settings or another version. Start a new run."
        )
    solution = Solution(
        name=experiment.name,
        problem=problem,
        values=values,
        provenance=Provenance(
            command=command,
            seed=how.seed,
            evaluations=generation.best_generation * len(generation.costs),
            search=replace(how, withdrawal=None),  # its problem is at one level
            experiment=experiment.name,
        ),
        description=experiment.description,
        score=judgement.as_dict(),
    )
    return Best(solution, judgement.first_to_end)


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


class _Changes(Declaration):
    setting: Setting


def with_setting(
    solution: Solution, seed: int | None = None, **changes: object
) -> Solution:
    """The same solution in another setting.

    Args:
        solution: stays as it is.
        seed: of the motor noise.
        changes: fields of `Setting`, such as duration, friction or pushes.
    """
    problem = solution.problem
    checked = declare(_Changes, {"setting": changes}, solution.name).setting
    update = {key: getattr(checked, key) for key in changes}
    changed = replace(
        problem,
        setting=problem.setting.model_copy(update=update),
        seed=problem.seed if seed is None else seed,
    )
    changed.check(solution.name)
    return replace(solution, problem=changed)


def undisturbed(solution: Solution, duration: float | None = None) -> Solution:
    """The same solution, straight ahead, without pushes and motor noise.

    Args:
        solution: stays as it is.
        duration: s; left out: its own.
    """
    calm = with_setting(solution, pushes=(), motor_noise=0.0, heading=())
    return calm if duration is None else with_setting(calm, duration=duration)
