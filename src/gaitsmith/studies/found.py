"""What came of one cell, kept in cell.json of its folder when it is done.

It holds no times, so that it is the same bytes however often the study was killed.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pydantic import Field

from gaitsmith.assessment import assess
from gaitsmith.declarations import Bound, Declaration, declare, read_json
from gaitsmith.errors import InputError
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.gait.score import AVERAGE
from gaitsmith.pushes import DIRECTIONS, push_table
from gaitsmith.runs.files import to_json, write_atomically
from gaitsmith.runs.search_job import Run
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.workers import Workers
from gaitsmith.studies.grid import Cell, Study
from gaitsmith.studies.study_file import SuccessSpec
from gaitsmith.workflows import simulate, with_setting

CELL_FILE = "cell.json"
Scalar = bool | int | Bound | None
Number = float | int | bool | None


@dataclass(frozen=True)
class Found:
    """One row of a study's table."""

    cell: Cell
    is_success: bool
    why: str
    """Why it is none, in a sentence; empty: it is one."""
    numbers: dict[str, Number] = field(default_factory=dict)
    """What was measured, by column."""
    stop_reason: str = ""
    """Of its search; empty: there was none."""

    def save(self, folder: Path) -> None:
        """Write cell.json, which says that the cell is done."""
        write_atomically(folder / CELL_FILE, to_json(asdict(self)))


class _Cell(Declaration):
    number: int
    values: Mapping[str, Any]
    before: int | None


class _Found(Declaration):
    """The file."""

    cell: _Cell
    is_success: bool
    why: str
    numbers: Mapping[str, Scalar] = Field(default={})
    stop_reason: str


def read_found(folder: Path, cell: Cell) -> Found | None:
    """What came of a cell; None: it is not done.

    Raises:
        InputError: the file is damaged, or of another cell.
    """
    path = folder / CELL_FILE
    if not path.is_file():
        return None
    content = declare(_Found, read_json(path), str(path))
    if content.cell.number != cell.number or list(content.cell.values) != list(
        cell.values
    ):
        raise InputError(
            f"{path}: this is another cell; the study was changed. Start a new one."
        )
    numbers: dict[str, Any] = dict(content.numbers)
    return Found(cell, content.is_success, content.why, numbers, content.stop_reason)


def measured(study: Study, cell: Cell, run: Run, workers: Workers) -> Found:
    """Measure the best of a cell's search, and judge it."""
    best = run.best
    survived = seconds_up(best, study.success.seconds)
    score, sturdiness = best.score, best.sturdiness
    numbers: dict[str, Number] = {
        "objective": score["total"],
        "seconds_up": survived,
        "speed": score["speed"],
        "generations": run.generations,
        "evaluations": run.evaluations,
        "evaluations_to_best": best.provenance.evaluations,
        "evaluations_to_goal": _evaluations_to(run, study.success.objective),
        "sturdy": None if sturdiness is None else sturdiness.holds,
        "held": None if sturdiness is None else sturdiness.num_held,
    }
    terms = score["terms"]
    numbers |= {f"term.{name}": one["contribution"] for name, one in terms.items()}
    if study.measure.gait:
        numbers |= _gait(best)
    if study.measure.pushes:
        numbers |= _pushes(best, workers)
    numbers = {name: _known(number) for name, number in numbers.items()}
    why = _failure(study.success, best, survived)
    return Found(cell, not why, why, numbers, run.stop_reason.word)


def _known(number: Number) -> Number:
    """The number, or None for one that is none."""
    return None if isinstance(number, float) and math.isnan(number) else number


def seconds_up(best: Solution, seconds: float) -> float:
    """How long [s] it stays up, at most `seconds`, at its own rate, undisturbed."""
    rate = best.problem.setting.rate
    known = best.sturdiness
    for trial in known.trials if known and known.seconds >= seconds else ():
        if trial.rate == rate and not trial.start:
            return min(trial.seconds, seconds)
    calm = with_setting(best, pushes=(), motor_noise=0.0, duration=seconds)
    return simulate(calm).rollout.seconds


def _failure(wanted: SuccessSpec, best: Solution, survived: float) -> str:
    """The first thing that is wanted and missing, in a sentence; empty: nothing is."""
    return next(_failures(wanted, best, survived), "")


def _failures(wanted: SuccessSpec, best: Solution, survived: float) -> Iterator[str]:
    total, speed, terms = (best.score[key] for key in ("total", "speed", "terms"))
    if survived < wanted.seconds:
        yield f"It stays up for {survived:.1f} of {wanted.seconds:g} s."
    if wanted.sturdy and best.sturdiness is None:
        yield "Whether it is sturdy was not checked."
    if wanted.sturdy and best.sturdiness and not best.sturdiness.holds:
        yield best.sturdiness.sentence
    if wanted.objective is not None and not total <= wanted.objective:
        yield f"Its objective is {total:.4g}, more than {wanted.objective:g}."
    for name, most in wanted.terms.items():
        costs = terms[name]["contribution"] if name in terms else None
        if costs is None:
            yield f"Its objective has no term {name}."
        elif not costs <= most:
            yield f"{name} contributes {costs:.4g}, more than {most:g}."
    if wanted.least_speed is not None and speed < wanted.least_speed:
        yield f"Its speed is {speed:.3g} m/s, less than {wanted.least_speed:g}."


def _evaluations_to(run: Run, goal: float | None) -> int | None:
    """Candidates until the best was at most the objective that is the goal."""
    if goal is None:
        return None
    rows = run.folder.read_progress()
    return next((row.evaluations for row in rows if row.best <= goal), None)


def _gait(best: Solution) -> dict[str, Number]:
    """Steps, effort, and how far from people; nothing of what takes no steps."""
    try:
        found = assess(best)
    except NoStepsError:
        return {}
    summary, measures, score = (
        found.analysis.summary,
        found.rollout.measures,
        found.score,
    )
    angles, moments = score.angles.get(AVERAGE), score.moments.get(AVERAGE)
    return {
        "step_length": summary.step_length,
        "cadence": summary.cadence,
        "duty_factor": summary.duty_factor,
        "e_power": measures.torque_squared,
        "metabolic_power": measures.metabolic_power,
        "net_power": measures.net_power,
        "cost_of_transport": measures.cost_of_transport,
        "angles_from_people": angles.standard_score if angles else None,
        "moments_from_people": moments.standard_score if moments else None,
    }


def _pushes(best: Solution, workers: Workers) -> dict[str, Number]:
    """The mean and the least over all directions of the largest push [N]."""
    found = push_table(best.problem, best.values, workers=workers)
    sizes = [force * DIRECTIONS[way].length for way, force in found.forces.items()]
    return {"push_mean": sum(sizes) / len(sizes), "push_least": min(sizes)}
