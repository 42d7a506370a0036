"""What came of a take: how far, how fast, where it changed, and where it failed."""

from dataclasses import asdict, dataclass
from typing import Any

from gaitsmith.characters.character import Character
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting
from gaitsmith.takes.take import Take
from gaitsmith.takes.way import Way

NEAR_SPEED = 0.15  # m/s that a step may be faster or slower than asked


@dataclass(frozen=True)
class Happening:
    """Something that was decided or that happened on the way."""

    time: float  # s
    along: float  # m
    words: str


@dataclass(frozen=True)
class Footstep:
    """A strike, and how it went until then."""

    time: float  # s
    along: float  # m
    off: float  # m to the left of the way
    speed: float  # m/s, of the step
    asked: float  # m/s
    gait: str


@dataclass(frozen=True)
class Performance:
    """A take that was performed, to its end or not."""

    take: Take
    way: Way
    character: Character
    setting: Setting
    rollout: Rollout
    happenings: tuple[Happening, ...]
    steps: tuple[Footstep, ...]
    arrived: bool
    """At the end of the path, or of the time that it was given."""
    reason: str = ""
    """Where and why it did not."""

    @property
    def most_off(self) -> float:
        """m, the farthest that it was beside its way."""
        return max((abs(step.off) for step in self.steps), default=0.0)

    @property
    def gaits(self) -> tuple[str, ...]:
        """That it walked by, in their order."""
        return tuple(dict.fromkeys(step.gait for step in self.steps))

    def as_dict(self) -> dict[str, Any]:
        """For scripts."""
        return {
            "take": self.take.name,
            "arrived": self.arrived,
            "sentence": self.sentence,
            "seconds": self.rollout.seconds,
            "length": self.way.length,
            "walked": self.along,
            "most_off": self.most_off,
            "steps_in_time": self.in_time,
            "gaits": list(self.gaits),
            "happenings": [asdict(one) for one in self.happenings],
            "steps": [asdict(step) for step in self.steps],
        }

    @property
    def along(self) -> float:
        """m of the way that were done."""
        return self.steps[-1].along if self.steps else 0.0

    @property
    def sentence(self) -> str:
        """How it went."""
        seconds = self.rollout.seconds
        if not self.arrived:
            return self.reason
        return (
            f"Walked {self.along:.1f} m of {self.way.length:.1f} m in {seconds:.1f} s,"
            f" {len(self.steps)} steps, at most {self.most_off:.2f} m beside its way;"
            f" {self.in_time} steps were within {NEAR_SPEED:g} m/s of their speed."
        )

    @property
    def in_time(self) -> int:
        """How many steps were about as fast as asked."""
        return sum(abs(step.speed - step.asked) <= NEAR_SPEED for step in self.steps)


def reason_of(rollout: Rollout, along: float, doing: str, how: str = "") -> str:
    """Where and why a take was not finished.

    Args:
        rollout: that ended too early.
        along: m of the way that were done.
        doing: what it was doing.
        how: how it fell, if that is known.
    """
    words = {Outcome.FELL: "Fell", Outcome.COMPLETED: "Ended"}
    word = words.get(rollout.outcome, rollout.outcome.word.title())
    text = (
        f"{word} after {rollout.seconds:.2f} s, {along:.1f} m along its way, {doing}."
    )
    return f"{text} {how}".strip()
