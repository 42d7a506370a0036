"""Results as Python shows them: a line each, pictures, curves, tables."""

import dataclasses

import matplotlib.figure
import numpy as np
import pytest

import gaitsmith


@pytest.fixture(scope="module")
def walk():
    return gaitsmith.load_solution("simbicon/walk")


@pytest.fixture(scope="module")
def scored(walk):
    short = gaitsmith.with_setting(walk, duration=1.0)
    return gaitsmith.simulate(short, frame_rate=50.0)


def test_a_result_prints_in_one_line(walk, scored):
    assert repr(walk).startswith(
        "Solution 'simbicon/walk': body 'simbicon', law 'simbicon', "
    )
    assert repr(walk.problem.character) == (
        "Character 'simbicon': 70 kg, 2 legs, 28 joints"
    )
    assert repr(scored.rollout).startswith("Rollout: Stayed on its feet for all 1 s.")
    assert repr(scored.rollout.recording) == "Recording: 50 frames, 0.98 s"
    assert "m/s" in repr(walk)
    experiment = gaitsmith.load_experiment("simbicon/first_walk")
    measures, space = scored.rollout.measures, walk.problem.space
    gait = gaitsmith.assess(walk, 4.0)
    for thing in (
        *(walk, walk.problem, walk.problem.character, scored.rollout),
        *(experiment, measures, space, gait.analysis, gait.score),
    ):
        assert "\n" not in repr(thing)
        assert len(repr(thing)) < 200


def test_a_score_card_prints_as_a_table(scored):
    assert repr(scored.score) == str(scored.score)
    assert repr(scored) == f"{scored.rollout!r}\n{scored.score}"


def test_a_solution_that_was_just_found_tells_its_speed(walk):
    judged = walk.problem.judge(walk.values).as_dict()
    found = dataclasses.replace(walk, score=judged)
    assert f"{judged['speed']:.2f} m/s, objective" in repr(found)


def test_names_are_as_good_as_solutions(walk, tmp_path):
    by_name = gaitsmith.with_setting("simbicon/walk", duration=0.5)
    assert by_name.values == walk.values
    by_name.save(tmp_path / "short.json")
    seconds = gaitsmith.simulate(tmp_path / "short.json").rollout.duration
    assert seconds == pytest.approx(0.5)
    assert gaitsmith.write_report(by_name, tmp_path / "a.html").is_file()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: gaitsmith.simulate("simbicon/wakl"), "Did you mean 'simbicon/walk'"),
        (lambda: gaitsmith.assess("nobody.json"), "no such file"),
        (lambda: gaitsmith.plot(3), "a solution is wanted.*a int"),
        (lambda: gaitsmith.simulate(None), "a solution is wanted.*a NoneType"),
        (lambda: gaitsmith.optimize("demoo", "x"), "Did you mean 'demo'"),
        (lambda: gaitsmith.optimize(3, "x"), "optimize: a problem or an experiment"),
    ],
)
def test_what_is_no_solution_gets_a_sentence(call, words):
    with pytest.raises(gaitsmith.InputError, match=words):
        call()


def test_a_notebook_shows_a_filmstrip(walk):
    short = gaitsmith.with_setting(walk, duration=0.5)
    assert short._repr_png_().startswith(b"\x89PNG")


def test_curves_are_plotted_over_the_reference_band_in_one_line(walk):
    figure = gaitsmith.plot(walk)
    assert isinstance(figure, matplotlib.figure.Figure)
    titles = [axes.get_title() for axes in figure.axes]
    assert titles[:3] == ["Hip, flexion +", "Knee, flexion +", "Ankle, dorsiflexion +"]
    knee = figure.axes[1]
    assert knee.get_ylabel() == "degrees"
    assert len(knee.lines) >= 3  # people's mean, left, right
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "left",
        "right",
    ]


def test_several_gaits_are_told_apart_by_name(walk):
    gait = gaitsmith.assess(walk)
    figure = gaitsmith.plot(walk, gait, what="moments")
    names = [text.get_text() for text in figure.legends[0].get_texts()]
    assert names == ["simbicon/walk", "gait 2"]


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("angels", "plot: no kind of curve is called 'angels'. Did you mean 'angles'?"),
        ("activations", "plot: none of these gaits has activations."),
    ],
)
def test_curves_that_there_are_not_are_refused(walk, what, sentence):
    with pytest.raises(gaitsmith.InputError) as refusal:
        gaitsmith.plot(walk, what=what)
    assert str(refusal.value).startswith(sentence)


def test_results_are_tables_of_pandas(walk, scored):
    recording, character = scored.rollout.recording, walk.problem.character
    frames = gaitsmith.as_frame(recording, character)
    assert len(frames) == 50
    knee = next(h for h in character.roles.hinges if h.role == "left_knee_y")
    assert np.array_equal(frames["angle_left_knee_y"], recording.qpos[:, knee.position])
    values = gaitsmith.as_frame(walk)
    assert dict(values["value"]) == walk.values
    terms = gaitsmith.as_frame(scored.score)
    assert terms["contribution"].sum() == pytest.approx(scored.score.total)
    curves = gaitsmith.as_frame(gaitsmith.assess(walk).analysis)
    assert curves[("angles", "knee")].shape == (101,)


def test_what_is_no_table_is_refused(scored):
    with pytest.raises(gaitsmith.InputError, match="a str is no table"):
        gaitsmith.as_frame("walk")
    with pytest.raises(gaitsmith.InputError, match="a recording needs its character"):
        gaitsmith.as_frame(scored.rollout.recording)
