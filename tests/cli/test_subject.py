"""gaitsmith subject: what cannot be is refused; a small search from end to end."""

import json

import pytest

OWN = ("--height", "1.72", "--mass", "63.5")
# One generation of four walks of a third of a second, by a law that others compile.
SMALL = (
    "setting.duration=0.3",
    "robustness.trials=0",
    "optimizer.max_generations=1",
    "optimizer.population=4",
    "sturdiness.finalists=0",
)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ("--height", "17.2", "--mass", "60"),
            "subject: height: 17.2 given; it must be",
        ),
        (
            ("--height", "1.72", "--mass", "20"),
            "people of this height weigh 30 to 178 kg",
        ),
        ((*OWN, "--age", "6"), "children of this age are"),
        (
            (*OWN, "--weak", "left_soleus"),
            "write MUSCLE=FACTOR, such as left_soleus=0.4",
        ),
        ((*OWN, "--weak", "left_solius=0.4"), "Did you mean 'soleus'"),
        ((*OWN, "--scenario", "dropfoot"), "Did you mean 'drop_foot'"),
        ((*OWN, "--sweep", "sped=1,2"), "no muscle is called 'sped'"),
        ((*OWN, "--walk", "walk_999"), "gallery entry is called 'walk_999'"),
        (
            (*OWN, "--walk", "people/walk_125", "--set", "setting.durration=3"),
            "duration",
        ),
        (
            (
                *OWN,
                "--walk",
                "people/walk_125",
                "--set",
                "character.muscles.contractures={HAM={length=0.7,passive_strain=0.1}}",
            ),
            "cannot stand",
        ),
    ],
)
def test_what_cannot_be_is_a_sentence_and_leaves_nothing(
    run_cli, tmp_path, monkeypatch, options, words
):
    monkeypatch.chdir(tmp_path)
    finished = run_cli("subject", *options)
    assert finished.code == 2
    assert words in finished.err.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


def test_a_height_is_needed(run_cli):
    assert run_cli("subject", "--mass", "60").code == 2


@pytest.mark.slow
def test_a_small_search_writes_solution_page_and_figures(run_cli, tmp_path):
    folder = tmp_path / "run"
    changes = [part for change in SMALL for part in ("--set", change)]
    finished = run_cli(
        "subject", *OWN, "--walk", "wang2012/first_steps", "--rounds", 1,
        "--run", folder, "--workers", 1, "--json", *changes,
    )  # fmt: skip
    assert finished.code == 0, finished.err
    found = json.loads(finished.out)
    assert found["evaluations"] == 4
    assert (folder / "best.json").is_file()
    assert (folder / "report.html").is_file()
    again = run_cli("resume", folder, "--json")
    assert json.loads(again.out)["evaluations"] == 4
