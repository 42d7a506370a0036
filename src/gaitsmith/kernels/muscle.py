"""The musculotendon unit: activation and contraction, stepped implicitly.

A contractile fibre (CE) beside a parallel spring (PE) and a buffer (BE), all in series
with a tendon (SE). It has no mass, so at every moment (Geyer & Herr 2010; Wang et al.
2012, section 3.1; forces in F0)

    f_SE(l) = (a f_l(l) + f_PE(l)) f_v(v) - f_BE(l)

The fibre velocity v that solves this changes by its own size within a fraction of a
millisecond when activation a is low: an explicit step chatters. So one step solves the
balance for the length at its *end*, with v = (l - l_old) / dt (backward Euler).

Here fibre lengths x are in optimal lengths; the records hold m, m/s and N.
"""

import math

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import exp
from gaitsmith.kernels.lanes import (
    absolute,
    always,
    any_lane,
    maximum,
    minimum,
    negated,
    select,
)
from gaitsmith.kernels.muscle_curves import (
    BUFFER_LENGTH,
    buffer_force,
    force_length,
    force_velocity,
    parallel_force,
    tendon_force,
)
from gaitsmith.kernels.muscle_path import pull_on_joints, update_paths

ACTIVATION_TIME = 0.01  # s (Wang et al. 2012: factor 100 /s), up and down alike
LEAST_EXCITATION = 0.01  # a fibre without any activation has no definite velocity
# Of the balance, in F0: 6 mN of the strongest muscle. A muscle that hangs slack may
# creep by up to 0.1 mm/s within it.
TOLERANCE = 1e-6
MAX_ITERATIONS = 40  # the bracket then has the size of rounding; 2 to 3 are usual
SHORTEST = 0.05  # optimal lengths; far inside the buffer, never reached in motion
NUM_HALVINGS = 50  # of the bracket of an equilibrium: to rounding


@compiled
def clipped_excitation(excitation):
    """Excitation as the muscle sees it: from 0.01 to 1."""
    return minimum(maximum(excitation, LEAST_EXCITATION), 1.0)


@compiled
def activation_decay(dt, activation_time):
    """Part of the distance to the excitation that is left after `dt` [s].

    Without activation dynamics (an `activation_time` [s] of 0), nothing is left.
    """
    if activation_time == 0.0:
        return 0.0
    return exp(-dt / activation_time)


@compiled
def next_activation(activation, excitation, decay):
    """Solution of da/dt = (u - a) / tau for a steady u, exact at any rate."""
    return excitation + (activation - excitation) * decay


@compiled
def tendon_strain(x, length, optimal_length, slack_length):
    """Strain of the tendon that the fibre leaves of a unit of `length` [m]."""
    return (length - x * optimal_length) / slack_length - 1.0


@compiled
def imbalance(
    x,
    x_old,
    activation,
    strain,
    strain_slope,
    reference_strain,
    passive_strain,
    reach,
):
    """Force [F0] that pulls the fibre longer than x at the end of the step, its slope.

    Args:
        x: Fibre length at the end of the step.
        x_old: Fibre length at its start.
        activation: At its end.
        strain: Of the tendon at its end, if the fibre has length x.
        strain_slope: Change of that strain with x: -optimal length / slack length.
        reference_strain: Of the tendon at F0.
        passive_strain: Of the fibres beyond their optimal length, at a passive F0.
        reach: Way of a fibre at v_max within the step; infinite for an equilibrium.
    """
    active, active_slope = force_length(x)
    passive, passive_slope = parallel_force(x, passive_strain)
    hill, hill_slope = force_velocity((x - x_old) / reach)
    tendon, tendon_slope = tendon_force(strain, reference_strain)
    buffer, buffer_slope = buffer_force(x)
    strength = activation * active + passive
    slope = (
        tendon_slope * strain_slope
        + buffer_slope
        - (activation * active_slope + passive_slope) * hill
        - strength * hill_slope / reach
    )
    return tendon + buffer - strength * hill, slope


@compiled
def contracted(
    x_old,
    guess,
    activation,
    length,
    optimal_length,
    slack_length,
    reference_strain,
    passive_strain,
    reach,
):
    """Fibre length at the end of a step, by Newton's method inside a bracket.

    A fibre is never faster than v_max: where the balance would ask for more, the
    length stays at the end of its reach and the tendon takes the rest.

    Args:
        x_old: Fibre length at the start of the step, in optimal lengths.
        guess: Where to look first; the old length plus the last step's change is good.
        activation: At the end of the step.
        length: Of the whole unit at the end of the step, m.
        optimal_length: Of the fibre, m.
        slack_length: Of the tendon, m.
        reference_strain: Of the tendon at F0.
        passive_strain: Of the fibres, at a passive F0.
        reach: Time step times v_max, in optimal lengths.

    Returns:
        The length in optimal lengths, and how often the balance was computed.
    """
    strain_slope = -optimal_length / slack_length
    lower, upper = maximum(x_old - reach, SHORTEST), x_old + reach
    # The ends of the bracket are tried before they are believed.
    is_lower_known = is_upper_known = x_old < SHORTEST - 1.0  # false
    x = minimum(maximum(guess, lower), upper)
    is_open = always(x)
    iteration = 0
    while any_lane(is_open) and iteration < MAX_ITERATIONS:
        iteration += 1
        strain = tendon_strain(x, length, optimal_length, slack_length)
        force, slope = imbalance(
            x,
            x_old,
            activation,
            strain,
            strain_slope,
            reference_strain,
            passive_strain,
            reach,
        )
        is_open = is_open & (absolute(force) >= TOLERANCE)
        is_short = force > 0.0
        lower, upper = select(is_short, x, lower), select(is_short, upper, x)
        is_lower_known = is_lower_known | is_short
        is_upper_known = is_upper_known | negated(is_short)
        is_open = is_open & (lower < upper)
        # Newton's step; where it leaves the bracket, its untried end, or its middle.
        is_falling = slope < 0.0
        wanted = select(is_falling, x - force / select(is_falling, slope, 1.0), x)
        middle = 0.5 * (lower + upper)
        beyond = select(
            wanted >= upper,
            select(is_upper_known, middle, upper),
            select(is_lower_known, middle, lower),
        )
        coming = select((lower < wanted) & (wanted < upper), wanted, beyond)
        x = select(is_open, coming, x)
    return x, iteration


@compiled
def equilibrium(
    activation, length, optimal_length, slack_length, reference_strain, passive_strain
):
    """Fibre length at which the unit of `length` [m] rests, by halving a bracket.

    Returns:
        Fibre length in optimal lengths.
    """
    # With a slack tendon only the buffer pushes, and it ends at BUFFER_LENGTH.
    lower = SHORTEST + 0.0 * length
    upper = maximum((length - slack_length) / optimal_length, BUFFER_LENGTH)
    for _ in range(NUM_HALVINGS):
        x = 0.5 * (lower + upper)
        strain = tendon_strain(x, length, optimal_length, slack_length)
        force, _slope = imbalance(
            x, x, activation, strain, 0.0, reference_strain, passive_strain, math.inf
        )
        lower, upper = select(force > 0.0, x, lower), select(force > 0.0, upper, x)
    return 0.5 * (lower + upper)


@compiled
def contract_muscle(muscles, side, muscle, dt, state):
    """Step the fibre of one muscle over `dt` [s]; its path and activation are new.

    Returns:
        How often the balance was computed.
    """
    optimal = muscles.optimal_length[side, muscle]
    x_old = state.fiber_length[side, muscle] / optimal
    x, iterations = contracted(
        x_old,
        x_old + dt * state.fiber_velocity[side, muscle] / optimal,
        state.activation[side, muscle],
        state.length[side, muscle],
        optimal,
        muscles.slack_length[side, muscle],
        muscles.reference_strain[side, muscle],
        muscles.passive_strain[side, muscle],
        dt * muscles.max_velocity[side, muscle],
    )
    set_fiber(muscles, side, muscle, x, (x - x_old) / dt, state)
    return iterations


@compiled
def set_fiber(muscles, side, muscle, x, rate, state):
    """Put one fibre at x and `rate` [1/s, of optimal lengths], and find its forces."""
    optimal = muscles.optimal_length[side, muscle]
    strongest = muscles.max_force[side, muscle]
    strain = tendon_strain(
        x, state.length[side, muscle], optimal, muscles.slack_length[side, muscle]
    )
    active, _active_slope = force_length(x)
    hill, _hill_slope = force_velocity(rate / muscles.max_velocity[side, muscle])
    tension, _tension_slope = tendon_force(
        strain, muscles.reference_strain[side, muscle]
    )
    state.fiber_length[side, muscle] = x * optimal
    state.fiber_velocity[side, muscle] = rate * optimal
    state.force[side, muscle] = strongest * tension
    state.active_force[side, muscle] = (
        strongest * state.activation[side, muscle] * active * hill
    )


@compiled
def step_muscles(muscles, angles, dt, state):
    """One time step of all muscles, to the pose that `angles` give.

    `state.excitation` goes in (and is clipped); everything else of `state` is new
    afterwards, with the joint torques in `state.torque`.

    Args:
        muscles: The record of both legs' muscles.
        angles: (2, 3) rad, hip and knee flexion and ankle plantarflexion of each leg;
            see `muscle_path` for their signs.
        dt: Time since the last step, s.
        state: What the muscles do.
    """
    update_paths(muscles, angles, state)
    contract_all(muscles, dt, state)
    pull_on_joints(state)


@compiled
def contract_all(muscles, dt, state):
    """One time step of activations and fibres; the muscles' lengths are new."""
    decay = activation_decay(dt, muscles.activation_time)
    for side in range(state.force.shape[0]):
        for muscle in range(state.force.shape[1]):
            excitation = clipped_excitation(state.excitation[side, muscle])
            state.excitation[side, muscle] = excitation
            state.activation[side, muscle] = next_activation(
                state.activation[side, muscle], excitation, decay
            )
            contract_muscle(muscles, side, muscle, dt, state)


@compiled
def equilibrate_muscles(muscles, angles, activation, state):
    """Put all muscles at rest in a pose, equally active: how a rollout starts.

    Args:
        muscles: The record of both legs' muscles.
        angles: (2, 3) rad, as for `step_muscles`.
        activation: Of every muscle, and its excitation.
        state: What the muscles do; all of it is written.
    """
    update_paths(muscles, angles, state)
    rest_all(muscles, activation, state)
    pull_on_joints(state)


@compiled
def rest_all(muscles, activation, state):
    """All muscles, equally active, at rest; their lengths are new."""
    active = clipped_excitation(activation)
    for side in range(state.force.shape[0]):
        for muscle in range(state.force.shape[1]):
            state.excitation[side, muscle] = active
            state.activation[side, muscle] = active
            x = equilibrium(
                active,
                state.length[side, muscle],
                muscles.optimal_length[side, muscle],
                muscles.slack_length[side, muscle],
                muscles.reference_strain[side, muscle],
                muscles.passive_strain[side, muscle],
            )
            set_fiber(muscles, side, muscle, x, 0.0, state)
