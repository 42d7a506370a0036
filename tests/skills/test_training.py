"""Training of skills: the same bytes for any number of workers, and after a stop."""

import runpy
from pathlib import Path

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.planning.synthesis import FinalStep, settle
from gaitsmith.runs.advance import Advance
from gaitsmith.skills.skill import (
    EXPLORED_FILE,
    STEPS_FILE,
    load_plan,
    load_skill,
)
from gaitsmith.skills.training import (
    SEQUENCES,
    TrainingJob,
    log_line,
    read_log,
)


class StoppedError(Exception):
    """As if the process had been killed."""


def quiet(_: Advance) -> None:
    """Nobody watches."""


@pytest.fixture(scope="module")
def trained_folder(tmp_path_factory, quick_text):
    """The quick skill, trained once."""
    folder = tmp_path_factory.mktemp("trained")
    file = folder / "quick.toml"
    file.write_text(quick_text)
    job = TrainingJob(load_plan(str(file)))
    job.begin(folder / "run", 1, quiet, "gaitsmith skill train")
    return folder / "run"


def test_the_examples_are_what_was_walked(trained_folder):
    skill = load_skill(str(trained_folder))
    steps = skill.examples
    assert len(steps) == 9
    assert steps.sequence[:6].tolist() == [0] * 6  # then those of others, in order
    assert steps.sequence.tolist() == sorted(steps.sequence)
    assert steps.sequence[-1] > 0
    walker = skill.plan.walker()
    settle(walker)
    for i in range(6):
        assert walker.state() == pytest.approx(steps.state[i], abs=1e-5)
        before = walker.footfall().ahead
        after = walker.step(steps.action[i])
        assert after is not None
        assert after.ahead - before == pytest.approx(steps.length[i], abs=2e-3)


def test_steps_land_near_to_where_they_should(trained_folder):
    errors = load_skill(str(trained_folder)).examples.error
    assert np.mean(np.abs(errors)) < 0.06


def test_two_workers_make_the_same_bytes(trained_folder, quick, tmp_path):
    TrainingJob(quick).begin(tmp_path / "two", 2, quiet)
    logs = [f"{SEQUENCES}/{number:03d}.csv" for number in (0, 1)]
    for name in (STEPS_FILE, EXPLORED_FILE, *logs):
        ours = (tmp_path / "two" / name).read_bytes()
        assert ours == (trained_folder / name).read_bytes()


def test_a_training_that_was_stopped_ends_in_the_same_bytes(
    trained_folder, quick, tmp_path
):
    def stop(advance: Advance) -> None:
        if advance.done == 4:
            raise StoppedError

    folder = tmp_path / "stopped"
    with pytest.raises(StoppedError):
        TrainingJob(quick).begin(folder, 1, stop)
    log = folder / SEQUENCES / "000.csv"
    assert len(log.read_text().splitlines()) == 4
    log.write_text(log.read_text() + "0.1,0.2")  # a line that was cut off
    TrainingJob.resume(folder, 1, quiet)
    assert (folder / STEPS_FILE).read_bytes() == (
        trained_folder / STEPS_FILE
    ).read_bytes()


def test_an_unfinished_training_cannot_be_used(quick, tmp_path):
    def stop(_: Advance) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        TrainingJob(quick).begin(tmp_path / "begun", 1, stop)
    with pytest.raises(InputError, match="its training is not finished"):
        load_skill(str(tmp_path / "begun"))


def test_a_folder_with_something_in_it_is_refused(quick, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="this folder is not empty"):
        TrainingJob(quick).begin(tmp_path, 1, quiet)


def test_a_log_keeps_every_bit(tmp_path):
    random = np.random.default_rng(1)
    final = FinalStep(random.normal(size=2), random.normal(size=(1, 2)))
    file = tmp_path / "log.csv"
    file.write_text(log_line(final))
    (again,) = read_log(file, window=2, parts=2)
    assert again.action.tolist() == final.action.tolist()
    assert again.pending.tolist() == final.pending.tolist()


def test_a_garbled_log_is_refused(tmp_path):
    file = tmp_path / "log.csv"
    file.write_text("0.1,nan,0.2,0.3\n")
    with pytest.raises(InputError, match="line 1: it must have 4 finite numbers"):
        read_log(file, window=2, parts=2)


def test_what_is_kept_can_be_loaded_without_the_logs(trained_folder, tmp_path):
    script = Path(__file__).parents[2] / "scripts" / "keep_in_gallery.py"
    keep_skill = runpy.run_path(str(script))["keep_skill"]
    keep_skill(trained_folder, tmp_path / "kept")
    kept = load_skill(str(tmp_path / "kept"))
    assert len(kept.examples) == 9
    assert not (tmp_path / "kept" / SEQUENCES).exists()
