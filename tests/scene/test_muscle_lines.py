"""Muscles as they are drawn: where, how thick, in which colour, and nowhere else."""

import json
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.assessment import assess
from gaitsmith.kernels.records import ANKLE, HIP, KNEE
from gaitsmith.report.page import PageContent, PageView, render_page
from gaitsmith.report.player_data import player_json
from gaitsmith.scene.colors import FULL, REST, muscle_color
from gaitsmith.scene.filmstrip import filmstrip_png
from gaitsmith.scene.muscle_lines import muscle_lines
from gaitsmith.scene.pictured_body import muscle_solids, solids_of
from gaitsmith.scene.replay import scene_of, shapes_of
from gaitsmith.scene.scene import MuscleLine
from gaitsmith.workflows import load_solution, solution_or_start

FRAME = 5


@pytest.fixture(scope="module")
def problem():
    return solution_or_start("wang2012/first_steps").problem


@pytest.fixture(scope="module")
def scene(problem, muscle_walk):
    return scene_of("steps", problem.character, problem.setting, muscle_walk.rollout)


@pytest.fixture
def with_muscle(make_scene):
    """The small scene with one muscle from the box to the capsule, ever more active."""
    line = MuscleLine("left_SOL", 0.05, ((0, (0.3, 0.0, 0.0)), (1, (0.3, 0.0, 0.0))))
    activations = np.linspace(0.0, 1.0, 41)[:, None]
    return make_scene(muscles=(line,), activations=activations)


def standing_places(problem, line: MuscleLine) -> np.ndarray:
    """(points, 3) m, world."""
    model = problem.character.model
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    return np.array(
        [
            data.xpos[body] + data.xmat[body].reshape(3, 3) @ np.array(place)
            for body, place in line.points
        ]
    )


def test_colours_go_from_rest_to_full():
    assert muscle_color(0.0) == REST
    assert muscle_color(1.0) == muscle_color(1.2) == FULL
    reds = [int(muscle_color(a)[1:3], 16) for a in (0.0, 0.3, 0.6, 1.0)]
    assert reds == sorted(set(reds))


def test_muscles_pass_joints_on_the_side_to_which_they_turn_them(
    problem, muscle_walk, scene
):
    """Extensors of the hip behind it, of the knee before it, the calf behind."""
    muscles, legs = muscle_walk.rollout.muscles, problem.character.roles.legs
    model = problem.character.model
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    for number, line in enumerate(scene.muscles):
        side, muscle = divmod(number, 8)
        leg = legs[side]
        assert line.name.startswith(("left", "right")[side])
        places = standing_places(problem, line)
        for joint, hinge, front_is in (
            (HIP, leg.hip[0], -1.0),
            (KNEE, leg.knee, 1.0),
            (ANKLE, leg.ankle[0], -1.0),
        ):
            arm = muscles.arm[side, muscle, joint]
            if arm == 0.0:
                continue
            center = data.xanchor[hinge.joint]
            order = np.argsort(places[:, 2])
            x = np.interp(center[2], places[order, 2], places[order, 0]) - center[0]
            assert np.sign(x) == np.sign(front_is * arm)
            assert 0.9 * abs(arm) < abs(x) < 2.5 * abs(arm)


def test_left_and_right_mirror_each_other(problem, scene):
    for left, right in zip(scene.muscles[:8], scene.muscles[8:], strict=True):
        mirrored = standing_places(problem, right) * [1.0, -1.0, 1.0]
        assert standing_places(problem, left) == pytest.approx(mirrored, abs=1e-9)


def test_a_weak_muscle_is_thin(problem, muscle_walk):
    muscles, shapes = muscle_walk.rollout.muscles, shapes_of(problem.character)
    weak = muscles._replace(max_force=0.25 * muscles.max_force)
    strong, thin = (
        muscle_lines(problem.character, one, shapes)[0].radius
        for one in (muscles, weak)
    )
    assert thin == pytest.approx(0.5 * strong)


def test_a_recording_with_muscles_is_drawn_with_them(scene, muscle_walk):
    recording = muscle_walk.rollout.recording
    assert len(scene.muscles) == 16
    assert scene.activations[:, 8] == pytest.approx(recording.activation[:, 1, 0])
    assert len(solids_of(scene, FRAME)) > len(scene.shapes) + 16


def test_a_muscle_spans_its_points_in_the_colour_of_its_activation(with_muscle):
    (solid,) = muscle_solids(with_muscle, FRAME)
    assert solid.shape.color == muscle_color(FRAME / 40)
    half = solid.rotation[:, 2] * solid.shape.size[1]
    start = with_muscle.positions[FRAME, 0] + [0.3, 0.0, 0.0]
    assert solid.center - half == pytest.approx(start)
    assert np.linalg.det(solid.rotation) == pytest.approx(1.0)


def test_the_filmstrip_shows_it(with_muscle, make_scene):
    shown, plain = (filmstrip_png(s, width=400) for s in (with_muscle, make_scene()))
    assert shown != plain


def test_the_player_gets_lines_and_activations(with_muscle):
    (record,) = json.loads(player_json((with_muscle,)))
    (line,) = record["muscles"]["lines"]
    assert [body for body, _ in line["points"]] == [0, 1]
    assert record["muscles"]["full"] == FULL


def test_a_page_without_muscles_has_nothing_of_them(with_muscle, make_scene):
    shown, plain = (
        render_page(PageContent("t", views=(PageView(scene),)))
        for scene in (with_muscle, make_scene())
    )
    for word in ('data-toggle="muscles"', '"muscles"'):
        assert word in shown
        assert word not in plain


def test_muscles_that_cannot_be_drawn_are_refused(with_muscle):
    with pytest.raises(ValueError, match="activations must be finite numbers of shape"):
        replace(with_muscle, activations=np.zeros((41, 2)))


def test_a_muscle_that_a_model_lacks_is_neither_drawn_nor_plotted():
    solution = load_solution("geyer2010/walk")
    found = assess(solution)
    scene = scene_of(
        "geyer",
        solution.problem.character,
        solution.problem.setting,
        found.rollout,
    )
    assert [m.name for m in scene.muscles if "RF" in m.name] == []
    assert scene.activations.shape[1] == len(scene.muscles) == 14
    assert set(found.analysis.muscle_forces) == set(MUSCLE_NAMES) - {"RF"}
