import numpy as np
import pytest

from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.simulation.measures import Strikes
from gaitsmith.workflows import load_solution, simulate, with_setting


def strikes(*sides_and_places: tuple[int, float], heading: float = 0.0) -> Strikes:
    sides, places = (
        zip(*sides_and_places, strict=True) if sides_and_places else ((), ())
    )
    place = np.zeros((len(sides), 3))
    place[:, 0] = np.array(places) * np.cos(heading)
    place[:, 1] = np.array(places) * np.sin(heading)
    return Strikes(
        time=np.arange(len(sides), dtype=float),
        side=np.array(sides, dtype=np.int64),
        place=place,
        heading=np.full(len(sides), heading),
        knee=np.linspace(-0.1, -0.5, len(sides)),
    )


def test_a_step_is_from_foot_to_foot():
    found = strikes((LEFT, 0.0), (RIGHT, 0.6), (LEFT, 1.3)).step_lengths()
    assert found == pytest.approx([0.6, 0.7])


def test_a_step_counts_along_the_heading():
    found = strikes((LEFT, 0.0), (RIGHT, 0.6), heading=np.radians(90)).step_lengths()
    assert found == pytest.approx([0.6])


def test_a_foot_that_scuffs_takes_one_step():
    found = strikes((LEFT, 0.6), (RIGHT, 0.1), (RIGHT, 1.2), (LEFT, 0.7), (LEFT, 1.8))
    assert found.step_lengths() == pytest.approx([0.6, 0.6])


@pytest.mark.parametrize("made", [(), ((LEFT, 0.3),), ((LEFT, 0.3), (LEFT, 0.9))])
def test_one_foot_alone_takes_no_step(made: tuple[tuple[int, float], ...]):
    assert len(strikes(*made).step_lengths()) == 0


def test_the_knee_counts_where_a_step_ends_whichever_way_it_bends():
    found = strikes((LEFT, 0.6), (RIGHT, 0.1), (RIGHT, 1.2))
    assert found.bent_knees() == pytest.approx([0.1, 0.5])


def test_the_knee_is_counted_as_it_is_recorded():
    solution = with_setting(load_solution("wang2009/stocky"), duration=4.0)
    rollout = simulate(solution, frame_rate=600.0).rollout
    legs = solution.problem.character.roles.legs
    assert rollout.recording is not None
    frames = np.round(rollout.strikes.time * 600.0).astype(int)
    recorded = [
        rollout.recording.qpos[frame, legs[side].knee.position]
        for frame, side in zip(frames, rollout.strikes.side, strict=True)
    ]
    assert len(recorded) > 4
    assert rollout.strikes.knee == pytest.approx(recorded, abs=0.03)
    mean = float(np.mean(rollout.strikes.bent_knees()))
    assert rollout.measures.knee_at_strike == pytest.approx(mean)
