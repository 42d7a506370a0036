"""What is told to who watches a job."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Advance:
    """How far a job is; told after every part of it."""

    what: str
    """That is counted, such as "generation"."""
    done: int
    total: int = 0
    """At most; 0: nobody knows."""
    words: str = ""
    """How it stands."""
    evaluations: int = 0
    """Candidates so far, of a search."""
    is_replayed: bool = False
    """Known from an earlier start, not made now."""
    is_last: bool = False
    """Nothing of this is to come."""
    is_milestone: bool = False
    """Worth a line that stays: a stage of a chain, a window of a withdrawal."""


Watcher = Callable[[Advance], None]
