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


HOSTILE = "<img src=x onerror='pwned=1'><script>pwned=1</script>[a](javascript:pwned=1)"


def test_what_a_run_calls_things_stays_text(run, visitors, eventually):
    """Names of experiments and terms may be a stranger's."""
    experiment = run.experiment_file.read_text("utf-8")
    assert 'name = "tiny"' in experiment
    named = experiment.replace('name = "tiny"', f'name = "{HOSTILE}"', 1)
    run.experiment_file.write_text(named, encoding="utf-8")
    terms = run.terms_file.read_text("utf-8").replace("power", HOSTILE, 1)
    run.terms_file.write_text(terms, encoding="utf-8")
    server = PageServer("127.0.0.1", 0, "gaitsmith watch")
    watching = WatchPage(server, RunReader(run.path))
    visitor = visitors(server.url)
    visitor.see(HOSTILE)
    eventually(
        lambda: visitor.do(lambda page: page.locator(".uplot canvas").count()) == 3
    )
    assert watching.plots.terms.names[-1] == HOSTILE
    foreign = "document.querySelectorAll('img[src=x], [href^=javascript]').length"
    assert visitor.do(lambda page: page.evaluate(foreign)) == 0
    assert visitor.do(lambda page: page.evaluate("window.pwned")) is None
    visitor.close()
    server.stop()
