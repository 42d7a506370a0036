"""What a character file may say about a model of OpenSim."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from gaitsmith.declarations import Declaration


class FootPointSpec(Declaration):
    """A ball under a foot that may touch the ground."""

    body: str
    """Of the model, such as calcn_r."""
    place: tuple[float, float, float]
    """m, of its middle, in the body's frame of OpenSim: ahead, up, to the right."""
    radius: Annotated[float, Field(gt=0, le=0.2)]
    """m."""


class OpensimSpec(Declaration):
    """Keys of a character that comes from an .osim file; all others are as usual."""

    model_config = ConfigDict(extra="allow")

    opensim_file: str
    """Path of the .osim file, relative to the character's file."""
    groups: Mapping[str, str] = {}
    """Which muscle of the laws (SOL, TA, GAS, VAS, HAM, RF, GLU, HFL; "" for none) each
    muscle of the model belongs to; those that are not named are guessed."""
    feet: tuple[FootPointSpec, ...] = ()
    """Left out: heel, ball and toes are guessed."""
    roles: Mapping[str, Any] | None = None
    """Left out: guessed."""
    unlock: tuple[str, ...] = ()
    """Coordinates that are locked in the file, and shall be free here, such as
    "subtalar_angle_r"; a * stands for anything, such as "mtp_*"."""
    lock: tuple[str, ...] = ()
    """Coordinates that are free in the file, and shall be held here, such as
    "lumbar_*" under a law that does not move the back."""
    motors: bool = False
    """True: motors at all joints, and no muscles."""

    @property
    def locks(self) -> tuple[tuple[str, bool], ...]:
        """Patterns of coordinates, and whether they are held."""
        return (*((n, False) for n in self.unlock), *((n, True) for n in self.lock))
