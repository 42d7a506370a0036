"""What a plan is made for, how it is made, and what it says."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from gaitsmith.declarations import Declaration
from gaitsmith.kernels.records import Floats
from gaitsmith.planning.footholds import STONE_TOLERANCE, Footholds
from gaitsmith.planning.step_model import StepModel
from gaitsmith.planning.strike import Strike
from gaitsmith.planning.walker import Walker

Samples = Annotated[int, Field(ge=1, le=100_000)]
NonNegative = Annotated[float, Field(ge=0)]


# Of Coros et al. 2008, without what the paper does not ask for, such as feet that swing
# high. How much room it leaves beside edges is not said; here, as much as its steps may
# be off.
PUBLISHED: dict[str, Any] = {
    "by_the_paper": True,
    "most_uncertain": 0.75,
    "uncertainty_cost": 0.1,
    "near_gap": 1.0,
    "most_branches": 500,  # all of the first step
    **dict.fromkeys(("margin", "safe_margin"), STONE_TOLERANCE),
    "discomfort_cost": 0.0,
    **dict.fromkeys(("least_clearance", "safe_clearance", "stumble_cost"), 0.0),
}


class PlannerSettings(Declaration):
    """How a plan is made."""

    planner: str = "rehearsed"
    """A name of `PLANNERS`."""
    horizon: Annotated[int, Field(ge=1, le=3)] = 2
    """Steps that are looked ahead."""
    grid: Annotated[int, Field(ge=2, le=50)] = 11
    """Samples along each of the two reduced actions, of regular sampling."""
    fine_grid: Annotated[int, Field(ge=2, le=50)] = 15
    """The same of the first step of the hybrid planner's first try."""
    sparse_grid: Annotated[int, Field(ge=2, le=50)] = 7
    """The same of its later steps."""
    bold_samples: Annotated[int, Field(ge=0, le=10_000)] = 300
    """Full actions beside the grid of the first step, of the hybrid planner's first
    try: between and beyond those of the nearest examples, if the model can tell."""
    bold_samples_ahead: Annotated[int, Field(ge=0, le=1000)] = 40
    """The same of its later steps."""
    samples: Samples = 500
    """Random samples of the first step, at most."""
    samples_ahead: Annotated[int, Field(ge=1, le=10_000)] = 40
    """Random samples of a later step."""
    simulated: Annotated[int, Field(ge=1, le=10_000)] = 120
    """Steps that the rehearsed planner may simulate for one plan, at most."""
    steps_ahead: Annotated[int, Field(ge=1, le=6)] = 4
    """Steps that it simulates one after the other."""
    close: NonNegative = 0.015
    """m from a stone at which it looks no further."""
    slack: NonNegative = 0.05
    """m that a step may be off its place between gaps before it is corrected."""
    most_uncertain: Annotated[float, Field(gt=0)] = 0.4
    """U_max: what is more uncertain is rejected (paper: 0.75)."""
    uncertainty_cost: NonNegative = 1.0
    """c_u: m by which an uncertainty of 1 makes a plan worse (paper: 0.1)."""
    most_branches: Annotated[int, Field(ge=1)] = 60
    """Ways that are followed from one step to the next, the best ones."""
    margin: NonNegative = 0.02
    """m that a foot must stay away from a gap."""
    safe_margin: NonNegative = 0.12
    """m that it should stay away."""
    discomfort_cost: NonNegative = 4.0
    """1/m, times the square of how much nearer than that a foot is."""
    least_clearance: NonNegative = 0.012
    """m that a foot must be lifted over a gap; lower is rejected; 0: nothing."""
    safe_clearance: NonNegative = 0.03
    """m that it should be lifted."""
    stumble_cost: NonNegative = 10.0
    """m by which each m of less makes a plan worse."""
    near_gap: NonNegative = 1.5
    """m; with no gap so near, the base gait is walked (paper: 1 m, in 3D)."""
    by_the_paper: bool = False
    """A step of the preferred length that falls into a gap is moved to its nearer edge
    (else steps are laid out evenly between all gaps); where that cannot be had, the
    hybrid planner takes the first random steps that will do (else the best); rare
    lengths and heels that come down flat are as good as others; where no steps will do,
    the sum of their errors counts (else first how many will not do)."""
    seed: Annotated[int, Field(ge=0)] = 1
    """Of the random samples; the same for every plan."""


@dataclass(frozen=True)
class Tries:
    """Walkers that try steps, undisturbed, from any strike."""

    real: Walker  # on the ground of the one that plans
    filled: Walker  # where all its gaps are filled


@dataclass(frozen=True)
class Situation:
    """What a plan is made for: a strike that has just been, and the way ahead."""

    model: StepModel  # of the character that walks
    strike: Strike
    number: int  # of the step that comes, from 0 on
    footholds: Footholds  # where feet may land
    preferred: float  # m, length of the base gait's steps
    tries: Tries | None = None  # to simulate steps before one is taken
    intended: tuple[Floats, ...] = ()  # actions of the next steps, of the last plan


@dataclass(frozen=True)
class Plan:
    """The next action, and what is expected of it."""

    action: Floats  # (parts,)
    heels: tuple[float, ...]  # m along the way, of the next steps
    uncertainty: tuple[float, ...]  # of each
    error: float  # m, of all steps together
    is_found: bool  # False: nothing acceptable was found; this is the least bad
    samples: int  # predictions that were made
    simulated: int = 0  # steps that were tried
    later: tuple[Floats, ...] = ()  # actions of the steps after it
