"""Draw walkers of the gallery, one strip below the other.

python scripts/draw_gallery.py OUTPUT.png NAME [NAME ...] [--start S] [--period]
"""

import argparse
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from gaitsmith.gait.events import events_of
from gaitsmith.runs.solution import Solution
from gaitsmith.scene.filmstrip import filmstrip_png
from gaitsmith.scene.replay import scene_of
from gaitsmith.scene.still import write_text
from gaitsmith.simulation.recording import Recording
from gaitsmith.workflows import load_solution, simulate, with_setting

SPAN = 1.1  # s, about one stride
WIDTH, MOMENTS = 1600, 9  # pixels, figures
PERIOD_MOMENTS = 13  # figures of a period, first and last in the same phase
FRAME_RATE = 200.0  # Hz
TEXT = 20  # pixels
FEET = {(True, True): "L R", (True, False): "L", (False, True): "R"}


def strip(name: str, start: float) -> Image.Image:
    """One stride of a gallery solution, from `start` [s] on."""
    solution = load_solution(name)
    recording = recorded(solution, start + SPAN)
    return drawn(name, solution, since(recording, start), MOMENTS)


def period_strip(name: str, start: float) -> Image.Image:
    """One period of a gallery solution, the first whole one from `start` [s] on.

    Below each figure: which feet stand, L and R, or that it is in the air.
    """
    solution = load_solution(name)
    period = solution.values["period"]
    start = np.ceil(start / period) * period
    recording = recorded(solution, start + 2.0 * period)
    left, right = events_of(solution.problem.character, recording).feet
    first = int(np.searchsorted(recording.time, start - 1e-9))
    shown = first + np.linspace(0.0, period * FRAME_RATE, PERIOD_MOMENTS).round()
    cut = Recording(
        **{
            key: array[first : int(shown[-1]) + 1]
            for key, array in recording.arrays().items()
        }
    )
    picture = drawn(name, solution, cut, PERIOD_MOMENTS)
    sheet = Image.new("RGBA", (WIDTH, picture.height + 2 * TEXT), "white")
    sheet.paste(picture, (0, 0))
    for moment, frame in enumerate(shown.astype(int)):
        standing = bool(left.is_standing[frame]), bool(right.is_standing[frame])
        middle = (moment + 0.5) * WIDTH / PERIOD_MOMENTS
        words = FEET.get(standing, "in the air")
        write_text(ImageDraw.Draw(sheet), (middle, picture.height), words, TEXT, "mt")
    return sheet


def recorded(solution: Solution, duration: float) -> Recording:
    """What happens in so many seconds."""
    recording = simulate(
        with_setting(solution, duration=duration), frame_rate=FRAME_RATE
    ).rollout.recording
    assert recording is not None
    return recording


def since(recording: Recording, start: float) -> Recording:
    """What was recorded from `start` [s] on."""
    is_late = recording.time >= start
    return Recording(
        **{key: array[is_late] for key, array in recording.arrays().items()}
    )


def drawn(
    name: str, solution: Solution, recording: Recording, moments: int
) -> Image.Image:
    """A strip of so many figures, on white."""
    problem = solution.problem
    rollout = replace(simulate(solution).rollout, recording=recording)
    scene = scene_of(name, problem.character, problem.setting, rollout)
    picture = Image.open(
        io.BytesIO(filmstrip_png(scene, moments=moments, width=WIDTH))
    ).convert("RGBA")
    paper = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(paper, picture)


def main() -> None:
    """Draw and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--start", type=float, default=5.0, help="s; settled by then")
    parser.add_argument(
        "--period",
        action="store_true",
        help="one period of gaits that have one, and which feet stand",
    )
    given = parser.parse_args()
    draw = period_strip if given.period else strip
    strips = [draw(name, given.start) for name in given.names]
    height = sum(one.height for one in strips)
    sheet = Image.new("RGB", (WIDTH, height), "white")
    top = 0
    for one in strips:
        sheet.paste(one.convert("RGB"), (0, top))
        top += one.height
    sheet.quantize(128).save(given.output, optimize=True)


if __name__ == "__main__":
    main()
