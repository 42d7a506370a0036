"""Takes: what is asked for, its way, what is refused beforehand, and how it goes."""

import json
import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from gaitsmith.control.controller import STANDING
from gaitsmith.errors import InputError
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.takes.beforehand import prepare
from gaitsmith.takes.performance import Performance
from gaitsmith.takes.performer import Performer
from gaitsmith.takes.prepared import Prepared
from gaitsmith.takes.repertoire import Repertoire, repertoire_of
from gaitsmith.takes.standing import stance_of
from gaitsmith.takes.take import Take, read_take
from gaitsmith.takes.way import way_through
from gaitsmith.workflows import load_solution

WALKS = ("wang2009/robust", "wang2009/pushed")  # 1.4 and 1.55 m/s
PUSH = {"start": 1.5, "force": (0.0, 900.0, 0.0)}


def take(**values: object) -> Take:
    given = {"name": "shot", "gaits": WALKS, "path": ((4.0, 0.0),), "speed": 1.4}
    given |= values
    return Take(**{key: one for key, one in given.items() if one is not None})


@cache
def repertoire(gaits: tuple[str, ...] = WALKS) -> Repertoire:
    return repertoire_of(take(gaits=gaits), lambda words: None)


def performed(asked: Take, frame_rate: float = 0.0) -> Performance:
    way = way_through(asked.path, asked.corner)
    return Performer(asked, repertoire(asked.gaits), way, Prepared()).perform(
        frame_rate
    )


def refused(asked: Take, gaits: tuple[str, ...] = WALKS) -> str:
    way = way_through(asked.path, asked.corner)
    with pytest.raises(InputError) as wrong:
        prepare(asked, repertoire(gaits), way, lambda words: None)
    return str(wrong.value)


def test_a_way_has_rounded_corners_and_even_points():
    way = way_through(((5.0, 0.0), (5.0, 5.0)), 2.0)
    (corner,) = way.corners
    assert corner.radius == 2.0
    assert (corner.start, corner.end) == (3.0, pytest.approx(3.0 + math.pi))
    assert way.length == pytest.approx(6.0 + math.pi)
    middle = np.array(way.at(3.0 + math.pi / 2.0))
    assert np.linalg.norm(middle - (3.0, 2.0)) == pytest.approx(2.0, abs=1e-3)
    assert way.heading(way.length) == pytest.approx(math.pi / 2.0)
    assert np.hypot(*np.diff(way.points, axis=0).T) == pytest.approx(0.05, abs=1e-3)
    assert way.off((4.0, 0.5), 4.0) > 0.0  # to the left


def test_a_corner_is_as_wide_as_its_legs_have_room_for():
    way = way_through(((1.0, 0.0), (1.0, 2.0), (3.0, 2.0)), 5.0)
    assert [corner.radius for corner in way.corners] == pytest.approx([1.0, 1.0])
    assert [corner.turn for corner in way.corners] == pytest.approx(
        [math.pi / 2.0, -math.pi / 2.0]
    )


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"body": "stocky"}, "give either `body` or `gaits`."),
        ({"speeds": ((0.0, 1.0),)}, "give either `speed` or `speeds`."),
        ({"speed": None, "speeds": ((1.0, 1.0),)}, "must begin with 0 and rise."),
        ({"path": ((4.0, 0.0), (4.0, 0.0))}, "waypoint 2 is less than 0.1 m"),
        ({"path": ((math.inf, 0.0),)}, "a finite number"),
        (
            {"gaps": ({"at": 3.0, "width": 0.5}, {"at": 3.2, "width": 0.5})},
            "gaps: one begins before the last has ended.",
        ),
    ],
)
def test_a_take_that_contradicts_itself_is_refused(values, message):
    with pytest.raises(InputError, match=message.replace(".", r"\.")):
        take(**values)


def test_a_file_says_what_is_wrong_with_it(tmp_path):
    file = tmp_path / "walk.toml"
    file.write_text('body = "stocky"\npath = [[4.0, 0.0]]\nspede = 1.4\n')
    with pytest.raises(InputError, match="speed"):
        read_take(file)
    file.write_text('body = "stocky"\npath = [[4.0, 0.0]]\nspeed = 1.4\n')
    assert read_take(file).name == "walk"
    assert read_take(file, ["speed=2"]).speed == 2.0


def test_gaits_must_be_of_one_body_and_law():
    with pytest.raises(InputError, match="another body or law"):
        repertoire_of(take(gaits=("wang2009/robust", "simbicon/walk")), print)
    with pytest.raises(InputError, match="held by a guide"):
        repertoire_of(take(gaits=("vandepanne1995/human_walk_1",)), print)
    with pytest.raises(InputError, match="body with gaits in the gallery"):
        repertoire_of(take(gaits=None, body="stokcy"), print)


def test_what_cannot_be_done_is_said_beforehand():
    text = refused(take(speed=4.0))
    assert "4 m/s at 0 m: no gait of 'stocky' walks so there" in text
    assert "waypoint 1 is not ahead" in refused(take(path=((-2.0, 0.0), (0.0, 3.0))))
    tight = take(path=((3.0, 0.0), (0.5, 0.5)), corner=0.3, speed=1.5)
    assert "the corner at waypoint 1 turns by 169 degrees" in refused(tight)


@pytest.mark.parametrize("gait", ["coros2008/high_step", "coros2008/biped"])
def test_a_take_from_standing_to_standing(gait):
    asked = take(
        gaits=(gait,), speed=1.15, path=((8.0, 0.0),), start="standing", end="standing"
    )
    gaits, way = repertoire((gait,)), way_through(asked.path, asked.corner)
    prepared = prepare(asked, gaits, way, lambda words: None)
    done = Performer(asked, gaits, way, prepared).perform(60.0)
    assert done.arrived, done.reason
    assert done.along == pytest.approx(way.length, abs=0.6)
    recording = done.rollout.recording
    assert recording is not None
    root = 1 if gaits.character.is_planar else 2
    moves = np.abs(recording.qvel[:, :root]).max(axis=1)  # m/s of the root
    assert moves[recording.time < 0.4].max() < 0.1
    assert moves[recording.time > recording.time[-1] - 0.5].max() < 0.1
    assert moves.max() > 0.8
    last = done.happenings[-1].words
    assert last.startswith("stands, one foot")
    assert float(last.split()[3]) < 0.2  # m


def test_a_body_with_muscles_does_not_stand():
    walk = load_solution("wang2012/nwalk")
    with pytest.raises(InputError, match="'adult' has muscles, and no reflexes"):
        stance_of(walk.problem.character, STANDING)


def test_a_path_needs_room_to_stop():
    gait = ("coros2008/high_step",)
    brief = take(gaits=gait, speed=1.15, path=((2.0, 0.0),), end="standing")
    assert "it is 2.0 m long; starting takes 0.0 m and stopping" in refused(brief, gait)


def test_gaits_of_one_law_with_other_states_are_not_mixed():
    gaits = ("simbicon/walk", "coros2008/biped")  # two states a step, and three
    with pytest.raises(InputError, match="another body or law"):
        repertoire_of(take(gaits=gaits), lambda words: None)


def test_a_law_without_steps_is_refused():
    dog = ("creatures/quadruped_walk",)
    asked = take(gaits=dog, speed=0.7)
    assert "law 'keyframes' does not tell its steps apart" in refused(asked, dog)


def test_gaps_that_are_too_wide_or_in_a_curve_are_refused():
    gaits = ("wang2009/preferred",)
    values = {"gaits": gaits, "path": ((6.0, 0.0), (9.0, 3.0)), "speed": 1.25}
    base = take(**values, gaps=({"at": 2.0, "width": 0.3},))
    skilled = repertoire_of(base, lambda words: None)

    def said(at: float, width: float) -> str:
        asked = take(**values, gaps=({"at": at, "width": width},))
        with pytest.raises(InputError) as wrong:
            prepare(asked, skilled, way_through(asked.path, asked.corner), print)
        return str(wrong.value)

    assert "is 1.5 m wide, and the longest step that wang2009/preferred" in said(2, 1.5)
    assert "is in the curve at waypoint 1" in said(6.0, 0.3)
    assert "is not on the path" in said(30.0, 0.3)


def test_a_character_walks_its_way_and_changes_its_gait():
    asked = take(
        path=((3.0, 0.0), (6.0, 1.0)), speed=None, speeds=((0.0, 1.4), (3.0, 1.55))
    )
    first, again = performed(asked), performed(asked)
    assert first.arrived
    assert first.rollout.outcome is Outcome.COMPLETED
    assert first.along >= first.way.length
    assert first.most_off < 0.4
    assert first.gaits == WALKS
    assert "changes to wang2009/pushed" in first.happenings[1].words
    assert first.steps == again.steps  # to the last bit


def test_whoever_is_pushed_over_says_where_and_how():
    failed = performed(take(pushes=(PUSH,)), 240.0)
    assert not failed.arrived
    assert failed.rollout.outcome is Outcome.FELL
    assert 1.5 < failed.rollout.seconds < 4.0
    assert failed.reason.startswith(f"Fell after {failed.rollout.seconds:.2f} s")
    assert "m along its way" in failed.reason
    assert "after it is pushed with 900 N at 1.5 s" in failed.reason
    assert len(failed.reason) > 80  # how, too


def test_a_take_ends_in_time():
    brief = performed(take(duration=1.5))
    assert brief.arrived
    assert brief.rollout.seconds == pytest.approx(1.5, abs=0.7)
    assert brief.along < 3.0


def take_file(folder: Path, more: str = "") -> Path:
    file = folder / "shot.toml"
    who = 'gaits = ["wang2009/robust"]\npath = [[3.0, 0.0]]\nspeed = 1.4\n'
    file.write_text(who + more)
    return file


def test_perform_writes_a_motion_and_a_page(run_cli, tmp_path):
    file = take_file(tmp_path)
    for name in ("shot.bvh", "shot.html"):
        done = run_cli("perform", file, "--to", tmp_path / name, "--json")
        assert done.code == 0, done.err
        found = json.loads(done.out)
        assert found["arrived"]
        assert found["gaits"] == ["wang2009/robust"]
        assert (tmp_path / name).stat().st_size > 10_000


def test_a_fall_leaves_a_picture_and_no_file(run_cli, tmp_path):
    push = "{ start = 1.5, force = [0.0, 900.0, 0.0] }"
    file = take_file(tmp_path, f"pushes = [{push}]\n")
    done = run_cli("perform", file, "--to", tmp_path / "shot.glb", "--json")
    assert done.code == 1, done.err
    found = json.loads(done.out)
    assert not found["arrived"]
    assert found["file"] is None
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "shot.failed.png",
        "shot.toml",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--to", "shot.xyz"), "xyz"),
        (("--to", "missing/shot.glb"), "there is no folder"),
        (("--to", "shot.glb", "--camera", "above"), "--camera"),
        (("--to", "shot.png", "--size", "5x5"), "--size 5x5"),
        (("--to", "shot.mp4", "--transparent"), "--transparent: shot.mp4 cannot be"),
    ],
)
def test_a_wrong_target_is_refused_before_the_walk(run_cli, tmp_path, options, message):
    done = run_cli("perform", take_file(tmp_path), *options)
    assert done.code == 2
    assert message in done.err
