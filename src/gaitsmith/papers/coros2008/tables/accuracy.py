"""How well feet land where they should: offline, and online on stones never seen."""

import time
from pathlib import Path

from gaitsmith.papers.coros2008.tables.crossings import (
    BIN_NAMES,
    WALK,
    not_trained,
    trained,
    walks_over,
)
from gaitsmith.planning.examples import placement_errors
from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.reproduction.comparison import Comparison, Row, Tell
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.skills.skill import Skill, SkillPlan, load_plan
from gaitsmith.skills.training import TrainingJob

FOLDER = Path("reproductions") / "coros2008-offline-error"
FRESH_SEED, FRESH_STEPS = 1001, 100
STONES = [f"stones:count=40,min=0.1,max=0.9,seed={seed}" for seed in range(101, 111)]
EXAMPLE_COUNTS = (100, 250, 500, 1000, 2000)
GRIDS = (2, 3, 5, 7, 10, 15)


@reproduces("coros2008/offline-error")
def offline_error(tell: Tell, workers: int | None) -> Comparison:
    """How far optimised steps land from where they should, on fresh sequences."""
    rows: list[Row] = [
        {
            "search": "paper",
            "mean error [cm]": 4.3,
            "below 6 cm": 0.77,
            "above 12 cm": 0.09,
        }
    ]
    for method in ("gauss_newton", "gradient"):
        plan = load_plan(WALK)
        changes = {"seed": FRESH_SEED, "examples": FRESH_STEPS, "method": method}
        fresh = SkillPlan(plan.spec.model_copy(update=changes), plan.base)
        folder = FOLDER / method
        began = time.perf_counter()
        skill = TrainingJob(fresh).begin_or_resume(folder, workers).skill
        seconds = time.perf_counter() - began
        found = placement_errors(skill.examples)
        tell(f"{method}: {100 * found.mean:.1f} cm")
        rows.append(
            {
                "search": f"ours, {method}",
                "mean error [cm]": 100.0 * found.mean,
                "below 6 cm": found.below_6_cm,
                "above 12 cm": found.above_12_cm,
                "steps": len(skill.examples),
                "s a step": seconds / len(skill.examples),
            }
        )
    return Comparison.of(
        "coros2008: optimised steps, a fresh sequence of random lengths",
        rows,
        "Both with central differences and a bisection line search; the paper's search"
        " goes against the gradient. Seconds are of this run, and small if the steps"
        f" were kept in {FOLDER} from an earlier one.",
    )


def _online(
    tell: Tell,
    workers: int | None,
    title: str,
    first: str,
    cases: list[tuple[str, Skill, PlannerSettings]],
    verdict: str,
) -> Comparison:
    rows: list[Row] = []
    for label, skill, settings in cases:
        walks = walks_over(skill, STONES, settings, workers)
        mean = 100.0 * float(walks.errors.mean()) if len(walks.errors) else None
        tell(f"{label}: {mean or 0:.1f} cm")
        rows.append(
            {
                first: label,
                "mean error [cm]": mean,
                **dict(zip(BIN_NAMES, walks.histogram(), strict=True)),
                "of": walks.planned,
                "walked to the end": walks.to_the_end,
            }
        )
    return Comparison.of(title, rows or [{first: WALK}], verdict + not_trained(WALK))


def _models() -> list[tuple[str, Skill]]:
    """The trained skill with either model; none if it is not there."""
    skill = trained(WALK)
    names = ("kernel", "nearest") if skill else ()
    return [(name, skill.with_model(name)) for name in names if skill]


def _settings(**changes: int | str) -> PlannerSettings:
    return PlannerSettings.model_validate({"planner": "regular", **changes})


@reproduces("coros2008/examples")
def examples(tell: Tell, workers: int | None) -> Comparison:
    """Errors on new stones by the number of example steps (Figure 10)."""
    return _online(
        tell,
        workers,
        "coros2008, Figure 10: errors by the number of example steps",
        "example steps, model",
        [
            (f"{count}, {name}", model.with_examples(count), _settings())
            for name, model in _models()
            for count in EXAMPLE_COUNTS
            if count <= len(model.examples)
        ],
        "Paper: fewer errors with more examples. Nearest: the paper's model; kernel:"
        " ours. Steps that a fall left out count as above 12 cm.",
    )


@reproduces("coros2008/horizon")
def horizon(tell: Tell, workers: int | None) -> Comparison:
    """Errors on new stones by the planning horizon (Figure 11)."""
    return _online(
        tell,
        workers,
        "coros2008, Figure 11: errors by the planning horizon",
        "steps ahead, model",
        [
            (f"{steps}, {name}", model, _settings(horizon=steps))
            for name, model in _models()
            for steps in (1, 2, 3)
        ],
        "Paper: one step is clearly worse, three are much like two.",
    )


@reproduces("coros2008/samples")
def samples(tell: Tell, workers: int | None) -> Comparison:
    """Errors on new stones by the number of samples (Figure 12)."""
    return _online(
        tell,
        workers,
        "coros2008, Figure 12: errors by the number of sampled actions",
        "samples",
        [
            (str(n * n), model, _settings(grid=n))
            for _, model in _models()[:1]
            for n in GRIDS
        ],
        "Paper: the more, the better.",
    )
