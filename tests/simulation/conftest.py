"""Bodies and short cuts for tests of the physics."""

from pathlib import Path

import numpy as np
import pytest

from gaitsmith.characters.character import character_from_values, load_character
from gaitsmith.control.posture import PostureController
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

SLED = """
<mujoco>
  <worldbody>
    <body name="deck" pos="0 0 0.08">
      <freejoint/>
      <geom type="box" size="0.4 0.3 0.02" mass="20"/>
      {legs}
    </body>
  </worldbody>
</mujoco>
"""
SLED_LEG = """
<body name="{side}_thigh" pos="0 {y} 0">
  <joint name="{side}_hip" axis="0 1 0" armature="0.01"/>
  <geom type="sphere" size="0.02" mass="1" contype="0"/>
  <body name="{side}_shank" pos="0 0 -0.02">
    <joint name="{side}_knee" axis="0 1 0" armature="0.01"/>
    <geom type="sphere" size="0.02" mass="1" contype="0"/>
    <body name="{side}_runner" pos="0 0 -0.02">
      <joint name="{side}_ankle" axis="0 1 0" armature="0.01"/>
      <geom type="box" size="0.4 0.05 0.02" pos="0 0 -0.02" mass="4"/>
    </body>
  </body>
</body>
"""


@pytest.fixture(scope="session")
def stocky():
    return load_character("stocky")


@pytest.fixture(scope="session")
def sled():
    """A low, wide body on two runners: it slides without tipping."""
    legs = "".join(
        SLED_LEG.format(side=s, y=y) for s, y in (("left", 0.3), ("right", -0.3))
    )
    roles = {
        side: {
            "hip": [f"{side}_hip"],
            "knee": f"{side}_knee",
            "ankle": [f"{side}_ankle"],
        }
        for side in ("left", "right")
    }
    values = {
        "model_xml": SLED.format(legs=legs),
        "roles": {"pelvis": "deck", **roles},
        "fallen_below": 0.01,
    }
    return character_from_values(values, "sled.toml", "sled", Path())


@pytest.fixture(scope="session")
def roll_out():
    """Simulate a character that holds its standing pose (or is limp)."""

    def run(
        character,
        posture="stand",
        frame_rate=0.0,
        qpos=None,
        qvel=None,
        values=None,
        terms=None,
        **setting,
    ):
        controller = PostureController(character, posture)
        drive = controller.drive(
            {**controller.space.initial_values(), **(values or {})}
        )
        if qpos is not None:
            drive.qpos[:] = qpos
        if qvel is not None:
            drive.qvel[:] = np.asarray(qvel)
        simulation = Simulation(character, Setting(**setting), terms)
        return simulation.roll_out(drive, frame_rate=frame_rate)

    return run
