"""Tables of Wang, Hamner, Delp & Koltun 2012, from the gaits of the gallery."""

import json
from dataclasses import replace

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.optimization.sturdiness import Sturdiness, SturdyTrial
from gaitsmith.papers.wang2012.tables import gaits, running, walking
from gaitsmith.papers.wang2012.tables.gaits import MID_STANCE, Measured, SearchedGait
from gaitsmith.report.comparison_page import write_comparison
from gaitsmith.reproduction.comparison import Comparison
from gaitsmith.reproduction.tables import TABLES
from gaitsmith.runs.seed_file import read_seeds, seed_file, write_seeds
from gaitsmith.runs.solution import Provenance
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution, solution_or_start

NAMES = [name for name in TABLES if name.startswith("wang2012/")]


def table(function) -> Comparison:
    return function(lambda _: None, 1)


def rows(function):
    """By what they are about."""
    return {row["what"]: row for row in table(function).as_dict()["rows"]}


@pytest.fixture(scope="module")
def table1() -> Comparison:
    return table(walking.table1)


@pytest.fixture
def make_gait(muscle_walk):
    """A gait by name, with other curves than those of the first steps on muscles."""
    solution = solution_or_start("wang2012/first_steps")

    def make(name="nwalk", muscles=None, scores=None, speed=None, **curves) -> Measured:
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
        if speed is not None:
            other = replace(other, summary=replace(other.summary, speed=speed))
        score = muscle_walk.score
        if scores is not None:
            average = replace(score.angles["average"], standard_score=scores)
            score = replace(score, angles={**score.angles, "average": average})
        assessment = replace(muscle_walk, analysis=other, score=score)
        return Measured(name, solution, assessment)

    return make


@pytest.fixture
def found(monkeypatch):
    """Lets the tables find these gaits, and no others; those of a name are seeds."""

    def find(*some: Measured | tuple[Measured | None, ...]) -> None:
        by_name = {}
        for one in some:
            seeds = one if isinstance(one, tuple) else (one,)
            shown = next(measured for measured in seeds if measured)
            by_seed = dict(enumerate(seeds, start=1))
            solutions = {s: shown.solution for s in by_seed}
            by_name[shown.name] = SearchedGait(by_seed, shown, solutions)

        def measured(names, _tell):
            return {name: by_name[name] for name in names if name in by_name}

        for module in (running, walking):
            monkeypatch.setattr(module, "measured", measured)

    return find


@pytest.mark.parametrize("name", NAMES)
def test_without_any_gait_nothing_is_reached(name, monkeypatch, tmp_path):
    monkeypatch.setattr(gaits, "gallery", tuple)
    comparison = table(TABLES[name])
    assert all(row["reached_by_ours"] is None for row in comparison.records)
    write_comparison(comparison, f"gaitsmith reproduce {name}", tmp_path / "a")


def test_the_papers_averages_are_those_of_its_rows():
    for *joints, average in walking.TABLE_1.values():
        assert np.mean(joints) == pytest.approx(average, abs=0.01)


def test_the_papers_figures_stand_beside_ours(found, make_gait):
    found(make_gait(speed=1.25), make_gait("min_torque", speed=1.25))
    of = rows(walking.table1)
    assert of["nwalk: knee angle"]["paper"] == 1.79
    assert of["min_torque: ankle angle"]["paper"] == 4.32
    assert of["vfwalk: average"]["paper"] == 2.06
    assert of["nwalk: average"]["ours_mean"] is not None
    assert of["vfwalk: average"]["ours_mean"] is None


@pytest.mark.parametrize(("score", "reached"), [(1.18, True), (1.20, False)])
def test_a_walk_is_reached_at_the_papers_average(found, make_gait, score, reached):
    found(make_gait(scores=score, speed=1.25))
    assert rows(walking.table1)["nwalk: average"]["reached_by_ours"] is reached


def test_the_mean_over_seeds_is_judged(found, make_gait):
    found(tuple(make_gait(scores=x, speed=1.25) for x in (1.0, 1.1, 1.6)))
    row = rows(walking.table1)["nwalk: average"]
    assert row["ours_mean"] == pytest.approx(1.2333, abs=1e-3)
    assert row["ours_std"] == pytest.approx(0.3215, abs=1e-3)
    assert row["reached_by_ours"] is False


@pytest.mark.parametrize("second", ["falls", "too slow"])
def test_a_seed_that_falls_or_misses_its_speed_is_not_reached(found, make_gait, second):
    other = None if second == "falls" else make_gait(scores=1.0, speed=1.1)
    found((make_gait(scores=1.0, speed=1.25), other))
    row = rows(walking.table1)["nwalk: average"]
    assert row["ours_values"] == [1.0, None]
    assert row["reached_by_ours"] is False


def test_another_effort_is_reached_if_it_is_worse_by_more_than_noise(found, make_gait):
    found(
        make_gait(scores=1.1, speed=1.25),
        make_gait("min_torque", scores=1.35, speed=1.25),
        make_gait("min_activation", scores=1.45, speed=1.25),
    )
    of = rows(walking.table1)
    assert of["min_torque: average"]["reached_by_ours"] is False
    assert of["min_activation: average"]["reached_by_ours"] is True


@pytest.mark.parametrize(
    ("ankle", "calf", "vasti", "expected"),
    [
        (0.4, 0.1, 0.3, [True, True, True]),
        (0.25, 0.1, 0.3, [False, True, True]),
        (0.4, 0.19, 0.3, [True, False, True]),
        (0.4, 0.1, 0.21, [True, True, False]),
    ],
)
def test_other_measures_of_effort_use_other_muscles(
    found, make_gait, ankle, calf, vasti, expected
):
    usual = {"TA": 0.2, "SOL": 0.2, "GAS": 0.2, "VAS": 0.2}
    found(
        make_gait(muscles=usual),
        make_gait("min_torque", muscles={"TA": ankle}),
        make_gait("min_activation", muscles={"SOL": calf, "GAS": calf, "VAS": vasti}),
    )
    of = rows(walking.objectives)
    active = [
        row["reached_by_ours"] for what, row in of.items() if "activation /" in what
    ]
    assert active == expected


def _knee(mid_stance, elsewhere):
    curve = np.full(101, elsewhere)
    curve[MID_STANCE] = mid_stance
    return curve


@pytest.mark.parametrize(("weak", "shown"), [(19.0, False), (21.0, True)])
def test_a_crouch_is_a_bent_knee_in_mid_stance(found, make_gait, weak, shown):
    # Beyond mid stance the knee is bent far more in both.
    found(
        make_gait(angles={"knee": _knee(15.0, 60.0)}),
        make_gait("weak_plantarflexors", angles={"knee": _knee(weak, 50.0)}),
    )
    [row] = rows(walking.weak_plantarflexors).values()
    assert row["reached_by_ours"] is shown
    assert row["ours_mean"] == pytest.approx(weak - 15.0)


@pytest.mark.parametrize(
    ("normal", "weak", "reached"),
    [
        (9.0, 2.0, [True, True, True]),
        (9.0, 6.0, [True, False, False]),
        (0.3, -0.2, [False, True, False]),  # straight already: nothing is shown
    ],
)
def test_weak_hamstrings_let_the_knee_straighten_from_a_bent_one(
    found, make_gait, normal, weak, reached
):
    found(
        make_gait(angles={"knee": _knee(normal, 40.0)}),
        make_gait("weak_hamstrings", angles={"knee": _knee(weak, 40.0)}),
    )
    of = rows(walking.weak_hamstrings).values()
    assert [row["paper"] for row in of] == [9.0, 2.0, 7.0]
    assert [row["reached_by_ours"] for row in of] == reached


@pytest.mark.parametrize(
    ("normal", "weak", "reached"),
    [(0.6, 0.5, [True, False]), (0.6, 0.2, [True, True]), (0.1, -0.2, [False, True])],
)
def test_quadriceps_avoidance_is_a_knee_that_is_hardly_extended_in_stance(
    found, make_gait, normal, weak, reached
):
    # What the knee does in swing does not count.
    found(
        make_gait(moments={"knee": _knee(normal, 0.1)}),
        make_gait("weak_vasti", moments={"knee": _knee(weak, 0.9)}),
    )
    comparison = table(walking.weak_vasti)
    assert [row["reached_by_ours"] for row in comparison.records] == reached
    assert any(plot.title.startswith("Knee moment") for plot in comparison.plots)


def test_a_weak_gait_alone_is_shown_but_proves_nothing(found, make_gait):
    found(make_gait("weak_hamstrings", angles={"knee": _knee(2.0, 40.0)}))
    of = rows(walking.weak_hamstrings)
    assert of["straighter by [deg]"]["reached_by_ours"] is None
    assert of["weak: least knee flexion [deg]"]["reached_by_ours"] is True


def test_without_delays_the_ankle_is_early(found, make_gait):
    early, late = np.zeros(101), np.zeros(101)
    early[20:60], late[40:60] = 1.0, 1.0
    found(
        make_gait(moments={"ankle": late}),
        make_gait("no_delays", moments={"ankle": early}),
    )
    first, *_ = table(walking.delays).records
    assert first["ours_mean"] == 20.0
    assert first["reached_by_ours"] is True


def test_a_walk_is_no_run(found, make_gait):
    found(make_gait("run_3"))
    of = rows(running.running)
    assert of["3.0 m/s: speed [m/s]"]["reached_by_ours"] is False
    assert of["3.0 m/s: in the air [% of the time]"]["reached_by_ours"] is False
    assert of["5.0 m/s: speed [m/s]"]["reached_by_ours"] is None


def test_the_papers_recipe_stands_beside_the_slowest_run_alone(found, make_gait):
    found((make_gait("run_as_published"), None))
    of = rows(running.running)
    speed = of["3.0 m/s: speed [m/s]"]
    assert (speed["reached"], speed["reached_by_ours"]) == (False, None)
    assert len(speed["published_values"]) == 2
    assert of["4.0 m/s: speed [m/s]"]["published_values"] is None


@pytest.mark.parametrize("fallen", [None, 1200.0, 4800.0])
def test_a_gait_holds_if_it_does_at_all_three_rates(make_gait, fallen):
    trials = [
        SturdyTrial(rate, 0, 100.0, "fell" if rate == fallen else "completed")
        for rate in (1200.0, 2400.0, 4800.0)
    ]
    # A start that is a little off is another question.
    trials.append(SturdyTrial(1200.0, 1, 1.0, "fell"))
    gait = make_gait("run_3")
    check = Sturdiness(100.0, 5.0, 2.0, 1, tuple(trials))
    one = replace(gait, solution=replace(gait.solution, sturdiness=check))
    assert one.holds is (fallen is None)


def test_the_cost_of_walking_stands_among_people_over_speed(found, make_gait, tmp_path):
    walk = make_gait()
    found(walk)
    comparison = table(running.energy)
    of = {row["what"]: row for row in comparison.records}
    assert of["nwalk: cost [J/kg/m]"]["ours_mean"] == walk.cost_of_transport
    assert of["nwalk: power [W/kg]"]["ours_mean"] == walk.metabolic_power
    assert of["run_5: power [W/kg]"]["ours_mean"] is None
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


def test_table_1_has_every_gait_and_its_seeds(table1):
    averages = [row for row in table1.records if row["what"].endswith(": average")]
    walks = ["swalk", "nwalk", "min_torque", "min_activation", "fwalk", "vfwalk"]
    assert [row["what"].partition(":")[0] for row in averages] == walks
    seeds = {row["what"]: len(row["ours_seeds"]) for row in averages}
    for name in ("nwalk", "min_torque", "min_activation"):  # what is compared
        assert seeds[f"{name}: average"] >= 3


def test_the_normal_walk_is_a_walk_of_a_person(table1):
    assert table1.exhibits[0].label == "swalk"
    of = {row["what"]: row["ours_mean"] for row in table1.records}
    assert of["nwalk: average"] < 1.5
    joints = [of[f"nwalk: {joint} angle"] for joint in ("hip", "knee", "ankle")]
    assert of["nwalk: average"] == pytest.approx(np.mean(joints))


def test_curves_are_drawn_over_people(table1):
    titles = [plot.title.partition(", people at ")[0] for plot in table1.plots]
    assert titles == ["Hip angle", "Knee angle", "Ankle angle"]
    assert table1.plots[0].title.endswith(" m/s")
    assert all(plot.band is not None for plot in table1.plots)


def test_moments_stand_beside_peoples():
    of = rows(walking.moments)
    ankle = of["nwalk: greatest ankle moment [N m/kg]"]
    assert 0.8 < ankle["ours_mean"] < 2.0
    assert 1.0 < float(ankle["paper"].rpartition(" ")[2]) < 2.0


@pytest.fixture
def kept(tmp_path):
    """A solution of the gallery, and what other seeds found beside it."""
    solution = load_solution("wang2012/nwalk")
    path = tmp_path / "walk.json"
    solution.save(path)
    other = replace(
        solution,
        values=solution.values | {"elbow": 0.7},
        provenance=Provenance("gaitsmith optimize x --seed 7", 7, 12),
        score={"total": 3.0},
    )
    write_seeds(seed_file(path), [other])
    return path, solution, other


def test_what_other_seeds_found_comes_back(kept):
    path, solution, other = kept
    found = read_seeds(path, solution)
    assert list(found) == sorted([solution.provenance.seed, 7])
    assert found[7].values == other.values
    assert found[7].provenance == other.provenance
    assert found[7].sturdiness == other.sturdiness
    assert found[solution.provenance.seed] is solution


def test_seeds_of_another_solution_are_refused(kept):
    path, solution, _ = kept
    file = seed_file(path)
    content = json.loads(file.read_text("utf-8"))
    del content["others"][0]["parameters"]["elbow"]
    file.write_text(json.dumps(content), "utf-8")
    with pytest.raises(InputError, match="not those of the solution"):
        read_seeds(path, solution)


@pytest.mark.parametrize("name", [n for n in gallery() if n.startswith("wang2012/")])
def test_seeds_that_are_kept_can_be_read(name):
    solution = load_solution(name)
    for seed, one in read_seeds(gallery()[name], solution).items():
        assert f"--seed {seed}" in one.provenance.command
        assert one.sturdiness is not None
