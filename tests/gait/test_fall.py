"""Slips, trips and losses of balance, on feet that were moved by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.gait.events import FootEvents
from gaitsmith.gait.fall import fall_of
from gaitsmith.gait.footing import Footing
from gaitsmith.gait.slip import slips_of
from gaitsmith.gait.stability import (
    extrapolated_com,
    loss_of_balance,
    pendulum_length,
)
from gaitsmith.gait.trip import trips_of
from gaitsmith.simulation.recording import Recording
from gaitsmith.simulation.terrain import TerrainSpec

RATE, WEIGHT, FRICTION = 100.0, 700.0, 0.5
FRAMES = 200
NOTHING = np.zeros(0, dtype=np.int64)


@pytest.fixture
def standing():
    """Two feet that stand still: the left one carries all the weight."""
    force = np.zeros((FRAMES, 2, 3))
    force[:, 0, 2] = WEIGHT
    still = np.zeros((FRAMES, 2, 3))
    up = np.ones(FRAMES, dtype=np.bool_)
    events = FootEvents(up, up, NOTHING, NOTHING, ())
    return Footing(
        time=np.arange(FRAMES) / RATE,
        weight=WEIGHT,
        force=force,
        place=still.copy(),
        way=still.copy(),
        swing_velocity=still.copy(),
        wall_force=np.zeros((FRAMES, 2)),
        events=(events, events),
    )


def _sliding(footing, speed, grip=1.0):
    """The left foot slides ahead from 1.0 to 1.2 s, `grip` of its friction used."""
    slides = slice(100, 120)
    footing.way[slides, 0, 0] = speed / RATE
    footing.force[slides, 0, 0] = -grip * FRICTION * WEIGHT
    return slips_of(footing, FRICTION, np.zeros((FRAMES, 2)))


def test_a_loaded_foot_that_slides_with_all_its_friction_slips(standing):
    [slip] = _sliding(standing, 1.0)
    assert (slip.foot, slip.start) == (0, 1.0)
    assert slip.distance == pytest.approx(0.2)
    assert slip.speed == pytest.approx(1.0)


def test_a_foot_that_rolls_or_creeps_does_not_slip(standing):
    assert _sliding(standing, 1.0, grip=0.3) == ()  # friction holds: it rolls
    assert _sliding(standing, 0.1) == ()  # 2 cm, which nobody notices


def test_an_unloaded_foot_does_not_slip(standing):
    standing.force[:, 0, 2] = 0.01 * WEIGHT
    standing.force[:, 0, 0] = -0.01 * WEIGHT
    standing.way[100:120, 0, 0] = 0.01
    assert slips_of(standing, FRICTION, np.zeros((FRAMES, 2))) == ()


def test_on_a_slope_the_weight_itself_uses_friction(standing):
    slope = math.atan(FRICTION)
    standing.way[100:120, 0, 0] = 0.01
    found = slips_of(standing, FRICTION, np.full((FRAMES, 2), slope))
    assert [slip.foot for slip in found] == [0]


def _walking(speed):
    com = np.zeros((FRAMES, 3))
    com[:, 0] = speed * np.arange(FRAMES) / RATE
    return com


def test_a_fast_foot_that_the_ground_stops_trips(standing):
    standing.swing_velocity[90:100, 1, 0] = 3.0
    standing.force[100:, 1, 2] = 0.2 * WEIGHT
    [trip] = trips_of(standing, _walking(1.2))
    assert (trip.foot, trip.time, trip.is_edge) == (1, 1.0, False)
    assert trip.speed == pytest.approx(3.0)


def test_a_foot_that_lands_as_slowly_as_the_body_moves_does_not(standing):
    standing.swing_velocity[90:100, 1, 0] = 1.2
    standing.force[100:, 1, 2] = 0.2 * WEIGHT
    assert trips_of(standing, _walking(1.2)) == ()


def test_a_push_of_a_wall_is_a_trip_where_there_is_an_edge(standing):
    standing.wall_force[100:, 1] = 0.3 * WEIGHT
    assert trips_of(standing, _walking(1.2)) == ()
    [trip] = trips_of(standing, _walking(1.2), edges=(0.1,))
    assert trip.is_edge


def test_a_foot_that_stands_and_rolls_over_an_edge_does_not_trip(standing):
    standing.wall_force[100:, 1] = 0.3 * WEIGHT
    standing.force[90:, 1, 2] = 0.5 * WEIGHT
    assert not trips_of(standing, _walking(1.2), edges=(0.1,))


@pytest.fixture(scope="module")
def biped():
    return load_character("stocky")


def _leaning(character, way):
    """Its centre of mass leaves both feet along `way` [m/s] after a second."""
    frames = 150
    points = len(character.points.side)
    place = np.zeros((frames, points, 3))
    place[:, :, 0] = np.linspace(-0.1, 0.1, points)
    place[:, :, 1] = np.where(character.points.side == 0, 0.1, -0.1)
    force = np.zeros((frames, points, 3))
    force[:, :, 2] = character.weight / points
    com = np.zeros((frames, 3))
    com[:, 2] = pendulum_length(character)
    late = np.clip(np.arange(frames) / RATE - 1.0, 0.0, None)
    com[:, :2] += late[:, None] * np.array(way)
    com[:, 2] -= 0.3 * late
    qpos = np.tile(character.model.qpos0, (frames, 1))
    return Recording(
        time=np.arange(frames) / RATE,
        qpos=qpos,
        qvel=np.zeros((frames, character.model.nv)),
        torque=np.zeros((frames, character.model.nv)),
        contact_force=force,
        contact_position=place,
        com=com,
        state=np.zeros(frames, dtype=np.int64),
    )


@pytest.mark.parametrize(
    ("way", "side"),
    [
        ((1.5, 0.0), "forward"),
        ((-1.5, 0.0), "backward"),
        ((0.0, 1.5), "left"),
        ((0.0, -1.5), "right"),
    ],
)
def test_it_topples_to_where_its_extrapolated_centre_of_mass_goes(biped, way, side):
    fall = fall_of(biped, _leaning(biped, way), FRICTION, TerrainSpec())
    assert (fall.kind, fall.direction) == ("topple", side)
    # XcoM leads the centre of mass by v / w0: it leaves the feet within a moment.
    assert 1.0 <= fall.lost <= 1.15


def test_it_collapses_when_it_comes_straight_down(biped):
    recording = _leaning(biped, (0.0, 0.0))
    sunk = recording.com.copy()
    sunk[100:, 2] = np.linspace(sunk[0, 2], 0.6 * sunk[0, 2], 50)
    fall = fall_of(biped, replace(recording, com=sunk), FRICTION, TerrainSpec())
    assert (fall.kind, fall.direction) == ("collapse", "down")
    assert fall.lost == pytest.approx(1.0, abs=0.05)


def test_a_foot_in_a_hole_is_named(biped):
    recording = _leaning(biped, (1.5, 0.0))
    place = recording.contact_position.copy()
    place[105:, biped.points.side == 1, 2] = -0.3
    in_hole = replace(recording, contact_position=place)
    terrain = TerrainSpec(gaps=((-0.5, 0.5),))
    fall = fall_of(biped, in_hole, FRICTION, terrain)
    assert (fall.kind, fall.foot) == ("gap", "right")
    assert fall.amount == pytest.approx(0.3)


def test_the_extrapolated_centre_of_mass_leads_by_the_pendulums_time(biped):
    recording = _leaning(biped, (1.0, 0.0))
    ahead = extrapolated_com(biped, recording)[140, 0] - recording.com[140, 0]
    assert ahead == pytest.approx(math.sqrt(pendulum_length(biped) / 9.81), rel=1e-6)


def test_who_stays_over_its_feet_has_not_lost_balance(biped, standing):
    recording = _leaning(biped, (0.0, 0.0))
    heading = np.zeros(len(recording.time))
    assert loss_of_balance(biped, recording, standing, heading) is None
