"""The live walk over gaps as a visitor meets it: in a real browser."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from gaitsmith.viewer.endless import NARROWEST
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.skill_page import SkillPage
from gaitsmith.viewer.skill_session import SkillSession


@pytest.fixture(scope="module")
def view(skill, visitors) -> Iterator[SimpleNamespace]:
    """A walker that crosses gaps, and a visitor who looks at it."""
    server = PageServer("127.0.0.1", 0, "gaitsmith skill view")
    live = SkillPage(server, SkillSession(skill, width=NARROWEST))
    live.start()
    visitor = visitors(server.url)
    visitor.see("Push now")
    yield SimpleNamespace(
        server=server, session=live.session, visitor=visitor, page=live
    )
    visitor.close()
    live.stop()
    server.stop()


def shown_footprints(server: PageServer, kind: str) -> int:
    """How many of the scene's footprints are visible."""
    handles = [
        server.scene.get_handle_by_name(f"/world/footprint/{kind}/{number}")
        for number in range(24)
    ]
    return sum(handle is not None and handle.visible for handle in handles)


def test_the_page_shows_a_walk_with_its_plan(view, eventually):
    visitor, server = view.visitor, view.server
    for text in ("Gap width", "Planner", "Skill", "real time x", "planning:", "good:"):
        visitor.see(text)
    eventually(lambda: shown_footprints(server, "planned") == 4)
    eventually(lambda: shown_footprints(server, "real") >= 3)
    assert visitor.complaints == []
    port = server.get_port()
    own = (f"http://127.0.0.1:{port}/", f"ws://127.0.0.1:{port}/", "blob:", "data:")
    assert [url for url in visitor.requests if not url.startswith(own)] == []


def test_width_and_planner_are_set_in_the_page(view, eventually):
    session, visitor = view.session, view.visitor
    visitor.enter("Gap width", "0.13")
    eventually(lambda: session.width == pytest.approx(0.13))
    visitor.choose("Planner", "regular")
    eventually(lambda: session.planner == "regular")
    before = session.snapshot().num_pushes
    visitor.press("Push now")
    eventually(lambda: session.snapshot().num_pushes == before + 1)
    # Pushed on few examples, it may have fallen, and who lies cannot be paused.
    visitor.press("Restart")
    eventually(lambda: session.snapshot().moment.time < 1.0)
    visitor.press("Pause")
    visitor.see("paused")
    assert visitor.complaints == []
