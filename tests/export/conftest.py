"""Motions to export: walks of a human, a planar body and a creature; odd gymnastics.

The odd body has what own models may have: frames that are turned, hinges beside the
origin of their body and beside each other, bodies without joints, shapes or names.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

from gaitsmith.characters.character import Character, character_from_values
from gaitsmith.export.formats import motion_of
from gaitsmith.export.motion import Motion
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.recording import Recording
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting
from gaitsmith.workflows import load_solution, simulate, solution_or_start

FRAME_RATE = 60.0  # Hz

# Everything is turned by a quarter about z: the local x axis points to the left.
ODD_BODY = """
<mujoco>
  <worldbody>
    <body name="my pelvis" pos="0.3 0.2 1" quat="0.70710678 0 0 0.70710678">
      <freejoint/>
      <geom type="box" size="0.15 0.1 0.08" pos="0.01 0.03 0.02" mass="20"/>
      <body name="chest" pos="0 0 0.3">
        <joint name="bend" axis="1 0 0" pos="0 0 -0.15"/>
        <joint name="lean" axis="0 -1 0" pos="0.01 0.02 -0.05"/>
        <geom type="cylinder" size="0.12 0.2" euler="0 20 0" mass="20"/>
        <body pos="0 0 0.3">
          <geom type="ellipsoid" size="0.08 0.1 0.12" rgba="0.8 0.6 0.5 1" mass="5"/>
          <body name="antenna" pos="0 0 0.1"/>
        </body>
      </body>
      {left}
      {right}
    </body>
  </worldbody>
</mujoco>
"""
ODD_LEG = """
      <body name="{side} hip" pos="{x} 0 0" euler="0 0 -90">
        <joint name="{side}_hip_y" axis="0 1 0" pos="0 0 0.01"/>
        <geom type="sphere" size="0.05" mass="1"/>
        <body name="{side} thigh" pos="0 0 -0.05">
          <joint name="{side}_hip_x" axis="1 0 0" pos="0.01 0 0.05"/>
          <joint name="{side}_hip_z" axis="0 0 1" pos="0.01 0 0.05"/>
          <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05" mass="5"/>
          <body name="{side} shank" pos="0 0 -0.4">
            <joint name="{side}_knee" axis="0 1 0" pos="-0.02 0 0"/>
            <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04" mass="3"/>
            <body name="{side} foot" pos="0 0 -0.4">
              <joint name="{side}_ankle" axis="0 1 0"/>
              <geom type="box" pos="0.05 0 -0.05" size="0.1 0.04 0.05" mass="1"/>
            </body>
          </body>
        </body>
      </body>
"""


@pytest.fixture(scope="session")
def posed() -> Callable[..., Motion]:
    """A motion made by hand from poses, (frames, nq)."""

    def make(
        character: Character, qpos: np.ndarray, setting: Setting | None = None
    ) -> Motion:
        frames, points = len(qpos), len(character.points.body)
        recording = Recording(
            time=np.arange(frames) / FRAME_RATE,
            qpos=qpos,
            qvel=np.zeros((frames, character.model.nv)),
            torque=np.zeros((frames, character.model.nv)),
            contact_force=np.zeros((frames, points, 3)),
            contact_position=np.zeros((frames, points, 3)),
            com=np.zeros((frames, 3)),
            state=np.zeros(frames, dtype=np.int64),
        )
        nothing: Any = None
        rollout = Rollout(
            Outcome.COMPLETED, 1.0, 1.0, nothing, nothing, recording=recording
        )
        return Motion("made by hand", character, setting or Setting(), rollout)

    return make


@pytest.fixture(scope="session")
def stocky_walk() -> Motion:
    """Ten seconds of the gallery's walk of the default character."""
    solution = load_solution("wang2009/stocky")
    problem = solution.problem
    rollout = simulate(solution, frame_rate=FRAME_RATE).rollout
    return Motion("wang2009/stocky", problem.character, problem.setting, rollout)


@pytest.fixture(scope="session")
def planar_walk(make_experiment) -> Motion:
    """Two seconds of the planar biped."""
    problem = make_experiment(setting={"duration": 2.0}).problem
    values = problem.space.initial_values()
    rollout = problem.roll_out(values, frame_rate=FRAME_RATE)
    return Motion("planar", problem.character, problem.setting, rollout)


@pytest.fixture(scope="session")
def simpleton_walk() -> Motion:
    """One second of a creature on points: legs without ankles and feet."""
    start = solution_or_start("vandepanne1995/simpleton_1")
    return motion_of(start, duration=1.0, frame_rate=FRAME_RATE)


@pytest.fixture(scope="session")
def odd_body() -> Character:
    def leg(side: str) -> dict[str, Any]:
        hip = [f"{side}_hip_{axis}" for axis in "yxz"]
        return {"hip": hip, "knee": f"{side}_knee", "ankle": [f"{side}_ankle"]}

    roles = {"pelvis": "my pelvis", "trunk": "chest"}
    roles |= {side: leg(side) for side in ("left", "right")}
    xml = ODD_BODY.format(
        left=ODD_LEG.format(side="left", x=0.1),
        right=ODD_LEG.format(side="right", x=-0.1),
    )
    values = {"model_xml": xml, "roles": roles}
    return character_from_values(values, "odd.toml", "odd", Path())


@pytest.fixture(scope="session")
def odd_gymnastics(odd_body: Character, posed) -> Motion:
    """Smooth motion of all joints at once, with several turns about all axes."""
    model = odd_body.model
    time = np.arange(120)[:, None] / FRAME_RATE
    phase = np.arange(model.nv)
    velocity = 4.0 * np.sin(3.0 * time + phase) + 3.0 * np.cos(phase)
    qpos = np.tile(model.qpos0, (len(time), 1))
    for frame in range(1, len(time)):
        qpos[frame] = qpos[frame - 1]
        mujoco.mj_integratePos(model, qpos[frame], velocity[frame], 1.0 / FRAME_RATE)
    return posed(odd_body, qpos)
