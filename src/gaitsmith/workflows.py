"""The few lines that tie searching, simulating and storing together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gaitsmith.changes import apply_change, goal_speed, let_start_follow
from gaitsmith.declarations import Declaration, declare
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.experiment import Experiment, load_experiment, shipped_experiments
from gaitsmith.objectives.score_card import ScoreCard
from gaitsmith.optimization.optimizers import Search
from gaitsmith.optimization.problem import Problem
from gaitsmith.parameters import moved_values
from gaitsmith.runs.advance import Watcher
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.search_job import Run, SearchJob
from gaitsmith.runs.solution import Provenance, Solution, read_solution
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.solution_file import (
    BEST_FILE,
    CHAIN_FILE,
    STUDY_FILE,
    WITHDRAWAL_FILE,
    gallery,
)

AnySolution = Solution | Run | str | Path
"""A solution, what came of a search, or what `solution_or_start` takes."""

CHECK_SECONDS = 40.0  # s of walking at CHECK_RATE [Hz] that the demo must show
CHECK_RATE = 2400.0


@dataclass(frozen=True)
class Scored:
    """A rollout with its score card."""

    rollout: Rollout
    score: ScoreCard

    def __repr__(self) -> str:
        """How it went, and what each term says."""
        return f"{self.rollout!r}\n{self.score!r}"


def simulate(solution: AnySolution, frame_rate: float = 0.0) -> Scored:
    """Simulate a solution in its problem's setting.

    Args:
        solution: itself, or its name: of the gallery, a file, a run folder, or an
            experiment (its start).
        frame_rate: Hz of the recording; 0 for none.
    """
    solution = as_solution(solution)
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
        sturdiness=None,
    )


def find_solution(name_or_path: str | Path) -> Path:
    """The file of a solution by gallery name, solution file, or run folder."""
    path = Path(name_or_path)
    if path.is_dir():
        return _best_of_run(path)
    known = gallery()
    if str(name_or_path) in known:
        return known[str(name_or_path)]
    if path.suffix == ".json" or path.exists():
        return path
    raise unknown_name("file, run folder or gallery entry", str(path), known)


def _best_of_run(path: Path) -> Path:
    """The best solution of a run folder, or an error that says why there is none."""
    if (path / BEST_FILE).is_file():
        return path / BEST_FILE
    if (path / STUDY_FILE).is_file():
        raise InputError(
            f"{path}: this is a study of many searches; give one of them, such as"
            f" {path / 'cell-01'}, or see all: gaitsmith report {path}"
        )
    if (path / CHAIN_FILE).is_file():
        words = "none of this chain's stages has been solved yet"
    elif (path / WITHDRAWAL_FILE).is_file():
        words = "it does not walk without its guide yet"
    else:
        RunFolder.open_run(path)  # or complain
        words = (
            f"this run has no {BEST_FILE} yet; it has not finished its first generation"
        )
    raise InputError(f"{path}: {words}. Resume it with: gaitsmith resume {path}")


def load_solution(name_or_path: str | Path) -> Solution:
    """A solution by gallery name, solution file, or run folder."""
    return read_solution(find_solution(name_or_path))


def solution_or_start(
    name_or_path: str | Path, changes: Sequence[str] = ()
) -> Solution:
    """A solution, or where the search of an experiment starts.

    Args:
        name_or_path: of either.
        changes: "key=value" strings that replace values of its experiment.
    """
    if is_start(name_or_path):
        return initial_solution(load_experiment(name_or_path, changes))
    return with_changes(load_solution(name_or_path), changes)


def as_solution(what: object) -> Solution:
    """The solution itself, the best of a run, or the one of this name."""
    match what:
        case Solution():
            return what
        case Run():
            return what.best
        case str() | Path():
            return solution_or_start(what)
        case _:
            raise InputError(
                f"a solution is wanted, or the name of one; this is a"
                f" {type(what).__name__}."
            )


def is_start(name_or_path: str | Path) -> bool:
    """Whether `solution_or_start` takes this for an experiment."""
    text = str(name_or_path)
    is_experiment = text.endswith(".toml") or text in shipped_experiments()
    return is_experiment and text not in gallery()


def optimize(
    problem: Problem | Experiment | str,
    folder: str | Path,
    workers: AnyWorkers = None,
    watch: Watcher | None = None,
    command: str = "",
) -> Run:
    """Search for better values; everything is kept in a new run folder.

    Args:
        problem: what to solve, by CMA-ES; or an experiment, see `load_experiment`,
            which also says how; or the name of one.
        folder: where the run is kept; must not exist, or be empty.
        workers: who works; left out: a thread per processor.
        watch: called after every generation.
        command: what to note as the command that made it.
    """
    experiment = _as_experiment(problem, Path(folder).name)
    experiment.check()
    command = command or (
        f"gaitsmith optimize {experiment.name} --seed {experiment.search.seed}"
        if experiment.source
        else "gaitsmith.optimize, called from Python"
    )
    return SearchJob(experiment).begin(Path(folder), workers, watch, command)


def _as_experiment(what: object, name: str) -> Experiment:
    match what:
        case Experiment():
            return what
        case Problem():
            return Experiment(name, what, Search(seed=what.seed))
        case str():
            return load_experiment(what)
        case _:
            raise InputError(
                "optimize: a problem or an experiment is wanted, or the name of one;"
                f" this is a {type(what).__name__}."
            )


def with_changes(
    solution: Solution, changes: Sequence[str], seed: int | None = None
) -> Solution:
    """The same solution in another problem.

    Values move to another body in proportion, take what is fixed, stay within bounds.

    Args:
        solution: stays as it is.
        changes: "key=value" strings, as in an experiment file.
        seed: of search, motor noise and disturbed trials; left out: its own.
    """
    if not changes and seed is None:
        return solution
    earlier = solution.as_experiment()
    tables = earlier.as_dict()
    speed = goal_speed(tables)
    for change in changes:
        apply_change(tables, change)
    if seed is not None:
        tables |= {"seed": seed, "search_seed": seed}
    let_start_follow(tables, speed)
    changed = earlier.changed(tables, solution.name)
    before = {p.name: p for p in earlier.problem.space.parameters}
    moved = moved_values(
        solution.values,
        earlier.problem.controller.space,
        changed.problem.controller.space,
    )
    values = {}
    for parameter in changed.problem.space.parameters:
        was = before.get(
            parameter.name
        )  # None: legs that differ, or a device, have more
        is_worn_anew = parameter.name.startswith("devices.") and was != parameter
        is_fixed_anew = (
            was is None
            or is_worn_anew
            or (
                not parameter.is_free
                and (was.is_free or was.initial != parameter.initial)
            )
        )
        value = parameter.initial if is_fixed_anew else moved[parameter.name]
        values[parameter.name] = parameter.within(value)
    made = replace(solution.provenance, search=changed.search, seed=changed.search.seed)
    return replace(
        solution,
        problem=changed.problem,
        values=values,
        provenance=made,
        sturdiness=None,
    )


class _Changes(Declaration):
    setting: Setting


def with_setting(
    solution: AnySolution, seed: int | None = None, **changes: object
) -> Solution:
    """The same solution in another setting.

    Args:
        solution: itself, or its name, as for `simulate`; stays as it is.
        seed: of the motor noise.
        changes: fields of `Setting`, such as duration, friction or pushes.
    """
    solution = as_solution(solution)
    problem = solution.problem
    checked = declare(_Changes, {"setting": changes}, solution.name).setting
    update = {key: getattr(checked, key) for key in changes}
    changed = replace(
        problem,
        setting=problem.setting.model_copy(update=update),
        seed=problem.seed if seed is None else seed,
    )
    if changed.setting == problem.setting and changed.seed == problem.seed:
        return solution
    changed.check(solution.name)
    return replace(solution, problem=changed, sturdiness=None)


def undisturbed(solution: Solution, duration: float | None = None) -> Solution:
    """The same solution, straight ahead, without pushes and motor noise.

    Args:
        solution: stays as it is.
        duration: s; left out: its own.
    """
    calm = with_setting(solution, pushes=(), motor_noise=0.0, heading=())
    return calm if duration is None else with_setting(calm, duration=duration)
