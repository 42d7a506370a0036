"""The page as a reader meets it: opened from disk, in a real browser, offline.

The tests share one browser and one page, because software WebGL is slow to start; each
begins with the player paused at time zero.
"""

import io
import math
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from gaitsmith.report.page import PageContent, PageView, render_page
from gaitsmith.report.sections import Commands, Paragraph, ShellCommand
from gaitsmith.scene.filmstrip import filmstrip_png
from gaitsmith.scene.ground import GroundShape, rectangle
from gaitsmith.scene.scene import Push

HOSTILE = "</script ><script>window.pwned = 1</script><img src=x onerror='pwned = 1'>"
COMMAND = "gaitsmith view 'a & b'"
LONG, SHORT = 2.0, 1.0  # durations of the two scenes [s]

# No GPU is assumed: WebGL is drawn by the browser's own software renderer.
SOFTWARE_WEBGL = (
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)


@pytest.fixture(scope="module")
def page_file(make_scene, tmp_path_factory) -> Path:
    places = np.zeros((41, 1, 3))
    places[:, 0, 0] = np.arange(41) / 20
    long = make_scene(
        duration=LONG,
        contact_positions=places,
        contact_forces=np.tile([0.0, 0.0, 300.0], (41, 1, 1)),
        pushes=(Push(0.5, 0.25, (80.0, 0.0, 0.0), 0),),
    )
    crevasse = rectangle((0.0, 0.9), math.radians(20.0), 0.6, 0.8)
    short = make_scene(
        duration=SHORT,
        label=HOSTILE,
        caption="Fell.",
        ground=GroundShape((-math.inf,), (0.0,), (0.0,), (crevasse,)),
    )
    content = PageContent(
        title=HOSTILE,
        views=(PageView(short, filmstrip_png(short, width=600)), PageView(long)),
        sections=(
            Paragraph(HOSTILE, HOSTILE),
            Commands("Next", (ShellCommand(COMMAND),)),
        ),
    )
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(render_page(content), encoding="utf-8")
    return file


def open_page(context, file: Path) -> SimpleNamespace:
    """The page, with everything that it complains about or asks for."""
    page = context.new_page()
    page.set_default_timeout(15_000)
    opened = SimpleNamespace(page=page, complaints=[], requests=[])
    page.on(
        "console",
        lambda message: (
            opened.complaints.append(message.text)
            if message.type in ("error", "warning")
            else None
        ),
    )
    page.on("pageerror", lambda error: opened.complaints.append(str(error)))
    page.on("request", lambda request: opened.requests.append(request.url))
    page.goto(file.as_uri())
    return opened


@pytest.fixture(scope="module")
def opened(launch, page_file) -> Iterator[SimpleNamespace]:
    browser = launch(*SOFTWARE_WEBGL)
    context = browser.new_context(viewport={"width": 1000, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    result = open_page(context, page_file)
    result.page.wait_for_function("() => window.gaitsmithPlayer?.ready", timeout=60_000)
    yield result
    browser.close()


@pytest.fixture
def page(opened):
    opened.page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
    opened.page.evaluate("gaitsmithPlayer.pause(), gaitsmithPlayer.seek(0)")
    return opened.page


def time(page) -> float:
    return page.evaluate("gaitsmithPlayer.time()")


def is_playing(page) -> bool:
    return page.evaluate("gaitsmithPlayer.isPlaying()")


def body_x(page, scene: int = 1, body: int = 0) -> float:
    return page.evaluate(f"gaitsmithPlayer.bodyPosition({scene}, {body})")[0]


def picture(page, scene: int = 1) -> np.ndarray:
    """What the view of a scene shows."""
    data = page.locator("canvas").nth(scene).screenshot()
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


def changed(first: np.ndarray, second: np.ndarray) -> float:
    """Fraction of pixels that differ clearly."""
    return float((np.abs(first - second).max(axis=-1) > 30).mean())


def test_the_page_opens_without_complaint_and_without_network(opened, page):
    assert opened.complaints == []
    outside = [u for u in opened.requests if not u.startswith(("file:", "data:"))]
    assert outside == []


def test_hostile_names_stay_text(page):
    assert page.evaluate("window.pwned") is None
    assert page.locator("h1").inner_text() == HOSTILE
    assert page.locator(".view strong").first.inner_text() == HOSTILE


def test_it_plays_by_itself_unless_motion_is_unwelcome(launch, page_file, opened):
    browser = launch(*SOFTWARE_WEBGL)
    context = browser.new_context(reduced_motion="reduce")
    calm = open_page(context, page_file).page
    calm.wait_for_function("() => window.gaitsmithPlayer?.ready", timeout=60_000)
    assert not is_playing(calm)
    browser.close()
    opened.page.reload()
    opened.page.wait_for_function("() => window.gaitsmithPlayer?.ready", timeout=60_000)
    assert is_playing(opened.page)


def test_playing_moves_the_body_and_pause_holds_it(page):
    page.evaluate("gaitsmithPlayer.play()")
    page.wait_for_function("() => gaitsmithPlayer.bodyPosition(1, 0)[0] > 0.2")
    page.evaluate("gaitsmithPlayer.pause()")
    page.wait_for_timeout(100)
    held = time(page)
    page.wait_for_timeout(300)
    assert time(page) == held
    assert body_x(page) == pytest.approx(held, abs=1e-5)


def test_seeking_shows_poses_between_frames(page):
    page.evaluate("gaitsmithPlayer.seek(0.525)")
    assert time(page) == pytest.approx(0.525)
    assert body_x(page) == pytest.approx(0.525, abs=1e-5)
    page.evaluate("gaitsmithPlayer.seek(99)")
    assert time(page) == LONG


def test_the_drawing_follows_the_time(page):
    start, again = picture(page), picture(page)
    page.evaluate("gaitsmithPlayer.seek(1.3)")
    assert changed(start, again) == 0
    assert changed(start, picture(page)) > 0.01


def test_a_shorter_scene_holds_its_end_and_says_how_it_ended(page):
    badge = page.locator(".badge").first
    page.evaluate("gaitsmithPlayer.seek(0.9)")
    assert not badge.is_visible()
    page.evaluate("gaitsmithPlayer.seek(1.6)")
    assert badge.is_visible()
    assert badge.inner_text() == "Fell."
    assert body_x(page, scene=0) == pytest.approx(SHORT)
    assert body_x(page, scene=1) == pytest.approx(1.6)
    assert not page.locator(".badge").nth(1).is_visible()


def test_a_crevasse_is_dark(page):
    cleft, whole = (picture(page, scene).max(axis=-1) for scene in (0, 1))
    is_dark = (cleft < 150) & (whole > 190)
    rows, columns = np.nonzero(is_dark)
    assert is_dark.mean() > 0.005
    # Behind the box, in the lower half of the picture.
    assert np.median(rows) > cleft.shape[0] / 2
    assert np.ptp(columns) < cleft.shape[1] / 2


def test_a_push_is_shown_while_it_lasts(page):
    note = page.locator(".push-note").nth(1)
    page.evaluate("gaitsmithPlayer.seek(0.6)")
    assert note.is_visible()
    assert note.inner_text() == "push 80 N"
    page.evaluate("gaitsmithPlayer.seek(0.8)")
    assert not note.is_visible()


def test_the_loop_starts_again_and_can_be_switched_off(page):
    loop = page.get_by_role("button", name="Loop")
    loop.click()
    page.evaluate("gaitsmithPlayer.seek(1.9), gaitsmithPlayer.play()")
    page.wait_for_function("() => !gaitsmithPlayer.isPlaying()")
    assert time(page) == LONG
    loop.click()
    page.evaluate("gaitsmithPlayer.seek(1.9), gaitsmithPlayer.play()")
    page.wait_for_function("() => gaitsmithPlayer.time() < 1")
    assert is_playing(page)


def test_space_plays_and_pauses(page):
    page.keyboard.press("Space")
    assert is_playing(page)
    page.keyboard.press("Space")
    assert not is_playing(page)


def test_arrows_step_by_one_frame(page):
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert time(page) == pytest.approx(0.1)
    page.keyboard.press("ArrowLeft")
    assert time(page) == pytest.approx(0.05)


def test_a_focused_button_keeps_its_own_space_key(page):
    button = page.get_by_role("button", name="Centre of mass")
    button.focus()
    page.keyboard.press("Space")
    assert button.get_attribute("aria-pressed") == "true"
    assert not is_playing(page)
    button.click()


def test_the_scrub_bar_and_the_play_button_work(page):
    bar = page.get_by_role("slider", name="Time")
    box = bar.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert time(page) == pytest.approx(LONG / 2, abs=0.1)
    page.get_by_role("button", name="Play", exact=True).click()
    assert is_playing(page)
    page.get_by_role("button", name="Pause").click()
    assert not is_playing(page)


def test_slow_motion_slows_the_clock(page):
    page.get_by_text("⅛").click()
    page.evaluate("window.began = performance.now(), gaitsmithPlayer.play()")
    page.wait_for_timeout(800)
    ratio = "gaitsmithPlayer.time() / (performance.now() - began) * 1000"
    assert 0 < page.evaluate(ratio) < 0.2
    page.get_by_text("1×").click()


def test_without_following_the_character_leaves_the_view(page):
    follow = page.get_by_role("button", name="Follow")

    def middle(seconds: float) -> float:
        """Column of the orange capsule, as a fraction of the width; it also turns."""
        page.evaluate(f"gaitsmithPlayer.seek({seconds})")
        red, _, blue = np.moveaxis(picture(page), -1, 0)
        return float(np.nonzero(red > blue + 50)[1].mean() / red.shape[1])

    assert abs(middle(0.7) - middle(0.0)) < 0.1
    page.evaluate("gaitsmithPlayer.seek(0)")
    follow.click()
    assert middle(0.7) - middle(0.0) > 0.2
    page.get_by_role("button", name="Reset view").click()
    assert follow.get_attribute("aria-pressed") == "true"
    assert abs(middle(0.7) - middle(0.0)) < 0.1


def test_dragging_one_view_turns_both_and_reset_turns_them_back(page):
    before = [picture(page, scene) for scene in (0, 1)]
    box = page.locator("canvas").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 120, y, steps=4)
    page.mouse.up()
    for scene in (0, 1):
        assert changed(before[scene], picture(page, scene)) > 0.03
    page.get_by_role("button", name="Reset view").click()
    for scene in (0, 1):
        assert changed(before[scene], picture(page, scene)) < 0.01


def test_the_wheel_scrolls_the_page_and_does_not_zoom(page):
    before = picture(page)
    page.locator("canvas").nth(1).hover()
    page.mouse.wheel(0, 60)
    page.wait_for_function("() => scrollY > 0")
    page.evaluate("scrollTo(0, 0)")
    assert changed(before, picture(page)) == 0


@pytest.mark.parametrize("toggle", ["Contact forces", "Centre of mass"])
def test_toggles_change_the_drawing(page, toggle):
    before = picture(page)
    page.get_by_role("button", name=toggle).click()
    assert changed(before, picture(page)) > 0.0005
    page.get_by_role("button", name=toggle).click()
    assert changed(before, picture(page)) == 0


def test_the_drawing_follows_the_color_scheme(page):
    light = picture(page)
    page.emulate_media(color_scheme="dark")
    dark = picture(page)
    page.emulate_media(color_scheme="light")
    assert dark.mean() < light.mean() - 80


def test_views_are_side_by_side_on_a_desk_and_stacked_on_a_phone(page):
    def corners() -> list[tuple[float, float]]:
        boxes = [page.locator("canvas").nth(i).bounding_box() for i in (0, 1)]
        return [(box["x"], box["y"]) for box in boxes]

    (_, top), (_, other_top) = corners()
    assert top == other_top
    page.set_viewport_size({"width": 390, "height": 844})
    (left, _), (other_left, _) = corners()
    width = page.evaluate("document.documentElement.scrollWidth")
    page.set_viewport_size({"width": 1000, "height": 900})
    assert left == other_left
    assert width <= 390  # nothing sticks out sideways


def test_a_command_can_be_copied(page):
    page.get_by_role("button", name="Copy").click()
    page.get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == COMMAND


def test_on_paper_the_filmstrip_takes_the_place_of_the_views(page):
    page.emulate_media(media="print")
    assert not page.locator("canvas").first.is_visible()
    assert not page.locator(".transport").is_visible()
    assert page.locator(".filmstrips img").is_visible()
    page.emulate_media(media="screen")


def test_without_webgl_a_sentence_takes_the_place_of_the_views(launch, page_file):
    browser = launch("--disable-3d-apis")
    opened = open_page(browser.new_context(), page_file)
    opened.page.wait_for_selector(".stage-message", state="visible")
    assert "needs WebGL" in opened.page.locator(".stage-message").inner_text()
    assert not opened.page.locator("canvas").first.is_visible()
    assert opened.page.locator(".filmstrips img").is_visible()
    assert opened.complaints == []
    browser.close()
