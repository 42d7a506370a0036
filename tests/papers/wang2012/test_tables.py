"""Tables of Wang, Hamner, Delp & Koltun 2012, from the walks of the gallery."""

from dataclasses import replace

import numpy as np
import pytest

from gaitsmith.papers.wang2012.tables import gaits, running, walking
from gaitsmith.papers.wang2012.tables.gaits import MID_STANCE, Measured
from gaitsmith.report.comparison_page import write_comparison
from gaitsmith.reproduction.comparison import Comparison
from gaitsmith.reproduction.tables import TABLES
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import solution_or_start

NAMES = [name for name in TABLES if name.startswith("wang2012/")]


def table(function) -> Comparison:
    return function(lambda _: None, 1)


@pytest.fixture(scope="module")
def table1() -> Comparison:
    return table(walking.table1)


@pytest.fixture
def make_gait(muscle_walk):
    """A gait by name, with other curves than those of the first steps on muscles."""
    solution = solution_or_start("wang2012/first_steps")

    def make(name="nwalk", muscles=None, scores=None, **curves) -> Measured:
        analysis = muscle_walk.analysis

        def changed(kind):
            given = muscles or {} if kind == "activations" else curves.get(kind, {})
            curves_now = dict(getattr(analysis, kind))
            for key, values in given.items():
                both = replace(
                    curves_now[key].both, mean=np.broadcast_to(values, (101,))
                )
                curves_now[key] = replace(curves_now[key], both=both)
            return curves_now

        kinds = ("angles", "moments", "activations")
        other = replace(analysis, **{kind: changed(kind) for kind in kinds})
        score = muscle_walk.score
        if scores is not None:
            average = replace(score.angles["average"], standard_score=scores)
            score = replace(score, angles={**score.angles, "average": average})
        assessment = replace(muscle_walk, analysis=other, score=score)
        return Measured(name, solution, assessment, muscle_walk.rollout)

    return make


@pytest.fixture
def found(monkeypatch):
    """Lets the tables find these gaits, and no others."""

    def find(*some: Measured) -> None:
        def measured(names, _console):
            by_name = {one.name: one for one in some}
            return {name: by_name[name] for name in names if name in by_name}

        for module in (running, walking):
            monkeypatch.setattr(module, "measured", measured)

    return find


@pytest.mark.parametrize("name", NAMES)
def test_a_table_without_any_gait_says_so(name, monkeypatch, tmp_path):
    monkeypatch.setattr(gaits, "gallery", tuple)
    comparison = table(TABLES[name])
    assert "Not in the gallery yet: " in comparison.verdict
    as_dict = comparison.as_dict()
    assert len(as_dict["rows"]) >= 2
    for row in as_dict["rows"]:
        said = {word for word in row.values() if word in {"yes", "no"}}
        assert said <= {"no"}
    page = write_comparison(comparison, f"gaitsmith reproduce {name}", tmp_path / "a")
    assert "Not in the gallery yet" in page.read_text()


def test_the_papers_averages_are_those_of_its_rows():
    for *joints, average in walking.TABLE_1.values():
        assert np.mean(joints) == pytest.approx(average, abs=0.01)


def test_the_papers_figures_stand_beside_ours(found, make_gait):
    found(make_gait())
    rows = {row["gait"]: row for row in table(walking.table1).as_dict()["rows"]}
    assert rows["nwalk"]["paper's knee"] == 1.79
    assert rows["vfwalk"]["paper's average"] == 2.06
    assert rows["nwalk"]["average"] is not None
    assert rows["vfwalk"]["average"] is None
    assert rows["min_torque"]["paper's ankle"] == 4.32


@pytest.mark.parametrize(("score", "reached"), [(1.18, "yes"), (1.20, "no")])
def test_a_walk_is_reached_at_the_papers_average(found, make_gait, score, reached):
    found(make_gait(scores=score))
    rows = {row["gait"]: row for row in table(walking.table1).as_dict()["rows"]}
    assert rows["nwalk"]["reached"] == reached


def test_other_measures_of_effort_are_reached_if_they_are_worse(found, make_gait):
    found(
        make_gait(scores=1.1),
        make_gait("min_torque", scores=1.0),
        make_gait("min_activation", scores=1.2),
    )
    rows = {row["gait"]: row for row in table(walking.table1).as_dict()["rows"]}
    assert rows["min_torque"]["reached"] == "no"
    assert rows["min_activation"]["reached"] == "yes"


@pytest.mark.parametrize(
    ("ankle", "calf", "vasti", "expected"),
    [
        (0.4, 0.1, 0.3, ["yes", "yes"]),
        (0.1, 0.1, 0.3, ["no", "yes"]),
        (0.4, 0.3, 0.3, ["yes", "no"]),
        (0.4, 0.1, 0.1, ["yes", "no"]),
    ],
)
def test_other_measures_of_effort_use_other_muscles(
    found, make_gait, ankle, calf, vasti, expected
):
    usual = {"TA": 0.2, "SOL": 0.2, "GAS": 0.2, "VAS": 0.2}
    found(
        make_gait(scores=1.0, muscles=usual),
        make_gait("min_torque", scores=2.0, muscles={"TA": ankle}),
        make_gait(
            "min_activation",
            scores=2.0,
            muscles={"SOL": calf, "GAS": calf, "VAS": vasti},
        ),
    )
    _, *rows = table(walking.objectives).as_dict()["rows"]
    assert [row["as in the paper"] for row in rows] == expected


def _knee(mid_stance, elsewhere):
    curve = np.full(101, elsewhere)
    curve[MID_STANCE] = mid_stance
    return curve


@pytest.mark.parametrize(("weak", "shown"), [(19.0, "no"), (21.0, "yes")])
def test_a_crouch_is_a_bent_knee_in_mid_stance(found, make_gait, weak, shown):
    # Beyond mid stance the knee is bent far more in both.
    found(
        make_gait(angles={"knee": _knee(15.0, 60.0)}),
        make_gait("weak_plantarflexors", angles={"knee": _knee(weak, 50.0)}),
    )
    _, row = table(walking.weak_plantarflexors).as_dict()["rows"]
    assert row["as in the paper"] == shown
    assert row["knee in mid stance deg"] == pytest.approx(weak)


@pytest.mark.parametrize(("weak", "shown"), [(9.5, "no"), (2.0, "yes")])
def test_weak_hamstrings_let_the_knee_straighten(found, make_gait, weak, shown):
    found(
        make_gait(angles={"knee": _knee(9.0, 40.0)}),
        make_gait("weak_hamstrings", angles={"knee": _knee(weak, 40.0)}),
    )
    comparison = table(walking.weak_hamstrings)
    normal, row = comparison.as_dict()["rows"]
    assert (normal["paper's least deg"], row["paper's least deg"]) == (9.0, 2.0)
    assert row["least knee flexion deg"] == pytest.approx(weak)
    assert row["as in the paper"] == shown


@pytest.mark.parametrize(("weak", "shown"), [(0.5, "no"), (0.2, "yes"), (-0.1, "yes")])
def test_quadriceps_avoidance_is_a_knee_that_is_hardly_extended_in_stance(
    found, make_gait, weak, shown
):
    # What the knee does in swing does not count.
    found(
        make_gait(moments={"knee": _knee(0.6, 0.1)}),
        make_gait("weak_vasti", moments={"knee": _knee(weak, 0.9)}),
    )
    comparison = table(walking.weak_vasti)
    _, row = comparison.as_dict()["rows"]
    assert row["knee moment in mid stance N m/kg"] == pytest.approx(weak)
    assert row["as in the paper"] == shown
    assert any(plot.title.startswith("Knee moment") for plot in comparison.plots)


def test_a_weak_gait_alone_is_shown_but_proves_nothing(found, make_gait):
    found(make_gait("weak_vasti"))
    comparison = table(walking.weak_vasti)
    normal, row = comparison.as_dict()["rows"]
    assert normal["m/s"] is None
    assert row["m/s"] is not None
    assert row["as in the paper"] == "no"
    assert comparison.verdict.endswith("Not in the gallery yet: nwalk.")


def test_delays_are_said_as_the_experiment_has_them(found, make_gait):
    early, late = np.zeros(101), np.zeros(101)
    early[20:60], late[40:60] = 1.0, 1.0
    found(
        make_gait(moments={"ankle": late}),
        make_gait("no_delays", moments={"ankle": early}),
    )
    comparison = table(walking.delays)
    plain, ablated = comparison.as_dict()["rows"]
    assert plain["half the ankle moment at %"] == 40
    assert ablated["half the ankle moment at %"] == 20
    assert ablated["nerves' delays"] == "yes"  # the first steps have them
    assert "too quickly (here: yes)" in comparison.verdict
    assert "shorter (here: no)" in comparison.verdict


def test_a_walk_is_no_run(found, make_gait):
    found(make_gait("run_3"))
    row, *others = table(running.running).as_dict()["rows"]
    assert row["reached"] == "no"
    assert [other["reached"] for other in others] == ["no"] * 4


def test_the_cost_of_walking_stands_among_people_over_speed(found, make_gait, tmp_path):
    walk = make_gait()
    found(walk)
    comparison = table(running.energy)
    rows = {row["gait"]: row for row in comparison.as_dict()["rows"]}
    assert rows["nwalk"]["J/kg/m"] == walk.cost_of_transport
    assert 2.5 < rows["nwalk"]["people's J/kg/m"] < 4.5
    assert rows["run_5"]["J/kg/m"] is None
    (plot,) = comparison.plots
    people, *_, mine = plot.lines
    assert people.is_reference
    assert people.y.shape == plot.x.shape
    assert people.y.argmin() not in {0, len(plot.x) - 1}  # least at a middle speed
    assert (mine.x, mine.y) == (walk.speed, walk.cost_of_transport)
    page = write_comparison(
        replace(comparison, exhibits=()), "gaitsmith reproduce", tmp_path / "a.html"
    )
    assert "Cost of walking" in page.read_text()


def test_table_1_has_every_speed_and_says_what_is_not_reached(table1):
    rows = {row["gait"]: row for row in table1.as_dict()["rows"]}
    walks = ["swalk", "nwalk", "min_torque", "min_activation", "fwalk", "vfwalk"]
    assert list(rows) == walks
    for name, row in rows.items():
        if f"wang2012/{name}" not in gallery():
            assert (row["average"], row["reached"]) == (None, "no")
            continue
        joints = [row[joint] for joint in ("hip", "knee", "ankle")]
        assert row["average"] == pytest.approx(np.mean(joints))
        is_reached = row["average"] <= row["paper's average"]
        if name.startswith("min_"):
            is_reached = row["average"] > rows["nwalk"]["average"]
        assert row["reached"] == ("yes" if is_reached else "no")


@pytest.mark.skipif("wang2012/nwalk" not in gallery(), reason="not in the gallery")
def test_the_normal_walk_is_a_walk_of_a_person(table1):
    row = table1.as_dict()["rows"][1]
    assert row["m/s"] == pytest.approx(1.25, abs=0.05)
    assert row["walks 100 s"] == "yes"
    assert 3.0 < row["W/kg"] < 5.5  # people: 4.1


def test_curves_are_drawn_over_people(table1):
    titles = [plot.title.partition(", people at ")[0] for plot in table1.plots]
    assert titles == ["Hip angle", "Knee angle", "Ankle angle"]
    assert table1.plots[0].title.endswith(" m/s")
    assert all(plot.band is not None for plot in table1.plots)


def test_moments_stand_beside_peoples():
    rows = table(walking.moments).as_dict()["rows"]
    ankle = next(row for row in rows if row["joint"] == "ankle")
    assert 0.8 < ankle["peak"] < 2.0  # N m/kg
    assert 1.0 < ankle["people's peak"] < 2.0
