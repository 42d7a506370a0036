"""A problem is composed by hand, changed in part, and stored with all its parts."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import gaitsmith as gs
from gaitsmith.errors import InputError
from gaitsmith.experiment import experiment_as_dict, experiment_from_values
from gaitsmith.optimization.problem import Problem
from gaitsmith.plugins import load_plugin
from gaitsmith.runs.solution import read_solution

PLUGIN = """
from gaitsmith.optimization.cma_adapter import CmaSearch, CmaSpec
from gaitsmith.optimization.strategy import optimizer


class {name}Spec(CmaSpec):
    method: str = "{name}"


@optimizer("{name}", {name}Spec)
class Lazy(CmaSearch):
    pass
"""


@pytest.fixture(scope="module")
def problem() -> Problem:
    character = gs.load_character("planar_biped")
    return Problem(
        character=character,
        controller=gs.make_controller(character, "simbicon", gait="walk"),
        setting=gs.Setting(duration=0.5, rate=1200.0),
        objective=gs.make_objective(fail={}, user={"speed": 1.2}, power={}),
    )


@pytest.fixture
def lazy(tmp_path: Path) -> str:
    """A plug-in with an optimiser of its own."""
    (tmp_path / "idler.py").write_text(PLUGIN.format(name="idler"))
    load_plugin(tmp_path / "idler.py")
    return "idler"


def test_the_parameters_are_the_controllers_unless_others_are_given(problem: Problem):
    assert problem.space == problem.controller.space
    fixed = problem.space.changed({"state0.dwell": {"scale": 0.0}})
    changed = replace(problem, space=fixed)
    assert changed.space.dimension == problem.space.dimension - 1


def test_parameters_of_another_controller_are_refused(problem: Problem):
    other = gs.make_controller(problem.character, "posture", gait="stand")
    with pytest.raises(InputError, match="not the parameters of the controller"):
        replace(problem, space=other.space)


def test_a_change_builds_nothing_anew_that_did_not_change(problem: Problem):
    solution = gs.Solution("by hand", problem, problem.space.initial_values())
    changed = gs.with_setting(solution, duration=0.7, pushes=[])
    assert changed.problem.setting.duration == 0.7
    assert changed.problem.setting.rate == 1200.0
    for part in ("character", "controller", "objective", "space", "robustness"):
        assert getattr(changed.problem, part) is getattr(problem, part)


def test_a_wrong_change_of_the_setting_names_the_key(problem: Problem):
    solution = gs.Solution("by hand", problem, problem.space.initial_values())
    with pytest.raises(InputError, match=r"^by hand: setting\.duration: -1\.0 given"):
        gs.with_setting(solution, duration=-1.0)
    push = {"start": 0.1, "force": [1.0, 0.0, 0.0], "body": "tors"}
    with pytest.raises(InputError, match=r"^by hand: setting\.pushes: no body is"):
        gs.with_setting(solution, pushes=[push])


def test_what_was_composed_by_hand_reads_back_the_same(problem: Problem, tmp_path):
    solution = gs.Solution("by hand", problem, problem.space.initial_values())
    solution.save(tmp_path / "s.json")
    again = read_solution(tmp_path / "s.json")
    assert again.provenance.search is None
    assert again.to_text() == solution.to_text()
    assert gs.simulate(again).score == gs.simulate(solution).score


def test_a_bare_problem_is_searched_by_cma_es(problem: Problem, tmp_path):
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    small = replace(problem, setting=gs.Setting(duration=0.1, rate=600.0), seed=4)
    run = gs.optimize(small, tmp_path / "bare", watch=stop)
    kept = run.folder.experiment()
    assert (kept.name, kept.search) == ("bare", gs.Search(seed=4))


def test_an_experiment_composed_by_hand_can_be_optimised(problem: Problem, tmp_path):
    small = replace(problem, setting=gs.Setting(duration=0.1, rate=600.0))
    run = gs.optimize(
        gs.Experiment("small", small, gs.Search(gs.CmaSpec(max_generations=2))),
        tmp_path / "run",
    )
    assert run.generations == 2
    kept = run.folder.experiment()
    assert (kept.name, kept.search.optimizer.max_generations) == ("small", 2)
    assert run.best.provenance.command == "gaitsmith.optimize, called from Python"


def test_seeds_of_problem_and_search_may_differ(problem: Problem):
    stored = experiment_as_dict(problem, gs.Search(seed=7), "two seeds")
    assert (stored["seed"], stored["search_seed"]) == (1, 7)
    again = experiment_from_values(stored, "again", Path())
    assert (again.problem.seed, again.search.seed) == (1, 7)


def test_a_controller_without_declaration_runs_but_cannot_be_stored(problem: Problem):
    @dataclass(frozen=True)
    class Mine:
        inner: object

        @property
        def space(self):
            return problem.controller.space

        def drive(self, values):
            return problem.controller.drive(values)

    mine = replace(problem, controller=Mine(problem.controller))
    values = mine.space.initial_values()
    assert mine.roll_out(values).measures == problem.roll_out(values).measures
    with pytest.raises(InputError, match=r"^Mine: this controller has no declaration"):
        experiment_as_dict(mine, None, "mine")


def test_a_stored_file_names_the_plug_ins_that_it_needs(problem: Problem, lazy: str):
    from gaitsmith.optimization.optimizers import declare_optimizer

    search = gs.Search(declare_optimizer({"method": lazy}))
    stored = experiment_as_dict(problem, search, "lazy walk")
    (plugin,) = stored["plugins"]
    assert plugin["name"] == "idler"
    assert experiment_from_values(stored, "s", Path()).search == search
    unknown = stored | {"plugins": [{"name": "hop"}]}
    with pytest.raises(InputError, match=r"needs the plug-in 'hop'; give --plugin hop"):
        experiment_from_values(unknown, "s.json", Path())
    assert "plugins" not in experiment_as_dict(problem, gs.Search(), "ours")
