"""A strike that steps can be tried from, in a simulation beside the real one."""

from dataclasses import dataclass, replace

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.walker import Walker
from gaitsmith.simulation.snapshot import Snapshot


@dataclass(frozen=True)
class Scene:
    """A moment at a strike; trying a step from it leads to another, or to a fall.

    The walker that tries has the ground of the real one, and none of its pushes: what
    will push is not known in advance.
    """

    walker: Walker
    moment: Snapshot
    heading: float  # rad
    state: Floats  # (5,) reduced
    place: float  # m along the heading, of the heel that has struck
    behind: float  # m, of the other heel

    def after(self, action: Floats) -> "Scene | None":
        """Where a step with this action leads; None if it falls."""
        self.walker.restore(self.moment)
        if self.walker.step(action, self.heading) is None:
            return None
        return scene_of(self.walker, self.walker, self.heading)


def scene_of(walker: Walker, rehearsing: Walker, heading: float) -> Scene:
    """The strike at which a walker is, for another one to try steps from.

    Args:
        walker: has just struck the ground.
        rehearsing: the same character on the same ground; may be the same walker.
        heading: rad, of the steps to try.
    """
    return Scene(
        walker=rehearsing,
        moment=walker.snapshot(),
        heading=heading,
        state=walker.state(heading),
        place=replace(walker.footfall(), heading=heading).ahead,
        behind=replace(walker.trailing_foot(), heading=heading).ahead,
    )
