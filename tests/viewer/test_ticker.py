import logging
import threading

from gaitsmith.viewer.ticker import Ticker


def test_work_is_done_again_and_again_until_it_is_stopped(eventually):
    done: list[int] = []
    ticker = Ticker(1000.0, lambda: done.append(1), lambda _: None, "worker")
    ticker.start()
    eventually(lambda: len(done) > 5)
    ticker.stop()
    count = len(done)
    assert "worker" not in [thread.name for thread in threading.enumerate()]
    assert len(done) == count


def test_an_error_is_told_and_logged_once_and_work_goes_on(eventually, caplog):
    told: list[Exception] = []

    def fail() -> None:
        raise RuntimeError("no more paper")

    ticker = Ticker(1000.0, fail, told.append, "worker")
    with caplog.at_level(logging.ERROR, logger="gaitsmith.viewer"):
        ticker.start()
        eventually(lambda: len(told) > 5)
        ticker.stop()
    assert str(told[0]) == "no more paper"
    assert [record.getMessage() for record in caplog.records] == [
        "worker: no more paper"
    ]
    assert caplog.records[0].exc_info is not None
