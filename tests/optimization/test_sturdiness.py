"""What holds at one time step only, or from one start only, is told."""

from dataclasses import replace

import pytest

from gaitsmith.errors import InputError
from gaitsmith.optimization.sturdiness import (
    STARTS_SEED,
    Sturdiness,
    SturdinessSpec,
    SturdyTrial,
    sturdiest,
)
from gaitsmith.optimization.sturdiness_check import (
    Candidate,
    check_sturdiness,
    check_together,
    spec_in_hertz,
)
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.setting import Setting

SHORT = SturdinessSpec(seconds=1.5, starts=2)


def made(*outcomes: str, rate: float = 600.0) -> Sturdiness:
    """A check whose rollouts are at 600, 1200, 2400 Hz and so on."""
    trials = tuple(
        SturdyTrial(rate * 2**i, 0, 100.0 if word == "completed" else 1.2, word)
        for i, word in enumerate(outcomes)
    )
    return Sturdiness(100.0, 5.0, 2.0, STARTS_SEED, trials)


STURDY = made("completed", "completed")
FRAGILE = made("completed", "fell")
HOPELESS = made("fell", "fell")


@pytest.mark.parametrize(
    ("found", "winner"),
    [
        ([STURDY, STURDY], 0),
        ([FRAGILE, STURDY, STURDY], 1),
        ([HOPELESS, FRAGILE, FRAGILE], 1),
        ([FRAGILE, FRAGILE, HOPELESS], 0),
        ([made("completed", "completed", "fell"), STURDY], 1),
    ],
)
def test_the_cheapest_that_holds_everything_wins_else_what_holds_most(found, winner):
    assert sturdiest(found) == winner


def test_the_sentence_says_what_holds():
    trials = (*STURDY.trials, SturdyTrial(600.0, 1, 100.0, "completed"))
    assert STURDY.sentence == "Holds 100 s at 600 and 1200 Hz."
    assert replace(STURDY, trials=trials).sentence == (
        "Holds 100 s at 600 and 1200 Hz and from 1 start a little off."
    )


def test_the_sentence_says_all_that_does_not_hold():
    off = [SturdyTrial(600.0, i, t, "fell") for i, t in ((1, 3.0), (2, 2.0))]
    held = SturdyTrial(600.0, 3, 100.0, "completed")
    diverged = SturdyTrial(2400.0, 0, 0.5, "diverged")
    found = replace(FRAGILE, trials=(*FRAGILE.trials, diverged, *off, held))
    assert found.sentence == (
        "Does not hold 100 s: falls after 1.2 s at 1200 Hz, diverges after 0.5 s at"
        " 2400 Hz and falls from 2 of 3 starts a little off, the first after 2.0 s."
    )
    assert not found.holds
    assert found.num_held == 2


@pytest.fixture(scope="module")
def walk(make_experiment):
    return make_experiment().problem


@pytest.fixture(scope="module")
def values(walk):
    return walk.space.initial_values()


@pytest.fixture(scope="module")
def checked(walk, values):
    found = check_sturdiness(walk, values, SHORT, workers=1)
    assert found is not None
    return found


def test_a_walk_is_tried_at_every_rate_and_from_starts_a_little_off(checked):
    tried = {(trial.rate, trial.start) for trial in checked.trials}
    starts = {(1200.0, start) for start in range(3)}
    assert tried == starts | {(2400.0, 0), (4800.0, 0)}
    assert len(checked.trials) == len(tried)
    assert checked.holds


def test_workers_and_company_change_nothing(walk, values, checked):
    assert check_sturdiness(walk, values, SHORT, workers=3) == checked
    mine = Candidate(walk, values, SHORT)
    at_2400 = replace(walk, setting=walk.setting.model_copy(update={"rate": 2400.0}))
    other = Candidate(at_2400, values, spec_in_hertz(2400.0, [2400.0], starts=0))
    other = replace(other, spec=other.spec.model_copy(update={"seconds": 1.5}))
    assert check_together([other, mine])[1] == checked


def test_solutions_on_different_grounds_are_not_checked_together(walk, values):
    icy = replace(walk, setting=walk.setting.model_copy(update={"friction": 0.1}))
    with pytest.raises(ValueError, match="different grounds"):
        check_together([Candidate(one, values, SHORT) for one in (walk, icy)])


def test_a_rollout_at_another_rate_is_the_problem_at_that_rate(walk, values):
    falls = values | {"state0.swing_knee": 1.5}
    found = check_sturdiness(walk, falls, SHORT.model_copy(update={"starts": 0}))
    assert found is not None
    for trial in found.trials:
        setting = Setting(duration=1.5, rate=trial.rate)
        alone = replace(walk, setting=setting).roll_out(falls)
        assert (trial.outcome, trial.seconds) == (alone.outcome.word, alone.seconds)


def test_a_walk_that_needs_its_own_start_is_told_fragile(walk, values):
    spec = SturdinessSpec(seconds=4.0, degrees=30.0, rates=(1.0,))
    found = check_sturdiness(walk, values, spec)
    assert found is not None
    own, *off = found.trials
    assert own.holds
    assert not all(trial.holds for trial in off)
    assert found.sentence.startswith("Does not hold 4 s: falls from ")


def test_pushes_and_motor_noise_of_a_search_are_left_out(walk, values, checked):
    push = PushSpec(start=0.1, force=(-900.0, 0.0, 0.0))
    changes = {"motor_noise": 0.9, "pushes": (push,)}
    disturbed = replace(walk, setting=walk.setting.model_copy(update=changes))
    assert check_sturdiness(disturbed, values, SHORT) == checked


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ({"seconds": 0.0}, "sturdiness.seconds"),
        ({"rates": []}, "sturdiness.rates"),
        ({"rates": [1.0, -2.0]}, "sturdiness.rates"),
        ({"rates": [2.0, 2.0]}, "sturdiness.rates"),
        ({"starts": 8}, "sturdiness.starts"),
        ({"finalists": -1}, "sturdiness.finalists"),
        ({"finalist": 1}, "finalists"),
    ],
)
def test_a_wrong_setting_is_named(make_experiment, table, key):
    with pytest.raises(InputError, match=key):
        make_experiment(sturdiness=table)


def test_a_rate_that_no_setting_may_have_is_refused():
    with pytest.raises(InputError, match="50 Hz"):
        spec_in_hertz(1200.0, [50.0])
