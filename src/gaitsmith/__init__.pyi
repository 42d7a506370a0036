"""The public names, and where each lives; read by type checkers and by `__init__`."""

from gaitsmith.actuators.actuator import (
    actuates as actuates,
    equilibrates as equilibrates,
)
from gaitsmith.actuators.muscle_model import (
    MuscleModelSpec as MuscleModelSpec,
    muscle_model as muscle_model,
)
from gaitsmith.adaptation.chain import (
    Chain as Chain,
    adapt as adapt,
    plan_chain as plan_chain,
)
from gaitsmith.assessment import Assessment as Assessment, assess as assess
from gaitsmith.characters.character import (
    Character as Character,
    load_character as load_character,
)
from gaitsmith.characters.registered import character as character
from gaitsmith.cli.registered import command as command
from gaitsmith.control.controller import (
    ControllerBase as ControllerBase,
    ControllerSpec as ControllerSpec,
    StartPose as StartPose,
)
from gaitsmith.control.controllers import law as law, make_controller as make_controller
from gaitsmith.control.law import controls as controls
from gaitsmith.diagnosis.explain import explain as explain
from gaitsmith.diagnosis.explanation import (
    Explanation as Explanation,
    Finding as Finding,
)
from gaitsmith.errors import (
    GaitsmithError as GaitsmithError,
    InputError as InputError,
    WorkFailedError as WorkFailedError,
)
from gaitsmith.experiment import (
    Experiment as Experiment,
    load_experiment as load_experiment,
)
from gaitsmith.export.format import export_format as export_format
from gaitsmith.frames import as_frame as as_frame
from gaitsmith.jobs import resume as resume
from gaitsmith.kernels.compilation import compiled as compiled
from gaitsmith.objectives.score_card import make_objective as make_objective
from gaitsmith.objectives.term import TermOptions as TermOptions, term as term
from gaitsmith.optimization.cma_adapter import CmaSpec as CmaSpec
from gaitsmith.optimization.descent import DescentSpec as DescentSpec
from gaitsmith.optimization.optimizers import Search as Search
from gaitsmith.optimization.problem import Problem as Problem
from gaitsmith.optimization.robustness import RobustnessSpec as RobustnessSpec
from gaitsmith.optimization.strategy import (
    OptimizerSpec as OptimizerSpec,
    optimizer as optimizer,
)
from gaitsmith.optimization.sturdiness import (
    Sturdiness as Sturdiness,
    SturdinessSpec as SturdinessSpec,
)
from gaitsmith.optimization.sturdiness_check import (
    check_sturdiness as check_sturdiness,
)
from gaitsmith.parameters import Parameter as Parameter
from gaitsmith.plugins import (
    PluginError as PluginError,
    load_plugin as load_plugin,
)
from gaitsmith.report.build import write_report as write_report
from gaitsmith.report.gait_figures import plot as plot
from gaitsmith.runs.search_job import Run as Run
from gaitsmith.runs.solution import Provenance as Provenance, Solution as Solution
from gaitsmith.simulation.meters import updates as updates
from gaitsmith.simulation.outcome import Outcome as Outcome
from gaitsmith.simulation.setting import Setting as Setting
from gaitsmith.studies.plan import load_study as load_study
from gaitsmith.studies.study_job import (
    StudyResult as StudyResult,
    open_study as open_study,
    run_study as run_study,
)
from gaitsmith.workflows import (
    Scored as Scored,
    load_solution as load_solution,
    optimize as optimize,
    simulate as simulate,
    with_setting as with_setting,
)

__version__: str
