"""Devices in whole rollouts: lanes, mirror, and the balance of forces."""

import json
from pathlib import Path

import numpy as np
import pytest

from gaitsmith.characters.character import GRAVITY, character_from_values
from gaitsmith.control.controllers import make_controller
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.simulation.batch import Batch
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.tasks import Task

SETTING = Setting(duration=0.8, rate=1200.0)
RATE = 100.0
ALL = {
    "spring": {
        "kind": "spring",
        "joint": "ankle",
        "stiffness": 20.0,
        "bounds": {"stiffness": [0, 100]},
        "free": ["stiffness"],
    },
    "clutch": {"kind": "clutched_spring", "joint": "ankle", "stiffness": 60.0},
    "damper": {"kind": "damper", "joint": "knee", "damping": 0.5, "when": "swing"},
    "motor": {
        "kind": "torque_profile",
        "joint": "hip",
        "torque": 5.0,
        "points": [[0, 0], [50, 1], [100, 0]],
    },
    "load": {"kind": "mass", "body": "foot", "mass": 0.5},
    "support": {"kind": "body_weight_support", "share": 0.2},
}


def walker(devices):
    values = {"based_on": "planar_biped", "devices": devices}
    character = character_from_values(values, "worn", "worn", Path())
    return character, make_controller(character, "simbicon", gait="walk")


def rolled_out(devices, change=lambda drive: drive, **values):
    character, controller = walker(devices)
    found = {**controller.space.initial_values(), **values}
    drive = change(controller.drive(found))
    return Simulation(character, SETTING).roll_out(drive, frame_rate=RATE)


def test_lanes_with_other_devices_give_the_bits_of_simulations():
    """Each lane has a spring of its own; more of them than lanes."""
    character, controller = walker(ALL)
    values = controller.space.initial_values()
    assert values["devices.spring.stiffness"] == 20.0
    drives = [
        controller.drive({**values, "devices.spring.stiffness": 5.0 * number})
        for number in range(WIDTH + 2)
    ]
    tasks = [Task(number, drive, SETTING) for number, drive in enumerate(drives)]
    together = dict(Batch(character, [SETTING], None, RATE).roll_out(tasks))
    simulation = Simulation(character, SETTING)
    for number, drive in enumerate(drives):
        alone = simulation.roll_out(drive, frame_rate=RATE)
        assert together[number].measures == alone.measures
        for name, array in alone.recording.arrays().items():
            same = getattr(together[number].recording, name)
            assert array.tobytes() == same.tobytes(), name
    assert len({one.measures.speed for one in together.values()}) == len(tasks)
    json.dumps([one.as_dict() for one in together[0].measures.devices])


def test_a_spring_of_nothing_is_the_same_walk_to_the_last_bit():
    nothing = {"s": {"kind": "spring", "joint": "ankle", "stiffness": 0.0}}
    worn, plain = rolled_out(nothing), rolled_out({})
    assert worn.recording.qpos.tobytes() == plain.recording.qpos.tobytes()
    assert worn.recording.torque.tobytes() == plain.recording.torque.tobytes()
    assert worn.recording.device_torque.shape == worn.recording.torque.shape
    assert plain.recording.device_torque.shape[1] == 0


def test_a_mirrored_device_on_a_mirrored_walk_does_the_same():
    character, _ = walker({})
    legs = character.roles.legs
    left, right = ([hinge.axis for hinge in leg.hinges] for leg in legs)

    def mirrored(drive):
        qpos, qvel, memory = (np.array(part) for part in (*drive[3:5], drive.memory))
        for part in (qpos, qvel):
            part[left + right] = part[right + left]
        memory["state"] = (memory["state"] + 2) % 4  # the same of the other leg
        return drive._replace(qpos=qpos, qvel=qvel, memory=memory)

    one = {"kind": "clutched_spring", "joint": "ankle", "stiffness": 60.0}
    original = rolled_out({"s": one | {"side": "left"}})
    image = rolled_out({"s": one | {"side": "right"}}, mirrored)
    assert original.measures.devices[0].given > 0.05
    assert image.measures.devices[0].given == pytest.approx(
        original.measures.devices[0].given, rel=1e-6
    )
    swapped = np.array(image.recording.qpos)
    swapped[:, left + right] = swapped[:, right + left]
    assert swapped == pytest.approx(original.recording.qpos, abs=1e-6)


def test_ground_gravity_and_support_account_for_all_momentum():
    character, controller = walker(ALL)
    simulation = Simulation(character, SETTING)
    simulation.start(controller.drive(controller.space.initial_values()))
    before = simulation.moment().com_velocity
    simulation.advance()
    after = simulation.moment().com_velocity
    measures = simulation.result().measures
    total = float(np.sum(character.model.body_mass))
    assert total == pytest.approx(character.mass + 1.0)
    assert measures.support == pytest.approx(0.2 * character.weight)
    seconds = simulation.time
    given = np.array(measures.ground_impulse)
    given[2] += (measures.support - total * GRAVITY) * seconds
    assert given == pytest.approx(total * (after - before), abs=0.5)  # N s
