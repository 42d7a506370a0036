"""What worn devices did in a rollout, in numbers."""

from dataclasses import asdict, dataclass

from gaitsmith.actuators.devices import GIVEN, SQUARED, TAKEN, WornDevices
from gaitsmith.characters.character import Character


@dataclass(frozen=True)
class DeviceMeasures:
    """Averages of one device on one joint over the survived part of a rollout."""

    device: str
    joint: str
    given: float
    """W, that it gave to the joint while it did work."""
    taken: float
    """W, that it took, 0 or more."""
    torque: float
    """N m, root of the mean square."""

    @property
    def net(self) -> float:
        """W, given less taken; of what has no motor at most about 0."""
        return self.given - self.taken

    def as_dict(self) -> dict[str, float | str]:
        """As scripts read it."""
        return {**asdict(self), "net": self.net}


def measure_devices(
    character: Character, worn: WornDevices | None, seconds: float
) -> tuple[DeviceMeasures, ...]:
    """Averages of what the devices have counted, a row each.

    Args:
        character: who wears them.
        worn: at the end; None: nothing is worn on joints.
        seconds: s, of the rollout.
    """
    if worn is None:
        return ()
    return tuple(
        DeviceMeasures(
            device=one.name,
            joint=one.hinge.role,
            given=float(sums[GIVEN]) / seconds,
            taken=-float(sums[TAKEN]) / seconds,
            torque=(float(sums[SQUARED]) / seconds) ** 0.5,
        )
        for one, sums in zip(character.on_joints, worn.sums, strict=True)
    )
