"""gaitsmith compare: one gait with and without, and what cannot be compared."""

import pytest

WALK = "simbicon/walk"
BELT = ("--device", "waist_weight", "--set", "character.devices.waist_weight.mass=1.0")


def test_with_and_without_a_belt(json_of, tmp_path):
    page = tmp_path / "page.html"
    found = json_of("compare", WALK, *BELT, "--output", page)
    assert found["names"] == [WALK, "with waist_weight"]
    assert found["before"]["carried_mass"] == pytest.approx(0.0, abs=1e-9)
    assert found["after"]["carried_mass"] == pytest.approx(1.0)
    old, new = (found[part]["steps"]["speed"] for part in ("before", "after"))
    assert found["change"]["steps"]["speed"] == pytest.approx(new / old - 1.0)
    assert new != old
    knee = found["before"]["moments"]["knee"]
    assert knee["device"] == 0.0
    assert knee["total"] == knee["own"] > 0.0
    text = page.read_text("utf-8")
    assert "Moments of the joints" in text
    assert "1 kg" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "give a second solution, or what is changed"),
        (("--device", "waist_wieght"), "Did you mean 'waist_weight'?"),
        (("--set", 'character.devices.x={kind="mass", body="feet"}'), "mass: this key"),
    ],
)
def test_what_cannot_be_compared_is_a_sentence(run_cli, arguments, words):
    finished = run_cli("compare", WALK, *arguments)
    assert finished.code == 2
    assert words in finished.err
    assert finished.out == ""
