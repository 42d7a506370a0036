"""What is exported: a character and how it moved."""

from dataclasses import dataclass

from gaitsmith.characters.character import Character
from gaitsmith.simulation.recording import Recording
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting


@dataclass(frozen=True)
class Motion:
    """One recorded rollout, with who moved and where."""

    name: str
    character: Character
    setting: Setting
    rollout: Rollout

    @property
    def recording(self) -> Recording:
        """What happened, frame by frame."""
        if self.rollout.recording is None:
            raise ValueError("the rollout was not recorded")
        return self.rollout.recording
