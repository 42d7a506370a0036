"""Numbers of devices are searched for with the gait, and kept with it."""

from gaitsmith.workflows import optimize, read_solution, with_changes

NAME = "devices.exo.stiffness"
EXO = {
    "kind": "spring",
    "joint": "ankle",
    "stiffness": 20.0,
    "bounds": {"stiffness": [0, 100]},
    "free": ["stiffness"],
}


def test_a_stiffness_is_searched_for_kept_changed_and_taken_off(
    make_experiment, tmp_path
):
    experiment = make_experiment(
        character={"based_on": "planar_biped", "devices": {"exo": EXO}}
    )
    assert NAME in {p.name for p in experiment.problem.space.free}
    best = optimize(experiment, tmp_path / "run", workers=1).best
    found = best.values[NAME]
    assert 0.0 <= found <= 100.0 and found != 20.0
    best.save(tmp_path / "best.json")
    again = read_solution(tmp_path / "best.json")
    assert again.values == best.values
    assert again.to_text() == best.to_text()
    other = with_changes(again, ["character.devices.exo.stiffness=55.0"])
    assert other.values[NAME] == 55.0
    plain = with_changes(again, ["character.devices={}"])
    assert NAME not in plain.values
    gait = {name: value for name, value in found_of(again).items() if name != NAME}
    assert plain.values == gait
    put_on = with_changes(plain, ["device=ankle_exoskeleton"])
    assert put_on.values == gait


def found_of(solution):
    return dict(solution.values)
