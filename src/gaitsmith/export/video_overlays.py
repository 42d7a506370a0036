"""What is drawn into the picture of a video besides the character and the ground.

Distances on the ground, arrows for forces, and a caption; colours and lengths are those
of the page's player.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground import GroundShape
from gaitsmith.scene.ruler import ruler_marks
from gaitsmith.scene.scene import Push, Scene
from gaitsmith.scene.still import font_of

if TYPE_CHECKING:
    from PIL import Image, ImageDraw


_INK, _SOFT_INK = (27, 32, 38), (89, 98, 109)
_RULER = (123, 134, 146)
_FORCE, _PUSH = (18, 134, 74), (194, 47, 85)

_MOST_MARKS = 100

# Fractions of the figure's size.
_RULER_OFFSET = 0.22  # to the right of the way
_TICK = 0.05  # its length
_WEIGHT_ARROW = 0.45  # for the usual load on the ground, about the weight
_LONGEST_ARROW = 0.7
_PUSH_ARROW = 0.45  # for the hardest push
_FORCE_THICKNESS, _PUSH_THICKNESS = 0.008, 0.022


def draw_ruler(
    paper: "Image.Image",
    ground: GroundShape,
    eye: Eye,
    depth: np.ndarray,
    size: float,
    unit: float,
) -> None:
    """Write the distance beside the way, every metre, where the ground can be seen.

    Args:
        paper: What to draw on.
        ground: What the character walks on.
        eye: Whose picture it is.
        depth: (height, width) of what is seen there, towards the viewer [m].
        size: Of the character [m].
        unit: Between two marks [m].
    """
    half_width = eye.width / eye.pixels_per_metre
    x_from, x_to = eye.center[0] - half_width, eye.center[0] + half_width
    y = -_RULER_OFFSET * size
    for mark in ruler_marks(ground, (x_from, x_to), y, unit, _MOST_MARKS):
        start = np.array([mark.x, y, mark.z])
        if not _is_visible(start, eye, depth):
            continue
        end = start - [0, _TICK * size, 0]
        with Layer(paper) as layer:  # one each: what is between them is left alone
            layer.line(eye.pixels(start), eye.pixels(end), _RULER)
            layer.text(eye.pixels(end), mark.text, _RULER)


def _is_visible(point: np.ndarray, eye: Eye, depth: np.ndarray) -> bool:
    """Whether a point on the ground is in the picture, and nothing is before it."""
    column, row = (int(part) for part in eye.pixels(point))
    if not (0 <= row < eye.height and 0 <= column < eye.width):
        return False
    behind = depth[row, column] - 0.05 * eye.distance
    return bool((point - eye.center) @ eye.toward > behind)


class Arrows:
    """The forces of a scene, to one scale for all its frames."""

    def __init__(self, scene: Scene, size: float) -> None:
        """Find the scale.

        Args:
            scene: Whose forces.
            size: Of the character [m].
        """
        self._scene = scene
        self._size = size
        self._pushes = scene.pushes
        hardest = max((np.linalg.norm(push.force) for push in self._pushes), default=0)
        self._push_scale = _PUSH_ARROW * size / hardest if hardest else 0.0
        self._load_scale = _load_scale(scene) * size

    def active_pushes(self, frame: int) -> list[Push]:
        """Pushes that act between this frame and the next."""
        time, step = frame / self._scene.frame_rate, 1 / self._scene.frame_rate
        return [
            push
            for push in self._pushes
            if push.start < time + step and time < push.start + push.duration
        ]

    def draw(self, paper: "Image.Image", eye: Eye, frame: int) -> None:
        """Draw the forces of a frame over a picture."""
        scene, scale = self._scene, self._size * eye.pixels_per_metre
        with Layer(paper) as layer:
            for tail, arrow in self._contacts(frame):
                start, end = eye.pixels(np.stack([tail, tail + arrow]))
                layer.arrow(start, end, _FORCE_THICKNESS * scale, _FORCE)
            for push in self.active_pushes(frame):
                tip = scene.positions[frame, push.body]
                arrow = np.array(push.force) * self._push_scale
                start, end = eye.pixels(np.stack([tip - arrow, tip]))
                layer.arrow(start, end, _PUSH_THICKNESS * scale, _PUSH)

    def _contacts(self, frame: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """Where the ground acts, and arrows for its forces; both world [m]."""
        places, forces = self._scene.contact_positions, self._scene.contact_forces
        if places is None or forces is None:
            return []
        arrows = forces[frame] * self._load_scale
        lengths = np.linalg.norm(arrows, axis=1)
        longest = _LONGEST_ARROW * self._size
        return [
            (place, arrow * min(1.0, longest / length))
            for place, arrow, length in zip(places[frame], arrows, lengths, strict=True)
            if length > 1e-3
        ]


def _load_scale(scene: Scene) -> float:
    """Length of an arrow per force, as a fraction of the figure's size [1/N]."""
    if scene.contact_forces is None:
        return 0.0
    loads = np.linalg.norm(scene.contact_forces, axis=2).sum(axis=1)
    loads = loads[loads > 0]
    # The median, because the blow of a fall is many times as strong.
    return _WEIGHT_ARROW / float(np.median(loads)) if len(loads) else 0.0


def write_caption(
    paper: "Image.Image", name: str, facts: tuple[str, ...], push: str
) -> None:
    """Write who is seen and how it goes into the upper left corner.

    Args:
        paper: What to write on.
        name: First line.
        facts: Below it, each in its own column: numbers must not move about.
        push: Below them, what pushes now; may be empty.
    """
    from PIL import ImageDraw

    pen = ImageDraw.Draw(paper)
    size = round(TEXT_HEIGHT * paper.height)
    left, top = 1.2 * size, 1.1 * size
    pen.text((left, top), name, _INK, font_of(size))
    for column, fact in enumerate(facts):
        place = (left + 3.6 * size * column, top + 1.5 * size)
        pen.text(place, fact, _SOFT_INK, font_of(size))
    pen.text((left, top + 3 * size), push, _PUSH, font_of(size))


TEXT_HEIGHT = 1 / 30
"""Size of lettering [fraction of the picture's height]."""

_THIN = 1 / 270  # width of a line [fraction of the picture's height]
_FINENESS = 2  # drawn this many times larger, then reduced: smooth edges

_NOTHING = (128, 128, 128, 0)

_Color = tuple[int, int, int]


class Layer:
    """A drawing with smooth edges; put on the paper when the block ends."""

    def __init__(self, paper: "Image.Image") -> None:
        self._paper = paper
        self._height = _FINENESS * paper.height
        self._strokes: list[_Stroke] = []

    def __enter__(self) -> "Layer":
        return self

    def __exit__(self, *_: object) -> None:
        from PIL import Image, ImageDraw

        if not self._strokes:
            return
        # Only the part that is drawn on, from the corner of a whole pixel on.
        boxes = np.array([stroke.box for stroke in self._strokes])
        sides = np.array([self._paper.width, self._paper.height])
        left, top = np.clip(boxes[:, :2].min(0) // _FINENESS, 0, sides).astype(int)
        ends = np.clip(boxes[:, 2:].max(0) // _FINENESS + 1, 0, sides).astype(int)
        width, height = (_FINENESS * (ends - (left, top))).tolist()
        if width <= 0 or height <= 0:
            return
        image = Image.new("RGBA", (width, height), _NOTHING)
        pen = ImageDraw.Draw(image)
        for stroke in self._strokes:
            stroke.draw(pen, np.array([_FINENESS * left, _FINENESS * top]))
        drawn = image.reduce(_FINENESS)
        self._paper.paste(drawn, (int(left), int(top)), drawn)

    def line(self, start: np.ndarray, end: np.ndarray, color: _Color) -> None:
        """Draw a thin line between pixels of the paper."""
        ends = np.array([_FINENESS * start, _FINENESS * end])
        width = max(round(_THIN * self._height), 1)
        self._add(
            ends,
            width,
            lambda pen, corner: pen.line(_corners(ends - corner), color, width),
        )

    def text(self, spot: np.ndarray, text: str, color: _Color) -> None:
        """Write small below a pixel of the paper."""
        height = TEXT_HEIGHT * self._height
        place = _FINENESS * spot + (0.0, 0.3 * height)
        font = font_of(round(0.8 * height))
        half = 0.5 * len(text) * height, 0.0
        self._add(
            np.array([place - half, place + half + (0.0, height)]),
            2.0,
            lambda pen, corner: pen.text(
                tuple(place - corner), text, color, font, "mt"
            ),
        )

    def arrow(
        self, start: np.ndarray, end: np.ndarray, thickness: float, color: _Color
    ) -> None:
        """Draw an arrow between pixels of the paper."""
        start, end = _FINENESS * start, _FINENESS * end
        length = float(np.linalg.norm(end - start))
        if length < 1:
            return
        along = (end - start) / length
        across = np.array([-along[1], along[0]])
        # A short arrow is a small one.
        half = min(_FINENESS * thickness / 2, length / 7.5)
        neck = end - 5 * half * along
        outline = np.array(
            [
                start + half * across,
                neck + half * across,
                neck + 2.6 * half * across,
                end,
                neck - 2.6 * half * across,
                neck - half * across,
                start - half * across,
            ]
        )
        self._add(
            outline,
            1,
            lambda pen, corner: pen.polygon(_corners(outline - corner), color),
        )

    def _add(
        self,
        points: np.ndarray,
        room: float,
        draw: "Callable[[ImageDraw.ImageDraw, np.ndarray], None]",
    ) -> None:
        box = np.concatenate([points.min(0) - room, points.max(0) + room])
        if np.all(np.isfinite(box)):
            self._strokes.append(_Stroke(box, draw))


class _Stroke(NamedTuple):
    """Something that is drawn."""

    box: np.ndarray
    """(4,) around it, in finer pixels."""
    draw: "Callable[[ImageDraw.ImageDraw, np.ndarray], None]"
    """With a pen, less the corner of its paper."""


def _corners(points: np.ndarray) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in points]
