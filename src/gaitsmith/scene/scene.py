"""What can be drawn: solids moving over a ground, frame by frame.

World frame everywhere: x forward, y to the left, z up. Quaternions are w x y z.
"""

import math
import re
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gaitsmith.scene.footprint import Footprint
from gaitsmith.scene.ground import Ground, require

# How many numbers a solid of each kind needs; the same as MuJoCo's geom sizes.
_NUM_SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3}

_UNIT_TOLERANCE = 1e-3
"""How far a quaternion's length may be from one; float32 recordings need some."""


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

    def __post_init__(self) -> None:
        """Refuse what could not be drawn."""
        require(
            self.kind in _NUM_SIZES,
            f"shape kind {self.kind!r} is unknown. Known kinds: "
            f"{', '.join(sorted(_NUM_SIZES))}.",
        )
        needed = _NUM_SIZES[self.kind]
        require(
            len(self.size) == needed,
            f"a {self.kind} needs {needed} size(s), got {len(self.size)}.",
        )
        require(
            all(math.isfinite(s) and s > 0 for s in self.size),
            f"sizes of a {self.kind} must be positive, got {self.size}.",
        )
        require(
            len(self.position) == 3 and all(map(math.isfinite, self.position)),
            f"a shape's position must be three finite numbers, got {self.position}.",
        )
        require(
            len(self.orientation) == 4
            and abs(math.hypot(*self.orientation) - 1) < _UNIT_TOLERANCE,
            "a shape's orientation must be a unit quaternion w x y z, "
            f"got {self.orientation}.",
        )
        require(
            re.fullmatch(r"#[0-9a-fA-F]{6}", self.color) is not None,
            f"a shape's color must be written #rrggbb, got {self.color!r}.",
        )


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
    ground: Ground
    """What it moves over."""
    contact_positions: np.ndarray | None = None
    """(frames, points, 3) [m], world."""
    contact_forces: np.ndarray | None = None
    """(frames, points, 3) force on the character [N], world; zero: no contact."""
    pushes: tuple[Push | tuple[float, float, tuple[float, float, float], int], ...] = ()
    """Pushes as `Push`, or as plain tuples in its order."""
    muscles: tuple[MuscleLine, ...] = ()
    """Drawn on the shapes."""
    activations: np.ndarray | None = None
    """(frames, muscles) 0 to 1, of a scene with muscles."""
    footprints: tuple[Footprint, ...] = ()
    """Drawn on the ground, from when on each is to be seen."""

    def __post_init__(self) -> None:
        """Refuse arrays that do not fit together."""
        who = f"scene {self.label!r}"
        require(
            math.isfinite(self.frame_rate) and self.frame_rate > 0,
            f"{who}: frame_rate must be positive, got {self.frame_rate}.",
        )
        require(
            self.positions.ndim == 3 and self.positions.shape[0] > 0,
            f"{who}: positions must have shape (frames, bodies, 3) with at least one "
            f"frame, got {self.positions.shape}.",
        )
        frames, bodies = self.positions.shape[:2]
        self._check_array("positions", self.positions, (frames, bodies, 3))
        self._check_array("orientations", self.orientations, (frames, bodies, 4))
        self._check_array("com", self.com, (frames, 3))
        lengths = np.linalg.norm(self.orientations, axis=-1)
        require(
            bool(np.all(np.abs(lengths - 1) < _UNIT_TOLERANCE)),
            f"{who}: orientations must be unit quaternions.",
        )
        self._check_contacts(who, frames)
        self._check_muscles(who, frames, bodies)
        require(len(self.shapes) > 0, f"{who}: there is no shape to draw.")
        for shape in self.shapes:
            require(
                0 <= shape.body < bodies,
                f"{who}: a shape names body {shape.body}; there are {bodies} bodies.",
            )
        for push in map(Push._make, self.pushes):
            require(
                0 <= push.body < bodies,
                f"{who}: a push names body {push.body}; there are {bodies} bodies.",
            )
            require(
                all(map(math.isfinite, (push.start, push.duration, *push.force)))
                and len(push.force) == 3
                and push.duration >= 0,
                f"{who}: a push needs a start, a duration of at least zero and three "
                f"force components, got {tuple(push)}.",
            )

    def _check_contacts(self, who: str, frames: int) -> None:
        positions, forces = self.contact_positions, self.contact_forces
        if positions is None and forces is None:
            return
        if positions is None or forces is None:
            raise ValueError(
                f"{who}: give contact_positions and contact_forces together."
            )
        require(
            positions.ndim == 3,
            f"{who}: contact_positions must have shape (frames, points, 3), "
            f"got {positions.shape}.",
        )
        expected = (frames, positions.shape[1], 3)
        self._check_array("contact_positions", positions, expected)
        self._check_array("contact_forces", forces, expected)

    def _check_muscles(self, who: str, frames: int, bodies: int) -> None:
        if self.activations is None:
            require(not self.muscles, f"{who}: muscles need activations.")
            return
        expected = (frames, len(self.muscles))
        self._check_array("activations", self.activations, expected)
        for line in self.muscles:
            require(
                len(line.points) > 1
                and line.radius > 0
                and all(0 <= body < bodies for body, _ in line.points),
                f"{who}: muscle {line.name} needs a radius above zero and at least two"
                f" points on the {bodies} bodies.",
            )

    def _check_array(
        self, name: str, array: np.ndarray, expected: tuple[int, ...]
    ) -> None:
        require(
            array.shape == expected,
            f"scene {self.label!r}: {name} must have shape {expected}, "
            f"got {array.shape}.",
        )
        require(
            bool(np.all(np.isfinite(array))),
            f"scene {self.label!r}: {name} must be finite numbers.",
        )

    @property
    def duration(self) -> float:
        """Time from the first to the last frame [s]."""
        return (len(self.positions) - 1) / self.frame_rate
