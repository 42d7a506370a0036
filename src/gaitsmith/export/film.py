"""The pictures of a motion, drawn side by side, without display and graphics card."""

import math
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

from gaitsmith.export.motion import Motion
from gaitsmith.export.video_overlays import Arrows, draw_ruler, write_caption
from gaitsmith.scene.camera import calm_path, camera
from gaitsmith.scene.landscape import landscape
from gaitsmith.scene.painting import draw
from gaitsmith.scene.pictured_body import figure_size, solids_of
from gaitsmith.scene.replay import scene_of
from gaitsmith.scene.ruler import ground_unit
from gaitsmith.scene.scene import Scene

if TYPE_CHECKING:
    from PIL import Image

Watcher = Callable[[int, int], None]


class Film:
    """Takes pictures of a motion."""

    def __init__(self, motion: Motion, usual: tuple[int, int], rate: float = 0.0):
        """Find out where to look.

        Args:
            motion: Its name is written into the pictures.
            usual: Width and height of the pictures [pixels], if no others are wanted.
            rate: Pictures per second, between its frames; 0: its frames.
        """
        scene = scene_of(motion.name, motion.character, motion.setting, motion.rollout)
        if rate:
            scene = _resampled(scene, rate)
        self.scene, self.filming = scene, motion.filming
        self.shape = motion.filming.size or usual
        self._size = figure_size(scene)
        self._eye = camera(scene, motion.filming.camera, self._size, self.shape)
        self._arrows = Arrows(scene, self._size)
        steps = np.diff(calm_path(scene)[:, :2], axis=0, prepend=0.0)
        steps[:1] = steps[1:2]  # the first frame has no step that led to it
        self._speed = np.linalg.norm(steps, axis=1) * scene.frame_rate

    def __len__(self) -> int:
        """How many frames there are."""
        return len(self.scene.positions)

    def pictures(
        self, watch: Watcher | None, frames: Sequence[int] | None = None
    ) -> "Iterator[Image.Image]":
        """Pictures of frames, in their order; all are drawn on all cores.

        Args:
            watch: Called after each picture with how many are done, and of how many.
            frames: Which; left out: all.
        """
        numbers = range(len(self)) if frames is None else frames
        # The matrices are too small to share: more threads would only wait.
        with threadpool_limits(1, user_api="blas"):
            drawn = _side_by_side([partial(self.picture, one) for one in numbers])
            for number, picture in enumerate(drawn, start=1):
                yield picture
                if watch is not None:
                    watch(number, len(numbers))

    def picture(self, frame: int) -> "Image.Image":
        """One frame: red, green, blue; also opacity if the background is left out."""
        from PIL import Image

        scene, size, filming = self.scene, self._size, self.filming
        unit, eye = ground_unit(size), self._eye(frame)
        subject = landscape(scene.ground, solids_of(scene, frame), eye, size, unit)
        if filming.is_transparent:
            tops = [face for face in subject.faces if face.kind == "top"]
            subject = replace(subject, faces=tops, haze=None, is_shadow=True)
            return Image.fromarray(draw(subject, eye).pixels)
        pixels, depth = draw(subject, eye)
        image = Image.fromarray(pixels).convert("RGB")
        if filming.is_plain:
            return image
        draw_ruler(image, scene.ground, eye, depth, size, unit)
        self._arrows.draw(image, eye, frame)
        pushes = self._arrows.active_pushes(frame)
        forces = [f"{math.hypot(*push.force):.0f} N" for push in pushes]
        write_caption(
            image,
            scene.label,
            (f"{frame / scene.frame_rate:.1f} s", f"{self._speed[frame]:.2f} m/s"),
            f"push {', '.join(forces)}" if forces else "",
        )
        return image


def _side_by_side(
    tasks: "list[Callable[[], Image.Image]]",
) -> "Iterator[Image.Image]":
    """What tasks give, in their order; some are begun ahead, one a core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    pool = ThreadPoolExecutor(max(cores, 1))
    begun: deque[Future[Image.Image]] = deque()
    try:
        for task in tasks:
            begun.append(pool.submit(task))
            if len(begun) > 2 * cores:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _resampled(scene: Scene, frame_rate: float) -> Scene:
    """The scene at another rate [Hz], between its frames; the last one holds."""
    last = len(scene.positions) - 1
    total = max(round((last + 1) * frame_rate / scene.frame_rate), 1)
    places = np.minimum(np.arange(total) / frame_rate * scene.frame_rate, last)
    before = np.minimum(places.astype(int), max(last - 1, 0))
    after = np.minimum(before + 1, last)

    share = (places - before)[:, None, None]

    def between(array: np.ndarray) -> np.ndarray:
        return (1 - share) * array[before] + share * array[after]

    turns = scene.orientations
    # A quaternion and its negative are the same: take the one that is nearer.
    same = np.sign((turns[before] * turns[after]).sum(axis=-1, keepdims=True))
    orientations = (1 - share) * turns[before] + share * np.where(
        same < 0, -turns[after], turns[after]
    )
    orientations /= np.linalg.norm(orientations, axis=-1, keepdims=True)
    contacts, forces = scene.contact_positions, scene.contact_forces
    return replace(
        scene,
        frame_rate=frame_rate,
        positions=between(scene.positions),
        orientations=orientations,
        com=between(scene.com[:, None])[:, 0],
        contact_positions=None if contacts is None else between(contacts),
        contact_forces=None if forces is None else between(forces),
    )
