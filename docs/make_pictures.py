"""Makes the pictures of the README and the students' tutorial from a run of the demo.

python docs/make_pictures.py RUN_FOLDER
"""

import io
import sys
from pathlib import Path

from PIL import Image

from gaitsmith.export.video import Camera
from gaitsmith.report.build import show
from gaitsmith.runs.solution import Solution
from gaitsmith.scene.filmstrip import filmstrip_png
from gaitsmith.workflows import load_solution, start_of, with_changes

IMAGES = Path(__file__).parent / "images"
SECONDS = 4.0
WIDTH = 440  # pixels, of each half
FRAME_RATE = 15.0  # Hz
COLORS = 64
STRIP_WIDTH = 1200  # pixels


def frames(label: str, solution: Solution) -> list[Image.Image]:
    """Pictures of the first seconds; the last one is held."""
    scene = show(label, solution, SECONDS).scene
    camera = Camera(scene, WIDTH, WIDTH * 9 // 16)
    every = round(scene.frame_rate / FRAME_RATE)
    return [camera.picture(frame) for frame in range(0, len(scene.positions), every)]


def moving(start: Solution, best: Solution) -> None:
    """Start and best of the run, side by side."""
    halves = [frames("before", start), frames("after", best)]
    count = max(len(half) for half in halves)
    pictures = []
    for index in range(count):
        left, right = (half[min(index, len(half) - 1)] for half in halves)
        both = Image.new("RGB", (2 * WIDTH + 8, left.height), "white")
        both.paste(left, (0, 0))
        both.paste(right, (WIDTH + 8, 0))
        pictures.append(both.quantize(COLORS, dither=Image.Dither.NONE))
    target = IMAGES / "demo.gif"
    pictures[0].save(
        target,
        save_all=True,
        append_images=pictures[1:],
        duration=round(1000 / FRAME_RATE),
        loop=0,
        optimize=True,
    )
    print(f"{target}: {len(pictures)} pictures, {target.stat().st_size / 1e6:.2f} MB")


def strip(name: str, solution: Solution, seconds: float) -> None:
    """Its first seconds in eight poses."""
    png = filmstrip_png(
        show(name, solution, seconds).scene, seconds=seconds, width=STRIP_WIDTH
    )
    Image.open(io.BytesIO(png)).quantize(COLORS).save(IMAGES / f"{name}.png")


def main() -> None:
    """All of them."""
    best = load_solution(sys.argv[1])
    start = start_of(best)
    moving(start, best)
    strip("student_start", start, 1.6)
    off = with_changes(
        load_solution("wang2012/nwalk"), ["parameters.coronal.velocity=0.0"]
    )
    strip("student_gain_off", off, 1.75)
    strip("student_found", best, 4.0)


if __name__ == "__main__":
    main()
