"""The page of a crossing: footprints, filmstrip, plots; on stones that are easy."""

import io
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from gaitsmith.characters.character import load_character
from gaitsmith.papers.yin2007.simbicon_controller import SimbiconController
from gaitsmith.planning import crossing as crossing_module
from gaitsmith.planning.action import ActionPart, action_space
from gaitsmith.planning.course import Course
from gaitsmith.planning.crossing import LEAD_STEPS, CourseRunner, Crossing, cross
from gaitsmith.planning.plan import Plan, PlannerSettings
from gaitsmith.planning.walker import Walker
from gaitsmith.report.crossing_page import write_crossing_page, write_picture
from gaitsmith.report.player_data import player_json
from gaitsmith.scene.colors import uncertainty_color
from gaitsmith.scene.crossing_scene import crossing_scene
from gaitsmith.scene.crossing_strip import crossing_strip_png
from gaitsmith.scene.footprint import Footprint
from gaitsmith.scene.replay import FRAME_RATE
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting

SOFTWARE_WEBGL = (
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)
STONES = (0.34, 0.34, 0.34, 0.34)
COMMAND = "gaitsmith skill cross walk --terrain 'stones:count=4'"


def travelled(course: Course, is_found: bool = True) -> tuple[CourseRunner, Crossing]:
    """The base gait over a course; every plan expects steps of 0.3 m."""
    controller = SimbiconController(load_character("planar_long_foot"), "walk")
    parts = (ActionPart(sets=("state0.torso_pitch",)),)
    values = controller.space.initial_values()
    space = action_space(parts, controller.space, values, "action")
    setting = Setting(duration=20.0, rate=1000.0, terrain=course.terrain)
    walker = Walker(controller.character, controller, space, setting)

    def no_search(here, _settings):
        place, number = here.strike.place, here.number
        heels = (place + 0.3, place + 0.6)
        return Plan(space.base, heels, (0.05 * (number + 1), 0.3), 0.0, is_found, 10)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crossing_module, "plan", no_search)
        runner = CourseRunner(walker, None, course, PlannerSettings(), 0.34)
        crossing = cross(runner, frame_rate=FRAME_RATE)
    return runner, crossing


@pytest.fixture(scope="module")
def stones() -> tuple[CourseRunner, Crossing]:
    return travelled(Course(stones=STONES))


@pytest.fixture(scope="module")
def gap() -> tuple[CourseRunner, Crossing]:
    """Falls into a gap that the plans do not know."""
    return travelled(Course(gaps=((1.9, 2.9),)), is_found=False)


@pytest.fixture(scope="module")
def page_file(stones, tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("crossing") / "page.html"
    write_crossing_page(file, "walk: stones", *stones, command=COMMAND)
    return file


def prints_of(travel: tuple[CourseRunner, Crossing], kind: str) -> list[Footprint]:
    return [
        one for one in crossing_scene("walk", *travel).footprints if one.kind == kind
    ]


def test_each_step_leaves_a_footprint_where_and_when_it_struck(stones):
    steps, prints = stones[1].steps, prints_of(stones, "real")
    assert len(prints) == len(steps) == LEAD_STEPS + len(STONES)
    for step, one in zip(steps[:-1], prints, strict=False):
        assert one.place[:2] == pytest.approx(step.footfall.heel[:2])
        assert one.place[2] == 0.0
        assert one.start == step.footfall.time
        assert one.end == np.inf


def test_what_strikes_after_the_last_frame_appears_with_it(stones):
    scene = crossing_scene("walk", *stones)
    assert max(one.start for one in scene.footprints) <= scene.duration


def test_a_planned_step_appears_when_its_plan_is_made(stones):
    steps, prints = stones[1].steps, prints_of(stones, "planned")
    assert len(prints) == len(STONES)
    for (before, after), one in zip(
        pairwise(steps[LEAD_STEPS - 1 :]), prints, strict=True
    ):
        assert one.start == before.footfall.time
        assert one.place[0] == pytest.approx(before.footfall.heel[0] + 0.3)
        assert one.place[1] == pytest.approx(after.footfall.heel[1])


def test_the_step_after_it_is_shown_until_the_next_plan(stones):
    steps, prints = stones[1].steps, prints_of(stones, "expected")
    assert len(prints) == len(STONES)
    before, after = steps[LEAD_STEPS - 1 : LEAD_STEPS + 1]
    assert (prints[0].start, prints[0].end) == (
        before.footfall.time,
        after.footfall.time,
    )
    assert prints[0].place[0] == pytest.approx(before.footfall.heel[0] + 0.6)
    assert prints[0].place[1] == pytest.approx(before.footfall.heel[1])


def test_planned_footprints_have_the_color_of_their_uncertainty(stones):
    limit = stones[0].settings.most_uncertain
    colors = [one.color for one in prints_of(stones, "planned")]
    assert colors == [uncertainty_color(0.05 * n, limit) for n in (1, 2, 3, 4)]
    assert len(set(colors)) == len(colors)
    assert uncertainty_color(9.0, limit) == uncertainty_color(limit, limit)


def test_stones_are_shown_where_they_are(stones):
    places = [one.place[0] for one in prints_of(stones, "stone")]
    lead = stones[1].steps[LEAD_STEPS - 1].footfall.ahead
    assert places == pytest.approx(lead + np.cumsum(STONES))


def test_a_step_far_from_its_stone_is_a_miss():
    travel = travelled(Course(stones=(0.6, 0.34)))
    assert prints_of(travel, "missed")
    assert (
        not prints_of(travel, "missed")[0].color == prints_of(travel, "real")[0].color
    )


def test_the_plan_of_a_step_that_never_landed_is_shown(gap):
    runner, crossing = gap
    assert crossing.outcome is Outcome.FELL
    last = crossing.steps[-1].footfall
    final = prints_of(gap, "planned")[-1]
    assert final.start == last.time
    assert final.place[0] == pytest.approx(last.ahead + 0.3)
    assert final.place[2] == 0.0
    assert runner.unfinished is not None


def test_a_heading_turns_the_places():
    from gaitsmith.scene.crossing_scene import world_place

    x, y = world_place(ahead=2.0, left=1.0, heading=np.pi / 2)
    assert (x, y) == pytest.approx((-1.0, 2.0))


def test_footprints_are_in_the_players_data(stones):
    text = player_json((crossing_scene("walk", *stones),))
    assert '"kind":"planned"' in text
    assert '"end":null' in text


def test_the_page_has_its_parts(page_file):
    text = page_file.read_text(encoding="utf-8")
    titles = re.findall(r"<h2[^>]*>(.*?)</h2>", text)
    assert titles == ["The crossing", "Step by step", "Steps", "Reproduce it"]
    for word in ("Placement error", "Uncertainty", "Planning time", "real-time factor"):
        assert word in text
    assert "Crossed it after 10 steps" in text
    assert "stones:count=4" in text
    assert text.count("data:image/png;base64,") == 1


def test_the_page_of_a_way_without_plans_has_a_map_and_no_plots(tmp_path):
    travel = travelled(Course(gaps=((30.0, 30.2),), waypoints=((1.0, 0.0),)))
    write_crossing_page(tmp_path / "page.html", "walk", *travel)
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Step by step" not in text
    assert "Seen from above" in text


def test_the_strip_is_a_picture_of_both_outcomes(stones, gap):
    for travel in (stones, gap):
        picture = Image.open(io.BytesIO(crossing_strip_png(*travel)))
        assert picture.format == "PNG"
        assert picture.width == 1600
        assert (np.asarray(picture)[..., 3] > 0).mean() > 0.1


def test_the_picture_is_written_alone(stones, tmp_path):
    write_picture(tmp_path / "strip.png", *stones)
    assert (tmp_path / "strip.png").read_bytes().startswith(b"\x89PNG")
    assert [file.name for file in tmp_path.iterdir()] == ["strip.png"]


def test_a_long_way_is_cut_into_rows(stones):
    long = travelled(Course(gaps=((60.0, 60.2),), waypoints=((14.0, 0.0),)))
    short, tall = (
        Image.open(io.BytesIO(crossing_strip_png(*travel))) for travel in (stones, long)
    )
    assert tall.height > 1.5 * short.height


def test_the_page_opens_and_plays_without_complaint(launch, page_file):
    browser = launch(*SOFTWARE_WEBGL)
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    complaints: list[str] = []
    page.on(
        "console",
        lambda message: (
            complaints.append(message.text)
            if message.type in ("error", "warning")
            else None
        ),
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(page_file.as_uri())
    page.wait_for_function("() => window.gaitsmithPlayer?.ready", timeout=60_000)

    def shown(seconds: float) -> list[str]:
        page.evaluate(f"gaitsmithPlayer.pause(), gaitsmithPlayer.seek({seconds})")
        return page.evaluate("gaitsmithPlayer.footprints(0)")

    assert shown(0.0) == ["stone"] * len(STONES)
    late = shown(99.0)
    assert late.count("real") == LEAD_STEPS + len(STONES)
    assert late.count("planned") == len(STONES)
    picture = page.locator("canvas").screenshot()
    page.get_by_role("button", name="Footfalls").click()
    assert page.locator("canvas").screenshot() != picture
    page.evaluate("gaitsmithPlayer.seek(0), gaitsmithPlayer.play()")
    page.wait_for_function("() => gaitsmithPlayer.time() > 0.2")
    assert complaints == []
    browser.close()
