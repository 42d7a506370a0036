"""How human a gait is: its curves against people's, in four figures per joint."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gaitsmith.errors import InputError
from gaitsmith.gait.activity import Activity, compared_by_muscle
from gaitsmith.gait.analysis import GaitAnalysis, SidedCurve
from gaitsmith.gait.cycles import CURVES
from gaitsmith.gait.fidelity import JOINTS, Fidelity, average_fidelity, joint_fidelities
from gaitsmith.gait.human import Band
from gaitsmith.gait.kinetics import FORCES, MOMENTS
from gaitsmith.gait.reference import Reference

AVERAGE = "average"
FEW_CYCLES = 4  # two of each foot
_FIGURES = {
    "standard_score": "standard_score",
    "within_1sd": "within_one_sd",
    "correlation": "correlation",
}


@dataclass(frozen=True)
class GaitScore:
    """Likeness of a gait to a reference; each part by joint, and on average."""

    gait: str
    """ "walk" or "run"."""
    speed: float
    """m/s."""
    num_cycles: int
    angles: Mapping[str, Fidelity]
    """hip, knee, ankle, average; in degrees."""
    moments: Mapping[str, Fidelity]
    """The same in N m/kg; empty if the reference has none."""
    forces: Mapping[str, Fidelity]
    """vertical, fore_aft, medio_lateral, average, in body weights; may be empty."""
    activity: Mapping[str, Activity]
    """By muscle, such as SOL; empty without muscles, or electrodes."""
    reference: Reference
    notes: tuple[str, ...]
    """What a reader must know, of the reference and of this gait."""

    def __repr__(self) -> str:
        """Average standard scores."""
        parts = {"angles": self.angles, "moments": self.moments, "forces": self.forces}
        averages = [
            f"{name} {part[AVERAGE].standard_score:.2f}"
            for name, part in parts.items()
            if part
        ]
        return (
            f"GaitScore: {self.gait}, {self.speed:.2f} m/s; {', '.join(averages)}"
            f" standard deviations from {self.reference.name}"
        )

    def as_dict(self) -> dict[str, Any]:
        """As `gaitsmith score --json` prints it."""
        return {
            "gait": self.gait,
            "speed": self.speed,
            "cycles": self.num_cycles,
            "reference": self.reference.name,
            **(_part(self.angles, "rmse_degrees") if self.angles else {}),
            **{
                name: _part(part, rmse)
                for name, part, rmse in (
                    ("moments", self.moments, "rmse_nm_per_kg"),
                    ("forces", self.forces, "rmse_body_weights"),
                )
                if part
            },
            **(
                {"activity": {k: one.as_dict() for k, one in self.activity.items()}}
                if self.activity
                else {}
            ),
            "notes": list(self.notes),
        }


def score_gait(analysis: GaitAnalysis, reference: Reference) -> GaitScore:
    """Score the mean curves of both sides.

    Raises:
        InputError: the reference and the character have no joint in common.
    """
    # Joints, as Wang et al. 2012 score them; of a reference without, what it has.
    has_joints = any(joint in reference.angles for joint in JOINTS)
    names = JOINTS if has_joints else tuple(analysis.angles)
    angles = _fidelities(analysis.angles, reference.angles, names)
    moments = _fidelities(analysis.moments, reference.moments, MOMENTS)
    forces = _fidelities(analysis.forces, reference.forces, FORCES)
    means = {muscle: x.both.mean for muscle, x in analysis.activations.items()}
    activity = compared_by_muscle(means, reference.activity)
    if not angles and not moments and not forces and not activity:
        raise InputError(
            f"{reference.name}: it has none of the character's curves; known are"
            f" {', '.join((*CURVES, *(f'{m}_moment' for m in MOMENTS), *FORCES))}."
        )
    return GaitScore(
        gait=analysis.gait,
        speed=analysis.summary.speed,
        num_cycles=analysis.summary.num_cycles,
        angles=angles,
        moments=moments,
        forces=forces,
        activity=activity,
        reference=reference,
        notes=(*_few_cycles(analysis), *reference.notes),
    )


def _few_cycles(analysis: GaitAnalysis) -> tuple[str, ...]:
    """A warning if the means are of little."""
    summary = analysis.summary
    if summary.num_cycles < FEW_CYCLES or None in summary.stance_shares:
        return (
            f"there are only {summary.num_cycles} complete gait cycles, or none of one"
            " foot; simulate longer for a steady mean.",
        )
    return ()


def _fidelities(
    curves: Mapping[str, SidedCurve], bands: Mapping[str, Band], names: tuple[str, ...]
) -> dict[str, Fidelity]:
    """By name, with their average; empty if nothing can be compared."""
    known = [name for name in names if name in bands]
    means = {name: curve.both.mean for name, curve in curves.items()}
    found = joint_fidelities(means, bands, known)
    return {**found, AVERAGE: average_fidelity(found)} if found else {}


def _part(fidelities: Mapping[str, Fidelity], rmse: str) -> dict[str, Any]:
    return {
        key: {name: getattr(one, field) for name, one in fidelities.items()}
        for key, field in (*_FIGURES.items(), (rmse, "rmse"))
    }
