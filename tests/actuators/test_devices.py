"""Devices on joints: what a spring takes it gives back, and a damper only takes."""

from pathlib import Path

import numpy as np
import pytest

from gaitsmith.actuators.devices import (
    DAMPING,
    GIVEN,
    TAKEN,
    TORQUE,
    assist,
    device_numbers,
    device_parameters,
    worn_by,
)
from gaitsmith.actuators.muscle_model import actuators_of, muscle_state, muscles_of
from gaitsmith.characters.character import character_from_values, load_character
from gaitsmith.kernels.records import LEFT, RIGHT, SOL, TA, Senses
from gaitsmith.simulation.physics import body_state
from gaitsmith.simulation.world import empty_state

DT = 1.0 / 1200.0
STEPS = 2400
SPRING = {"kind": "spring", "joint": "ankle", "stiffness": 200.0}
CLUTCH = {"kind": "clutched_spring", "joint": "ankle", "stiffness": 200.0}
DAMPER = {"kind": "damper", "joint": "knee", "damping": 3.0}
MOTOR = {
    "kind": "torque_profile",
    "joint": "ankle",
    "torque": 40.0,
    "points": [[0, 0], [40, 0], [50, 1], [60, 0], [100, 0]],
}


def wearing(devices, body="planar_biped"):
    values = {"based_on": body, "devices": devices}
    return character_from_values(values, "worn.toml", body, Path())


def worn(devices, body="planar_biped"):
    record = worn_by(wearing(devices, body))
    assert record is not None
    return record


class Bench:
    """Moves joints by hand, and lets devices act on them."""

    def __init__(self, devices):
        self.character = wearing(devices)
        self.worn = worn_by(self.character)
        state = empty_state(self.character, muscle_state(()))
        self.senses = Senses(
            time=0.0,
            dt=DT,
            heading=0.0,
            body=body_state(self.character.model),
            points=self.character.points,
            contact=state.contact,
            muscles=state.muscles,
        )
        self.qpos, self.qvel = self.senses.body.qpos, self.senses.body.qvel
        self.qpos[:], self.qvel[:] = 0.0, 0.0
        self.out, self.foot_load = state.actuation, state.contact.foot_load
        self.time = 0.0

    def act(self):
        assist(self.worn, self.senses._replace(time=self.time), self.out)

    def step(self, rate, row=0):
        """A time step in which the row's joint turns at `rate` [rad/s]; its torque."""
        self.act()
        axis, position = self.worn.axis[row], self.worn.position[row]
        whole = self.out.device_torque[axis] - self.out.device_damping[axis] * rate
        self.qvel[axis] = rate
        self.qpos[position] += DT * rate
        self.time += DT
        return whole

    def turn_there_and_back(self, loaded=lambda step: True):
        """One closed loop of the first row's joint; the work by sums of torques."""
        work, phase = 0.0, np.linspace(0.0, 2.0 * np.pi, STEPS + 1)
        for step, rate in enumerate(np.diff(0.3 * np.sin(phase)) / DT):
            self.foot_load[:] = 500.0 if loaded(step) else 0.0
            work += DT * rate * self.step(rate)
        self.act()  # counts the last step
        return work


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"rest": 5.0},
        {"pulls": "positive"},
        {"pulls": "negative"},
        {"deadzone": 4.0},
        {"stiffness": 20_000.0},
    ],
)
def test_the_work_of_a_spring_over_a_closed_loop_is_nothing(changes):
    bench = Bench({"s": SPRING | changes})
    work = bench.turn_there_and_back()
    given, taken = bench.worn.sums[0, GIVEN], bench.worn.sums[0, TAKEN]
    assert given > 0.5
    assert work == pytest.approx(given + taken)
    # Without an edge at which it goes slack, to the last digits.
    exact = not {"pulls", "deadzone"} & changes.keys()
    assert abs(work) < (1e-9 if exact else 1e-4) * given


def test_a_stretched_spring_pulls_back_to_its_rest():
    bench = Bench({"s": SPRING | {"rest": 10.0}})
    bench.act()
    ankle = bench.worn.axis[0]
    assert bench.out.device_torque[ankle] == pytest.approx(200.0 * np.radians(10.0))
    bench.qpos[bench.worn.position[0]] = np.radians(25.0)
    bench.act()
    assert bench.out.device_torque[ankle] == pytest.approx(-200.0 * np.radians(15.0))


def test_in_a_deadzone_nothing_pulls_and_cables_pull_one_way():
    bench = Bench({"s": SPRING | {"deadzone": 5.0, "pulls": "positive"}})
    found = []
    for degrees in (-15.0, -4.0, 4.0, 15.0):
        bench.qpos[bench.worn.position[0]] = np.radians(degrees)
        bench.act()
        found.append(float(bench.out.device_torque[bench.worn.axis[0]]))
    assert found == [pytest.approx(200.0 * np.radians(10.0)), 0.0, 0.0, 0.0]


def test_a_damper_only_takes():
    bench = Bench({"d": DAMPER})
    work = bench.turn_there_and_back()
    assert bench.worn.sums[0, GIVEN] == 0.0
    assert work == pytest.approx(bench.worn.sums[0, TAKEN])
    # Integral of c w^2 over one turn of 0.3 sin(2 pi t / T): c pi a^2 2 pi / T.
    seconds = STEPS * DT
    assert work == pytest.approx(-3.0 * np.pi * 0.09 * 2.0 * np.pi / seconds, rel=1e-3)


@pytest.mark.parametrize("pulls", ["positive", "negative", "both"])
def test_a_clutched_spring_never_gives_more_than_it_took(pulls):
    bench = Bench({"c": CLUTCH | {"pulls": pulls}})
    rng, energy, least = np.random.default_rng(3), 0.0, 0.0
    for step in range(3000):
        bench.foot_load[:] = 500.0 if rng.random() < 0.995 else 0.0
        rate = 3.0 * np.sin(0.02 * step) + rng.normal()
        energy -= DT * rate * bench.step(rate)  # that is in the spring, or lost
        least = min(least, energy)
    assert energy > 0.1  # what was in it when the clutch let go
    # From slack, the pull begins in the middle of a step: so much is given too early.
    assert least > -200.0 * (10.0 * DT) ** 2


def test_a_clutch_engages_where_the_joint_is_and_lets_go_in_swing():
    bench = Bench({"c": CLUTCH})
    ankle, place = bench.worn.axis[0], bench.worn.position[0]
    torques = []
    for load, degrees in [
        (0.0, 0.0),  # swing: free
        (500.0, 5.0),  # struck: engaged here
        (500.0, -5.0),  # toes up against it: stretched by 10 degrees
        (500.0, 8.0),  # slack, which is taken up
        (500.0, 0.0),  # stretched by 8 degrees
        (0.0, 0.0),  # lifted: free
    ]:
        bench.foot_load[:] = load
        bench.qpos[place] = np.radians(degrees)
        bench.act()
        torques.append(float(bench.out.device_torque[ankle]))
    stretched = [0.0, 0.0, np.radians(10.0), 0.0, np.radians(8.0), 0.0]
    assert torques == pytest.approx([200.0 * angle for angle in stretched])


def test_a_torque_profile_follows_the_stride_before():
    bench = Bench({"m": MOTOR | {"side": "left"}})
    found = []
    for step in range(round(3.0 / DT)):
        # Strikes at 0.4, 1.4, 2.4 s; stance lasts 0.6 s.
        bench.foot_load[LEFT] = 500.0 if (step * DT - 0.4) % 1.0 < 0.6 else 0.0
        bench.act()
        found.append(float(bench.out.device_torque[bench.worn.axis[0]]))
        bench.time += DT
    torque = np.array(found)
    time = np.arange(len(torque)) * DT
    assert not torque[time < 1.79].any()  # until a stride is known, and 40 % of it
    peak = time[np.argmax(torque)]
    assert torque.max() == pytest.approx(40.0, abs=0.5)
    assert peak == pytest.approx(1.9, abs=0.01)
    assert not torque[time > 2.01][:200].any()


def test_a_shift_is_later():
    early, late = (
        Bench({"m": MOTOR | {"side": "left", "shift": shift}}) for shift in (0.0, 5.0)
    )
    for bench in (early, late):
        bench.worn.memory[0] = 0.0, 0.0, -1.0, 0.0, 1.0  # struck at 0, strides of 1 s
        bench.foot_load[:] = 500.0
        bench.time = 0.5 if bench is early else 0.55
        bench.act()
    assert late.out.device_torque == pytest.approx(early.out.device_torque)
    assert early.out.device_torque.max() == pytest.approx(40.0)


def test_the_other_leg_has_the_mirrored_torque():
    devices = {
        "roll": SPRING | {"joint": "ankle_x", "rest": 4.0},
        "bend": SPRING | {"rest": 4.0},
    }
    record = worn(devices, "adult")
    character = wearing(devices, "adult")
    roles = [one.hinge.role for one in character.on_joints]
    signs = dict(zip(roles, record.sign, strict=True))
    assert signs == {
        "left_ankle_x": 1.0,
        "right_ankle_x": -1.0,
        "left_ankle_y": 1.0,
        "right_ankle_y": 1.0,
    }


def test_devices_per_kg_grow_with_who_wears_them():
    table = SPRING | {"stiffness": 2.0, "per_kg": True}
    light, heavy = (wearing({"s": table}, body) for body in ("planar_biped", "stocky"))
    for character in (light, heavy):
        numbers = device_numbers(character, {})
        assert numbers[:, 0] == pytest.approx([2.0 * character.mass] * 2)


def test_free_numbers_are_parameters_with_bounds():
    bounds = {"stiffness": [0, 400], "rest": [-10, 10]}
    table = SPRING | {"bounds": bounds, "free": ["stiffness", "rest"]}
    character = wearing({"exo": table})
    stiffness, rest = device_parameters(character)
    assert (stiffness.name, stiffness.unit) == ("devices.exo.stiffness", "N m/rad")
    assert (stiffness.initial, stiffness.lower, stiffness.upper) == (200.0, 0.0, 400.0)
    assert (rest.name, rest.unit) == ("devices.exo.rest", "degrees")
    values = {"devices.exo.stiffness": 150.0, "devices.exo.rest": 9.0}
    found = device_numbers(character, values)
    assert found[0, :2] == pytest.approx([150.0, np.radians(9.0)])


def test_a_prosthetic_foot_has_no_muscles_at_its_ankle():
    table = SPRING | {"side": "left", "replaces": ["soleus", "tibialis anterior"]}
    muscles = muscles_of(wearing({"foot": table}, "person"))
    assert muscles is not None
    strength, mass = muscles.legs.muscles.max_force, muscles.legs.muscles.mass
    assert not strength[LEFT, [SOL, TA]].any() and not mass[LEFT, [SOL, TA]].any()
    assert strength[RIGHT, [SOL, TA]].all()
    assert not muscles.legs.state.max_force[LEFT, SOL]


def test_without_devices_nothing_is_added():
    character = load_character("planar_biped")
    assert worn_by(character) is None
    assert len(actuators_of(character)) == 1


def test_numbers_stay_finite_beside_each_other():
    """All kinds on one body, none disturbs another's row."""
    bench = Bench({"s": SPRING, "c": CLUTCH, "d": DAMPER, "m": MOTOR})
    for step in range(50):
        bench.foot_load[:] = 500.0 if step % 20 < 15 else 0.0
        bench.step(1.0)
    assert np.isfinite(bench.worn.acting).all()
    assert bench.worn.acting[4:6, TORQUE].tolist() == [0.0, 0.0]
    assert bench.worn.acting[4:6, DAMPING].tolist() == [3.0, 3.0]
