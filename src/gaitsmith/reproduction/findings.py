"""What was found beside what a paper prints, in three parts that are told apart.

The paper's figure; the paper's method, run here with the paper's settings; and ours,
with every difference from the paper's method in words. One criterion judges both, each
by itself, so that "reached" compares like with like.
"""

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from gaitsmith.reproduction.comparison import Comparison, yes_or_no

NOT_RUN = "not run"


@dataclass(frozen=True)
class Sample:
    """What was measured, by seed: numbers, or what is true and false."""

    values: Mapping[int | None, float | bool | None]
    """A value of None: this seed came to nothing measurable, such as a fall."""

    @classmethod
    def fixed(cls, value: float | bool | None) -> Self:
        """Of something in which there is no chance, and so no seed."""
        return cls({None: value})

    @property
    def num_seeds(self) -> int:
        """Values, those that came to nothing among them."""
        return len(self.values)

    @property
    def measured(self) -> tuple[float, ...]:
        """Those that came to something; true is 1."""
        return tuple(float(x) for x in self.values.values() if x is not None)

    @property
    def is_complete(self) -> bool:
        """Whether every seed came to something."""
        return len(self.measured) == self.num_seeds > 0

    @property
    def is_true_or_false(self) -> bool:
        """Whether it counts seeds, so that the mean is a share."""
        return all(isinstance(x, bool | None) for x in self.values.values())

    @property
    def mean(self) -> float | None:
        """Of what was measured; of true and false, the share that is true."""
        return statistics.fmean(self.measured) if self.measured else None

    @property
    def spread(self) -> float | None:
        """Standard deviation between seeds (n - 1); of one, or of shares, none."""
        if self.is_true_or_false or len(self.measured) < 2:
            return None
        return statistics.stdev(self.measured)

    def __str__(self) -> str:
        """As the tables say it: 12.1 ± 0.4 (5), or 3 of 5."""
        if self.mean is None:
            return f"0 of {self.num_seeds} measured"
        if self.is_true_or_false and self.num_seeds > 1:
            return f"{sum(self.measured):.0f} of {self.num_seeds}"
        if self.is_true_or_false:
            return yes_or_no(bool(self.mean))
        scale = max(abs(self.mean), self.spread or 0.0)
        spread = "" if self.spread is None else f" ± {_rounded(self.spread, scale)}"
        seeds = "" if None in self.values else f" ({self._seeds})"
        return f"{_rounded(self.mean, scale)}{spread}{seeds}"

    @property
    def _seeds(self) -> str:
        if self.is_complete:
            return str(self.num_seeds)
        return f"{len(self.measured)} of {self.num_seeds}"


@dataclass(frozen=True)
class Criterion:
    """What is asked of a sample."""

    words: str
    """Short, for a column: "≥ 2.8"."""
    holds: Callable[[Sample], bool]

    def judge(self, sample: Sample | None) -> bool | None:
        """None: not run. A seed that came to nothing is a failure of all."""
        if sample is None:
            return None
        return sample.is_complete and self.holds(sample)


def at_least(limit: float) -> Criterion:
    """The mean, or the share of what is true, is the limit or more."""
    return Criterion(f"≥ {limit:.6g}", lambda sample: _mean(sample) >= limit)


def at_most(limit: float) -> Criterion:
    """The mean is the limit or less."""
    return Criterion(f"≤ {limit:.6g}", lambda sample: _mean(sample) <= limit)


def within(target: float, tolerance: float) -> Criterion:
    """The mean is no further from the target than the tolerance."""
    return Criterion(
        f"{target:.6g} ± {tolerance:.6g}",
        lambda sample: abs(_mean(sample) - target) <= tolerance,
    )


def every_seed() -> Criterion:
    """It is true of all seeds."""
    return Criterion("all", lambda sample: _mean(sample) == 1.0)


def _mean(sample: Sample) -> float:
    assert sample.mean is not None, "only complete samples are judged"
    return sample.mean


@dataclass(frozen=True)
class PaperFigure:
    """One figure of a paper: theirs, their method here, ours."""

    what: str
    """With its unit, such as "error on stones [cm]"."""
    paper: float | str
    """The published figure, or what is said in words."""
    asked: Criterion | None = None
    """None: nothing that could be judged is published."""
    published: Sample | None = None
    """The paper's method with the paper's settings, run here; None: not run."""
    ours: Sample | None = None
    """None: not run, or nothing else than the paper's method."""
    differences: str = ""
    """Every way in which ours differs from the paper's method."""

    def __post_init__(self) -> None:
        """Ours without a difference would be the paper's method."""
        if (self.ours is None) == bool(self.differences):
            raise ValueError(
                f"{self.what!r}: ours and how it differs from the paper's method are"
                " told together or not at all."
            )

    @property
    def reached(self) -> bool | None:
        """By the paper's method here; None: not run, or nothing is asked."""
        return self.asked and self.asked.judge(self.published)

    @property
    def reached_by_ours(self) -> bool | None:
        """By ours, by the same criterion."""
        return self.asked and self.asked.judge(self.ours)

    def as_dict(self) -> dict[str, Any]:
        """Flat, as scripts read it; lists by seed."""
        return {
            "what": self.what,
            "paper": self.paper,
            "asked": self.asked and self.asked.words,
            **_flat("published", self.published),
            "reached": self.reached,
            **_flat("ours", self.ours),
            "reached_by_ours": self.reached_by_ours,
            "ours_differs_in": self.differences or None,
        }


def _flat(name: str, sample: Sample | None) -> dict[str, Any]:
    return {
        f"{name}_mean": sample and sample.mean,
        f"{name}_std": sample and sample.spread,
        f"{name}_seeds": sample
        and [seed for seed in sample.values if seed is not None],
        f"{name}_values": sample and list(sample.values.values()),
    }


def compare(
    title: str, findings: Sequence[PaperFigure], remarks: str = "", **shown: Any
) -> Comparison:
    """Findings as a table: one row each, how ours differs in notes below it.

    Args:
        title: says whose figures.
        findings: rows.
        remarks: to be said after what is reached.
        shown: exhibits, plots, pushes.
    """
    has_ours = any(finding.ours for finding in findings)
    texts = list(dict.fromkeys(one.differences for one in findings if one.differences))
    rows = [_row(finding, texts, has_ours) for finding in findings]
    return Comparison.of(
        title,
        rows,
        " ".join(filter(None, [_verdict(findings, has_ours), remarks])),
        notes=_notes(findings, texts),
        judged=("reached", "ours reached") if has_ours else ("reached",),
        records=tuple(finding.as_dict() for finding in findings),
        **shown,
    )


def _row(finding: PaperFigure, texts: list[str], has_ours: bool) -> dict[str, Any]:
    row = {
        "what": finding.what,
        "paper": _figure(finding.paper),
        "asked": finding.asked and finding.asked.words,
        "paper's method": str(finding.published or NOT_RUN),
        "reached": finding.reached,
    }
    if not has_ours:
        return row
    ours = None
    if finding.ours:
        ours = f"{finding.ours} [{texts.index(finding.differences) + 1}]"
    return row | {"ours": ours, "ours reached": finding.reached_by_ours}


def _notes(findings: Sequence[PaperFigure], texts: list[str]) -> tuple[str, ...]:
    samples = [s for one in findings for s in (one.published, one.ours) if s]
    notes = [f"[{i}] Ours differs: {text}" for i, text in enumerate(texts, start=1)]
    if any(None not in sample.values for sample in samples):
        notes.insert(0, "Mean ± standard deviation between seeds (number of seeds).")
    return tuple(notes)


def _verdict(findings: Sequence[PaperFigure], has_ours: bool) -> str:
    judged = [one for one in findings if one.asked]
    if not judged:
        return ""
    told = [f"The paper's method here: {_count([one.reached for one in judged])}."]
    if has_ours:
        ours = [one.reached_by_ours for one in judged if one.ours]
        told.append(f"Ours: {_count(ours)}.")
    return " ".join(told)


def _count(verdicts: list[bool | None]) -> str:
    """In words: 3 of 5 reached, 1 not run."""
    known = [verdict for verdict in verdicts if verdict is not None]
    missing = len(verdicts) - len(known)
    if not known:
        return NOT_RUN
    words = f"{known.count(True)} of {len(known)} reached"
    return f"{words}, {missing} {NOT_RUN}" if missing else words


def _figure(paper: float | str) -> str:
    return paper if isinstance(paper, str) else f"{paper:.6g}"


def _rounded(value: float, scale: float) -> str:
    """Three digits of the scale, and no exponent."""
    digits = 0 if scale == 0 else math.floor(math.log10(abs(scale)))
    return f"{value:.{min(max(2 - digits, 0), 6)}f}"
