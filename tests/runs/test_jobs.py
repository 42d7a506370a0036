"""One kind of job: one call resumes whatever is in a folder; a stop says how."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import gaitsmith as gs
from gaitsmith.adaptation.chain import ChainJob
from gaitsmith.errors import InputError
from gaitsmith.jobs import KINDS, job_in
from gaitsmith.runs.advance import Advance
from gaitsmith.runs.job import InterruptedJobError
from gaitsmith.runs.search_job import SearchJob
from gaitsmith.skills.skill import load_plan
from gaitsmith.skills.training import TrainingJob
from gaitsmith.withdrawal.windows import WindowsJob, WindowsSpec
from gaitsmith.workflows import initial_solution, load_solution

QUICK_SKILL = """
base = "coros2008/walk"
action = [{ sets = ["state0.torso_pitch"] }]
step_lengths = [0.3, 0.5]
window = 2
sequence = 6
examples = 5
"""


@pytest.fixture(params=KINDS, ids=lambda kind: kind.marker)
def job(request, make_experiment, tmp_path: Path):
    """A short job of every kind."""
    experiment = make_experiment(seed=3)
    if request.param is SearchJob:
        return SearchJob(experiment)
    if request.param is ChainJob:
        start = initial_solution(experiment)
        spec = gs.plan_chain(
            start, "setting.terrain.slope", 2.0, 1.0, enough=1000.0, generations=2
        )
        return ChainJob(start, spec)
    if request.param is WindowsJob:
        guided = load_solution("vandepanne1995/simpleton_2")
        return WindowsJob(guided, WindowsSpec(seconds=1.0, trials=5))
    (tmp_path / "quick.toml").write_text(QUICK_SKILL)
    return TrainingJob(load_plan(str(tmp_path / "quick.toml")))


def stop_after(count: int) -> Callable[[Advance], None]:
    """A watcher that presses Ctrl-C after so many parts."""
    seen: list[Advance] = []

    def watch(advance: Advance) -> None:
        seen.append(advance)
        if len(seen) == count:
            raise KeyboardInterrupt

    return watch


def results(folder: Path) -> dict[str, bytes]:
    """What must not differ: all but times and locks."""
    leave_out = ("provenance.json", "progress.csv", ".lock")
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and file.name not in leave_out
    }


def test_any_job_is_resumed_by_the_same_call_to_the_same_bytes(job, tmp_path: Path):
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    job.begin(whole, 1, None, "as typed")
    try:
        result = job.begin(stopped, 1, stop_after(2), "as typed")
        assert result.is_interrupted
    except InterruptedJobError as error:
        assert error.folder == stopped
        assert str(error).endswith(f"gaitsmith resume {stopped}")
    assert job_in(stopped) is type(job)
    again = gs.resume(stopped, 1)
    assert not again.is_interrupted
    if type(job) is not TrainingJob:  # so few examples make no model
        assert json.dumps(again.as_dict())
    assert str(stopped) in str(again)
    assert results(stopped) == results(whole)


def test_every_start_of_any_job_is_in_its_provenance(job, tmp_path: Path):
    job.begin(tmp_path / "run", 1, None, "as typed")
    gs.resume(tmp_path / "run", 1)
    text = (tmp_path / "run" / "provenance.json").read_text("utf-8")
    commands = [start["command"] for start in json.loads(text)["starts"]]
    assert commands == ["as typed", "gaitsmith resume run"]


def test_a_folder_without_a_job_is_refused(tmp_path: Path):
    with pytest.raises(
        InputError, match=r"it has none of experiment\.toml, chain\.toml,"
    ):
        gs.resume(tmp_path)


@pytest.mark.parametrize("kind", [ChainJob, WindowsJob])
def test_a_series_of_an_earlier_version_is_refused_with_its_command(
    kind, tmp_path: Path
):
    request = tmp_path / kind.marker
    request.write_text('command = "gaitsmith adapt walk --step 2"\n')
    for resume in (gs.resume, kind.resume):
        with pytest.raises(InputError) as raised:
            resume(tmp_path)
        assert str(raised.value) == (
            f"{request}: an earlier version of gaitsmith has begun this, and this one"
            " cannot resume it; start it anew in another folder with: gaitsmith adapt"
            " walk --step 2"
        )


def test_a_removal_is_a_withdrawal_of_an_earlier_version(tmp_path: Path):
    (tmp_path / "removal.toml").write_text("seconds = 5.0\n")
    with pytest.raises(InputError, match=r"another folder with: gaitsmith withdraw$"):
        gs.resume(tmp_path)


@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP"])
def test_a_terminated_command_says_how_to_resume(
    tiny_values, tmp_path: Path, ending: str
):
    import tomli_w

    tiny_values["optimizer"] |= {"max_generations": 3000}
    (tmp_path / "tiny.toml").write_text(tomli_w.dumps(tiny_values), encoding="utf-8")
    program = Path(sys.executable).with_name("gaitsmith")
    # Whoever runs the tests may ignore it, as under nohup, and children inherit that.
    before = signal.signal(signal.Signals[ending], signal.SIG_DFL)
    process = subprocess.Popen(
        [str(program), "optimize", "tiny.toml", "--run", "run"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    signal.signal(signal.Signals[ending], before)
    while process.poll() is None and not (tmp_path / "run" / "best.json").exists():
        time.sleep(0.01)
    process.send_signal(signal.Signals[ending])
    _out, err = process.communicate()
    assert process.returncode == 130
    assert "Resume with: " in err
    assert "resume run" in err
