"""What can be drawn: solids moving over a ground, frame by frame.

World frame everywhere: x forward, y to the left, z up. Quaternions are w x y z.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gaitsmith.scene.footprint import Footprint
from gaitsmith.scene.ground import GroundShape


@dataclass(frozen=True)
class Shape:
    """One visible solid fixed to a body, in MuJoCo's conventions."""

    body: int
    """Index into the body axis of the scene's arrays."""
    kind: str
    """One of capsule, box, sphere, ellipsoid, cylinder."""
    size: tuple[float, ...]
    """Radius [m], radius and half length [m], or three half extents [m]."""
    position: tuple[float, float, float]
    """Centre [m], in the body frame."""
    orientation: tuple[float, float, float, float]
    """Unit quaternion from the shape frame to the body frame."""
    color: str
    """Written #rrggbb."""


class Push(NamedTuple):
    """A constant force on one body for a while."""

    start: float
    """When it begins [s]."""
    duration: float
    """How long it lasts [s]."""
    force: tuple[float, float, float]
    """Force [N], world frame."""
    body: int
    """Index of the body pushed."""


class MuscleLine(NamedTuple):
    """A muscle as it is drawn: straight from point to point."""

    name: str
    """Such as "left_SOL"."""
    radius: float
    """[m]"""
    points: tuple[tuple[int, tuple[float, float, float]], ...]
    """Index of a body, and a place in its frame [m]; at least two."""


# Compared by identity: element-wise equality of the arrays has no single answer.
@dataclass(frozen=True, eq=False)
class Scene:
    """One recording, ready to be drawn."""

    label: str
    """Short name, such as "before"."""
    caption: str
    """The outcome in one sentence."""
    frame_rate: float
    """Frames per second [Hz]."""
    shapes: tuple[Shape, ...]
    """What is seen."""
    positions: np.ndarray
    """(frames, bodies, 3) [m], world."""
    orientations: np.ndarray
    """(frames, bodies, 4) unit quaternions, body to world."""
    com: np.ndarray
    """(frames, 3) centre of mass [m], world."""
    ground: GroundShape
    """What it moves over."""
    contact_positions: np.ndarray | None = None
    """(frames, points, 3) [m], world."""
    contact_forces: np.ndarray | None = None
    """(frames, points, 3) force on the character [N], world; zero: no contact."""
    pushes: tuple[Push, ...] = ()
    muscles: tuple[MuscleLine, ...] = ()
    """Drawn on the shapes."""
    activations: np.ndarray | None = None
    """(frames, muscles) 0 to 1, of a scene with muscles."""
    footprints: tuple[Footprint, ...] = ()
    """Drawn on the ground, from when on each is to be seen."""

    def __post_init__(self) -> None:
        """Refuse arrays that do not fit together."""
        frames, bodies = self.positions.shape[:2]
        contacts = self.contact_positions
        points = 0 if contacts is None else contacts.shape[1]
        for name, shape in {
            "positions": (frames, bodies, 3),
            "orientations": (frames, bodies, 4),
            "com": (frames, 3),
            "contact_positions": (frames, points, 3),
            "contact_forces": (frames, points, 3),
            "activations": (frames, len(self.muscles)),
        }.items():
            array = getattr(self, name)
            if array is None:
                continue
            if array.shape != shape or not np.all(np.isfinite(array)):
                raise ValueError(
                    f"scene {self.label!r}: {name} must be finite numbers of shape"
                    f" {shape}, got {array.shape}."
                )

    @property
    def duration(self) -> float:
        """Time from the first to the last frame [s]."""
        return (len(self.positions) - 1) / self.frame_rate
