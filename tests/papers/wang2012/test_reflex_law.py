"""The law as a whole: nerves, phases, targets, torques, left and right."""

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.kernels.records import GLU, HFL, LEFT, RIGHT, VAS
from gaitsmith.papers.wang2012.reflex_controller import ReflexController
from gaitsmith.papers.wang2012.reflex_law import LEAST_PHASE, STANCE_LOAD, change_phase
from gaitsmith.papers.wang2012.reflex_memory import LEAN, LEG_SIGNALS, LOAD
from gaitsmith.papers.wang2012.reflex_senses import sensed
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

RATE = 1200.0
DT = 1.0 / RATE


@pytest.fixture(scope="module")
def adult():
    return load_character("adult_muscles")


@pytest.fixture(scope="module")
def make(adult):
    """A law, its memory and a simulation that has not begun."""

    def build(gait="walk", delays=True, duration=1.0, rate=RATE, **values):
        controller = ReflexController(adult, gait, delays)
        names = {name.replace("__", "."): value for name, value in values.items()}
        drive = controller.drive({**controller.space.initial_values(), **names})
        return Simulation(adult, Setting(duration=duration, rate=rate)), drive

    return build


@pytest.fixture
def watch(make):
    """Goes on step by step; gives the drive, and the memory after each step."""

    def run(steps, **changes):
        simulation, drive = make(**changes)
        simulation.start(drive)
        for _ in range(steps):
            simulation.advance(DT)
            yield simulation, drive, simulation._memory

    return run


# Nerves.


@pytest.mark.parametrize("rate", [1200.0, 2400.0, 4800.0])
def test_angles_arrive_exactly_as_late_as_they_should(make, rate):
    simulation, drive = make(rate=rate, start__rate__right_knee_y=2.0)
    simulation.start(drive, frame_rate=rate)
    steps = round(0.06 * rate)
    simulation.advance(0.06)
    memory, recording = simulation._memory, simulation.result().recording
    assert memory[0]["step"] == steps == len(recording.time)
    for side in (LEFT, RIGHT):
        hip, knee, _ = drive.law.leg_position[side]
        hip_axis, knee_axis, _ = drive.law.leg_axis[side]
        found = sensed(drive.law, memory[0], side, 1.0 / rate).leg
        late_hip, late_knee = steps - round(0.005 * rate), steps - round(0.01 * rate)
        assert found.hip == -recording.qpos[late_hip, hip]
        assert found.hip_rate == -recording.qvel[late_hip, hip_axis]
        assert found.knee == recording.qpos[late_knee, knee]
        assert found.knee_rate == recording.qvel[late_knee, knee_axis]


def test_forces_and_lengths_arrive_as_late_as_they_should(make):
    simulation, drive = make()
    simulation.start(drive, frame_rate=RATE)
    simulation.advance(0.06)
    memory, recording = simulation._memory, simulation.result().recording
    muscles = simulation.result().muscles
    for side in (LEFT, RIGHT):
        found = sensed(drive.law, memory[0], side, DT).leg
        force = recording.muscle_force[:, side] / muscles.max_force[side]
        length = recording.fiber_length[:, side] / muscles.optimal_length[side]
        names = ("sol", "ta", "gas", "vas", "ham", "rf", "glu", "hfl")
        column = dict(zip(names, range(8), strict=True))
        late = {"sol": 24, "gas": 24, "ta": 24, "vas": 12, "ham": 6, "glu": 6, "hfl": 6}
        for name in ("sol", "gas", "vas", "ham", "glu"):
            expected = force[72 - late[name], column[name]]
            assert getattr(found, f"{name}_force") == pytest.approx(expected), name
        for name in ("ta", "ham", "hfl"):
            expected = length[72 - late[name], column[name]]
            assert getattr(found, f"{name}_length") == pytest.approx(expected), name


def test_before_the_start_everything_was_as_at_the_start(watch):
    for simulation, drive, memory in watch(3):
        found = sensed(drive.law, memory[0], RIGHT, DT).leg
        assert found.knee == pytest.approx(0.087, abs=1e-12)
        assert found.hip == pytest.approx(0.698, abs=1e-12)
        assert found.lean == memory[0]["line"][0, LEAN]
        assert simulation is not None


def test_without_delays_the_present_is_felt(make):
    simulation, drive = make(delays=False)
    assert not drive.law.delays.any()
    assert not drive.law.contact_delay.any()
    simulation.start(drive, frame_rate=RATE)
    simulation.advance(0.02)
    memory = simulation._memory
    memory[0]["step"] -= 1  # the row that was written last is the present
    knee = drive.law.leg_position[LEFT, 1]
    expected = simulation.result().recording.qpos[-1, knee]
    assert sensed(drive.law, memory[0], LEFT, DT).leg.knee == expected


def test_the_trunks_lean_is_that_of_the_line_from_pelvis_to_trunk(make):
    simulation, drive = make(start__pitch=0.2, start__pitch_rate=0.5)
    simulation.start(drive)
    simulation.advance(DT)
    assert simulation._memory[0]["line"][0, LEAN] == pytest.approx(0.2)
    assert simulation._memory[0]["line"][0, LEAN + 1] == pytest.approx(0.5)


# Phases.


@pytest.fixture
def phases(make):
    """Lets a foot feel a load [N] over time [s]; tells what became of the phase."""
    _, drive = make()

    class Phases:
        def __init__(self):
            self.memory = drive.memory.copy()
            self.now = 0

        def go(self, seconds, load, side=RIGHT, lean=0.0):
            mind = self.memory[0]
            for _ in range(round(seconds * RATE)):
                row = self.now % len(mind["line"])
                mind["line"][row, side * LEG_SIGNALS + LOAD] = load
                mind["line"][row, LEAN] = lean
                mind["step"] = self.now
                if self.now == 0:
                    mind["line"][:] = mind["line"][0]
                change_phase(drive.law, mind, side, self.now * DT, DT)
                self.now += 1
            return self

        @property
        def mind(self):
            return self.memory[0]

    return Phases


def test_a_loaded_foot_stands_ten_milliseconds_later(phases):
    assert STANCE_LOAD == 20.0
    foot = phases().go(0.2, 0.0).go(12 * DT, 21.0)
    assert foot.mind["is_stance"][RIGHT] == 0
    assert foot.go(DT, 21.0).mind["is_stance"][RIGHT] == 1


def test_twenty_newtons_are_not_enough(phases):
    assert phases().go(0.2, 0.0).go(0.2, 20.0).mind["is_stance"][RIGHT] == 0


def test_a_strike_changes_the_state_and_a_lift_does_not(phases):
    foot = phases().go(0.2, 0.0)
    assert foot.mind["state"] == LEFT
    assert foot.go(0.2, 500.0).mind["state"] == RIGHT
    foot.mind["state"] = LEFT  # as if the left leg had struck since
    assert foot.go(0.2, 0.0).mind["state"] == LEFT
    assert foot.mind["is_stance"][RIGHT] == 0


@pytest.mark.parametrize(("first", "then"), [(0.0, 500.0), (500.0, 0.0)])
def test_a_phase_lasts_a_tenth_of_a_second_at_least(phases, first, then):
    assert LEAST_PHASE == 0.1
    foot = phases().go(0.3, first).go(0.05, then)  # has changed, 12 steps late
    changed = foot.mind["is_stance"][RIGHT]
    assert changed == (1 if then else 0)
    since = foot.mind["since"][RIGHT]
    assert since == pytest.approx(0.31, abs=1.5 * DT)
    foot.go(0.05, first)
    assert foot.mind["is_stance"][RIGHT] == changed
    foot.go(0.03, first)
    assert foot.mind["is_stance"][RIGHT] != changed
    assert foot.mind["since"][RIGHT] - since == pytest.approx(0.1, abs=1.5 * DT)


def test_the_lean_at_take_off_is_kept_for_the_swing(phases):
    foot = phases().go(0.3, 500.0, lean=0.1)
    assert foot.mind["take_off_lean"][RIGHT] == 0.0
    foot.go(0.2, 0.0, lean=0.2).go(0.2, 0.0, lean=0.3)
    # Unloading arrives 10 ms late, the lean of that time 5 ms late: both are 0.2.
    assert foot.mind["take_off_lean"][RIGHT] == 0.2
    assert foot.mind["take_off_lean"][LEFT] == 0.0


# Which law excites a leg.


def excitation(make, stands, **changes):
    """Excitations in the first step after a leg's phase has been set by hand."""
    simulation, drive = make(**changes)
    simulation.start(drive)
    simulation.advance(DT)
    memory = simulation._memory
    memory[0]["is_stance"] = stands
    memory[0]["since"] = 0.0  # stays so for a tenth of a second
    simulation.advance(DT)
    return simulation._moving.state.muscles.excitation.copy()


def test_a_leg_far_behind_the_body_prepares_its_swing(make):
    # Stance alone, by the distance: the left ankle is behind the centre of mass.
    for at, is_initiating in ((-0.5, True), (0.9, False)):
        found = excitation(make, (1, 0), initiation__at=at, initiation__hfl=0.5)
        assert (found[LEFT, HFL] > 0.5) == is_initiating


def test_in_double_stance_the_trailing_leg_prepares_its_swing(make):
    found = excitation(
        make,
        (1, 1),
        initiation__at=0.9,
        initiation__hfl=0.5,
        start__angle__left_hip_y=0.3,  # behind the body
    )
    assert found[LEFT, HFL] > 0.5  # trails
    assert found[RIGHT, HFL] < 0.5  # leads


def test_in_double_stance_the_leading_leg_holds_the_trunk(make):
    stoops = {"start__pitch": 0.4, "initiation__at": 0.9, "initiation__glu": 0.0}
    found = excitation(make, (1, 1), **stoops)
    assert found[RIGHT, GLU] == pytest.approx(0.05 + 1.30 * (0.4 - 0.105), abs=0.02)
    assert found[LEFT, GLU] == pytest.approx(0.05)
    alone = excitation(make, (1, 0), **stoops)
    assert alone[LEFT, GLU] == pytest.approx(0.05 + 1.30 * (0.4 - 0.105), abs=0.02)


def test_a_swing_leg_ahead_of_the_body_prepares_its_stance(make):
    for at, is_preparing in ((0.5, True), (-0.9, False)):
        found = excitation(
            make,
            (1, 0),
            preparation__at=at,
            preparation__knee_hold=10.0,
            start__angle__right_knee_y=0.2,
        )
        assert (found[RIGHT, VAS] > 0.5) == is_preparing


@pytest.mark.parametrize(
    ("values", "target"),
    [
        ({}, 0.698),
        ({"preparation__hip_velocity": 0.1}, 0.698 + 0.1 * 1.3),
        ({"preparation__hip_velocity": -0.1}, 0.698 - 0.1 * 1.3),
    ],
)
def test_balance_moves_the_target_of_the_hip(make, values, target):
    # Fast forward: more flexion is wanted. HFL = 0.01 + K (target - hip).
    found = excitation(
        make,
        (1, 0),
        preparation__at=0.5,
        preparation__hip_target=0.698,
        preparation__hfl_hold=2.0,
        preparation__hfl_hold_rate=0.0,
        preparation__glu_hold=2.0,
        preparation__glu_hold_rate=0.0,
        **values,
    )
    error = 0.698 - target
    assert found[RIGHT, GLU] == pytest.approx(0.01 + 2.0 * max(error, 0.0), abs=4e-3)
    assert found[RIGHT, HFL] == pytest.approx(0.01 + 2.0 * max(-error, 0.0), abs=4e-3)


def test_the_distance_that_balance_counts_is_from_the_stance_ankle(make, adult):
    found = excitation(
        make,
        (1, 0),
        preparation__at=0.5,
        preparation__hip_target=0.698,
        preparation__hip_offset=2.0,
        preparation__hfl_hold=1.0,
        preparation__hfl_hold_rate=0.0,
        start__angle__left_hip_y=0.1,
    )
    simulation, drive = make(start__angle__left_hip_y=0.1)
    simulation.start(drive)
    moment = simulation.moment()
    foot = adult.roles.legs[LEFT].foot
    ahead = moment.com[0] - moment.position[foot, 0]
    assert ahead > 0.1
    assert found[RIGHT, HFL] == pytest.approx(0.01 + 2.0 * ahead, abs=0.02)


# Left and right.

LOPSIDED = {
    "target.back_z": 0.1,
    "target.pelvis_x": 0.04,
    "target.swing_hip_x": 0.08,
    "target.swing_hip_z": 0.05,
    "target.stance_foot_x": 0.03,
    "target.swing_foot_x": -0.04,
    "target.back_y": 0.02,
    "elbow": 0.6,
    "start.drift": 0.1,
}


def mirrored(values):
    """Parameter values of the start with left and right exchanged."""

    def other(name):
        if "left" in name:
            return name.replace("left", "right")
        return name.replace("right", "left")

    changed = {
        name: values[other(name)] if name.startswith("start.") else value
        for name, value in values.items()
    }
    return changed | {"start.drift": -values["start.drift"]}


def mirror_signs(adult):
    """For each hinge in order: the one on the other side, and the sign."""
    hinges = adult.roles.hinges
    index = {hinge.role: place for place, hinge in enumerate(hinges)}
    partners, signs = [], []
    for hinge in hinges:
        side, _, rest = hinge.role.partition("_")
        swap = {"left": "right", "right": "left"}
        name = f"{swap[side]}_{rest}" if side in swap else hinge.role
        partners.append(index[name])
        signs.append(1.0 if hinge.role.endswith("_y") else -1.0)
    return np.array(partners), np.array(signs)


def test_a_mirrored_body_gets_mirrored_torques(adult):
    controller = ReflexController(adult, "walk")
    values = controller.space.initial_values() | LOPSIDED
    recordings = []
    for chosen, state in ((values, LEFT), (mirrored(values), RIGHT)):
        drive = controller.drive(chosen)
        drive.memory[0]["state"] = state
        simulation = Simulation(adult, Setting(duration=0.7, rate=RATE))
        rollout = simulation.roll_out(drive, frame_rate=RATE)
        recordings.append(rollout.recording)
    a, b = recordings
    assert len(a.time) == len(b.time)
    assert np.array_equal(a.state, 1 - b.state)
    assert set(a.state) == {LEFT, RIGHT}  # both phases of both legs
    partner, sign = mirror_signs(adult)
    close = {"rtol": 1e-5, "atol": 1e-6}
    hinges = np.array([hinge.position for hinge in adult.roles.hinges])
    axes = np.array([hinge.axis for hinge in adult.roles.hinges])
    assert np.allclose(a.qpos[:, hinges], sign * b.qpos[:, hinges[partner]], **close)
    torque = sign * b.torque[:, axes[partner]]
    assert np.allclose(a.torque[:, axes], torque, rtol=1e-4, atol=1e-3)
    assert np.abs(a.torque[:, axes]).max() > 50.0
    assert np.allclose(a.com, b.com * [1.0, -1.0, 1.0], **close)
    assert np.allclose(a.activation, b.activation[:, ::-1], **close)


# Servos turn things the right way.

STRAIGHT = {
    f"start__angle__{side}_{joint}_y": 0.0
    for side in ("left", "right")
    for joint in ("hip", "knee", "ankle")
}
QUIET_HIPS = {
    f"gains__{axis}__{kind}": 0.0
    for axis in ("swing_hip_x", "swing_hip_z", "back_x", "back_y", "back_z")
    for kind in ("kp", "kd")
}


def servo_torques(adult, roll=0.0, **values):
    """Torques [N m] of the first step by role, the body rolled by `roll` [rad]."""
    controller = ReflexController(adult, "walk")
    chosen = controller.space.initial_values()
    chosen |= {name.replace("__", "."): value for name, value in values.items()}
    drive = controller.drive(chosen)
    drive.qpos[3:7] = (np.cos(roll / 2.0), np.sin(roll / 2.0), 0.0, 0.0)
    drive.qpos[2] += 0.5  # in the air
    simulation = Simulation(adult, Setting(duration=1.0, rate=RATE))
    simulation.start(drive)
    simulation.advance(DT)
    torque = simulation._moving.state.actuation.torque
    return {hinge.role: torque[hinge.axis] for hinge in adult.roles.hinges}


def test_an_arm_swings_with_the_leg_of_the_other_side(adult):
    # The right leg is 0.611 rad ahead: the left arm goes forward, which is negative.
    found = servo_torques(adult, arm_swing=1.0, elbow=0.0)
    assert found["left_shoulder_y"] == pytest.approx(-30.0 * 0.611)
    assert found["right_shoulder_y"] == pytest.approx(30.0 * 0.611)


def test_a_trunk_that_tips_to_the_right_is_rolled_to_the_left(adult):
    assert servo_torques(adult, roll=0.1)["back_x"] == pytest.approx(-30.0)
    assert servo_torques(adult, roll=-0.1)["back_x"] == pytest.approx(30.0)


def test_feet_are_rolled_flat_or_to_their_targets(adult):
    found = servo_torques(adult, roll=0.1, **STRAIGHT)
    # Both legs swing: 30 N m/rad.
    assert found["left_ankle_x"] == pytest.approx(-3.0)
    assert found["right_ankle_x"] == pytest.approx(-3.0)
    found = servo_torques(adult, target__swing_foot_x=0.1, **STRAIGHT)
    assert found["left_ankle_x"] == pytest.approx(3.0)  # outward: the left side up
    assert found["right_ankle_x"] == pytest.approx(-3.0)


def test_the_stance_hip_rolls_the_pelvis_level(adult):
    # The pelvis gets -1000 N m/rad 0.1 rad, so the thigh gets the opposite.
    found = servo_torques(adult, roll=0.1, **QUIET_HIPS, **STRAIGHT)
    assert found["left_hip_x"] == pytest.approx(100.0)
    assert found["right_hip_x"] == pytest.approx(0.0, abs=1e-9)
    # Toward the stance leg: the left leg stands, so the roll is held at -0.05.
    found = servo_torques(adult, target__pelvis_x=0.05, **QUIET_HIPS, **STRAIGHT)
    assert found["left_hip_x"] == pytest.approx(50.0)


def test_the_swing_leg_goes_where_the_body_goes_sideways(adult):
    still, left = (
        servo_torques(
            adult,
            start__drift=drift,
            coronal__velocity=0.2,
            coronal__offset=0.0,
            gains__swing_hip_x__kd=0.0,
            **STRAIGHT,
        )["right_hip_x"]
        for drift in (0.0, 0.5)
    )
    assert left - still == pytest.approx(300.0 * 0.2 * 0.5, rel=0.01)
    # The body is to the right of the left ankle: outward for the right leg.
    offset = servo_torques(
        adult, coronal__velocity=0.0, coronal__offset=0.5, **STRAIGHT
    )["right_hip_x"]
    assert offset < -0.5 * 300.0 * 0.5 * 0.053 * 1.8


def test_the_swing_leg_is_held_outward(adult):
    nothing = {"coronal__velocity": 0.0, "coronal__offset": 0.0}
    found = servo_torques(
        adult, target__swing_hip_x=0.1, target__swing_hip_z=0.2, **nothing, **STRAIGHT
    )
    # The right leg swings: outward is to the right, negative.
    assert found["right_hip_x"] == pytest.approx(-300.0 * 0.1)
    assert found["right_hip_z"] == pytest.approx(-100.0 * 0.2)
