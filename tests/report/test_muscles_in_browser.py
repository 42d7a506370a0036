"""Muscles in the moving view: drawn, coloured, and switched off, in a real browser."""

import io
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image

from gaitsmith.report.page import PageContent, PageView, render_page
from gaitsmith.scene.scene import MuscleLine

SOFTWARE_WEBGL = (
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)


@pytest.fixture(scope="module")
def page(launch, make_scene, tmp_path_factory) -> Iterator:
    """A thick muscle beside the body: at rest first, fully active at the end."""
    line = MuscleLine("left_SOL", 0.1, ((0, (0.4, -0.3, 0)), (1, (0.4, -0.3, 0))))
    activations = np.linspace(0.0, 1.0, 41)[:, None]
    scenes = (
        make_scene(muscles=(line,), activations=activations),
        make_scene(label="without"),
    )
    file = tmp_path_factory.mktemp("page") / "muscles.html"
    file.write_text(
        render_page(PageContent("muscles", views=tuple(map(PageView, scenes)))), "utf-8"
    )
    browser = launch(*SOFTWARE_WEBGL)
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    page.wait_for_function("() => window.gaitsmithPlayer?.ready", timeout=60_000)
    page.evaluate("gaitsmithPlayer.pause()")
    yield page
    assert complaints == []
    browser.close()


def picture(page, time: float, scene: int = 0) -> np.ndarray:
    page.evaluate(f"gaitsmithPlayer.seek({time})")
    data = page.locator("canvas").nth(scene).screenshot()
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


def num_red(pixels: np.ndarray) -> int:
    red, green, blue = np.moveaxis(pixels, -1, 0)
    return int(np.sum((red > 100) & (red > 2.5 * green) & (red > 2.0 * blue)))


def test_a_muscle_turns_red_as_it_becomes_active(page):
    assert num_red(picture(page, 0.0)) < 50
    assert num_red(picture(page, 2.0)) > 500
    assert num_red(picture(page, 2.0, scene=1)) < 50


def test_muscles_can_be_switched_off_and_on(page):
    button = page.locator("[data-toggle=muscles]")
    button.click()
    assert button.get_attribute("aria-pressed") == "false"
    assert num_red(picture(page, 2.0)) < 50
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    assert num_red(picture(page, 2.0)) > 500
