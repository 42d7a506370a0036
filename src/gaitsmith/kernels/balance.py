"""Balance feedback: where the swing hip aims, from where the body is and goes."""

from gaitsmith.kernels.compilation import compiled


@compiled
def swing_hip_pitch(target, offset_gain, velocity_gain, offset, velocity):
    """Swing-thigh pitch target [rad] in the P-convention (Yin et al. 2007, eq. 1).

    `offset` [m] is how far the centre of mass is ahead of the stance ankle, `velocity`
    [m/s] how fast it goes. Ahead or fast: the thigh swings further forward, which is
    negative here, so the correction is subtracted.
    """
    return target - (offset_gain * offset + velocity_gain * velocity)


@compiled
def swing_hip_roll(target, offset_gain, velocity_gain, offset, velocity):
    """Swing-thigh roll target [rad]: the same law sideways (Yin et al. 2007, eq. 1).

    `offset` and `velocity` count to the left. A positive roll moves a hanging leg to
    the left, so the correction is added, whichever leg swings.
    """
    return target + offset_gain * offset + velocity_gain * velocity
