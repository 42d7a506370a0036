"""The term `follow`: a gait beside the curves of a user's file."""

import json

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait.analysis import analyze
from gaitsmith.gait.fidelity import fidelity
from gaitsmith.gait.human import Band
from gaitsmith.measured.percent_table import as_percent_table
from gaitsmith.measured.walk import MeasuredGait
from gaitsmith.objectives.follow import NO_CYCLE, follow
from gaitsmith.objectives.score_card import declare_objective

SECONDS = 6.0


@pytest.fixture(scope="module")
def walk(make_experiment):
    """A planar walk, recorded as the term sees it."""
    problem = make_experiment(setting={"duration": SECONDS}).problem
    rollout = problem.roll_out(problem.space.initial_values(), frame_rate=100.0)
    assert rollout.seconds == SECONDS
    return problem, rollout


@pytest.fixture
def own_file(tmp_path, walk):
    """The curves of that walk as a file, the left knee `by` degrees higher."""

    def write(by=0.0):
        problem, rollout = walk
        found = analyze(problem.character, rollout.recording)
        curves = dict(found.angles)
        curves |= {f"{k}_moment": x for k, x in found.moments.items()}
        path = tmp_path / "own.csv"
        text = as_percent_table(MeasuredGait(curves))
        head, *rows = text.splitlines()
        column = head.split(",").index("knee_left")
        cells = [row.split(",") for row in rows]
        for row in cells:
            row[column] = str(float(row[column]) + by)
        path.write_text("\n".join([head, *map(",".join, cells)]))
        return path

    return write


def objective(path, **options):
    tables = {"follow": {"file": path.name, **options}}
    return declare_objective(tables, "own.toml", path.parent)


def value(walk, options):
    problem, rollout = walk
    return follow(rollout.measures, options, rollout.recording, problem.character)


def test_a_gait_follows_its_own_curves_exactly(walk, own_file):
    names = ("hip", "knee", "ankle", "thigh", "knee_moment")
    weights = dict.fromkeys(names, 1.0)
    options = objective(own_file(), variables=weights).options["follow"]
    assert value(walk, options) == pytest.approx(0.0, abs=1e-2)


def test_its_value_is_the_distance_in_degrees_or_in_spreads(walk, own_file):
    path = own_file(by=10.0)
    knee = {"variables": {"knee": 2.0}}
    degrees = objective(path, unit="degrees", **knee).options["follow"]
    assert value(walk, degrees) == pytest.approx(5.0, abs=0.01)  # of one side of two
    spreads = objective(path, **knee).options["follow"]
    spread = np.array(spreads.curves["knee"].sd)
    mean = np.array(spreads.curves["knee"].left)
    expected = fidelity(mean - 10.0, Band(mean, spread)).standard_score / 2.0
    assert value(walk, spreads) == pytest.approx(expected, rel=1e-3)
    both = objective(path, unit="degrees", variables={"knee": 1.0, "hip": 3.0})
    assert value(walk, both.options["follow"]) == pytest.approx(1.25, abs=0.01)


def test_a_score_says_whose_data_it_used(walk, own_file):
    problem, rollout = walk
    found = objective(own_file())
    card = found.score(rollout.measures, rollout.recording, problem.character)
    assert card.human_data == ("follow: own.csv",)
    assert str(card).endswith("scored with human data, follow: own.csv")
    path = own_file()
    off = objective(path, weight=0.0)
    card = off.score(rollout.measures, rollout.recording, problem.character)
    assert card.human_data == ()


def test_what_was_read_is_stored_and_the_file_is_not_needed_again(walk, own_file):
    path = own_file(by=10.0)
    first = objective(path)
    stored = json.loads(json.dumps(first.as_dict()))
    path.unlink()
    again = declare_objective(stored, "run/experiment.json")
    assert again.options["follow"].curves == first.options["follow"].curves
    options = (first.options["follow"], again.options["follow"])
    assert value(walk, options[0]) == value(walk, options[1]) > 0.0


def test_a_finer_recording_scores_the_same(walk, own_file):
    problem, _ = walk
    options = objective(own_file(by=10.0)).options["follow"]
    finer = problem.roll_out(problem.space.initial_values(), frame_rate=300.0)
    assert value((problem, finer), options) == value(walk, options)


def test_who_takes_no_steps_is_worse_than_any_walker(make_experiment, own_file):
    problem = make_experiment().problem  # half a second
    rollout = problem.roll_out(problem.space.initial_values(), frame_rate=100.0)
    options = objective(own_file()).options["follow"]
    found = follow(rollout.measures, options, rollout.recording, problem.character)
    assert found == NO_CYCLE["sd"]


WRONG = {
    "no file": ({}, "objective.follow: say which curves: file = 'walk.mot'."),
    "missing": ({"file": "none.mot"}, "none.mot: there is no such file."),
    "a curve": ({"variables": {"kne": 1.0}}, "no curve of own.csv is called 'kne'."),
    "muscles": ({"variables": {"medio_lateral": 1.0}}, "no curve of own.csv is called"),
    "unit": (
        {"unit": "degrees", "variables": {"knee_moment": 1.0}},
        "knee_moment is no angle: give unit = 'sd'.",
    ),
    "gait": ({"gait": "hop"}, "no gait of people is called 'hop'."),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_cannot_be_followed_is_refused(make_experiment, own_file, kind):
    changes, sentence = WRONG[kind]
    table = {"file": str(own_file()), **changes} if changes else {}
    with pytest.raises(InputError) as error:
        make_experiment(objective={"follow": table})
    assert sentence in str(error.value)


def test_an_experiment_follows_and_resumes_in_the_same_bits(
    make_experiment, own_file, tmp_path
):
    import gaitsmith
    from gaitsmith.runs.folder import RunFolder

    path = own_file(by=10.0)
    experiment = make_experiment(
        setting={"duration": 4.0}, objective={"follow": {"file": str(path)}}
    )
    whole = gaitsmith.optimize(experiment, tmp_path / "whole", workers=1)
    path.unlink()
    again = gaitsmith.load_experiment(RunFolder(tmp_path / "whole").experiment_file)
    other = gaitsmith.optimize(again, tmp_path / "again", workers=1)
    assert whole.best.score["terms"]["follow"]["value"] > 0.0
    assert other.best.score == whole.best.score
    assert whole.best.score["human_data"] == ["follow: own.csv"]
