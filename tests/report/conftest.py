"""A scene small enough to know by heart, and a real browser.

The scene: a box and a capsule that travel along x.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from gaitsmith.report.scene import Ground, Scene, Shape

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Chromium refuses to start its sandbox as root, as people are in containers.
AS_ROOT = ("--no-sandbox",) if getattr(os, "geteuid", lambda: 1)() == 0 else ()
FRAME_RATE = 20.0
SPEED = 1.0  # [m/s]


def moving_scene(duration: float = 2.0, **changes: Any) -> Scene:
    """Body 0, a box, slides; body 1, a capsule above it, also turns about y."""
    frames = round(duration * FRAME_RATE) + 1
    time = np.arange(frames) / FRAME_RATE
    positions = np.zeros((frames, 2, 3))
    positions[:, :, 0] = SPEED * time[:, None]
    positions[:, 0, 2], positions[:, 1, 2] = 0.2, 0.9
    orientations = np.zeros((frames, 2, 4))
    orientations[:, 0, 0] = 1
    orientations[:, 1, 0], orientations[:, 1, 2] = np.cos(time / 2), np.sin(time / 2)
    upright = (1.0, 0.0, 0.0, 0.0)
    fields: dict[str, Any] = {
        "label": "after",
        "caption": "Went on to the end.",
        "frame_rate": FRAME_RATE,
        "shapes": (
            Shape(0, "box", (0.2, 0.15, 0.2), (0.0, 0.0, 0.0), upright, "#2f6f8f"),
            Shape(1, "capsule", (0.1, 0.4), (0.0, 0.0, 0.0), upright, "#c06030"),
        ),
        "positions": positions,
        "orientations": orientations,
        "com": positions.mean(axis=1),
        "ground": Ground.flat(),
    }
    return Scene(**(fields | changes))


@pytest.fixture(scope="session")
def make_scene() -> Callable[..., Scene]:
    return moving_scene


@pytest.fixture(scope="session")
def launch() -> Iterator:
    """A function that starts the browser with additional arguments."""
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed"
    )
    executable = next(filter(None, map(shutil.which, BROWSERS)), None)
    if executable is None:
        pytest.skip(f"no browser found; looked for {', '.join(BROWSERS)}")
    with sync_api.sync_playwright() as playwright:

        def start(*arguments: str):
            return playwright.chromium.launch(
                executable_path=executable, args=[*AS_ROOT, *arguments]
            )

        yield start
