import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait import human

KNOWN = {
    ("walk", human.angles): {"thigh", "hip", "knee", "ankle", "foot"},
    ("run", human.angles): {"hip", "knee", "ankle"},
    ("walk", human.moments): {"hip", "knee", "ankle"},
    ("run", human.moments): {"hip", "knee", "ankle"},
    ("walk", human.forces): {"vertical", "fore_aft", "medio_lateral"},
    ("run", human.forces): {"vertical", "fore_aft", "medio_lateral"},
}


@pytest.mark.parametrize(("gait", "curves"), KNOWN)
def test_every_table_is_whole(gait, curves):
    bands = curves(gait, 1.25 if gait == "walk" else 3.0)
    assert set(bands) == KNOWN[gait, curves]
    for band in bands.values():
        assert band.mean.shape == band.sd.shape == (101,)
        assert np.all(np.isfinite(band.mean))
        assert np.all(band.sd > 0.0)
        assert band.note == ""


def test_people_walk_as_is_known():
    bands = human.angles("walk", 1.25)
    knee, ankle, thigh = (bands[name].mean for name in ("knee", "ankle", "thigh"))
    assert np.max(knee) == pytest.approx(62.8, abs=0.1)
    assert 70 <= np.argmax(knee) <= 76
    assert knee[0] < 5.0
    assert np.min(ankle) == pytest.approx(-13.9, abs=0.1)
    assert 60 <= np.argmin(ankle) <= 66
    assert thigh[0] > 15.0
    assert np.min(thigh) < -15.0


def test_moments_and_forces_have_their_known_peaks_and_signs():
    moments = human.moments("walk", 1.25)
    assert np.max(moments["ankle"].mean) == pytest.approx(1.40, abs=0.02)
    assert moments["hip"].mean[5] > 0.0  # extension after the strike
    forces = human.forces("walk", 1.25)
    assert 1.0 < np.max(forces["vertical"].mean) < 1.3
    assert forces["fore_aft"].mean[10] < 0.0 < forces["fore_aft"].mean[55]
    assert 2.0 < np.max(human.forces("run", 4.0)["vertical"].mean) < 3.0


def test_between_speeds_mean_and_spread_are_interpolated():
    slow, between, fast = (human.angles("walk", v)["knee"] for v in (1.0, 1.1, 1.25))
    assert between.mean == pytest.approx(0.6 * slow.mean + 0.4 * fast.mean)
    assert between.sd == pytest.approx(0.6 * slow.sd + 0.4 * fast.sd)
    assert np.max(np.abs(slow.mean - fast.mean)) > 1.0


def test_beyond_the_ends_the_nearest_speed_stands_in_and_says_so():
    end, beyond = human.angles("walk", 1.75)["foot"], human.angles("walk", 2.2)["foot"]
    assert beyond.mean.tolist() == end.mean.tolist()
    assert end.note == ""
    assert beyond.note == (
        "people were measured from 0.75 to 1.75 m/s; these are those at 1.75, not at"
        " 2.2 m/s."
    )
    assert "those at 2, not at 1.5 m/s" in human.angles("run", 1.5)["hip"].note


def test_the_foot_follows_from_the_leg_and_lies_flat_in_midstance():
    bands = human.angles("walk", 1.25)
    foot = bands["foot"].mean
    sum_of_means = bands["thigh"].mean - bands["knee"].mean + bands["ankle"].mean
    assert foot == pytest.approx(sum_of_means)
    assert np.max(np.abs(foot[20:31])) < 2.0
    assert foot[0] == pytest.approx(19.7, abs=0.1)
    assert np.all(bands["foot"].sd > bands["knee"].sd)


def test_the_spread_never_vanishes_in_swing():
    for speed in (0.75, 1.3, 1.75):
        for band in human.moments("walk", speed).values():
            assert np.min(band.sd) >= 0.05
        forces = human.forces("walk", speed)
        assert np.min(forces["vertical"].sd) == 0.02
    assert np.min(human.moments("run", 3.0)["ankle"].sd) == 0.05


def test_a_band_can_be_changed_without_harm_to_the_next():
    human.angles("walk", 1.25)["knee"].mean[:] = 0.0
    assert np.max(human.angles("walk", 1.25)["knee"].mean) > 60.0


def test_step_parameters_are_those_of_the_speed():
    figures = human.gait_parameters("walk", 1.25)
    assert figures["stride_time"].mean == pytest.approx(1.0147)
    assert figures["step_length"].mean == pytest.approx(0.6342)
    assert figures["stance_share"].mean == pytest.approx(0.6162)
    assert figures["cadence"].unit == "steps/min"
    for speed in (0.8, 1.1, 1.6):
        found = human.gait_parameters("walk", speed)
        way = 2.0 * found["step_length"].mean
        assert way / found["stride_time"].mean == pytest.approx(speed, rel=0.01)


def test_contacts_grow_shorter_the_faster_one_runs():
    speeds = np.arange(2.5, 4.6, 0.25)
    contacts = [human.gait_parameters("run", v)["contact_time"].mean for v in speeds]
    assert np.all(np.diff(contacts) < 0.0)
    slow = human.gait_parameters("run", 2.0)
    assert slow["contact_time"].note.endswith("those at 2.5, not at 2 m/s.")
    assert slow["stride_time"].note == ""


def test_walking_costs_least_per_distance_at_a_middle_speed():
    costs = [
        human.metabolic_cost("walk", v)["ralston1958_gross"] for v in (0.5, 1.25, 2.0)
    ]
    assert [round(cost.per_distance, 2) for cost in costs] == [4.71, 3.28, 3.67]
    assert costs[1].power == pytest.approx(4.098)
    net = human.metabolic_cost("run", 3.2)["minetti2002_net"]
    assert net.per_distance == pytest.approx(3.4)
    assert human.metabolic_cost("walk", 3.0)["ralston1958_gross"].note


def test_an_unknown_gait_is_refused():
    with pytest.raises(InputError) as error:
        human.gait_parameters("wlak", 1.2)
    assert str(error.value) == (
        "no gait of people is called 'wlak'. Did you mean 'walk'? Known: run, walk."
    )
