"""What muscles cost is the integral of their power over a rollout."""

import numpy as np
import pytest

from gaitsmith.actuators.muscle_measures import measure_muscles
from gaitsmith.actuators.muscle_model import muscles_of
from gaitsmith.characters.character import load_character
from gaitsmith.control.controllers import make_controller
from gaitsmith.kernels.metabolics import BASAL_POWER, metabolic_power
from gaitsmith.papers.wang2012.reflex_controller import ReflexController
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

RATE = 1200.0
STEPS = 480  # right strike, double support and left swing are in it


@pytest.fixture(scope="module")
def walked():
    """A rollout step by step: result, and what each step was like."""
    adult = load_character("adult_muscles")
    controller = ReflexController(adult, "walk")
    drive = controller.drive(controller.space.initial_values())
    simulation = Simulation(adult, Setting(duration=STEPS / RATE, rate=RATE))
    simulation.start(drive)
    power, squared, cubed, torques = [], [], [], []
    for _ in range(STEPS):
        simulation.advance(1.0 / RATE)
        legs = simulation._moving.actuators[-1].legs
        power.append(metabolic_power(legs.muscles, legs.state))
        squared.append(np.sum(legs.state.activation**2))
        cubed.append(np.sum(legs.state.activation**3))
        torques.append(simulation.moment().torque)
    measures = simulation.result().measures
    axes = legs.axis.ravel()
    return measures, np.array(power), squared, cubed, np.array(torques), axes


def test_the_energy_is_the_sum_of_the_power_of_every_step(walked):
    measures, power, *_ = walked
    muscles = measures.muscles
    assert muscles.basal_power == pytest.approx(1.51 * 70.0)
    assert float(np.sum(muscles.power)) == pytest.approx(np.mean(power))
    assert np.mean(power) > 20.0
    assert np.std(power) > 10.0  # not the same all the time
    total = muscles.basal_power + np.mean(power)
    assert muscles.metabolic_power == pytest.approx(total)
    assert measures.metabolic_power == pytest.approx(total / 70.0)
    assert measures.cost_of_transport == pytest.approx(total / 70.0 / measures.speed)


def test_activations_are_counted_squared_and_cubed(walked):
    measures, _, squared, cubed, *_ = walked
    assert measures.muscles.activation_squared == pytest.approx(np.mean(squared))
    assert measures.muscles.activation_cubed == pytest.approx(np.mean(cubed))


def test_torques_are_counted_for_muscles_and_servos_apart(walked):
    measures, *_, torques, moved = walked
    mean = np.mean(torques**2, axis=0)
    others = np.delete(mean, moved)
    assert measures.muscles.torque_squared == pytest.approx(np.sum(mean[moved]))
    assert measures.muscles.servo_torque_squared == pytest.approx(np.sum(others))
    assert min(np.sum(mean[moved]), np.sum(others)) > 100.0
    whole = measures.muscles.torque_squared + measures.muscles.servo_torque_squared
    assert measures.torque_squared == pytest.approx(whole)


@pytest.fixture
def legs():
    """Legs of which nothing was counted yet; hips, knees, ankles are axes 1 and 3."""
    counted = muscles_of(load_character("adult_muscles")).legs
    axes = np.array([[1, 3, 1], [3, 1, 3]])
    return counted._replace(
        axis=axes, energy=np.zeros_like(counted.energy), sums=np.zeros(3)
    )


def test_sums_become_averages(legs):
    legs.energy[1, 3] = (2.0, 4.0, 6.0, 8.0)  # J
    legs.sums[:] = (3.0, 5.0, 7.0)  # a^2, a^3, squared limit torque
    torque_squared = np.array([0.0, 10.0, 20.0, 40.0])  # over 100 steps
    found = measure_muscles(legs, torque_squared, 70.0, 100, 2.0)
    assert found.power[1, 3] == pytest.approx([1.0, 2.0, 3.0, 4.0])  # W
    assert found.metabolic_power == pytest.approx(BASAL_POWER * 70.0 + 10.0)
    assert (found.activation_squared, found.activation_cubed) == (1.5, 2.5)
    assert found.torque_squared == pytest.approx(0.5)
    assert found.servo_torque_squared == pytest.approx(0.2)
    assert found.limit_torque_squared == pytest.approx(3.5)


def test_a_body_without_muscles_has_no_such_measures():
    adult = load_character("adult")
    controller = make_controller(adult, "posture", gait="stand")
    drive = controller.drive(controller.space.initial_values())
    rollout = Simulation(adult, Setting(duration=0.01)).roll_out(drive)
    assert rollout.muscles is None
    assert rollout.measures.muscles is None
    assert rollout.measures.metabolic_power is None


def test_shares_are_of_both_legs_the_greatest_first(legs):
    legs.energy[:, 0] = (5.0, 0.0, 0.0, 10.0)  # J, of each SOL
    legs.energy[1, 3] = (10.0, 20.0, 30.0, 0.0)  # of the right VAS
    found = measure_muscles(legs, np.zeros(4), 10.0 / BASAL_POWER, 1, 1.0)
    # Muscles that cost nothing are not there: the planar model has no RF.
    assert list(found.shares()) == ["body at rest", "VAS", "SOL"]
    assert list(found.shares().values()) == pytest.approx([0.1, 0.6, 0.3])
