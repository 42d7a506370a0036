"""What a change does to a gait: two gaits side by side, in numbers.

Energy, muscle by muscle; moments of the joints, the body's own and those of devices;
and what the devices did. Powers are per kg of the body without loads.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gaitsmith.actuators.fitted_muscles import single_muscles
from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.assessment import Assessment, assess
from gaitsmith.gait.kinetics import MOMENTS
from gaitsmith.runs.solution import Solution

Numbers = Mapping[str, float]
PARTS = ("steps", "energy", "muscles", "single_muscles", "activations")


@dataclass(frozen=True)
class GaitFigures:
    """One of the two gaits; what a body without muscles does not have is left out."""

    steps: Numbers
    """Speed [m/s], step length [m], cadence [steps/min]."""
    energy: Numbers
    """W/kg: `gross`, `net` (without the body at rest); J/kg/m: `net_per_distance`."""
    muscles: Numbers
    """W/kg of both legs, by muscle, such as "SOL"."""
    single_muscles: Numbers
    """W/kg, by the names of a model of OpenSim, such as "soleus_r"; else none."""
    activations: Numbers
    """Mean over the cycle, by muscle."""
    moments: Mapping[str, Numbers]
    """N m/kg by joint: the greatest of the body's `own`, of the `device`, of both
    (`total`); and the mean size of the body's own (`own_mean`)."""
    devices: tuple[dict[str, float | str], ...]
    carried_mass: float
    """kg, of loads."""
    support: float
    """N, that hold it from above: a force from outside."""

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return {
            "steps": dict(self.steps),
            "energy": dict(self.energy),
            "muscles": dict(self.muscles),
            "single_muscles": dict(self.single_muscles),
            "activations": dict(self.activations),
            "moments": {joint: dict(own) for joint, own in self.moments.items()},
            "devices": list(self.devices),
            "carried_mass": self.carried_mass,
            "support": self.support,
        }


@dataclass(frozen=True)
class Effect:
    """Two gaits, and what differs."""

    before: GaitFigures
    after: GaitFigures

    def change(self, part: str, name: str) -> float | None:
        """Relative change of a number; None where there was nothing."""
        old = getattr(self.before, part).get(name)
        new = getattr(self.after, part).get(name)
        return None if not old or new is None else new / old - 1.0

    def as_dict(self) -> dict[str, Any]:
        """As `gaitsmith compare --json` prints it."""
        changes = {
            part: {name: self.change(part, name) for name in getattr(self.before, part)}
            for part in PARTS
        }
        return {
            "before": self.before.as_dict(),
            "after": self.after.as_dict(),
            "change": changes,
        }


def effect(before: Solution, after: Solution) -> Effect:
    """Simulate two solutions, each undisturbed, and measure both.

    Raises:
        NoStepsError: one of them takes no complete step.
    """
    return Effect(figures(before), figures(after))


def figures(solution: Solution) -> GaitFigures:
    """Simulate and measure one solution."""
    assessed = assess(solution)
    character = solution.problem.character
    measures = assessed.rollout.measures
    summary = assessed.analysis.summary
    return GaitFigures(
        steps={
            "speed": summary.speed,
            "step_length": summary.step_length,
            "cadence": summary.cadence,
        },
        **_energy(assessed, single_muscles(character)),
        activations={
            name: float(np.mean(curve.both.mean))
            for name, curve in assessed.analysis.activations.items()
        },
        moments={joint: _moments(assessed, joint) for joint in _joints(assessed)},
        devices=tuple(one.as_dict() for one in measures.devices),
        carried_mass=character.carried_mass,
        support=measures.support,
    )


def _energy(
    assessed: Assessment, names: tuple[tuple[str, ...], tuple[str, ...]]
) -> dict[str, Numbers]:
    measures, speed = assessed.rollout.measures, assessed.analysis.summary.speed
    spent = measures.muscles
    if spent is None:
        return {"energy": {}, "muscles": {}, "single_muscles": {}}
    watts = np.sum(spent.power, axis=(0, 2)) / measures.mass
    net = measures.net_power or 0.0
    every = spent.single_power
    single = {
        name: float(np.sum(parts)) / measures.mass
        for side, leg in enumerate(names)
        for name, parts in zip(leg, [] if every is None else every[side], strict=False)
    }
    return {
        "energy": {
            "gross": spent.metabolic_power / measures.mass,
            "net": net,
            "net_per_distance": net / speed,
        },
        "muscles": dict(zip(MUSCLE_NAMES, map(float, watts), strict=True)),
        "single_muscles": {name: power for name, power in single.items() if power},
    }


def _joints(assessed: Assessment) -> list[str]:
    return [joint for joint in MOMENTS if joint in assessed.analysis.moments]


def _moments(assessed: Assessment, joint: str) -> dict[str, float]:
    own = assessed.analysis.moments[joint].both.mean
    worn = assessed.analysis.device_moments.get(joint)
    device = worn.both.mean if worn else np.zeros_like(own)
    return {
        "own": float(np.max(own)),
        "own_mean": float(np.mean(np.abs(own))),
        "device": float(device[np.argmax(np.abs(device))]),
        "total": float(np.max(own + device)),
    }
