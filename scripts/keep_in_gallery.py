"""Put a run's best solution into the gallery, if it holds.

    python scripts/keep_in_gallery.py RUN NAME

The solution is written to gallery/NAME.json with the wall time of its search, after a
check: 100 s at the rate that it was found at, at 1200, 2400 and 4800 Hz, and from
starts a little off. One that does not hold is kept as a step to others (--step), or to
show that it falls (--fragile); the file says so. RUN may also be a solution file that
`gaitsmith pick` wrote into its run folder, or the folder of a training: its skill goes
to gallery/NAME, without the logs.
"""

import argparse
import shutil
from dataclasses import replace
from pathlib import Path

from gaitsmith.optimization.sturdiness_check import check_together
from gaitsmith.runs.folder import RunFolder
from gaitsmith.skills.skill import BASE_FILE, EXPLORED_FILE, STEPS_FILE, load_skill
from gaitsmith.solution_file import SKILL_FILE
from gaitsmith.workflows import load_solution

GALLERY = Path(__file__).resolve().parents[1] / "gallery"


def main() -> None:
    """Check and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("name")
    parser.add_argument("--step", action="store_true")
    parser.add_argument("--fragile", action="store_true")
    parser.add_argument("--command", default="", help="instead of the run's own")
    given = parser.parse_args()
    if (given.run / SKILL_FILE).is_file():
        keep_skill(given.run, GALLERY / given.name)
        return
    solution = load_solution(given.run)
    from check_gallery import gallery_candidate  # beside this script

    [sturdiness] = check_together([gallery_candidate(solution)])
    print(sturdiness.sentence)
    if not (sturdiness.holds or given.step or given.fragile):
        raise SystemExit(f"{given.run}: not kept.")
    evaluations, seconds = _cost(given.run, solution.provenance.evaluations)
    kept = replace(
        solution,
        name=given.name,
        sturdiness=sturdiness,
        kind="step" if given.step else "result",
        provenance=replace(
            solution.provenance,
            evaluations=evaluations,
            seconds=round(seconds, 1),
            command=given.command or solution.provenance.command,
        ),
    )
    target = GALLERY / f"{given.name}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    kept.save(target)
    print(f"{target}: objective {kept.score['total']:.4g}")


def keep_skill(folder: Path, target: Path) -> None:
    """Copy what a trained skill needs, without the logs of its training."""
    load_skill(str(folder))
    target.mkdir(parents=True, exist_ok=True)
    for name in (SKILL_FILE, BASE_FILE, STEPS_FILE, EXPLORED_FILE, "provenance.json"):
        shutil.copyfile(folder / name, target / name)


def _cost(run: Path, found_after: int) -> tuple[int, float]:
    """Evaluations until it was found, and wall time [s].

    A chain has taken all that its stages took; a stage, all up to its own; a
    withdrawal, all that its windows took; what was picked on the way, all up to there.
    """
    if run.is_file():
        rows = RunFolder(run.parent).read_progress()
        row = next(row for row in rows if row.evaluations >= found_after)
        return found_after, row.seconds
    windows = sorted(run.glob("window-*"))
    if windows:
        ends = [RunFolder(one).read_progress()[-1] for one in windows]
        return found_after, sum(end.seconds for end in ends)
    stages = sorted(run.glob("stage-*"))
    if run.name.startswith("stage-"):
        stages = [one for one in sorted(run.parent.glob("stage-*")) if one <= run]
    ends = [RunFolder(one).read_progress()[-1] for one in stages or [run]]
    if stages and run == stages[-1]:
        found_after += sum(end.evaluations for end in ends[:-1])
    return found_after, sum(end.seconds for end in ends)


if __name__ == "__main__":
    main()
