"""gaitsmith score: the keys that scripts rely on, and what is refused."""

import pytest
import tomli_w

FIGURES = ("standard_score", "within_1sd", "correlation")


def test_score_has_the_agreed_keys(json_of):
    found = json_of("score", "wang2009/stocky")
    assert found["speed"] == pytest.approx(1.05, abs=0.05)
    assert found["gait"] == "walk"
    for part, names, rmse in (
        (found, {"hip", "knee", "ankle", "average"}, "rmse_degrees"),
        (found["moments"], {"hip", "knee", "ankle", "average"}, "rmse_nm_per_kg"),
        (
            found["forces"],
            {"vertical", "fore_aft", "medio_lateral", "average"},
            "rmse_body_weights",
        ),
    ):
        for key in (*FIGURES, rmse):
            assert set(part[key]) == names
            joints = [part[key][name] for name in names - {"average"}]
            mean = sum(joints) / len(joints)
            assert part[key]["average"] == pytest.approx(mean)


def test_score_for_people(run_cli):
    finished = run_cli("score", "simbicon/walk", "--duration", 6)
    assert finished.code == 0
    for word in ("steps/min", "compared with people", "standard score", "knee"):
        assert word in finished.out


def test_an_own_reference(json_of, tmp_path):
    path = tmp_path / "own.csv"
    path.write_text("percent,knee_mean,knee_sd\n0,5,5\n50,10,5\n75,60,5\n100,5,5\n")
    found = json_of("score", "wang2009/stocky", "--reference", path)
    assert set(found["standard_score"]) == {"knee", "average"}
    assert found["reference"].endswith("own.csv")
    assert "moments" not in found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("percent,elbow_mean\n0,1\n100,1\n", "own.csv"),
        ("knee_mean\n0\n1\n", "percent"),
    ],
)
def test_a_reference_with_missing_columns_is_refused(run_cli, tmp_path, text, words):
    path = tmp_path / "own.csv"
    path.write_text(text)
    finished = run_cli("score", "wang2009/stocky", "--reference", path)
    assert finished.code == 2
    assert words in finished.err
    assert finished.err.count("\n") == 1


@pytest.fixture
def tiny_with(tiny_values, tmp_path):
    """The tiny experiment with another controller, as a file."""

    def write(law: str, gait: str):
        tiny_values["controller"] = {"law": law, "gait": gait}
        path = tmp_path / "other.toml"
        path.write_text(tomli_w.dumps(tiny_values), encoding="utf-8")
        return path

    return write


def test_a_run_is_compared_with_runners(json_of, tiny_with):
    found = json_of("score", tiny_with("simbicon", "fast_run"))
    assert found["gait"] == "run"
    assert found["reference"].startswith("people running at 2.3")


def test_a_motion_without_steps_is_refused(run_cli, tiny_with):
    finished = run_cli("score", tiny_with("posture", "stand"))
    assert finished.code == 2
    assert "no complete gait cycle" in finished.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--strikes", "1,2"), "--reference"),
        (("--reference", "nothing.csv"), "nothing.csv"),
        (("--reference", "nothing.mot", "--strikes", "now"), "--strikes now"),
    ],
)
def test_wrong_options_are_refused(run_cli, options, words):
    finished = run_cli("score", "wang2009/stocky", *options)
    assert finished.code == 2
    assert words in finished.err
