"""What came of a diagnosis: a fall, findings, and what to try."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gaitsmith.gait.fall import Fall
from gaitsmith.gait.last_strides import Change
from gaitsmith.simulation.rollout import Rollout

# Every finding there is, what comes first first: whatever the world did, then how it
# was searched, then the controller, then what is only good to know.
MEANINGS = {
    "diverged": "The simulation went astray.",
    "pushed": "It was pushed over.",
    "slippery": "The ground is too slippery.",
    "gap": "It stepped into a hole.",
    "uneven_ground": "The ground is in its way.",
    "noisy": "Its motors are too noisy.",
    "turned": "It cannot turn as it was told to.",
    "weak_muscles": "Its muscles are too weak.",
    "step_too_wide": "The search's steps were too wide.",
    "step_too_narrow": "The search's steps were too narrow.",
    "at_bound": "A bound is in the way.",
    "stands": "It stands instead of walking.",
    "goal_out_of_reach": "The goal is out of reach of one search.",
    "budget_too_short": "The search was stopped while it still found better.",
    "stuck": "The search is stuck.",
    "changed_values": "Some of its values are to blame.",
    "off_balance": "Its balance is not controlled.",
    "fragile_rate": "It does not hold at other time steps.",
    "fragile_start": "It does not hold from other starts.",
    "fragile_push": "It does not hold when it is pushed a little.",
    "goal_missed": "It misses its goals.",
    "on_a_bound": "Some values sit on a bound.",
    "term_dominates": "One term dominates the objective.",
    "levelled_off": "The search had levelled off.",
}
NOTES = ("on_a_bound", "term_dominates", "levelled_off")
"""Findings that explain nothing by themselves."""


@dataclass(frozen=True)
class Try:
    """What to do about it."""

    words: str
    command: str | None = None
    """That does it; None: advice alone. Where nobody knows one, it is empty, and the
    proposal is left out."""


@dataclass(frozen=True)
class Finding:
    """One reason, what shows it, and what to try."""

    what: str
    """A word of `MEANINGS`; scripts may rely on it."""
    evidence: str
    tries: tuple[Try, ...] = ()

    @property
    def explains(self) -> bool:
        """Whether it is a reason, or only good to know."""
        return self.what not in NOTES

    @property
    def meaning(self) -> str:
        """In a sentence."""
        return MEANINGS[self.what]

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return {
            "what": self.what,
            "means": self.meaning,
            "evidence": self.evidence,
            "try": [vars(one) for one in self.tries],
        }


@dataclass(frozen=True)
class Explanation:
    """Why something failed, as far as can be told."""

    name: str
    rollout: Rollout
    """That is explained: of several trials, the one that was over first."""
    fall: Fall | None
    changes: tuple[Change, ...]
    """In the strides before the fall."""
    findings: tuple[Finding, ...]
    """The likeliest first."""
    terms: dict[str, float] = field(default_factory=dict)
    """What each term adds to the objective, largest first."""

    @property
    def sentence(self) -> str:
        """How it ended, in words."""
        return self.fall.sentence if self.fall else self.rollout.sentence

    @property
    def reasons(self) -> tuple[Finding, ...]:
        """Findings that explain something."""
        return tuple(one for one in self.findings if one.explains)

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return {
            "name": self.name,
            "outcome": self.rollout.outcome.word,
            "simulated_seconds": self.rollout.seconds,
            "sentence": self.sentence,
            "fall": vars(self.fall) if self.fall else None,
            "changes": [change.as_dict() for change in self.changes],
            "findings": [finding.as_dict() for finding in self.findings],
            "terms": self.terms,
        }

    def __str__(self) -> str:
        """In a few lines."""
        lines = [f"{self.name}: {self.sentence}"]
        if self.changes:
            words = "; ".join(change.sentence for change in self.changes[:3])
            lines.append(f"Before: {words}.")
        if not self.reasons:
            lines.append("Nothing is wrong with it, as far as was looked.")
        for number, finding in enumerate(self.findings, start=1):
            lines.append(f"{number}. {finding.meaning} {finding.evidence}")
            for one in finding.tries:
                lines.append(f"   - {one.words}")
                lines += [f"     {one.command}"] if one.command else []
        return "\n".join(lines)

    __repr__ = __str__


def ordered(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The likeliest first; each kind of finding once, with what can be tried."""
    rank = list(MEANINGS)
    by_word = {finding.what: finding for finding in reversed(findings)}
    return tuple(
        replace(one, tries=tuple(each for each in one.tries if each.command != ""))
        for one in sorted(by_word.values(), key=lambda one: rank.index(one.what))
    )
