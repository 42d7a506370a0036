"""Make failures on purpose, explain them, and write what was named into the docs.

    python scripts/failure_zoo.py [NAME ...]

With names, only those cases are explained, and nothing is written.
"""

import copy
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gaitsmith
from gaitsmith.changes import apply_change
from gaitsmith.declarations import merged
from gaitsmith.experiment import Experiment, experiment_from_values
from gaitsmith.workflows import initial_solution

ROOT = Path(__file__).resolve().parents[1]
ZOO = ROOT / "tests" / "diagnosis" / "failure_zoo.toml"
PAGE = ROOT / "docs" / "how-to" / "explain.md"
BEGIN, END = "<!-- made by scripts/failure_zoo.py: begin -->", "<!-- end -->"
UNCHECKED = "sturdiness.finalists=0"


@dataclass(frozen=True)
class Verdict:
    """What was named of a case, beside what should be."""

    case: dict[str, Any]
    found: gaitsmith.Explanation

    @property
    def named(self) -> str:
        """The first finding."""
        return self.found.findings[0].what if self.found.findings else ""

    @property
    def is_right(self) -> bool:
        """Whether the first finding, the kind and the direction of the fall are."""
        fall = self.found.fall
        return self.named == self.case["finding"] and all(
            fall is not None and getattr(fall, key) == self.case[key]
            for key in ("kind", "direction")
            if key in self.case
        )

    @property
    def fall(self) -> str:
        """Its kind and direction."""
        fall = self.found.fall
        return f"{fall.kind}, {fall.direction}" if fall else "–"


def load_zoo() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The bases and the cases."""
    content = tomllib.loads(ZOO.read_text(encoding="utf-8"))
    return content["bases"], content["case"]


def explain_case(case: dict[str, Any], folder: Path) -> Verdict:
    """Make a failure, and explain it."""
    bases, _ = load_zoo()
    base, changes = case["base"], case["set"]
    if not case.get("search"):
        if base in bases:
            made = initial_solution(_experiment(bases, base, changes))
            return Verdict(case, gaitsmith.explain(made, workers=1))
        return Verdict(case, gaitsmith.explain(base, changes, workers=1))
    experiment = (
        _experiment(bases, base, changes)
        if base in bases
        else gaitsmith.load_experiment(base, [*changes, UNCHECKED])
    )
    run = gaitsmith.optimize(experiment, folder, workers=1)
    return Verdict(case, gaitsmith.explain(run, workers=1))


def _experiment(
    bases: dict[str, Any], base: str, changes: list[str] | tuple[str, ...]
) -> Experiment:
    values = _values(bases, base)
    for change in changes:
        apply_change(values, change)
    return experiment_from_values({"name": base, **values}, base, Path())


def _values(bases: dict[str, Any], base: str) -> dict[str, Any]:
    own = copy.deepcopy(bases[base])
    below = own.pop("based_on", "")
    return merged(_values(bases, below), own) if below else own


def table(verdicts: list[Verdict]) -> str:
    """The table of the page."""
    lines = [
        "| failure | made by | should be named | is named | the fall | right |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for one in verdicts:
        case = one.case
        wanted = ", ".join(
            [
                f"`{case['finding']}`",
                *(case[k] for k in ("kind", "direction") if k in case),
            ]
        )
        right = "yes" if one.is_right else "no"
        held = " *" * int(case.get("held_out", 0))
        lines.append(
            f"| {case['name']}{held} | {case['words']} | {wanted} | `{one.named}` |"
            f" {one.fall} | {right} |"
        )
    return "\n".join(lines)


def main(names: list[str]) -> None:
    """Explain all of them, or some."""
    verdicts: list[Verdict] = []
    with tempfile.TemporaryDirectory() as place:
        for number, case in enumerate(load_zoo()[1]):
            if names and case["name"] not in names:
                continue
            verdict = explain_case(case, Path(place) / str(number))
            verdicts.append(verdict)
            word = "right" if verdict.is_right else f"not {case['finding']}"
            print(
                f"{case['name']}: {verdict.named}, {verdict.fall}: {word}", flush=True
            )
            if names:
                print(verdict.found)
    print(f"{sum(v.is_right for v in verdicts)} of {len(verdicts)} right")
    if not names:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        text = f"{before}{BEGIN}\n{table(verdicts)}\n{END}{after}"
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
