"""A solution: a problem, values that solve it, and where they come from.

It is stored as one readable JSON file with all that is needed to simulate it again.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from gaitsmith.declarations import declare, read_json
from gaitsmith.experiment import Experiment, experiment_as_dict, experiment_from_values
from gaitsmith.optimization.optimizers import Search
from gaitsmith.optimization.problem import Problem
from gaitsmith.optimization.sturdiness import Sturdiness, SturdinessDeclaration
from gaitsmith.runs.files import to_json, write_atomically
from gaitsmith.solution_file import FORMAT, FORMAT_VERSION, read_outline

Kind = Literal["result", "step"]
"""A step is only a way to a result."""


@dataclass(frozen=True)
class Provenance:
    """Where a solution comes from."""

    command: str = ""
    """The command that made it."""
    seed: int = 1
    """Of the search that found it."""
    evaluations: int = 0
    """Candidates simulated until it was found."""
    seconds: float | None = None
    """s, wall time of the search until it ended; only kept in a gallery."""
    search: Search | None = None
    """How it was searched; None if it was not, or nobody knows."""
    experiment: str = ""
    """Name of the experiment; left out: the solution's."""


@dataclass(frozen=True)
class Solution:
    """Values of all parameters of a problem."""

    name: str
    problem: Problem
    values: dict[str, float]
    provenance: Provenance = Provenance()
    description: str = ""
    score: dict[str, Any] = field(default_factory=dict)
    """Its score card when it was found."""
    sturdiness: Sturdiness | None = None
    """Whether it holds at other time steps and starts; None: nobody has looked."""
    kind: Kind = "result"
    """What it is in a gallery."""

    def __repr__(self) -> str:
        """Name, body, law and what is known of it; values are in `values`."""
        score = self.score
        goal = getattr(self.problem.objective.options.get("user"), "speed", None)
        asked = "" if goal is None else f"{goal:g} m/s asked for"  # of older files
        known = [
            f"{score['speed']:.2f} m/s" if "speed" in score else asked,
            f"objective {score['total']:.4g}" if "total" in score else "",
            f"{score['outcome']}" if "outcome" in score else "",
        ]
        words = ", ".join(word for word in known if word) or "not scored"
        return f"Solution {self.name!r}: {self.problem.words}; {words}"

    def _repr_png_(self) -> bytes:
        """A filmstrip, which a notebook shows."""
        from gaitsmith.scene.filmstrip import filmstrip_png
        from gaitsmith.scene.replay import scene_of

        problem = self.problem
        rollout = problem.roll_out(self.values, frame_rate=60.0)
        scene = scene_of(self.name, problem.character, problem.setting, rollout)
        return filmstrip_png(scene, seconds=4.0)

    def as_experiment(self) -> Experiment:
        """The experiment that it comes from: its problem, and how it was searched."""
        made = self.provenance
        search = made.search or Search(seed=made.seed)
        name = made.experiment or self.name
        return Experiment(name, self.problem, search, self.description, self.name)

    def to_text(self) -> str:
        """The file's content; the same solution gives the same bytes."""
        made = self.provenance
        name = made.experiment or self.name
        # The seed of the search has a key of its own.
        search = made.search and replace(made.search, seed=self.problem.seed)
        experiment = experiment_as_dict(self.problem, search, name, self.description)
        seconds = {} if made.seconds is None else {"seconds": made.seconds}
        check = self.sturdiness
        return to_json(
            {
                "format": FORMAT,
                "version": FORMAT_VERSION,
                "name": self.name,
                "command": made.command,
                "seed": made.seed,
                "evaluations": made.evaluations,
                **seconds,
                "experiment": experiment,
                "parameters": self.values,
                "score": self.score,
                **({} if check is None else {"sturdiness": check.as_dict()}),
                **({} if self.kind == "result" else {"kind": self.kind}),
            }
        )

    def save(self, path: str | Path) -> None:
        """Write the solution file."""
        write_atomically(Path(path), self.to_text())


def read_solution(path: Path) -> Solution:
    """The solution in a file, which may come from a stranger: data, all checked."""
    content = read_outline(path)
    experiment = experiment_from_values(
        content["experiment"], f"{path}: experiment", path.parent
    )
    values, problem = content["parameters"], experiment.problem
    search = replace(experiment.search, seed=content["seed"])
    return Solution(
        name=content["name"],
        problem=problem,
        values=problem.space.checked_values(values, f"{path}: parameters"),
        provenance=Provenance(
            command=content["command"],
            seed=content["seed"],
            evaluations=content["evaluations"],
            seconds=content.get("seconds"),
            search=search if "optimizer" in content["experiment"] else None,
            experiment=experiment.name,
        ),
        description=experiment.description,
        score=content["score"],
        sturdiness=_checked(content, path),
        kind=content.get("kind", "result"),
    )


def _checked(content: dict[str, Any], path: Path) -> Sturdiness | None:
    table = content.get("sturdiness")
    if table is None:
        return None
    return declare(SturdinessDeclaration, table, f"{path}: sturdiness").read()


def keep_sturdiness(path: Path, found: Sturdiness) -> None:
    """Keep what came of a check in a solution's file; the rest stays as it is."""
    content = read_json(path)
    write_atomically(path, to_json({**content, "sturdiness": found.as_dict()}))
