import math

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.parameters import Parameter, ParameterSpace, moved_values


def parameter(name: str = "a", initial: float = 1.0, scale: float = 0.5, **bounds):
    return Parameter(name, "m", initial, scale, "for a test", **bounds)


@pytest.fixture
def space() -> ParameterSpace:
    """Two free parameters around a fixed one."""
    return ParameterSpace(
        (
            parameter("a", 1.0, 0.5, lower=0.0, upper=3.0),
            parameter("fixed", 7.0, 0.0),
            parameter("b", -2.0, 10.0),
        )
    )


def test_only_free_parameters_span_the_search(space: ParameterSpace):
    assert space.dimension == 2
    assert [p.name for p in space.free] == ["a", "b"]


def test_the_zero_vector_is_the_start(space: ParameterSpace):
    assert space.decode(np.zeros(2)) == {"a": 1.0, "fixed": 7.0, "b": -2.0}
    assert space.decode(np.zeros(2)) == space.initial_values()


def test_a_step_of_one_changes_a_parameter_by_its_scale(space: ParameterSpace):
    assert space.decode(np.array([1.0, -1.0])) == {"a": 1.5, "fixed": 7.0, "b": -12.0}


def test_encoding_undoes_decoding(space: ParameterSpace):
    vector = np.array([0.25, -3.5])
    assert space.encode(space.decode(vector)) == pytest.approx(vector)


def test_decoded_values_stay_within_bounds(space: ParameterSpace):
    assert space.decode(np.array([1e6, 0.0]))["a"] == 3.0
    assert space.decode(np.array([-1e6, 0.0]))["a"] == 0.0


def test_bounds_are_those_of_the_search_vector(space: ParameterSpace):
    lower, upper = space.bounds()
    assert lower.tolist() == [-2.0, -math.inf]
    assert upper.tolist() == [4.0, math.inf]


def test_a_vector_of_the_wrong_length_is_an_error(space: ParameterSpace):
    with pytest.raises(ValueError, match="longer than argument"):
        space.decode(np.zeros(3))


def test_names_are_unique():
    with pytest.raises(ValueError, match="unique"):
        ParameterSpace((parameter("a"), parameter("a")))


def test_an_unknown_name_is_refused_with_those_that_exist(space: ParameterSpace):
    with pytest.raises(InputError) as raised:
        space.require_known({"fixd": 5.0}, "there")
    assert str(raised.value) == (
        "there: no parameter is called 'fixd'. Did you mean 'fixed'?"
        " Known: a, b, fixed."
    )


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (
            parameter(lower=2.0, upper=1.0),
            "lower bound 2.0 is not below upper bound 1.0.",
        ),
        (
            parameter(lower=1.0, upper=1.0),
            "lower bound 1.0 is not below upper bound 1.0.",
        ),
        (parameter(lower=math.nan), "lower bound nan is not below upper bound inf."),
        (
            parameter(initial=5.0, lower=0.0, upper=3.0),
            "initial value 5.0 is outside its bounds 0.0 to 3.0.",
        ),
        (
            parameter(scale=-1.0),
            "scale -1.0 is negative; give a positive number, or 0 to keep the"
            " parameter fixed.",
        ),
        (
            parameter(scale=math.inf),
            "initial 1.0 and scale inf must be finite numbers.",
        ),
    ],
)
def test_a_parameter_that_cannot_be_searched_is_refused(
    wrong: Parameter, expected: str
):
    with pytest.raises(InputError) as raised:
        wrong.check("here")
    assert str(raised.value) == f"here: parameter 'a': {expected}"


def test_bounds_that_touch_the_start_are_right():
    parameter(initial=0.0, lower=0.0, upper=3.0).check("here")


def test_values_move_to_another_body_in_proportion_to_its_scales(
    space: ParameterSpace,
):
    larger = ParameterSpace(
        (
            parameter("a", 1.0, 1.0),
            parameter("fixed", 14.0, 0.0),
            parameter("b", 0, 5.0),
        )
    )
    moved = moved_values({"a": 1.5, "fixed": 7.0, "b": -2.0}, space, larger)
    assert moved == {"a": 3.0, "fixed": 14.0, "b": -1.0}
