"""The first fifth of a second of a walk of every law, as it was kept.

Whatever acts there, a law, muscles, joints or ground, leaves its mark on the pose.
`python tests/test_first_moments.py` keeps them anew, after a change that is
meant to change how everybody moves.
"""

import dataclasses
import json
from pathlib import Path

import pytest

from gaitsmith.workflows import load_solution

KEPT = Path(__file__).with_suffix(".json")
SECONDS = 0.2
WALKS = (
    *("simbicon/walk", "coros2008/walk", "coros2008/bird", "creatures/quadruped_walk"),
    *("wang2009/stocky", "vandepanne1995/simpleton_2", "vandepanne1995/human_walk_1"),
    *("geyer2010/walk", "wang2012/nwalk", "people/natural_125", "people/push_off_125"),
)


def first_moments(name: str) -> dict[str, list[float]]:
    """Pose, speed of the whole and effort after a fifth of a second."""
    solution = load_solution(name)
    setting = solution.problem.setting.model_copy(update={"duration": SECONDS})
    problem = dataclasses.replace(solution.problem, setting=setting)
    rollout = problem.roll_out(solution.values, frame_rate=50.0)
    measures = rollout.measures
    counted = [measures.torque_squared, *measures.torque_shares, measures.duty_factor]
    counted += [
        x for _, found in sorted(measures.metered.items()) for x in found.values()
    ]
    assert rollout.recording is not None
    return {
        "pose": rollout.recording.qpos[-1].tolist(),
        "velocity": list(measures.velocity),
        "counted": counted,
    }


@pytest.mark.parametrize("name", WALKS)
def test_a_walk_begins_as_it_was_kept(name):
    kept = json.loads(KEPT.read_text(encoding="utf-8"))[name]
    found = first_moments(name)
    for what, numbers in kept.items():
        assert found[what] == pytest.approx(numbers, rel=1e-9, abs=1e-12), what


if __name__ == "__main__":
    found = {name: first_moments(name) for name in WALKS}
    rows = [f"{json.dumps(name)}: {json.dumps(one)}" for name, one in found.items()]
    KEPT.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
