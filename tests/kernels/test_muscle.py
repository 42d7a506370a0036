"""The musculotendon unit: activation, equilibrium, contraction, accuracy, energy."""

import math

import numpy as np
import pytest

from gaitsmith.actuators.muscle_table import (
    MUSCLE_NAMES,
    build_muscles,
    muscles_at_rest,
)
from gaitsmith.kernels.muscle import (
    activation_decay,
    clipped_excitation,
    contract_muscle,
    contracted,
    equilibrate_muscles,
    equilibrium,
    imbalance,
    next_activation,
    step_muscles,
    tendon_strain,
)
from gaitsmith.kernels.muscle_curves import (
    force_length,
    parallel_force,
    velocity_of_force,
)
from gaitsmith.kernels.records import GLU, HAM, HFL, HIP, LEFT, RF, SOL, TA

MUSCLES = build_muscles()
DT = 1e-3
# When each muscle is excited in walking, as parts of the cycle from foot strike on.
BURSTS = {
    "SOL": (0.10, 0.50),
    "TA": (0.60, 1.05),
    "GAS": (0.20, 0.50),
    "VAS": (0.90, 1.20),
    "HAM": (0.85, 1.10),
    "RF": (0.50, 0.65),
    "GLU": (0.90, 1.25),
    "HFL": (0.45, 0.70),
}


def walking_pose(time):
    """Joint angles like those of walking, one cycle a second, the right leg later."""
    phase = 2.0 * np.pi * (time + np.array([0.0, 0.5]))
    hip = 12 + 22 * np.cos(phase) - 4 * np.sin(phase)
    knee = 26 - 6 * np.cos(phase) - 22 * np.sin(phase)
    knee += -14 * np.cos(2 * phase) + 8 * np.sin(2 * phase)
    ankle = -6 * np.cos(2 * phase - 0.6) - 4 * np.sin(phase + 0.4)
    return np.radians(np.stack([hip, knee, ankle], axis=1))


def walking_excitation(time):
    """0.6 in the bursts, 0.01 between them."""
    start, stop = np.array([BURSTS[name] for name in MUSCLE_NAMES]).T
    phase = (time + np.array([[0.0], [0.5]]) - start + 1e-9) % 1.0
    return np.where(phase < stop - start, 0.6, 0.01)


def walk(dt, substeps=1, duration=1.0, excitation=walking_excitation):
    """Forces, fibre lengths and lengths at the ends of steps of `dt`."""
    state = muscles_at_rest(MUSCLES, walking_pose(0.0))
    histories = tuple(
        [np.copy(part)] for part in (state.force, state.fiber_length, state.length)
    )
    for step in range(round(duration / dt)):
        state.excitation[:] = excitation(step * dt)
        for part in range(1, substeps + 1):
            pose = walking_pose((step + part / substeps) * dt)
            step_muscles(MUSCLES, pose, dt / substeps, state)
        for history, part in zip(
            histories, (state.force, state.fiber_length, state.length), strict=True
        ):
            history.append(np.copy(part))
    return tuple(np.array(history) for history in histories)


def hold(state, angles, excitation, duration):
    for _ in range(round(duration / DT)):
        state.excitation[:] = excitation
        step_muscles(MUSCLES, angles, DT, state)


# Activation


def test_activation_follows_its_excitation_with_ten_milliseconds(version):
    decay = version(activation_decay)(0.01, MUSCLES.activation_time)
    assert version(next_activation)(0.0, 1.0, decay) == pytest.approx(1 - math.exp(-1))
    assert version(next_activation)(1.0, 0.01, decay) == pytest.approx(
        0.01 + 0.99 * math.exp(-1)
    )


def test_activation_does_not_depend_on_the_rate(version):
    fine, decay = 0.2, version(activation_decay)(DT / 16, 0.01)
    for _ in range(16):
        fine = version(next_activation)(fine, 0.9, decay)
    coarse = version(next_activation)(0.2, 0.9, version(activation_decay)(DT, 0.01))
    assert fine == pytest.approx(coarse, abs=1e-14)


def test_without_activation_dynamics_a_muscle_is_as_active_as_it_is_excited(version):
    assert version(activation_decay)(DT, 0.0) == 0.0
    quick = build_muscles(activation_time=0.0)
    state = muscles_at_rest(quick, np.zeros((2, 3)))
    state.excitation[:] = 0.7
    version(step_muscles)(quick, np.zeros((2, 3)), DT, state)
    np.testing.assert_array_equal(state.activation, 0.7)


def test_excitation_is_clipped(version):
    assert version(clipped_excitation)(-3.0) == 0.01
    assert version(clipped_excitation)(0.4) == 0.4
    assert version(clipped_excitation)(7.0) == 1.0


# Equilibrium


@pytest.mark.parametrize(
    ("pose", "lengths", "forces"),
    [
        (
            (0, 0, 0),
            (0.88, 0.83, 1.01, 0.52, 0.74, 0.68, 0.76, 1.00),
            (39, 7, 16, 9, 23, 7, 12, 20),
        ),
        (
            (30, 5, 0),
            (0.88, 0.83, 0.96, 0.57, 1.01, 0.56, 1.00, 0.76),
            (39, 7, 15, 15, 30, 3, 15, 16),
        ),
        (
            (-10, 10, -5),
            (0.93, 0.79, 0.97, 0.61, 0.59, 0.80, 0.68, 1.07),
            (40, 7, 15, 22, 9, 10, 9, 54),
        ),
        (
            (60, 100, 10),
            (0.77, 0.91, 0.43, 1.15, 0.99, 0.99, 1.22, 0.52),
            (33, 8, 0, 500, 30, 12, 242, 3),
        ),
    ],
)
def test_check_values_of_the_resting_muscles(version, pose, lengths, forces):
    # Computed independently of this code, activation 0.01, printed to two digits and
    # to whole newtons.
    angles = np.radians(np.array([pose, pose], float))
    state = muscles_at_rest(MUSCLES, np.zeros((2, 3)))
    version(equilibrate_muscles)(MUSCLES, angles, 0.01, state)
    x = state.fiber_length / MUSCLES.optimal_length
    np.testing.assert_allclose(x[LEFT], lengths, atol=0.006)
    np.testing.assert_allclose(state.force[LEFT], forces, atol=0.51)
    np.testing.assert_array_equal(state.force[0], state.force[1])


def test_an_equilibrium_is_balanced_at_any_activation_and_length(version):
    for activation in (0.01, 0.3, 1.0):
        for length in (0.25, 0.28, 0.30, 0.32, 0.34):
            x = version(equilibrium)(activation, length, 0.06, 0.24, 0.04, 0.56)
            strain = tendon_strain(x, length, 0.06, 0.24)
            force, _ = imbalance(x, x, activation, strain, 0.0, 0.04, 0.56, math.inf)
            assert force == pytest.approx(0.0, abs=1e-9)


def test_a_muscle_at_rest_stays_at_rest():
    angles = np.radians([[20.0, 30.0, 5.0], [-5.0, 10.0, -5.0]])
    state = muscles_at_rest(MUSCLES, angles)
    before = np.copy(state.fiber_length)
    hold(state, angles, 0.01, 0.2)
    np.testing.assert_allclose(state.fiber_length, before, atol=1e-6)


# Contraction


def test_the_slope_of_the_balance_is_its_derivative(version):
    step, optimal, slack, length, reach = 1e-7, 0.05, 0.40, 0.462, 0.012
    for x in (0.3, 0.7, 0.995, 1.004, 1.1, 1.25):
        for x_old in (x - 0.009, x - 0.001, x + 0.001, x + 0.009):
            for activation in (0.01, 0.8):

                def balance(x, x_old=x_old, activation=activation):
                    strain = tendon_strain(x, length, optimal, slack)
                    slope = -optimal / slack
                    return version(imbalance)(
                        x, x_old, activation, strain, slope, 0.04, 0.56, reach
                    )

                numeric = (balance(x + step)[0] - balance(x - step)[0]) / (2 * step)
                assert balance(x)[1] == pytest.approx(numeric, rel=1e-5, abs=1e-6)


def test_a_step_solves_the_balance(version):
    optimal, slack, reach = 0.04, 0.26, 0.006
    for x_old in (0.5, 0.9, 1.0, 1.2):
        for stretch in (-0.0005, 0.0, 0.002, 0.01):
            for activation in (0.01, 0.5, 1.0):
                length = x_old * optimal + slack + stretch
                x, _ = version(contracted)(
                    x_old, x_old, activation, length, optimal, slack, 0.04, 0.56, reach
                )
                strain = tendon_strain(x, length, optimal, slack)
                force, _ = imbalance(
                    x, x_old, activation, strain, 1.0, 0.04, 0.56, reach
                )
                is_at_end = abs(x - x_old) > reach * (1 - 1e-12)
                assert abs(force) < 1e-6 or (is_at_end and force > 0.0)


def test_the_first_guess_does_not_matter(version):
    def lengths(unit_length):
        return [
            version(contracted)(
                0.9, guess, 0.3, unit_length, 0.04, 0.26, 0.04, 0.56, 0.006
            )[0]
            for guess in (-1.0, 0.895, 0.9, 0.905, 5.0)
        ]

    assert np.ptp(lengths(0.300)) < 1e-6
    assert 0.895 < lengths(0.300)[0] < 0.8999  # it shortens, slower than v_max
    # Pulled too fast, it is at the end of its reach.
    np.testing.assert_allclose(lengths(0.330), 0.906, rtol=1e-12)


def test_a_fibre_is_never_faster_than_v_max_and_the_tendon_takes_the_rest():
    angles = np.zeros((2, 3))
    state = muscles_at_rest(MUSCLES, angles, activation=0.5)
    before = np.copy(state.fiber_length)
    state.excitation[:] = 0.5
    step_muscles(MUSCLES, angles + np.radians([0.0, 0.0, 60.0]), DT, state)
    limit = DT * MUSCLES.max_velocity * MUSCLES.optimal_length
    shortened = (before - state.fiber_length)[LEFT, SOL]
    assert shortened == pytest.approx(limit[LEFT, SOL], rel=1e-3)
    assert state.force[LEFT, SOL] == 0.0  # the tendon is slack
    lengthened = (state.fiber_length - before)[LEFT, TA]
    assert lengthened == pytest.approx(limit[LEFT, TA])
    strain = (state.length - state.fiber_length) / MUSCLES.slack_length - 1.0
    expected = 800.0 * (strain[LEFT, TA] / 0.04) ** 2
    assert state.force[LEFT, TA] == pytest.approx(expected)


@pytest.mark.parametrize("excitation", [0.05, 0.6, 1.0])
def test_isometric_force_is_activation_times_force_length(excitation):
    angles = np.radians([[20.0, 40.0, -5.0], [0.0, 10.0, 10.0]])
    state = muscles_at_rest(MUSCLES, angles)
    hold(state, angles, excitation, 1.0)
    np.testing.assert_allclose(state.fiber_velocity, 0.0, atol=1e-5)
    for side, muscle in np.ndindex(state.force.shape):
        x = state.fiber_length[side, muscle] / MUSCLES.optimal_length[side, muscle]
        strongest = MUSCLES.max_force[side, muscle]
        active = strongest * excitation * force_length(x)[0]
        assert state.active_force[side, muscle] == pytest.approx(active, rel=1e-4)
        if x > 0.44:
            held = active + strongest * parallel_force(x, 0.56)[0]
            # The balance is solved to 1e-6 F0, and 1e-5 m/s is left to go.
            assert state.force[side, muscle] == pytest.approx(
                held, abs=2e-5 * strongest
            )


@pytest.mark.parametrize("load", [0.1, 0.3, 0.7, 1.2])
def test_released_to_a_load_a_fibre_moves_as_hills_curve_says(load):
    # An isotonic lever: at each step it gives way until the tendon pulls with `load`.
    optimal, slack, v_max, activation = 0.08, 0.23, 12.0, 0.9
    x = 1.0
    for _ in range(20):
        short, long = 0.25, 0.45
        for _ in range(60):
            length = 0.5 * (short + long)
            new, _ = contracted(
                x, x, activation, length, optimal, slack, 0.04, 0.56, DT * v_max
            )
            strain = tendon_strain(new, length, optimal, slack)
            if strain > 0.04 * math.sqrt(load):
                long = length
            else:
                short = length
        strength = activation * force_length(new)[0] + parallel_force(new, 0.56)[0]
        hill = v_max * velocity_of_force(load / strength)[0]
        assert (new - x) / DT == pytest.approx(hill, rel=1e-3, abs=1e-4 * v_max)
        x = new


# Accuracy


@pytest.mark.parametrize(
    ("dt", "most_force", "most_velocity"), [(1e-3, 15.0, 0.005), (1 / 2400, 5.5, 0.003)]
)
def test_a_walk_is_as_exact_as_with_a_step_16_times_finer(
    dt, most_force, most_velocity
):
    coarse_force, coarse_fiber, _ = walk(dt)
    fine_force, fine_fiber, _ = walk(dt, substeps=16)
    force_error = np.sqrt(np.mean((coarse_force - fine_force) ** 2, axis=0))
    assert force_error.max() < most_force
    assert force_error.max() < 0.002 * fine_force.max()
    # Mean velocities of the steps: the switching makes the velocity itself jump.
    velocity_error = np.diff(coarse_fiber - fine_fiber, axis=0) / dt
    assert np.sqrt(np.mean(velocity_error**2, axis=0)).max() < most_velocity
    assert fine_force.max() > 2000.0  # the muscles did work


def test_halving_the_step_halves_the_error():
    exact, _, _ = walk(4e-3, substeps=128)
    errors = [np.sqrt(np.mean((walk(4e-3, n)[0] - exact) ** 2)) for n in (2, 4, 8)]
    assert 1.6 < errors[0] / errors[1] < 2.4
    assert 1.6 < errors[1] / errors[2] < 2.4


def test_weakly_active_fibres_do_not_chatter():
    # Their velocity turns as often as the muscle's own, not from step to step.
    _, fiber, length = walk(DT, duration=2.0, excitation=lambda _: 0.01)

    def turns(values):
        rates = np.diff(values) / DT
        rates = rates[np.abs(rates) > 1e-4]  # less is within the solver's tolerance
        return np.sum(rates[1:] * rates[:-1] < 0.0)

    for place in np.ndindex(2, 8):
        of_fiber, of_muscle = (turns(part[:, *place]) for part in (fiber, length))
        assert 4 <= of_muscle <= 8
        assert of_fiber <= of_muscle


def test_newton_needs_few_iterations():
    state = muscles_at_rest(MUSCLES, walking_pose(0.0))
    counts = []
    for step in range(1000):
        state.excitation[:] = walking_excitation(step * DT)
        # The path and activation of this step; then count, from the old fibres.
        fiber, velocity = np.copy(state.fiber_length), np.copy(state.fiber_velocity)
        step_muscles(MUSCLES, walking_pose((step + 1) * DT), DT, state)
        end = np.copy(state.fiber_length)
        state.fiber_length[:], state.fiber_velocity[:] = fiber, velocity
        for place in np.ndindex(2, 8):
            counts.append(contract_muscle(MUSCLES, *place, DT, state))
        np.testing.assert_array_equal(state.fiber_length, end)
    assert np.mean(counts) < 2.6
    assert max(counts) < 12


def test_compiled_and_plain_steps_agree():
    compiled, plain = (muscles_at_rest(MUSCLES, walking_pose(0.0)) for _ in range(2))
    for step in range(20):
        pose = walking_pose((step + 1) * DT)
        for state, function in (
            (compiled, step_muscles),
            (plain, step_muscles.py_func),
        ):
            state.excitation[:] = walking_excitation(step * DT)
            function(MUSCLES, pose, DT, state)
    for one, other in zip(compiled, plain, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-14)


# Energy


def test_over_a_cycle_the_fibres_do_all_the_work():
    # The tendon gives back what it took: the integrals of F dl over a closed cycle are
    # the same for the whole unit and for its fibre.
    cycle = slice(2400, None)
    force, fiber, length = (part[cycle] for part in walk(1 / 2400, duration=2.0))
    mean_force = 0.5 * (force[1:] + force[:-1])
    work_of_unit = np.sum(mean_force * np.diff(length, axis=0), axis=0)
    work_of_fiber = np.sum(mean_force * np.diff(fiber, axis=0), axis=0)
    np.testing.assert_allclose(work_of_unit, work_of_fiber, atol=0.02)
    assert np.abs(work_of_unit).max() > 10.0  # J; the bound above is a tight one


def test_the_forces_add_up():
    # F_MTU = F_CE + F_PE; with short fibres nothing is passive, so both are the same.
    state = muscles_at_rest(MUSCLES, walking_pose(0.0))
    for step in range(300):
        state.excitation[:] = walking_excitation(step * DT)
        step_muscles(MUSCLES, walking_pose((step + 1) * DT), DT, state)
        x = state.fiber_length / MUSCLES.optimal_length
        is_active_only = (x > 0.44) & (x < 1.0)
        is_active_only &= np.abs(state.fiber_velocity) < 0.99 * (
            MUSCLES.max_velocity * MUSCLES.optimal_length
        )
        np.testing.assert_allclose(
            state.force[is_active_only] / MUSCLES.max_force[is_active_only],
            state.active_force[is_active_only] / MUSCLES.max_force[is_active_only],
            atol=2e-6,
        )
    assert state.torque[LEFT, HIP] == pytest.approx(
        0.10 * (state.force[LEFT, GLU] - state.force[LEFT, HFL])
        + 0.08 * (state.force[LEFT, HAM] - state.force[LEFT, RF])
    )
