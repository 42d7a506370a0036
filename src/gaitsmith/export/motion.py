"""What is exported: a character, how it moved, and how it is put on a skeleton."""

from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.records import Floats
from gaitsmith.scene.camera import COMPANION
from gaitsmith.simulation.recording import Recording
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting


class RootTravel(Enum):
    """What carries the way that was walked."""

    WORLD = "world"
    """The hips; the root bone stays where the simulation began."""
    IN_PLACE = "in place"
    """Nothing: the character walks on the spot."""
    ROOT = "root motion"
    """The root bone, on the ground, smoothly."""


@dataclass(frozen=True)
class Staging:
    """How animation programs want a motion."""

    skeleton: str = "gaitsmith"
    """Name of a profile."""
    travel: RootTravel = RootTravel.WORLD
    scale: float = 1.0
    """Units of length per metre."""


@dataclass(frozen=True)
class Filming:
    """How pictures of a motion are taken."""

    camera: str = COMPANION
    """One of `VIEWPOINTS`."""
    size: tuple[int, int] | None = None
    """Width and height [pixels]; None: the file's usual ones."""
    is_transparent: bool = False
    """Only the character and its shadow, on nothing."""
    is_plain: bool = False
    """Without forces, lengths and lettering."""
    sheet: int | None = None
    """Pictures of a contact sheet."""


@dataclass(frozen=True)
class Loop:
    """Strides that were closed to a loop, and what that took."""

    strides: int
    seconds: float
    """Of the simulation; the loop's own are a whole number of frames."""
    path: Floats
    """(frames, 4) x ahead, y left, z up [m] and heading [rad]: even, on the ground."""
    shift: float
    """m, the most that closing it moved the root."""
    bend: float
    """rad, the most that closing it changed the angle of a joint or of the root."""
    slip: float
    """m, the most that a standing foot slid before it was pinned."""
    reach: float
    """m, the most that pinning moved a foot."""

    @property
    def way(self) -> float:
        """m, from the first frame to the last."""
        return float(np.linalg.norm(np.diff(self.path[:, :3], axis=0), axis=1).sum())

    @property
    def turn(self) -> float:
        """rad, to the left."""
        return float(self.path[-1, 3])


@dataclass(frozen=True)
class Motion:
    """One recorded rollout, with who moved and where."""

    name: str
    character: Character
    setting: Setting
    rollout: Rollout
    staging: Staging = field(default_factory=Staging)
    filming: Filming = field(default_factory=Filming)
    cycle: Loop | None = None
    """Of a loop: its first and last frames show the same moment."""

    @property
    def recording(self) -> Recording:
        """What happened, frame by frame."""
        if self.rollout.recording is None:
            raise ValueError("the rollout was not recorded")
        return self.rollout.recording
