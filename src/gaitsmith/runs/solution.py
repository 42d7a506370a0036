"""A solution: one readable JSON file with all that is needed to simulate it again."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gaitsmith.experiment import Experiment, experiment_from_values
from gaitsmith.runs.files import to_json, write_atomically
from gaitsmith.solution_file import FORMAT, FORMAT_VERSION, read_outline


@dataclass(frozen=True)
class Solution:
    """Values of all parameters, and the experiment they were found in."""

    name: str
    experiment: Experiment
    values: dict[str, float]
    command: str
    """The command that made it."""
    seed: int
    evaluations: int
    """Candidates simulated until it was found."""
    score: dict[str, Any]
    """Its score card when it was found."""
    seconds: float | None = None
    """s, wall time of the search until it ended; only kept in a gallery."""

    def to_text(self) -> str:
        """The file's content; the same solution gives the same bytes."""
        return to_json(
            {
                "format": FORMAT,
                "version": FORMAT_VERSION,
                "name": self.name,
                "command": self.command,
                "seed": self.seed,
                "evaluations": self.evaluations,
                **({} if self.seconds is None else {"seconds": self.seconds}),
                "experiment": self.experiment.as_dict(),
                "parameters": self.values,
                "score": self.score,
            }
        )

    def save(self, path: Path) -> None:
        """Write the solution file."""
        write_atomically(path, self.to_text())


def read_solution(path: Path) -> Solution:
    """The solution in a file, which may come from a stranger: data, all checked."""
    content = read_outline(path)
    experiment = experiment_from_values(
        content["experiment"], f"{path}: experiment", path.parent
    )
    space = experiment.problem.space
    return Solution(
        name=content["name"],
        experiment=experiment,
        values=space.checked_values(content["parameters"], f"{path}: parameters"),
        command=content["command"],
        seed=content["seed"],
        evaluations=content["evaluations"],
        score=content["score"],
        seconds=content.get("seconds"),
    )
