"""Courses from files and from short texts."""

import math
import re

import pytest

from gaitsmith.errors import InputError
from gaitsmith.planning.course import AFTER, Course, read_course


def test_gaps_have_their_width_and_spacing():
    course = read_course("gaps:width=0.4,spacing=0.6,count=5,seed=3")
    assert len(course.gaps) == 5
    assert all(end - start == pytest.approx(0.4) for start, end in course.gaps)
    between = [b[0] - a[1] for a, b in zip(course.gaps, course.gaps[1:], strict=False)]
    assert between == pytest.approx([0.6] * 4)
    assert course.end == pytest.approx(course.gaps[-1][1] + AFTER)


def test_the_seed_decides_where_the_first_gap_is():
    first = {read_course(f"gaps:seed={seed}").gaps[0][0] for seed in range(5)}
    assert len(first) == 5
    assert read_course("gaps:seed=3") == read_course("gaps:seed=3")


def test_the_ground_can_be_higher_or_lower_after_a_gap():
    course = read_course("gaps:count=6,height=0.04,seed=2")
    assert {segment.height for segment in course.segments} <= {0.0, 0.04, -0.04}
    assert any(segment.height for segment in course.segments)


def test_stones_have_random_lengths():
    course = read_course("stones:count=20,min=0.2,max=0.8,seed=3")
    assert len(course.stones) == 20
    assert 0.2 <= min(course.stones) < 0.4
    assert 0.6 < max(course.stones) <= 0.8


def test_stones_lie_to_the_side_and_higher():
    course = read_course("stones:count=50,aside=0.1,height=0.05,seed=3")
    for given, most in ((course.aside, 0.1), (course.heights, 0.05)):
        assert len(given) == 50
        assert 0.9 * most < max(given) <= most
        assert -most <= min(given) < -0.9 * most
    assert course.stones == read_course("stones:count=50,seed=3").stones


def test_each_stone_has_ground_of_its_own():
    course = Course(stones=(0.6, 0.4), heights=(0.05, -0.02)).built(2.0, foot=0.2)
    assert course.origin == 2.0
    told = [(segment.x, segment.height) for segment in course.segments]
    assert told == [(pytest.approx(2.4), 0.05), (pytest.approx(2.9), -0.02)]


def test_ground_can_be_without_walls():
    course = read_course("gaps:seed=3")
    assert course.terrain.walls
    assert not course.without_walls().terrain.walls


def test_crevasses_lie_square_across_a_path_that_turns():
    course = read_course("crevasses:width=0.5,count=10,turn=60,seed=1")
    assert len(course.crevasses) == 10
    headings = [crevasse.heading for crevasse in course.crevasses]
    assert max(headings) - min(headings) > 60.0
    for crevasse in course.crevasses:
        nearest = min(math.dist(crevasse.center, point) for point in course.waypoints)
        assert nearest < 0.6


def test_a_file_is_read(tmp_path):
    file = tmp_path / "course.toml"
    file.write_text("gaps = [[2.0, 2.4], [3.0, 3.3]]\n")
    assert read_course(str(file)).gaps == ((2.0, 2.4), (3.0, 3.3))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("holes:width=1", "no course is called 'holes'"),
        ("gaps:width=wide", "'wide' given; it must be a number"),
        ("gaps:width", "write KEY=VALUE"),
        ("gaps:depth=1", "depth: no such key"),
        ("gaps:width=-0.5", "-0.5 given; it must be more than 0"),
        ("stones:min=0.9,max=0.2", "min 0.9 must be less than max 0.2"),
        ("somewhere.toml", "there is no such file"),
    ],
)
def test_a_wrong_course_is_refused(text, sentence):
    with pytest.raises(InputError, match=sentence.replace("(", r"\(")):
        read_course(text)


def test_overlapping_gaps_are_refused(tmp_path):
    file = tmp_path / "course.toml"
    file.write_text("gaps = [[2.0, 2.4], [2.3, 3.0]]\n")
    with pytest.raises(InputError, match=r"2\.3 to 3\.0 m overlaps"):
        read_course(str(file))


def test_an_empty_course_is_refused(tmp_path):
    file = tmp_path / "course.toml"
    file.write_text("gaps = []\n")
    with pytest.raises(InputError, match="neither stones, gaps"):
        read_course(str(file))


def test_stones_may_count_from_the_last_footfall():
    """As many, as far apart."""
    fixed = read_course("stones:count=4,seed=2")
    relative = read_course("stones:count=4,seed=2,relative=true")
    assert relative.stones == fixed.stones
    assert relative.relative and not fixed.relative


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("crevasses:width=1e9", "the way is 1e+10 m long; it must be at most 10000 m"),
        ("gaps:count=9999", "gaps: 9999 given; at most 2000 can be."),
        ("crevasses:count=1001,width=0.1", "crevasses: 1001 given; at most 1000 can"),
    ],
)
def test_a_course_without_end_is_refused_at_once(text, sentence):
    with pytest.raises(InputError, match=re.escape(sentence)):
        read_course(text)
