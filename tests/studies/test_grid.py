"""Which cells a study has, and which of them follow others."""

import pytest

from gaitsmith.errors import InputError
from gaitsmith.studies.plan import experiment_of, load_study
from gaitsmith.studies.study_file import Range

SPEED, SLOPE = "objective.user.speed", "setting.terrain.slope"


def test_the_last_key_of_the_grid_varies_fastest(make_study):
    study = make_study(grid={SPEED: [1.0, 1.2], "seed": [1, 2, 3]})
    assert [tuple(cell.values.values()) for cell in study.cells()] == [
        (1.0, 1), (1.0, 2), (1.0, 3), (1.2, 1), (1.2, 2), (1.2, 3)
    ]  # fmt: skip


def test_variants_combine_with_the_grid(make_study):
    variants = [
        {"name": "as it is"},
        {"name": "fast", "set": {SPEED: 1.5}},
    ]
    study = make_study(variants=variants)
    cells = list(study.cells())
    assert [cell.values["variant"] for cell in cells] == ["as it is"] * 2 + ["fast"] * 2
    goals = [experiment_of(study, cell).problem.objective.options for cell in cells]
    assert [goal["user"].speed for goal in goals] == [1.2, 1.2, 1.5, 1.5]


def test_every_key_of_a_cell_reaches_its_experiment(make_study):
    study = make_study(grid={"seed": [7], "objective.power.weight": [3.0]})
    (cell,) = study.cells()
    made = experiment_of(study, cell)
    assert made.search.seed == 7
    assert made.search.optimizer.max_generations == 2
    assert made.problem.objective.as_dict()["power"]["weight"] == 3.0


def test_a_chain_goes_outward_from_its_start(make_study):
    study = make_study(
        grid={SLOPE: [-2.0, -1.0, 0.0, 1.0]},
        chain={"along": [SLOPE], "start": {SLOPE: 0.0}},
    )
    assert [cell.before for cell in study.cells()] == [2, 3, None, 3]


def test_a_chain_along_two_keys_walks_the_first_one_first(make_study):
    study = make_study(
        grid={SLOPE: [0.0, 1.0], SPEED: [1.0, 1.2, 1.4]},
        chain={"along": [SLOPE, SPEED]},
    )
    #  1 2 3      1 -> 2 -> 3
    #  4 5 6      4 -> 5 -> 6, and 4 starts from 1
    assert [cell.before for cell in study.cells()] == [None, 1, 2, 1, 4, 5]


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ({"first": 1, "last": 3}, (1, 2, 3)),
        ({"first": 0.5, "last": 0.8, "step": 0.1}, (0.5, 0.6, 0.7, 0.8)),
        ({"first": 1.0, "last": 2.0, "count": 3}, (1.0, 1.5, 2.0)),
        ({"first": 1, "last": 9, "count": 3}, (1, 5, 9)),
        ({"first": 3, "last": 1}, ()),
    ],
)
def test_a_range_ends_with_its_last_value(said, values):
    found = Range(**said)
    assert found.values() == values
    assert [type(x) for x in found.values()] == [type(x) for x in values]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"grid": {}}, "so the study has no cell"),
        ({"grid": {"seed": []}}, "grid.seed: this key has no value, so the study has"),
        ({"grid": {"seed": {"first": 2, "last": 1}}}, "grid.seed: this key has no val"),
        ({"grid": {"seed": 3}}, "grid.seed: 3 given; it must be a list of values"),
        ({"grid": {"seed": [1, 2, 1]}}, "grid.seed: 1 is given twice"),
        ({"grid": {"seed": [1, -1]}}, "seed: -1 given; it must be at least 0"),
        ({"grid": {"objective.speed": [1.0]}}, "Did you mean 'objective.user.speed'?"),
        ({"grid": {"optimizer.max_generations": [3]}}, "is set for all cells, too"),
        ({"experiment": ""}, "experiment: this key is missing"),
        ({"experiment": "dmeo"}, "Did you mean 'demo'?"),
        ({"chain": {"along": ["sed"]}}, "no key of the grid is called 'sed'"),
        (
            {"chain": {"along": ["seed"], "start": {"seed": 9}}},
            "chain.start.seed: 9 is none of its values",
        ),
        ({"success": {"terms": {"powr": 1.0}}}, "Did you mean 'power'?"),
        ({"chains": {"along": ["seed"]}}, "Did you mean 'chain'?"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(study_file, said, sentence):
    with pytest.raises(InputError) as refused:
        load_study(study_file(**said))
    assert sentence in str(refused.value)
    assert str(refused.value).startswith(str(study_file()))


def test_a_limit_keeps_the_first_cells(study_file):
    assert load_study(study_file(), limit=1).count == 1
    chained = study_file(chain={"along": ["seed"], "start": {"seed": 2}})
    with pytest.raises(InputError, match="cell 1 starts from the best of cell 2"):
        load_study(chained, limit=1)
