"""What a skill file may say: which gait learns where to step, by which numbers."""

from typing import Annotated, Literal

from pydantic import Field

from gaitsmith.declarations import Declaration, InOrder, Line
from gaitsmith.planning.action import ActionPart

Positive = Annotated[float, Field(gt=0)]


class SkillSpec(Declaration):
    """A stepping skill that can be trained; the defaults are those of coros2008."""

    name: Line = ""
    """Set from the file's name when left out."""
    description: Line = ""
    base: str
    """The gait that is changed step by step: a gallery name, a solution file, or an
    experiment, whose start it then is."""
    action: tuple[ActionPart, ...]
    """What is chosen anew for every step."""
    step_lengths: Annotated[tuple[Positive, Positive], InOrder] = (0.1, 0.9)
    """m, between which step lengths of the example problems are drawn."""
    spacing: Positive | None = None
    """m between the feet sideways, that 3D examples should keep; left out: free."""
    lift: Annotated[float, Field(ge=0, le=0.5)] = 0.08
    """m that swing feet should be above the ground early on their way, counted like an
    error of placement; 0: any height will do, as in the paper, whose feet do not run
    into the far walls of gaps."""
    rate: Annotated[float, Field(ge=100, le=100_000)] = 1000.0
    """Hz, time steps per second, of examples and crossings."""
    sequence: Annotated[int, Field(ge=6, le=10_000)] = 100
    """Steps of an example sequence."""
    window: Annotated[int, Field(ge=1, le=10)] = 3
    """Steps whose actions are optimised together."""
    method: Literal["gauss_newton", "gradient"] = "gauss_newton"
    """How a window is optimised; "gradient" is the paper's."""
    differences: Literal["central", "one-sided"] = "central"
    examples: Annotated[int, Field(ge=1, le=100_000)] = 1500
    """Example steps to make."""
    explored: Annotated[int, Field(ge=0, le=100)] = 4
    """Further steps that are tried from where each example starts, with actions of
    other examples, for the model alone; 0: none, as in the paper."""
    practice: Annotated[int, Field(ge=0, le=10_000)] = 150
    """Imagined courses that are walked at the end, for the model alone; 0: none, as in
    the paper."""
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 1
