"""What version 0.1 has written: what opens, and what is refused with which sentence.

`version_0_1` is a chain of one stage as its last commit left it.
"""

from pathlib import Path

import pytest

from gaitsmith.errors import InputError
from gaitsmith.experiment import load_experiment
from gaitsmith.improvements import replay_run
from gaitsmith.jobs import resume
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.row_log import read_terms
from gaitsmith.workflows import load_solution, simulate

CHAIN = Path(__file__).parent / "version_0_1"
RUN = CHAIN / "stage-01"


@pytest.mark.parametrize("place", [RUN, CHAIN / "best.json", CHAIN / "start.json"])
def test_a_solution_opens_and_walks_as_it_did(place: Path):
    solution = load_solution(place)
    found = simulate(solution).score
    assert found.total == pytest.approx(solution.score["total"], rel=1e-9)


def test_the_log_of_a_search_is_read_and_replayed():
    folder = RunFolder.open_run(RUN)
    assert [row.generation for row in folder.read_progress()] == [1]
    assert read_terms(folder.terms_file)[0].contributions.keys() >= {"fail", "power"}
    replayed = replay_run(RUN)
    assert replayed.as_of(1).solution.values == load_solution(RUN).values


def test_a_chain_is_not_gone_on_with():
    with pytest.raises(InputError) as raised:
        resume(CHAIN)
    assert str(raised.value) == (
        f"{CHAIN / 'chain.toml'}: an earlier version of gaitsmith has begun this, and"
        " this one cannot resume it; start it anew in another folder with: gaitsmith"
        " adapt run --to setting.terrain.slope=1 --step 1 --enough 1000 --generations"
        " 1 --seed 1"
    )


@pytest.mark.parametrize(
    ("character", "controller", "sentence"),
    [
        (
            "adult",
            'law = "reflexes"\ngait = "walk"\n',
            "controller: law 'reflexes' excites muscles, and character 'adult' declares"
            " none; choose one that does, such as 'adult_muscles'",
        ),
        (
            "adult",
            'law = "reflexes"\n[controller.muscles]\nstrength = { VAS = 0.1 }\n',
            "controller.muscles: no such key.",
        ),
    ],
)
def test_an_experiment_whose_law_declares_the_muscles_is_refused(
    character, controller, sentence, tmp_path: Path
):
    file = tmp_path / "old.toml"
    said = f'character = "{character}"\n[objective]\nfail = {{}}\n[controller]\n'
    file.write_text(said + controller, encoding="utf-8")
    with pytest.raises(InputError) as raised:
        load_experiment(file)
    assert str(raised.value).startswith(f"{file}: {sentence}")
