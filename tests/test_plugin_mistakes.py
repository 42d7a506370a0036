"""Mistakes of a plug-in's author: one sentence each, which names file and line.

Long because every sentence is here in full.
"""

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import tomli_w

import gaitsmith
from gaitsmith.export.formats import export_motion, motion_of
from gaitsmith.workflows import initial_solution

PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "plug-in.md"
LAW = """
from typing import NamedTuple
import numpy as np
import gaitsmith
from gaitsmith import compiled

class Hop(NamedTuple):
    rate: float

@gaitsmith.controls(Hop)
@compiled
def hop(law, memory, senses, actuation_out):
    for axis in range(3, 9):
        actuation_out.torque[axis] = law.rate

@gaitsmith.law("hop")
class HopController(gaitsmith.ControllerBase):
    def parameters(self):
        return [gaitsmith.Parameter("rate", "rad/s", 6.0, 1.0, "of the beat")]

    def law(self, values):
        return Hop(values["rate"])
"""
ASKED = "= law.rate"  # what most mistakes stand in place of
METER = """
from typing import NamedTuple
import numpy as np
import gaitsmith
from gaitsmith import compiled

class Meter(NamedTuple):
    height: np.ndarray

    @classmethod
    def start(cls, character, options, about):
        return cls(np.zeros(1))

    def finish(self, about):
        return {"highest": self.height[0]}

@gaitsmith.updates(Meter)
@compiled
def see(meter, step):
    meter.height[0] = max(meter.height[0], step.body.com[2])

@gaitsmith.term("hop", meter=Meter)
def hop(measures, options):
    return measures.metered["hop"]["highest"]
"""
TERM = """
import gaitsmith

@gaitsmith.term("hop")
def hop(measures, options):
    return measures.speed
"""
BODY = """
import gaitsmith

@gaitsmith.character("hop")
def hop():
    return {"based_on": "adult", "height": 1.6}
"""
FORMAT = """
import gaitsmith

@gaitsmith.export_format(".hop", "hops")
def hop(motion):
    return motion.name
"""
MUSCLES = """
import gaitsmith

@gaitsmith.muscle_model("hop")
def hop(character, spec):
    return None
"""
VERB = """
import gaitsmith

@gaitsmith.command("hop")
def hop():
    return None
"""
OPTIMIZER = """
import gaitsmith
from gaitsmith.optimization.strategy import OptimizerSpec

@gaitsmith.optimizer("hop", OptimizerSpec)
class Hop:
    def __init__(self, space, spec, seed):
        self.space = space

    def ask(self):
        return []
"""

# What is replaced in the plug-in by what, and the sentence.
LAWS = {
    "an argument is missing": (
        (", actuation_out):", "):"),
        "hop.py:10: 'hop' takes (law, memory, senses); it must take 4 arguments:"
        " (law, memory, senses, actuation_out).",
    ),
    "a wrong type": (
        (ASKED, '= "much"'),
        "hop.py:14: compiled code has no setitem(array(float64, 1d), int64, str)"
        ' in `actuation_out.torque[axis] = "much"`',
    ),
    "no such attribute": (
        (ASKED, "= senses.bodies.qpos[0]"),
        "hop.py:14: Unknown attribute 'bodies' of type Senses in"
        " `actuation_out.torque[axis] = senses.bodies.qpos[0]`",
    ),
    "no such field of the record": (
        (ASKED, "= law.depth"),
        "hop.py:14: Unknown attribute 'depth' of type Hop in"
        " `actuation_out.torque[axis] = law.depth`",
    ),
    "an unknown name": (
        (ASKED, "= depth"),
        "hop.py:14: NameError: name 'depth' is not defined",
    ),
    "an array is made": (
        (ASKED, "= np.zeros(3)[0]"),
        "hop.py:14: compiled code has no zeros(int), since it makes no arrays in"
        " `actuation_out.torque[axis] = np.zeros(3)[0]`",
    ),
    "a formatted text": (
        (ASKED, '= len(f"{law.rate:.3f}")'),
        "hop.py:14: format spec in f-strings not supported yet in"
        ' `actuation_out.torque[axis] = len(f"{law.rate:.3f}")`',
    ),
    "no such attribute in plain Python": (
        ("@compiled", ""),
        (ASKED, "= senses.bodies.qpos[0]"),
        "hop.py:14: AttributeError: 'Senses' object has no attribute 'bodies'",
    ),
    "no such parameter": (
        ('values["rate"]', 'values["depth"]'),
        "hop.py:22: KeyError: 'depth'",
    ),
    "a list in the record": (
        ('values["rate"]', "[6.0]"),
        "hop.py:16: law 'hop' has a list in 'rate'; give a number, an array of"
        " numbers, or a tuple of these.",
    ),
    "texts in an array": (
        ('values["rate"]', 'np.array(["fast"])'),
        "hop.py:16: law 'hop' has a ndarray of str128 in 'rate'; give a number, an"
        " array of numbers, or a tuple of these.",
    ),
    "a name that is no text": (
        ('@gaitsmith.law("hop")', "@gaitsmith.law(3)"),
        'hop.py:16: @gaitsmith.law("name") needs a name in its parentheses.',
    ),
    "no function for the record": (
        ("@gaitsmith.controls(Hop)\n", "\n"),
        "hop.py:16: law 'hop' gave a Hop, and no function is known for it; put"
        " @gaitsmith.controls(Hop) above one.",
    ),
    "nothing is returned": (
        ("return Hop(", "Hop("),
        "hop.py:16: law 'hop' gave None; it must give a record, the named tuple that"
        " @gaitsmith.controls names.",
    ),
    "no name": (
        ('@gaitsmith.law("hop")', "@gaitsmith.law"),
        'hop.py:16: @gaitsmith.law("name") needs a name in its parentheses.',
    ),
    "no record": (
        ("@gaitsmith.controls(Hop)", "@gaitsmith.controls"),
        "hop.py:10: @gaitsmith.controls(Record) needs the class of a typing.NamedTuple"
        " in its parentheses.",
    ),
    "no class of controllers": (
        ("(gaitsmith.ControllerBase)", ""),
        "hop.py:16: TypeError: HopController is no class of controllers; derive it from"
        " ControllerBase.",
    ),
    "no parameters": (
        ("return [gaitsmith", "[gaitsmith"),
        "hop.py:18: 'parameters' gave None; it must give a list of"
        " gaitsmith.Parameter.",
    ),
    "a parameter twice": (
        ('"of the beat")]', '"of the beat")] * 2'),
        "hop.py:18: parameter 'rate' is there twice.",
    ),
    "a start out of bounds": (
        ('"of the beat")', '"of the beat", lower=7.0)'),
        "tiny.toml: controller: hop.py:18: parameter 'rate': initial value 6.0 is"
        " outside its bounds 7.0 to inf.",
    ),
    "a method is missing": (
        ("def law(", "def laws("),
        "hop.py:16: TypeError: HopController has no method 'law'.",
    ),
    "a name that is taken": (
        ('law("hop")', 'law("simbicon")'),
        "hop.py:16: the controller 'simbicon' exists already, from"
        " simbicon_controller.py:LINE; choose another name.",
    ),
    "a syntax error": (
        ("range(3, 9):", "range(3, 9)"),
        "hop.py:13: SyntaxError: expected ':'",
    ),
    "a module that is not there": (
        ("import numpy as np", "import nunpy as np"),
        "hop.py:3: ModuleNotFoundError: No module named 'nunpy'",
    ),
    "a decorator that is not there": (
        ("@gaitsmith.law(", "@gaitsmith.laws("),
        "hop.py:16: AttributeError: module 'gaitsmith' has no attribute 'laws'",
    ),
}
TERM_MISTAKES = {
    "no name": (
        ('@gaitsmith.term("hop")', "@gaitsmith.term"),
        'hop.py:4: @gaitsmith.term("name") needs a name in its parentheses.',
    ),
    "an argument is missing": (
        ("(measures, options)", "(measures)"),
        "hop.py:4: 'hop' takes (measures); it must take 2 arguments: (measures,"
        " options).",
    ),
    "no argument for the recording": (
        ('term("hop")', 'term("hop", recording_rate=50.0)'),
        "hop.py:4: 'hop' takes (measures, options); it must take 3 arguments:"
        " (measures, options, recording).",
    ),
    "a name that is taken": (
        ('term("hop")', 'term("power")'),
        "hop.py:4: the objective term 'power' exists already, from terms.py:LINE;"
        " choose another name.",
    ),
    "NaN": (
        ("return measures.speed", "return float('nan')"),
        "hop.py:4: term 'hop' gave NaN for a rollout of finite measures.",
    ),
    "no number": (
        ("return measures.speed", "measures.speed"),
        "hop.py:4: term 'hop' gave None; it must give a number.",
    ),
    "no such measure": (
        ("measures.speed", "measures.height"),
        "hop.py:6: AttributeError: 'Measures' object has no attribute 'height'",
    ),
}
METER_MISTAKES = {
    "no update": (
        ("@gaitsmith.updates(Meter)\n", "\n"),
        "hop.py:22: TypeError: Meter has no update; write a compiled function (meter,"
        " step) and put @updates(Meter) above it.",
    ),
    "a wrong start": (
        ("np.zeros(1)", "np.zeros(n)"),
        "hop.py:12: NameError: name 'n' is not defined",
    ),
    "a start that gives nothing": (
        ("return cls(np.zeros(1))", "cls(np.zeros(1))"),
        "hop.py:10: 'start' of the meter of term 'hop' gave None; it must give a"
        " Meter.",
    ),
    "a wrong finish": (
        ("self.height[0]}", "self.heights[0]}"),
        "hop.py:15: AttributeError: 'Meter' object has no attribute 'heights'",
    ),
    "a finish that gives nothing": (
        ('return {"highest"', '{"highest"'),
        "hop.py:14: 'finish' of the meter of term 'hop' gave None; it must give"
        " numbers by name, such as {'highest': 1.0}.",
    ),
    "a wrong type": (
        ("step.body.com[2]", 'step.body.com["z"]'),
        "hop.py:20: compiled code has no getitem(array(float64, 1d), str) in"
        ' `meter.height[0] = max(meter.height[0], step.body.com["z"])`',
    ),
}
BODY_MISTAKES = {
    "an unknown key": (
        ('"height"', '"hight"'),
        "hop.py:4: hight: no such key. Did you mean 'height'?",
    ),
    "an argument": (
        ("def hop():", "def hop(height):"),
        "hop.py:4: TypeError: 'hop' must take no arguments.",
    ),
    "nothing is returned": (
        ("return {", "{"),
        "hop.py:4: character 'hop' gave None; it must give what a character file"
        " would say, such as {'based_on': 'adult'}.",
    ),
    "an unknown name": (
        ("1.6", "tall"),
        "hop.py:6: NameError: name 'tall' is not defined",
    ),
}
FORMAT_MISTAKES = {
    "no point": (
        ('".hop"', '"hop"'),
        "hop.py:4: ValueError: the suffix 'hop' must begin with a point.",
    ),
    "no text": (
        ("motion.name", "3"),
        "hop.py:4: format '.hop' gave 3; it must give text or bytes.",
    ),
    "no such attribute": (
        ("motion.name", "motion.names"),
        "hop.py:6: AttributeError: 'Motion' object has no attribute 'names'",
    ),
    "an argument too many": (
        ("(motion)", "(motion, path)"),
        "hop.py:4: 'hop' takes (motion, path); it must take 1 arguments: (motion).",
    ),
}
MUSCLE_MISTAKES = {
    "an argument is missing": (
        ("(character, spec)", "(character)"),
        "hop.py:4: 'hop' takes (character); it must take 2 arguments: (character,"
        " spec).",
    ),
    "nothing is returned": (
        "hop.py:4: muscle model 'hop' gave a NoneType; it must give a record with"
        " 'legs' and with a function under @gaitsmith.actuates.",
    ),
    "no such key": (
        ("None", "spec.strength"),
        "hop.py:6: AttributeError: 'MuscleModelSpec' object has no attribute"
        " 'strength'",
    ),
}
OPTIMIZER_MISTAKES = {
    "a method is missing": ("hop.py:5: TypeError: Hop has no method 'tell'.",),
    "an argument is missing": (
        (", seed)", ")"),
        "hop.py:7: '__init__' takes (self, space, spec); it must take 4 arguments:"
        " (self, space, spec, seed).",
    ),
}


def cases(mistakes: dict[str, Any]) -> Any:
    return pytest.mark.parametrize(
        "mistake", mistakes.values(), ids=[name.replace(" ", "_") for name in mistakes]
    )


@pytest.fixture
def complaint(run_cli, tiny_values, tmp_path, monkeypatch, no_plugin_stays):
    """What a command says about a plug-in with a mistake."""
    monkeypatch.chdir(tmp_path)

    def run(text: str, mistake: Any, **changes: Any) -> None:
        *replaced, sentence = mistake
        text = dedent(text)
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new)
        Path("hop.py").write_text(text, encoding="utf-8")
        command = changes.pop("command", ("simulate",))
        Path("tiny.toml").write_text(tomli_w.dumps(tiny_values | changes))
        verb, *rest = command
        finished = run_cli(verb, "tiny.toml", *rest, "--plugin", "hop.py")
        told = "".join(
            line
            for line in finished.err.splitlines(keepends=True)
            if not line.startswith("Compiling") and "plain Python and some" not in line
        )
        start, _line, end = sentence.partition("LINE")
        assert told.startswith(f"gaitsmith: {start}"), told
        assert end in told and told.count("\n") == 1, told
        assert finished.code == 2

    return run


@cases(LAWS)
def test_mistake_in_a_law(mistake, complaint):
    complaint(LAW, mistake, controller={"law": "hop"})


@cases(TERM_MISTAKES)
def test_mistake_in_a_term(mistake, complaint):
    complaint(TERM, mistake, objective={"hop": {}})


@cases(METER_MISTAKES)
def test_mistake_in_a_meter(mistake, complaint):
    complaint(METER, mistake, objective={"hop": {}})


@cases(BODY_MISTAKES)
def test_mistake_in_a_character(mistake, complaint):
    complaint(BODY, mistake, character="hop")


@cases(FORMAT_MISTAKES)
def test_mistake_in_a_format(mistake, complaint):
    complaint(FORMAT, mistake, command=("export", "--to", "walk.hop"))


@cases(MUSCLE_MISTAKES)
def test_mistake_in_a_muscle_model(mistake, complaint):
    body = {"based_on": "adult", "muscles": {"model": "hop"}}
    complaint(MUSCLES, mistake, character=body)


def test_a_verb_that_is_taken(complaint):
    sentence = "hop.py:4: the command 'show' exists already; choose another name."
    complaint(VERB, (('"hop"', '"show"'), sentence), command=("show",))


@cases(OPTIMIZER_MISTAKES)
def test_mistake_in_an_optimiser(mistake, complaint):
    complaint(OPTIMIZER, mistake, optimizer={"method": "hop"})


IN_PYTHON = {
    "start of a meter": (METER, METER_MISTAKES["a wrong start"], "simulate"),
    "finish of a meter": (METER, METER_MISTAKES["a wrong finish"], "simulate"),
    "a law of values": (LAW, LAWS["no such parameter"], "simulate"),
    "a character": (BODY, BODY_MISTAKES["an unknown name"], "simulate"),
    "a format": (FORMAT, FORMAT_MISTAKES["no such attribute"], "export"),
}
ASKED_FOR = {
    METER: {"objective": {"hop": {}}},
    LAW: {"controller": {"law": "hop"}},
    BODY: {"character": "hop"},
    FORMAT: {},
}


@pytest.mark.parametrize(
    ("text", "mistake", "verb"), IN_PYTHON.values(), ids=list(IN_PYTHON)
)
def test_a_mistake_is_the_same_sentence_in_python(
    text, mistake, verb, tiny_values, tmp_path, no_plugin_stays
):
    (old, new), sentence = mistake
    (tmp_path / "hop.py").write_text(dedent(text).replace(old, new), "utf-8")
    gaitsmith.load_plugin(tmp_path / "hop.py")
    file = tmp_path / "tiny.toml"
    file.write_text(tomli_w.dumps(tiny_values | ASKED_FOR[text]), "utf-8")

    def work() -> None:
        start = initial_solution(gaitsmith.load_experiment(file))
        if verb == "simulate":
            gaitsmith.simulate(start)
        else:
            export_motion(motion_of(start), tmp_path / "walk.hop")

    with pytest.raises(gaitsmith.PluginError) as raised:
        work()
    assert str(raised.value) == sentence


def test_a_term_that_nobody_knows(complaint):
    known = "tiny.toml: objective: no objective term is called 'hopp'. Did you"
    mistake = (f"{known} mean 'hop'?",)
    complaint(TERM, mistake, objective={"hopp": {}})


def test_the_page_quotes_what_is_said():
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    quoted = [
        *(LAWS[name][-1] for name in ("an argument is missing", "a wrong type")),
        *(LAWS[name][-1] for name in ("an unknown name", "an array is made")),
        LAWS["no such attribute in plain Python"][-1],
        LAWS["no function for the record"][-1],
        TERM_MISTAKES["NaN"][-1],
        TERM_MISTAKES["a name that is taken"][-1].partition(":LINE")[0],
        METER_MISTAKES["no update"][-1],
        METER_MISTAKES["a finish that gives nothing"][-1],
        FORMAT_MISTAKES["no text"][-1],
        *(LAWS[name][-1] for name in ("no name", "a parameter twice")),
        MUSCLE_MISTAKES["nothing is returned"][-1],
    ]
    for sentence in quoted:
        assert sentence in page, sentence
