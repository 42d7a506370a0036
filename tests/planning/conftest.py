"""A planar walker, and a step model whose truth is known."""

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.papers.yin2007.simbicon_controller import SimbiconController
from gaitsmith.planning.action import ActionPart, ActionSpace, action_space
from gaitsmith.planning.examples import ExampleSteps
from gaitsmith.planning.step_model import NearestModel
from gaitsmith.planning.walker import STATE_NAMES, Walker
from gaitsmith.simulation.setting import Setting

PARTS = (
    ActionPart(sets=("state0.torso_pitch",)),
    ActionPart(sets=("state1.torso_pitch",)),
    ActionPart(sets=("state0.swing_hip_pitch",)),
    ActionPart(sets=("state1.swing_hip_pitch",)),
    ActionPart(sets=("state0.stance_ankle",), weight=0.05),
    ActionPart(sets=("state0.dwell",), weight=4.0),
)


@pytest.fixture(scope="session")
def controller() -> SimbiconController:
    """SIMBICON's walk on feet of 0.20 m."""
    return SimbiconController(load_character("planar_long_foot"), "walk")


@pytest.fixture(scope="session")
def space(controller) -> ActionSpace:
    """The six numbers of coros2008."""
    return action_space(
        PARTS, controller.space, controller.space.initial_values(), "action"
    )


@pytest.fixture
def walker(controller, space) -> Walker:
    """Settled into its gait."""
    made = Walker(
        controller.character, controller, space, Setting(duration=60.0, rate=1000.0)
    )
    made.start()
    for _ in range(6):
        assert made.step(space.base) is not None
    return made


@pytest.fixture(scope="session")
def known_steps() -> ExampleSteps:
    """Steps that obey: length = 0.5 + first number; the state forgets all but speed.

    The feet are 0.05 m + 0.4 x second number above the ground, and skid by 0.02 m +
    0.2 x second number.
    """
    random = np.random.default_rng(5)
    count = 600
    state = random.uniform(-0.1, 0.1, (count, len(STATE_NAMES)))
    action = np.column_stack(
        [random.uniform(-0.4, 0.4, count), random.uniform(-0.1, 0.1, count)]
    )
    next_state = np.zeros((count, len(STATE_NAMES)))
    next_state[:, 1] = 0.5 * state[:, 1] + 0.1 * action[:, 1]
    return ExampleSteps(
        action_names=("reach", "push"),
        sequence=np.zeros(count, dtype=np.int64),
        number=np.arange(count),
        state=state,
        action=action,
        next_state=next_state,
        length=0.5 + action[:, 0],
        error=np.zeros(count),
        clearance=0.05 + 0.4 * action[:, 1],
        skid=0.02 + 0.2 * action[:, 1],
        aside=np.zeros(count),
    )


@pytest.fixture(scope="session")
def known_model(known_steps) -> NearestModel:
    """The model of these steps."""
    return NearestModel(known_steps, np.ones(2))
