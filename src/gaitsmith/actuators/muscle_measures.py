"""What the muscles did in a rollout, in numbers."""

from dataclasses import dataclass, field

import numpy as np

from gaitsmith.actuators.legs import CUBED, ENERGIES, LIMIT, SQUARED, MuscledLegs
from gaitsmith.actuators.muscle_table import MUSCLE_NAMES, SIDES
from gaitsmith.kernels.metabolics import BASAL_POWER
from gaitsmith.kernels.records import Floats


@dataclass(frozen=True)
class MuscleMeasures:
    """Averages over the survived part of a rollout."""

    power: Floats = field(compare=False)  # an array; its sums tell rollouts apart
    """(2, muscles, 4) W, of each leg's muscles: activation, maintenance, shortening
    heat, work."""
    basal_power: float
    """W, of the body at rest."""
    activation_squared: float
    """Sum over muscles of a^2."""
    activation_cubed: float
    """Sum over muscles of a^3."""
    torque_squared: float
    """N2 m2, summed squares of the torques at hips, knees and ankles, sagittal."""
    servo_torque_squared: float
    """N2 m2, summed squares of the torques at all other joints."""
    limit_torque_squared: float
    """N2 m2, summed squares of the torques at the soft ends of the joints' ranges."""
    single_power: Floats | None = field(default=None, compare=False)
    """(2, n, 4) W as `power`, of the single muscles where those are groups."""

    @property
    def metabolic_power(self) -> float:
        """W, of all muscles and the body at rest."""
        return self.basal_power + float(np.sum(self.power))

    def shares(self) -> dict[str, float]:
        """Of the metabolic power: of the body at rest, and of both legs' muscles.

        By name, such as "SOL"; the muscle that costs most comes first.
        """
        whole = self.metabolic_power
        watts = np.sum(self.power, axis=(0, 2))
        order = [
            i for i in np.argsort(-watts) if watts[i] > 0.0
        ]  # a model may lack some
        muscles = {MUSCLE_NAMES[i]: float(watts[i]) for i in order}
        return {
            name: power / whole
            for name, power in {"body at rest": self.basal_power, **muscles}.items()
        }

    def as_dict(self) -> dict[str, dict[str, float]]:
        """W by muscle, such as "left_SOL", and kind; with the kinds' sum, "total"."""
        return {
            f"{side}_{name}": {
                **dict(zip(ENERGIES, map(float, parts), strict=True)),
                "total": float(np.sum(parts)),
            }
            for side, leg in zip(SIDES, self.power, strict=True)
            for name, parts in zip(MUSCLE_NAMES, leg, strict=True)
        }


def measure_muscles(
    legs: MuscledLegs,
    torque_squared: Floats,
    mass: float,
    num_steps: int,
    seconds: float,
    single: Floats | None = None,
) -> MuscleMeasures:
    """Averages of what the muscles have counted.

    Args:
        legs: at the end.
        torque_squared: (nv,) sums over all steps of squared joint torques [N2 m2].
        mass: kg, of the body.
        num_steps: time steps of the rollout.
        seconds: s, of it.
        single: (2, n, 4) J of single muscles, where those of the legs are groups.
    """
    moved = np.zeros(len(torque_squared), dtype=bool)
    moved[legs.axis] = True
    return MuscleMeasures(
        power=legs.energy / seconds,
        basal_power=BASAL_POWER * mass,
        activation_squared=float(legs.sums[SQUARED]) / seconds,
        activation_cubed=float(legs.sums[CUBED]) / seconds,
        torque_squared=float(np.sum(torque_squared[moved])) / num_steps,
        servo_torque_squared=float(np.sum(torque_squared[~moved])) / num_steps,
        limit_torque_squared=float(legs.sums[LIMIT]) / seconds,
        single_power=None if single is None else single / seconds,
    )
