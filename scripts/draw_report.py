"""A picture of a report page, as a browser shows it on a wide and a narrow screen.

    python scripts/draw_report.py NAME OUTPUT.png

Needs chromium. The picture has the top of the page, its curves, and a phone beside.
"""

import argparse
import io
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from gaitsmith.report.build import write_report
from gaitsmith.workflows import load_solution

WIDE, NARROW, HEIGHT = 1120, 390, 1060  # pixels of the screens
GAP, SCALE = 24, 0.62
MOMENT = 3.1  # s of the replay
CURVES = "Joint angles"  # the section that the second picture begins with
FLAGS = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")


def shot(browser: Browser, page_file: Path, width: int, section: str) -> Image.Image:
    """The page on a screen of `width`, scrolled to a section; "" for its top."""
    page = browser.new_page(viewport={"width": width, "height": HEIGHT})
    page.goto(page_file.as_uri())
    page.wait_for_function("() => window.gaitsmithPlayer?.ready")
    page.evaluate(f"gaitsmithPlayer.pause(); gaitsmithPlayer.seek({MOMENT})")
    if section:
        page.locator("h2", has_text=section).evaluate(
            "element => window.scrollTo(0, element.getBoundingClientRect().top - 30)"
        )
    page.wait_for_timeout(1500)
    picture = Image.open(io.BytesIO(page.screenshot()))
    page.close()
    return picture.convert("RGB")


def main() -> None:
    """Write the page, look at it, and put the pictures side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("output", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = write_report(load_solution(given.name), Path(folder) / "page.html")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", *FLAGS]
        )
        pictures = [
            shot(browser, page_file, WIDE, ""),
            shot(browser, page_file, WIDE, CURVES),
            shot(browser, page_file, NARROW, CURVES),
        ]
        browser.close()
    width = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
    whole = Image.new("RGB", (width, HEIGHT), (225, 229, 233))
    place = 0
    for picture in pictures:
        whole.paste(picture, (place, 0))
        place += picture.width + GAP
    size = round(SCALE * whole.width), round(SCALE * whole.height)
    small = whole.resize(size, Image.Resampling.LANCZOS)
    small.quantize(256, Image.Quantize.MAXCOVERAGE).save(given.output, optimize=True)


if __name__ == "__main__":
    main()
