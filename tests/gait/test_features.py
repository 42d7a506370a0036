import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait.features import walking_features

NAMES = [
    "heel strike",
    "foot angle at strike",
    "heel-off",
    "foot angle at the other foot's strike",
    "double support",
    "knee at strike",
    "knee torque",
    "knee torque in swing",
    "arm counter-swing",
    "steady head",
]


@pytest.fixture
def features(stocky, make_walk, make_measures):
    """Features by name of a natural walk with these changes."""

    def make(measures=None, **changes):
        walk = make_walk(stocky, **changes)
        found = walking_features(stocky, walk, make_measures(**(measures or {})))
        return {feature.name: feature for feature in found}

    return make


def missing(features):
    return {feature.name for feature in features.values() if not feature.shown}


def test_a_natural_walk_shows_every_feature_with_its_number(features):
    found = features(measures={"metered": {"head": {"velocity_std": 0.05}}})
    assert list(found) == NAMES
    assert missing(found) == set()
    values = {name: feature.value for name, feature in found.items()}
    assert values["heel strike"] == 1.0
    assert values["foot angle at strike"] == pytest.approx(15.0, abs=0.01)
    assert values["heel-off"] == 1.0
    # In the last frame before the other foot's strike, at 49 % of the cycle.
    assert values["foot angle at the other foot's strike"] == pytest.approx(
        -25.0 * 14.0 / 15.0, abs=0.01
    )
    assert values["double support"] == pytest.approx(0.2, abs=0.01)
    assert values["knee at strike"] == pytest.approx(10.0)
    assert values["knee torque"] == 0.04
    # Knee: 5 N m for 0.4 of the cycle, 10 N m for the rest; hip: 50 N m all the time.
    swing, stance = 0.4 * 5.0**2, 0.6 * 10.0**2
    assert values["knee torque in swing"] == pytest.approx(
        swing / (50.0**2 + swing + stance), rel=0.02
    )
    assert values["arm counter-swing"] == pytest.approx(-1.0)
    assert values["steady head"] == 0.05


@pytest.mark.parametrize(
    ("changes", "lost"),
    [
        ({"front": (0.0, 0.6)}, {"heel strike"}),
        ({"rear": (0.1, 0.35), "front": (0.0, 0.6)}, {"heel strike"}),
        ({"foot_at_strike": -4.0}, {"heel strike", "foot angle at strike"}),
        ({"rear": (0.0, 0.55)}, {"heel-off"}),
        (
            {"foot_at_push_off": -5.0},  # -4.7 in the frame before the strike
            {"heel-off", "foot angle at the other foot's strike"},
        ),
        ({"front": (0.1, 0.7)}, {"double support"}),
        # A run: the rear foot has left the ground before the other one strikes.
        ({"rear": (0.0, 0.2), "front": (0.1, 0.4)}, {"heel-off", "double support"}),
        ({"knee": 21.0}, {"knee at strike"}),
        ({"swing_knee_torque": 25.0}, {"knee torque in swing"}),
        ({"measures": {"torque_shares": (0.5, 0.1, 0.4)}}, {"knee torque"}),
        ({"arm": 15.0}, {"arm counter-swing"}),
        ({"arm": -2.0}, {"arm counter-swing"}),
        ({"arm": 0.0}, {"arm counter-swing"}),
        ({"measures": {"metered": {"head": {"velocity_std": 0.1}}}}, {"steady head"}),
    ],
)
def test_what_is_spoilt_is_missed_and_nothing_else(features, changes, lost):
    assert missing(features(**changes)) == lost


def test_arms_in_step_with_their_own_leg_correlate_with_it(features):
    assert features(arm=15.0)["arm counter-swing"].value == pytest.approx(1.0)


def test_one_still_arm_is_enough_to_miss_the_arm_swing(
    stocky, make_walk, make_measures, bend
):
    walk = make_walk(stocky)
    bend(stocky, walk, "right_shoulder_y", 0.0)
    found = walking_features(stocky, walk, make_measures())
    (arms,) = (feature for feature in found if feature.name == "arm counter-swing")
    assert (arms.value, arms.shown) == (0.0, False)


@pytest.mark.parametrize(("flat", "shown"), [(1, True), (2, False)])
def test_one_strike_in_ten_may_differ(stocky, make_walk, make_measures, flat, shown):
    # The left foot strikes at 2, 3, ... 6 s, the right one at 2.5, 3.5, ... 6.5 s.
    walk = make_walk(stocky, duration=6.6)
    for strike in (300, 400)[:flat]:
        walk.contact_force[strike, :, 2] = 50.0
    heel_strike = walking_features(stocky, walk, make_measures())[0]
    assert heel_strike.value == pytest.approx(1.0 - flat / 10.0)
    assert heel_strike.shown is shown


def test_a_body_without_arms_and_head_has_fewer_features(
    planar, make_walk, make_measures
):
    found = walking_features(planar, make_walk(planar), make_measures())
    assert [feature.name for feature in found] == NAMES[:-2]
    assert all(feature.shown for feature in found)


def test_a_walk_too_short_is_refused(stocky, make_walk, make_measures):
    with pytest.raises(InputError, match="no complete gait cycle"):
        walking_features(stocky, make_walk(stocky, duration=2.2), make_measures())
