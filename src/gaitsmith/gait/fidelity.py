"""How like a person's a curve is: four figures, each for one joint or on average."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass

import numpy as np

from gaitsmith.errors import unknown_name
from gaitsmith.gait.human import Band
from gaitsmith.kernels.records import Floats

JOINTS = ("hip", "knee", "ankle")  # those that Wang et al. 2012 score
FLAT = 1e-9  # a curve with a smaller spread is a constant


@dataclass(frozen=True)
class Fidelity:
    """Likeness of a curve over the cycle to that of people."""

    standard_score: float
    """Mean of |x - mean| / sd (Wang et al. 2012, section 6); people: 0.8 to 0.95."""
    within_one_sd: float
    """Share of the cycle within one standard deviation of the mean."""
    rmse: float
    """Root of the mean squared difference from the mean, in the curve's unit."""
    correlation: float
    """With the mean: shape and timing alone; 0 for a curve that is constant."""


def fidelity(curve: Floats, band: Band) -> Fidelity:
    """Compare a curve over 0, 1, ... 100 % of the cycle with people's."""
    if curve.shape != band.mean.shape:
        raise ValueError(f"a curve of {band.mean.shape} wanted, got {curve.shape}")
    # 100 % is 0 % of the next cycle: counting both would weigh the strike twice.
    difference = (curve - band.mean)[:-1]
    distance = np.abs(difference) / band.sd[:-1]
    return Fidelity(
        standard_score=float(np.mean(distance)),
        within_one_sd=float(np.mean(distance <= 1.0)),
        rmse=float(np.sqrt(np.mean(difference**2))),
        correlation=correlation(curve[:-1], band.mean[:-1]),
    )


def joint_fidelities(
    curves: Mapping[str, Floats],
    bands: Mapping[str, Band],
    joints: Sequence[str] = JOINTS,
) -> dict[str, Fidelity]:
    """`fidelity` by joint; joints that the character lacks are left out.

    Raises:
        InputError: people's data have no such joint.
    """
    for joint in joints:
        if joint not in bands:
            raise unknown_name("joint of the human data", joint, bands)
    return {
        joint: fidelity(curves[joint], bands[joint])
        for joint in joints
        if joint in curves
    }


def average_fidelity(fidelities: Mapping[str, Fidelity]) -> Fidelity:
    """The mean of each figure over the joints; at least one."""
    figures = np.array([astuple(one) for one in fidelities.values()])
    return Fidelity(*(float(figure) for figure in figures.mean(axis=0)))


def correlation(first: Floats, second: Floats) -> float:
    """Pearson's, from -1 to 1; 0 if one of the two is constant."""
    a, b = first - np.mean(first), second - np.mean(second)
    spread = float(np.std(a) * np.std(b))
    return float(np.mean(a * b)) / spread if spread > FLAT else 0.0
