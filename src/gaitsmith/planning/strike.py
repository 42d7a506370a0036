"""A strike, which steps can be tried from in a simulation beside the real one."""

from dataclasses import dataclass, replace

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.walker import Walker
from gaitsmith.simulation.snapshot import Snapshot


@dataclass(frozen=True)
class Strike:
    """Where feet and body are when a foot has just struck; from here on one plans."""

    state: Floats  # (5,) reduced
    place: float  # m along the heading, of the heel that has struck
    behind: float  # m, of the other heel, which swings next
    heading: float = 0.0  # rad
    left: float = 0.0  # m to the left of the way, of the heel that has struck
    side: int = 0  # of that foot
    snapshot: Snapshot | None = None  # to try steps from

    def after(self, walker: Walker, action: Floats) -> "Strike | None":
        """Where a step with this action leads; None if it falls.

        Args:
            walker: that tries it; on the ground of the real one, without its pushes:
                what will push is not known in advance.
            action: (parts,).
        """
        assert self.snapshot is not None, "it was made without"
        walker.restore(self.snapshot)
        if walker.step(action, self.heading) is None:
            return None
        return strike_of(walker, self.heading)


def strike_of(walker: Walker, heading: float, to_try: bool = True) -> Strike:
    """The strike at which a walker is.

    Args:
        walker: has just struck the ground.
        heading: rad, of the steps to come.
        to_try: whether steps will be tried from it.
    """
    struck = replace(walker.footfall(), heading=heading)
    return Strike(
        state=walker.state(heading),
        place=struck.ahead,
        behind=replace(walker.trailing_foot(), heading=heading).ahead,
        heading=heading,
        left=struck.left,
        side=struck.side,
        snapshot=walker.snapshot() if to_try else None,
    )
