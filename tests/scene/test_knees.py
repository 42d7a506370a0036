"""A picture shows which way the knees of a walker bend."""

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.papers.yin2007.simbicon_controller import SimbiconController
from gaitsmith.scene.replay import scene_of
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation


@pytest.mark.parametrize(
    ("body", "gait", "sign"),
    [("planar_long_foot", "walk", 1.0), ("big_bird", "bird_walk", -1.0)],
)
def test_knees_point_forward_or_backward(body, gait, sign):
    character, setting = load_character(body), Setting(duration=3.0, rate=1200.0)
    controller = SimbiconController(character, gait)
    drive = controller.drive(controller.space.initial_values())
    rollout = Simulation(character, setting).roll_out(drive, frame_rate=50.0)
    scene = scene_of(body, character, setting, rollout)
    for leg in character.roles.legs:
        assert leg.knee is not None
        hip, knee, ankle = (
            scene.positions[:, link][:, [0, 2]]
            for link in (leg.thigh, leg.knee.body, leg.foot)
        )
        share = (hip[:, 1] - knee[:, 1]) / (hip[:, 1] - ankle[:, 1])
        straight = hip[:, 0] + share * (ankle[:, 0] - hip[:, 0])
        ahead = sign * (knee[:, 0] - straight)
        assert np.min(ahead) > -0.01  # m; never over-stretched
        assert np.max(ahead) > 0.08
