"""A model of OpenSim as a character: body, roles, feet, muscles, and what is said."""

import copy
import json
from functools import cache
from pathlib import Path

import mujoco
import numpy as np
import pytest

from gaitsmith.actuators.fitted_muscles import contract_fitted, single_muscles
from gaitsmith.actuators.muscle_model import muscles_of
from gaitsmith.characters.character import (
    Character,
    character_from_values,
    load_character,
    self_contained,
)
from gaitsmith.characters.tree import tree_of
from gaitsmith.kernels.dynamics import accelerate, sense_body
from gaitsmith.kernels.muscle_polynomials import measure_paths, sum_torques
from gaitsmith.kernels.records import SOL, VAS, Actuation, Senses
from gaitsmith.opensim.paths import Poses, measure
from gaitsmith.opensim.taking import take
from gaitsmith.simulation.physics import articulation, body_state


def test_a_model_becomes_a_character(tiny: Path) -> None:
    character = load_character(tiny)
    assert character.mass == pytest.approx(10 + 35 + 2 * (8 + 4 + 1 + 0.2))
    assert character.is_planar
    left, right = character.roles.legs
    assert [h.name for h in left.hinges] == [
        "hip_flexion_l", "knee_angle_l", "ankle_angle_l", "mtp_angle_l",
    ]  # fmt: skip
    assert character.body_name(character.roles.trunk) == "torso"
    assert [h.role for h in character.roles.others] == ["back_y"]
    assert len(character.points.body) == 12
    data = mujoco.MjData(character.model)
    data.qpos[right.knee.position] = 0.5  # flexion is + here, whatever it is there
    mujoco.mj_kinematics(character.model, data)
    assert data.xanchor[right.ankle[0].joint][0] < data.xanchor[right.knee.joint][0]
    said = " ".join(character.notes)
    assert "soleus -> SOL; vasti -> VAS" in said
    assert "12 points that are guessed" in said


def test_muscles_pull_as_their_paths_do(tiny: Path) -> None:
    character = load_character(tiny)
    muscles = muscles_of(character)
    assert muscles is not None
    model = take(tiny).model
    qpos = np.array(character.model.qpos0)
    knee = character.roles.legs[1].knee
    assert knee is not None
    qpos[knee.position] = 0.8
    measure_paths(muscles.paths, qpos, muscles.state)
    vasti = next(m for m in model.muscles if m.name == "vasti_r")
    poses = Poses(model, {"knee_angle_r": np.array([-0.8])}, ("knee_angle_r",), [vasti])
    true = measure(poses, vasti)
    muscle = int(np.flatnonzero(muscles.group[1] == VAS)[0])
    assert muscles.state.length[1, muscle] == pytest.approx(true.length[0], abs=2e-4)
    muscles.state.force[1, muscle] = 100.0
    sum_torques(muscles.paths, muscles.state)
    # Extension is + in the file, flexion + here.
    torque = muscles.paths.torque[knee.axis]
    assert torque == pytest.approx(-100.0 * true.arms[0, 0], abs=0.2)


def test_what_a_muscle_spends_is_counted_apart_and_for_its_group(tiny: Path) -> None:
    character = load_character(tiny)
    muscles = muscles_of(character)
    assert muscles is not None
    moving, nobody = body_state(character.model), None
    moving.qpos[:], moving.qvel[:] = character.model.qpos0, 0.3
    nothing = np.zeros(character.model.nv)
    senses = Senses(0.0, 0.001, 0.0, moving, nobody, nobody, nobody)
    torques = Actuation(nothing, nothing.copy(), muscles.legs.state.excitation)
    muscles.legs.state.excitation[:, SOL] = 0.7
    for _ in range(3):
        contract_fitted(muscles, senses, torques)
    names = single_muscles(character)
    assert "soleus_l" in names[0]
    for side, leg in enumerate(names):
        spent = {
            name: float(np.sum(parts))
            for name, parts in zip(leg, muscles.energy[side], strict=False)
        }
        soleus = spent["soleus_l" if side == 0 else "soleus_r"]
        assert soleus == pytest.approx(np.sum(muscles.legs.energy[side, SOL]))
        assert soleus > 0.0
        assert sum(spent.values()) == pytest.approx(np.sum(muscles.legs.energy[side]))


def test_beyond_the_range_of_a_fit_lengths_go_on_straight(tiny: Path) -> None:
    character = load_character(tiny)
    muscles = muscles_of(character)
    assert muscles is not None
    ankle = character.roles.legs[0].ankle[0]
    qpos, lengths = np.array(character.model.qpos0), []
    for angle in (1.0, 1.5, 2.0):
        qpos[ankle.position] = angle
        measure_paths(muscles.paths, qpos, muscles.state)
        muscle = int(np.flatnonzero(muscles.group[0] == SOL)[0])
        lengths.append(muscles.state.length[0, muscle])
    assert lengths[2] - lengths[1] == pytest.approx(lengths[1] - lengths[0])


def test_a_stored_character_needs_no_file(tiny: Path) -> None:
    character = load_character(tiny)
    stored = json.loads(json.dumps(self_contained(character)))
    tiny.unlink()
    again = character_from_values(stored, "stored", "tiny", Path())
    assert again.model_xml == character.model_xml
    assert again.spec.muscles == character.spec.muscles
    assert again.notes == character.notes


def test_what_is_guessed_can_be_said(tiny: Path) -> None:
    path = tiny.with_name("mine.toml")
    path.write_text(
        'opensim_file = "tiny.osim"\n[groups]\nsoleus_r = ""\nvasti_l = "RF"\n'
        "[muscles]\nstrength = { soleus = 0.5, left_RF = 0.25 }\n"
    )
    muscles = muscles_of(load_character(path))
    assert muscles is not None
    assert muscles.group.tolist() == [[0, 5], [-1, 3]]
    assert muscles.fibers.max_force.tolist() == [[500.0, 250.0], [1000.0, 1000.0]]
    path.write_text('opensim_file = "tiny.osim"\nmotors = true\n')
    assert load_character(path).spec.muscles is None


def test_coordinates_may_be_held_or_let_go(tiny: Path) -> None:
    path = tiny.with_name("mine.toml")
    path.write_text('opensim_file = "tiny.osim"\nlock = ["lumbar_*", "mtp_*"]\n')
    held = load_character(path)
    assert not held.roles.others
    assert [leg.toe for leg in held.roles.legs] == [None, None]
    assert held.mass == pytest.approx(load_character(tiny).mass)
    is_locked = "<locked>true</locked><range>"
    tiny.write_text(tiny.read_text().replace("<range>", is_locked, 1))
    assert load_character(tiny).model.nv == 11
    path.write_text('opensim_file = "tiny.osim"\nunlock = ["hip_flexion_r"]\n')
    assert load_character(path).model.nv == 12


@cache
def loaded(path: Path) -> Character:
    """A real model, read once: its muscles take a while."""
    return load_character(path)


def test_real_models_are_read_as_they_are(real: Path) -> None:
    character = loaded(real)
    assert character.mass == pytest.approx(75.2, abs=0.2)
    assert character.standing_com[2] == pytest.approx(0.95, abs=0.03)
    assert {hinge.role for hinge in character.roles.others} >= {"back_y"}
    groups = {row["group"] for row in character.spec.muscles["paths"]}
    assert groups >= {"SOL", "TA", "GAS", "VAS", "HAM", "RF", "GLU", "HFL"}


def test_real_models_move_as_the_engine_says(real: Path) -> None:
    model = copy.copy(loaded(real).model)
    model.opt.timestep = dt = 1.0 / 2400.0
    model.opt.disableflags |= int(
        mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        | mujoco.mjtDisableBit.mjDSBL_SPRING
        | mujoco.mjtDisableBit.mjDSBL_DAMPER
    )
    random = np.random.default_rng(0)
    data = mujoco.MjData(model)
    data.qvel[:] = random.normal(size=model.nv)
    data.qfrc_applied[:] = random.normal(size=model.nv)
    mujoco.mj_integratePos(model, data.qpos, random.normal(size=model.nv), 0.3)
    mujoco.mj_forward(model, data)
    body, parts = body_state(model), articulation(model)
    body.qpos[:], body.qvel[:] = data.qpos, data.qvel
    parts.force[:] = data.qfrc_applied
    sense_body(tree_of(model), body, parts)
    accelerate(tree_of(model), body, parts, dt)
    most = 1e-9 * np.abs(data.qacc).max()
    assert parts.joint_acceleration == pytest.approx(data.qacc, abs=most, rel=0.0)
