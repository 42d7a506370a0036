"""A run as a visitor watches it, in a real browser."""

import math

from gaitsmith.viewer import watch_page
from gaitsmith.viewer.run_reader import RunReader
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.watch_page import WatchPage


def test_a_run_is_watched_and_a_better_gait_comes(
    run, improve, visitors, eventually, monkeypatch
):
    monkeypatch.setattr(watch_page, "LEAST_SHOWN", 0.0)
    server = PageServer("127.0.0.1", 0, "gaitsmith watch")
    watching = WatchPage(server, RunReader(run.path))
    watching.start()
    visitor = visitors(server.url)
    visitor.see("Finished. All generations were used.")
    eventually(
        lambda: visitor.do(lambda page: page.locator(".uplot canvas").count()) == 3
    )
    assert not math.isnan(watching.plots.cost.data[1][-1])
    improve(0.0625, evaluations=12)
    visitor.see("On stage (cost 0.0625)")
    assert watching.plots.terms.names == ("fail", "user", "power")
    assert visitor.complaints == []
    visitor.close()
    watching.stop()
    server.stop()
