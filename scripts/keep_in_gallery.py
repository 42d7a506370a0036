"""Put a run's best solution into the gallery, if it holds.

    python scripts/keep_in_gallery.py RUN NAME
    python scripts/keep_in_gallery.py RUN NAME --others RUN RUN  # of other seeds

The solution is written to gallery/NAME.json with the wall time of its search, after a
check: 100 s at the rate that it was found at, at 1200, 2400 and 4800 Hz, and from
starts a little off. One that does not hold is kept as a step to others (--step), or to
show that it falls (--fragile); the file says so. RUN may also be a solution file that
`gaitsmith pick` wrote into its run folder, or the folder of a training: its skill goes
to gallery/NAME, without the logs. What the same search found from other seeds goes
beside it, to NAME.seeds.json; of all, RUN must be the best: it holds, if any does, and
has the lowest objective among those that hold as much. If RUN is NAME, only those go
there.
"""

import argparse
import json
import shutil
from dataclasses import replace
from pathlib import Path

from gaitsmith.optimization.sturdiness_check import check_together
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.seed_file import seed_file, write_seeds
from gaitsmith.runs.solution import Solution
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
    parser.add_argument("--others", nargs="+", type=Path, default=[])
    given = parser.parse_args()
    if (given.run / SKILL_FILE).is_file():
        keep_skill(given.run, GALLERY / given.name)
        return
    solution = load_solution(given.run)
    solution, *others = checked([solution, *map(load_solution, given.others)])
    sturdiness = solution.sturdiness
    assert sturdiness is not None, "it was checked"
    if not (sturdiness.holds or given.step or given.fragile):
        raise SystemExit(f"{given.run}: not kept.")
    target = GALLERY / f"{given.name}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    if others:
        write_seeds(seed_file(target), others)
    if str(given.run) == given.name:
        return
    evaluations, seconds = _cost(given.run, solution.provenance.evaluations)
    kept = replace(
        solution,
        name=given.name,
        kind="step" if given.step else "result",
        provenance=replace(
            solution.provenance,
            evaluations=evaluations,
            seconds=round(seconds, 1),
            command=given.command or solution.provenance.command,
        ),
    )
    kept.save(target)
    print(f"{target}: objective {kept.score['total']:.4g}")


def checked(found: list[Solution]) -> list[Solution]:
    """What several seeds found, checked; an error if the first is not the best."""
    from check_gallery import RATES, gallery_candidate  # beside this script

    # A search at 1200 Hz has checked what it found as it is asked here.
    known = [is_checked(one, RATES) for one in found]
    asked = [one for one, is_known in zip(found, known, strict=True) if not is_known]
    checks = iter(
        check_together([gallery_candidate(one) for one in asked]) if asked else ()
    )
    found = [
        one if is_known else replace(one, sturdiness=next(checks))
        for one, is_known in zip(found, known, strict=True)
    ]
    ranks = []
    for one in found:
        check, objective = one.sturdiness, one.score["total"]
        assert check is not None, "it was checked"
        print(f"seed {one.provenance.seed}, {objective:.4g}: {check.sentence}")
        ranks.append((check.holds, check.num_held, -objective))
    if ranks[0] < max(ranks):
        raise SystemExit("not kept: another seed found a better one.")
    return found


def is_checked(solution: Solution, rates: tuple[float, ...]) -> bool:
    """Whether it was, at its own rate and at these [Hz]."""
    tried = solution.sturdiness.trials if solution.sturdiness else ()
    own = solution.problem.setting.rate
    return {own, *rates} == {trial.rate for trial in tried}


def keep_skill(folder: Path, target: Path) -> None:
    """Copy what a trained skill needs, without the logs of its training."""
    load_skill(str(folder))
    target.mkdir(parents=True, exist_ok=True)
    for name in (SKILL_FILE, BASE_FILE, STEPS_FILE, EXPLORED_FILE):
        shutil.copyfile(folder / name, target / name)
    # How often it was resumed changes nothing of what it came to.
    starts = json.loads((folder / "provenance.json").read_text("utf-8"))["starts"]
    (target / "provenance.json").write_text(json.dumps(starts[0], indent=2) + "\n")


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
