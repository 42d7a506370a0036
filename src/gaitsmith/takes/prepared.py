"""What was found to work before a take starts."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gaitsmith.takes.first_steps import FirstSteps
from gaitsmith.takes.last_steps import LastSteps
from gaitsmith.takes.repertoire import Gait


@dataclass(frozen=True)
class Prepared:
    """Found by trying, on the ground of the take and without its pushes."""

    corners: Mapping[int, Gait] = field(default_factory=dict)
    """The gait that walks a corner, by its number."""
    first: FirstSteps | None = None
    """None: it starts in the middle of a gait."""
    last: LastSteps | None = None
    """None: it ends in the middle of a step."""
