"""SIMBICON: parameters reach what they name, the gaits are the published ones."""

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.errors import InputError
from gaitsmith.papers.yin2007.simbicon_controller import SimbiconController
from gaitsmith.papers.yin2007.simbicon_gaits import GAITS
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation


@pytest.fixture(scope="module")
def controllers():
    return {
        "planar": SimbiconController(load_character("planar_biped"), "walk"),
        "spatial": SimbiconController(load_character("simbicon"), "walk_3d"),
        "toes": SimbiconController(load_character("stocky"), "walk_3d"),
        "three": SimbiconController(load_character("simbicon"), "walk_3d_three"),
    }


def differences(a, b):
    """Names of the law's fields, and of the start state, that differ."""
    fields = {
        name
        for name in a.law._fields
        if name != "hips"
        and not np.array_equal(getattr(a.law, name), getattr(b.law, name))
    }
    return fields | ({"start"} if not np.array_equal(a.qvel, b.qvel) else set())


FIELD_OF = {
    "dwell": "dwell",
    "torso_pitch": "torso_pitch",
    "swing_hip_pitch": "hip_pitch",
    "swing_hip_roll": "hip_roll",
    "swing_knee": "joint_target",
    "swing_ankle": "joint_target",
    "stance_knee": "joint_target",
    "stance_ankle": "joint_target",
    "offset_gain": "feedback",
    "velocity_gain": "feedback",
    "lateral_offset_gain": "feedback",
    "lateral_velocity_gain": "feedback",
    "arm_swing": "joint_target",
    "speed": "start",
}


@pytest.mark.parametrize("kind", ["planar", "spatial", "toes", "three"])
def test_each_parameter_reaches_exactly_the_place_it_names(controllers, kind):
    controller = controllers[kind]
    values = controller.space.initial_values()
    base = controller.drive(values)
    for parameter in controller.space.parameters:
        changed = controller.drive(
            values | {parameter.name: values[parameter.name] + 0.05}
        )
        group, _, last = parameter.name.rpartition(".")
        if group.startswith("gains."):
            part = group.split(".")[1]
            expected = {"torso": "torso_gains", "hip": "hip_gains"}.get(
                part.removesuffix("_yaw"), "joint_gains"
            )
        else:
            expected = FIELD_OF[last]
        assert differences(base, changed) == {expected}, parameter.name


def test_published_angles_change_sign_once(controllers):
    """S-convention tables become P-convention parameters."""
    values = controllers["planar"].space.initial_values()
    walk = GAITS["walk"].states[0]
    assert values["state0.swing_hip_pitch"] == -walk.swing_hip
    assert values["state0.swing_knee"] == -walk.swing_knee == 1.10
    assert values["state1.offset_gain"] == 2.2


def test_the_second_half_of_the_cycle_mirrors_the_first(controllers):
    controller = controllers["spatial"]
    law = controller.drive(controller.space.initial_values()).law
    hinges = [
        h
        for h in controller.character.roles.hinges
        if h.axis in set(law.joint_axis.tolist())
    ]
    column = {hinge.name: i for i, hinge in enumerate(hinges)}
    swap = {"left": "right", "right": "left"}
    for name, index in column.items():
        side, _, rest = name.partition("_")
        partner = column[f"{swap[side]}_{rest}" if side in swap else name]
        sign = 1.0 if name.endswith("_y") else -1.0
        half = len(law.dwell) // 2
        for state in range(half):
            mirrored = law.joint_target[state + half, partner]
            assert law.joint_target[state, index] == pytest.approx(sign * mirrored)


def test_a_step_of_three_states_holds_two_and_ends_at_the_strike(controllers):
    controller = controllers["three"]
    values = controller.space.initial_values()
    states = {name.partition(".")[0] for name in values if name.startswith("state")}
    assert states == {"state0", "state1", "state2"}
    assert values["state0.dwell"] == values["state1.dwell"] == 0.15
    assert "state2.dwell" not in values
    law = controller.drive(values).law
    assert law.ends_on_strike.tolist() == [False, False, True] * 2
    assert law.stance.tolist() == [0, 0, 0, 1, 1, 1]


def test_gains_grow_with_the_mass_of_the_character():
    thin = SimbiconController(load_character("thin"), "walk_3d").space.initial_values()
    stocky = SimbiconController(
        load_character("stocky"), "walk_3d"
    ).space.initial_values()
    assert thin["gains.hip.kp"] == pytest.approx(stocky["gains.hip.kp"] * 41.0 / 70.0)


def test_a_gait_for_another_kind_of_body_is_refused():
    with pytest.raises(
        InputError, match=r"is for planar bodies.*Gaits that fit: walk_3d"
    ):
        SimbiconController(load_character("stocky"), "walk")
    with pytest.raises(InputError, match=r"no gait .* 'wlk'\. Did you mean 'walk'\?"):
        SimbiconController(load_character("planar_biped"), "wlk")


@pytest.mark.parametrize("name", ["overweight", "short", "stocky", "tall", "thin"])
def test_the_published_3d_walk_carries_every_upright_body(name):
    """Unoptimised, from a slow start, on all bodies of ordinary proportions.

    But adult, whose feet roll: it falls after 4 s.
    """
    character = load_character(name)
    controller = SimbiconController(character, "walk_3d")
    values = controller.space.initial_values() | {"start.speed": 0.6}
    rollout = Simulation(character, Setting(duration=5.0, rate=1200.0)).roll_out(
        controller.drive(values)
    )
    assert rollout.outcome is Outcome.COMPLETED
    assert rollout.measures.speed > 0.3


@pytest.mark.parametrize("rate", [1200.0, 2400.0])
@pytest.mark.parametrize(
    ("body", "gait", "step_length", "step_time", "speed"),
    [
        ("planar_long_foot", "walk", 0.350, 0.357, 0.98),
        ("planar_long_foot", "high_step_walk", 0.427, 0.414, 1.03),
        # Coros et al. 2008 print the 0.66 m; an independent simulation agrees.
        ("big_bird", "bird_walk", 0.660, 0.439, 1.50),
    ],
)
def test_a_base_walk_of_coros2008_goes_on_in_steps_of_its_length(
    body, gait, step_length, step_time, speed, rate
):
    character = load_character(body)
    controller = SimbiconController(character, gait)
    rollout = Simulation(character, Setting(duration=30.0, rate=rate)).roll_out(
        controller.drive(controller.space.initial_values())
    )
    assert rollout.outcome is Outcome.COMPLETED
    strikes = rollout.strikes.since(15.0)
    steps, times = strikes.step_lengths(), np.diff(strikes.time)
    assert np.mean(steps) == pytest.approx(step_length, rel=0.05)
    assert np.mean(times) == pytest.approx(step_time, rel=0.05)
    assert np.sum(steps) / np.sum(times) == pytest.approx(speed, rel=0.05)
    assert np.ptp(steps) < 0.02 * step_length  # periodic


def test_the_bird_starts_as_it_goes_on():
    character = load_character("big_bird")
    controller = SimbiconController(character, "bird_walk")
    rollout = Simulation(character, Setting(duration=5.0, rate=1200.0)).roll_out(
        controller.drive(controller.space.initial_values())
    )
    assert rollout.strikes.step_lengths() == pytest.approx(0.66, rel=0.02)


def test_the_birds_ankles_are_softer_than_its_knees():
    controller = SimbiconController(load_character("big_bird"), "bird_walk")
    values = controller.space.initial_values()
    ankle = [values[f"gains.ankle.{kind}"] for kind in ("kp", "kd")]
    knee = [values[f"gains.other.{kind}"] for kind in ("kp", "kd")]
    assert (ankle, knee) == ([150.0, 15.0], [300.0, 30.0])
