"""The page of a run without a browser: what is shown, and when it is exchanged."""

from collections.abc import Iterator

import pytest

from gaitsmith.viewer import watch_page
from gaitsmith.viewer.run_reader import RunReader
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.watch_page import PAUSE, Replay, WatchPage, replay_of


class FakeStage:
    """Notes which moments are drawn."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def draw(self, _pose: object, time: float, _pushes: object) -> None:
        self.times.append(time)


@pytest.fixture
def server() -> Iterator[PageServer]:
    started = PageServer("127.0.0.1", 0, "test")
    yield started
    started.stop()


@pytest.fixture(scope="module")
def replay(planar) -> Replay:
    return replay_of(planar)


@pytest.mark.parametrize(
    ("after", "time"), [(0.0, 0.0), (0.21, 0.2), (9.0, None), (-1.0, 0.0)]
)
def test_a_replay_shows_its_frames_holds_at_the_end_and_begins_again(
    replay, after, time
):
    stage = FakeStage()
    duration = replay.scene.duration
    moment = {9.0: duration + PAUSE / 2, -1.0: duration + PAUSE + 1e-6}.get(
        after, after
    )
    replay.draw(stage, replay.began + moment)
    assert stage.times[0] == pytest.approx(duration if time is None else time, abs=0.02)


def test_a_better_gait_takes_the_stage(run, improve, server, eventually, monkeypatch):
    monkeypatch.setattr(watch_page, "LEAST_SHOWN", 0.0)
    monkeypatch.setattr(watch_page, "POLL_RATE", 50.0)
    page = WatchPage(server, RunReader(run.path))
    page.start()
    eventually(lambda: page.replay is not None)
    first = page.replay
    assert page.plots.cost.data[0].tolist() == [1.0, 2.0, 3.0]
    improve(0.125, evaluations=12)
    eventually(lambda: page.replay is not first)
    page.stop()
    assert page.replay.solution.score["total"] == 0.125
    assert page.plots.terms.names == ("fail", "user", "power")
    assert page.plots.terms.data[3][-1] == 0.125


def test_a_folder_that_vanishes_is_told_on_the_page(
    run, server, eventually, monkeypatch
):
    monkeypatch.setattr(watch_page, "POLL_RATE", 50.0)
    page = WatchPage(server, RunReader(run.path))
    page.start()
    run.best_file.write_text("{", encoding="utf-8")
    eventually(lambda: "not valid JSON" in page.text)
    page.stop()


def test_before_the_first_generation_the_page_waits(run, server):
    run.best_file.unlink()
    run.progress_file.unlink()
    page = WatchPage(server, RunReader(run.path))
    assert "Waiting for the first generation" in page.text
    assert page.replay is None
