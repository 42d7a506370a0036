"""How well feet land where they should: offline, and online on stones never seen."""

import time
from pathlib import Path

from rich.console import Console

from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.reproduction.comparison import Cell, Comparison
from gaitsmith.reproduction.coros2008.crossings import (
    BIN_NAMES,
    WALK,
    Walks,
    missing,
    not_trained,
    told,
    trained,
    walks_over,
)
from gaitsmith.skills.errors_of_examples import placement_errors
from gaitsmith.skills.skill import Skill, SkillPlan, load_plan
from gaitsmith.skills.training import resume_training, train
from gaitsmith.solution_file import SKILL_FILE

FOLDER = Path("reproductions") / "coros2008-offline-error"
FRESH_SEED, FRESH_STEPS = 1001, 100
STONES = [f"stones:count=40,min=0.1,max=0.9,seed={seed}" for seed in range(101, 111)]
EXAMPLE_COUNTS = (100, 250, 500, 1000, 2000)
GRIDS = (2, 3, 5, 7, 10, 15)
ERROR_COLUMNS = ("mean error [cm]", *BIN_NAMES, "of", "walked to the end")


def offline_error(console: Console, workers: int | None) -> Comparison:
    """How far optimised steps land from where they should, on fresh sequences."""
    rows: list[tuple[Cell, ...]] = [("paper", 4.3, 0.77, 0.09, None, None)]
    for method in ("gauss_newton", "gradient"):
        plan = load_plan(WALK)
        changes = {"seed": FRESH_SEED, "examples": FRESH_STEPS, "method": method}
        fresh = SkillPlan(plan.spec.model_copy(update=changes), plan.base)
        folder = FOLDER / method
        began = time.perf_counter()
        if (folder / SKILL_FILE).is_file():
            skill = resume_training(folder, workers, lambda _: None)
        else:
            skill = train(fresh, folder, workers, lambda _: None)
        seconds = time.perf_counter() - began
        found = placement_errors(skill.examples)
        told(console, f"{method}: {100 * found.mean:.1f} cm")
        rows.append(
            (
                f"ours, {method}",
                100.0 * found.mean,
                found.below_6_cm,
                found.above_12_cm,
                len(skill.examples),
                seconds / len(skill.examples),
            )
        )
    return Comparison(
        title="coros2008: optimised steps, a fresh sequence of random lengths",
        columns=(
            "search",
            "mean error [cm]",
            "below 6 cm",
            "above 12 cm",
            "steps",
            "s a step",
        ),
        rows=tuple(rows),
        verdict=(
            "Both with central differences and a bisection line search; the paper's"
            " search goes against the gradient. Seconds are of this run, and small if"
            f" the steps were kept in {FOLDER} from an earlier one."
        ),
    )


def _row(label: str, walks: Walks) -> tuple[Cell, ...]:
    errors = walks.errors
    return (
        label,
        100.0 * float(errors.mean()) if len(errors) else None,
        *walks.histogram(),
        walks.planned,
        f"{walks.completed} of {len(walks.courses)}",
    )


def _online(
    console: Console,
    workers: int | None,
    title: str,
    first: str,
    cases: list[tuple[str, Skill, PlannerSettings]],
    verdict: str,
) -> Comparison:
    rows: list[tuple[Cell, ...]] = []
    for label, skill, settings in cases:
        walks = walks_over(skill, STONES, settings, workers)
        rows.append(_row(label, walks))
        told(console, f"{label}: {rows[-1][1] or 0:.1f} cm")
    columns = (first, *ERROR_COLUMNS)
    if not cases:
        rows.append(missing(len(columns), WALK))
    return Comparison(title, columns, tuple(rows), verdict + not_trained(WALK))


def _settings(**changes: int | str) -> PlannerSettings:
    return PlannerSettings.model_validate({"planner": "regular", **changes})


def examples(console: Console, workers: int | None) -> Comparison:
    """Errors on new stones by the number of example steps (Figure 10)."""
    skill = trained(WALK)
    cases = []
    if skill is not None:
        for name in ("kernel", "nearest"):
            model = skill.with_model(name)
            cases += [
                (f"{count}, {name}", model.with_examples(count), _settings())
                for count in EXAMPLE_COUNTS
                if count <= len(skill.examples)
            ]
    return _online(
        console,
        workers,
        "coros2008, Figure 10: errors by the number of example steps",
        "example steps, model",
        cases,
        "Paper: fewer errors with more examples. Nearest: the paper's model; kernel:"
        " ours. Steps that a fall left out count as above 12 cm.",
    )


def horizon(console: Console, workers: int | None) -> Comparison:
    """Errors on new stones by the planning horizon (Figure 11)."""
    skill = trained(WALK)
    cases = []
    if skill is not None:
        for name in ("kernel", "nearest"):
            model = skill.with_model(name)
            cases += [
                (f"{steps}, {name}", model, _settings(horizon=steps))
                for steps in (1, 2, 3)
            ]
    return _online(
        console,
        workers,
        "coros2008, Figure 11: errors by the planning horizon",
        "steps ahead, model",
        cases,
        "Paper: one step is clearly worse, three are much like two.",
    )


def samples(console: Console, workers: int | None) -> Comparison:
    """Errors on new stones by the number of samples (Figure 12)."""
    skill = trained(WALK)
    cases = []
    if skill is not None:
        cases = [(str(n * n), skill, _settings(grid=n)) for n in GRIDS]
    return _online(
        console,
        workers,
        "coros2008, Figure 12: errors by the number of sampled actions",
        "samples",
        cases,
        "Paper: the more, the better.",
    )
