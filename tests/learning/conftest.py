"""Environments, made as a user makes them."""

import numpy as np
import pytest

from gaitsmith.learning.environment import WalkingEnv


@pytest.fixture
def make():
    """An environment of the light planar biped, unless another is named."""

    def build(character="planar_biped", **task):
        return WalkingEnv(character, **task)

    return build


@pytest.fixture
def play():
    """Resets and does the same action over and over; all steps that were made."""

    def run(env, action, most=10_000, **reset):
        env.reset(**reset)
        action = np.broadcast_to(action, env.action_space.shape)
        steps = []
        while len(steps) < most:
            steps.append(env.step(action))
            if steps[-1][2] or steps[-1][3]:
                break
        return steps

    return run
