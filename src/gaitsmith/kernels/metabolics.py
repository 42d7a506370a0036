"""Metabolic power of muscles: heat of activation, maintenance, shortening, and work.

Two models with the same rates per kilogram of muscle:

    anderson    Anderson 1999 as in Wang et al. 2012, section 5.1
    bhargava    Bhargava et al. 2004 as in OpenSim's probe: shortening heat depends on
                the isometric force, lengthening counts as negative work and heat

Both take slow and fast fibres into account: slow ones are recruited first. The body's
basal power comes on top and is not a muscle's. `Muscles.energy_model` chooses.
"""

import math

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import sin_cos
from gaitsmith.kernels.lanes import maximum, select
from gaitsmith.kernels.muscle_curves import force_length
from gaitsmith.kernels.records import BHARGAVA

BASAL_POWER = 1.51  # W per kg of the body (Anderson 1999)
# W per kg of muscle when fully excited, of slow and of fast fibres (Anderson 1999).
ACTIVATION_HEAT = (40.0, 133.0)
MAINTENANCE_HEAT = (74.0, 111.0)
SHORTENING_HEAT = 0.25  # of force times velocity (Wang et al. 2012)
# Shortening heat by Bhargava et al. 2004, of isometric and of present active force,
# and the same for lengthening.
ISOMETRIC_PART, PRESENT_PART, LENGTHENING_PART = 0.16, 0.18, 0.157
LEAST_HEAT = 1.0  # W per kg of muscle (Umberger et al. 2003), bhargava only


@compiled
def recruited_heat(level, slow_fraction, rates):
    """Heat [W/kg] of slow fibres, recruited first, and fast ones, recruited last."""
    sine, cosine = sin_cos(0.5 * math.pi * level)
    slow = rates[0] * slow_fraction * sine
    fast = rates[1] * (1.0 - slow_fraction) * (1.0 - cosine)
    return slow + fast


@compiled
def maintenance_share(x):
    """g: how much heat fibres of x optimal lengths need to hold their force.

    0.5 up to x = 0.5, 1 at the optimal length, 0 from 1.5 on, straight between.
    """
    return select(x <= 1.0, maximum(x, 0.5), maximum(3.0 - 2.0 * x, 0.0))


@compiled
def anderson(muscles, state, side, muscle):
    """Power [W] of one muscle: activation, maintenance, shortening heat, work.

    Only shortening makes heat of shortening, and only positive work counts; nothing
    is given back when the muscle is stretched.
    """
    mass = muscles.mass[side, muscle]
    slow_fraction = muscles.slow_fraction[side, muscle]
    x = state.fiber_length[side, muscle] / muscles.optimal_length[side, muscle]
    shortening = maximum(-state.fiber_velocity[side, muscle], 0.0)
    return (
        mass
        * recruited_heat(
            state.excitation[side, muscle], slow_fraction, ACTIVATION_HEAT
        ),
        mass
        * maintenance_share(x)
        * recruited_heat(
            state.activation[side, muscle], slow_fraction, MAINTENANCE_HEAT
        ),
        SHORTENING_HEAT * state.force[side, muscle] * shortening,
        state.active_force[side, muscle] * shortening,
    )


@compiled
def bhargava(muscles, state, side, muscle):
    """Power [W] of one muscle: activation, maintenance, shortening heat, work.

    OpenSim's variant of the paper: activation heat does not decay with time, excitation
    drives maintenance too, stretching does negative work, and shortening heat is
    raised so that neither the total nor the heat falls below their least values.
    """
    mass = muscles.mass[side, muscle]
    slow_fraction = muscles.slow_fraction[side, muscle]
    excitation = state.excitation[side, muscle]
    velocity = state.fiber_velocity[side, muscle]
    active_force = state.active_force[side, muscle]
    x = state.fiber_length[side, muscle] / muscles.optimal_length[side, muscle]
    activation_heat = mass * recruited_heat(excitation, slow_fraction, ACTIVATION_HEAT)
    maintenance_heat = (
        mass
        * maintenance_share(x)
        * recruited_heat(excitation, slow_fraction, MAINTENANCE_HEAT)
    )
    at_rest, _slope = force_length(x)
    isometric = muscles.max_force[side, muscle] * at_rest
    isometric = isometric * state.activation[side, muscle]
    alpha = select(
        velocity <= 0.0,
        ISOMETRIC_PART * isometric + PRESENT_PART * active_force,
        LENGTHENING_PART * active_force,
    )
    work = -active_force * velocity
    held = activation_heat + maintenance_heat
    # A muscle that is stretched does not turn work back into food.
    least = maximum(-(held + work), LEAST_HEAT * mass - held)
    shortening_heat = maximum(-alpha * velocity, least)
    return activation_heat, maintenance_heat, shortening_heat, work


@compiled
def muscle_power(muscles, state, side, muscle):
    """Power [W] of one muscle in four parts, by the model that `muscles` names."""
    if muscles.energy_model == BHARGAVA:
        return bhargava(muscles, state, side, muscle)
    return anderson(muscles, state, side, muscle)


@compiled
def metabolic_power(muscles, state):
    """Power [W] of all muscles, without the body's basal power."""
    power = 0.0
    for side in range(state.force.shape[0]):
        for muscle in range(state.force.shape[1]):
            parts = muscle_power(muscles, state, side, muscle)
            power += parts[0] + parts[1] + parts[2] + parts[3]
    return power
