"""Makes physically simulated characters walk by optimising their controllers.

    import gaitsmith

    experiment = gaitsmith.load_experiment("demo")
    run = gaitsmith.optimize(experiment, "runs/first")
    print(run.stop_reason.value)
    gaitsmith.write_report(run.best, "first.html")

Names are loaded when they are first used, so that `import gaitsmith` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gaitsmith.adaptation.chain import Chain, adapt, plan_chain
    from gaitsmith.assessment import Assessment, assess
    from gaitsmith.characters.character import Character, load_character
    from gaitsmith.control.controllers import make_controller
    from gaitsmith.errors import GaitsmithError, InputError, WorkFailedError
    from gaitsmith.experiment import Experiment, load_experiment
    from gaitsmith.objectives.score_card import make_objective
    from gaitsmith.optimization.cma_adapter import CmaSpec
    from gaitsmith.optimization.descent import DescentSpec
    from gaitsmith.optimization.optimizers import Search
    from gaitsmith.optimization.problem import Problem
    from gaitsmith.optimization.robustness import RobustnessSpec
    from gaitsmith.report.build import write_report
    from gaitsmith.runs.solution import Provenance, Solution
    from gaitsmith.simulation.outcome import Outcome
    from gaitsmith.simulation.setting import Setting
    from gaitsmith.workflows import (
        Run,
        Scored,
        load_solution,
        optimize,
        resume,
        simulate,
        with_setting,
    )

_HOMES = {
    "Assessment": "assessment",
    "Chain": "adaptation.chain",
    "Character": "characters.character",
    "CmaSpec": "optimization.cma_adapter",
    "DescentSpec": "optimization.descent",
    "Experiment": "experiment",
    "GaitsmithError": "errors",
    "InputError": "errors",
    "Outcome": "simulation.outcome",
    "Problem": "optimization.problem",
    "Provenance": "runs.solution",
    "RobustnessSpec": "optimization.robustness",
    "Run": "workflows",
    "Scored": "workflows",
    "Search": "optimization.optimizers",
    "Setting": "simulation.setting",
    "Solution": "runs.solution",
    "WorkFailedError": "errors",
    "adapt": "adaptation.chain",
    "assess": "assessment",
    "load_character": "characters.character",
    "load_experiment": "experiment",
    "load_solution": "workflows",
    "make_controller": "control.controllers",
    "make_objective": "objectives.score_card",
    "optimize": "workflows",
    "plan_chain": "adaptation.chain",
    "resume": "workflows",
    "simulate": "workflows",
    "with_setting": "workflows",
    "write_report": "report.build",
}
__all__ = [
    "Assessment",
    "Chain",
    "Character",
    "CmaSpec",
    "DescentSpec",
    "Experiment",
    "GaitsmithError",
    "InputError",
    "Outcome",
    "Problem",
    "Provenance",
    "RobustnessSpec",
    "Run",
    "Scored",
    "Search",
    "Setting",
    "Solution",
    "WorkFailedError",
    "adapt",
    "assess",
    "load_character",
    "load_experiment",
    "load_solution",
    "make_controller",
    "make_objective",
    "optimize",
    "plan_chain",
    "resume",
    "simulate",
    "with_setting",
    "write_report",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'gaitsmith' has no attribute {name!r}")
    return getattr(import_module(f"gaitsmith.{_HOMES[name]}"), name)
