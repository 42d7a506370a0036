"""Why it failed, on its page: what happened, what shows it, and commands to try."""

from gaitsmith.diagnosis.explain import explained
from gaitsmith.diagnosis.explanation import Explanation
from gaitsmith.diagnosis.subject import Explained
from gaitsmith.report.sections import Commands, Paragraph, Section, ShellCommand, Table


def explanation_sections(subject: Explained) -> tuple[Section, ...]:
    """Findings and commands; nothing of what neither falls nor misses its goals.

    Whether it is fragile has a section of its own.
    """
    found = explained(subject, is_quick=True)
    if not found.reasons:
        return ()
    tried = [
        ShellCommand(one.command, f"{finding.meaning} {one.words}")
        for finding in found.findings
        for one in finding.tries
        if one.command
    ]
    commands = (Commands("What to try", tuple(tried)),) if tried else ()
    rows = tuple((one.meaning, one.evidence) for one in found.findings)
    note = "The likeliest reason comes first."
    return (
        _story(found),
        Table("What shows it", ("finding", "evidence"), rows, note),
        *commands,
    )


def _story(found: Explanation) -> Section:
    """How it ended, and what changed before."""
    before = "; ".join(change.sentence for change in found.changes)
    changed = f"\n\nWhat changed before: {before}." if before else ""
    title = "Why did it fall?" if found.fall else "What is wrong with it?"
    return Paragraph(title, found.sentence + changed)
