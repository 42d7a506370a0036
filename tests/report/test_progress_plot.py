from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest

from gaitsmith.report.progress_plot import progress_svg

GENERATIONS = np.arange(1, 31)
FALLING = 1000.0 * 0.7**GENERATIONS
SURVIVAL = np.linspace(0.5, 10, 30)


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [
        "".join(e.itertext()) for e in root.iter("{http://www.w3.org/2000/svg}text")
    ]


def test_text_stays_text():
    words = texts(progress_svg(GENERATIONS, FALLING, SURVIVAL))
    assert {"generation", "best cost", "stays up [s]"} <= set(words)


def test_survival_is_left_out_when_it_is_not_known():
    assert "stays up [s]" not in texts(progress_svg(GENERATIONS, FALLING))


def test_the_guide_has_panels_of_its_own_when_it_is_known():
    strength = np.linspace(1.0, 0.0, 30)
    known = {"guide_strength": strength, "guide_effort": 5e4 * strength**2}
    labels = ("guide's strength", "effort [N² m² s]")
    both = texts(progress_svg(GENERATIONS, FALLING, SURVIVAL, **known))
    assert {*labels, "best cost", "stays up [s]"} <= set(both)
    for name, label in zip(known, labels, strict=True):
        words = texts(progress_svg(GENERATIONS, FALLING, **{name: known[name]}))
        assert label in words
        assert len(set(labels) & set(words)) == 1
        assert "stays up [s]" not in words
    assert not set(labels) & set(texts(progress_svg(GENERATIONS, FALLING, SURVIVAL)))


def test_panels_grow_the_drawing():
    def height(**known):
        root = ElementTree.fromstring(progress_svg(GENERATIONS, FALLING, **known))
        return float(root.get("height", "0pt").removesuffix("pt"))

    guide = {"guide_strength": np.zeros(30), "guide_effort": np.zeros(30)}
    alone = height()
    assert height(**guide) == pytest.approx(alone + 2 * 1.5 * 72.0, rel=0.02)


def test_the_axis_can_count_evaluations():
    svg = progress_svg(GENERATIONS, FALLING, x_label="evaluations")
    assert "evaluations" in texts(svg)


def test_the_same_numbers_give_the_same_drawing():
    first, second = (progress_svg(GENERATIONS, FALLING, SURVIVAL) for _ in range(2))
    assert first == second


def test_a_cost_over_decades_is_drawn_on_a_log_axis():
    decades = texts(progress_svg([1, 2], [2000.0, 2.0]))
    assert {"10", "100", "1000"} <= set(decades)
    assert "140" in texts(progress_svg([1, 2], [190.0, 101.0]))


def test_generations_are_counted_in_whole_numbers():
    svg = progress_svg([1, 2, 3], [900.0, 80.0, 2.0])
    assert not any("." in word for word in texts(svg))


@pytest.mark.parametrize("best", [[3.0, -1.0], [3.0, 0.0], [np.inf, 2.0], [np.inf] * 2])
def test_costs_without_a_logarithm_are_drawn_all_the_same(best):
    assert "best cost" in texts(progress_svg([1, 2], best))


def test_the_background_is_transparent():
    root = ElementTree.fromstring(progress_svg(GENERATIONS, FALLING, SURVIVAL))
    style = " ".join(e.get("style", "") for e in root.iter())
    assert "#ffffff" not in style
    assert "fill: none" in style or "opacity: 0" in style


def test_settings_of_the_plotting_library_are_left_alone():
    progress_svg(GENERATIONS, FALLING)
    for name in ("svg.fonttype", "svg.hashsalt", "font.size"):
        assert matplotlib.rcParams[name] == matplotlib.rcParamsDefault[name]


def test_generations_without_costs_are_refused():
    with pytest.raises(ValueError, match="got 2 generations and 1 costs"):
        progress_svg([1, 2], [1.0])
    with pytest.raises(ValueError, match="at least one"):
        progress_svg([], [])
