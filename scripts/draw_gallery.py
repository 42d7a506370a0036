"""Draw walkers of the gallery, one strip below the other.

python scripts/draw_gallery.py OUTPUT.png NAME [NAME ...] [--start S]
"""

import argparse
import io
from dataclasses import replace
from pathlib import Path

from PIL import Image

from gaitsmith.report.filmstrip import filmstrip_png
from gaitsmith.report.replay import scene_of
from gaitsmith.simulation.recording import Recording
from gaitsmith.workflows import load_solution, simulate, with_setting

SPAN = 1.1  # s, about one stride
WIDTH, MOMENTS = 1600, 9  # pixels, figures


def strip(name: str, start: float) -> Image.Image:
    """One stride of a gallery solution, from `start` [s] on."""
    solution = with_setting(load_solution(name), duration=start + SPAN)
    rollout = simulate(solution, frame_rate=100.0).rollout
    assert rollout.recording is not None
    is_late = rollout.recording.time >= start
    arrays = rollout.recording.arrays()
    late = Recording(**{key: array[is_late] for key, array in arrays.items()})
    problem = solution.experiment.problem
    scene = scene_of(
        name, problem.character, problem.setting, replace(rollout, recording=late)
    )
    picture = Image.open(
        io.BytesIO(filmstrip_png(scene, moments=MOMENTS, width=WIDTH))
    ).convert("RGBA")
    paper = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(paper, picture)


def main() -> None:
    """Draw and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--start", type=float, default=5.0, help="s; settled by then")
    given = parser.parse_args()
    strips = [strip(name, given.start) for name in given.names]
    height = sum(one.height for one in strips)
    sheet = Image.new("RGB", (WIDTH, height), "white")
    top = 0
    for one in strips:
        sheet.paste(one.convert("RGB"), (0, top))
        top += one.height
    sheet.quantize(128).save(given.output, optimize=True)


if __name__ == "__main__":
    main()
