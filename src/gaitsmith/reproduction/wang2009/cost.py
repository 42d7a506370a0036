"""What the searches cost, from the gallery's own records."""

from gaitsmith.reproduction.comparison import Comparison, Row, Tell
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution

PAPER_SECONDS = 3 * 3600.0  # for 1000 generations, on 19 processors
PAPER_EVALUATIONS = 19_000
NOMINAL = ("wang2009/first_steps", "wang2009/preferred", "wang2009/stocky")
AIM = 30 * 60.0  # s


def cost(_tell: Tell, _workers: int | None) -> Comparison:
    """Evaluations and wall time of every gallery solution."""
    rows: list[Row] = []
    nominal = 0.0
    for name in gallery():
        if not name.startswith("wang2009/"):
            continue
        solution = load_solution(name)
        rows.append(
            {
                "solution": name,
                "evaluations": solution.provenance.evaluations,
                "wall time s": solution.provenance.seconds,
                "objective": solution.score.get("total"),
            }
        )
        if name in NOMINAL:
            nominal += solution.provenance.seconds or 0.0
    return Comparison.of(
        "What the searches cost; those with a start elsewhere, without that start",
        rows,
        f"The default walk took {nominal / 60:.0f} minutes on two processors, in three"
        f" searches ({' + '.join(NOMINAL)}); the paper's took 3 hours per 1000"
        f" generations ({PAPER_EVALUATIONS} evaluations) on 19 processors:"
        f" {19 * PAPER_SECONDS / 3600:.0f} hours of one processor.",
    )
