"""A real browser."""

import os
import shutil
from collections.abc import Iterator

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Chromium refuses to start its sandbox as root, as people are in containers.
AS_ROOT = ("--no-sandbox",) if getattr(os, "geteuid", lambda: 1)() == 0 else ()


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
