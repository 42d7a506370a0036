"""Score every solution of the gallery against people, and write the table.

    python scripts/score_gallery.py                   # all
    python scripts/score_gallery.py wang2009/paper    # these anew, and what is new

writes docs/gallery-scores.md.
"""

import argparse
import re
from pathlib import Path

from gaitsmith.assessment import Assessment, assess
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution

PAGE = Path(__file__).resolve().parents[1] / "docs" / "gallery-scores.md"
HEAD = """# The gallery against people

`gaitsmith score NAME` for every solution of the gallery: 10 s without pushes, noise and
turns, the mean of all strides after 2 s, both sides pooled. The columns are explained in
[Gait analysis and score](score.md); lower standard scores and RMSE are better, higher
shares and correlations are. A single healthy subject scores 0.8 to 0.95. Only the angles of
`vandepanne1995/human_walk_*` were optimised to be like people's; of the others the ankle's
curve differs most. *Beyond* says that people were measured at other speeds, of which the
nearest stands in, or on level ground only; *guided*, that a torque held the trunk upright.

Written by `python scripts/score_gallery.py`.

| solution | gait | m/s | hip | knee | ankle | average | within 1 SD | RMSE [deg] | correlation | moments | forces | features |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
"""  # noqa: E501  (one row of a table is one line)


def row(name: str) -> str:
    """One line of the table."""
    solution = load_solution(name)
    legs = len(solution.problem.character.roles.legs)
    if legs != 2:
        return f"| `{name}` | {legs} legs, unlike people | | | | | | | | | | | |"
    try:
        assessed = assess(solution)
    except NoStepsError:
        return f"| `{name}` | takes no steps when undisturbed | | | | | | | | | | | |"
    guide = solution.problem.setting.guide
    is_guided = guide.strength * (guide.stiffness + guide.damping) > 0.0
    return f"| `{name}` | {' | '.join(cells(assessed, is_guided))} |"


def cells(assessed: Assessment, is_guided: bool) -> list[str]:
    """The figures of one gait, as text."""
    score = assessed.score
    angles, average = score.angles, score.angles["average"]
    beyond = " (beyond)" if score.notes else ""
    shown = sum(feature.shown for feature in assessed.features)
    return [
        f"{score.gait}, guided" if is_guided else score.gait,
        f"{score.speed:.2f}{beyond}",
        *(
            f"{angles[joint].standard_score:.2f}" if joint in angles else "–"
            for joint in ("hip", "knee", "ankle")
        ),
        f"**{average.standard_score:.2f}**",
        f"{average.within_one_sd:.0%}",
        f"{average.rmse:.1f}",
        f"{average.correlation:.2f}",
        f"{score.moments['average'].standard_score:.2f}",
        f"{score.forces['average'].standard_score:.2f}",
        f"{shown} of {len(assessed.features)}" if assessed.features else "–",
    ]


def kept_rows() -> dict[str, str]:
    """Rows of the page as it is, by solution."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    found = ((re.match(r"\| `([^`]+)`", line), line) for line in lines)
    return {start[1]: line for start, line in found if start}


def main() -> None:
    """Score and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    anew = parser.parse_args().names
    if unknown := set(anew) - set(gallery()):
        parser.error(f"not in the gallery: {', '.join(sorted(unknown))}")
    kept = kept_rows() if anew else {}
    rows = []
    for name in gallery():
        if name in anew or name not in kept:
            kept[name] = row(name)
            print(kept[name], flush=True)
        rows.append(kept[name])
    PAGE.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
