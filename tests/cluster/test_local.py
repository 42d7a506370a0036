"""Real processes of this machine: the same bytes, whoever dies."""

import sys
import threading
import time
from contextlib import closing
from dataclasses import replace

import pytest
from distributed import Client

from gaitsmith.cluster.dask_executor import DaskExecutor, reason_against
from gaitsmith.cluster.fingerprint import own_fingerprint
from gaitsmith.errors import InputError
from gaitsmith.jobs import resume
from gaitsmith.pushes import push_table
from gaitsmith.skills.skill import load_plan
from gaitsmith.skills.training import EXPLORED_FILE, STEPS_FILE, TrainingJob
from gaitsmith.workflows import optimize

pytestmark = pytest.mark.slow
SEARCH = {"population": 16, "max_generations": 12}


def has_module(name: str) -> bool:
    return name in sys.modules


@pytest.fixture(scope="module")
def searched(make_experiment):
    experiment = make_experiment(
        optimizer=SEARCH, setting={"duration": 1.0}, sturdiness={"finalists": 1}
    )
    short = experiment.search.sturdiness.model_copy(update={"seconds": 3.0})
    return replace(experiment, search=replace(experiment.search, sturdiness=short))


@pytest.fixture(scope="module")
def undisturbed(searched, tmp_path_factory):
    folder = tmp_path_factory.mktemp("threads") / "run"
    optimize(searched, folder, 2, lambda advance: None)
    return folder


def test_a_search_ends_in_the_same_bytes_while_workers_are_killed(
    local_crew, searched, undisturbed, bytes_of, tmp_path
):
    killed = []

    def kill(advance) -> None:
        if advance.what == "generation" and advance.done % 4 == 1:
            number = len(killed) % 3
            killed.append(number)
            # While the next generation is under way, or nearly.
            threading.Timer(0.02, local_crew.kill, [number]).start()

    optimize(searched, tmp_path / "run", local_crew.crew, kill)
    assert len(killed) == 3
    assert bytes_of(tmp_path / "run") == bytes_of(undisturbed)


def test_all_workers_may_die_at_once(
    local_crew, searched, undisturbed, bytes_of, tmp_path
):
    def kill(advance) -> None:
        if advance.what == "generation" and advance.done == 3:
            for number in range(3):
                local_crew.kill(number)

    optimize(searched, tmp_path / "run", local_crew.crew, kill)
    assert bytes_of(tmp_path / "run") == bytes_of(undisturbed)


def test_a_search_that_was_stopped_is_resumed_by_threads(
    local_crew, searched, undisturbed, bytes_of, tmp_path
):
    def stop(advance) -> None:
        if advance.done == 5:
            raise KeyboardInterrupt

    optimize(searched, tmp_path / "run", local_crew.crew, stop)
    resume(tmp_path / "run", 2, lambda advance: None)
    assert bytes_of(tmp_path / "run") == bytes_of(undisturbed)


def test_pushes_depend_on_what_came_of_others(local_crew, searched):
    values = searched.problem.space.initial_values()
    tables = [
        push_table(searched.problem, values, workers=workers, duration=8.0)
        for workers in (local_crew.crew, 1)
    ]
    assert tables[0] == tables[1]
    assert max(tables[0].forces.values()) > 0


def test_a_skill_is_trained_in_parts_elsewhere(local_crew, monkeypatch, tmp_path):
    file = tmp_path / "quick.toml"
    file.write_text(
        'base = "coros2008/walk"\naction = [{ sets = ["state0.torso_pitch"] }]\n'
        "step_lengths = [0.3, 0.5]\nwindow = 2\nsequence = 6\nexamples = 6\n"
    )
    for name, workers in {"far": local_crew.crew, "near": 1}.items():
        TrainingJob(load_plan(str(file))).begin(
            tmp_path / name, workers, lambda advance: None
        )
    for name in (STEPS_FILE, EXPLORED_FILE):
        far, near = tmp_path / "far" / name, tmp_path / "near" / name
        assert far.read_bytes() == near.read_bytes()


def test_whoever_is_refused_gets_no_work(local_crew):
    told: list[str] = []
    executor = DaskExecutor(
        lambda: Client(local_crew.cluster),
        lambda who, own: own_fingerprint().refusal(own, who),
        told.append,
    )
    with closing(executor._client):
        assert executor.count == 0
        assert len(executor.refused) == 3
        assert "No worker is there; waiting until one comes" in told[-1]
        executor.shutdown()


def test_who_is_slow_to_say_who_it_is_keeps_nobody_waiting(local_crew):
    """Two of three answer; of the third nothing is known for a long time."""
    slow, told = threading.Event(), []

    def judge(who, own) -> str:
        if not told:
            told.append(who)
            assert slow.wait(60.0)
        return ""

    executor = DaskExecutor(lambda: Client(local_crew.cluster), judge, told.append)
    with closing(executor._client):
        assert executor.count == 2
        assert executor.submit(abs, -3).result(20.0) == 3
        slow.set()
        deadline = time.monotonic() + 20.0
        while executor.count < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert executor.count == 3
        executor.shutdown()


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        (ModuleNotFoundError("No module named 'gaitsmith'"), "has no gaitsmith that"),
        (Exception('ModuleNotFoundError("No module'), "has no gaitsmith that"),
        (ValueError("bad"), "tcp://w: it cannot work: ValueError: bad"),
    ],
)
def test_a_worker_that_cannot_say_who_it_is_is_refused_in_words(own, reason):
    assert reason in reason_against("tcp://w", own, lambda who, own: "")


def test_a_worker_that_left_is_not_refused():
    left = OSError("Timed out trying to connect")
    assert reason_against("tcp://w", left, lambda who, own: "") is None


def test_plugins_are_loaded_there(local_crew, plugin):
    plugin("TWICE = 2\n")
    here = "gaitsmith_plugin_own_plugin"
    assert list(local_crew.crew.map(has_module, [here] * 4)) == [True] * 4


def test_a_plugin_that_is_not_there_is_named(local_crew, plugin, tmp_path):
    (tmp_path / "absent").mkdir()
    file = tmp_path / "absent" / "absent.py"
    file.write_text("TWICE = 2\n")
    plugin(file)
    file.unlink()
    with pytest.raises(
        InputError, match=r"plug-in 'absent': a worker has none; put it"
    ):
        list(local_crew.crew.map(abs, [-1]))
