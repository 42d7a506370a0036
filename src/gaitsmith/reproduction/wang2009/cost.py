"""What the searches cost, from the gallery's own records."""

from rich.console import Console

from gaitsmith.reproduction.comparison import Cell, Comparison
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution

PAPER_SECONDS = 3 * 3600.0  # for 1000 generations, on 19 processors
PAPER_EVALUATIONS = 19_000
NOMINAL = ("wang2009/first_steps", "wang2009/preferred", "wang2009/stocky")
AIM = 30 * 60.0  # s


def cost(_console: Console, _workers: int | None) -> Comparison:
    """Evaluations and wall time of every gallery solution."""
    rows: list[tuple[Cell, ...]] = []
    nominal = 0.0
    for name in gallery():
        if not name.startswith("wang2009/"):
            continue
        solution = load_solution(name)
        total = solution.score.get("total")
        rows.append(
            (name, solution.provenance.evaluations, solution.provenance.seconds, total)
        )
        if name in NOMINAL:
            nominal += solution.provenance.seconds or 0.0
    return Comparison(
        "What the searches cost; those with a start elsewhere, without that start",
        ("solution", "evaluations", "wall time s", "objective"),
        tuple(rows),
        f"The default walk took {nominal / 60:.0f} minutes on two processors, in three"
        f" searches ({' + '.join(NOMINAL)}); the paper's took 3 hours per 1000"
        f" generations ({PAPER_EVALUATIONS} evaluations) on 19 processors:"
        f" {19 * PAPER_SECONDS / 3600:.0f} hours of one processor.",
    )
