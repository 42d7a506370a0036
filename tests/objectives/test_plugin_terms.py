"""Terms of a plug-in: counted only when asked for, refused with file and line."""

from pathlib import Path

import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.control.posture import PostureController
from gaitsmith.errors import InputError
from gaitsmith.objectives.score_card import declare_objective
from gaitsmith.plugins import PluginError
from gaitsmith.simulation.meters import chosen_meters
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

COUNTING = Path(__file__).parent / "plugins" / "counting.py"
OURS = ["ang", "guide", "head", "land", "likeness", "posture"]


@pytest.fixture
def stand():
    """A short rollout with the terms of an objective."""
    biped = load_character("planar_biped")
    controller = PostureController(biped, "stand")
    drive = controller.drive(controller.space.initial_values())

    def run(tables):
        objective = declare_objective(tables, "own.toml")
        setting = Setting(duration=0.05, rate=1200.0)
        simulation = Simulation(biped, setting, objective.options)
        rollout = simulation.roll_out(drive, frame_rate=objective.recording_rate)
        return objective.score(rollout.measures, rollout.recording), rollout.measures

    return run


def test_a_meter_of_a_plugin_counts_only_when_its_term_is_asked_for(plugin, stand):
    plugin(COUNTING)
    assert list(chosen_meters({})) == OURS
    _, measures = stand({"fail": {}})
    assert list(measures.metered) == OURS
    asked = declare_objective({"counted_steps": {}}, "own.toml").options
    assert set(chosen_meters(asked)) == {*OURS, "counted_steps"}
    card, measures = stand({"fail": {}, "counted_steps": {"worth": 0.5}})
    assert measures.metered["counted_steps"] == {
        "count": 0.5 * 60,
        "steps": 60,
        "speed": measures.speed,
    }
    assert card.as_dict()["counted_steps"] == {
        "value": 30.0,
        "weight": 2.0,
        "contribution": 60.0,
    }


def test_our_own_meters_count_the_same_beside_it(plugin, stand):
    plugin(COUNTING)
    _, alone = stand({"fail": {}})
    _, beside = stand({"fail": {}, "counted_steps": {}})
    assert {name: beside.metered[name] for name in OURS} == dict(alone.metered)


def test_options_of_a_plugins_term_are_checked(plugin):
    plugin(COUNTING)
    with pytest.raises(InputError, match=r"^own\.toml: objective\.counted_steps: wort"):
        declare_objective({"counted_steps": {"wort": 1.0}}, "own.toml")


TERM = """
import math
import gaitsmith


@gaitsmith.term("odd")
def odd(measures, options):
    \"\"\"An odd one.\"\"\"
    return {result}
"""


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("math.nan", "term 'odd' gave NaN for a rollout of finite measures."),
        ("'much'", "term 'odd' gave 'much'; it must give a number."),
        ("None", "term 'odd' gave None; it must give a number."),
        ("[1.0, 2.0]", "term 'odd' gave [1.0, 2.0]; it must give a number."),
    ],
)
def test_a_term_that_gives_no_number_is_refused(plugin, stand, result, words):
    plugin(TERM.format(result=result))
    with pytest.raises(PluginError) as raised:
        stand({"odd": {}})
    assert str(raised.value) == f"own_plugin.py:6: {words}"


def test_a_mistake_in_a_term_names_file_and_line(plugin, stand):
    plugin(TERM.format(result="measures.sped"))
    with pytest.raises(PluginError) as raised:
        stand({"odd": {}})
    words = "AttributeError: 'Measures' object has no attribute 'sped'"
    assert str(raised.value) == f"own_plugin.py:9: {words}"


def test_a_rollout_that_diverged_may_have_no_number(plugin, make_measures):
    plugin(TERM.format(result="measures.torque_squared"))
    objective = declare_objective({"odd": {}}, "own.toml")
    card = objective.score(make_measures(torque_squared=float("nan")))
    assert card.total != card.total  # NaN


RECORDED = """
import gaitsmith


@gaitsmith.term("low", recording_rate={rate})
def low(measures, options, recording):
    \"\"\"Lowest place of the centre of mass.\"\"\"
    assert abs(recording.frame_rate - {rate}) < 1e-9
    return recording.com[:, 2].min()
"""


def test_a_term_that_asks_for_a_recording_gets_one(plugin, stand, make_experiment):
    plugin(RECORDED.format(rate=200.0))
    assert declare_objective({"low": {}, "fail": {}}, "x").recording_rate == 200.0
    card, _ = stand({"low": {}})
    assert 0.5 < card.total < 2.0
    # A search gives it one, too.
    problem = make_experiment(objective={"low": {}}).problem
    judged = problem.judge(problem.space.initial_values())
    assert 0.5 < judged.score.as_dict()["low"]["value"] < 2.0


def test_a_term_without_its_third_argument_is_refused(plugin):
    text = RECORDED.format(rate=200.0).replace(", recording)", ")")
    with pytest.raises(PluginError) as raised:
        plugin(text)
    assert "own_plugin.py:5" in str(raised.value)
    assert "'low' takes (measures, options); it must take 3 arguments" in str(
        raised.value
    )


def test_a_meter_without_an_update_is_refused(plugin):
    text = COUNTING.read_text("utf-8").replace("@gaitsmith.updates(StepMeter)\n", "")
    with pytest.raises(PluginError, match=r"StepMeter has no update; write a compiled"):
        plugin(text)


def test_the_name_of_one_of_our_terms_is_taken(plugin):
    with pytest.raises(PluginError) as raised:
        plugin(TERM.format(result="0.0").replace('"odd"', '"head"'))
    assert str(raised.value).startswith(
        "own_plugin.py:6: the objective term 'head' exists already, from head.py:"
    )
