"""Makes the moving picture of the README from a run of the demo.

python docs/make_pictures.py RUN_FOLDER
"""

import sys
from pathlib import Path

from PIL import Image

from gaitsmith.export.video_picture import Camera
from gaitsmith.report.build import show
from gaitsmith.workflows import load_solution, start_of

SECONDS = 5.0
WIDTH = 460  # pixels, of each half
FRAME_RATE = 20.0  # Hz


def frames(label: str, solution) -> list[Image.Image]:
    """Pictures of the first seconds; the last one is held."""
    scene = show(label, solution, SECONDS).scene
    camera = Camera(scene, WIDTH, WIDTH * 9 // 16)
    every = round(scene.frame_rate / FRAME_RATE)
    return [camera.picture(frame) for frame in range(0, len(scene.positions), every)]


def main() -> None:
    """Start and best of the run, side by side."""
    best = load_solution(sys.argv[1])
    halves = [
        frames("before", start_of(best)),
        frames("after", best),
    ]
    count = max(len(half) for half in halves)
    pictures = []
    for index in range(count):
        left, right = (half[min(index, len(half) - 1)] for half in halves)
        both = Image.new("RGB", (2 * WIDTH + 8, left.height), "white")
        both.paste(left, (0, 0))
        both.paste(right, (WIDTH + 8, 0))
        pictures.append(both.quantize(192, dither=Image.Dither.NONE))
    target = Path(__file__).parent / "images" / "demo.gif"
    target.parent.mkdir(exist_ok=True)
    pictures[0].save(
        target,
        save_all=True,
        append_images=pictures[1:],
        duration=round(1000 / FRAME_RATE),
        loop=0,
        optimize=True,
    )
    print(f"{target}: {len(pictures)} pictures, {target.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
