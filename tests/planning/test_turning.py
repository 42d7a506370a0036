"""How a walker turns to its next waypoint: a little at a step, and less near a gap."""

import math
from types import SimpleNamespace

import pytest

from gaitsmith.planning.course import Course
from gaitsmith.planning.crossing import (
    STRAIGHT_BEFORE_GAP,
    TURN_NEAR_GAP,
    TURN_PER_STEP,
    CourseRunner,
)
from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.planning.walker import Footfall

WIDTH = 0.4  # m, of the crevasse
BEHIND = -0.3  # m, where the other foot stands


def footfall(ahead: float, side: int) -> Footfall:
    return Footfall(0.0, side, (ahead, 0.0, 0.0), 0.0)


def turn(controller, waypoint, gap_begins: float | None = None) -> float:
    """Of the step that begins at the origin, with a hole so far ahead of the foot."""
    moment = SimpleNamespace(com=(0.0, 0.0, 1.0))
    walker = SimpleNamespace(
        character=controller.character,
        simulation=SimpleNamespace(moment=lambda: moment),
        trailing_foot=lambda: footfall(BEHIND, 1),
    )
    holes = []
    if gap_begins is not None:
        center = (gap_begins + 0.5 * WIDTH, 0.0)
        holes = [{"center": center, "heading": 0.0, "width": WIDTH, "length": 4.0}]
    course = Course(waypoints=(waypoint,), crevasses=holes)
    runner = CourseRunner(walker, None, course, PlannerSettings(), 0.36)
    return runner._turn_to_waypoint(footfall(0.0, 0))


@pytest.mark.parametrize(
    ("gap_begins", "largest"),
    [
        (None, TURN_PER_STEP),
        (STRAIGHT_BEFORE_GAP + 0.01, TURN_PER_STEP),
        (STRAIGHT_BEFORE_GAP - 0.01, TURN_NEAR_GAP),
        (BEHIND + 0.01 - WIDTH, TURN_NEAR_GAP),  # still between the feet
        (BEHIND - 0.01 - WIDTH, TURN_PER_STEP),
    ],
)
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_near_a_gap_it_hardly_turns(controller, gap_begins, largest, side):
    found = turn(controller, (5.0, 5.0 * side), gap_begins)
    assert found == pytest.approx(side * largest)


def test_a_small_turn_is_made_at_once(controller):
    angle = 0.5 * TURN_PER_STEP
    waypoint = (5.0 * math.cos(angle), 5.0 * math.sin(angle))
    assert turn(controller, waypoint) == pytest.approx(angle)
