"""Why it failed: a solution or a run, simulated and looked at from all sides."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from gaitsmith.diagnosis.body import body_findings
from gaitsmith.diagnosis.explanation import Explanation, Finding, Try, ordered
from gaitsmith.diagnosis.fragility import fragility_findings, sturdiness_of
from gaitsmith.diagnosis.goals import (
    bound_findings,
    contributions,
    goal_finding,
    standing_finding,
    term_finding,
)
from gaitsmith.diagnosis.search_findings import search_findings
from gaitsmith.diagnosis.subject import Explained, subject_of
from gaitsmith.diagnosis.world import calm, slide_finding, world_findings
from gaitsmith.gait.fall import FRAME_RATE, Fall, fall_of
from gaitsmith.gait.last_strides import Change, changes_before
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.workflows import AnySolution

Teller = Callable[[str], None]


def explain(
    what: AnySolution,
    changes: Sequence[str] = (),
    workers: AnyWorkers = None,
    tell: Teller | None = None,
) -> Explanation:
    """Say why a solution or a run failed, what shows it, and what to try.

    Args:
        what: a gallery name, a solution file, a run folder, an experiment (its start),
            a `Solution` or a `Run`.
        changes: "key=value" strings that replace values of its experiment.
        workers: who rolls out the check of its sturdiness; left out: a thread per
            processor.
        tell: is told what is being looked at.
    """
    tell = tell or _nobody
    tell("Simulating")
    return explained(subject_of(what, tuple(changes)), workers, tell)


def explained(
    subject: Explained,
    workers: AnyWorkers = None,
    tell: Teller | None = None,
    is_quick: bool = False,
) -> Explanation:
    """The same of what is loaded already; if quick, without looking for fragility."""
    tell = tell or _nobody
    fall, changes = _fall(subject)
    findings: list[Finding] = []
    if subject.rollout.outcome is Outcome.DIVERGED:
        findings.append(_diverged(subject))
    if fall is not None:
        tell("Simulating without pushes, on other ground, with other values")
        findings += world_findings(subject, fall)
        findings += body_findings(subject, is_explained=bool(findings))
    tell("Reading how the search went")
    findings += search_findings(subject)
    tell("Trying what is beyond bounds")
    findings += [*bound_findings(subject), *term_finding(subject.score)]
    if subject.rollout.outcome is Outcome.COMPLETED:
        findings += standing_finding(subject)
        if all(one.what != "goal_out_of_reach" for one in findings):
            findings += goal_finding(subject)
    if subject.rollout.outcome is Outcome.COMPLETED and not is_quick:
        tell("Checking other time steps, starts, and small pushes")
        if not subject.is_slow:
            sturdiness = sturdiness_of(subject, workers)
            findings += fragility_findings(subject, sturdiness)
    if fall is not None and not any(one.explains for one in findings):
        findings += _several_reasons(subject, fall)
    return Explanation(
        name=subject.name,
        rollout=subject.rollout,
        fall=fall,
        changes=changes,
        findings=ordered(findings),
        terms=contributions(subject.score),
    )


def _several_reasons(subject: Explained, fall: Fall) -> Iterator[Finding]:
    """Of a fall that no single change prevents: what does in a calm world."""
    yield from slide_finding(subject, fall)
    other = calm(subject)
    for finding in body_findings(other) if other else ():
        yield replace(
            finding, evidence=f"Undisturbed, on level ground: {finding.evidence}"
        )


def _fall(subject: Explained) -> tuple[Fall | None, tuple[Change, ...]]:
    """How it fell, and what changed before; nothing if it did not."""
    if subject.rollout.outcome is not Outcome.FELL:
        return None, ()
    recording = subject.recorded(FRAME_RATE).recording
    assert recording is not None, "it was asked for"
    character = subject.problem.character
    terrain = subject.problem.setting.terrain
    fall = fall_of(character, recording, subject.friction, terrain)
    return fall, changes_before(character, recording, fall.lost)


def _diverged(subject: Explained) -> Finding:
    rate = subject.problem.setting.rate
    faster = subject.seconds_in(subject.with_setting(rate=2.0 * rate))
    return Finding(
        "diverged",
        f"{subject.rollout.sentence} At twice the rate it lasts {faster:.2f} s.",
        (
            Try(
                "Simulate it in smaller time steps.",
                subject.command("simulate", changes=(f"setting.rate={2.0 * rate:g}",)),
            ),
        ),
    )


def _nobody(_words: str) -> None:
    """Is told nothing."""
