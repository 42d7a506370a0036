"""The live view as a visitor meets it: in a real browser, with a real click.

Software WebGL is slow, and slower while something moves: pictures are taken of a walk
that is paused, and everything else waits for a condition, however long it takes.
"""

import io
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from gaitsmith.simulation.outcome import Outcome
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.view_page import ViewPage


@pytest.fixture(scope="module")
def view(stocky, visitors) -> Iterator[SimpleNamespace]:
    """A walker that walks, and a visitor who looks at it."""
    server = PageServer("127.0.0.1", 0, "gaitsmith view")
    live = ViewPage(server, stocky)
    live.start()
    visitor = visitors(server.url)
    visitor.see("Push now")
    yield SimpleNamespace(server=server, session=live.session, visitor=visitor)
    visitor.close()
    live.stop()
    server.stop()


@pytest.fixture
def walk(view, eventually) -> SimpleNamespace:
    """The same at the beginning of a walk."""
    view.session.reset()
    eventually(lambda: view.session.snapshot().moment.time < 1.0)
    return view


def hold(walk: SimpleNamespace, eventually, time: float) -> None:
    """Pause when the walk has come so far [s]; wait until the page says so."""
    eventually(lambda: walk.session.snapshot().moment.time >= time)
    walk.session.set_paused(True)
    walk.visitor.see("paused")


def picture(visitor) -> np.ndarray:
    """What is seen beside the controls."""
    area = {"x": 0, "y": 150, "width": 400, "height": 410}
    data = visitor.do(lambda page: page.screenshot(clip=area))
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


def changed(first: np.ndarray, second: np.ndarray) -> float:
    """Fraction of pixels that differ clearly."""
    return float((np.abs(first - second).max(axis=-1) > 30).mean())


def settled_picture(visitor) -> np.ndarray:
    """The picture of a paused walk, once the browser has caught up."""
    before = picture(visitor)
    while changed(before, after := picture(visitor)) > 0:
        before = after
    return before


def test_the_page_opens_without_errors_and_asks_nobody_else(walk, eventually):
    hold(walk, eventually, 0.5)
    assert walk.visitor.complaints == []
    port = walk.server.get_port()
    own = (f"http://127.0.0.1:{port}/", f"ws://127.0.0.1:{port}/", "blob:", "data:")
    assert [url for url in walk.visitor.requests if not url.startswith(own)] == []


def test_the_walker_is_seen_to_move(walk, eventually):
    hold(walk, eventually, 0.5)
    first = settled_picture(walk.visitor)
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 500  # not an empty page
    walk.session.set_paused(False)
    hold(walk, eventually, 1.8)
    assert changed(first, settled_picture(walk.visitor)) > 0.02


def test_the_push_button_pushes_the_walker(walk, eventually):
    session = walk.session
    hold(walk, eventually, 2.5)
    start, before = session.snapshot().moment.time, session.snapshot().num_pushes
    walk.visitor.press("Push now")
    eventually(lambda: session.snapshot().num_pushes == before + 1)
    walk.visitor.press("Go on")
    hold(walk, eventually, start + 0.6)
    times, path = session.history.angles("hip").time, session.history.path()
    speed = np.diff(path[:, 0]) / np.diff(times)
    is_after = times[1:] > start
    assert speed[is_after].max() > speed[~is_after].max() + 0.2
    walk.visitor.see(f"pushes: {before + 1}")


def test_slope_and_friction_are_set_and_reset_in_the_page(walk, eventually):
    session, visitor = walk.session, walk.visitor
    visitor.enter("Slope", "4")
    eventually(lambda: session.snapshot().setting.terrain.segments)
    assert session.snapshot().setting.terrain.segments[-1].slope == 4.0
    visitor.choose("Friction", "0.5")
    eventually(lambda: session.snapshot().setting.friction == 0.5)
    visitor.press("Reset")
    eventually(lambda: session.snapshot().setting.friction != 0.5)
    assert session.snapshot().setting.terrain.segments == ()


def test_a_fall_is_told(walk, eventually):
    walk.session.set_restarting(False)
    walk.session.push(1.0, 0.0, 800.0)
    eventually(lambda: walk.session.snapshot().outcome is Outcome.FELL)
    walk.visitor.see("fell after")
    walk.session.set_restarting(True)
    eventually(lambda: walk.session.snapshot().outcome is Outcome.RUNNING)


def test_another_walker_is_chosen_in_the_page(walk, eventually):
    walk.visitor.choose("Walker", "wang2009/short")
    eventually(lambda: walk.session.snapshot().name == "wang2009/short")
    walk.visitor.see("wang2009/short")
    assert walk.session.snapshot().message == ""
    assert walk.visitor.complaints == []
