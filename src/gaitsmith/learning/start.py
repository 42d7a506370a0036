"""Where an episode starts: standing, a little differently each time."""

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import StartPose
from gaitsmith.learning.task import WalkTask


def random_start(
    character: Character, task: WalkTask, generator: np.random.Generator
) -> StartPose:
    """Angles and rates within `start_noise` of standing, and within joint ranges.

    The lowest point of the feet is on the ground, so none is in it.
    """

    def noise() -> float:
        return float(generator.uniform(-task.start_noise, task.start_noise))

    hinges = character.roles.hinges
    return StartPose(
        angles={hinge.role: float(np.clip(noise(), *hinge.range)) for hinge in hinges},
        rates={hinge.role: noise() for hinge in hinges},
        pitch=noise(),
        pitch_rate=noise(),
        speed=task.start_speed,
    )
