"""Pages of real solutions and runs."""

import re

import pytest

from gaitsmith.experiment import load_experiment
from gaitsmith.report.build import show, write_report, write_run_page
from gaitsmith.workflows import initial_solution, optimize

PLANAR = (
    "character=planar_biped",
    "controller.gait=walk",
    "parameters={}",
    "setting={duration = 1.0, rate = 2400.0}",
    "optimizer={population = 4, max_generations = 2, sigma = 0.1}",
)


@pytest.fixture(scope="module")
def experiment():
    return load_experiment("simbicon/first_walk", PLANAR)


def test_a_scene_has_the_characters_shapes_and_moves(experiment):
    scene = show("before", initial_solution(experiment)).scene
    assert scene.label == "before"
    assert scene.frame_rate == pytest.approx(60.0)
    assert {shape.kind for shape in scene.shapes} == {"capsule", "sphere"}
    assert scene.com[-1, 0] > scene.com[0, 0] + 0.5
    assert scene.contact_forces.max() > 100.0


def test_a_solutions_page_has_score_card_command_and_parameters(experiment, tmp_path):
    page = write_report(initial_solution(experiment), tmp_path / "page.html")
    text = page.read_text("utf-8")
    for word in ("Score card", "Reproduce it", "Parameters", "state0.swing_hip_pitch"):
        assert word in text
    assert not re.search(r'(?:src|href)="(?!data:|#)', text)


def test_a_runs_page_shows_before_and_after_and_progress(experiment, tmp_path):
    run = optimize(experiment, tmp_path / "run", workers=1)
    page = write_run_page(run.folder, run.best)
    text = page.read_text("utf-8")
    assert page == tmp_path / "run" / "report.html"
    for word in ("before", "after", "Progress"):
        assert word in text
    assert "guide" not in text


def test_a_runs_page_shows_how_its_guide_went(make_experiment, tmp_path):
    experiment = make_experiment(
        setting={"guide": {"stiffness": 1000.0, "damping": 100.0}},
        withdrawal={"met": 1e6, "factor": 0.2},
    )
    run = optimize(experiment, tmp_path / "run", workers=1)
    text = write_run_page(run.folder, run.best).read_text("utf-8")
    assert "guide's strength" in text
    assert "how strong its guide was" in text


def test_the_characters_of_a_runs_page_move_in_a_browser(experiment, launch, tmp_path):
    run = optimize(experiment, tmp_path / "run", workers=1)
    page_file = write_run_page(run.folder, run.best)
    torso = experiment.problem.character.body_index("torso")
    browser = launch(
        "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"
    )
    try:
        page = browser.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(page_file.as_uri())
        page.wait_for_function("() => window.gaitsmithPlayer?.ready")

        def torso_at(scene, time):
            page.evaluate(f"gaitsmithPlayer.pause(); gaitsmithPlayer.seek({time})")
            return page.evaluate(f"gaitsmithPlayer.bodyPosition({scene}, {torso})")

        for scene in (0, 1):
            start, later = torso_at(scene, 0.0), torso_at(scene, 0.6)
            assert later[0] > start[0] + 0.2
            assert 0.5 < later[2] < 1.5
        page.evaluate("gaitsmithPlayer.seek(0); gaitsmithPlayer.play()")
        page.wait_for_function("() => gaitsmithPlayer.time() > 0.3")
        assert errors == []
    finally:
        browser.close()


def test_a_rollout_that_was_not_recorded_cannot_be_shown(experiment):
    from gaitsmith.scene.replay import scene_of
    from gaitsmith.workflows import simulate

    rollout = simulate(initial_solution(experiment)).rollout
    problem = experiment.problem
    with pytest.raises(ValueError, match="not recorded"):
        scene_of("x", problem.character, problem.setting, rollout)
