"""Muscles over the cycle, and their torques among the joint moments."""

import numpy as np
import pytest

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.gait.cycles import NUM_POINTS
from gaitsmith.kernels.muscle_path import ANGLE_SIGNS, moment_arm
from gaitsmith.workflows import solution_or_start

HIP, KNEE, ANKLE = 0, 1, 2


def test_every_muscle_has_its_curves(muscle_walk):
    analysis = muscle_walk.analysis
    for part in (analysis.activations, analysis.muscle_forces, analysis.fiber_lengths):
        assert tuple(part) == MUSCLE_NAMES
        assert part["SOL"].both.mean.shape == (NUM_POINTS,)
    activation = analysis.activations["SOL"].both.mean
    assert 0.0 < activation.min() < 0.1
    assert 0.2 < activation.max() <= 1.0
    # In optimal lengths and in F0, whatever the muscle.
    lengths = [curve.both.mean for curve in analysis.fiber_lengths.values()]
    assert 0.4 < np.min(lengths) < np.max(lengths) < 1.6
    forces = [curve.both.mean for curve in analysis.muscle_forces.values()]
    assert 0.0 < np.max(forces) < 1.6


def test_the_calf_works_in_stance_and_rests_in_swing(muscle_walk):
    analysis = muscle_walk.analysis
    mean = analysis.muscle_forces["SOL"].both.mean
    lift = round(100 * analysis.summary.duty_factor)
    assert mean[:lift].mean() > 4 * mean[lift + 5 : 95].mean()


def test_the_moment_of_the_knee_is_that_of_its_muscles(muscle_walk):
    """Away from the soft ends of its range: force times arm, summed over muscles."""
    recording, muscles = muscle_walk.rollout.recording, muscle_walk.rollout.muscles
    character = solution_or_start("wang2012/first_steps").problem.character
    for side, leg in enumerate(character.roles.legs):
        # Torques are those of the step that led to a frame: of the pose before it.
        flexion = ANGLE_SIGNS[KNEE] * recording.qpos[:, leg.knee.position]
        extending = np.zeros(len(flexion))
        for muscle in range(len(MUSCLE_NAMES)):
            arms = [
                moment_arm(
                    muscles.arm[side, muscle, KNEE],
                    angle,
                    muscles.angle_of_max[side, muscle, KNEE],
                    muscles.arm_scale[side, muscle, KNEE],
                )[0]
                for angle in flexion
            ]
            extending += np.array(arms) * recording.muscle_force[:, side, muscle]
        bent = flexion > 0.12
        assert bent.sum() > 100
        wanted = -recording.torque[bent, leg.knee.axis]
        assert extending[bent] == pytest.approx(wanted, abs=1.5)
        assert np.abs(wanted).max() > 15.0
