"""What the commands say of a body with muscles, and not of others."""

import numpy as np
import pytest

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES

KINDS = {"activation", "maintenance", "shortening", "work", "total"}
WALK = "wang2012/first_steps"


def test_simulate_tells_what_the_muscles_cost(json_of):
    found = json_of("simulate", WALK)
    muscles = found["muscles"]
    assert len(muscles) == 16
    assert {"left_SOL", "right_HFL"} <= set(muscles)
    for parts in muscles.values():
        assert set(parts) == KINDS
        whole = sum(parts[kind] for kind in KINDS - {"total"})
        assert parts["total"] == pytest.approx(whole)
    mass = 70.0
    watts = sum(parts["total"] for parts in muscles.values())
    power = found["metabolic_power"]
    assert power == pytest.approx(1.51 + watts / mass, rel=0.02)
    assert found["basal_power"] == pytest.approx(1.51)
    cost = power / found["speed"]
    assert found["cost_of_transport"] == pytest.approx(cost)


def test_simulate_says_it_in_one_line(run_cli):
    finished = run_cli("simulate", WALK)
    (line,) = [line for line in finished.out.split("\n") if "metabolic" in line]
    assert "W/kg" in line
    assert "J/kg/m" in line


def test_simulate_names_each_muscles_share_the_greatest_first(run_cli, json_of):
    (line,) = [
        x for x in run_cli("simulate", WALK).out.split("\n") if "shares of it" in x
    ]
    shares = dict(part.rsplit(" ", 1) for part in line.partition(": ")[2].split(", "))
    assert set(shares) == {"body at rest", *MUSCLE_NAMES}
    percent = {name: int(text.rstrip("%")) for name, text in shares.items()}
    assert sum(percent.values()) == pytest.approx(100, abs=5)
    muscles = [percent[name] for name in shares if name != "body at rest"]
    assert muscles == sorted(muscles, reverse=True)
    found = json_of("simulate", WALK)
    whole = found["metabolic_power"] / found["basal_power"]
    assert percent["body at rest"] == pytest.approx(100.0 / whole, abs=0.51)


def test_an_experiment_can_count_energy_by_bhargavas_model(json_of, tmp_path):
    file = tmp_path / "other.toml"
    file.write_text(
        'based_on = "wang2012/first_steps"\nstart_from = "wang2012/first_steps"\n'
        '[character]\nbased_on = "adult_muscles"\nmuscles = { energy = "bhargava" }\n'
        "[setting]\nduration = 2.0\n"
    )
    plain = json_of("simulate", WALK, "--duration", 2.0)
    other = json_of("simulate", file)
    assert other["speed"] == plain["speed"]
    assert other["metabolic_power"] != pytest.approx(plain["metabolic_power"], rel=0.01)


def test_nothing_is_said_of_muscles_where_there_are_none(json_of, run_cli, tiny_file):
    assert not {"metabolic_power", "cost_of_transport", "muscles"} & set(
        json_of("simulate", tiny_file)
    )
    assert "metabolic" not in run_cli("simulate", tiny_file).out


def test_score_compares_the_cost_with_people(
    run_cli, json_of, muscle_walk, monkeypatch
):
    monkeypatch.setattr("gaitsmith.assessment.assess", lambda *_: muscle_walk)
    found = json_of("score", WALK)
    measures = muscle_walk.rollout.measures
    assert found["metabolic_power"] == measures.metabolic_power
    assert found["cost_of_transport"] == measures.cost_of_transport
    people = found["people"]["ralston1958_gross"]
    power = 2.02 + 1.33 * found["speed"] ** 2
    assert people["metabolic_power"] == pytest.approx(power, rel=0.02)
    words = run_cli("score", WALK).out
    (line,) = [line for line in words.split("\n") if "W/kg" in line]
    assert f"{measures.metabolic_power:.2f}" in line
    assert f"{people['metabolic_power']:.2f}" in line


def test_a_recording_names_its_muscles(run_cli, tmp_path, tiny_file):
    file = tmp_path / "walk.npz"
    assert run_cli("simulate", WALK, "--duration", 0.5, "--record", file).code == 0
    with np.load(file) as arrays:
        names = arrays["muscle_names"]
        assert names.shape == (2, 8)
        assert names[1, 0] == "right_SOL"
        assert arrays["activation"].shape[1:] == names.shape
        assert arrays["muscle_force"].shape == arrays["fiber_length"].shape
        share = arrays["fiber_length"][1:] / arrays["muscle_optimal_length"]
        assert 0.3 < share.min() < share.max() < 2.0
        assert arrays["muscle_max_force"].min() > 500.0
    assert run_cli("simulate", tiny_file, "--record", file).code == 0
    with np.load(file) as arrays:
        assert "muscle_names" not in arrays
